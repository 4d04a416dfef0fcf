"""The options: what each takes, and which combinations make no sense."""

from dataclasses import replace
from typing import Any

import pytest

from gin_rummy.rules import BadRules, Rules


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("variant", "hollywood"),
        ("format", "rounds"),
        ("oklahoma_ace", "two"),
        ("dealer", "cut"),
        ("first_dealer", "seat2"),
        ("stock", ""),
        ("big_gin", 1),
        ("hollywood", "true"),
        ("oklahoma_spade_doubles", None),
        ("target", 0),
        ("target", -100),
        ("target", 100.0),
        ("target", True),
        ("target", None),
        ("hands", 0),
        ("hands", 513),
        ("knock_limit", -1),
        ("knock_limit", 101),
        ("gin_bonus", -1),
        ("undercut_bonus", -1),
        ("big_gin_bonus", "31"),
        ("game_bonus", -1),
        ("box_bonus", -1),
        ("shutout_multiplier", 0),
        ("forfeit_points", -1),
        ("max_decisions_per_hand", 0),
        ("max_hands_per_game", 0),
        ("max_hands_per_game", 1025),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_by_the_name_of_its_option(option: str, value: object) -> None:
    with pytest.raises(BadRules) as refusal:
        replace(Rules(), **{option: value})  # type: ignore[arg-type]
    assert refusal.value.option == option
    assert repr(value) in str(refusal.value)


@pytest.mark.parametrize(
    ("rules", "option", "why"),
    [
        ({"hands": 10}, "hands", "needs format: hands"),
        ({"format": "hands"}, "hands", "how many"),
        ({"format": "hands", "hands": 10, "hollywood": True}, "hollywood", "needs format: game"),
        ({"format": "hands", "hands": 10, "target": 250}, "target", "no effect"),
        ({"format": "hands", "hands": 10, "max_hands_per_game": 50}, "max_hands_per_game", "no effect"),
        ({"variant": "straight", "knock_limit": 5}, "knock_limit", "only gin ends a hand"),
        ({"variant": "oklahoma", "knock_limit": 5}, "knock_limit", "the upcard sets the limit"),
        ({"oklahoma_ace": "gin"}, "oklahoma_ace", "needs variant: oklahoma"),
        ({"variant": "straight", "oklahoma_ace": "gin"}, "oklahoma_ace", "needs variant: oklahoma"),
        ({"oklahoma_spade_doubles": True}, "oklahoma_spade_doubles", "needs variant: oklahoma"),
    ],
)
def test_a_combination_that_makes_no_sense_is_refused_with_the_reason(
    rules: dict[str, Any], option: str, why: str
) -> None:
    with pytest.raises(BadRules, match=why) as refusal:
        Rules(**rules)
    assert (refusal.value.option, str(refusal.value)) == (option, f"{option}: {refusal.value.why}")


@pytest.mark.parametrize(
    "rules",
    [
        {"variant": "straight", "knock_limit": 0},
        {"variant": "straight", "big_gin": True, "hollywood": True, "stock": "split"},
        {"variant": "oklahoma", "oklahoma_ace": "gin", "oklahoma_spade_doubles": True, "hollywood": True},
        {"variant": "oklahoma", "format": "hands", "hands": 10, "dealer": "loser"},
        {"target": 250, "dealer": "winner", "first_dealer": "seat1", "knock_limit": 0},
    ],
)
def test_what_makes_sense_together_is_allowed(rules: dict[str, Any]) -> None:
    assert Rules(**rules) == replace(Rules(**rules))
