"""What is known of every pairing, of two bots, and of everybody's luck, as people read it."""

from collections.abc import Mapping, Sequence

from gin_tournaments.screen import figures
from gin_tournaments.screen.printable import printable
from gin_tournaments.screen.sheet import Sheet
from gin_tournaments.statistics.compare import Comparison
from gin_tournaments.statistics.crosstable import Cell, PairSpread
from gin_tournaments.statistics.luck import Luck

_FIELDS = (
    *("a", "b", "games", "score", "residual", "residual_z", "2-0", "1.5-0.5", "1-1", "0.5-1.5", "0-2"),
    *("correlation", "saved", "points_per_hand", "points_per_hand_ci95", "points_saved"),
)


def grid(cells: Sequence[Cell], names: Sequence[str], order: Sequence[int]) -> Sheet:
    """Give everybody's score against everybody in per cent, the bots in *order* (numbers by entry)."""
    share = {}
    for cell in cells:
        share[cell.a, cell.b] = cell.score / cell.games
        share[cell.b, cell.a] = 1 - cell.score / cell.games
    rows = [
        [
            f"{place} {names[row]}",
            *("" if row == column else _per_cent(share.get((row, column))) for column in order),
        ]
        for place, row in enumerate(order, 1)
    ]
    return Sheet(["score % against", *(str(place) for place in range(1, len(order) + 1))], rows)


def _per_cent(share: float | None) -> str:
    return figures.UNKNOWN if share is None else f"{100 * share:.1f}"


def pairing_sheet(cells: Sequence[Cell], names: Sequence[str]) -> Sheet:
    """Give a row for each pairing, as people read it."""
    headers = [
        "a",
        "b",
        "score",
        "residual (z)",
        "2–0",
        "1–1",
        "0–2",
        "corr.",
        "saved",
        "pts/hand ±95 %",
    ]
    rows = [
        [
            names[cell.a],
            names[cell.b],
            f"{cell.score:g}/{cell.games}",
            _residual(cell),
            *(str(cell.pairs[place]) for place in (0, 2, 4)),
            figures.UNKNOWN if cell.correlation is None else figures.signed(cell.correlation, 2),
            _times(cell.saved),
            _points(cell),
        ]
        for cell in cells
    ]
    return Sheet(
        [*headers, "saved"],
        [[*row, _times(cell.points_saved)] for row, cell in zip(rows, cells, strict=True)],
        2,
    )


def pairing_rows(cells: Sequence[Cell], names: Sequence[str]) -> Sheet:
    """Give a row for each pairing with the fields of `crosstable --format json`, for programs."""
    rows = [
        [
            names[cell.a],
            names[cell.b],
            *map(_number, (cell.games, cell.score, cell.residual, cell.residual_z, *cell.pairs)),
            *map(_number, (cell.correlation, cell.saved, *(cell.points or (None, None)), cell.points_saved)),
        ]
        for cell in cells
    ]
    return Sheet(_FIELDS, rows, 2)


def _residual(cell: Cell) -> str:
    if cell.residual is None or cell.residual_z is None:
        return figures.UNKNOWN
    return f"{figures.signed(cell.residual, 1)} ({figures.signed(cell.residual_z, 1)})"


def _points(cell: Cell) -> str:
    mean, ci95 = cell.points or (None, None)
    return figures.with_error(mean, ci95, 2)


def _times(factor: float | None) -> str:
    return figures.UNKNOWN if factor is None else f"{factor:.2f}×"


def _number(number: float | None) -> str:
    return "" if number is None else str(number)


def crosstable_legend(spread: PairSpread) -> list[str]:
    """Explain the sheet of pairings in lines of at most 80 columns."""
    lines = [
        "score: a's wins, a drawn game half; residual: less what the joint fit predicts,",
        "z in standard errors. 2–0, 1–1, 0–2: deal pairs by a's result. corr.: of the two",
        "games of a pair. saved: how many times the variance without duplicate deals, on",
        "wins and on points. points/hand as a sees them.",
    ]
    saved, points_saved = _times(spread.saved), _times(spread.points_saved)
    return [*lines, f"All pairings: duplicate deals save {saved} variance on wins, {points_saved} on points."]


def comparison_lines(comparison: Comparison, names: Sequence[str]) -> list[str]:
    """Say how two bots compare, a line for each way of looking at it."""
    a, b = printable(names[comparison.a]), printable(names[comparison.b])
    lines = [f"{a} less {b}"]
    if comparison.elo is None or comparison.superiority is None:
        lines.append("Elo: no games join the two")
    else:
        lines.append(
            f"Elo, joint fit: {figures.with_error(comparison.elo, comparison.elo_ci95)}; "
            f"chance that {a} is stronger {figures.chance(comparison.superiority)}; {comparison.verdict}"
        )
    cell = comparison.head_to_head
    if cell is None:
        lines.append("head to head: no complete deal pair")
    else:
        turned = cell.a != comparison.a
        score = cell.games - cell.score if turned else cell.score
        pairs = cell.pairs[::-1] if turned else cell.pairs
        mean, ci95 = cell.points or (None, None)
        mean = -mean if turned and mean is not None else mean
        points = figures.with_error(mean, ci95, 2)
        lines += [
            f"head to head: {score:g} of {cell.games} games, {points} points a hand",
            f"  deal pairs 2–0: {pairs[0]}, 1–1: {pairs[2]}, 0–2: {pairs[4]}, others: {pairs[1] + pairs[3]}",
        ]
    if comparison.against_field is None:
        lines.append("against the common field: no opponent that both have met")
    else:
        field = ", ".join(printable(names[bot]) for bot in comparison.common)
        points = figures.with_error(*comparison.against_field, 2)
        lines.append(f"against the common field: {points} points a hand ({field})")
    return lines


def luck_sheet(luck: Mapping[str, Luck]) -> Sheet:
    """Give a row for each bot, the luckiest first."""
    order = sorted(luck, key=lambda name: (-(luck[name].mean or 0.0), name))
    rows = [
        [name, figures.with_error(luck[name].mean, luck[name].ci95, 2), str(luck[name].hands)]
        for name in order
    ]
    return Sheet(["bot", "luck, points/hand ± 95 %", "hands"], rows)
