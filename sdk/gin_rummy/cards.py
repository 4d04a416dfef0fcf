"""Cards as numbers and sets of cards as 52-bit masks, with all arithmetic on them; no rules of the game."""

from collections.abc import Iterable, Iterator
from reprlib import repr as cut_short
from typing import NewType

from gin_rummy.errors import BadCards

Card = NewType("Card", int)  # suit * 13 + rank, ace 0, suits in the order c d h s
CardSet = NewType("CardSet", int)  # bit n is set when card n is in it

RANKS = "A23456789TJQK"
SUITS = "cdhs"
DECK_SIZE = 52
FULL_DECK = CardSet((1 << DECK_SIZE) - 1)
NO_CARDS = CardSet(0)

VALUES: tuple[int, ...] = tuple(min(card % 13 + 1, 10) for card in range(DECK_SIZE))
"""Deadwood value of each card: ace 1, pips, and 10 for ten, jack, queen and king."""

CARD_IDS = frozenset(range(DECK_SIZE))
SETS_OF_ONE = tuple(CardSet(1 << card) for card in range(DECK_SIZE))
"""The set of each card alone: to look it up is quicker than to make it."""

_CARDS = tuple(map(Card, range(DECK_SIZE)))
_SHOWN = tuple(RANKS[card % 13] + SUITS[card // 13] for card in range(DECK_SIZE))
_PARSED = {shown.lower(): Card(card) for card, shown in enumerate(_SHOWN)}
_PARSED |= {"10" + suit: _PARSED["t" + suit] for suit in SUITS}


def parse_card(text: str) -> Card:
    """Read a card: rank then suit in either case, ten as T or 10.

    Raises:
        BadCards: for any other text, which it names.

    >>> parse_card("As"), parse_card("10d")
    (39, 22)
    """
    card = _PARSED.get(text.lower()) if isinstance(text, str) else None
    if card is None:
        raise BadCards(f"{cut_short(text)} is no card: rank A23456789TJQK, then suit s h d c, as in As or Td")
    return card


def show_card(card: Card) -> str:
    """Print a card in the text form.

    >>> show_card(Card(22))
    'Td'
    """
    return _SHOWN[card]


def parse_cards(texts: Iterable[str]) -> list[Card]:
    """Read cards in order, each at most once.

    Raises:
        BadCards: for a text that is no card, or a card named twice.
    """
    cards = [parse_card(text) for text in texts]
    seen = NO_CARDS
    for card in cards:
        if seen >> card & 1:
            raise BadCards(f"{show_card(card)} is there twice")
        seen = CardSet(seen | 1 << card)
    return cards


def show_cards(cards: Iterable[Card]) -> str:
    """Print cards in the order given, with spaces."""
    return " ".join(_SHOWN[card] for card in cards)


def card_set(cards: Iterable[int]) -> CardSet:
    """Gather card ids into a set."""
    mask = 0
    for card in cards:
        mask |= SETS_OF_ONE[card]
    return CardSet(mask)


def cards_of(ids: bytes) -> tuple[Card, ...]:
    """Read card ids, a byte each, in their order."""
    return tuple(ids)  # type: ignore[arg-type]  # a call of Card for each would take five times as long


def cards_in(cards: CardSet) -> Iterator[Card]:
    """Yield the cards of *cards* in ascending order."""
    mask = int(cards)
    while mask:
        low = mask & -mask
        yield _CARDS[low.bit_length() - 1]
        mask ^= low


def _bytes_of_suit(lowest: int) -> list[bytes]:
    """Give the card ids, ascending, of each 13-bit mask of the suit whose ace is *lowest*."""
    listed = [b""]
    for card in range(lowest, lowest + 13):
        listed += [below + bytes((card,)) for below in listed]
    return listed


_CLUBS, _DIAMONDS, _HEARTS, _SPADES = (_bytes_of_suit(lowest) for lowest in range(0, DECK_SIZE, 13))


def card_bytes(cards: int) -> bytes:
    """List the ids of the cards of a `CardSet`, ascending, a byte each.

    >>> card_bytes(card_set([39, 3])) == bytes([3, 39])
    True
    """
    low = cards & 0x3FFFFFF
    high = cards >> 26
    return b"".join((_CLUBS[low & 0x1FFF], _DIAMONDS[low >> 13], _HEARTS[high & 0x1FFF], _SPADES[high >> 13]))
