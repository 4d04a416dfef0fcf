"""The rule book by trying everything: slow, table-free, and sharing no code with what it checks."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import chain, combinations
from typing import TypeAlias

Hand: TypeAlias = frozenset[int]
Layout: TypeAlias = tuple[Hand, ...]


def worth(cards: Collection[int]) -> int:
    return sum(min(card % 13 + 1, 10) for card in cards)


def is_meld(cards: Collection[int]) -> bool:
    ranks = sorted(card % 13 for card in cards)
    one_rank = len(set(ranks)) == 1
    one_suit = len({card // 13 for card in cards}) == 1
    in_sequence = ranks == list(range(ranks[0], ranks[0] + len(ranks))) if ranks else False
    return (len(ranks) in (3, 4) and one_rank) or (len(ranks) >= 3 and one_suit and in_sequence)


def fitting(meld: Hand) -> Hand:
    return frozenset(card for card in range(52) if card not in meld and is_meld(meld | {card}))


@lru_cache(maxsize=2000)
def melds_within(hand: Hand) -> Layout:
    by_rank = [[card for card in hand if card % 13 == rank] for rank in range(13)]
    by_suit = [[card for card in hand if card // 13 == suit] for suit in range(4)]
    groups = chain.from_iterable(
        combinations(alike, size) for alike in by_rank + by_suit for size in range(3, len(alike) + 1)
    )
    return tuple(frozenset(group) for group in groups if is_meld(group))


def layouts(hand: Hand) -> Iterator[Layout]:
    """Yield every way to lay none, some or all of the cards in disjoint melds, each way once."""
    yield from _layouts(melds_within(hand))


def _layouts(melds: Layout) -> Iterator[Layout]:
    yield ()
    for place, meld in enumerate(melds):
        later = tuple(other for other in melds[place + 1 :] if not other & meld)
        for others in _layouts(later):
            yield (meld, *others)


def least_deadwood(hand: Hand) -> int:
    return min(worth(hand) - sum(map(worth, layout)) for layout in layouts(hand))


def least_after_lay_off(spread: Layout, hand: Hand) -> int:
    """Try every sequence of lay-offs, and at every stop every layout of the cards that are left."""
    seen: set[tuple[Layout, Hand]] = set()
    waiting = [(spread, hand)]
    while waiting:
        laid, left = waiting.pop()
        if (laid, left) in seen:
            continue
        seen.add((laid, left))
        for place, meld in enumerate(laid):
            waiting += [
                ((*laid[:place], meld | {card}, *laid[place + 1 :]), left - {card})
                for card in fitting(meld) & left
            ]
    return min(map(least_deadwood, {left for _, left in seen}))


def spread_by_the_rules(hand: Hand, discarded: Hand) -> list[list[int]]:
    """Choose the knocker's melds by the letter of the rule: least deadwood, least helpful, smallest list."""
    least = least_deadwood(hand)

    def order(layout: Layout) -> tuple[int, list[list[int]]]:
        helpful = frozenset().union(*map(fitting, layout)) - hand - discarded
        return len(helpful), sorted(sorted(meld) for meld in layout)

    best = (layout for layout in layouts(hand) if worth(hand) - sum(map(worth, layout)) == least)
    return min(map(order, best))[1]
