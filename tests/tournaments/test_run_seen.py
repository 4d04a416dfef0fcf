"""Deals that a bot has seen which lives on without the referee."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gin_referee.records import GameKey, GameSpec
from gin_tournaments.run.seen import Dealing, dealt_now, void_seen
from gin_tournaments.schedule.plan import Dealer, Plan
from gin_tournaments.schedule.schedules import Format
from gin_tournaments.store import Batch, Dealt, ResultsWriter
from tests.tournaments.sample_games import BOTS, KEY, finished, replace_game, tournament
from tests.tournaments.test_store import begun

PLAN = Plan(BOTS, Format(deal_pairs=4, batch=2))

FIRST = next(game for game in tournament() if game.key == GameKey(0, 0, 0))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ResultsWriter]:
    with begun(tmp_path / "demo.db") as writer:
        yield writer


def spec(pairing: int, leg: int, deal_pair: int = 0, attempt: int = 0) -> GameSpec:
    return Dealer(KEY).spec(PLAN, GameKey(pairing, deal_pair, leg), attempt)


def test_a_pair_that_was_dealt_and_not_finished_is_dealt_anew_as_a_whole(store: ResultsWriter) -> None:
    second = GameKey(0, 0, 1)
    rest = [game for game in tournament() if game.key not in (FIRST.key, second)]
    store.save(Batch([finished(FIRST), *map(finished, rest)], dealt=[Dealt(0, 0, 0), Dealt(0, 1, 0)]))
    played = store.played()
    assert void_seen(store, played, (), 9.0) == 1
    assert [(void.key, void.replay) for void in store.voids()] == [(FIRST.key, 1), (second, 1)]
    assert FIRST.key not in played
    assert store.game(FIRST.key) is None
    assert void_seen(store, played, (), 9.0) == 0  # the new attempt was not dealt yet


def test_what_was_never_dealt_is_dealt_for_the_first_time(store: ResultsWriter) -> None:
    store.save(Batch([finished(FIRST)]))
    assert void_seen(store, store.played(), (), 9.0) == 0


def test_games_of_a_bot_that_plays_no_more_stay_as_they_are(store: ResultsWriter) -> None:
    store.save(Batch([finished(FIRST)], dealt=[Dealt(0, 0, 0)]))
    assert void_seen(store, store.played(), {"beta"}, 9.0) == 0
    assert store.count() == 1


def test_after_three_new_deals_there_is_no_fourth(store: ResultsWriter) -> None:
    for attempt in range(4):
        store.save(Batch([finished(replace_game(FIRST, attempt=attempt))], dealt=[Dealt(0, 0, attempt)]))
        assert void_seen(store, store.played(), (), 9.0) == (attempt < 3)
    assert dealt_now(store) == {(0, 0): 3}
    assert store.count() == 1


def test_a_game_of_a_living_bot_begins_when_both_are_there_and_it_is_stored() -> None:
    there: set[str] = set()
    stored: list[Dealt] = []
    dealing = Dealing({"beta"}, (), there.__contains__, stored.append)
    of_beta, alone = [spec(0, 0), spec(0, 1)], spec(1, 0)
    assert dealing.hold([*of_beta, alone]) == [alone]  # alpha and gamma end with the referee
    there.add("alpha")
    dealing.tell()
    assert stored == []
    there.add("beta")
    dealing.tell()
    dealing.tell()
    assert stored == [Dealt(0, 0, 0)]
    assert [each.key for each in dealing.stored(stored)] == [each.key for each in of_beta]
    assert dealing.stored(stored) == []


def test_a_game_that_is_held_can_be_taken_back() -> None:
    dealing = Dealing({"beta"})
    dealing.hold([spec(0, 0), spec(0, 1), spec(2, 0)])
    assert dealing.take(GameKey(0, 0, 1)) is not None
    assert dealing.take(GameKey(0, 0, 1)) is None
    assert [each.key for each in dealing.take_all("gamma")] == [GameKey(2, 0, 0)]
    assert [each.key for each in dealing.stored([Dealt(0, 0, 0), Dealt(2, 0, 0)])] == [GameKey(0, 0, 0)]
