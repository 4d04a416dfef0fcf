"""Luck of the draw: how much better the cards from the stock were than those that could have come."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from gin_referee.records import GameRecord
from gin_rummy.actions import STOCK
from gin_rummy.cards import FULL_DECK, CardSet, cards_in
from gin_rummy.melds import deadwood_after_best_discard
from gin_rummy.record import HandRecord
from gin_rummy.rules import Rules
from gin_tournaments.statistics.hand_walk import Step, walk
from gin_tournaments.statistics.student_t import t_quantile

Item = TypeVar("Item")


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


@dataclass(slots=True)
class Luck:
    """The luck of a bot over some hands, as exact sums: so their order changes no bit."""

    hands: int = 0
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)

    def add(self, luck: Fraction) -> None:
        """Count a hand."""
        self.hands += 1
        self.total += luck
        self.squares += luck * luck

    @property
    def mean(self) -> float | None:
        """Points per hand; None without any hand."""
        return float(self.total / self.hands) if self.hands else None

    @property
    def ci95(self) -> float | None:
        """Half-width of the 95 % interval of the mean, hands taken as independent; None for one hand."""
        if self.hands < 2:
            return None
        variance = (self.squares - self.total**2 / self.hands) / (self.hands - 1)
        return t_quantile(self.hands - 1) * math.sqrt(variance / self.hands)


def luck_of_bots(games: Iterable[GameRecord], rules: Rules) -> dict[str, Luck]:
    """Give the luck of every bot of some games; about 2 ms a hand."""
    luck: dict[str, Luck] = {}
    for game in games:
        for hand in game.hands:
            of_hand = luck_of_hand(hand, rules)
            for seat, name in enumerate(game.seats):
                luck.setdefault(name, Luck()).add(-of_hand if seat else of_hand)
    return luck


def evenly(games: Iterable[Item], count: int, sample: int | None) -> Iterator[Item]:
    """Yield *sample* of *count* games, spread evenly over their order; all of them when None.

    >>> list(evenly(range(10), 10, 4))
    [0, 3, 5, 8]
    """
    wanted = count if sample is None else min(sample, count)
    for place, game in enumerate(games):
        if (place * wanted) % count < wanted:
            yield game
