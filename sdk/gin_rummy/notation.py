"""Hands and rules as JSON objects, as exported and as people write them (docs/formats.md)."""

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import TypedDict

from gin_rummy.actions import BIG_GIN, KNOCK, PASS, STOCK, TAKE, UPCARD
from gin_rummy.cards import DECK_SIZE, Card, CardSet, cards_in, show_card
from gin_rummy.fields import (
    BadField,
    a_list,
    a_mapping,
    almost,
    card,
    cards,
    melds,
    required,
    seat,
    shown,
    text,
    whole_number,
)
from gin_rummy.record import BadRecord, HandRecord
from gin_rummy.result import End
from gin_rummy.rules import Rules

_NAMES = {PASS: "pass", TAKE: "take", UPCARD: "upcard", STOCK: "stock"}
_CODES = {name: code for code, name in _NAMES.items()}
_ENDS = {end.name.lower(): end for end in End}
_OPTIONS = tuple(option.name for option in fields(Rules))


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
        raise BadRecord(f"a hand is an object, not {shown(value)}")
    try:
        return _record(value)
    except BadField as error:
        raise BadRecord(str(error)) from None


def rules_from_json(value: object, base: Rules) -> Rules:
    """Read an object of options of the rules; those it leaves out are as in *base*.

    Raises:
        BadField: for a key that is no option.
        BadRules: for a value or a combination that the rules do not allow.
    """
    options = a_mapping(value, "rules")
    for name in options:
        if name not in _OPTIONS:
            meant = almost(name, _OPTIONS)
            hint = f"did you mean {meant!r}?" if meant else f"the options are {', '.join(_OPTIONS)}"
            raise BadField(f"rules.{shown(name)}", f"is not known; {hint}")
    return replace(base, **options)  # type: ignore[arg-type]  # Rules checks them itself


def _record(value: dict[str, object]) -> HandRecord:
    actions, spread = _actions(required(value, "actions"))
    dealer = seat(required(value, "dealer"), "dealer")
    end = required(value, "end")
    if not isinstance(end, str) or end not in _ENDS:
        raise BadField("end", f"{shown(end)} is none of {', '.join(_ENDS)}")
    points = _points(required(value, "points"))
    return HandRecord(
        deck=_deck(required(value, "deck")),
        dealer=dealer,
        actions=actions,
        spread=spread,
        end=_ENDS[end],
        points=points,
        forfeited_by=_offender(dealer, actions, points) if _ENDS[end] is End.FORFEIT else None,
        deal=_deal(value.get("deal")),
    )


def _deck(value: object) -> bytes:
    deck = cards(value, "deck")
    if len(deck) != DECK_SIZE:
        raise BadField("deck", f"has {len(deck)} cards in place of {DECK_SIZE}")
    return bytes(deck)


def _points(value: object) -> tuple[int, int]:
    points = [whole_number(part, "points") for part in a_list(value, "points")]
    if len(points) != 2 or min(points) < 0:
        raise BadField("points", f"{shown(value)} is no pair of points, one a seat")
    return points[0], points[1]


def _deal(value: object) -> int | None:
    if value is None:
        return None
    if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20):
        raise BadField("deal", f"{shown(value)} is no number of 64 bits as text")
    number = int(value)
    if number >= 2**64:
        raise BadField("deal", f"{value} has more than 64 bits")
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
    for number, action in enumerate(a_list(value, "actions")):
        code, laid = _action(a_list(action, f"actions[{number}]"), f"actions[{number}]")
        codes.append(code)
        spread = spread if laid is None else laid
    return bytes(codes), spread


def _action(parts: list[object], field: str) -> tuple[int, tuple[CardSet, ...] | None]:
    """Read one action: its code, and the spread when one is named."""
    name = text(parts[0], field) if parts else ""
    operands = parts[1:]
    if name in _CODES and not operands:
        return _CODES[name], None
    if name == "discard" and len(operands) == 1:
        return card(operands[0], field), None
    if name == "knock" and len(operands) in (1, 2):
        return KNOCK + card(operands[0], field), _spread(operands[1:], field)
    if name == "big_gin" and len(operands) <= 1:
        return BIG_GIN, _spread(operands, field)
    raise BadField(
        field,
        f'{shown(parts)} is no action; actions are ["pass"], ["take"], ["upcard"], ["stock"], '
        '["discard", CARD], ["knock", CARD, SPREAD] and ["big_gin", SPREAD]',
    )


def _spread(operands: list[object], field: str) -> tuple[CardSet, ...] | None:
    return melds(operands[0], f"{field} spread") if operands and operands[0] is not None else None
