"""Simulated fields of known strengths: whether intervals hold what they say and equal bots stay together."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from gin_tournaments.statistics.joint_fit import ELO, Method
from gin_tournaments.statistics.planning import TYPICAL_CORRELATION
from gin_tournaments.statistics.ratings import rate
from gin_tournaments.statistics.separation import Rule, separate
from gin_tournaments.statistics.tally import PairingTally


class Coverage(NamedTuple):
    """How many intervals were looked at and how many held the truth."""

    intervals: int
    held: int

    @property
    def share(self) -> float:
        """Share of the intervals that held the truth."""
        return self.held / self.intervals


def play_pairs(
    draw: Generator, elo: Sequence[float], pairs: int, correlation: float = TYPICAL_CORRELATION
) -> list[PairingTally]:
    """Simulate *pairs* deal pairs of every pairing of bots of the given strengths."""
    tallies = []
    for b in range(len(elo)):
        for a in range(b):
            won, lost = draw.multinomial(pairs, _outcomes(elo[a] - elo[b], correlation))[:2].tolist()
            tally = PairingTally(a, b, pairs=pairs)
            tally.units.update({(2, 4): won, (2, 0): lost, (2, 2): pairs - won - lost})
            tallies.append(tally)
    return tallies


def _outcomes(difference: float, correlation: float) -> tuple[float, float, float]:
    """Give the chances of winning both games, losing both and one each, as correlated as they can be."""
    chance = 1 / (1 + np.exp(-difference / ELO))
    apart = chance * (1 - chance)
    joint = max(correlation * apart, -(chance**2), -((1 - chance) ** 2))
    return chance**2 + joint, (1 - chance) ** 2 + joint, 2 * (apart - joint)


def coverage(
    draw: Generator,
    elo: Sequence[float],
    pairs: int,
    trials: int,
    *,
    correlation: float = TYPICAL_CORRELATION,
    method: Method | None = None,
) -> Coverage:
    """Count in how many of *trials* tournaments each bot's 95 % interval holds its strength (of mean 0)."""
    truth = np.array(elo) - np.mean(elo)
    held = 0
    for _ in range(trials):
        ratings = rate(len(elo), play_pairs(draw, elo, pairs, correlation), method)
        fit = ratings.groups[0].fit
        if fit is not None:
            widths = np.array([fit.half_width(row) or 0.0 for row in range(len(elo))])
            held += int((np.abs(fit.elo - truth) <= widths).sum())
    return Coverage(trials * len(elo), held)


def false_separations(
    draw: Generator, bots: int, batch: int, looks: int, trials: int, rule: Rule | None = None
) -> float:
    """Give the share of pairs of equal bots that are ever called different.

    Each of *trials* tournaments is looked at after every *batch* deal pairs of all pairings, *looks* times.
    """
    wrong = 0
    for _ in range(trials):
        ever = np.zeros((bots, bots), dtype=bool)
        for tallies in _growing(draw, bots, batch, looks):
            fit = rate(bots, tallies).groups[0].fit
            if fit is not None:
                ever |= separate(fit, rule or Rule()).above != 0
        wrong += int(ever.sum()) // 2
    return wrong / (trials * bots * (bots - 1) // 2)


def _growing(draw: Generator, bots: int, batch: int, looks: int) -> Iterator[list[PairingTally]]:
    tallies = play_pairs(draw, [0.0] * bots, batch)
    yield tallies
    for _ in range(looks - 1):
        for tally, more in zip(tallies, play_pairs(draw, [0.0] * bots, batch), strict=True):
            tally.join(more)
        yield tallies
