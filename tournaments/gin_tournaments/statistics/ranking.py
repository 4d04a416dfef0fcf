"""The order of the bots of a group: Elo, then points per hand, then head-to-head, then name."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from gin_tournaments.statistics.points import Points
from gin_tournaments.statistics.ratings import Group
from gin_tournaments.statistics.tally import PairingTally

_SAME_ELO = 6  # decimals: rounding of the fit is far below
_SAME_POINTS = 9


def ranked(
    group: Group,
    points: Mapping[int, Points],
    pairings: Mapping[tuple[int, int], PairingTally],
    names: Sequence[str],
) -> list[int]:
    """Give the group's bots, best first; those without a rating come last."""

    def strength(bot: int) -> tuple[float, float]:
        elo, own = group.elo_of(bot), points.get(bot)
        return (
            float("inf") if elo is None else -round(elo, _SAME_ELO),
            float("inf") if own is None else -round(own.mean, _SAME_POINTS),
        )

    return _broken(sorted(group.members, key=strength), strength, pairings, names)


def _broken(
    bots: Iterable[int],
    strength: Callable[[int], tuple[float, float]],
    pairings: Mapping[tuple[int, int], PairingTally],
    names: Sequence[str],
) -> list[int]:
    """Order those of equal strength by the games among themselves, then by name."""
    order: list[int] = []
    for _, equals in groupby(bots, key=strength):
        tied = list(equals)
        lead = {bot: sum(_lead(bot, other, pairings) for other in tied) for bot in tied}
        order += sorted(tied, key=lambda bot: (-lead[bot], names[bot]))
    return order


def _lead(bot: int, other: int, pairings: Mapping[tuple[int, int], PairingTally]) -> int:
    """Give the games that *bot* won of *other* less those it lost, forfeits included."""
    tally = pairings.get((min(bot, other), max(bot, other)))
    if tally is None:
        return 0
    return tally.wins - tally.losses if bot == tally.a else tally.losses - tally.wins
