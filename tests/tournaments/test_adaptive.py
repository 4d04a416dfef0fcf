from itertools import combinations

import numpy as np
import pytest
from numpy.random import default_rng

from gin_tournaments.statistics.adaptive import next_batch, open_neighbours
from gin_tournaments.statistics.calibration import play_pairs
from gin_tournaments.statistics.joint_fit import Fit
from gin_tournaments.statistics.planning import pairs_for_zone, pairs_for_zone_seen, tying_variance
from gin_tournaments.statistics.ratings import Ratings, rate
from gin_tournaments.statistics.separation import Rule, separate
from gin_tournaments.statistics.tally import PairingTally

EVERY = tuple(combinations(range(4), 2))
RULE = Rule()


def played(elo: list[float], pairs: int, seed: int = 1) -> tuple[list[PairingTally], Ratings]:
    tallies = play_pairs(default_rng(seed), elo, pairs)
    return tallies, rate(len(elo), tallies)


def fit_of(ratings: Ratings) -> Fit:
    fit = ratings.groups[0].fit
    assert fit is not None
    return fit


def test_a_batch_is_spread_whole_over_allowed_pairings() -> None:
    tallies, ratings = played([60, 20, 0, -50], 10)
    batch = next_batch(ratings, tallies, RULE, EVERY, 37)
    assert sum(batch.values()) == 37
    assert set(batch) <= set(EVERY)
    assert all(count > 0 for count in batch.values())
    gauntlet = [(0, 1), (0, 2), (0, 3)]
    assert set(next_batch(ratings, tallies, RULE, gauntlet, 37)) <= set(gauntlet)


def test_the_same_games_in_any_order_give_the_same_batch() -> None:
    tallies, ratings = played([60, 20, 0, -50], 10)
    again = rate(4, tallies[::-1])
    assert next_batch(again, tallies[::-1], RULE, EVERY, 37) == next_batch(ratings, tallies, RULE, EVERY, 37)


def test_nothing_is_played_when_all_neighbours_are_decided() -> None:
    tallies, ratings = played([600, 200, -200, -600], 400)
    assert open_neighbours(fit_of(ratings), RULE) == []
    assert next_batch(ratings, tallies, RULE, EVERY, 37) == {}


def test_the_pairing_of_the_only_open_neighbours_gets_most_and_their_games_with_others_some() -> None:
    tallies, ratings = played([150, 0, -5, -150], 200)
    assert open_neighbours(fit_of(ratings), RULE) in ([(1, 2)], [(2, 1)])
    batch = next_batch(ratings, tallies, RULE, EVERY, 1000)
    assert max(batch, key=lambda pair: batch[pair]) == (1, 2)
    assert batch.keys() & {(0, 1), (0, 2), (1, 3), (2, 3)}
    assert batch.get((0, 3), 0) < batch[1, 2] / 10


def test_pairings_behind_in_pairs_catch_up_first() -> None:
    tallies, _ = played([30, 10, 0, -30], 40)
    for tally in tallies:
        if (tally.a, tally.b) != (0, 1):
            tally.join(tally)
    ratings = rate(4, tallies)
    batch = next_batch(ratings, tallies, RULE, EVERY, 10)
    assert batch == {(0, 1): 10}


def test_neyman_weights_narrow_the_open_differences_more_than_an_even_spread() -> None:
    tallies, ratings = played([500, 15, 0, -500], 100, seed=5)
    batch = next_batch(ratings, tallies, RULE, EVERY, 600)
    even = dict.fromkeys(EVERY, 100)
    row, other = open_neighbours(fit_of(ratings), RULE)[0]

    def variance(extra: dict[tuple[int, int], int]) -> float:
        more = [grown(tally, extra.get((tally.a, tally.b), 0)) for tally in tallies]
        return fit_of(rate(4, more)).difference(row, other)[1]

    assert variance(batch) < 0.9 * variance(even)


def grown(tally: PairingTally, pairs: int) -> PairingTally:
    """A tally with more pairs of the same scores."""
    factor = 1 + pairs / tally.pairs
    more = PairingTally(tally.a, tally.b, pairs=tally.pairs + pairs)
    more.units.update({unit: round(count * factor) for unit, count in tally.units.items()})
    return more


def test_at_the_tying_variance_equal_bots_are_just_tied() -> None:
    variance = tying_variance(RULE)
    width = float(RULE.half_widths(np.array([[variance]]))[0, 0])
    assert width == pytest.approx(20)


@pytest.mark.parametrize("bots", [2, 4, 8])
def test_as_many_pairs_as_planned_tie_equal_bots_and_half_of_them_do_not(bots: int) -> None:
    rule = Rule(zone=40)
    pairs = pairs_for_zone(bots, combinations(range(bots), 2), rule, correlation=0.0)
    zero = [0.0] * bots
    for share, verdict in ((1.02, "tied"), (0.5, "open")):
        tallies = [equal(a, b, round(pairs * share)) for a, b in combinations(range(bots), 2)]
        fit = fit_of(rate(len(zero), tallies))
        assert separate(fit, rule).verdict(0, 1) == verdict


def equal(a: int, b: int, pairs: int) -> PairingTally:
    """Deal pairs of two equal bots with independent games, as often as expected."""
    tally = PairingTally(a, b, pairs=pairs)
    tally.units.update({(2, 4): pairs // 4, (2, 0): pairs // 4, (2, 2): pairs - 2 * (pairs // 4)})
    return tally


def test_the_plan_from_what_was_seen_agrees_with_the_typical_one_when_what_was_seen_is_typical() -> None:
    pairings = tuple(combinations(range(5), 2))
    fit = fit_of(rate(5, [equal(a, b, 400) for a, b in pairings]))
    typical = pairs_for_zone(5, pairings, RULE, correlation=0.0)
    assert pairs_for_zone_seen(fit, 400, RULE) == pytest.approx(typical, rel=0.02)


def test_a_gauntlet_and_a_wider_zone_need_other_numbers_of_pairs() -> None:
    everyone = pairs_for_zone(6, combinations(range(6), 2), RULE)
    gauntlet = pairs_for_zone(6, [(0, bot) for bot in range(1, 6)], RULE)
    assert gauntlet > 2 * everyone
    assert pairs_for_zone(6, combinations(range(6), 2), Rule(zone=40)) < everyone / 3
