"""Elo of all bots, group by group: bots with no games between them are never compared."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from gin_tournaments.statistics.bradley_terry import Matrix, Vector
from gin_tournaments.statistics.connection import groups
from gin_tournaments.statistics.joint_fit import ELO, Fit, Method, PairingSums, joint_fit, sums_of
from gin_tournaments.statistics.student_t import CONFIDENCE
from gin_tournaments.statistics.tally import PairingTally

Bound: TypeAlias = tuple[Literal["≥", "≤"], float]


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Bots joined by games, by number; `fit` is of those with a finite answer, None when there is none."""

    members: tuple[int, ...]
    fit: Fit | None

    def elo_of(self, bot: int) -> float | None:
        """Give a bot's Elo."""
        if self.fit is None or bot not in self.fit.bots:
            return None
        return float(self.fit.elo[self.fit.bots.index(bot)])


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Ratings of all bots: their groups, largest first, and the bounds of those with a perfect record."""

    groups: tuple[Group, ...]
    bounds: Mapping[int, Bound]

    def elo(self, bot: int) -> float | None:
        """Give a bot's Elo in its group; None where no finite answer exists."""
        return self.group_of(bot).elo_of(bot)

    def half_width(self, bot: int) -> float | None:
        """Give the half-width of a bot's 95 % interval; None without one."""
        fit = self.group_of(bot).fit
        return fit.half_width(fit.bots.index(bot)) if fit and bot in fit.bots else None

    def group_of(self, bot: int) -> Group:
        """Give the group that a bot is in."""
        return next(group for group in self.groups if bot in group.members)


def rate(bots: int, tallies: Iterable[PairingTally], method: Method | None = None) -> Ratings:
    """Rate *bots* bots, numbered from 0, by the units of their pairings (each pairing once)."""
    method = method or Method()
    pairings = sorted(sums_of(tally) for tally in tallies if tally.units.total())
    games, halves = np.zeros((bots, bots)), np.zeros((bots, bots))
    for pairing in pairings:
        a, b = pairing.a, pairing.b
        games[a, b] = games[b, a] = pairing.games
        halves[a, b], halves[b, a] = pairing.halves, 2 * pairing.games - pairing.halves
    rated = [_rate_group(members, games, halves, pairings, method) for members in groups(games > 0)]
    rated.sort(key=lambda group: (-len(group.members), group.members))
    return Ratings(tuple(rated), _bounds(rated, games, halves, method))


def _rate_group(
    members: list[int], games: Matrix, halves: Matrix, pairings: Sequence[PairingSums], method: Method
) -> Group:
    finite = members if method.prior else _finite(members, halves)
    fitted = joint_fit(finite, games, halves, pairings, method) if finite else None
    return Group(tuple(members), fitted)


def _finite(members: list[int], halves: Matrix) -> list[int]:
    """Give the bots with a finite answer without a prior.

    Those that reach each other along games not lost have one among themselves. When a group has more than one
    such set, nothing finite is known between the sets, and so of none.
    """
    sets = [found for found in groups(halves[np.ix_(members, members)] > 0) if len(found) > 1]
    return [members[row] for row in sets[0]] if len(sets) == 1 else []


def _bounds(rated: Sequence[Group], games: Matrix, halves: Matrix, method: Method) -> dict[int, Bound]:
    """Bound the ratings of bots that won or lost everything.

    Opponents' mean ± 400·log₁₀(q/(1 − q)) with q = 0.05^(1/n): a chance below q makes n wins of n rarer than
    5 %. Only games against opponents with a rating count.
    """
    bounds: dict[int, Bound] = {}
    for group in rated:
        for bot in group.members:
            played, scored = float(games[bot].sum()), float(halves[bot].sum())
            if played and scored in (0, 2 * played):
                bound = _bound(group, games[bot], method, won=bool(scored))
                if bound is not None:
                    bounds[bot] = bound
    return bounds


def _bound(group: Group, games: Vector, method: Method, *, won: bool) -> Bound | None:
    met = [(games[other], group.elo_of(other)) for other in group.members if games[other]]
    known = [(float(count), elo) for count, elo in met if elo is not None]
    if not known:
        return None
    weights = [count if method.weights == "games" else 1.0 for count, _ in known]
    mean = math.fsum(w * elo for w, (_, elo) in zip(weights, known, strict=True)) / math.fsum(weights)
    chance = (1 - CONFIDENCE) ** (1 / math.fsum(count for count, _ in known))
    margin = ELO * math.log(chance / (1 - chance))
    return ("≥", mean + margin) if won else ("≤", mean - margin)
