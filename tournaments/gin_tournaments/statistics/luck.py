"""Luck of the draw: how much better the cards from the stock were than those that could have come."""

from collections.abc import Iterable
from fractions import Fraction

from gin_rummy.actions import STOCK
from gin_rummy.cards import FULL_DECK, CardSet, cards_in
from gin_rummy.melds import deadwood_after_best_discard
from gin_rummy.record import HandRecord
from gin_rummy.rules import Rules
from gin_tournaments.statistics.hand_walk import Step, walk


def luck_of_hand(hand: HandRecord, rules: Rules) -> Fraction:
    """Give the luck of seat 0 less that of seat 1 in a hand, in points of deadwood.

    Each draw from the stock counts by the mean of V over the cards that could have come, less V after the one
    that came; V is the least deadwood after the best discard. Whatever the players do, its expectation is 0:
    the order of the stock is independent of all that they know.
    """
    luck = Fraction(0)
    for step in walk(hand, split_stock=rules.stock == "split"):
        if step.code == STOCK:
            luck += _luck_of_draw(step) * (1 if step.seat == 0 else -1)
    return luck


def _luck_of_draw(step: Step) -> Fraction:
    after = step.hands[step.seat]
    before = after & ~step.stock
    left = [_left(before | 1 << card) for card in cards_in(CardSet(step.stock))]
    return Fraction(sum(left), len(left)) - _left(after)


def _left(hand: int) -> int:
    return deadwood_after_best_discard(hand, FULL_DECK)


def luck_per_hand(hands: Iterable[tuple[HandRecord, int]], rules: Rules) -> float | None:
    """Average a bot's luck over hands, each with the bot's seat; None without any. The sum is exact."""
    total, count = Fraction(0), 0
    for hand, seat in hands:
        luck = luck_of_hand(hand, rules)
        total += -luck if seat else luck
        count += 1
    return float(total / count) if count else None
