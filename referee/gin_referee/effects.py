"""What results from a call to the arena, as values: the caller sends, stores and closes."""

from dataclasses import dataclass, field
from typing import NamedTuple

from gin_referee.records import Fault, GameKey, GameRecord
from gin_sdk.v1 import gin_pb2 as pb


class FaultNotice(NamedTuple):
    """A fault as it happens: whose (*bot*, on *lane*, None: any), against whom, in which game, what it cost.

    *event* counts what went wrong over the whole arena, from 0: a process that crashes with many games in
    flight is one event, since only the oldest decision it owed is at fault.
    """

    event: int
    bot: str
    lane: int | None
    opponent: str
    key: GameKey
    fault: Fault


class Closing(NamedTuple):
    """A connection to be closed, once its Goodbye is sent; *restart* asks for a new process in its place.

    *connection* is None for a process that has none.
    """

    connection: int | None
    name: str
    lane: int | None
    reason: str
    restart: bool


class Voided(NamedTuple):
    """A game that does not count and is to be played again; *bug* is our traceback, if that is the reason."""

    key: GameKey
    reason: str
    bug: str | None


@dataclass(slots=True)
class Effects:
    """Everything that resulted since it was last drained, the messages in the order to be sent."""

    outgoing: list[tuple[int, pb.PlayResponse]] = field(default_factory=list)
    finished: list[GameRecord] = field(default_factory=list)
    faults: list[FaultNotice] = field(default_factory=list)
    closing: list[Closing] = field(default_factory=list)
    voided: list[Voided] = field(default_factory=list)
    started: list[GameKey] = field(default_factory=list)
