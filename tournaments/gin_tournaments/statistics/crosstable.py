"""Every pairing by itself: score against the fit's prediction, pair counts, what duplicate deals saved."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gin_tournaments.statistics.json_value import Json
from gin_tournaments.statistics.points import Points, bot_points, pairing_points
from gin_tournaments.statistics.ratings import Ratings
from gin_tournaments.statistics.tallies import played
from gin_tournaments.statistics.tally import PairingTally


@dataclass(frozen=True, slots=True)
class Cell:
    """One pairing, as bot *a* (number by entry) sees it, over complete rated deal pairs.

    `score` is in games won; `residual` is the score less what the fit predicts, `residual_z` the same in
    standard errors. `pairs` counts a's results of deal pairs: [2–0, 1½–½, 1–1, ½–1½, 0–2]. `correlation` is
    that of the two games of a pair; `saved` how many times fewer pairs duplicate deals take for the same
    certainty of the score, `points_saved` of the point difference. None is what cannot be said.
    """

    a: int
    b: int
    games: int
    score: float
    residual: float | None
    residual_z: float | None
    pairs: tuple[int, ...]
    correlation: float | None
    saved: float | None
    points: Points | None
    points_saved: float | None


def crosstable(tallies: Iterable[PairingTally], ratings: Ratings) -> list[Cell]:
    """Give a cell for each pairing with a complete rated deal pair, in the order of the pairings."""
    return [_cell(tally, ratings) for tally in played(tallies)]


def _cell(tally: PairingTally, ratings: Ratings) -> Cell:
    games = sum(count * size for (size, _), count in tally.units.items())
    score = sum(count * scored for (_, scored), count in tally.units.items()) / 2
    residual, z = _residual(tally, games, score, ratings)
    spread = pair_spread([tally])
    points = pairing_points(tally)
    return Cell(
        tally.a,
        tally.b,
        games,
        score,
        residual,
        z,
        tuple(tally.units[2, scored] for scored in (4, 3, 2, 1, 0)),
        spread.correlation,
        spread.saved,
        bot_points([points]) if points else None,
        spread.points_saved,
    )


def _residual(
    tally: PairingTally, games: int, score: float, ratings: Ratings
) -> tuple[float | None, float | None]:
    fit = ratings.group_of(tally.a).fit
    if fit is None or tally.a not in fit.bots or tally.b not in fit.bots:
        return None, None
    row, column = fit.bots.index(tally.a), fit.bots.index(tally.b)
    residual = score - games * float(fit.chances[row, column])
    error = math.sqrt(float(fit.unit_variance[row, column]) * tally.units.total())
    return residual, residual / error if error else None


@dataclass(frozen=True, slots=True)
class PairSpread:
    """Variances of a deal pair's score and point difference, and those if its games were independent."""

    score: float
    independent_score: float
    points: float
    independent_points: float

    @property
    def correlation(self) -> float | None:
        """Correlation of the scores of the two games of a pair."""
        return self.score / self.independent_score - 1 if self.independent_score else None

    @property
    def saved(self) -> float | None:
        """How many times the variance of the score would be without duplicate deals."""
        return self.independent_score / self.score if self.score else None

    @property
    def points_saved(self) -> float | None:
        """How many times the variance of the point difference would be without duplicate deals."""
        return self.independent_points / self.points if self.points else None


def pair_spread(tallies: Sequence[PairingTally]) -> PairSpread:
    """Average the variances over the deal pairs of some pairings; all 0 without duplicate deals."""
    duplicate = [tally for tally in tallies if tally.pairs and tally.units.total() == tally.pairs]
    pairs = sum(tally.pairs for tally in duplicate)
    if not pairs:
        return PairSpread(0.0, 0.0, 0.0, 0.0)
    spreads = [(tally.pairs / pairs, _spread(tally)) for tally in duplicate]
    return PairSpread(
        math.fsum(weight * spread.score for weight, spread in spreads),
        math.fsum(weight * spread.independent_score for weight, spread in spreads),
        math.fsum(weight * spread.points for weight, spread in spreads),
        math.fsum(weight * spread.independent_points for weight, spread in spreads),
    )


def _spread(tally: PairingTally) -> PairSpread:
    """Give the variances of one pairing, from exact sums; m pairs, 2m games."""
    m = tally.pairs
    halves = sum(count * scored for (_, scored), count in tally.units.items())
    halves_squared = sum(count * scored * scored for (_, scored), count in tally.units.items())
    leg_squares = 2 * halves - tally.drawn_legs
    diffs = sum(sums.diffs for sums in tally.points.values())
    diffs_squared = sum(sums.squares for sums in tally.points.values())
    return PairSpread(
        (m * halves_squared - halves**2) / (4 * m**2),
        (2 * m * leg_squares - halves**2) / (8 * m**2),
        (m * diffs_squared - diffs**2) / m**2,
        (2 * m * tally.leg_diffs.squares - diffs**2) / (2 * m**2),
    )


def crosstable_to_json(cells: Iterable[Cell], names: Sequence[str]) -> list[Json]:
    """Give the value of `crosstable --format json`."""
    return [
        {
            "a": names[cell.a],
            "b": names[cell.b],
            "games": cell.games,
            "score": cell.score,
            "residual": cell.residual,
            "residual_z": cell.residual_z,
            "pairs": list(cell.pairs),
            "correlation": cell.correlation,
            "saved": cell.saved,
            "points_per_hand": cell.points.mean if cell.points else None,
            "points_per_hand_ci95": cell.points.ci95 if cell.points else None,
            "points_saved": cell.points_saved,
        }
        for cell in cells
    ]
