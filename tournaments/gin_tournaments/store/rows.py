"""Between a finished game and the rows that hold it; pure."""

import json
import zlib
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias, cast, get_args

from gin_referee.records import UNPLAYED, Cost, Fault, FaultKind, GameKey, GameRecord, Pair, Reason
from gin_tournaments.game_ids import show_game
from gin_tournaments.statistics.tally import half_points
from gin_tournaments.store.encoding import Damaged, decode_hands, decode_think, encode_hands, encode_think

REASONS: tuple[Reason, ...] = get_args(Reason)

FaultRow: TypeAlias = tuple[int, str, str, str, int, int, int, int]
"""seat, kind, cost, evidence, hand, decision, ended, listed."""


class ResultRow(NamedTuple):
    """A row of `games` without its record's number."""

    pairing: int
    deal_pair: int
    leg: int
    halves: int
    rated: int
    diff: int
    hands: int


class RecordRow(NamedTuple):
    """A row of `records` without its number."""

    attempt: int
    epoch: int
    winner: int | None
    score0: int
    score1: int
    sheet0: int
    sheet1: int
    columns: str | None
    reason: int
    hands: bytes
    think: bytes
    checksum: int


def result_row(record: GameRecord) -> ResultRow:
    """Give the numbers of a game as the pairing's earlier entrant sees them, who sits on seat *leg*."""
    seat = record.key.leg
    diff = sum(hand.points[seat] - hand.points[1 - seat] for hand in record.hands)
    rated = record.reason not in UNPLAYED
    return ResultRow(*record.key, half_points(record.winner, seat), int(rated), diff, len(record.hands))


def fault_rows(record: GameRecord) -> list[FaultRow]:
    """Give a game's faults, with the one that ended it marked; that one comes last when it is not listed."""
    rows: list[FaultRow] = []
    ending = record.fault
    for fault in record.faults:
        ended = ending is not None and fault == ending
        rows.append((*_fault_parts(fault), int(ended), 1))
        if ended:
            ending = None
    if ending is not None:
        rows.append((*_fault_parts(ending), 1, 0))
    return rows


def _fault_parts(fault: Fault) -> tuple[int, str, str, str, int, int]:
    return fault.seat, fault.kind, fault.cost, storable(fault.evidence), fault.hand, fault.decision


def storable(text: str) -> str:
    """Give text that has a UTF-8 form, whatever a bot wrote."""
    return text.encode("utf-8", "backslashreplace").decode()


def record_row(record: GameRecord) -> RecordRow:
    """Give the row that a game can be read back from, together with its faults."""
    row = RecordRow(
        attempt=record.attempt,
        epoch=record.epoch,
        winner=record.winner,
        score0=record.scores[0],
        score1=record.scores[1],
        sheet0=record.sheet[0],
        sheet1=record.sheet[1],
        columns=None if record.columns is None else json.dumps(record.columns),
        reason=REASONS.index(record.reason),
        hands=encode_hands(record.hands),
        think=encode_think(record.think_us, record.hands),
        checksum=0,
    )
    return row._replace(checksum=_checksum(record.key, row, fault_rows(record)))


def game_record(
    key: GameKey, seats: tuple[str, str], row: RecordRow, faults: Sequence[FaultRow]
) -> GameRecord:
    """Give the game that was stored.

    Raises:
        Damaged: when it is not what was stored.
    """
    if row.checksum != _checksum(key, row, faults):
        raise Damaged(f"game {show_game(key)} is not as it was stored")
    hands = decode_hands(row.hands)
    listed = tuple(_fault(fault) for fault in faults if fault[-1])
    ending = [_fault(fault) for fault in faults if fault[-2]]
    return GameRecord(
        key=key,
        seats=seats,
        attempt=row.attempt,
        epoch=row.epoch,
        hands=hands,
        winner=row.winner,
        scores=(row.score0, row.score1),
        sheet=(row.sheet0, row.sheet1),
        columns=None if row.columns is None else _columns(row.columns),
        reason=REASONS[row.reason],
        fault=ending[0] if ending else None,
        faults=listed,
        think_us=decode_think(row.think, hands),
    )


def _columns(text: str) -> tuple[Pair, ...]:
    return tuple((first, second) for first, second in json.loads(text))


def _fault(row: FaultRow) -> Fault:
    seat, kind, cost, evidence, hand, decision, _, _ = row
    return Fault(seat, cast("FaultKind", kind), cast("Cost", cost), evidence, hand, decision)


def row_checksum(*values: str | float | None) -> int:
    """Give the CRC-32 of a row's values."""
    return zlib.crc32(repr(values).encode())


def _checksum(key: GameKey, row: RecordRow, faults: Sequence[FaultRow]) -> int:
    """Give the CRC-32 of everything that is stored of a game."""
    text = repr((tuple(key), tuple(row[:9]), [tuple(fault) for fault in faults]))
    return zlib.crc32(row.think, zlib.crc32(row.hands, zlib.crc32(text.encode())))
