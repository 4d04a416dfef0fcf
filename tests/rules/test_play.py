"""rules.md, Play: one test a sentence."""

import pytest

from gin_rummy.actions import BIG_GIN, KNOCK, PASS, STOCK, TAKE, UPCARD
from gin_rummy.cards import card_bytes, cards_in, parse_card
from gin_rummy.errors import IllegalAction
from gin_rummy.hand import Hand
from gin_rummy.phases import MOVES, Phase
from gin_rummy.result import End
from gin_rummy.rules import Rules
from tests.rules.table import (
    DULL,
    DULL_TOO,
    GIN,
    KNOCK_4,
    STANDARD,
    at_discard,
    cards,
    code_of,
    deck_of,
    melds,
    play,
)

DEAL = deck_of(DULL, DULL_TOO, "3d", "Kd Kh")
NON_DEALER, DEALER = 0, 1


def dealt(rules: Rules = STANDARD) -> Hand:
    return Hand(rules, DEAL, DEALER)


def refused(hand: Hand, word: str, spread: str | None = None) -> str:
    before = hand.copy()
    with pytest.raises(IllegalAction) as refusal:
        hand.apply(code_of(word), None if spread is None else melds(spread))
    assert all(getattr(hand, name) == getattr(before, name) for name in Hand.__slots__)
    return str(refusal.value)


class TestPhases:
    def test_the_upcard_is_offered_to_the_non_dealer_first(self) -> None:
        hand = dealt()
        assert (hand.phase, hand.to_act, hand.legal()) == (
            Phase.UPCARD_OFFER,
            NON_DEALER,
            bytes((PASS, TAKE)),
        )

    def test_then_to_the_dealer(self) -> None:
        hand = play(dealt(), "pass")
        assert (hand.phase, hand.to_act, hand.legal()) == (Phase.UPCARD_OFFER, DEALER, bytes((PASS, TAKE)))

    @pytest.mark.parametrize(("script", "seat"), [("take", NON_DEALER), ("pass take", DEALER)])
    def test_who_takes_the_upcard_discards_and_the_other_draws(self, script: str, seat: int) -> None:
        hand = play(dealt(), script)
        assert (hand.phase, hand.to_act, hand.drawn, hand.taken) == (
            Phase.DISCARD,
            seat,
            parse_card("3d"),
            True,
        )
        assert hand.upcard is None
        hand.apply(min(hand.legal()))
        assert (hand.phase, hand.to_act, hand.drawn, hand.taken) == (Phase.DRAW, 1 - seat, None, False)

    def test_a_draw_is_from_the_discard_pile_or_from_the_stock(self) -> None:
        assert play(dealt(), "pass pass Kd").legal() == bytes((UPCARD, STOCK))

    def test_the_discard_phase_has_eleven_cards_and_any_of_them_may_go(self) -> None:
        hand = play(dealt(), "pass pass")
        assert hand.legal() == bytes(cards_in(hand.hands[0]))
        assert len(hand.legal()) == 11

    def test_when_the_hand_is_over_nothing_is_legal(self) -> None:
        hand = at_discard(GIN, "Kh")
        play(hand, "knock:Kh")
        assert (hand.phase, hand.legal()) == (Phase.OVER, b"")
        assert "the hand is over" in refused(hand, "stock")

    def test_every_action_belongs_to_one_phase(self) -> None:
        assert sorted(code for known in MOVES.values() for code in known) == list(range(BIG_GIN + 1))

    @pytest.mark.parametrize(
        ("script", "word", "why"),
        [
            ("", "stock", "the upcard is on offer"),
            ("pass", "upcard", "the upcard is on offer"),
            ("pass pass", "stock", "a card has been drawn"),
            ("pass pass Kd", "Ac", "a card must be drawn first"),
            ("pass pass Kd", "pass", "a card must be drawn first"),
            ("pass pass Kd", "take", "a card must be drawn first"),
        ],
    )
    def test_an_action_of_another_phase_is_refused_with_the_reason(
        self, script: str, word: str, why: str
    ) -> None:
        assert why in refused(play(dealt(), script), word)

    @pytest.mark.parametrize("number", [-1, 109, 255, 256, 10**9, -(10**30)])
    def test_a_number_that_is_no_action_is_refused(self, number: int) -> None:
        with pytest.raises(IllegalAction, match="actions are the numbers 0 to 108"):
            dealt().apply(number)

    def test_also_one_too_long_to_print(self) -> None:
        with pytest.raises(IllegalAction, match="an action beyond 64 bits is illegal"):
            dealt().apply(10**5000)


class TestForcedDraw:
    def test_if_both_pass_the_non_dealer_draws_from_the_stock_unasked(self) -> None:
        hand = play(dealt(), "pass pass")
        assert (hand.phase, hand.to_act, hand.drawn, hand.taken) == (
            Phase.DISCARD,
            NON_DEALER,
            parse_card("Kd"),
            False,
        )

    def test_a_forced_move_is_recorded(self) -> None:
        hand = play(dealt(), "pass pass")
        assert hand.actions == bytes((PASS, PASS, STOCK))
        assert list(hand.log) == [PASS, 0x80 | PASS, STOCK]


class TestTheTakenCard:
    @pytest.mark.parametrize("script", ["take", "pass take", "pass pass 2d upcard"])
    def test_a_card_taken_from_the_discard_pile_cannot_be_discarded_in_the_same_turn(
        self, script: str
    ) -> None:
        hand = play(dealt(), script)
        assert hand.drawn is not None
        assert hand.drawn not in hand.legal()
        assert len(hand.legal()) == 10
        with pytest.raises(IllegalAction, match="just taken from the discard pile may not be discarded"):
            hand.apply(hand.drawn)

    def test_a_card_taken_from_the_discard_pile_cannot_be_knocked_with(self) -> None:
        hand = play(Hand(STANDARD, deck_of(GIN, upcard="Kh"), DEALER), "take")
        assert KNOCK + parse_card("Kh") not in hand.legal()
        assert "may not be discarded in the same turn" in refused(hand, "knock:Kh")

    def test_it_may_go_in_a_later_turn(self) -> None:
        hand = play(dealt(), "take Ac stock Kd stock")
        assert parse_card("3d") in hand.legal()

    def test_a_card_drawn_from_the_stock_may_go_at_once(self) -> None:
        assert parse_card("Kd") in play(dealt(), "pass pass").legal()


class TestKnock:
    def test_the_other_ten_cards_must_have_deadwood_within_the_limit(self) -> None:
        hand = at_discard("Ac 2c 3c 4d 5d 6d 7h 8h 9h Ts", "As")
        assert [code for code in hand.legal() if code >= KNOCK] == [code_of("knock:As"), code_of("knock:Ts")]

    @pytest.mark.parametrize(("rest", "legal"), [("As 2h 3s 4h", True), ("As 2h 3s 5h", False)])
    def test_deadwood_of_exactly_the_limit_is_enough_and_one_more_is_not(
        self, rest: str, legal: bool
    ) -> None:
        hand = at_discard(f"Ac 2c 3c 4d 5d 6d {rest}", "Kh")
        assert (code_of("knock:Kh") in hand.legal()) is legal

    def test_too_much_deadwood_is_refused_with_both_numbers(self) -> None:
        text = refused(at_discard("Ac 2c 3c 4d 5d 6d 7h 8h 5s 6s", "Kh"), "knock:Kh")
        assert "deadwood 26" in text
        assert "the limit is 10" in text

    def test_a_knock_with_a_card_that_is_not_held_is_refused(self) -> None:
        assert "Ks is not in the hand" in refused(at_discard(KNOCK_4, "Kh"), "knock:Ks")

    @pytest.mark.parametrize(("own", "drawn"), [(KNOCK_4, "Kh"), (GIN, "Kh")])
    def test_it_is_legal_from_the_first_turn_on(self, own: str, drawn: str) -> None:
        hand = at_discard(own, drawn)
        assert hand.decisions == 3
        assert code_of("knock:Kh") in hand.legal()

    def test_the_dealer_may_knock_on_its_first_turn_too(self) -> None:
        hand = play(Hand(STANDARD, deck_of("", KNOCK_4, "4c"), DEALER), "pass take")
        assert code_of("knock:4s") in hand.legal()

    def test_the_limit_is_an_option(self) -> None:
        for limit, legal in [(3, False), (4, True), (5, True)]:
            hand = at_discard(KNOCK_4, "Kh", rules=Rules(knock_limit=limit))
            assert (code_of("knock:Kh") in hand.legal()) is legal

    def test_a_knock_that_wins_nothing_but_is_allowed_stays_a_choice(self) -> None:
        hand = at_discard(KNOCK_4, "Kh")
        assert parse_card("Kh") in hand.legal()

    def test_a_refusal_lists_the_legal_actions_in_words(self) -> None:
        text = refused(at_discard(KNOCK_4, "Kh"), "big_gin")
        assert text == (
            "big gin is illegal: big gin is not played under these rules; "
            "legal: discard Ac 2c 3c 4d 5d 6d 7h 8h 9h Kh 4s; knock with Kh 4s"
        )


class TestGin:
    def test_a_knock_that_leaves_no_deadwood_is_gin_whatever_it_was_called(self) -> None:
        hand = play(at_discard(GIN, "Kh"), "knock:Kh")
        assert hand.result is not None
        assert (hand.result.end, hand.result.knocker_deadwood) == (End.GIN, 0)

    def test_it_is_the_spread_as_laid_that_decides(self) -> None:
        hand = at_discard(GIN, "Kh")
        hand.apply(code_of("knock:Kh"), melds("Ac 2c 3c/4d 5d 6d/7h 8h 9h"))  # leaves Th
        assert hand.result is not None
        assert (hand.result.end, hand.result.knocker_deadwood) == (End.KNOCK, 10)

    def test_straight_has_limit_0_so_only_gin_ends_a_hand(self) -> None:
        straight = Rules(variant="straight")
        assert at_discard(KNOCK_4, "Kh", rules=straight).legal()[-1] < KNOCK
        hand = at_discard(GIN, "Kh", rules=straight)
        assert hand.knock_limit == 0
        assert hand.legal()[-1] == code_of("knock:Kh")
        assert "deadwood 10, the knock limit is 0" in refused(hand, "knock:Kh", "Ac 2c 3c/4d 5d 6d/7h 8h 9h")


class TestBigGin:
    BIG = Rules(big_gin=True)

    def test_it_needs_all_eleven_cards_melded(self) -> None:
        assert BIG_GIN not in at_discard(GIN, "Kh", rules=self.BIG).legal()
        assert BIG_GIN in at_discard(GIN, "Jh", rules=self.BIG).legal()
        assert "it leaves deadwood 10" in refused(at_discard(GIN, "Kh", rules=self.BIG), "big_gin")

    def test_it_is_no_action_unless_enabled(self) -> None:
        assert BIG_GIN not in at_discard(GIN, "Jh").legal()

    def test_nothing_is_discarded(self) -> None:
        hand = play(at_discard(GIN, "Jh", rules=self.BIG, upcard="Ks"), "big_gin")
        assert hand.result is not None
        assert (hand.result.end, hand.result.last_discard) == (End.BIG_GIN, None)
        assert hand.hands[0] == cards(GIN + " Jh")
        assert bytes(hand.discard_pile) == bytes((parse_card("Ks"),))

    def test_the_card_may_have_been_drawn_from_either_pile(self) -> None:
        hand = play(Hand(self.BIG, deck_of(GIN, upcard="Jh"), DEALER), "take")
        assert hand.legal()[-1] == BIG_GIN

    def test_gin_with_a_discard_stays_a_choice(self) -> None:
        legal = at_discard(GIN, "Jh", rules=self.BIG).legal()
        assert {code_of("knock:7h"), code_of("knock:Jh")} < set(legal)

    def test_its_spread_must_meld_all_eleven(self) -> None:
        hand = at_discard(GIN, "Jh", rules=self.BIG)
        assert "leaves deadwood 10" in refused(hand, "big_gin", "Ac 2c 3c/4d 5d 6d/7h 8h 9h Th")
        hand.apply(BIG_GIN, melds("Ac 2c 3c/4d 5d 6d/7h 8h 9h Th Jh"))
        assert hand.spread == melds("Ac 2c 3c/4d 5d 6d/7h 8h 9h Th Jh")

    def test_with_limit_0_of_straight_it_is_there_too(self) -> None:
        assert BIG_GIN in at_discard(GIN, "Jh", rules=Rules(variant="straight", big_gin=True)).legal()


class TestSpread:
    @pytest.mark.parametrize(
        ("spread", "why"),
        [
            ("Ac 2c 3c/4d 5d 6d/7h 8h", "7h 8h is no meld"),
            ("Ac 2c 3c/4d 5d 6d/7h 8h 9h/Jc Qc Kc", "holds Jc Qc Kc, which the knocker does not keep"),
            ("Ac 2c 3c/4d 5d 6d/7h 8h 9h/7h 8h 9h", "7h 8h 9h is in two melds"),
            ("Ac 2c 3c/4d 5d 6d", "leaves deadwood 28"),
        ],
    )
    def test_each_kind_of_wrong_spread_is_refused_in_its_own_words(self, spread: str, why: str) -> None:
        assert why in refused(at_discard(KNOCK_4, "Kh"), "knock:Kh", spread)

    def test_it_must_be_of_the_ten_cards_kept(self) -> None:
        hand = at_discard("Ac 2c 3c 4d 5d 6d 7h 8h 9h 4s", "Th")
        assert "holds Th" in refused(hand, "knock:Th", "Ac 2c 3c/4d 5d 6d/7h 8h 9h Th")

    def test_it_need_not_be_the_best_one(self) -> None:
        hand = at_discard("Ac 2c 3c 4c 5d 6d 7d 8h 9h Th", "Kh")
        hand.apply(code_of("knock:Kh"), melds("Ac 2c 3c/5d 6d 7d/8h 9h Th"))
        assert hand.result is not None
        assert (hand.result.end, hand.result.knocker_deadwood) == (End.KNOCK, 4)

    def test_it_is_kept_in_the_order_laid(self) -> None:
        hand = at_discard(KNOCK_4, "Kh")
        hand.apply(code_of("knock:Kh"), melds("7h 8h 9h/4d 5d 6d/Ac 2c 3c"))
        assert hand.spread == melds("7h 8h 9h/4d 5d 6d/Ac 2c 3c")

    def test_no_melds_at_all_is_a_spread_where_the_limit_allows_it(self) -> None:
        hand = at_discard("Ac 2c 3c 4d 5d Ad 2d Ah 2h As", "Kh", rules=Rules(knock_limit=50))
        hand.apply(code_of("knock:Kh"), ())
        assert hand.result is not None
        assert (hand.spread, hand.result.knocker_deadwood) == ((), 22)

    def test_only_a_knock_or_big_gin_lays_one_down(self) -> None:
        assert "only a knock or big gin lays down a spread" in refused(
            at_discard(GIN, "Kh"), "Kh", "Ac 2c 3c"
        )
        assert "only a knock or big gin lays down a spread" in refused(dealt(), "pass", "Ac 2c 3c")

    def test_where_none_is_named_one_with_least_deadwood_is_laid(self) -> None:
        hand = play(at_discard(KNOCK_4, "Kh"), "knock:Kh")
        assert hand.spread == melds("Ac 2c 3c/4d 5d 6d/7h 8h 9h")

    BLOCK = "7c 8c 9c 7d 8d 9d 7h 8h 9h 2s"
    SETS, RUNS = melds("7c 7d 7h/8c 8d 8h/9c 9d 9h"), melds("7c 8c 9c/7d 8d 9d/7h 8h 9h")

    def test_then_the_one_that_fewest_cards_fit_which_may_be_the_defenders(self) -> None:
        # 7s 8s 9s fit the sets; of the ends of the runs 6c and Tc lie open, 6d Td 6h Th may be the defender's
        deck = deck_of(self.BLOCK, upcard="6c", stock="Tc Kc Qs")
        assert play(Hand(STANDARD, deck, DEALER), "pass pass Tc stock Kc stock knock:Qs").spread == self.SETS

    def test_the_card_knocked_with_is_not_the_defenders_either(self) -> None:
        # as above, but with Th thrown: three cards fit the sets, three the runs, whose list is the smaller
        deck = deck_of(self.BLOCK, upcard="6c", stock="Tc Kc Th")
        assert play(Hand(STANDARD, deck, DEALER), "pass pass Tc stock Kc stock knock:Th").spread == self.RUNS


class TestVoid:
    def played_down(self) -> Hand:
        """Let both draw from the stock and throw what they drew, up to the last draw that is allowed."""
        hand = play(dealt(), "pass pass")
        while hand.stock_left > 2:
            assert hand.drawn is not None
            hand.apply(hand.drawn)
            hand.apply(STOCK)
        return hand

    def test_a_discard_with_two_cards_left_in_the_stock_ends_the_hand_without_score(self) -> None:
        hand = self.played_down()
        hand.apply(hand.legal()[0])
        assert hand.result is not None
        assert (hand.phase, hand.result.end, hand.result.points, hand.result.winner) == (
            Phase.OVER,
            End.VOID,
            (0, 0),
            None,
        )

    def test_the_stock_is_never_drawn_below_two(self) -> None:
        hand = self.played_down()
        hand.apply(hand.legal()[0])
        assert hand.stock_left == 2

    def test_a_discard_with_three_cards_left_does_not(self) -> None:
        hand = play(dealt(), "pass pass")
        while hand.stock_left > 3:
            hand.apply(hand.drawn or 0)
            hand.apply(STOCK)
        hand.apply(hand.drawn or 0)
        assert (hand.phase, hand.stock_left) == (Phase.DRAW, 3)

    def test_a_knock_with_two_cards_left_counts(self) -> None:
        deck = deck_of(KNOCK_4)
        hand = play(Hand(STANDARD, deck, DEALER), "pass pass")
        while hand.stock_left > 2:
            hand.apply(hand.drawn or 0)
            hand.apply(STOCK)
        assert hand.to_act == NON_DEALER
        hand.apply(KNOCK + (hand.drawn or 0))
        assert hand.result is not None
        assert hand.result.end is End.KNOCK

    def test_a_hand_in_which_both_only_take_the_discard_pile_ends_after_200_decisions(self) -> None:
        hand = dealt()
        hand.apply(TAKE)
        while hand.phase is not Phase.OVER:
            hand.apply(hand.legal()[0] if hand.phase is Phase.DISCARD else UPCARD)
        assert hand.result is not None
        assert (hand.result.end, hand.decisions, hand.stock_left) == (End.VOID, 200, 31)

    @pytest.mark.parametrize(("cap", "decisions"), [(1, 4), (3, 4), (4, 4), (5, 6), (6, 6), (7, 8)])
    def test_passes_and_forced_draws_count_and_the_turn_is_ended(self, cap: int, decisions: int) -> None:
        hand = play(dealt(Rules(max_decisions_per_hand=cap)), "pass pass")
        while hand.phase is not Phase.OVER:
            hand.apply(hand.drawn if hand.drawn is not None else STOCK)
        assert hand.result is not None
        assert (hand.result.end, hand.decisions) == (End.VOID, decisions)

    def test_a_knock_after_the_last_decision_allowed_counts(self) -> None:
        hand = play(at_discard(KNOCK_4, "Kh", rules=Rules(max_decisions_per_hand=1)), "knock:Kh")
        assert hand.result is not None
        assert hand.result.end is End.KNOCK


class TestWhatIsKnown:
    def test_a_card_taken_is_known_until_it_is_thrown(self) -> None:
        hand = play(dealt(), "take Ac stock Kd stock")
        assert hand.known == [card_bytes(cards("3d")), b""]
        play(hand, "3d")
        assert hand.known == [b"", b""]

    def test_a_card_drawn_from_the_stock_is_not(self) -> None:
        assert play(dealt(), "pass pass Ac stock").known == [b"", b""]


def test_a_copy_goes_its_own_way() -> None:
    for rules in (STANDARD, Rules(stock="split")):
        hand = play(dealt(rules), "pass pass Kd stock")
        log, held, pile = bytes(hand.log), list(hand.hands), bytes(hand.discard_pile)
        twin = hand.copy()
        while twin.phase is not Phase.OVER:
            twin.apply(twin.legal()[-1])
        assert (bytes(hand.log), list(hand.hands), bytes(hand.discard_pile)) == (log, held, pile)
        again = hand.copy()
        while again.phase is not Phase.OVER:
            again.apply(again.legal()[-1])
        assert again.actions == twin.actions
