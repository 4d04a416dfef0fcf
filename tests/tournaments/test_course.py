"""What is played is a function of the plan and the results: simulated tournaments, cut off anywhere."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gin_referee.records import GameKey
from gin_tournaments.run.conductor import Conductor
from gin_tournaments.schedule.batches import Batch, Pairing, Played
from gin_tournaments.schedule.plan import Course, Plan
from gin_tournaments.schedule.schedules import FIRST_PAIRS, Format, Hypotheses

STRENGTHS = (260, 40, 30, 0, -40, -260)
FORMATS = {
    "round robin": Format(deal_pairs=5, batch=2),
    "gauntlet": Format(deal_pairs=5, batch=2, kind="gauntlet", challengers=frozenset({"bot1", "bot4"})),
    "swiss": Format(deal_pairs=3, kind="swiss", rounds=4),
    "adaptive": Format(deal_pairs=1, batch=8, adaptive=True, zone=60),
    "adaptive gauntlet": Format(
        deal_pairs=1, batch=8, kind="gauntlet", challengers=frozenset({"bot1"}), adaptive=True, zone=90
    ),
    "adaptive, single games": Format(deal_pairs=1, batch=8, adaptive=True, zone=90, duplicate=False),
    "adaptive on a budget": Format(deal_pairs=1, batch=8, adaptive=True, zone=20, budget=1001),
}


def plan_of(form: Format, bots: int = 6, withdrawn: frozenset[str] = frozenset()) -> Plan:
    return Plan(tuple(f"bot{number}" for number in range(bots)), form, withdrawn)


def result(key: GameKey) -> int:
    """Give the half points of a game's earlier bot, always the same for the same game."""
    pairing = Batch(0, Pairing(*_bots(key.pairing)), range(0)).pairing
    difference = STRENGTHS[pairing.earlier] - STRENGTHS[pairing.later]
    return 2 * int(random.Random(str(key)).random() < 1 / (1 + 10 ** (-difference / 400)))


def _bots(number: int) -> tuple[int, int]:
    return next((i, j) for j in range(20) for i in range(j) if j * (j - 1) // 2 + i == number)


def play(plan: Plan, played: Played, games: int = 10**9, *, at_once: int = 2, seed: int = 1) -> list[GameKey]:
    """Play up to *games* games as a run does: those in flight end in any order."""
    chance = random.Random(seed)
    conductor = Conductor(plan, played, at_once)
    ended: list[GameKey] = []
    in_flight: list[GameKey] = []
    while len(ended) < games:
        while batch := conductor.next_batch():
            in_flight += sorted(batch.out)
        if conductor.finished:
            break
        key = in_flight.pop(chance.randrange(len(in_flight)))
        played.add(key, result(key))
        conductor.over(key)
        ended.append(key)
    return ended


@pytest.mark.parametrize("name", FORMATS)
def test_a_run_cut_off_anywhere_and_continued_plays_the_games_of_an_uninterrupted_one(name: str) -> None:
    plan = plan_of(FORMATS[name])
    whole = play(plan, Played())
    assert len(set(whole)) == len(whole)
    chance = random.Random(5)
    for at_once in (1, 4):
        played, parts = Played(), []
        while part := play(plan, played, chance.randrange(1, 1 + len(whole) // 3), at_once=at_once, seed=7):
            parts += part
        assert sorted(parts) == sorted(whole)
        assert list(plan.batches(played)) == list(plan.batches(stored(whole)))
        assert plan.outlook(played) == plan.outlook(stored(whole))


def stored(keys: list[GameKey]) -> Played:
    played = Played()
    for key in keys:
        played.add(key, result(key))
    return played


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(["swiss", "adaptive on a budget"]), st.data())
def test_the_plan_does_not_depend_on_which_games_of_an_open_stage_are_stored(
    name: str, data: st.DataObject
) -> None:
    plan = plan_of(FORMATS[name])
    whole = play(plan, Played())
    some = stored(data.draw(st.lists(st.sampled_from(whole), unique=True, max_size=200)))
    planned = list(plan.batches(some))
    assert planned == list(plan.batches(stored(whole)))[: len(planned)]


def test_adaptive_begins_with_ten_deal_pairs_of_every_pairing_and_ends_when_all_is_decided() -> None:
    plan = plan_of(FORMATS["adaptive"])
    played = Played()
    first = Course(plan, played).next_stage()
    pairs = Counter({batch.pairing: 0 for batch in first})
    for batch in first:
        pairs[batch.pairing] += len(batch.deal_pairs)
    assert pairs == dict.fromkeys((Pairing(*pair) for pair in combinations(range(6), 2)), FIRST_PAIRS)
    assert not plan.outlook(played).final
    play(plan, played)
    assert plan.outlook(played) == (len(played), True)
    course = Course(plan, played)
    while course.next_stage():
        pass
    assert course.decided


def test_what_is_not_decided_when_the_budget_is_used_up_goes_on_with_a_larger_one() -> None:
    small, large = (plan_of(Format(1, 8, adaptive=True, zone=60, budget=budget)) for budget in (501, 10**6))
    played = Played()
    play(small, played)
    assert len(played) == 500
    assert not small.outlook(played).final
    play(large, played)
    assert large.outlook(played).final
    assert sorted(keys_of(large, played)) == sorted(play(plan_of(FORMATS["adaptive"]), Played()))


def keys_of(plan: Plan, played: Played) -> list[GameKey]:
    return [key for batch in plan.batches(played) for key in batch.games() if key in played]


def test_a_budget_cuts_a_round_robin_off_in_plan_order_and_the_plan_stays_what_it_was() -> None:
    plan = plan_of(Format(deal_pairs=5, batch=2, budget=100))
    played = Played()
    play(plan, played)
    assert len(played) == 100
    assert plan.outlook(played) == (15 * 5 * 2, True)
    whole = list(plan_of(FORMATS["round robin"]).batches())
    cut = list(plan.batches())
    assert [batch[:2] for batch in cut] == [batch[:2] for batch in whole[: len(cut)]]


def test_in_a_gauntlet_the_challengers_meet_the_others_and_nobody_else_meets() -> None:
    plan = plan_of(FORMATS["gauntlet"])
    met = {batch.pairing for batch in plan.batches()}
    assert met == {Pairing(min(c, f), max(c, f)) for c in (1, 4) for f in (0, 2, 3, 5)}


def test_a_bot_that_lost_games_unplayed_is_in_no_later_stage() -> None:
    for name in ("adaptive", "swiss"):
        plan, played = plan_of(FORMATS[name]), Played()
        course = Course(plan, played)
        for batch in course.next_stage():
            for key in batch.games():
                out = 1 in batch.pairing
                halves = (0 if batch.pairing.earlier == 1 else 2) if out else result(key)
                played.add(key, halves, rated=not out)
        assert all(1 not in batch.pairing for batch in course.next_stage())
        play(plan, played)
        assert plan.outlook(played).final


def test_a_bot_that_is_withdrawn_from_a_swiss_tournament_leaves_the_rounds_it_played_as_they_were() -> None:
    plan, played = plan_of(FORMATS["swiss"]), Played()
    two_rounds = [key for stage in _stages(plan, played, 2) for batch in stage for key in batch.games()]
    left = plan_of(FORMATS["swiss"], withdrawn=frozenset({"bot2"}))
    play(left, played)
    assert set(two_rounds) <= set(keys_of(left, played))
    assert all(batch.round < 2 or 2 not in batch.pairing for batch in left.batches(played))
    assert max(batch.round for batch in left.batches(played)) == 3


def _stages(plan: Plan, played: Played, count: int) -> Iterator[list[Batch]]:
    course = Course(plan, played)
    for _ in range(count):
        stage = list(course.next_stage())
        for batch in stage:
            for key in batch.games():
                played.add(key, result(key))
        yield stage


@pytest.mark.parametrize(("elo0", "elo1", "stronger"), [(0, 50, True), (240, 290, False)])
def test_a_test_of_two_bots_plays_until_it_has_accepted_a_hypothesis(
    elo0: float, elo1: float, stronger: bool
) -> None:
    plan, played = plan_of(Format(1, 20, test=Hypotheses(elo0, elo1)), bots=2), Played()
    play(plan, played)
    assert plan.outlook(played) == (len(played), True)
    tally = played.tally(Pairing(0, 1), range(len(played) // 2), duplicate=True)
    state = _sprt(elo0, elo1)(tally)
    assert state == ("elo1" if stronger else "elo0")


def _sprt(elo0: float, elo1: float) -> Callable[..., str | None]:
    from gin_tournaments.statistics.sprt import Sprt

    return lambda tally: Sprt(elo0, elo1).state(tally).accepted
