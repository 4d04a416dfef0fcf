"""One joint fit of a group of bots, with its sandwich error over deal pairs, in Elo."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np

from gin_tournaments.statistics import bradley_terry
from gin_tournaments.statistics.bradley_terry import Matrix, Vector, laplacian
from gin_tournaments.statistics.student_t import t_probability, t_quantile
from gin_tournaments.statistics.tally import PairingTally

ELO = 400 / math.log(10)
"""Elo of one unit of natural log odds."""

_NO_VARIANCE = 1e-12


@dataclass(frozen=True, slots=True)
class Method:
    """How to rate; the defaults are those of docs/statistics.md.

    `weights`: every pairing counts with the same total weight, or each with its number of games. `prior`
    virtual drawn games of each bot against a phantom rated 0. `small_samples`: correct the error for few deal
    pairs (one virtual unit a pairing, m/(m − 1)). `anchors`: ratings given to bots by number; the fit is
    shifted so that their mean is met, in place of mean 0.
    """

    weights: Literal["equal", "games"] = "equal"
    prior: float = 1.0
    small_samples: bool = True
    anchors: Mapping[int, float] = field(default_factory=dict)


PLAIN = Method(weights="games", prior=0.0, small_samples=False)
"""Maximum likelihood as other programs compute it, with the plain sandwich error."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """The joint fit of some bots, `bots[i]` being row i.

    `elo` (n) is shifted to its frame and `covariance` (n × n, Elo²) is that of the shifted numbers; `chances`
    that row beats column; `inverse` the inverse information in log odds; `unit_variance` (n × n) that of a
    unit's score in each pairing, 0 where none was played; `degrees` are of freedom.
    """

    bots: tuple[int, ...]
    elo: Vector
    covariance: Matrix
    chances: Matrix
    inverse: Matrix
    unit_variance: Matrix
    degrees: int

    def half_width(self, row: int) -> float | None:
        """Give the half-width of a bot's 95 % interval; None where its Elo is fixed or nothing is known."""
        variance = float(self.covariance[row, row])
        return t_quantile(self.degrees) * math.sqrt(variance) if variance > _NO_VARIANCE else None

    def difference(self, row: int, other: int) -> tuple[float, float]:
        """Give the Elo difference of two bots, row less other, and its variance."""
        v = self.covariance
        variance = float(v[row, row] + v[other, other] - 2 * v[row, other])
        return float(self.elo[row] - self.elo[other]), max(variance, 0.0)

    def superiority(self, row: int, other: int) -> float:
        """Give the chance that the first bot is really the stronger of the two."""
        difference, variance = self.difference(row, other)
        if variance <= _NO_VARIANCE:
            return 0.5 if difference == 0 else float(difference > 0)
        return t_probability(self.degrees, difference / math.sqrt(variance))


class PairingSums(NamedTuple):
    """Exact sums over the units of a pairing; scores in half points of the first bot."""

    a: int
    b: int
    units: int
    games: int
    halves: int
    halves_squared: int
    games_halves: int
    games_squared: int


def sums_of(tally: PairingTally) -> PairingSums:
    """Sum over the units of a pairing."""
    units = games = halves = halves_squared = games_halves = games_squared = 0
    for (played, scored), count in tally.units.items():
        units += count
        games += count * played
        halves += count * scored
        halves_squared += count * scored * scored
        games_halves += count * played * scored
        games_squared += count * played * played
    return PairingSums(tally.a, tally.b, units, games, halves, halves_squared, games_halves, games_squared)


def joint_fit(
    bots: list[int], games: Matrix, halves: Matrix, pairings: Sequence[PairingSums], method: Method
) -> Fit:
    """Fit *bots*, numbers that index *games* and the rows' *halves* (half points), all bots by all bots.

    V = H⁻¹ (Σ r rᵀ) H⁻¹ (P. J. Huber, 1967; K.-Y. Liang, S. L. Zeger, Biometrika 73, 1986), clustered.
    """
    rows = np.ix_(bots, bots)
    weights = _weights(games[rows], method)
    weighted = weights * games[rows]
    fitted = bradley_terry.fit(weighted, weights * halves[rows] / 2, method.prior)
    among = set(bots)
    own = [pairing for pairing in pairings if pairing.a in among and pairing.b in among]
    squares, unit_variance = _residuals(bots, own, fitted.chances, method)
    meat = laplacian(weights**2 * squares)
    frame, target = _frame(bots, method.anchors)
    covariance = _shifted(fitted.inverse @ meat @ fitted.inverse * ELO**2, frame)
    elo = fitted.strengths * ELO
    units = sum(pairing.units for pairing in own)
    return Fit(
        tuple(bots),
        elo - float(frame @ elo) + target,
        covariance,
        fitted.chances,
        fitted.inverse,
        unit_variance,
        max(units - len(bots), 1),
    )


def _weights(games: Matrix, method: Method) -> Matrix:
    """Give the weight of a game in each pairing (n × n), 0 where none was played."""
    played = games > 0
    if method.weights == "games" or not played.any():
        return played.astype(np.float64)
    weights: Matrix = np.zeros_like(games)
    np.divide(games.sum() / played.sum(), games, out=weights, where=played)
    return weights


def _residuals(
    bots: list[int], pairings: Sequence[PairingSums], chances: Matrix, method: Method
) -> tuple[Matrix, Matrix]:
    """Give the sums of squared residuals, corrected as the method says, and their variances a unit."""
    squares, variances = np.zeros_like(chances), np.zeros_like(chances)
    if not pairings:
        return squares, variances
    row = {bot: index for index, bot in enumerate(bots)}
    a, b = (np.array([row[pairing[side]] for pairing in pairings]) for side in (0, 1))
    units, _, _, halves_squared, games_halves, games_squared = np.array(
        [pairing[2:] for pairing in pairings], dtype=np.float64
    ).T
    p, q = chances[a, b], chances[b, a]
    plain = np.maximum(halves_squared / 4 - p * games_halves + p * p * games_squared, 0.0)
    virtual = p * q
    corrected = plain * units / np.maximum(units - 1, 1) + virtual if method.small_samples else plain
    squares[a, b] = squares[b, a] = corrected
    variances[a, b] = variances[b, a] = (plain + virtual) / units
    return squares, variances


def _frame(bots: Sequence[int], anchors: Mapping[int, float]) -> tuple[Vector, float]:
    """Give the weights (n, sum 1) of the bots whose mean rating is fixed, and to what."""
    anchored = [bot in anchors for bot in bots]
    if not any(anchored):
        return np.full(len(bots), 1 / len(bots)), 0.0
    known = [anchors[bot] for bot in bots if bot in anchors]
    return np.array(anchored, dtype=np.float64) / len(known), math.fsum(known) / len(known)


def _shifted(covariance: Matrix, frame: Vector) -> Matrix:
    """Give the covariance after subtracting from every number the mean by *frame*."""
    with_mean = covariance @ frame
    return covariance - with_mean[:, None] - with_mean[None, :] + frame @ with_mean
