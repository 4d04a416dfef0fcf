"""The defender's side of a knock: own melds and lay-offs, chosen together. The order of play is not here."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from gin_rummy.cards import Card, CardSet, cards_in
from gin_rummy.melds import FITS, best_melds, deadwood

LayOff: TypeAlias = tuple[Card, int]
"""A card and the place in the spread, from 0, of the meld it is added to."""


class Defence(NamedTuple):
    """The defender's own melds, the lay-offs in an order that can be played, and the deadwood left."""

    deadwood: int
    melds: tuple[CardSet, ...]
    lay_offs: tuple[LayOff, ...]


def defend(spread: Sequence[CardSet], hand: CardSet) -> Defence:
    """Choose the defender's melds and lay-offs so that the deadwood left of *hand* is the least possible.

    Among choices that leave the same: fewest lay-offs, then the smallest set of cards laid off. *spread*
    must hold valid melds and no card of *hand*.
    """
    ways: dict[int, tuple[LayOff, ...]] = {0: ()}
    for place, meld in enumerate(spread):
        if FITS[meld] & hand:
            ways = _laid_on_one_more(ways, _additions(meld, hand), place)
    least, _, laid = min((deadwood(hand & ~laid), laid.bit_count(), laid) for laid in ways)
    return Defence(least, best_melds(hand & ~laid), ways[laid])


def _laid_on_one_more(
    ways: dict[int, tuple[LayOff, ...]], additions: dict[int, tuple[Card, ...]], place: int
) -> dict[int, tuple[LayOff, ...]]:
    """Combine each way to lay off so far with each addition to the meld at *place*, no card used twice."""
    combined: dict[int, tuple[LayOff, ...]] = {}
    for laid, lay_offs in ways.items():
        for added, order in additions.items():
            if not laid & added:
                combined.setdefault(laid | added, lay_offs + tuple((card, place) for card in order))
    return combined


def _additions(meld: CardSet, hand: CardSet) -> dict[int, tuple[Card, ...]]:
    """Give all that *meld* can take from *hand*, nothing included, each with an order to add it in."""
    grown: dict[CardSet, tuple[Card, ...]] = {meld: ()}
    waiting = [meld]
    for longer in waiting:
        for card in cards_in(CardSet(FITS[longer] & hand)):
            longest = CardSet(longer | 1 << card)
            if longest not in grown:
                grown[longest] = (*grown[longer], card)
                waiting.append(longest)
    return {longer ^ meld: order for longer, order in grown.items()}
