"""The recipe of docs/verify.md computes what we compute, and the documents of the rules name every option."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import cast

from gin_rummy.cards import Card, show_card
from gin_rummy.deck import commitment, deal, deal_key
from gin_rummy.rules import Rules
from gin_tournaments.seeds import LABELS
from tests.rules.vectors import deal_cases

DOCS = Path(__file__).parents[2] / "docs"


def text_of(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def recipe() -> dict[str, object]:
    """Run the recipe as it stands; give what it defines."""
    (code,) = re.findall(r"```python\n(.*?)```", text_of("verify.md"), re.DOTALL)
    defined: dict[str, object] = {}
    exec(code, defined)  # noqa: S102 - a document of ours
    return defined


def test_the_recipe_gives_the_decks_that_we_deal_and_those_of_the_vectors() -> None:
    deck_of = cast("Callable[[bytes, str, int, bytes], list[str]]", recipe()["deck_of"])
    for index in (0, 1, 7 << 40 | 3 << 20 | 1 << 10, 2**64 - 1):
        deck = deal(deal_key(b"s" * 32, b"e", "tornéo"), index).deck
        assert deck_of(b"s" * 32, "tornéo", index, b"e") == [show_card(Card(card)) for card in deck]
    for case in deal_cases():
        seed, entropy = bytes.fromhex(case["server_seed"]), bytes.fromhex(case["public_entropy"])
        cards = deck_of(seed, case["tournament_id"], int(case["deal_index"]), entropy)
        assert cards == [show_card(Card(card)) for card in case["deck"]]
        assert hashlib.sha256(b"grt-commit-1\0" + seed).hexdigest() == commitment(seed).hex()


def test_the_rules_name_every_option_with_its_default() -> None:
    rules = text_of("rules.md")
    for option in fields(Rules):
        assert option.name in rules, option.name
        default = str(option.default).lower()
        if option.default is not None:
            near = re.search(rf"\b{option.name}: (?:\*\*)?[^`]*\*\*{default}\*\*", rules)
            assert near, f"{option.name}: {default}"


def test_the_labels_of_a_seed_are_explained() -> None:
    assert all(f"| {label} |" in text_of("deck.md") for label in LABELS)
