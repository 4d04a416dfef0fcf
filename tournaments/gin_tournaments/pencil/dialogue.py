"""Asking people for hands of cards: questions until the answer can be used. Reading and writing come in.

*ask* shows a question and gives what was typed, None at the end of the input; *say* writes a line.
"""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from gin_rummy.cards import Card, CardSet, card_set, parse_card, parse_cards
from gin_rummy.errors import GinError
from gin_rummy.rules import Rules
from gin_tournaments.pencil.reading import ANY_CARD, check_size
from gin_tournaments.pencil.scores import (
    DEFENDER_SIZE,
    Knocked,
    check_apart,
    knocker_sizes,
    score_lines,
    spread_of,
)

Ask: TypeAlias = Callable[[str], str | None]
Say: TypeAlias = Callable[[str], None]
_T = TypeVar("_T")


class _Enough(Exception):
    """The person has no more to ask."""


def split_cards(typed: str) -> list[Card]:
    """Read cards that stand with spaces or commas between them.

    Raises:
        BadCards: for what is no card, or a card named twice.

    >>> split_cards("as, 10d")
    [39, 22]
    """
    return parse_cards(typed.replace(",", " ").split())


def split_melds(typed: str) -> list[CardSet]:
    """Read melds with slashes between them.

    Raises:
        BadCards: for what is no card, or a card named twice.
    """
    split_cards(typed.replace("/", " "))
    return [card_set(split_cards(meld)) for meld in typed.split("/")]


def score_hands(rules: Rules, ask: Ask, say: Say) -> None:
    """Ask for the hands of one knock after the other and tell each score, until nothing more is typed."""
    say("Cards are typed as in: Ac 2c 10h Kd. Enter alone ends.")
    try:
        while True:
            knocked = _ask_for_knock(rules, ask, say)
            for line in ["", *score_lines(knocked), ""]:
                say(line)
    except _Enough:
        return


def _ask_for_knock(rules: Rules, ask: Ask, say: Say) -> Knocked:
    upcard = ANY_CARD
    if rules.variant == "oklahoma":
        upcard = _ask(ask, say, "First upcard", lambda typed: parse_card(typed.strip()))
    sizes = knocker_sizes(rules)

    def kept(typed: str) -> CardSet:
        hand = split_cards(typed)
        check_size(hand, sizes)
        spread_of(rules, upcard, card_set(hand), None)
        return card_set(hand)

    knocker = _ask(ask, say, f"Knocker's {' or '.join(map(str, sizes))} cards", kept)

    def spread(typed: str) -> tuple[CardSet, ...]:
        return spread_of(rules, upcard, knocker, split_melds(typed) if typed.strip() else None)

    laid = _ask(
        ask, say, "Melds laid down, as in Ac 2c 3c / Kc Kd Kh (Enter: the best)", spread, may_be_empty=True
    )

    def defender(typed: str) -> CardSet:
        hand = split_cards(typed)
        check_size(hand, DEFENDER_SIZE)
        check_apart(knocker, card_set(hand))
        return card_set(hand)

    return Knocked(rules, upcard, knocker, laid, _ask(ask, say, "Defender's 10 cards", defender))


def _ask(ask: Ask, say: Say, question: str, read: Callable[[str], _T], may_be_empty: bool = False) -> _T:
    """Ask until *read* accepts the answer.

    Raises:
        _Enough: at the end of the input, and for an empty answer that may not be empty.
    """
    while True:
        typed = ask(f"{question}: ")
        if typed is None or not (typed.strip() or may_be_empty):
            raise _Enough
        try:
            return read(typed)
        except GinError as error:
            say(f"  {error}")
