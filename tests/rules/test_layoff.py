from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gin_rummy.cards import CardSet, card_set, cards_in, parse_card
from gin_rummy.layoff import Defence, defend
from gin_rummy.melds import best_melds
from tests.rules import brute_force
from tests.rules.hands import any_cards, cards_of, close_cards, melds_of
from tests.rules.vectors import lay_off_cases


def _cards(hand: CardSet) -> frozenset[int]:
    return frozenset(cards_in(hand))


def _deadwood_as_played(spread: Sequence[CardSet], hand: CardSet, defence: Defence) -> int:
    """Play *defence* out by the rule book, card by card, and count what is left."""
    left = set(cards_in(hand))
    laid = [set(cards_in(meld)) for meld in spread]
    for card, place in defence.lay_offs:
        left.remove(card)
        laid[place].add(card)
        assert brute_force.is_meld(laid[place])
    for meld in defence.melds:
        assert brute_force.is_meld(_cards(meld))
        left -= {card for card in cards_in(meld) if card in left or pytest.fail(f"{card} is not held")}
    return brute_force.worth(left)


def test_every_case_of_the_vectors_has_the_deadwood_that_other_programs_find() -> None:
    for case in lay_off_cases():
        spread, hand = melds_of(*case["knocker_melds"]), cards_of(case["defender_hand"])
        defence = defend(spread, hand)
        assert defence.deadwood == case["defender_deadwood"], case["id"]
        assert _deadwood_as_played(spread, hand, defence) == defence.deadwood, case["id"]


def test_the_witnesses_of_the_vectors_can_be_played() -> None:
    for case in lay_off_cases():
        spread, hand = melds_of(*case["knocker_melds"]), cards_of(case["defender_hand"])
        lay_offs = tuple((parse_card(laid["card"]), laid["onto"]) for laid in case["witness"]["layoffs"])
        witness = Defence(case["defender_deadwood"], melds_of(*case["witness"]["melds"]), lay_offs)
        assert _deadwood_as_played(spread, hand, witness) == witness.deadwood, case["id"]


@settings(max_examples=120, deadline=None)
@given(st.one_of(close_cards(20, ranks=6), close_cards(20, ranks=7), any_cards(20)), st.data())
def test_no_sequence_of_lay_offs_and_melds_leaves_less(cards: list[int], data: st.DataObject) -> None:
    knocker, hand = card_set(cards[:10]), card_set(cards[10:])
    if data.draw(st.booleans()):
        spread = best_melds(knocker)
    else:
        choices = list(brute_force.layouts(_cards(knocker)))
        spread = tuple(map(card_set, choices[data.draw(st.integers(0, len(choices) - 1))]))
    defence = defend(spread, hand)
    assert defence.deadwood == brute_force.least_after_lay_off(tuple(map(_cards, spread)), _cards(hand))
    assert _deadwood_as_played(spread, hand, defence) == defence.deadwood


def _shown(defence: Defence) -> tuple[int, tuple[CardSet, ...], set[tuple[int, int]]]:
    return defence.deadwood, defence.melds, set(defence.lay_offs)


def _laid(*lay_offs: tuple[str, int]) -> set[tuple[int, int]]:
    return {(parse_card(card), place) for card, place in lay_offs}


def test_with_nothing_that_fits_the_defender_melds_alone() -> None:
    assert defend(melds_of("5h 6h 7h"), cards_of("As Ad Ac Kd")) == (10, melds_of("Ac Ad As"), ())


def test_on_an_empty_spread_nothing_is_laid_off() -> None:
    assert defend((), cards_of("As 2s 3s 4d")) == (4, melds_of("As 2s 3s"), ())


def test_lay_offs_chain_in_an_order_that_can_be_played() -> None:
    defence = defend(melds_of("5h 6h 7h"), cards_of("Th 9h 8h Kd"))
    assert defence.deadwood == 10
    assert defence.melds == melds_of("8h 9h Th")
    longer = defend(melds_of("5h 6h 7h"), cards_of("9h 8h Kd"))
    assert longer == (10, (), ((parse_card("8h"), 0), (parse_card("9h"), 0)))


def test_lay_offs_go_on_both_ends_of_a_run() -> None:
    defence = defend(melds_of("5h 6h 7h"), cards_of("3h 4h 8h Kd"))
    assert _shown(defence) == (10, (), _laid(("4h", 0), ("3h", 0), ("8h", 0)))


def test_a_run_does_not_go_round_the_corner() -> None:
    assert defend(melds_of("Jh Qh Kh", "Ad 2d 3d"), cards_of("Ah Kd Kc")).lay_offs == ()


def test_a_set_of_three_takes_the_fourth_and_a_set_of_four_takes_nothing() -> None:
    assert _shown(defend(melds_of("9c 9d 9h"), cards_of("9s Kd"))) == (10, (), _laid(("9s", 0)))
    assert defend(melds_of("9c 9d 9h 9s"), cards_of("8s Kd")) == (18, (), ())


def test_a_card_goes_to_the_meld_where_it_lets_others_follow() -> None:
    # 8s completes the set of eights, but on the run it brings the 9s along.
    defence = defend(melds_of("8c 8d 8h", "5s 6s 7s"), cards_of("8s 9s Kd"))
    assert _shown(defence) == (10, (), _laid(("8s", 1), ("9s", 1)))


def test_the_defender_breaks_a_meld_of_its_own_when_that_leaves_less() -> None:
    # Of the run 8h 9h Th all three can be laid off, so that Tc Td Th count as a set only without it.
    defence = defend(melds_of("5h 6h 7h"), cards_of("8h 9h Th Tc Td"))
    assert _shown(defence) == (0, melds_of("Tc Td Th"), _laid(("8h", 0), ("9h", 0)))


def test_cards_between_two_runs_are_laid_off_once() -> None:
    defence = defend(melds_of("3h 4h 5h", "9h Th Jh"), cards_of("6h 8h Kd"))
    assert _shown(defence) == (10, (), _laid(("6h", 0), ("8h", 1)))
    both = defend(melds_of("3h 4h 5h", "8h 9h Th"), cards_of("6h 7h Kd"))
    assert both.deadwood == 10
    assert {card for card, _ in both.lay_offs} == set(cards_in(cards_of("6h 7h")))


def test_a_meld_is_kept_when_laying_it_off_would_gain_nothing() -> None:
    assert defend(melds_of("5h 6h 7h"), cards_of("8h 9h Th Kd")).lay_offs == ()
