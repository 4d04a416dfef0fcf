"""A plain table of texts, and its forms: on a terminal, in Markdown, as CSV."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rich.table import Table

from gin_tournaments.screen.printable import csv_text, markdown_text, shown

_NARROWEST = 6  # columns of a name, where there is no room


@dataclass(frozen=True, slots=True)
class Sheet:
    """Headers and rows of cells; the first *names* columns hold names, the others figures."""

    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    names: int = 1

    def table(self) -> Table:
        """Give the table for a terminal."""
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
        for place, header in enumerate(self.headers):
            is_name = place < self.names
            justify: Literal["left", "right"] = "left" if is_name else "right"
            table.add_column(
                shown(header), justify=justify, no_wrap=True, min_width=_NARROWEST if is_name else None
            )
        for row in self.rows:
            table.add_row(*map(shown, row))
        return table

    def markdown(self) -> str:
        """Give the table in Markdown."""
        rules = ["---" if place < self.names else "---:" for place in range(len(self.headers))]
        rows = [[markdown_text(cell) for cell in row] for row in (self.headers, *self.rows)]
        lines = [rows[0], rules, *rows[1:]]
        return "".join(f"| {' | '.join(line)} |\n" for line in lines)

    def csv(self) -> str:
        """Give the table as CSV; a name is never a formula."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.headers)
        for row in self.rows:
            writer.writerow([*map(csv_text, row[: self.names]), *row[self.names :]])
        return out.getvalue()
