"""Hands and think times as few bytes, and back; pure, and exact but for think times, which are rounded.

A hand is its packed deck (29 bytes), a byte of flags, its points, its actions and its spread. An action is
one byte; a draw and the discard after it share one. Numbers are base 128, low digits first, the last one
marked by a clear top bit. What cannot be decoded is damage: it raises `Damaged`, whatever the bytes.
"""

import zlib
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from math import log2

from gin_rummy.actions import BIG_GIN, STOCK, UPCARD
from gin_rummy.cards import DECK_SIZE, CardSet, card_set
from gin_rummy.deck import PACKED_SIZE, BadDeck, pack_deck, unpack_deck
from gin_rummy.record import HandRecord
from gin_rummy.result import End

_STOCK_THEN = BIG_GIN + 1  # + card: a draw from the stock, then that discard
_UPCARD_THEN = _STOCK_THEN + DECK_SIZE
_LAST_CODE = _UPCARD_THEN + DECK_SIZE - 1

_DEALER, _SPREAD = 1 << 3, 1 << 6
_FORFEITED_SHIFT = 4

_NO_DEALS, _COUNTED_DEALS, _OWN_DEALS = range(3)
_DEAL_BYTES = 8
_NEXT_SCORED = 1 << 10
_VOIDS = _NEXT_SCORED - 1

_STEPS = 2  # think times are kept to half a doubling
_LONGEST = 255


class Damaged(Exception):
    """Bytes that no record was encoded to."""


def _all_melds() -> tuple[int, ...]:
    """List all melds of up to eleven cards; the common ones, of three cards, first."""
    ranks = [[suit * 13 + rank for suit in range(4)] for rank in range(13)]
    sets = [card_set(cards) for cards in ranks]
    threes = [card_set(cards[:gone] + cards[gone + 1 :]) for cards in ranks for gone in range(4)]
    runs = [
        card_set(range(suit * 13 + low, suit * 13 + low + length))
        for length in range(3, 12)
        for suit in range(4)
        for low in range(14 - length)
    ]
    return (*threes, *runs, *sets)


_MELDS = _all_melds()
_MELD_NUMBERS = {meld: number for number, meld in enumerate(_MELDS, 1)}  # 0: a mask follows
_MASK_BYTES = 7


def encode_hands(hands: Sequence[HandRecord]) -> bytes:
    """Encode the hands of a game."""
    out = bytearray()
    _put(out, len(hands))
    _put_deals(out, hands)
    for hand in hands:
        out += _packed(hand.deck)
        forfeited = 0 if hand.forfeited_by is None else 1 + hand.forfeited_by
        spread = _SPREAD if hand.spread is not None else 0
        out.append(hand.end | (_DEALER if hand.dealer else 0) | forfeited << _FORFEITED_SHIFT | spread)
        _put(out, hand.points[0])
        _put(out, hand.points[1])
        folded = _fold(hand.actions)
        _put(out, len(folded))
        out += folded
        if hand.spread is not None:
            _put_spread(out, hand.spread)
    return bytes(out)


_packed = lru_cache(maxsize=1 << 11)(pack_deck)  # both games of a deal pair have the same decks, and end soon


def decode_hands(data: bytes) -> tuple[HandRecord, ...]:
    """Decode what `encode_hands` made.

    Raises:
        Damaged: for any other bytes.
    """
    source = _Source(data)
    count = source.number()
    if count * (PACKED_SIZE + 4) > len(data):
        raise Damaged("more hands than bytes")
    deals = _take_deals(source, count)
    hands = [_take_hand(source) for _ in range(count)]
    if not source.at_end():
        raise Damaged("bytes are left over")
    return tuple(_with_deals(hands, *deals))


def encode_think(think_us: Sequence[Sequence[int]], hands: Sequence[HandRecord]) -> bytes:
    """Encode the think times of a game's hands, each rounded to half a doubling (19 % at most)."""
    out = bytearray()
    as_many = [len(times) for times in think_us] == [len(hand.actions) for hand in hands]
    out.append(as_many)
    if not as_many:
        _put(out, len(think_us))
        for times in think_us:
            _put(out, len(times))
    out += bytes(
        [_ROUNDED[time] if time < _TABLED else _rounded(time) for time in chain.from_iterable(think_us)]
    )
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, _memory_for(len(out)), zlib.Z_HUFFMAN_ONLY)
    return packer.compress(out) + packer.flush()


def _memory_for(size: int) -> int:
    """Give the least of zlib's memory levels with which *size* bytes are one block, as with the highest."""
    least = (size + 1).bit_length() - 6  # up to 2 ** (level + 6) - 2 bytes are one
    return min(max(least, 1), 9)


def decode_think(data: bytes, hands: Sequence[HandRecord]) -> tuple[tuple[int, ...], ...]:
    """Decode what `encode_think` made for the same hands; microseconds.

    Raises:
        Damaged: for any other bytes.
    """
    try:
        source = _Source(zlib.decompress(data, -15))
    except zlib.error as error:
        raise Damaged(f"think times: {error}") from error
    if source.byte():
        counts = [len(hand.actions) for hand in hands]
    else:
        counts = [source.number() for _ in range(source.number())]
    times = tuple(tuple(map(_unrounded, source.bytes(count))) for count in counts)
    if not source.at_end():
        raise Damaged("think times are left over")
    return times


class _Source:
    """Bytes that are read from front to back."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def bytes(self, count: int) -> bytes:
        if count > len(self._data) - self._at:
            raise Damaged("bytes are missing")
        self._at += count
        return self._data[self._at - count : self._at]

    def byte(self) -> int:
        return self.bytes(1)[0]

    def number(self) -> int:
        value = shift = 0
        while True:
            digit = self.byte()
            value |= (digit & 127) << shift
            shift += 7
            if digit < 128:
                return value

    def at_end(self) -> bool:
        return self._at == len(self._data)


def _put(out: bytearray, number: int) -> None:
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def _fold(actions: bytes) -> bytes:
    """Make one byte of each draw with the discard after it."""
    out = bytearray()
    draw = 0
    for code in actions:
        if draw and code < DECK_SIZE:
            out[-1] = code + (_STOCK_THEN if draw == STOCK else _UPCARD_THEN)
            draw = 0
        else:
            out.append(code)
            draw = code if code in (STOCK, UPCARD) else 0
    return bytes(out)


def _unfold(folded: bytes) -> bytes:
    out = bytearray()
    for code in folded:
        if code <= BIG_GIN:
            out.append(code)
        elif code < _UPCARD_THEN:
            out += bytes((STOCK, code - _STOCK_THEN))
        elif code <= _LAST_CODE:
            out += bytes((UPCARD, code - _UPCARD_THEN))
        else:
            raise Damaged(f"{code} is no action")
    return bytes(out)


def _put_spread(out: bytearray, spread: Sequence[CardSet]) -> None:
    _put(out, len(spread))
    for meld in spread:
        number = _MELD_NUMBERS.get(meld, 0)
        _put(out, number)
        if not number:
            out += meld.to_bytes(_MASK_BYTES, "big")


def _take_spread(source: _Source) -> tuple[CardSet, ...]:
    return tuple(_take_meld(source) for _ in range(source.number()))


def _take_meld(source: _Source) -> CardSet:
    number = source.number()
    if number > len(_MELDS):
        raise Damaged(f"{number} is no meld")
    mask = _MELDS[number - 1] if number else int.from_bytes(source.bytes(_MASK_BYTES), "big")
    if mask >> DECK_SIZE:
        raise Damaged("a meld of cards that there are not")
    return CardSet(mask)


def _take_hand(source: _Source) -> HandRecord:
    try:
        deck = unpack_deck(source.bytes(PACKED_SIZE))
        flags = source.byte()
        end = End(flags & 7)
    except (BadDeck, ValueError) as error:
        raise Damaged(str(error)) from error
    points = source.number(), source.number()
    actions = _unfold(source.bytes(source.number()))
    spread = _take_spread(source) if flags & _SPREAD else None
    forfeited = flags >> _FORFEITED_SHIFT & 3
    return HandRecord(
        deck=deck,
        dealer=int(bool(flags & _DEALER)),
        actions=actions,
        spread=spread,
        end=end,
        points=points,
        forfeited_by=forfeited - 1 if forfeited else None,
    )


def _put_deals(out: bytearray, hands: Sequence[HandRecord]) -> None:
    """Write the deals' indices: none, the first when the others follow from it, or each."""
    deals = [hand.deal for hand in hands]
    if not any(deal is not None for deal in deals):
        out.append(_NO_DEALS)
    elif deals[0] is not None and deals == list(_counted(deals[0], hands)):
        out.append(_COUNTED_DEALS)
        out += deals[0].to_bytes(_DEAL_BYTES, "big")
    else:
        out.append(_OWN_DEALS)
        for deal in deals:
            out.append(deal is not None)
            out += (deal or 0).to_bytes(_DEAL_BYTES, "big")


def _counted(first: int, hands: Sequence[HandRecord]) -> list[int | None]:
    """Give the deals that follow from the first: one more scored hand, or one more void one since."""
    deals: list[int | None] = []
    deal = first
    for hand in hands:
        deals.append(deal)
        deal = deal + 1 if hand.end is End.VOID else (deal & ~_VOIDS) + _NEXT_SCORED
    return deals


def _take_deals(source: _Source, count: int) -> tuple[int, list[int | None]]:
    mode = source.byte()
    if mode == _NO_DEALS:
        return mode, []
    if mode == _COUNTED_DEALS:
        return mode, [int.from_bytes(source.bytes(_DEAL_BYTES), "big")]
    if mode != _OWN_DEALS:
        raise Damaged("no such form of deals")
    deals: list[int | None] = []
    for _ in range(count):
        known, deal = source.byte(), int.from_bytes(source.bytes(_DEAL_BYTES), "big")
        deals.append(deal if known else None)
    return mode, deals


def _with_deals(hands: list[HandRecord], mode: int, deals: list[int | None]) -> list[HandRecord]:
    if mode == _NO_DEALS:
        return hands
    if mode == _COUNTED_DEALS:
        deals = _counted(deals[0] or 0, hands)
    return [
        HandRecord(
            hand.deck, hand.dealer, hand.actions, hand.spread, hand.end, hand.points, hand.forfeited_by, deal
        )
        for hand, deal in zip(hands, deals, strict=True)
    ]


def _rounded(microseconds: int) -> int:
    return min(1 + round(_STEPS * log2(microseconds)), _LONGEST) if microseconds > 0 else 0


_TABLED = 1 << 12  # microseconds that most decisions keep to: a small table is read faster than a large one
_ROUNDED = bytes(map(_rounded, range(_TABLED)))

_UNROUNDED = (0, *(round(2 ** ((step - 1) / _STEPS)) for step in range(1, _LONGEST + 1)))


def _unrounded(step: int) -> int:
    return _UNROUNDED[step]
