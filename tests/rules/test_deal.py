"""rules.md, Deal: one test a sentence."""

import pytest

from gin_rummy.actions import STOCK
from gin_rummy.cards import card_set, cards_in
from gin_rummy.errors import BadCards
from gin_rummy.hand import Hand
from gin_rummy.phases import Phase
from gin_rummy.result import End, HandResult
from gin_rummy.rules import Rules
from gin_rummy.scoring import next_dealer
from tests.rules.table import STANDARD, play

IN_ORDER = bytes(range(52))
VOID = HandResult(End.VOID)
WON_BY_0 = HandResult(End.KNOCK, (14, 0), winner=0)
WON_BY_1 = HandResult(End.UNDERCUT, (0, 27), winner=1)


@pytest.mark.parametrize("dealer", [0, 1])
def test_cards_go_one_at_a_time_non_dealer_first(dealer: int) -> None:
    hand = Hand(STANDARD, IN_ORDER, dealer)
    assert hand.hands[1 - dealer] == card_set(range(0, 20, 2))
    assert hand.hands[dealer] == card_set(range(1, 20, 2))


def test_the_card_after_the_hands_is_turned_up_and_starts_the_discard_pile() -> None:
    hand = Hand(STANDARD, IN_ORDER, 0)
    assert (hand.upcard, bytes(hand.discard_pile)) == (20, b"\x14")


def test_the_stock_has_31_cards_and_its_top_is_drawn_first() -> None:
    hand = Hand(STANDARD, IN_ORDER, 1)
    assert hand.stock_left == 31
    play(hand, "pass pass")
    assert (hand.drawn, hand.stock_left) == (21, 30)


def test_the_stock_is_drawn_in_the_order_of_the_deck() -> None:
    hand = Hand(STANDARD, IN_ORDER, 1)
    play(hand, "pass pass")
    drawn = [hand.drawn]
    while hand.phase is not Phase.OVER:
        hand.apply(hand.drawn or 0)
        if hand.phase is Phase.DRAW:
            hand.apply(STOCK)
            drawn.append(hand.drawn)
    assert drawn == list(range(21, 50))


def test_a_deck_that_is_no_permutation_is_refused_with_the_reason() -> None:
    for deck, why in [
        (IN_ORDER[:-1], "51 cards"),
        (IN_ORDER[:-1] + b"\x00", "Ac twice"),
        (IN_ORDER[:-1] + b"\x34", "52 at place 51"),
        (IN_ORDER + b"\x05", "6c twice"),
        (b"", "0 cards"),
    ]:
        with pytest.raises(BadCards, match=why):
            Hand(STANDARD, deck, 0)


def test_the_deal_alternates() -> None:
    assert [next_dealer(STANDARD, 0, WON_BY_0), next_dealer(STANDARD, 1, WON_BY_0)] == [1, 0]


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_winner_or_the_loser_of_the_hand_before_deals_where_the_rules_say_so(dealer: int) -> None:
    for result, winner in [(WON_BY_0, 0), (WON_BY_1, 1)]:
        assert next_dealer(Rules(dealer="winner"), dealer, result) == winner
        assert next_dealer(Rules(dealer="loser"), dealer, result) == 1 - winner


@pytest.mark.parametrize("rule", ["alternate", "winner", "loser"])
def test_after_a_void_hand_the_same_dealer_deals_again(rule: str) -> None:
    rules = {"alternate": Rules(), "winner": Rules(dealer="winner"), "loser": Rules(dealer="loser")}[rule]
    assert [next_dealer(rules, dealer, VOID) for dealer in (0, 1)] == [0, 1]


def test_a_forfeited_hand_counts_as_won_by_the_seat_that_got_the_points() -> None:
    hand = Hand(STANDARD, IN_ORDER, 0)
    hand.forfeit(1)
    assert hand.result is not None
    assert hand.result.winner == 0
    assert next_dealer(Rules(dealer="winner"), 1, hand.result) == 0


class TestSplitStock:
    def drawn_by(self, dealer: int, seats: list[int]) -> list[int]:
        """Let the seats draw from the stock as listed; a seat that is left out takes the upcard."""
        hand = play(Hand(Rules(stock="split"), IN_ORDER, dealer), "pass pass")
        drawn = []
        for seat in seats:
            while hand.to_act != seat or hand.phase is Phase.DRAW:
                if hand.phase is Phase.DISCARD:
                    spare = max(
                        cards_in(hand.hands[hand.to_act]), key=lambda card: (card != hand.drawn, card)
                    )
                    hand.apply(spare)
                elif hand.to_act == seat:
                    hand.apply(STOCK)
                else:
                    play(hand, "upcard")
            assert hand.drawn is not None
            drawn.append(hand.drawn)
            hand.apply(hand.drawn)
        return drawn

    @pytest.mark.parametrize("dealer", [0, 1])
    def test_the_non_dealer_draws_the_odd_places_and_the_dealer_the_even_ones(self, dealer: int) -> None:
        non_dealer = 1 - dealer
        assert self.drawn_by(dealer, [non_dealer, dealer] * 3) == [21, 22, 23, 24, 25, 26]
        assert self.drawn_by(dealer, [non_dealer, non_dealer, dealer]) == [21, 23, 22]

    def test_who_has_none_left_takes_the_last_unused_card_of_the_other(self) -> None:
        drawn = self.drawn_by(1, [0] * 18 + [1])
        assert drawn == [*range(21, 52, 2), 50, 48, 22]
        drawn = self.drawn_by(1, [0] + [1] * 17 + [0])
        assert drawn == [21, *range(22, 52, 2), 51, 49, 23]
