"""What the intervals and verdicts promise, on simulated fields of known strengths; seeds are fixed."""

import pytest
from numpy.random import default_rng

from gin_tournaments.statistics.calibrate import findings, games_to_decide
from gin_tournaments.statistics.calibration import coverage, false_separations


@pytest.mark.parametrize(
    ("elo", "pairs", "correlation"),
    [
        ([0.0] * 10, 20, -0.3),
        ([0.0] * 6, 50, 0.0),
        ([300.0, 200, 120, 50, 0, -40, -90, -150, -220, -300], 20, -0.3),
        ([250.0, 100, 0, -100, -250], 60, 0.3),
    ],
)
def test_the_95_percent_interval_holds_the_truth_in_93_to_97_percent(
    elo: list[float], pairs: int, correlation: float
) -> None:
    trials = 4000 // len(elo)
    assert 0.93 <= coverage(default_rng(7), elo, pairs, trials, correlation=correlation).share <= 0.97


def test_equal_bots_looked_at_100_times_are_called_different_in_at_most_5_percent() -> None:
    assert false_separations(default_rng(11), bots=6, batch=10, looks=100, trials=40) <= 0.05


def test_adaptive_batches_decide_all_neighbours_in_fewer_games_than_an_even_spread() -> None:
    elo = [300.0, 120, 60, -60, -300]
    even, adaptive = (
        sum(games_to_decide(default_rng(seed), elo, adaptive=way) for seed in range(8))
        for way in (False, True)
    )
    assert adaptive < 0.9 * even


def test_the_report_says_a_finding_a_line_and_whether_it_holds() -> None:
    finding = next(findings(seed=2, trials=100))
    assert finding.holds
    assert "10 equal bots, 20 deal pairs" in finding.text
