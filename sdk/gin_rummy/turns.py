"""A decision as a bot is told of it. The fields are those of the wire's `Turn` and explained there."""

# ruff: noqa: D102 - see above

from typing import NamedTuple, Protocol


class TurnFacts(Protocol):
    """What a `View` reads: the wire's `Turn`, or the one of this module."""

    @property
    def game(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def phase(self) -> int: ...
    @property
    def legal(self) -> bytes: ...
    @property
    def hand(self) -> bytes: ...
    @property
    def drawn(self) -> int | None: ...
    @property
    def taken(self) -> bool: ...
    @property
    def discard_pile(self) -> bytes: ...
    @property
    def opponent_known(self) -> bytes: ...
    @property
    def stock_left(self) -> int: ...
    @property
    def knock_limit(self) -> int: ...
    @property
    def dealer(self) -> bool: ...
    @property
    def score(self) -> int: ...
    @property
    def opponent_score(self) -> int: ...
    @property
    def time_left_ms(self) -> int: ...
    @property
    def latency_ms(self) -> int: ...
    @property
    def events(self) -> bytes: ...


class Turn(NamedTuple):
    """A decision of a hand that is played in this process, for a `View` without a wire."""

    phase: int
    legal: bytes
    hand: bytes
    drawn: int | None
    taken: bool
    upcard: int | None
    discard_pile: bytes
    opponent_known: bytes
    stock_left: int
    knock_limit: int
    dealer: bool
    game: int = 0
    turn: int = 0
    score: int = 0
    opponent_score: int = 0
    time_left_ms: int = 0
    latency_ms: int = 0
    events: bytes = b""
