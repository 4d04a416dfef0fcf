"""A GAME object back into a game (docs/formats.md); only the shape is checked, `verify` checks the play."""

from dataclasses import dataclass
from typing import TypeVar, get_args

from gin_referee.records import Fault, FaultKind, GameKey, GameRecord, Pair, Reason
from gin_rummy.deck import pairing_number
from gin_rummy.fields import (
    BadField,
    a_list,
    a_mapping,
    refuse_misspelt,
    required,
    seat,
    shown,
    text,
    whole_number,
)
from gin_rummy.notation import hand_from_json, rules_from_json
from gin_rummy.record import BadRecord, HandRecord
from gin_rummy.rules import Rules
from gin_tournaments.game_ids import AN_ID, parse_game

FIELDS = (
    *("id", "pairing", "deal_pair", "leg", "epoch", "attempt", "seats", "rules", "winner", "scores", "sheet"),
    *("columns", "reason", "fault", "hands"),
)
KINDS: tuple[FaultKind, ...] = get_args(FaultKind)
REASONS: tuple[Reason, ...] = get_args(Reason)
_LARGEST = 2**31
_Word = TypeVar("_Word", bound=str)


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game and its rules; `hands_shown` is false while the other leg of its pair is not played.

    The record has no think times, and of its faults only the one that ended it.
    """

    record: GameRecord
    rules: Rules
    hands_shown: bool


def game_from_json(value: object) -> ReadGame:
    """Read a GAME object; `rules` may be left out, which means the defaults.

    Raises:
        BadField: which names the field that is wrong and says what belongs there.
        BadRecord: for a hand, which it names.
        BadRules: for rules that make no sense.
    """
    fields = a_mapping(value, "game")
    refuse_misspelt(fields, FIELDS)
    key = _key(fields)
    hands = required(fields, "hands")
    record = GameRecord(
        key=key,
        seats=_seats(required(fields, "seats")),
        attempt=_count(fields.get("attempt", 0), "attempt"),
        epoch=_count(fields.get("epoch", 0), "epoch"),
        hands=() if hands is None else tuple(_hands(hands)),
        winner=_winner(required(fields, "winner")),
        scores=_pair(required(fields, "scores"), "scores"),
        sheet=_pair(required(fields, "sheet"), "sheet"),
        columns=_columns(fields.get("columns")),
        reason=_one_of(required(fields, "reason"), "reason", REASONS),
        fault=_fault(fields.get("fault")),
        faults=(),
        think_us=(),
    )
    return ReadGame(record, rules_from_json(fields.get("rules", {}), Rules()), hands is not None)


def _key(fields: dict[str, object]) -> GameKey:
    """Read the id, and check that what else names the game agrees with it."""
    game = text(required(fields, "id"), "id")
    key = parse_game(game)
    if key is None:
        raise BadField("id", f"{shown(game)} is no game: {AN_ID}")
    for name, number in (("deal_pair", key.deal_pair), ("leg", key.leg)):
        if name in fields and _count(fields[name], name) != number:
            raise BadField(name, f"{shown(fields[name])} is not that of game {game}")
    if "pairing" in fields:
        earlier, later = (_count(part, "pairing") for part in _two(fields["pairing"], "pairing"))
        if not earlier < later or pairing_number(earlier, later) != key.pairing:
            raise BadField("pairing", f"{shown(fields['pairing'])} is not that of game {game}")
    return key


def _hands(value: object) -> list[HandRecord]:
    hands = []
    for number, hand in enumerate(a_list(value, "hands")):
        try:
            hands.append(hand_from_json(hand))
        except BadRecord as error:
            raise BadRecord(f"hand {number}: {error}") from None
    return hands


def _two(value: object, field: str) -> list[object]:
    parts = a_list(value, field)
    if len(parts) != 2:
        raise BadField(field, f"{shown(value)} is no pair")
    return parts


def _pair(value: object, field: str) -> Pair:
    first, second = _two(value, field)
    return whole_number(first, field), whole_number(second, field)


def _columns(value: object) -> tuple[Pair, ...] | None:
    return None if value is None else tuple(_pair(part, "columns") for part in a_list(value, "columns"))


def _count(value: object, field: str) -> int:
    number = whole_number(value, field)
    if not 0 <= number < _LARGEST:
        raise BadField(field, f"{shown(value)} is no number from 0 to {_LARGEST - 1}")
    return number


def _seats(value: object) -> tuple[str, str]:
    first, second = _two(value, "seats")
    return text(first, "seats"), text(second, "seats")


def _winner(value: object) -> int | None:
    return None if value is None else seat(value, "winner")


def _fault(value: object) -> Fault | None:
    if value is None:
        return None
    fields = a_mapping(value, "fault")
    kind = _one_of(required(fields, "kind"), "kind", KINDS)
    evidence = text(fields.get("evidence", ""), "evidence")
    return Fault(seat(required(fields, "seat"), "seat"), kind, "forfeit_game", evidence, 0, 0)


def _one_of(value: object, field: str, choices: tuple[_Word, ...]) -> _Word:
    for choice in choices:
        if value == choice:
            return choice
    raise BadField(field, f"{shown(value)} is none of {', '.join(choices)}")
