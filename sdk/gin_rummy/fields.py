"""JSON values read field by field: every error names the field, what stands there, and what belongs there.

The values are what `json.loads` gives and may be anything; what is shown of them is short.
"""

from collections.abc import Callable, Collection, Mapping
from itertools import islice
from reprlib import Repr
from typing import TypeVar

from gin_rummy.cards import Card, CardSet, card_set, parse_card, parse_cards
from gin_rummy.errors import BadCards, GinError

_T = TypeVar("_T")
_LONGEST_SHOWN = 60
_MOST_COMPARED = 20  # a stranger may send any number of keys
_REPR = Repr()
_REPR.maxlevel = 3  # a value may be nested as deeply as the reader of JSON allowed
_REPR.maxstring = _REPR.maxlong = _REPR.maxother = _LONGEST_SHOWN


class BadField(GinError):
    """A field of a JSON object is missing or holds what it may not; the text begins with its name."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")


def shown(value: object) -> str:
    """Show what was found, cut short whatever it is.

    >>> shown([1, "two"]), len(shown("x" * 1_000_000))
    ("[1, 'two']", 60)
    """
    text = _REPR.repr(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


def a_mapping(value: object, field: str) -> dict[str, object]:
    """Read an object."""
    if not isinstance(value, dict):
        raise BadField(field, f"{shown(value)} is no object")
    return value


def required(fields: Mapping[str, object], name: str) -> object:
    """Give a field that must be there."""
    if name not in fields:
        raise BadField(name, "is missing")
    return fields[name]


def refuse_misspelt(fields: Mapping[str, object], known: Collection[str]) -> None:
    """Refuse a key that is almost a known one that is not there; what is like none of them may stand.

    Raises:
        BadField: which names both.
    """
    absent = [name for name in known if name not in fields]
    unknown = (name for name in fields if name not in known)
    for name in islice(unknown, _MOST_COMPARED):
        if meant := almost(name, absent):
            raise BadField(shown(name), f"is not known; did you mean {meant!r}?")


def almost(word: str, known: Collection[str]) -> str | None:
    """Give the one of *known* that *word* is most probably meant for, None when it is like none of them."""
    from difflib import get_close_matches  # here, because it is slow to import and seldom needed

    close = get_close_matches(word[:_LONGEST_SHOWN], known, n=1, cutoff=0.8)
    return close[0] if close else None


def whole_number(value: object, field: str) -> int:
    """Read a whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadField(field, f"{shown(value)} is no whole number")
    return value


def seat(value: object, field: str) -> int:
    """Read a seat, 0 or 1."""
    number = whole_number(value, field)
    if number not in (0, 1):
        raise BadField(field, f"{shown(value)} is no seat; seats are 0 and 1")
    return number


def a_list(value: object, field: str) -> list[object]:
    """Read a list of anything."""
    if not isinstance(value, list):
        raise BadField(field, f"{shown(value)} is no list")
    return value


def text(value: object, field: str) -> str:
    """Read a text."""
    if not isinstance(value, str):
        raise BadField(field, f"{shown(value)} is no text")
    return value


def card(value: object, field: str) -> Card:
    """Read a card."""
    shown_card = text(value, field)
    return _cards(lambda: parse_card(shown_card), field)


def cards(value: object, field: str) -> list[Card]:
    """Read a list of cards, each at most once, in the order in which they stand."""
    texts = [text(item, f"{field}[{place}]") for place, item in enumerate(a_list(value, field))]
    return _cards(lambda: parse_cards(texts), field)


def melds(value: object, field: str) -> tuple[CardSet, ...]:
    """Read a list of lists of cards, in the order given; whether they are melds the rules say."""
    return tuple(
        card_set(cards(meld, f"{field}[{place}]")) for place, meld in enumerate(a_list(value, field))
    )


def _cards(parse: Callable[[], _T], field: str) -> _T:
    try:
        return parse()
    except BadCards as error:
        raise BadField(field, str(error)) from None
