"""Hands as JSON objects, as exported and as people write them (docs/formats.md)."""

from collections.abc import Callable, Sequence
from typing import TypedDict, TypeVar

from gin_rummy.actions import BIG_GIN, KNOCK, PASS, STOCK, TAKE, UPCARD
from gin_rummy.cards import DECK_SIZE, Card, CardSet, card_set, cards_in, parse_card, parse_cards, show_card
from gin_rummy.errors import BadCards
from gin_rummy.record import BadRecord, HandRecord
from gin_rummy.result import End

_T = TypeVar("_T")
_NAMES = {PASS: "pass", TAKE: "take", UPCARD: "upcard", STOCK: "stock"}
_CODES = {name: code for code, name in _NAMES.items()}
_ENDS = {end.name.lower(): end for end in End}


class HandJson(TypedDict):
    """HAND: `deal` is a number as text or null; an action is a list of its name, its card and its spread."""

    deal: str | None
    deck: list[str]
    dealer: int
    actions: list[list[object]]
    end: str
    points: list[int]


def hand_to_json(record: HandRecord) -> HandJson:
    """Write a record as the HAND object of the exports."""
    return {
        "deal": None if record.deal is None else str(record.deal),
        "deck": [show_card(Card(card)) for card in record.deck],
        "dealer": record.dealer,
        "actions": [_action_to_json(code, record.spread) for code in record.actions],
        "end": record.end.name.lower(),
        "points": list(record.points),
    }


def _action_to_json(code: int, spread: Sequence[CardSet] | None) -> list[object]:
    if code in _NAMES:
        return [_NAMES[code]]
    if code < KNOCK:
        return ["discard", show_card(Card(code))]
    laid = [] if spread is None else [[[show_card(card) for card in cards_in(meld)] for meld in spread]]
    if code == BIG_GIN:
        return ["big_gin", *laid]
    return ["knock", show_card(Card(code - KNOCK)), *laid]


def hand_from_json(value: object) -> HandRecord:
    """Read a HAND object; `deal` and the spread of a knock may be left out, other keys are not looked at.

    Only the shape is checked here; `record.replay` checks the play.

    Raises:
        BadRecord: which names the field that is wrong and says what belongs there.
    """
    if not isinstance(value, dict):
        raise BadRecord(f"a hand is an object, not {_shown(value)}")
    actions, spread = _actions(_field(value, "actions"))
    dealer = _seat(_field(value, "dealer"), "dealer")
    end = _field(value, "end")
    if not isinstance(end, str) or end not in _ENDS:
        raise BadRecord(f"end: {_shown(end)} is none of {', '.join(_ENDS)}")
    points = _points(_field(value, "points"))
    return HandRecord(
        deck=_deck(_field(value, "deck")),
        dealer=dealer,
        actions=actions,
        spread=spread,
        end=_ENDS[end],
        points=points,
        forfeited_by=_offender(dealer, actions, points) if _ENDS[end] is End.FORFEIT else None,
        deal=_deal(value.get("deal")),
    )


def _field(hand: dict[object, object], name: str) -> object:
    if name not in hand:
        raise BadRecord(f"{name}: is missing")
    return hand[name]


def _shown(value: object) -> str:
    """Show what was found, cut short."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _whole_number(value: object, field: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRecord(f"{field}: {_shown(value)} is no whole number")
    return value


def _seat(value: object, field: str) -> int:
    seat = _whole_number(value, field)
    if seat not in (0, 1):
        raise BadRecord(f"{field}: {_shown(value)} is no seat; seats are 0 and 1")
    return seat


def _list(value: object, field: str) -> list[object]:
    if not isinstance(value, list):
        raise BadRecord(f"{field}: {_shown(value)} is no list")
    return value


def _text(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise BadRecord(f"{field}: {_shown(value)} is no text")
    return value


def _cards(parse: Callable[[], _T], field: str) -> _T:
    try:
        return parse()
    except BadCards as error:
        raise BadRecord(f"{field}: {error}") from None


def _deck(value: object) -> bytes:
    texts = [_text(card, f"deck[{place}]") for place, card in enumerate(_list(value, "deck"))]
    cards = _cards(lambda: parse_cards(texts), "deck")
    if len(cards) != DECK_SIZE:
        raise BadRecord(f"deck: has {len(cards)} cards in place of {DECK_SIZE}")
    return bytes(cards)


def _points(value: object) -> tuple[int, int]:
    points = [_whole_number(part, "points") for part in _list(value, "points")]
    if len(points) != 2 or min(points) < 0:
        raise BadRecord(f"points: {_shown(value)} is no pair of points, one a seat")
    return points[0], points[1]


def _deal(value: object) -> int | None:
    if value is None:
        return None
    if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20):
        raise BadRecord(f"deal: {_shown(value)} is no number of 64 bits as text")
    number = int(value)
    if number >= 2**64:
        raise BadRecord(f"deal: {value} has more than 64 bits")
    return number


def _offender(dealer: int, actions: bytes, points: tuple[int, int]) -> int:
    """Say who forfeited: the seat without points, or in a hand worth nothing the seat that was to act."""
    if points[0] != points[1]:
        return int(points[0] > points[1])
    turns_ended = sum(code < KNOCK or code == PASS for code in actions)
    return (1 - dealer + turns_ended) % 2


def _actions(value: object) -> tuple[bytes, tuple[CardSet, ...] | None]:
    codes = bytearray()
    spread: tuple[CardSet, ...] | None = None
    for number, action in enumerate(_list(value, "actions")):
        code, laid = _action(_list(action, f"actions[{number}]"), f"actions[{number}]")
        codes.append(code)
        spread = spread if laid is None else laid
    return bytes(codes), spread


def _action(parts: list[object], field: str) -> tuple[int, tuple[CardSet, ...] | None]:
    """Read one action: its code, and the spread when one is named."""
    name = _text(parts[0], field) if parts else ""
    operands = parts[1:]
    if name in _CODES and not operands:
        return _CODES[name], None
    if name == "discard" and len(operands) == 1:
        return _card(operands[0], field), None
    if name == "knock" and len(operands) in (1, 2):
        return KNOCK + _card(operands[0], field), _spread(operands[1:], field)
    if name == "big_gin" and len(operands) <= 1:
        return BIG_GIN, _spread(operands, field)
    raise BadRecord(
        f'{field}: {_shown(parts)} is no action; actions are ["pass"], ["take"], ["upcard"], ["stock"], '
        '["discard", CARD], ["knock", CARD, SPREAD] and ["big_gin", SPREAD]'
    )


def _card(value: object, field: str) -> Card:
    text = _text(value, field)
    return _cards(lambda: parse_card(text), field)


def _spread(operands: list[object], field: str) -> tuple[CardSet, ...] | None:
    if not operands or operands[0] is None:
        return None
    return tuple(
        _meld(meld, f"{field} spread[{place}]") for place, meld in enumerate(_list(operands[0], field))
    )


def _meld(value: object, field: str) -> CardSet:
    texts = [_text(card, field) for card in _list(value, field)]
    return card_set(_cards(lambda: parse_cards(texts), field))
