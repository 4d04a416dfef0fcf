"""JSON values read field by field, and the rules as a JSON object."""

import json
from dataclasses import asdict

import pytest

from gin_rummy.cards import card_set, parse_cards
from gin_rummy.fields import BadField, a_mapping, melds, refuse_misspelt, shown
from gin_rummy.notation import rules_from_json
from gin_rummy.result import End, HandResult
from gin_rummy.rules import BadRules, Rules
from gin_rummy.scoring import GameScore


def nested(depth: int) -> list[object]:
    value: list[object] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value", ["x" * 10**6, [0] * 10**6, nested(10**5), {"x" * 10**6: 1}, 10**4000, 1e999]
)
def test_what_is_shown_of_a_value_is_short_whatever_it_is(value: object) -> None:
    assert 0 < len(shown(value)) <= 60


def test_an_object_is_asked_for_by_name() -> None:
    with pytest.raises(BadField, match=r"rules: \[1\] is no object"):
        a_mapping([1], "rules")


def test_melds_keep_the_order_in_which_they_are_named() -> None:
    named = [["Ks", "Kd", "Kc"], ["3c", "2c", "Ac"]]
    assert melds(named, "spread") == tuple(card_set(parse_cards(meld)) for meld in named)


def test_a_key_that_is_almost_the_missing_one_is_a_misspelling() -> None:
    with pytest.raises(BadField, match="'sprad': is not known; did you mean 'spread'"):
        refuse_misspelt({"knocker": 1, "sprad": 2}, ("knocker", "spread"))


@pytest.mark.parametrize("key", ["id", "knocker_melds", "x" * 10**6])
def test_a_key_that_is_like_none_may_stand(key: str) -> None:
    refuse_misspelt({"knocker": 1, key: 2}, ("knocker", "spread", "upcard"))


def test_rules_read_back_as_they_are_written() -> None:
    rules = Rules(variant="oklahoma", oklahoma_spade_doubles=True, hollywood=True)
    assert rules_from_json(json.loads(json.dumps(asdict(rules))), Rules()) == rules


def test_options_that_are_left_out_are_those_of_the_base() -> None:
    assert rules_from_json({"target": 250}, Rules(big_gin=True)) == Rules(big_gin=True, target=250)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"bigin": True}, "rules.'bigin': is not known; did you mean 'big_gin'"),
        ({"colour": "red"}, "rules.'colour': is not known; the options are variant, "),
        ([], r"rules: \[\] is no object"),
    ],
)
def test_what_is_no_option_of_the_rules_is_refused(options: object, why: str) -> None:
    with pytest.raises(BadField, match=why):
        rules_from_json(options, Rules())


@pytest.mark.parametrize("value", [nested(500), "x" * 10**6, {}, 1.5, None, 10**4000])
@pytest.mark.parametrize("option", ["variant", "target", "big_gin"])
def test_a_value_that_is_not_allowed_is_refused_in_few_words(option: str, value: object) -> None:
    with pytest.raises(BadRules) as refused:
        rules_from_json({option: value}, Rules())
    assert str(refused.value).startswith(f"{option}: ")
    assert len(str(refused.value)) < 200


def test_the_columns_of_the_sheet_tell_points_and_hands_of_each() -> None:
    score = GameScore(Rules(hollywood=True))
    for points in (30, 20):
        score.add(HandResult(End.KNOCK, (points, 0), winner=0))
    assert [(column.points, column.hands_won) for column in score.sheet_columns] == [
        ([50, 0], [2, 0]),
        ([20, 0], [1, 0]),
        ([0, 0], [0, 0]),
    ]
