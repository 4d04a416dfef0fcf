"""What the server tells the tournament, as values."""

from typing import NamedTuple, TypeAlias

from gin_referee.effects import Closing, FaultNotice, Voided
from gin_referee.records import GameKey, GameRecord


class Joined(NamedTuple):
    """A connection was welcomed; *language* and *sdk_version* are what the bot says of itself."""

    name: str
    lane: int | None
    peer: str
    language: str
    sdk_version: str


class Left(NamedTuple):
    """A connection is gone, for whatever reason."""

    name: str
    lane: int | None
    peer: str


class Bug(NamedTuple):
    """A fault of ours outside any game, with its traceback; the connection where it showed was closed."""

    traceback: str


Event: TypeAlias = GameKey | GameRecord | FaultNotice | Voided | Closing | Joined | Left | Bug
"""A GameKey is a game that started, a Closing a connection that we close."""
