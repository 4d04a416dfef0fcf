"""The matchmaker beside a real arena to which nobody is connected: what it submits waits there."""

from collections import Counter

import pytest

from gin_referee.arena import Arena
from gin_referee.records import GameKey, GameRecord
from gin_referee.settings import Settings
from gin_tournaments.run.conductor import Conductor
from gin_tournaments.run.matchmaker import Matchmaker, OutFor
from gin_tournaments.run.seen import MOST_REPLAYS
from gin_tournaments.schedule.plan import Dealer, Plan, Played
from gin_tournaments.schedule.schedules import Format
from gin_tournaments.store import Void
from tests.tournaments.sample_games import KEY, RULES, play_game, replace_game

PLAN = Plan(("a", "c", "b"), Format(deal_pairs=2, batch=1))
FIRST, SECOND = GameKey(1, 0, 0), GameKey(1, 0, 1)


class Table:
    """A matchmaker, its arena, and what it stored."""

    def __init__(
        self, out: dict[str, OutFor] | None = None, plan: Plan = PLAN, played: tuple[GameKey, ...] = ()
    ) -> None:
        self.arena = Arena(Settings(rules=RULES))
        for name in plan.bots:
            self.arena.expect(name)
        self.stored: list[GameRecord | Void] = []
        over = Played(played)
        self.conductor = Conductor(plan, over, pairings_at_once=1)
        self.dealer = Dealer(KEY)
        self.plan = plan
        self.matchmaker = Matchmaker(
            plan,
            self.dealer,
            RULES,
            over,
            {},
            out or {},
            self.conductor,
            lambda change: change(self.arena, 0.0),
            self.stored.append,
        )

    def play(self, key: GameKey, attempt: int = 0) -> GameRecord:
        """Take a game out of the arena as finished."""
        record = play_game(self.dealer.spec(self.plan, key, attempt))
        self.arena.void(key, "played", 0.0)
        self.arena.drain()
        return record

    def settle(self) -> None:
        """Hand the matchmaker what the arena has to tell."""
        while (effects := self.arena.drain()) and (effects.finished or effects.voided):
            for record in effects.finished:
                self.matchmaker.finished(record)
            for voided in effects.voided:
                self.matchmaker.voided(voided)

    def records(self) -> list[GameRecord]:
        return [item for item in self.stored if isinstance(item, GameRecord)]

    def voids(self) -> list[tuple[GameKey, int, int]]:
        return [(item.key, item.attempt, item.replay) for item in self.stored if isinstance(item, Void)]

    def fail(self, key: GameKey) -> None:
        """Let the platform be at fault in a game that waits."""
        self.arena.void(key, "a fault of the referee", 0.0)
        self.settle()


def test_what_may_be_played_now_is_submitted_and_more_when_it_is_over() -> None:
    table = Table()
    table.matchmaker.fill()
    assert table.arena.games_waiting() == 2
    table.matchmaker.finished(table.play(FIRST))
    assert table.arena.games_waiting() == 1
    table.matchmaker.finished(table.play(SECOND))
    assert table.arena.games_waiting() == 2
    assert [record.key for record in table.records()] == [FIRST, SECOND]


def test_a_bot_that_is_suspended_loses_what_waits_and_what_is_left() -> None:
    table = Table()
    table.matchmaker.fill()
    table.matchmaker.leave(["a"], "suspended")
    table.settle()
    lost = table.records()
    assert {record.key.pairing for record in lost} == {1}
    assert table.arena.games_waiting() == 2, "b and c play on"
    for leg in (0, 1):
        table.matchmaker.finished(table.play(GameKey(2, 0, leg)))
    table.matchmaker.finished(table.play(GameKey(2, 1, 0)))
    table.matchmaker.finished(table.play(GameKey(2, 1, 1)))
    table.settle()
    lost = [record for record in table.records() if "a" in record.seats]
    assert len(lost) == 8
    for record in lost:
        assert (record.reason, record.winner) == ("suspended", 1 - record.seats.index("a"))
        assert (record.hands, record.scores) == ((), (0, 0))
    assert table.conductor.finished


def test_between_two_suspended_bots_a_game_is_a_draw() -> None:
    table = Table({"a": "suspended", "b": "suspended"}, Plan(("a", "b"), Format(deal_pairs=1)))
    table.matchmaker.fill()
    assert [(record.winner, record.reason) for record in table.records()] == [(None, "suspended")] * 2
    assert table.conductor.finished


@pytest.mark.parametrize("known_before", [True, False])
def test_between_two_bots_that_never_came_nothing_is_played(known_before: bool) -> None:
    out: dict[str, OutFor] = {"a": "absent", "b": "absent"} if known_before else {}
    table = Table(out, Plan(("a", "b"), Format(deal_pairs=1)))
    table.matchmaker.fill()
    if not known_before:
        table.matchmaker.leave(["a", "b"], "absent")
        table.settle()
    assert table.stored == []
    assert table.conductor.finished


def test_a_bot_that_is_absent_loses_to_those_that_are_there() -> None:
    table = Table()
    table.matchmaker.fill()
    table.matchmaker.leave(["a", "c"], "absent")
    table.settle()
    results = Counter(
        (record.reason, record.seats[record.winner])
        for record in table.records()
        if record.winner is not None
    )
    assert results == {("absent", "b"): 8}
    assert table.conductor.finished, "a against c is not played"


def test_a_bot_that_is_skipped_is_in_no_game_and_costs_nobody_one() -> None:
    table = Table()
    table.matchmaker.fill()
    table.matchmaker.skip("a")
    table.settle()
    assert table.stored == []
    assert table.arena.games_waiting() == 2
    (playing,) = table.conductor.in_play.values()
    assert playing.bots == ("c", "b")


def test_a_void_game_is_dealt_anew_and_so_is_the_other_of_its_pair_that_waits() -> None:
    table = Table()
    table.matchmaker.fill()
    table.fail(FIRST)
    assert table.voids() == [(FIRST, 0, 1)]
    assert table.arena.games_waiting() == 2
    for key in (FIRST, SECOND):
        table.matchmaker.finished(table.play(key, attempt=1))
    assert [record.attempt for record in table.records()] == [1, 1]


def test_a_void_game_takes_the_stored_game_of_its_pair_with_it() -> None:
    table = Table()
    table.matchmaker.fill()
    table.matchmaker.finished(table.play(FIRST))
    table.fail(SECOND)
    assert table.voids() == [(SECOND, 0, 1), (FIRST, 0, 1)]
    assert table.arena.games_waiting() == 2
    (playing,) = table.conductor.in_play.values()
    assert playing.out == {FIRST, SECOND}


def test_a_game_stored_in_an_earlier_run_is_played_again_with_the_other_of_its_pair() -> None:
    table = Table(played=(FIRST,))
    table.matchmaker.fill()
    assert table.arena.games_waiting() == 1
    table.fail(SECOND)
    assert table.voids() == [(SECOND, 0, 1), (FIRST, 0, 1)]
    assert table.arena.games_waiting() == 2


def test_a_game_that_ended_before_it_could_be_dropped_for_a_replay_does_not_count() -> None:
    table = Table()
    table.matchmaker.fill()
    late = table.play(FIRST)
    table.fail(SECOND)
    table.matchmaker.finished(late)
    assert table.records() == []
    assert table.arena.games_waiting() == 2
    table.matchmaker.finished(replace_game(late, attempt=1))
    assert [record.attempt for record in table.records()] == [1]


def test_a_game_is_played_again_only_so_often() -> None:
    first, second = GameKey(0, 0, 0), GameKey(0, 0, 1)
    table = Table(plan=Plan(("a", "b"), Format(deal_pairs=1)))
    table.matchmaker.fill()
    for _ in range(MOST_REPLAYS):
        table.fail(first)
    assert table.matchmaker.given_up == []
    assert len(table.voids()) == MOST_REPLAYS
    table.fail(first)
    assert table.matchmaker.given_up == [first]
    assert table.arena.games_waiting() == 1
    table.matchmaker.finished(table.play(second, attempt=MOST_REPLAYS))
    assert table.conductor.finished


def test_a_void_game_of_a_bot_that_is_out_meanwhile_is_lost_and_not_played() -> None:
    table = Table()
    table.matchmaker.fill()
    table.arena.void(FIRST, "a fault of the referee", 0.0)
    table.matchmaker.leave(["a"], "suspended")
    table.settle()
    lost = [record for record in table.records() if record.key.pairing == 1]
    assert sorted(record.key for record in lost) == [FIRST, SECOND]
    assert {record.reason for record in lost} == {"suspended"}
