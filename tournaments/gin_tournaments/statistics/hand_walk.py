"""A stored hand, card by card, without asking whether it is legal: what counting and luck need."""

from collections.abc import Iterator
from dataclasses import dataclass

from gin_rummy.actions import KNOCK, PASS, STOCK, TAKE, UPCARD
from gin_rummy.cards import CardSet, card_set
from gin_rummy.record import HandRecord

_UPCARD_AT = 20
_STOCK_AT = 21


@dataclass(slots=True)
class Step:
    """One action and what is so after it: the same object is changed and given again for each action.

    `hands` are by seat; `stock` the cards not yet drawn, `drawable` those before this action.
    """

    seat: int
    code: int
    hands: list[CardSet]
    stock: CardSet
    drawable: CardSet


def walk(record: HandRecord, *, split_stock: bool = False) -> Iterator[Step]:
    """Yield the hand's actions in order, forced ones included.

    *split_stock* is the rule `stock: split`: each seat draws from its own half while it has cards.
    """
    deck = record.deck
    non_dealer = 1 - record.dealer
    piles = _piles(deck[_STOCK_AT:], non_dealer, split=split_stock)
    dealt = {non_dealer: card_set(deck[0:20:2]), record.dealer: card_set(deck[1:20:2])}
    stock = card_set(deck[_STOCK_AT:])
    step = Step(non_dealer, PASS, [dealt[0], dealt[1]], stock, stock)
    upcard, seat = deck[_UPCARD_AT], non_dealer
    for code in record.actions:
        step.seat, step.code, step.drawable = seat, code, step.stock
        if code == STOCK:
            card = _draw(piles, seat)
            step.stock = CardSet(step.stock ^ 1 << card)
            step.hands[seat] = CardSet(step.hands[seat] | 1 << card)
        elif code in (TAKE, UPCARD):
            step.hands[seat] = CardSet(step.hands[seat] | 1 << upcard)
        elif code < PASS:
            upcard = code % KNOCK
            step.hands[seat] = CardSet(step.hands[seat] ^ 1 << upcard)
        yield step
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
