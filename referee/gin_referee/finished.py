"""The hands of a game that are over, in little room: thousands of games are in flight, for minutes.

As bytes a hand takes a fifth of what it takes as objects, and as bytes it goes to where it is stored. A think
time has two bytes, which hold it to half a thousandth.
"""

import marshal
import struct
from collections.abc import Callable, Sequence
from typing import TypeVar, overload

from gin_rummy.record import HandRecord
from gin_rummy.result import End

T = TypeVar("T")

_LONGEST = 65504.0  # seconds that two bytes hold
_ENDS = {int(end): end for end in End}


def keep(hand: HandRecord, think: Sequence[float]) -> bytes:
    """Make bytes of a hand, and of the seconds charged for each of its actions."""
    count = len(think)
    try:
        times = struct.pack(f"{count}e", *think)
    except OverflowError:
        times = struct.pack(f"{count}e", *[min(seconds, _LONGEST) for seconds in think])
    rest = hand.dealer, hand.spread, int(hand.end), hand.points, hand.forfeited_by, hand.deal
    # Joined to others, what marshal gives is copied: itself it holds on to a thousand bytes.
    return marshal.dumps((count, hand.deck, *rest)) + hand.actions + times


def hand_of(kept: bytes) -> HandRecord:
    """Give the hand that was kept."""
    count, deck, dealer, spread, end, points, forfeited_by, deal = marshal.loads(kept)  # noqa: S302 - our own
    end_of_actions = len(kept) - 2 * count
    actions = kept[end_of_actions - count : end_of_actions]
    return HandRecord(deck, dealer, actions, spread, _ENDS[end], points, forfeited_by, deal)


def think_of(kept: bytes) -> tuple[int, ...]:
    """Give the microseconds that were charged for each action of the hand that was kept."""
    (count, *_) = marshal.loads(kept)  # noqa: S302 - our own
    think = struct.unpack_from(f"{count}e", kept, len(kept) - 2 * count)
    return tuple([round(seconds * 1e6) for seconds in think])


class Kept(Sequence[T]):
    """What *read* gives of each of the *hands* that were kept; equal to a tuple of that.

    It is read each time it is looked at: who looks often makes a tuple of it.
    """

    __slots__ = ("_hands", "_read")

    def __init__(self, hands: Sequence[bytes], read: Callable[[bytes], T]) -> None:
        self._hands = hands
        self._read = read

    def __len__(self) -> int:
        return len(self._hands)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> "Kept[T]": ...
    def __getitem__(self, place: int | slice) -> "T | Kept[T]":
        if isinstance(place, slice):
            return Kept(self._hands[place], self._read)
        return self._read(self._hands[place])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))
