"""Fair clocks under batching: who is charged how much, and when a decision falls due. Reads no clock.

The turns of a connection queue in the order sent, and only the head of the queue ticks: from when it was sent
or from when every turn before it was settled, whichever is later. What one message answers is charged to the
head and shared equally among the answers in it; a message without the head charges nothing, and the head
ticks on. The head may take the time of one decision for each turn of its message that is still unanswered, so
that a client that answers a batch at once is not wronged and nobody thinks about one game under cover of
others. All times are seconds.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Generic, TypeVar

T = TypeVar("T")


MOST_MS = 0xFFFFFFFF  # what the wire holds


def milliseconds(seconds: float) -> int:
    """Round to the milliseconds of the wire, at most what it holds."""
    return min(round(seconds * 1000), MOST_MS) if seconds < inf else MOST_MS


@dataclass(frozen=True, slots=True)
class ClockLimits:
    """The times a bot may take; the fields are the keys of a config's `clock:` section, `inf` for none.

    *move_time* is for a decision (a mean over the turns of a message), *hand_time* for all decisions of a
    hand, *game_time* for all of a game, with *increment* added after each. *margin* is allowed once a
    decision and never charged.
    """

    move_time: float = 5.0
    hand_time: float = inf
    game_time: float = inf
    increment: float = 0.0
    margin: float = 0.1

    @property
    def banked(self) -> bool:
        """Whether what one decision takes is missing for the next ones."""
        return min(self.hand_time, self.game_time) < inf


class SeatClock:
    """What one seat has left in one game.

    `left`: the seconds for a decision now; `left_ms`: the same in milliseconds; `allowed`: with the margin.
    """

    __slots__ = ("_game", "_hand", "allowed", "left", "left_ms", "limits")

    def __init__(self, limits: ClockLimits) -> None:
        self.limits = limits
        self._game = limits.game_time
        self.start_hand()

    def start_hand(self) -> None:
        """Give the time of a new hand."""
        self._hand = self.limits.hand_time
        self._renew()

    def charge(self, seconds: float) -> bool:
        """Charge a decision that took *seconds*, less the margin; say whether the time was there.

        Only the times of the hand and of the game can be overdrawn: that of a decision is a mean, and the
        queue of its connection judges it.
        """
        charge = max(seconds - self.limits.margin, 0.0)
        enough = charge <= self._hand and charge <= self._game
        self._hand = max(self._hand - charge, 0.0)
        self._game = max(self._game - charge, 0.0) + self.limits.increment
        self._renew()
        return enough

    def _renew(self) -> None:
        self.left = min(self.limits.move_time, self._hand, self._game)
        self.left_ms = milliseconds(self.left)
        self.allowed = self.left + self.limits.margin


def seat_clocks(limits: ClockLimits) -> tuple[SeatClock, SeatClock]:
    """Give the clocks of a game; where no time is banked one stands still for all seats of all games."""
    if limits.banked:
        return SeatClock(limits), SeatClock(limits)
    return _still_clocks(limits)


@cache
def _still_clocks(limits: ClockLimits) -> tuple[SeatClock, SeatClock]:
    clock = SeatClock(limits)
    return clock, clock


class Parcel:
    """The turns that went out in one message; `unanswered` counts down."""

    __slots__ = ("unanswered",)

    def __init__(self) -> None:
        self.unanswered = 0


class Owed(Generic[T]):
    """A turn that was sent: *of* what, and the time *allowed* for this decision, its margin included."""

    __slots__ = ("allowed", "of", "parcel", "settled")

    def __init__(self, of: T, allowed: float, parcel: Parcel) -> None:
        self.of = of
        self.allowed = allowed
        self.parcel = parcel
        self.settled = False


class TurnQueue(Generic[T]):
    """The turns one connection owes, oldest first, and the time `since` which its head ticks."""

    __slots__ = ("_turns", "parcels", "since")

    def __init__(self) -> None:
        self._turns: deque[Owed[T]] = deque()
        self.parcels = 0  # messages with unanswered turns
        self.since = inf

    @property
    def head(self) -> Owed[T] | None:
        """The only turn that ticks."""
        return self._turns[0] if self._turns else None

    def unanswered(self) -> list[Owed[T]]:
        """List the turns owed, oldest first."""
        return [owed for owed in self._turns if not owed.settled]

    def send(self, turns: Iterable[tuple[T, float]], now: float) -> list[Owed[T]]:
        """Queue the turns of one message, each with the time it may take."""
        parcel = Parcel()
        sent = [Owed(of, allowed, parcel) for of, allowed in turns]
        if sent:
            parcel.unanswered = len(sent)
            if not self._turns:
                self.since = now
            self._turns += sent
            self.parcels += 1
        return sent

    def answer(self, answered: Sequence[Owed[T]], now: float) -> float:
        """Settle the turns that one message answers; give what each took, margin not yet taken off."""
        if not answered:
            return 0.0
        turns = self._turns
        head = turns[0]
        for owed in answered:
            owed.settled = True
            parcel = owed.parcel
            parcel.unanswered -= 1
            if not parcel.unanswered:
                self.parcels -= 1
        if not head.settled:
            return 0.0
        took = (now - self.since) / len(answered)
        self._advance(now)
        return took

    def drop(self, owed: Owed[T], now: float) -> None:
        """Take out a turn that nobody answers any more."""
        if not owed.settled:
            self.answer((owed,), now)

    def due(self) -> float:
        """Give the time at which the head has used all it may take; `inf` when nothing is owed."""
        turns = self._turns
        if not turns:
            return inf
        head = turns[0]
        return self.since + head.allowed * head.parcel.unanswered

    def restart(self, now: float) -> None:
        """Let the head begin anew, for a process that was started again and has not seen it."""
        if self._turns:
            self.since = now

    def _advance(self, now: float) -> None:
        turns = self._turns
        while turns and turns[0].settled:
            turns.popleft()
        self.since = now if turns else inf
