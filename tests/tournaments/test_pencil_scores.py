"""What `gin-referee score` answers, in JSON and in words, and how it asks."""

import pytest

from gin_rummy.errors import GinError
from gin_rummy.rules import Rules
from gin_tournaments.pencil.dialogue import score_hands, split_melds
from gin_tournaments.pencil.scores import knocked_from_json, score_lines, score_to_json
from tests.rules.vectors import lay_off_cases

KNOCKER = ["Ac", "2c", "3c", "7d", "7h", "7s", "Tc", "Jc", "Qc", "2h"]
DEFENDER = ["4c", "5c", "5d", "5h", "7c", "Kd", "Kh", "Ks", "9h", "9s"]
GIN = [*KNOCKER[:9], "Kc"]
BIG_GIN = {"knocker": [*GIN, "9c"], "defender": DEFENDER, "rules": {"big_gin": True}}
OKLAHOMA = {"variant": "oklahoma", "oklahoma_spade_doubles": True}
LINE: dict[str, object] = {"knocker": KNOCKER, "defender": DEFENDER}


def test_every_case_of_the_vectors_is_scored_as_they_say() -> None:
    for case in lay_off_cases():
        line = {
            "knocker": case["knocker_hand"],
            "spread": case["knocker_melds"],
            "defender": case["defender_hand"],
        }
        answer = score_to_json(line, Rules())
        assert answer["knocker_deadwood"] == case["knocker_deadwood"], case["id"]
        assert answer["defender_deadwood"] == case["defender_deadwood"], case["id"]
        result = case["result"]
        assert (answer["winner"], answer["end"], answer["points"]) == (
            result["winner"],
            result["kind"],
            result["points"],
        ), case["id"]


def test_an_answer_is_as_documented() -> None:
    assert score_to_json(LINE, Rules()) == {
        "end": "knock",
        "winner": "knocker",
        "points": 16,
        "knocker_deadwood": 2,
        "defender_deadwood": 18,
        "spread": [["Ac", "2c", "3c"], ["Tc", "Jc", "Qc"], ["7d", "7h", "7s"]],
        "defender_melds": [["5c", "5d", "5h"], ["Kd", "Kh", "Ks"]],
        "layoffs": [{"card": "4c", "onto": 0}, {"card": "7c", "onto": 2}],
    }


def test_what_is_laid_off_goes_onto_the_meld_at_that_place_of_the_named_spread() -> None:
    named = [["7s", "7d", "7h"], ["Qc", "Jc", "Tc"], ["3c", "2c", "Ac"]]
    answer = score_to_json({**LINE, "spread": named}, Rules())
    assert answer["spread"] == [["7d", "7h", "7s"], ["Tc", "Jc", "Qc"], ["Ac", "2c", "3c"]]
    assert answer["layoffs"] == [{"card": "7c", "onto": 0}, {"card": "4c", "onto": 2}]


@pytest.mark.parametrize(
    ("line", "end", "winner", "points"),
    [
        ({"knocker": GIN, "defender": DEFENDER}, "gin", "knocker", 29 + 25),
        (BIG_GIN, "big_gin", "knocker", 29 + 31),
        (
            {"knocker": KNOCKER, "defender": ["4c", "5c", "6c", "7c", "8c", "Kd", "Kh", "Ks", "Ah", "Ad"]},
            "undercut",
            "defender",
            25,
        ),
        ({**LINE, "rules": OKLAHOMA, "upcard": "5s"}, "knock", "knocker", 32),
        ({**LINE, "rules": OKLAHOMA, "upcard": "5d"}, "knock", "knocker", 16),
        ({"knocker": GIN, "defender": DEFENDER, "rules": {"gin_bonus": 20}}, "gin", "knocker", 49),
    ],
)
def test_each_end_is_scored_by_the_rules(line: object, end: str, winner: str, points: int) -> None:
    answer = score_to_json(line, Rules())
    assert (answer["end"], answer["winner"], answer["points"]) == (end, winner, points)


def test_who_knocked_is_copied_for_the_scoresheet() -> None:
    assert score_to_json({**LINE, "player": "Ann"}, Rules())["player"] == "Ann"
    assert score_to_json({**LINE, "player": 1}, Rules())["player"] == 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"knocker": KNOCKER[:9]}, "knocker: 9 cards in place of 10$"),
        ({"knocker": [*GIN, "9c"]}, "knocker: 11 cards in place of 10$"),
        ({"knocker": [*KNOCKER, "9c"], "rules": {"big_gin": True}}, "deadwood 2 is too much.*only gin"),
        ({"defender": [*DEFENDER, "3h"]}, "defender: 11 cards in place of 10$"),
        ({"defender": [*DEFENDER[:9], "Ac"]}, "Ac is in both hands"),
        ({"knocker": [*KNOCKER[:9], KNOCKER[0]]}, "knocker: Ac is there twice"),
        (
            {"knocker": [*KNOCKER[:8], "Kc", "9d"]},
            "deadwood 39 is too much to knock with; the knock limit is 10",
        ),
        ({"rules": {"variant": "straight"}}, "deadwood 2 is too much to knock with; only gin"),
        ({"spread": [["7d", "7h"]]}, "7d 7h is no meld"),
        ({"spread": [["7d", "7h", "7s"]]}, "the spread leaves deadwood 38, the knock limit is 10"),
        ({"spread": [["Ac", "2c", "3c"], ["3c", "4c", "5c"]]}, "the spread holds 4c 5c"),
        ({"spread": [["Kd", "Kh", "Ks"]]}, "the spread holds Kd Kh Ks, which the knocker does not keep"),
        ({"spread": []}, "the spread leaves deadwood"),
        ({"spread": [["7d", "7h", "1s"]]}, r"spread\[0\]: '1s' is no card"),
        ({"spread": "7d 7h 7s"}, "spread: .* is no list"),
        ({"spred": [["7d", "7h", "7s"]]}, "'spred': is not known; did you mean 'spread'"),
        ({"rules": {"variant": "oklahoma"}}, "upcard: is missing"),
        ({"rules": {"variant": ["oklahoma"]}}, "variant: .* is none of"),
        ({"player": 2}, "player: 2 is neither a name nor a seat"),
        ({"player": True}, "player: True is neither"),
        ({"knocker": None}, "knocker: None is no list"),
    ],
)
def test_each_wrong_line_gives_one_error(change: dict[str, object], why: str) -> None:
    with pytest.raises(GinError, match=why):
        score_to_json({**LINE, **change}, Rules())


@pytest.mark.parametrize("field", ["knocker", "defender"])
def test_both_hands_are_needed(field: str) -> None:
    with pytest.raises(GinError, match=f"{field}: is missing"):
        score_to_json({name: hand for name, hand in LINE.items() if name != field}, Rules())


def test_a_person_is_told_who_lays_what_and_how_the_points_come() -> None:
    assert score_lines(knocked_from_json(LINE, Rules())) == [
        "Knocker lays down  Ac 2c 3c · Tc Jc Qc · 7d 7h 7s",
        "and keeps          2h = 2",
        "Defender melds     5c 5d 5h · Kd Kh Ks",
        "and lays off       4c on Ac 2c 3c, 7c on 7d 7h 7s",
        "and is left with   9h 9s = 18",
        "",
        "Knocker scores 18 - 2 = 16.",
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"knocker": GIN, "defender": DEFENDER}, "Gin! Knocker scores 29 + 25 = 54."),
        (BIG_GIN, "Big gin! Knocker scores 29 + 31 = 60."),
        (
            {"knocker": KNOCKER, "defender": ["4c", "5c", "6c", "7c", "8c", "Kd", "Kh", "Ks", "Ah", "Ad"]},
            "Undercut! Defender scores 2 - 2 + 25 = 25.",
        ),
        ({**LINE, "rules": OKLAHOMA, "upcard": "5s"}, "Knocker scores 2 × (18 - 2) = 32."),
    ],
)
def test_a_person_is_told_each_end_in_a_sentence(line: object, said: str) -> None:
    assert score_lines(knocked_from_json(line, Rules()))[-1] == said


class Person:
    """Types the lines it was given, and keeps what it was asked and told."""

    def __init__(self, *typed: str) -> None:
        self.typed = list(typed)
        self.asked: list[str] = []
        self.told: list[str] = []

    def ask(self, question: str) -> str | None:
        self.asked.append(question)
        return self.typed.pop(0) if self.typed else None


def test_a_person_is_asked_for_the_hands_until_they_are_right() -> None:
    person = Person(
        "Ac 1s",
        " ".join(KNOCKER[:9]),
        " ".join([*KNOCKER[:8], "Kc", "9d"]),
        ", ".join(KNOCKER).lower(),
        "Ac 2c 3c / 7d 7h",
        "Ac 2c 3c/Tc Jc Qc / 7d 7h 7s",
        " ".join([*DEFENDER[:9], "Ac"]),
        " ".join(DEFENDER),
        "",
    )
    score_hands(Rules(), person.ask, person.told.append)
    assert [line for line in person.told if line.startswith("  ")] == [
        "  '1s' is no card: rank A23456789TJQK, then suit s h d c, as in As or Td",
        "  9 cards in place of 10",
        "  deadwood 39 is too much to knock with; the knock limit is 10",
        "  7d 7h is no meld",
        "  Ac is in both hands",
    ]
    assert "Knocker scores 18 - 2 = 16." in person.told
    assert not person.typed


def test_in_oklahoma_the_first_upcard_is_asked_for() -> None:
    person = Person("5s", " ".join(KNOCKER), "", " ".join(DEFENDER))
    score_hands(Rules(variant="oklahoma"), person.ask, person.told.append)
    assert person.asked[0] == "First upcard: "
    assert "Knocker scores 18 - 2 = 16." in person.told


def test_with_big_gin_ten_or_eleven_cards_are_asked_for() -> None:
    person = Person(" ".join([*GIN, "9c"]), "", " ".join(DEFENDER))
    score_hands(Rules(big_gin=True), person.ask, person.told.append)
    assert person.asked[0] == "Knocker's 10 or 11 cards: "
    assert "Big gin! Knocker scores 29 + 31 = 60." in person.told


@pytest.mark.parametrize("typed", [(), ("",), (" ".join(KNOCKER),), (" ".join(KNOCKER), "")])
def test_a_person_may_stop_at_any_question(typed: tuple[str, ...]) -> None:
    person = Person(*typed)
    score_hands(Rules(), person.ask, person.told.append)
    assert not [line for line in person.told if "scores" in line]


def test_a_card_in_two_melds_is_seen_when_it_is_typed() -> None:
    with pytest.raises(GinError, match="3c is there twice"):
        split_melds("Ac 2c 3c / 3c 3d 3h")
