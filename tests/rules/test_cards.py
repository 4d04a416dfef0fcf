import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_rummy.cards import (
    DECK_SIZE,
    FULL_DECK,
    RANKS,
    SUITS,
    VALUES,
    Card,
    card_bytes,
    card_set,
    cards_in,
    parse_card,
    parse_cards,
    show_card,
    show_cards,
)
from gin_rummy.errors import BadCards

EVERY_CARD = [Card(card) for card in range(DECK_SIZE)]


def test_the_52_cards_are_numbered_by_suit_and_then_by_rank() -> None:
    assert [show_card(card) for card in EVERY_CARD] == [rank + suit for suit in "cdhs" for rank in RANKS]
    assert SUITS == "cdhs"


def test_a_card_is_read_in_either_case() -> None:
    for card in EVERY_CARD:
        text = show_card(card)
        assert {parse_card(text), parse_card(text.lower()), parse_card(text.upper())} == {card}


def test_ten_may_be_written_with_two_digits() -> None:
    assert [parse_card(f"10{suit}") for suit in "cdhS"] == parse_cards(["Tc", "Td", "Th", "Ts"])


@pytest.mark.parametrize(
    "text", ["", "A", "s", "1s", "11d", "Ax", "sA", "As ", " As", "A s", "AsKs", "10", "T♠", "K\u017f"]
)
def test_any_other_text_is_refused_by_name(text: str) -> None:
    with pytest.raises(BadCards) as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)


@given(st.text(max_size=3))
def test_a_text_is_a_card_that_prints_like_it_or_is_refused(text: str) -> None:
    try:
        shown = show_card(parse_card(text))
    except BadCards:
        return
    assert shown.lower() == text.lower().replace("10", "t")


def test_cards_are_read_in_order_and_a_card_named_twice_is_refused() -> None:
    assert show_cards(parse_cards(["kd", "AS", "10h"])) == "Kd As Th"
    with pytest.raises(BadCards, match="Td is there twice"):
        parse_cards(["Td", "As", "10d"])


def test_an_ace_counts_one_and_court_cards_ten() -> None:
    assert [VALUES[parse_card(rank + "h")] for rank in RANKS] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


@given(st.sets(st.integers(0, DECK_SIZE - 1)))
def test_a_set_of_cards_holds_what_was_put_in_and_lists_it_ascending(cards: set[int]) -> None:
    gathered = card_set(cards)
    assert list(cards_in(gathered)) == sorted(cards)
    assert list(card_bytes(gathered)) == sorted(cards)
    assert gathered & ~FULL_DECK == 0
