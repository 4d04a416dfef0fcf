"""Points per hand over duplicate deals, with their error over deal pairs; never turned into Elo."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from gin_tournaments.statistics.student_t import t_quantile
from gin_tournaments.statistics.tally import HandSums, PairingTally


class Points(NamedTuple):
    """A mean of points per hand and the half-width of its 95 % interval, None while the spread is unknown."""

    mean: float
    ci95: float | None


class PairingPoints(NamedTuple):
    """Of one pairing, as its first bot sees it: mean over units, their number and squared deviations."""

    mean: float
    units: int
    deviations: float

    def turned(self) -> "PairingPoints":
        """Give the same as the second bot sees it."""
        return self._replace(mean=-self.mean)


def pairing_points(tally: PairingTally) -> PairingPoints | None:
    """Average the point difference per hand over the units of a pairing; None without any."""
    sums = [(hands, tally.points[hands]) for hands in sorted(tally.points) if hands]
    units = sum(of_hands.units for _, of_hands in sums)
    if not units:
        return None
    mean = math.fsum(of_hands.diffs / hands for hands, of_hands in sums) / units
    deviations = math.fsum(_deviations(hands, of_hands, mean) for hands, of_hands in sums)
    return PairingPoints(mean, units, deviations)


def _deviations(hands: int, sums: HandSums, mean: float) -> float:
    """Sum (difference / hands − mean)² over the units with one number of hands."""
    expected = mean * hands
    return max(sums.squares - 2 * expected * sums.diffs + sums.units * expected**2, 0.0) / hands**2


def bot_points(own: Sequence[PairingPoints]) -> Points | None:
    """Average a bot's points per hand over its pairings, each with the same weight; None without any."""
    return Points(math.fsum(points.mean for points in own) / len(own), _half_width(own)) if own else None


def mean_difference(pairs: Sequence[tuple[PairingPoints, PairingPoints]]) -> Points | None:
    """Average the first less the second of each pair, with the error of both; None without any."""
    if not pairs:
        return None
    mean = math.fsum(first.mean - second.mean for first, second in pairs) / len(pairs)
    width = _half_width([points for pair in pairs for points in pair])
    return Points(mean, None if width is None else 2 * width)


def _half_width(own: Sequence[PairingPoints]) -> float | None:
    """Give the half-width for a mean of pairings, each pairing with a variance of its own.

    Degrees of freedom by F. E. Satterthwaite, Biometrics Bulletin 2, 1946. A pairing of one unit has the
    pooled variance of the others.
    """
    freedom = sum(of_pair.units - 1 for of_pair in own)
    if not freedom:
        return None
    pooled = math.fsum(of_pair.deviations for of_pair in own) / freedom
    parts = [(_variance(of_pair, pooled) / of_pair.units, of_pair.units) for of_pair in own]
    variance = math.fsum(part for part, _ in parts)
    if not variance:
        return None
    degrees = variance**2 / math.fsum(part**2 / max(units - 1, 1) for part, units in parts)
    return t_quantile(max(int(degrees), 1)) * math.sqrt(variance) / len(own)


def _variance(of_pair: PairingPoints, pooled: float) -> float:
    return of_pair.deviations / (of_pair.units - 1) if of_pair.units > 1 else pooled
