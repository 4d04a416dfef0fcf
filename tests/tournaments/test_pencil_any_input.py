"""Whatever JSON a line holds, it gets an answer or an error meant for a person, of reasonable length."""

import json
from collections.abc import Callable
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gin_rummy.errors import GinError
from gin_rummy.rules import Rules
from gin_tournaments.json_lines import parse_json
from gin_tournaments.pencil.entries import read_entry
from gin_tournaments.pencil.hands import hand_to_json
from gin_tournaments.pencil.scores import score_to_json

Answer: TypeAlias = Callable[[str], object]

KEYS = ["hand", "knocker", "defender", "spread", "rules", "upcard", "player", "winner", "points", "end", "x"]
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
LISTS = st.lists(st.sampled_from(CARDS), min_size=10, max_size=11, unique=True)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters())
    | st.sampled_from([*CARDS, "1s", "void", "knocker", "defender", "A"])
    | LISTS
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=11) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=20,
)
RULES = st.dictionaries(st.sampled_from(["variant", "big_gin", "target", "knock_limit", "targe"]), LEAVES)
LINES = VALUES | st.fixed_dictionaries(
    {},
    optional={
        "hand": LISTS | VALUES,
        "knocker": LISTS | VALUES,
        "defender": LISTS | VALUES,
        "spread": st.lists(st.lists(st.sampled_from(CARDS), max_size=4), max_size=3) | VALUES,
        "rules": RULES | VALUES,
        "upcard": st.sampled_from(CARDS) | VALUES,
        "winner": st.sampled_from([0, 1, "A", "knocker"]) | VALUES,
        "player": st.sampled_from([0, 1, "B"]) | VALUES,
        "points": st.integers(0, 50) | st.lists(st.integers(0, 50), max_size=3) | VALUES,
    },
)
ANSWERS: dict[str, Answer] = {
    "hand": lambda text: json.dumps(hand_to_json(parse_json(text), Rules())),
    "score": lambda text: json.dumps(score_to_json(parse_json(text), Rules())),
    "scoresheet": lambda text: read_entry(text, ("A", "B"), Rules()),
}


def told(answer: Answer, text: str) -> str:
    try:
        return str(answer(text))
    except GinError as error:
        return str(error)


@pytest.mark.parametrize("command", ANSWERS)
@given(value=LINES)
@settings(deadline=None, max_examples=100)
def test_any_line_gets_an_answer_or_one_error(command: str, value: object) -> None:
    words = told(ANSWERS[command], json.dumps(value))
    assert words
    assert len(words.encode()) < 1000
