"""What goes into a game and what comes out of it, as values: no behaviour, no I/O."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol, TypeAlias

from gin_rummy.record import HandRecord

FaultKind = Literal["illegal", "timeout", "crash", "disconnect", "protocol"]
Cost = Literal["forfeit_game", "forfeit_hand", "substitute"]
Reason = Literal["target", "hands", "cap", "fault", "suspended", "absent"]
Pair: TypeAlias = tuple[int, int]

UNPLAYED: frozenset[Reason] = frozenset({"suspended", "absent"})
"""Reasons of games that nobody played: they count as won and lost, but in no rating."""


class GameKey(NamedTuple):
    """Which game of a plan: number of the pairing, deal pair, leg (0 or 1)."""

    pairing: int
    deal_pair: int
    leg: int


class Deals(Protocol):
    """The decks of one game, derived or given."""

    first_dealer: int

    def deck(self, scored: int, voids: int) -> bytes:
        """Give the 52 card ids, top first, after *scored* scored hands and *voids* void ones since.

        Cards 0, 2, …, 18 are for the seat that is non-dealer when the deal alternates on scored hands.
        """

    def index(self, scored: int, voids: int) -> int | None:
        """Give the 64-bit index of that deal; None when the deck was not derived from one."""


@dataclass(frozen=True, slots=True)
class GameSpec:
    """One game to be played: who sits where, on which deals.

    A bot plays it on its connection for the leg (lane `key.leg`, or its connection for any lane).
    """

    key: GameKey
    seats: tuple[str, str]
    bot_seeds: Pair
    deals: Deals
    attempt: int = 0
    epoch: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a seat: what it cost, what shows it, and in which hand and decision (from 0) it was."""

    seat: int
    kind: FaultKind
    cost: Cost
    evidence: str
    hand: int
    decision: int


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game, whole: it replays by itself.

    `think_us` holds for each hand the microseconds that each of its actions took, in order, the margin that
    is not charged among them (forced moves and substitutes: 0); it differs from run to run and is kept apart
    from the rest. A game that was not played, or whose bot was suspended in it, has no hands and scores 0–0.
    """

    key: GameKey
    seats: tuple[str, str]
    attempt: int
    epoch: int
    hands: Sequence[HandRecord]
    winner: int | None
    scores: Pair
    sheet: Pair
    columns: tuple[Pair, ...] | None
    reason: Reason
    fault: Fault | None
    faults: tuple[Fault, ...]
    think_us: Sequence[Sequence[int]]
