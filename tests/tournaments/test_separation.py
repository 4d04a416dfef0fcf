import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng

from gin_tournaments.statistics.calibration import play_pairs
from gin_tournaments.statistics.joint_fit import Fit
from gin_tournaments.statistics.ratings import rate
from gin_tournaments.statistics.separation import Rule, separate
from tests.tournaments.results import deal_pairs


def fit_of(elo: list[float], pairs: int, seed: int = 1) -> Fit:
    (group,) = rate(len(elo), play_pairs(default_rng(seed), elo, pairs)).groups
    assert group.fit is not None
    return group.fit


@pytest.mark.parametrize("error", [0.5, 5.0, 10.2, 40.0, 400.0])
def test_the_bound_is_that_of_the_normal_mixture(error: float) -> None:
    r = -2 * math.log(0.05) + math.log(1 - 2 * math.log(0.05))
    t = (20 / 1.96) ** 2 / error**2
    z = math.sqrt((t * r + 1) / (t * r) * math.log((t * r + 1) / 0.05**2))
    assert float(Rule().half_widths(np.array([[error**2]]))[0, 0]) == pytest.approx(z * error)


def test_the_bound_is_wider_than_a_fixed_interval_and_narrows_with_the_error() -> None:
    errors = np.array([[100.0, 30.0, 10.0, 3.0, 1.0]])
    widths = Rule().half_widths(errors**2)
    assert (widths > 1.96 * errors).all()
    assert (np.diff(widths) < 0).all()


def test_an_unknown_error_decides_nothing() -> None:
    assert math.isinf(float(Rule().half_widths(np.array([[0.0]]))[0, 0]))


def test_bots_far_apart_are_separated_and_equal_ones_tied_after_enough_pairs() -> None:
    decided = separate(fit_of([150, 0, 0], 4000), Rule())
    assert decided.verdict(0, 1) == "separated"
    assert decided.verdict(1, 2) == "tied"
    assert decided.rank_range(0) == (1, 1)
    assert decided.rank_range(1) == decided.rank_range(2) == (2, 3)


def test_few_pairs_leave_everything_open() -> None:
    decided = separate(fit_of([30, 0, -30], 5), Rule())
    assert {decided.verdict(a, b) for a in range(3) for b in range(3) if a != b} == {"open"}
    assert [decided.rank_range(row) for row in range(3)] == [(1, 3)] * 3


def test_two_wins_alone_separate_nobody() -> None:
    (group,) = rate(2, [deal_pairs(0, 1, {4: 1})]).groups
    assert group.fit is not None
    assert separate(group.fit, Rule()).verdict(0, 1) == "open"


@given(st.integers(0, 10**6), st.integers(2, 8), st.sampled_from([5, 50, 500]))
@settings(max_examples=40, deadline=None)
def test_no_row_contradicts_the_decisions(seed: int, bots: int, pairs: int) -> None:
    fit = fit_of([80.0 * place for place in range(bots)], pairs, seed)
    decided = separate(fit, Rule())
    order = sorted(range(bots), key=lambda row: -float(fit.elo[row]))
    for rank, row in enumerate(order, 1):
        best, worst = decided.rank_range(row)
        assert 1 <= best <= rank <= worst <= bots
        for other in order[rank:]:
            assert decided.verdict(row, other) == decided.verdict(other, row)
            if decided.verdict(row, other) == "separated":
                assert decided.rank_range(other)[0] > 1
                assert worst < bots


def test_a_wider_zone_ties_sooner() -> None:
    fit = fit_of([0, 0], 600)
    assert separate(fit, Rule(zone=20)).verdict(0, 1) == "open"
    assert separate(fit, Rule(zone=100)).verdict(0, 1) == "tied"
