"""Which pairings to play next so that open differences close soonest."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np

from gin_tournaments.statistics.joint_fit import Fit
from gin_tournaments.statistics.ratings import Ratings
from gin_tournaments.statistics.separation import Rule, separate
from gin_tournaments.statistics.tally import PairingTally


def open_neighbours(fit: Fit, rule: Rule, among: Collection[int] | None = None) -> list[tuple[int, int]]:
    """Give the rows of the bots next to each other by Elo that are neither separated nor tied.

    Only bots *among* some count, when given: others are passed over.
    """
    decided = separate(fit, rule)
    rows = [row for row, bot in enumerate(fit.bots) if among is None or bot in among]
    order = sorted(rows, key=lambda row: (-round(float(fit.elo[row]), 6), row))
    return [pair for pair in pairwise(order) if decided.verdict(*pair) == "open"]


def next_batch(
    ratings: Ratings,
    tallies: Iterable[PairingTally],
    rule: Rule,
    allowed: Collection[tuple[int, int]],
    pairs: int,
    among: Collection[int] | None = None,
) -> dict[tuple[int, int], int]:
    """Spread *pairs* deal pairs over the *allowed* pairings; nothing when no neighbours (*among*) are open.

    By Neyman's rule the deal pairs of pairing k shall be as |c_k|·σ_k, c_k the weight of its score in a
    difference and σ_k the deviation of a pair's score (J. Neyman, Journal of the Royal Statistical Society
    97, 1934); for several open differences as the root of the summed squares, which makes the sum of their
    variances least. What is already played counts. The same input gives the same batch.
    """
    have = {(tally.a, tally.b): tally.pairs for tally in tallies}
    weights: dict[tuple[int, int], float] = {}
    for group in ratings.groups:
        if group.fit is not None:
            wanted = _weights(group.fit, open_neighbours(group.fit, rule, among))
            weights |= {pair: weight for pair, weight in wanted.items() if pair in allowed and weight > 0}
    return _fill({pair: have.get(pair, 0) for pair in weights}, weights, pairs) if weights else {}


def _weights(fit: Fit, neighbours: Sequence[tuple[int, int]]) -> dict[tuple[int, int], float]:
    """Give Neyman's weight of every pairing of the fit for some differences, by the bots' numbers."""
    total = np.zeros_like(fit.inverse)
    for row, other in neighbours:
        by_bot = fit.inverse[row] - fit.inverse[other]
        total += (by_bot[:, None] - by_bot[None, :]) ** 2
    unplayed = 2 * fit.chances * fit.chances.T
    deviation = np.sqrt(np.where(fit.unit_variance > 0, fit.unit_variance, unplayed))
    weights = np.sqrt(total) * deviation
    return {(fit.bots[a], fit.bots[b]): float(weights[a, b]) for b in range(len(fit.bots)) for a in range(b)}


def _fill(
    have: Mapping[tuple[int, int], int], weights: Mapping[tuple[int, int], float], pairs: int
) -> dict[tuple[int, int], int]:
    """Raise the pairings that have least for their weight to one level, by *pairs* in all."""
    order = sorted(weights, key=lambda pair: (have[pair] / weights[pair], pair[1], pair[0]))
    chosen, level = order[:1], 0.0
    for count in range(1, len(order) + 1):
        chosen = order[:count]
        level = (pairs + sum(have[pair] for pair in chosen)) / math.fsum(weights[pair] for pair in chosen)
        if count < len(order) and level <= have[order[count]] / weights[order[count]]:
            break
    return _rounded({pair: max(level * weights[pair] - have[pair], 0.0) for pair in chosen}, pairs)


def _rounded(shares: Mapping[tuple[int, int], float], pairs: int) -> dict[tuple[int, int], int]:
    """Round to whole numbers that sum to *pairs*, by largest remainders; leave out what gets none."""
    whole = {pair: math.floor(share) for pair, share in shares.items()}
    rest = pairs - sum(whole.values())
    order = sorted(shares, key=lambda pair: (whole[pair] - shares[pair], pair[1], pair[0]))
    for pair in order[:rest]:
        whole[pair] += 1
    return {pair: count for pair, count in whole.items() if count > 0}
