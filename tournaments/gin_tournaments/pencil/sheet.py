"""The scoresheet of one game: hands are entered and taken back, and everything on it is a fold over them."""

from collections.abc import Iterator
from typing import NamedTuple

from gin_rummy.errors import GinError
from gin_rummy.result import End, HandResult
from gin_rummy.rules import Rules
from gin_rummy.scoring import Column, GameScore


class CannotEnter(GinError):
    """A hand cannot be entered, or a line says nothing that a scoresheet knows; the sheet is unchanged."""


class Entry(NamedTuple):
    """One hand: the seat that won it, None for a void hand, its points, and how it ended where known."""

    winner: int | None
    points: int
    end: End | None = None


VOID = Entry(None, 0, End.VOID)


class Bonuses(NamedTuple):
    """What one column comes to for one seat; `game` and `shutout` are 0 unless it won the column."""

    points: int
    game: int
    shutout: int
    boxes: int

    @property
    def total(self) -> int:
        """The seat's sheet of the column."""
        return sum(self)


def bonuses(column: Column, seat: int, rules: Rules) -> Bonuses:
    """Split what `Column.sheet` adds up; nothing is doubled twice."""
    points, boxes = column.points[seat], rules.box_bonus * column.hands_won[seat]
    if column.winner != seat:
        return Bonuses(points, 0, 0, boxes)
    doubled = column.hands_won[1 - seat] == 0
    shutout = (points + rules.game_bonus) * (rules.shutout_multiplier - 1) if doubled else 0
    return Bonuses(points, rules.game_bonus, shutout, boxes)


class Scoresheet:
    """The hands of one game between two named players, by seat."""

    def __init__(self, rules: Rules, players: tuple[str, str]) -> None:
        self.rules = rules
        self.players = players
        self._entries: list[Entry] = []

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The hands so far, void ones too."""
        return tuple(self._entries)

    @property
    def score(self) -> GameScore:
        """The score of the game so far."""
        score = GameScore(self.rules)
        for entry in self._entries:
            score.add(_result(entry))
        return score

    def enter(self, entry: Entry) -> None:
        """Write down the next hand.

        Raises:
            CannotEnter: when the game is over.
        """
        if self.score.finished:
            raise CannotEnter("the game is over; undo takes the last hand back")
        self._entries.append(entry)

    def undo(self) -> Entry:
        """Take the last hand back and give it.

        Raises:
            CannotEnter: when there is none.
        """
        if not self._entries:
            raise CannotEnter("no hand is entered yet")
        return self._entries.pop()

    def rows(self) -> Iterator[tuple[Entry, list[int | None]]]:
        """Yield each hand with the scores it made, by column, then by seat; None where it did not score."""
        score = GameScore(self.rules)
        won = _hands_won(score)
        for entry in self._entries:
            score.add(_result(entry))
            before, won = won, _hands_won(score)
            points = [points for column in score.sheet_columns for points in column.points]
            yield (
                entry,
                [new if more > less else None for new, less, more in zip(points, before, won, strict=True)],
            )


def _hands_won(score: GameScore) -> list[int]:
    return [hands for column in score.sheet_columns for hands in column.hands_won]


def _result(entry: Entry) -> HandResult:
    points = (0, entry.points) if entry.winner == 1 else (entry.points, 0)
    return HandResult(entry.end or End.KNOCK, points, entry.winner)


def sheet_to_json(sheet: Scoresheet) -> dict[str, object]:
    """Give the sheet as it stands (docs/commands.md, `scoresheet`)."""
    score = sheet.score
    return {
        "players": list(sheet.players),
        "hands": [
            {"winner": entry.winner, "points": entry.points, "end": entry.end and entry.end.name.lower()}
            for entry in sheet.entries
        ],
        "scores": list(score.scores),
        "hands_won": list(score.hands_won),
        "columns": None if score.columns is None else [list(pair) for pair in score.columns],
        "column_sheets": [list(pair) for pair in score.column_sheets],
        "sheet": list(score.sheet),
        "winner": score.winner,
        "reason": score.reason,
    }
