"""What `gin-referee hand` answers, in JSON and in words."""

import pytest

from gin_rummy.cards import card_set, parse_cards
from gin_rummy.errors import BadCards
from gin_rummy.fields import BadField
from gin_rummy.melds import is_meld, value
from gin_rummy.rules import BadRules, Rules
from gin_tournaments.pencil.dialogue import split_cards
from gin_tournaments.pencil.hands import hand_lines, hand_to_json, study
from tests.rules.vectors import hands_of_eleven, hands_of_ten

TEN = ["Ac", "2c", "3c", "7d", "7h", "7s", "Tc", "Jc", "Qc", "Kd"]
ELEVEN = [*TEN, "2h"]


def listed(value: object) -> list[str]:
    assert isinstance(value, list)
    return value


def test_ten_cards_are_answered_as_the_vectors_say() -> None:
    for case in hands_of_ten():
        answer = hand_to_json({"hand": case["hand"]}, Rules())
        assert answer["hand"] == case["hand"]
        assert answer["deadwood"] == case["deadwood"], case["id"]
        assert_melds_make_the_deadwood(answer, case["hand"])
        assert "best_discards" not in answer


def test_eleven_cards_are_answered_as_the_vectors_say() -> None:
    for case in hands_of_eleven():
        answer = hand_to_json(case, Rules())
        assert answer["deadwood"] == case["deadwood"], case["id"]
        assert answer["deadwood_after_discard"] == case["deadwood_after_discard"], case["id"]
        assert sorted(listed(answer["best_discards"])) == sorted(case["best_discards"]), case["id"]
        assert answer["can_knock"] == (case["deadwood_after_discard"] <= 10)
        assert answer["big_gin"] == (case["deadwood"] == 0)
        assert_melds_make_the_deadwood(answer, case["hand"])


def assert_melds_make_the_deadwood(answer: dict[str, object], hand: list[str]) -> None:
    melds = [parse_cards(listed(meld)) for meld in listed(answer["melds"])]
    unmatched = parse_cards(listed(answer["unmatched"]))
    assert all(is_meld(card_set(meld)) for meld in melds)
    assert value(card_set(unmatched)) == answer["deadwood"]
    assert sorted([*unmatched, *(card for meld in melds for card in meld)]) == sorted(parse_cards(hand))


def test_cards_are_read_in_either_case_and_shown_in_ours() -> None:
    answer = hand_to_json({"hand": [card.replace("T", "10").upper() for card in TEN]}, Rules())
    assert answer["hand"] == TEN


@pytest.mark.parametrize(
    ("more", "can_knock"),
    [
        ({}, True),
        ({"rules": {"variant": "straight"}}, False),
        ({"rules": {"knock_limit": 1}}, False),
        ({"rules": {"variant": "oklahoma"}, "upcard": "3h"}, True),
        ({"rules": {"variant": "oklahoma"}, "upcard": "Ah"}, False),
    ],
)
def test_the_rules_and_the_upcard_decide_whether_one_may_knock(
    more: dict[str, object], can_knock: bool
) -> None:
    assert hand_to_json({"hand": ELEVEN, **more}, Rules())["can_knock"] is can_knock


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ([], r"the line: \[\] is no object"),
        (None, "the line: None is no object"),
        ({}, "hand: is missing"),
        ({"hands": TEN}, "'hands': is not known; did you mean 'hand'"),
        ({"hand": "Ac 2c"}, "hand: 'Ac 2c' is no list"),
        ({"hand": TEN[:9]}, "hand: 9 cards in place of 10 or 11"),
        ({"hand": TEN[:1]}, "hand: 1 card in place of 10 or 11"),
        ({"hand": [*ELEVEN, "3h"]}, "hand: 12 cards in place of 10 or 11"),
        ({"hand": [*TEN[:9], "Ac"]}, "hand: Ac is there twice"),
        ({"hand": [*TEN[:9], "1s"]}, "hand: '1s' is no card"),
        ({"hand": [*TEN[:9], 5]}, r"hand\[9\]: 5 is no text"),
        ({"hand": [*TEN[:9], "x" * 10**6]}, "hand: 'xxx.*' is no card"),
        ({"hand": [TEN]}, r"hand\[0\]: .* is no text"),
        ({"hand": TEN, "upcard": "Zz"}, "upcard: 'Zz' is no card"),
        ({"hand": TEN, "rules": {"variant": "oklahoma"}}, "upcard: is missing"),
        ({"hand": TEN, "rules": 5}, "rules: 5 is no object"),
        ({"hand": TEN, "rules": {"knocklimit": 5}}, "did you mean 'knock_limit'"),
    ],
)
def test_each_wrong_line_gives_one_short_error(line: object, why: str) -> None:
    with pytest.raises(BadField, match=why) as refused:
        hand_to_json(line, Rules())
    assert len(str(refused.value)) < 400


def test_rules_that_make_no_sense_are_refused() -> None:
    with pytest.raises(BadRules, match="knock_limit: 'ten' is no whole number"):
        hand_to_json({"hand": TEN, "rules": {"knock_limit": "ten"}}, Rules())


def test_a_person_is_told_what_each_discard_leaves_and_what_may_be_knocked_with() -> None:
    assert hand_lines(study(split_cards(" ".join(ELEVEN)), 10)) == [
        "Melds      Ac 2c 3c · Tc Jc Qc · 7d 7h 7s",
        "Unmatched  Kd 2h = 12",
        "Deadwood   12",
        "",
        "Discard  leaves",
        "Kd            2  knock",
        "2h           10  knock",
        "3c           15",
        "2c           16",
        "Ac           17",
        "7d           26",
        "7h           26",
        "7s           26",
        "Tc           32",
        "Jc           32",
        "Qc           32",
        "",
        "You may knock with Kd 2h: the knock limit is 10.",
    ]


@pytest.mark.parametrize(
    ("hand", "limit", "last"),
    [
        (TEN, 10, "Low enough to knock: the knock limit is 10."),
        (TEN, 9, "Not low enough to knock: the knock limit is 9."),
        (ELEVEN, 0, "You may not knock: only gin ends the hand."),
        ([*TEN[:9], "Kc", "9c"], 10, "All eleven cards are melded: big gin, where it is played."),
    ],
)
def test_a_person_is_told_whether_the_hand_may_end(hand: list[str], limit: int, last: str) -> None:
    assert hand_lines(study(parse_cards(hand), limit))[-1] == last


def test_a_discard_that_makes_gin_is_marked() -> None:
    lines = hand_lines(study(parse_cards([*TEN[:9], "Kc", "2d"]), 10))
    assert "2d            0  gin" in lines


@pytest.mark.parametrize("typed", ["", "Ac", "Ac Ac", "1s"])
def test_cards_that_are_no_hand_are_refused(typed: str) -> None:
    with pytest.raises(BadCards):
        study(split_cards(typed), 10)
