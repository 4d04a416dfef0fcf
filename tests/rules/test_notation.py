"""HAND objects: written as documented, and read with one clear error for each thing that can be wrong."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from gin_rummy.cards import show_card
from gin_rummy.hand import Hand
from gin_rummy.notation import hand_from_json, hand_to_json
from gin_rummy.record import BadRecord, record_of, replay
from gin_rummy.result import End
from gin_rummy.rules import Rules
from tests.rules.table import GIN, KNOCK_4, STANDARD, at_discard, deck_of, play

SPREAD = [["Ac", "2c", "3c"], ["4d", "5d", "6d"], ["7h", "8h", "9h"]]


def knocked() -> Hand:
    deck = deck_of(KNOCK_4, "4c 7d Jc Qc Kc Kh As 2s 2h 3h", stock="Qs Ks")
    return play(Hand(STANDARD, deck, 1), "pass pass Qs upcard 3h stock knock:Ks")


def as_read(hand: Hand) -> dict[str, Any]:
    """Give the object as it comes from a file."""
    return cast("dict[str, Any]", json.loads(json.dumps(hand_to_json(record_of(hand, 2**64 - 1)))))


def test_a_hand_is_written_as_documented() -> None:
    hand = knocked()
    assert as_read(hand) == {
        "deal": "18446744073709551615",
        "deck": [show_card(card) for card in hand.deck],  # type: ignore[arg-type]
        "dealer": 1,
        "actions": [
            ["pass"],
            ["pass"],
            ["stock"],
            ["discard", "Qs"],
            ["upcard"],
            ["discard", "3h"],
            ["stock"],
            ["knock", "Ks", SPREAD],
        ],
        "end": "knock",
        "points": [21, 0],
    }


def test_taking_the_offered_upcard_has_a_name_of_its_own() -> None:
    hand = play(Hand(STANDARD, deck_of("", upcard="3d"), 1), "take")
    hand.forfeit(0)
    written = as_read(hand)
    assert (written["actions"], written["end"]) == ([["take"]], "forfeit")


def test_big_gin_names_its_spread() -> None:
    hand = play(at_discard(GIN, "Jh", rules=Rules(big_gin=True)), "big_gin")
    assert as_read(hand)["actions"][-1] == ["big_gin", [*SPREAD[:2], ["7h", "8h", "9h", "Th", "Jh"]]]


def test_a_deal_that_is_not_known_is_null() -> None:
    assert hand_to_json(record_of(knocked()))["deal"] is None


@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_written_reads_back(seat: int) -> None:
    forfeited = play(Hand(STANDARD, deck_of(""), 1), "pass")
    forfeited.forfeit(seat)
    big = play(at_discard(GIN, "Jh", rules=Rules(big_gin=True)), "big_gin")
    for hand in (knocked(), forfeited, big):
        assert hand_from_json(as_read(hand)) == record_of(hand, 2**64 - 1)


def test_the_deal_and_the_spread_may_be_left_out() -> None:
    written = as_read(knocked())
    del written["deal"]
    written["actions"][-1] = ["knock", "Ks"]
    record = hand_from_json(written)
    assert record == replace(record_of(knocked()), spread=None)
    assert replay(record, STANDARD).spread == knocked().spread
    assert hand_to_json(record)["actions"][-1] == ["knock", "Ks"]


def test_cards_are_read_in_either_case() -> None:
    written = as_read(knocked())
    written["deck"] = ["10" + card[1].upper() if card[0] == "T" else card.upper() for card in written["deck"]]
    assert hand_from_json(written) == record_of(knocked(), 2**64 - 1)


@pytest.mark.parametrize("script", ["", "pass", "take", "pass take", "pass pass"])
def test_who_forfeited_a_hand_worth_nothing_is_the_seat_that_was_to_act(script: str) -> None:
    rules = Rules(forfeit_points=0)
    deck = deck_of(GIN, "Tc Jc Qc Kc Td Jd Qd Kd 8d 9d", upcard="5s", stock="4s")
    for dealer in (0, 1):
        hand = play(Hand(rules, deck, dealer), script)
        hand.forfeit(hand.to_act)
        record = hand_from_json(as_read(hand))
        assert record.forfeited_by == record_of(hand).forfeited_by == hand.to_act
        assert replay(record, rules).result == hand.result


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda hand: hand.pop("deck"), "deck: is missing"),
        (lambda hand: hand.pop("dealer"), "dealer: is missing"),
        (lambda hand: hand.pop("actions"), "actions: is missing"),
        (lambda hand: hand.pop("end"), "end: is missing"),
        (lambda hand: hand.pop("points"), "points: is missing"),
        (lambda hand: hand.update(deck="AcKd"), "deck: 'AcKd' is no list"),
        (lambda hand: hand["deck"].pop(), "deck: has 51 cards in place of 52"),
        (lambda hand: hand["deck"].__setitem__(3, 17), r"deck\[3\]: 17 is no text"),
        (lambda hand: hand["deck"].__setitem__(3, "1c"), "deck: '1c' is no card"),
        (lambda hand: hand["deck"].__setitem__(3, hand["deck"][4]), "deck: .. is there twice"),
        (lambda hand: hand.update(dealer="1"), "dealer: '1' is no whole number"),
        (lambda hand: hand.update(dealer=True), "dealer: True is no whole number"),
        (lambda hand: hand.update(dealer=2), "dealer: 2 is no seat"),
        (
            lambda hand: hand.update(end="KNOCK"),
            "end: 'KNOCK' is none of knock, gin, big_gin, undercut, void, forfeit",
        ),
        (lambda hand: hand.update(end=["knock"]), "end: "),
        (lambda hand: hand.update(points=None), "points: None is no list"),
        (lambda hand: hand.update(points=[1]), r"points: \[1\] is no pair"),
        (lambda hand: hand.update(points=[1, -1]), "points: .* is no pair"),
        (lambda hand: hand.update(points=[1, 0.5]), "points: 0.5 is no whole number"),
        (lambda hand: hand.update(deal=5), "deal: 5 is no number of 64 bits as text"),
        (lambda hand: hand.update(deal="-5"), "deal: '-5' is no number"),
        (lambda hand: hand.update(deal="²"), "deal: '²' is no number"),
        (lambda hand: hand.update(deal="1" * 5000), "deal: .* is no number"),
        (lambda hand: hand.update(deal=str(2**64)), "deal: 18446744073709551616 has more than 64 bits"),
        (lambda hand: hand.update(actions={}), "actions: {} is no list"),
        (lambda hand: hand.update(actions=["pass"]), r"actions\[0\]: 'pass' is no list"),
        (lambda hand: hand["actions"].__setitem__(1, []), r"actions\[1\]: \[\] is no action; actions are"),
        (lambda hand: hand["actions"].__setitem__(1, [5]), r"actions\[1\]: 5 is no text"),
        (lambda hand: hand["actions"].__setitem__(1, ["fold"]), r"actions\[1\]: \['fold'\] is no action"),
        (lambda hand: hand["actions"].__setitem__(1, ["pass", "Kc"]), r"actions\[1\]: .* is no action"),
        (lambda hand: hand["actions"].__setitem__(3, ["discard"]), r"actions\[3\]: .* is no action"),
        (lambda hand: hand["actions"].__setitem__(3, ["discard", "Xx"]), r"actions\[3\]: 'Xx' is no card"),
        (lambda hand: hand["actions"].__setitem__(3, ["discard", 7]), r"actions\[3\]: 7 is no text"),
        (
            lambda hand: hand["actions"].__setitem__(7, ["knock", "Ks", "Ac"]),
            r"actions\[7\] spread: 'Ac' is no list",
        ),
        (
            lambda hand: hand["actions"].__setitem__(7, ["knock", "Ks", [5]]),
            r"actions\[7\] spread\[0\]: 5 is no list",
        ),
        (
            lambda hand: hand["actions"].__setitem__(7, ["big_gin", [["Ac", "Ac"]]]),
            r"spread\[0\]: Ac is there twice",
        ),
    ],
)
def test_each_wrong_shape_gives_one_error_that_names_the_field(change: Change, why: str) -> None:
    written = as_read(knocked())
    change(written)
    with pytest.raises(BadRecord, match=why):
        hand_from_json(written)


@pytest.mark.parametrize("value", [None, [], "hand", 5])
def test_what_is_no_object_is_no_hand(value: object) -> None:
    with pytest.raises(BadRecord, match="a hand is an object, not"):
        hand_from_json(value)


def test_other_keys_are_not_looked_at() -> None:
    written = as_read(knocked()) | {"note": "from the club"}
    assert hand_from_json(written).end is End.KNOCK
