"""From what a bot's method returned to what goes on the wire, or to a text that says why it is no action."""

from collections.abc import Iterable
from operator import index

from gin_rummy.actions import BIG_GIN, KNOCK, PLAIN, BigGin, Discard, Knock
from gin_rummy.cards import DECK_SIZE
from gin_rummy.errors import GinError
from gin_sdk.wire import MOST_SPREAD_CARDS

Spread = tuple[bytes, ...]

_WANTED = {
    "upcard": "Take() or Pass()",
    "draw": "Upcard() or Stock()",
    "discard": "Discard(card), Knock(card) or BigGin()",
}


class NoAction(GinError):
    """A bot's method returned a value that is no action."""


def answer_of(method: str, value: object) -> tuple[int, Spread]:
    """Give the number of the action that *method* returned, and the melds it lays down.

    An action that the rules forbid passes: to judge it is the referee's.

    Raises:
        NoAction: when *value* is no action, or names what is no card.

    >>> from gin_rummy.cards import Card
    >>> answer_of("discard", Knock(Card(3)))
    (55, ())
    """
    if isinstance(value, Discard):
        return _card(method, value, value.card), ()
    if isinstance(value, Knock):
        return KNOCK + _card(method, value, value.card), _spread(method, value, value.spread)
    if isinstance(value, BigGin):
        return BIG_GIN, _spread(method, value, value.spread)
    code = PLAIN.get(type(value))
    if code is None:
        raise NoAction(f"{method}() returned {_short(value)}; it must return {_WANTED[method]}")
    return code, ()


def _card(method: str, action: object, card: object) -> int:
    try:
        number = index(card)  # type: ignore[arg-type]  # whatever the author put there
    except TypeError:
        number = -1
    if not 0 <= number < DECK_SIZE:
        raise NoAction(
            f"{method}() returned {_short(action)}, where {_short(card)} is no Card "
            f'(0..51, as view.hand holds and parse_card("Qc") gives)'
        )
    return number


def _spread(method: str, action: object, spread: Iterable[Iterable[object]] | None) -> Spread:
    if spread is None:
        return ()
    melds: list[bytes] = []
    count = 0
    try:
        for meld in spread:
            cards = bytes(_card(method, action, card) for card in meld)
            count += max(len(cards), 1)
            if count > MOST_SPREAD_CARDS:
                raise NoAction(
                    f"{method}() returned a spread of more than {MOST_SPREAD_CARDS} cards: {_short(action)}"
                )
            melds.append(cards)
    except TypeError as error:
        raise NoAction(
            f"{method}() returned {_short(action)}, whose spread is no list of lists of cards: {error}"
        ) from None
    return tuple(melds)


def _short(value: object) -> str:
    if isinstance(value, type):
        return f"the class {value.__name__}, not an object of it ({value.__name__}(...))"
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a repr of the author's own
        text = f"an object of {type(value).__name__}"
    return text if len(text) <= 100 else text[:97] + "..."
