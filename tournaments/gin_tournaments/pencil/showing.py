"""Cards and melds as lists for JSON and as words for people."""

from collections.abc import Iterable, Sequence

from gin_rummy.cards import VALUES, Card, CardSet, cards_in, show_card, show_cards
from gin_rummy.melds import value


def card_list(cards: Iterable[Card]) -> list[str]:
    """Print cards one by one."""
    return [show_card(card) for card in cards]


def meld_lists(melds: Sequence[CardSet]) -> list[list[str]]:
    """Print the cards of each meld, each in card order."""
    return [card_list(cards_in(meld)) for meld in melds]


def melds_line(melds: Sequence[CardSet]) -> str:
    """Print melds in a line.

    >>> melds_line([CardSet(0b111), CardSet(0b111000)])
    'Ac 2c 3c · 4c 5c 6c'
    """
    return " · ".join(show_cards(cards_in(meld)) for meld in melds) or "none"


def deadwood_line(unmatched: CardSet) -> str:
    """Print unmatched cards, the dearest first, and what they are worth.

    >>> deadwood_line(CardSet(0b1011))
    '4c 2c Ac = 7'
    """
    dearest_first = sorted(cards_in(unmatched), key=lambda card: (-VALUES[card], card))
    return f"{show_cards(dearest_first)} = {value(unmatched)}" if dearest_first else "none"
