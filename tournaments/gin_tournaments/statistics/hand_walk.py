"""A stored hand, card by card, without asking whether it is legal: what counting and luck need."""

from collections.abc import Iterator
from typing import NamedTuple

from gin_rummy.actions import KNOCK, PASS, STOCK, TAKE, UPCARD
from gin_rummy.cards import SETS_OF_ONE, card_set
from gin_rummy.record import HandRecord

_UPCARD_AT = 20
_STOCK_AT = 21
_TAKES = (TAKE, UPCARD)
_AS_SET = tuple(SETS_OF_ONE[code % KNOCK] for code in range(PASS))  # of cards, and of codes that throw one


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
    hands = _dealt(record)
    stock: int = card_set(record.deck[_STOCK_AT:])
    for seat, code, card in _moves(record, split_stock):
        before = stock
        hands[seat] ^= card
        if code == STOCK:
            stock ^= card
        yield Step(seat, code, (hands[0], hands[1]), before)


def hands_at_end(record: HandRecord, *, split_stock: bool = False) -> tuple[int, int]:
    """Give the cards that each seat holds after the last action."""
    hands = _dealt(record)
    for seat, _, card in _moves(record, split_stock):
        hands[seat] ^= card
    return hands[0], hands[1]


def _dealt(record: HandRecord) -> list[int]:
    dealt: list[int] = [card_set(record.deck[0:20:2]), card_set(record.deck[1:20:2])]
    return dealt if record.dealer == 1 else dealt[::-1]


def _moves(record: HandRecord, split_stock: bool) -> Iterator[tuple[int, int, int]]:
    """Yield who acts and how, and the card, as a set, that comes into the hand or leaves it; 0 for none."""
    deck = record.deck
    seat = 1 - record.dealer
    piles = _piles(deck[_STOCK_AT:], seat, split=split_stock)
    upcard = _AS_SET[deck[_UPCARD_AT]]
    for code in record.actions:
        if code < PASS:
            upcard = _AS_SET[code]
            yield seat, code, upcard
            seat = 1 - seat
        elif code == STOCK:
            yield seat, code, _AS_SET[_draw(piles, seat)]
        elif code == PASS:
            yield seat, code, 0
            seat = 1 - seat
        else:
            yield seat, code, upcard if code in _TAKES else 0


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
