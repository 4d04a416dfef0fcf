import math
import random
from fractions import Fraction
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import stdtrit

from gin_tournaments.statistics.points import bot_points, mean_difference, pairing_points
from gin_tournaments.statistics.tally import Leg, PairingTally
from tests.tournaments.results import points_tally

LEGS = st.builds(Leg, st.integers(0, 2), st.integers(-200, 200), st.integers(1, 60))
PAIRS = st.lists(st.tuples(LEGS, LEGS), min_size=1, max_size=20)


def of_pair(pair: tuple[Leg, Leg]) -> Fraction:
    return Fraction(sum(leg.diff for leg in pair), sum(leg.hands for leg in pair))


@given(PAIRS)
def test_points_of_a_pairing_are_the_mean_over_pairs_of_both_legs_points_by_both_legs_hands(
    pairs: list[tuple[Leg, Leg]],
) -> None:
    points = pairing_points(points_tally(pairs))
    assert points is not None
    assert points.mean == pytest.approx(float(mean(map(of_pair, pairs))), abs=1e-12)


@given(PAIRS, st.randoms(use_true_random=False))
def test_the_order_of_the_pairs_changes_no_bit_of_points(
    pairs: list[tuple[Leg, Leg]], chance: random.Random
) -> None:
    before = pairing_points(points_tally(pairs))
    chance.shuffle(pairs)
    assert pairing_points(points_tally(pairs)) == before


def test_the_error_of_one_pairing_is_that_of_a_mean_over_pairs_by_student() -> None:
    pairs = [(Leg(2, 30, 9), Leg(0, -12, 7)), (Leg(2, 60, 11), Leg(2, 5, 3)), (Leg(0, -40, 5), Leg(2, 1, 9))]
    points = pairing_points(points_tally(pairs))
    assert points is not None
    own = bot_points([points])
    assert own is not None
    expected = stdtrit(2, 0.975) * stdev(float(of_pair(pair)) for pair in pairs) / math.sqrt(3)
    assert own.ci95 == pytest.approx(expected)


def test_points_of_a_bot_are_the_mean_of_its_pairings_however_many_pairs_each_has() -> None:
    often = pairing_points(
        points_tally([(Leg(2, 10, 5), Leg(2, 10, 5)), (Leg(2, 30, 5), Leg(2, 10, 5))] * 50)
    )
    once = pairing_points(points_tally([(Leg(0, -10, 5), Leg(0, -10, 5))]))
    assert often is not None
    assert once is not None
    own = bot_points([often, once])
    assert own is not None
    assert own.mean == pytest.approx((3 - 2) / 2)
    assert own.ci95 is not None
    assert own.ci95 > 1  # one pair says little, and the other pairing's spread stands in for its own


def test_the_second_bot_sees_the_same_points_turned() -> None:
    points = pairing_points(points_tally([(Leg(2, 30, 9), Leg(0, -12, 7)), (Leg(2, 60, 11), Leg(2, 5, 3))]))
    assert points is not None
    first, second = bot_points([points]), bot_points([points.turned()])
    assert first is not None
    assert second is not None
    assert (second.mean, second.ci95) == (-first.mean, first.ci95)


def test_one_pair_has_no_error_and_no_pair_no_points() -> None:
    points = pairing_points(points_tally([(Leg(2, 30, 9), Leg(0, -12, 7))]))
    assert points is not None
    own = bot_points([points])
    assert own is not None
    assert own.ci95 is None
    assert pairing_points(PairingTally(0, 1)) is None
    assert bot_points([]) is None


def test_the_spread_of_pairs_that_are_all_alike_is_unknown_not_0() -> None:
    points = pairing_points(points_tally([(Leg(2, 30, 9), Leg(0, -30, 9))] * 4))
    assert points is not None
    assert bot_points([points]) == (0.0, None)


def test_a_difference_has_the_error_of_both_sides() -> None:
    first = pairing_points(points_tally([(Leg(2, 30, 9), Leg(0, -12, 7)), (Leg(2, 60, 11), Leg(2, 5, 3))]))
    assert first is not None
    assert mean_difference([]) is None
    difference, own = mean_difference([(first, first.turned())]), bot_points([first])
    assert difference is not None
    assert own is not None
    assert difference.mean == pytest.approx(2 * own.mean)
    assert difference.ci95 is not None
    assert own.ci95 is not None
    scale = stdtrit(2, 0.975) / stdtrit(1, 0.975)
    assert difference.ci95 == pytest.approx(math.sqrt(2) * own.ci95 * scale)
