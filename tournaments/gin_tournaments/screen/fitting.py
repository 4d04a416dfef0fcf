"""Which columns of a table have room beside the bots' names; no layout is done here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from gin_tournaments.statistics.standings import BotStanding

NAME_ROOM = 24
"""Columns that a name has before it is cut, as long as there are columns that may go."""


@dataclass(frozen=True, slots=True)
class Column:
    """A header and the figure of each bot; a column with *goes* may be left out, the highest first."""

    header: str
    figure: Callable[[BotStanding], str]
    goes: int = 0

    def width(self, bots: Sequence[BotStanding]) -> int:
        """Give how wide the column is, in columns of the terminal."""
        return max(cell_len(text) for text in (self.header, *map(self.figure, bots)))


def fitting(
    columns: Sequence[Column], bots: Sequence[BotStanding], width: int, names: Sequence[str]
) -> list[Column]:
    """Give the columns that fit in *width* beside *names* of up to NAME_ROOM, one space between any two."""
    kept = list(columns)
    names_need = min(NAME_ROOM, max(map(cell_len, ("bot", *names))))
    spare = sorted((column for column in columns if column.goes), key=lambda column: -column.goes)
    for column in spare:
        if names_need + sum(other.width(bots) + 1 for other in kept) <= width:
            break
        kept.remove(column)
    return kept
