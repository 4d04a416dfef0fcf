"""The hands of a game that are over, in little room: thousands of games are in flight, for minutes."""

import marshal
import struct
from collections.abc import Iterator, Sequence

from gin_rummy.record import HandRecord
from gin_rummy.result import End

_LONGEST = 65504.0  # seconds that two bytes hold


class FinishedHands:
    """Finished hands in order with their think times, each as bytes: a fifth of what it takes as objects.

    A think time has two bytes, which hold it to half a thousandth.
    """

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: list[bytes] = []

    def add(self, hand: HandRecord, think: Sequence[float]) -> None:
        """Keep a hand, and the seconds that each of its actions took."""
        count = len(think)
        times = struct.pack(f"{count}e", *[min(seconds, _LONGEST) for seconds in think])
        rest = hand.dealer, hand.spread, int(hand.end), hand.points, hand.forfeited_by, hand.deal
        # Joined to others, what marshal gives is copied: itself it holds on to a thousand bytes.
        self._kept.append(marshal.dumps((count, hand.deck, *rest)) + hand.actions + times)

    def __iter__(self) -> Iterator[tuple[HandRecord, tuple[int, ...]]]:
        """Give each hand, and the microseconds that each of its actions took."""
        for kept in self._kept:
            count, deck, dealer, spread, end, *rest = marshal.loads(kept)  # noqa: S302 - our own
            end_of_actions = len(kept) - 2 * count
            actions = kept[end_of_actions - count : end_of_actions]
            think = struct.unpack_from(f"{count}e", kept, end_of_actions)
            hand = HandRecord(deck, dealer, actions, spread, End(end), *rest)
            yield hand, tuple(round(seconds * 1e6) for seconds in think)

    def clear(self) -> None:
        """Forget them."""
        self._kept.clear()
