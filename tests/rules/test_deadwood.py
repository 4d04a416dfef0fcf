from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gin_rummy.cards import FULL_DECK, NO_CARDS, CardSet, card_set, cards_in
from gin_rummy.melds import (
    FITS,
    best_discards,
    best_melds,
    check_spread,
    deadwood,
    deadwood_after_best_discard,
    is_meld,
    knock_cards,
    value,
)
from tests.rules import brute_force
from tests.rules.hands import cards_of, hands, melds_of
from tests.rules.vectors import hands_of_eleven, hands_of_ten

allowed_cards = st.integers(0, FULL_DECK).map(CardSet)


def _without(hand: CardSet, card: int) -> CardSet:
    return CardSet(hand & ~(1 << card))


def _cards(hand: CardSet) -> frozenset[int]:
    return frozenset(cards_in(hand))


def _groups_of_one_rank_or_suit() -> Iterator[tuple[int, ...]]:
    for rank in range(13):
        for size in range(5):
            yield from combinations(range(rank, 52, 13), size)
    for suit in range(4):
        for size in range(1, 14):
            yield from combinations(range(suit * 13, suit * 13 + 13), size)


def test_the_melds_are_the_sets_and_runs_of_the_rule_book_and_no_others() -> None:
    by_the_rules = {card_set(group) for group in _groups_of_one_rank_or_suit() if brute_force.is_meld(group)}
    assert set(FITS) == by_the_rules
    assert len(by_the_rules) == 13 * 5 + 4 * 66


def test_the_cards_that_fit_a_meld_are_those_that_make_it_a_longer_one() -> None:
    for meld, fitting in FITS.items():
        assert _cards(fitting) == brute_force.fitting(_cards(meld))


@pytest.mark.parametrize(
    "text",
    ["", "As", "As Ah", "As 2s", "Qs Ks As", "Ks As 2s", "Kd Ah 2h", "As 2s 4s", "As Ah 2s", "As 2s 3h"],
)
def test_cards_that_are_neither_a_set_nor_a_run_are_no_meld(text: str) -> None:
    assert not is_meld(cards_of(text))


def test_a_number_that_is_no_set_of_cards_is_no_meld() -> None:
    assert not is_meld(-1)
    assert not is_meld(7 << 52)


def test_every_hand_of_ten_in_the_vectors_has_the_deadwood_that_other_programs_find() -> None:
    for case in hands_of_ten():
        hand = cards_of(case["hand"])
        assert deadwood(hand) == case["deadwood"], case["id"]
        assert check_spread(hand, best_melds(hand), 100) == case["deadwood"], case["id"]
        assert check_spread(hand, melds_of(*case["melds"]), 100) == case["deadwood"], case["id"]


def test_every_hand_of_eleven_in_the_vectors_has_the_discards_that_other_programs_find() -> None:
    for case in hands_of_eleven():
        hand = cards_of(case["hand"])
        assert deadwood(hand) == case["deadwood"], case["id"]
        assert best_discards(hand, hand) == cards_of(case["best_discards"]), case["id"]
        assert deadwood_after_best_discard(hand, hand) == case["deadwood_after_discard"], case["id"]


@settings(max_examples=300)
@given(st.integers(0, 14).flatmap(hands))
def test_least_deadwood_is_what_trying_everything_finds(hand: CardSet) -> None:
    assert deadwood(hand) == brute_force.least_deadwood(_cards(hand))


@settings(max_examples=200)
@given(hands(11))
def test_the_best_melds_of_a_hand_leave_its_least_deadwood(hand: CardSet) -> None:
    assert check_spread(hand, best_melds(hand), 200) == deadwood(hand)


@given(hands(11), allowed_cards)
def test_the_best_discards_are_all_those_allowed_that_leave_least(hand: CardSet, allowed: CardSet) -> None:
    left = {card: deadwood(_without(hand, card)) for card in cards_in(CardSet(hand & allowed))}
    best = [card for card, least in left.items() if least == min(left.values())]
    assert list(cards_in(best_discards(hand, allowed))) == best
    if best:
        assert deadwood_after_best_discard(hand, allowed) == min(left.values())


def test_with_nothing_to_discard_there_is_no_best_discard() -> None:
    assert best_discards(cards_of("As 2s 3s"), NO_CARDS) == NO_CARDS
    with pytest.raises(ValueError, match="no card of the hand"):
        deadwood_after_best_discard(cards_of("As 2s 3s"), cards_of("Kd"))


def test_of_eleven_melded_cards_the_best_discards_are_those_that_break_nothing() -> None:
    hand = cards_of("As 2s 3s 4s 5h 5d 5c 7h 8h 9h Th")
    assert best_discards(hand, FULL_DECK) == cards_of("As 4s 7h Th")
    assert deadwood_after_best_discard(hand, cards_of("5h 8h")) == 10


@given(hands(11), allowed_cards, st.integers(0, 30))
def test_the_cards_to_knock_with_are_those_allowed_that_leave_the_limit_or_less(
    hand: CardSet, allowed: CardSet, limit: int
) -> None:
    enough = [card for card in cards_in(CardSet(hand & allowed)) if deadwood(_without(hand, card)) <= limit]
    assert list(cards_in(knock_cards(hand, limit, allowed))) == enough


def test_a_knock_that_needs_the_joint_view_of_sets_and_runs_is_found() -> None:
    hand = cards_of("3s 5s 6s 3h 4h 5h 6h 2c 4c 5c 6c")
    assert knock_cards(hand, 10, hand) & cards_of("6s")
    assert deadwood(CardSet(hand & ~cards_of("6s"))) == 10


def test_large_collections_are_solved_too() -> None:
    assert deadwood(FULL_DECK) == 0
    assert deadwood(NO_CARDS) == 0


@given(st.sets(st.integers(0, 51)))
def test_the_value_of_cards_is_the_sum_of_theirs(cards: set[int]) -> None:
    assert value(card_set(cards)) == brute_force.worth(cards)
