"""CSV with one row a game, safe to open in a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Iterator

from gin_referee.records import GameRecord
from gin_tournaments.game_ids import show_game
from gin_tournaments.screen.printable import csv_text

COLUMNS = (
    "id",
    "deal_pair",
    "leg",
    "epoch",
    "attempt",
    "seat0",
    "seat1",
    "winner",
    "score0",
    "score1",
    "sheet0",
    "sheet1",
    "hands",
    "reason",
    "fault_bot",
    "fault_kind",
)


def csv_lines(games: Iterable[GameRecord]) -> Iterator[str]:
    """Yield the line with the columns' names, and one for each game; `winner` is empty in a draw."""
    yield _line(COLUMNS)
    for record in games:
        yield _line(_cells(record))


def _cells(record: GameRecord) -> list[str | int]:
    names = [csv_text(name) for name in record.seats]
    fault = record.fault
    return [
        show_game(record.key),
        record.key.deal_pair,
        record.key.leg,
        record.epoch,
        record.attempt,
        *names,
        "" if record.winner is None else names[record.winner],
        *record.scores,
        *record.sheet,
        len(record.hands),
        record.reason,
        "" if fault is None else names[fault.seat],
        "" if fault is None else fault.kind,
    ]


def _line(cells: Iterable[str | int]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
