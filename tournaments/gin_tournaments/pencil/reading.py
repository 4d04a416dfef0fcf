"""Hands, and the rules they are played by, from JSON; every error names the field."""

from collections.abc import Sequence

from gin_rummy.cards import Card
from gin_rummy.errors import BadCards
from gin_rummy.fields import BadField, card, cards
from gin_rummy.notation import rules_from_json
from gin_rummy.rules import Rules

ANY_CARD = Card(0)
"""Stands for a card on which nothing depends."""


def check_size(hand: Sequence[Card], sizes: Sequence[int]) -> None:
    """Refuse a hand of another number of cards.

    Raises:
        BadCards: which says how many there are.
    """
    if len(hand) not in sizes:
        plural = "" if len(hand) == 1 else "s"
        raise BadCards(f"{len(hand)} card{plural} in place of {' or '.join(map(str, sizes))}")


def hand_of(value: object, field: str, sizes: Sequence[int]) -> list[Card]:
    """Read a hand of one of *sizes*.

    Raises:
        BadField: which names the field.
    """
    hand = cards(value, field)
    try:
        check_size(hand, sizes)
    except BadCards as error:
        raise BadField(field, str(error)) from None
    return hand


def rules_of(fields: dict[str, object], base: Rules) -> tuple[Rules, Card]:
    """Read `rules` and the first `upcard` of a hand; options that are left out are as in *base*.

    Raises:
        BadField: when the upcard is needed and not there, or either is malformed.
        BadRules: when the rules make no sense.
    """
    rules = rules_from_json(fields.get("rules", {}), base)
    if fields.get("upcard") is not None:
        return rules, card(fields["upcard"], "upcard")
    if rules.variant == "oklahoma":
        raise BadField("upcard", "is missing; with variant: oklahoma it sets the knock limit")
    return rules, ANY_CARD
