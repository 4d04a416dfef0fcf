import pytest
from hypothesis import given, settings

from gin_rummy.cards import NO_CARDS, CardSet, cards_in
from gin_rummy.errors import IllegalAction
from gin_rummy.melds import best_melds, check_spread, default_spread
from tests.rules import brute_force
from tests.rules.hands import cards_of, hands, melds_of

HAND = cards_of("3s 4s 5s 6s 6h 6d 6c Ah 2d Kc")


def _listed(melds: tuple[CardSet, ...]) -> list[list[int]]:
    return [list(cards_in(meld)) for meld in melds]


@settings(max_examples=150)
@given(hands(10), hands(12))
def test_the_default_spread_is_the_one_that_the_rule_book_names(hand: CardSet, others: CardSet) -> None:
    discarded = CardSet(others & ~hand)
    named = brute_force.spread_by_the_rules(frozenset(cards_in(hand)), frozenset(cards_in(discarded)))
    assert _listed(default_spread(hand, discarded)) == named


def test_the_default_spread_helps_the_defender_least() -> None:
    # As fits the run of three; As and 6s would fit the run of four.
    hand = cards_of("2s 3s 4s 5s 5h 5d 5c Kd")
    assert default_spread(hand, NO_CARDS) == melds_of("5c 5d 5h 5s", "2s 3s 4s")


def test_a_card_in_the_discard_pile_helps_nobody() -> None:
    hand = cards_of("2s 3s 4s 5s 5h 5d 5c Kd")
    assert default_spread(hand, cards_of("6s")) == melds_of("5c 5d 5h", "2s 3s 4s 5s")


def test_of_melds_that_help_alike_the_smallest_list_is_laid() -> None:
    assert default_spread(cards_of("As 2s 3s 4s 5s 6s Kd"), NO_CARDS) == melds_of("As 2s 3s", "4s 5s 6s")


def test_a_hand_without_melds_has_an_empty_spread() -> None:
    assert default_spread(cards_of("As 3s 5s 7h"), NO_CARDS) == ()
    assert best_melds(NO_CARDS) == ()


def test_a_spread_is_worth_what_it_leaves_as_laid() -> None:
    assert check_spread(HAND, melds_of("3s 4s 5s 6s", "6h 6d 6c"), 13) == 13
    assert check_spread(HAND, melds_of("6s 6h 6d 6c", "3s 4s 5s"), 13) == 13
    assert check_spread(HAND, melds_of("3s 4s 5s", "6h 6d 6c"), 30) == 19
    assert check_spread(HAND, (), 100) == 49


@pytest.mark.parametrize(
    ("spread", "why"),
    [
        (["3s 4s"], "3s 4s is no meld"),
        (["3s 4s 5s", "6h 6d 2d"], "2d 6d 6h is no meld"),
        ([""], "a meld without cards is no meld"),
        (["3s 4s 5s 6s", "6s 6h 6d"], "6s is in two melds of the spread"),
        (["3s 4s 5s", "3s 4s 5s"], "3s 4s 5s is in two melds of the spread"),
        (["3s 4s 5s 6s 7s"], "the spread holds 7s, which the knocker does not keep"),
        (["3s 4s 5s", "6s 6h 6d 6c"], "the spread leaves deadwood 13, the knock limit is 12"),
        ([], "the spread leaves deadwood 49, the knock limit is 12"),
    ],
)
def test_a_spread_that_breaks_a_rule_is_refused_with_the_reason(spread: list[str], why: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        check_spread(HAND, melds_of(*spread), 12)
    assert str(caught.value) == why
