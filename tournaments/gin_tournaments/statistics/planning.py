"""How many deal pairs a zone of indifference will take, before any is played or from what was seen so far."""

import math
from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from gin_tournaments.statistics.bradley_terry import Matrix, laplacian
from gin_tournaments.statistics.connection import groups
from gin_tournaments.statistics.joint_fit import ELO, Fit
from gin_tournaments.statistics.separation import Rule

TYPICAL_CORRELATION = -0.25
"""Between the two games of a deal pair, seats swapped; measured by tournaments/duplicates.yaml."""


def tying_variance(rule: Rule) -> float:
    """Give the variance of a difference (Elo²) at which two bots of equal Elo are called tied."""
    low, high = 0.0, rule.zone**2
    for _ in range(60):
        middle = (low + high) / 2
        fits = float(rule.half_widths(np.array([[middle]]))[0, 0]) <= rule.zone
        low, high = (middle, high) if fits else (low, middle)
    return low


def pairs_for_zone(
    bots: int,
    pairings: Iterable[tuple[int, int]],
    rule: Rule,
    correlation: float = TYPICAL_CORRELATION,
) -> int:
    """Say how many deal pairs of each pairing tell any two equal bots tied, at a typical variance.

    *correlation* is that of the two games of a pair. Bots that no chain of pairings joins are not compared.
    """
    edges: Matrix = np.zeros((bots, bots))
    for a, b in pairings:
        edges[a, b] = edges[b, a] = 1.0
    spread = max(_widest(edges[np.ix_(group, group)]) for group in groups(edges > 0))
    return math.ceil(2 * (1 + correlation) * spread * ELO**2 / tying_variance(rule))


def _widest(edges: Matrix) -> float:
    """Give the largest resistance between two of a group's bots, every pairing having resistance 1."""
    inverse = np.linalg.pinv(laplacian(edges), hermitian=True)
    own = np.diag(inverse)
    return float((own[:, None] + own[None, :] - 2 * inverse).max())


def pairs_for_zone_seen(fit: Fit, units: float, rule: Rule) -> int:
    """Say it of the widest neighbours, at the variance seen after *units* (mean) deal pairs a pairing."""
    order = sorted(range(len(fit.bots)), key=lambda row: -float(fit.elo[row]))
    variances = [fit.difference(row, other)[1] for row, other in pairwise(order)]
    return math.ceil(units * max(variances, default=0.0) / tying_variance(rule))
