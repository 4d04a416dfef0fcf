"""Two bots of a tournament side by side: two versions of a program, say."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gin_tournaments.statistics.crosstable import Cell, crosstable, crosstable_to_json
from gin_tournaments.statistics.json_value import Json
from gin_tournaments.statistics.points import PairingPoints, Points, mean_difference, pairing_points
from gin_tournaments.statistics.ratings import Ratings
from gin_tournaments.statistics.separation import Rule, Verdict, separate
from gin_tournaments.statistics.student_t import t_quantile
from gin_tournaments.statistics.tally import PairingTally


@dataclass(frozen=True, slots=True)
class Comparison:
    """Bot a less bot b (numbers by entry).

    `elo`, `elo_ci95` are the difference in the joint fit and the half-width of its 95 % interval (None when
    no games join the two); `superiority` the chance that a is really stronger; `verdict` by the standings'
    rule. `head_to_head` is their own pairing as the earlier entrant sees it; `against_field` a's points per
    hand less b's over the `common` opponents that both have met.
    """

    a: int
    b: int
    elo: float | None
    elo_ci95: float | None
    superiority: float | None
    verdict: Verdict | None
    head_to_head: Cell | None
    common: tuple[int, ...]
    against_field: Points | None


def compare(
    a: int, b: int, pairings: Mapping[tuple[int, int], PairingTally], ratings: Ratings, rule: Rule
) -> Comparison:
    """Compare two bots, given the tallies by their bots' numbers (the smaller first)."""
    own = pairings.get((min(a, b), max(a, b)))
    head_to_head = crosstable([own], ratings) if own else []
    of_a, of_b = _field(a, pairings), _field(b, pairings)
    common = tuple(sorted(of_a.keys() & of_b.keys()))
    elo, ci95, superiority, verdict = _difference(a, b, ratings, rule)
    return Comparison(
        a,
        b,
        elo,
        ci95,
        superiority,
        verdict,
        head_to_head[0] if head_to_head else None,
        common,
        mean_difference([(of_a[bot], of_b[bot]) for bot in common]),
    )


def _difference(
    a: int, b: int, ratings: Ratings, rule: Rule
) -> tuple[float | None, float | None, float | None, Verdict | None]:
    fit = ratings.group_of(a).fit
    if fit is None or a not in fit.bots or b not in fit.bots:
        return None, None, None, None
    row, other = fit.bots.index(a), fit.bots.index(b)
    elo, variance = fit.difference(row, other)
    half_width = t_quantile(fit.degrees) * math.sqrt(variance)
    return elo, half_width or None, fit.superiority(row, other), separate(fit, rule).verdict(row, other)


def _field(bot: int, pairings: Mapping[tuple[int, int], PairingTally]) -> dict[int, PairingPoints]:
    """Give a bot's points per hand by opponent."""
    field = {}
    for (first, second), tally in pairings.items():
        points = pairing_points(tally) if bot in (first, second) else None
        if points is not None:
            field[first + second - bot] = points if bot == first else points.turned()
    return field


def comparison_to_json(comparison: Comparison, names: Sequence[str]) -> dict[str, Json]:
    """Give the value of `compare --format json`."""
    cell, field = comparison.head_to_head, comparison.against_field
    return {
        "a": names[comparison.a],
        "b": names[comparison.b],
        "elo": comparison.elo,
        "elo_ci95": comparison.elo_ci95,
        "superiority": comparison.superiority,
        "verdict": comparison.verdict,
        "head_to_head": crosstable_to_json([cell], names)[0] if cell else None,
        "common": [names[bot] for bot in comparison.common],
        "points_per_hand_against_common": field.mean if field else None,
        "points_per_hand_against_common_ci95": field.ci95 if field else None,
    }
