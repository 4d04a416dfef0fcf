"""What a player can do, as values for people and as one number for the wire, the records and the hot path."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from gin_rummy.cards import Card

KNOCK = 52  # KNOCK + card: knock, discarding the card; 0..51 alone: discard it
PASS = 104
TAKE = 105
UPCARD = 106
STOCK = 107
BIG_GIN = 108

Melds: TypeAlias = tuple[tuple[Card, ...], ...]
"""Melds as they are laid down; each meld's cards in card order."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Refuse the upcard offered at the start of a hand."""


@dataclass(frozen=True, slots=True)
class Take:
    """Accept the upcard offered at the start of a hand."""


@dataclass(frozen=True, slots=True)
class Upcard:
    """Draw the top of the discard pile."""


@dataclass(frozen=True, slots=True)
class Stock:
    """Draw from the stock."""


@dataclass(frozen=True, slots=True)
class Discard:
    """End the turn by throwing *card* on the discard pile."""

    card: Card


@dataclass(frozen=True, slots=True)
class Knock:
    """End the hand, throwing *card*; *spread* names the melds laid down, None lets the rules choose."""

    card: Card
    spread: Iterable[Iterable[Card]] | None = None


@dataclass(frozen=True, slots=True)
class BigGin:
    """End the hand with all eleven cards melded; *spread* as in `Knock`."""

    spread: Iterable[Iterable[Card]] | None = None


Action: TypeAlias = Pass | Take | Upcard | Stock | Discard | Knock | BigGin

PLAIN: dict[type, int] = {Pass: PASS, Take: TAKE, Upcard: UPCARD, Stock: STOCK}
"""The numbers of the actions that name no card."""

_FROM_CODE: dict[int, Action] = {PASS: Pass(), TAKE: Take(), UPCARD: Upcard(), STOCK: Stock()}


def encode(action: Action) -> int:
    """Give the number of *action* (0..108, see the proto); a spread is not in it.

    >>> encode(Knock(Card(3)))
    55
    """
    if isinstance(action, Discard):
        return action.card
    if isinstance(action, Knock):
        return KNOCK + action.card
    if isinstance(action, BigGin):
        return BIG_GIN
    return PLAIN[type(action)]


def decode(code: int, spread: Melds | None = None) -> Action:
    """Give the action of a number.

    Raises:
        ValueError: when *code* is no action.
    """
    if 0 <= code < KNOCK:
        return Discard(Card(code))
    if KNOCK <= code < PASS:
        return Knock(Card(code - KNOCK), spread)
    if code == BIG_GIN:
        return BigGin(spread)
    if code in _FROM_CODE:
        return _FROM_CODE[code]
    raise ValueError(f"{code} is no action; actions are 0..{BIG_GIN}")
