"""Independent programs agree with the ratings, on every result set of tests/vectors/ratings."""

import json
from collections import defaultdict
from pathlib import Path
from typing import TypedDict

import numpy as np
import pytest

from gin_tournaments.statistics.bradley_terry import Vector
from gin_tournaments.statistics.joint_fit import PLAIN, Method
from gin_tournaments.statistics.ratings import Ratings, rate
from gin_tournaments.statistics.tally import PairingTally
from tests.tournaments.results import single_games

VECTORS = Path(__file__).parent.parent / "vectors" / "ratings"


class Row(TypedDict):
    a: str
    b: str
    wins_a: int
    draws: int
    wins_b: int


class Results(TypedDict):
    name: str
    players: list[str]
    pairs: list[Row]
    components: list[list[str]]
    mle_finite: bool
    reference: dict[str, dict[str, list[float]] | None]


def read(name: str) -> Results:
    results: Results = json.loads((VECTORS / f"{name}.json").read_text())
    return results


NAMES = sorted(path.stem for path in VECTORS.glob("*.json") if "clustered" not in path.stem)
FINITE = [name for name in NAMES if read(name)["mle_finite"]]


def tallies(results: Results, *, draw_is_win_and_loss: bool = False) -> list[PairingTally]:
    number = {player: place for place, player in enumerate(results["players"])}
    found = []
    for row in results["pairs"]:
        a, b, wins, losses = number[row["a"]], number[row["b"]], row["wins_a"], row["wins_b"]
        draws = row["draws"]
        if draw_is_win_and_loss:
            wins, draws, losses = wins + draws, 0, losses + draws
        found.append(
            single_games(a, b, wins, draws, losses) if a < b else single_games(b, a, losses, draws, wins)
        )
    return found


def worst_difference(results: Results, ratings: Ratings, reference: list[float]) -> float:
    """Largest difference in Elo, each group shifted to mean 0 in both."""
    worst = 0.0
    expected: Vector = np.array(reference)
    for group in ratings.groups:
        assert group.fit is not None
        theirs = expected[list(group.members)]
        ours = group.fit.elo - group.fit.elo.mean()
        worst = max(worst, float(np.abs(ours - (theirs - theirs.mean())).max()))
    return worst


def reference(results: Results, program: str) -> list[float]:
    found = results["reference"].get(program)
    ratings = found and found.get("ratings")
    assert ratings
    return ratings


def test_every_result_set_is_there() -> None:
    assert len(NAMES) == 14
    assert len(FINITE) == 10


@pytest.mark.parametrize("name", FINITE)
def test_plain_maximum_likelihood_is_that_of_scipy(name: str) -> None:
    results = read(name)
    ratings = rate(len(results["players"]), tallies(results), PLAIN)
    assert worst_difference(results, ratings, reference(results, "scipy_newton")) < 1e-6


@pytest.mark.parametrize(
    "name", [name for name in FINITE if name != "v13_eight_all_draws"]
)  # Ordo refuses it
def test_plain_maximum_likelihood_is_that_of_ordo(name: str) -> None:
    results = read(name)
    ratings = rate(len(results["players"]), tallies(results), PLAIN)
    assert worst_difference(results, ratings, reference(results, "ordo_1.2.6")) < 1e-3


@pytest.mark.parametrize("name", FINITE)
def test_with_draws_as_a_win_and_a_loss_it_is_that_of_bayeselo_without_prior(name: str) -> None:
    results = read(name)
    bayeselo = results["reference"]["bayeselo_0058"]
    assert bayeselo is not None
    ratings = rate(len(results["players"]), tallies(results, draw_is_win_and_loss=True), PLAIN)
    prior0: dict[str, list[float]] = bayeselo["prior0"]  # type: ignore[assignment]
    assert worst_difference(results, ratings, prior0["ratings"]) < 0.05


@pytest.mark.parametrize("name", NAMES)
def test_with_the_prior_it_is_that_of_scipy_with_half_a_point_each_way(name: str) -> None:
    results = read(name)
    ratings = rate(len(results["players"]), tallies(results), Method(weights="games"))
    assert worst_difference(results, ratings, reference(results, "scipy_newton_map_half_point")) < 1e-6


@pytest.mark.parametrize("name", NAMES)
def test_groups_are_the_components_of_the_games_played(name: str) -> None:
    results = read(name)
    ratings = rate(len(results["players"]), tallies(results))
    groups = [[results["players"][member] for member in group.members] for group in ratings.groups]
    assert sorted(groups) == sorted(results["components"])


def test_errors_clustered_by_deal_pair_are_those_of_statsmodels() -> None:
    given = json.loads((VECTORS / "v21_clustered.json").read_text())
    number = {player: place for place, player in enumerate(given["players"])}
    units: defaultdict[tuple[int, int, int], list[int]] = defaultdict(list)
    for row in given["games"]:
        units[number[row["a"]], number[row["b"]], row["pair"]].append(int(2 * row["score_a"]))
    found: dict[tuple[int, int], PairingTally] = {}
    for (a, b, _), halves in units.items():
        found.setdefault((a, b), PairingTally(a, b)).units[len(halves), sum(halves)] += 1
    fit = rate(len(number), found.values(), PLAIN).groups[0].fit
    assert fit is not None
    assert fit.elo == pytest.approx(given["ratings"], abs=1e-6)
    assert np.sqrt(np.diag(fit.covariance)) == pytest.approx(given["se_clustered"], abs=1e-6)
