import math

import numpy as np
import pytest
from numpy.random import default_rng

from gin_tournaments.statistics.calibration import play_pairs
from gin_tournaments.statistics.sprt import BadHypotheses, Sprt
from gin_tournaments.statistics.tally import PairingTally
from tests.tournaments.results import deal_pairs


def test_the_bounds_at_5_percent_are_2_94() -> None:
    state = Sprt(0, 20).state(PairingTally(0, 1))
    assert (state.lower, state.upper) == pytest.approx((-2.944, 2.944), abs=0.001)
    assert (state.llr, state.score, state.accepted) == (0, None, None)


def test_the_ratio_is_that_of_two_normal_means_of_pair_scores() -> None:
    state = Sprt(-5, 15).state(deal_pairs(0, 1, {4: 300, 3: 4, 2: 500, 1: 2, 0: 194}))
    scores = np.repeat([1, 0.75, 0.5, 0.25, 0], [300, 4, 500, 2, 194])
    low, high = (1 / (1 + 10 ** (-elo / 400)) for elo in (-5, 15))
    expected = len(scores) * (high - low) * (2 * scores.mean() - low - high) / (2 * scores.var())
    assert state.score == pytest.approx(scores.mean())
    assert state.llr == pytest.approx(expected, rel=0.002)


def test_much_evidence_accepts_the_hypothesis_that_holds() -> None:
    assert Sprt(0, 20).state(deal_pairs(0, 1, {4: 1200, 2: 2000, 0: 800})).accepted == "elo1"
    assert Sprt(0, 20).state(deal_pairs(0, 1, {4: 800, 2: 2000, 0: 1200})).accepted == "elo0"


def test_pairs_that_are_all_alike_give_a_finite_ratio() -> None:
    for halves in range(5):
        assert math.isfinite(Sprt(0, 20).state(deal_pairs(0, 1, {halves: 3})).llr)


def test_one_pair_never_decides() -> None:
    for halves in range(5):
        assert Sprt(0, 20).state(deal_pairs(0, 1, {halves: 1})).accepted is None


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "elo1"), (60.0, "elo0")])
def test_the_wrong_hypothesis_is_accepted_in_about_5_percent(elo: float, wrong: str) -> None:
    draw, test = default_rng(3), Sprt(0, 60)
    errors = 0
    for _ in range(200):
        tally = PairingTally(0, 1)
        while (state := test.state(tally)).accepted is None:
            tally.join(play_pairs(draw, [elo, 0.0], 4)[0])
        errors += state.accepted == wrong
    assert errors / 200 <= 0.08


@pytest.mark.parametrize(
    ("elo0", "elo1", "alpha"), [(5, 5, 0.05), (10, 0, 0.05), (0, math.inf, 0.05), (0, 5, 0), (0, 5, 0.5)]
)
def test_hypotheses_that_make_no_test_are_refused(elo0: float, elo1: float, alpha: float) -> None:
    with pytest.raises(BadHypotheses):
        Sprt(elo0, elo1, alpha)
