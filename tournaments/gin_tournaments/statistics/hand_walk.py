"""A stored hand, card by card, without asking whether it is legal: what counting and luck need."""

from collections.abc import Iterator
from typing import NamedTuple

from gin_rummy.actions import KNOCK, PASS, STOCK, TAKE, UPCARD
from gin_rummy.cards import card_set
from gin_rummy.record import HandRecord

_UPCARD_AT = 20
_STOCK_AT = 21


class Step(NamedTuple):
    """One action: whose and which, the hands (by seat) after it, and the cards not yet drawn before it."""

    seat: int
    code: int
    hands: tuple[int, int]
    stock: int


def walk(record: HandRecord, *, split_stock: bool = False) -> Iterator[Step]:
    """Yield the hand's actions in order, forced ones included.

    *split_stock* is the rule `stock: split`: each seat draws from its own half while it has cards.
    """
    deck = record.deck
    seat = 1 - record.dealer
    piles = _piles(deck[_STOCK_AT:], seat, split=split_stock)
    stock: int = card_set(deck[_STOCK_AT:])
    dealt = card_set(deck[0:20:2]), card_set(deck[1:20:2])
    hands: list[int] = list(dealt if seat == 0 else dealt[::-1])
    upcard = deck[_UPCARD_AT]
    for code in record.actions:
        before = stock
        if code == STOCK:
            drawn = 1 << _draw(piles, seat)
            stock ^= drawn
            hands[seat] |= drawn
        elif code < PASS:
            upcard = code % KNOCK
            hands[seat] ^= 1 << upcard
        elif code in (TAKE, UPCARD):
            hands[seat] |= 1 << upcard
        yield Step(seat, code, (hands[0], hands[1]), before)
        if code <= PASS:
            seat = 1 - seat


def _piles(stock: bytes, non_dealer: int, *, split: bool) -> list[list[int]]:
    """Give the seats' draw piles, next card last; the same list twice when the stock is shared."""
    if not split:
        shared = list(reversed(stock))
        return [shared, shared]
    halves = [list(reversed(stock[0::2])), list(reversed(stock[1::2]))]
    return halves if non_dealer == 0 else halves[::-1]


def _draw(piles: list[list[int]], seat: int) -> int:
    """Take the next card of the seat's pile, or the last unused card of the other's when it is empty."""
    return piles[seat].pop() if piles[seat] else piles[1 - seat].pop(0)
