"""The hands of a game that are over, in little room: thousands of games are in flight, for minutes.

As bytes a hand takes a fifth of what it takes as objects. A think time has two bytes, which hold it to half a
thousandth.
"""

import marshal
import struct
from collections.abc import Sequence
from typing import NamedTuple

from gin_rummy.record import HandRecord
from gin_rummy.result import End

_LONGEST = 65504.0  # seconds that two bytes hold
_ENDS = {int(end): end for end in End}


class FinishedHand(NamedTuple):
    """A hand, and the microseconds charged for each of its actions."""

    hand: HandRecord
    think_us: tuple[int, ...]


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


def restore(kept: bytes) -> FinishedHand:
    """Give the hand that was kept."""
    count, deck, dealer, spread, end, points, forfeited_by, deal = marshal.loads(kept)  # noqa: S302 - our own
    end_of_actions = len(kept) - 2 * count
    actions = kept[end_of_actions - count : end_of_actions]
    think = struct.unpack_from(f"{count}e", kept, end_of_actions)
    hand = HandRecord(deck, dealer, actions, spread, _ENDS[end], points, forfeited_by, deal)
    return FinishedHand(hand, tuple([round(seconds * 1e6) for seconds in think]))
