"""A scoresheet as lines of text, as it would be written on paper."""

from collections.abc import Sequence

from rich.cells import cell_len

from gin_rummy.scoring import GameScore
from gin_tournaments.pencil.sheet import Entry, Scoresheet, bonuses

_LABEL_WIDTH = 26


def sheet_lines(sheet: Scoresheet) -> list[str]:
    """Draw the sheet: a line a hand with the scores it made, the bonuses, the totals, and how it stands."""
    rows = _Rows(sheet.players, len(sheet.score.sheet_columns))
    lines = [*rows.heads(), *_hand_lines(sheet, rows), rows.rule(), *_bonus_lines(sheet, rows)]
    if sheet.score.columns is not None:
        lines += [rows.rule(), rows.row("All three games", [str(total) for total in sheet.score.sheet])]
    return [*lines, "", standing(sheet)]


class _Rows:
    """Lays out a label and a cell for each player in each column."""

    def __init__(self, players: Sequence[str], columns: int) -> None:
        self._players = players
        self._columns = columns
        self._widths = [max(cell_len(name), 5) + 2 for name in players]

    def heads(self) -> list[str]:
        names = self.row("Hand", list(self._players) * self._columns)
        if self._columns == 1:
            return [names]
        games = "".join(_right(f"Game {number}", sum(self._widths)) for number in range(1, self._columns + 1))
        return [" " * _LABEL_WIDTH + games, names]

    def row(self, label: str, cells: Sequence[str]) -> str:
        widths = self._widths * self._columns
        right = "".join(_right(cell, width) for cell, width in zip(cells, widths, strict=False))
        return (label + " " * (_LABEL_WIDTH - cell_len(label)) + right).rstrip()

    def rule(self) -> str:
        return "-" * (_LABEL_WIDTH + sum(self._widths) * self._columns)


def _right(cell: str, width: int) -> str:
    return " " * (width - cell_len(cell)) + cell


def _hand_lines(sheet: Scoresheet, rows: _Rows) -> list[str]:
    return [
        rows.row(f"{number:3}  {_what(entry)}", ["" if score is None else str(score) for score in scores])
        for number, (entry, scores) in enumerate(sheet.rows(), 1)
    ]


def _what(entry: Entry) -> str:
    how = entry.end.words if entry.end else ""
    return how if entry.winner is None else f"{how} +{entry.points}".strip()


def _bonus_lines(sheet: Scoresheet, rows: _Rows) -> list[str]:
    columns = sheet.score.sheet_columns
    parts = [bonuses(column, seat, sheet.rules) for column in columns for seat in (0, 1)]
    boxes = f"Boxes, {sheet.rules.box_bonus} a hand won"
    named = [
        ("Points", [part.points for part in parts]),
        ("Game bonus", [part.game for part in parts]),
        (f"Shutout, × {sheet.rules.shutout_multiplier}", [part.shutout for part in parts]),
        (boxes, [part.boxes for part in parts]),
    ]
    lines = [rows.row(label, _cells(numbers)) for label, numbers in named if any(numbers)]
    return [*lines, rows.row("Total", [str(part.total) for part in parts])]


def _cells(numbers: Sequence[int]) -> list[str]:
    return [str(number) if number else "" for number in numbers]


def standing(sheet: Scoresheet) -> str:
    """Say in a sentence how the game stands or how it ended."""
    score = sheet.score
    if score.finished:
        return _outcome(sheet, score)
    if sheet.rules.hands is not None:
        return f"{score.hands_scored} of {sheet.rules.hands} hands are scored."
    if score.columns is not None:
        closed = sum(column.closed for column in score.sheet_columns)
        return f"Games over: {closed} of {len(score.sheet_columns)}; each is played to {sheet.rules.target}."
    to_go = (f"{name} {sheet.rules.target - score.scores[seat]}" for seat, name in enumerate(sheet.players))
    return f"To go to {sheet.rules.target}: {', '.join(to_go)}."


def _outcome(sheet: Scoresheet, score: GameScore) -> str:
    if score.winner is None:
        return "The game is a draw."
    name = sheet.players[score.winner]
    if score.columns is not None:
        won = [sum(column.winner == seat for column in score.sheet_columns) for seat in (0, 1)]
        return f"{name} wins, {won[score.winner]} games to {won[1 - score.winner]}."
    return f"{name} wins, {score.scores[score.winner]} to {score.scores[1 - score.winner]}."
