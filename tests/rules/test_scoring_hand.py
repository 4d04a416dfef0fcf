"""rules.md, Lay-off, Scoring a hand, and what a forfeited hand is worth: one test a sentence."""

import pytest

from gin_rummy.cards import parse_card, show_card
from gin_rummy.hand import Hand
from gin_rummy.phases import Phase
from gin_rummy.result import End, HandResult
from gin_rummy.rules import Rules
from gin_rummy.scoring import points_of_knock
from tests.rules.table import GIN, KNOCK_4, STANDARD, at_discard, cards, code_of, deck_of, melds, play


def knocked(
    own: str, other: str, rules: Rules = STANDARD, spread: str | None = None, upcard: str = ""
) -> HandResult:
    """Let seat 0 draw Ks and knock with it against *other*."""
    hand = at_discard(own, "Ks", other, rules, upcard)
    hand.apply(code_of("knock:Ks"), None if spread is None else melds(spread))
    assert hand.result is not None
    return hand.result


class TestLayOff:
    def test_lay_offs_may_chain_and_go_on_both_ends_of_a_run(self) -> None:
        result = knocked("5h 6h 7h Ac 2c 3c Js Qs Ts 4d", "3h 4h 8h 9h Kc Jd 2d 8c 6s 6d")
        assert result.defender_deadwood == 10 + 10 + 2 + 8 + 6 + 6
        assert {show_card(card) for card, _ in result.lay_offs} == {"4h", "3h", "8h", "9h"}

    def test_a_lay_off_completes_a_set_to_four(self) -> None:
        result = knocked("5h 5c 5d Ac 2c 3c Js Qs Ts 4d", "5s Kc Jd 2d 8c 6s Kh 7h 9h Ah")
        assert (parse_card("5s"), result.spread.index(cards("5h 5c 5d"))) in result.lay_offs

    def test_the_defender_may_break_a_meld_of_its_own(self) -> None:
        # 8h 9h Th is its best meld by itself; with Th and 9h on the knocker's run, 8h completes the eights
        result = knocked("Jh Qh Kh Ac 2c 3c 2s 3s 4s 4d", "8h 9h Th 8c 8d Kc Kd Qc Jd 6s")
        assert result.defender_deadwood == 10 + 10 + 10 + 10 + 6
        assert result.defender_melds == (cards("8h 8c 8d"),)
        assert [show_card(card) for card, _ in result.lay_offs] == ["Th", "9h"]

    def test_the_spread_as_laid_takes_the_lay_offs(self) -> None:
        own, other = "5c 6c 7c 5d 6d 7d 5h 6h 7h 2s", "8c 9c Kh Qd 2d 4s Ts Jd As 3h"
        assert knocked(own, other, spread="5c 5d 5h/6c 6d 6h/7c 7d 7h").lay_offs == ()
        laid = knocked(own, other, spread="5c 6c 7c/5d 6d 7d/5h 6h 7h").lay_offs
        assert laid == ((parse_card("8c"), 0), (parse_card("9c"), 0))

    @pytest.mark.parametrize(
        ("drawn", "ending", "end"), [("Ks", "knock:Ks", End.GIN), ("Jh", "big_gin", End.BIG_GIN)]
    )
    def test_there_are_none_on_gin_or_big_gin(self, drawn: str, ending: str, end: End) -> None:
        other = "4c 7d Kc Kd Qd Qs 2s 2d 9s 6s"  # 4c and 7d would fit
        hand = play(at_discard(GIN, drawn, other, Rules(big_gin=True)), ending)
        assert hand.result is not None
        assert (hand.result.end, hand.result.lay_offs) == (end, ())
        assert hand.result.defender_deadwood == 4 + 7 + 40 + 4 + 9 + 6


class TestWorkedExamples:
    def test_1_knocker_4_defender_18_after_laying_off_two_cards(self) -> None:
        result = knocked(KNOCK_4, "4c 7d Jc Qc Kc Kh As 2s 2h 3h")
        assert (result.end, result.knocker_deadwood, result.defender_deadwood) == (End.KNOCK, 4, 18)
        assert len(result.lay_offs) == 2
        assert (result.points, result.winner) == ((14, 0), 0)

    def test_2_gin_defender_12(self) -> None:
        result = knocked(GIN, "Jc Qc Kc Jd Qd Kd As 2s 4c 5s")
        assert (result.end, result.defender_deadwood) == (End.GIN, 12)
        assert (result.points, result.winner) == ((37, 0), 0)

    def test_3_knocker_8_defender_6_after_laying_off_one(self) -> None:
        result = knocked(KNOCK_4.replace("4s", "8s"), "4c Jc Qc Kc Jd Qd Kd As 2s 3h")
        assert (result.end, result.knocker_deadwood, result.defender_deadwood) == (End.UNDERCUT, 8, 6)
        assert len(result.lay_offs) == 1
        assert (result.points, result.winner) == ((0, 27), 1)

    def test_4_knocker_5_defender_5(self) -> None:
        result = knocked(KNOCK_4.replace("4s", "5s"), "Tc Jc Qc Kc Td Jd Qd Kd As 4h")
        assert (result.end, result.knocker_deadwood, result.defender_deadwood) == (End.UNDERCUT, 5, 5)
        assert (result.points, result.winner) == ((0, 25), 1)


class TestPoints:
    def test_a_knock_scores_the_difference(self) -> None:
        assert points_of_knock(STANDARD, 3, 4) == (End.KNOCK, 1, 0)
        assert points_of_knock(STANDARD, 10, 80) == (End.KNOCK, 70, 0)

    def test_an_undercut_scores_the_difference_and_the_bonus_and_a_tie_the_bonus_alone(self) -> None:
        assert points_of_knock(STANDARD, 10, 0) == (End.UNDERCUT, 35, 1)
        assert points_of_knock(STANDARD, 10, 10) == (End.UNDERCUT, 25, 1)

    def test_gin_is_never_undercut_also_when_the_defender_has_no_deadwood(self) -> None:
        result = knocked(GIN, "Tc Jc Qc Kc 8d 9d Td Jd Qd Kd")
        assert (result.end, result.defender_deadwood, result.points) == (End.GIN, 0, (25, 0))

    def test_big_gin_scores_its_own_bonus(self) -> None:
        hand = play(at_discard(GIN, "Jh", "Jc Qc Kc Jd Qd Kd As 2s 4c 5s", Rules(big_gin=True)), "big_gin")
        assert hand.result is not None
        assert (hand.result.end, hand.result.points) == (End.BIG_GIN, (12 + 31, 0))

    def test_the_bonuses_are_options(self) -> None:
        rules = Rules(gin_bonus=20, undercut_bonus=0, big_gin_bonus=50)
        assert points_of_knock(rules, 0, 3) == (End.GIN, 23, 0)
        assert points_of_knock(rules, 3, 3) == (End.UNDERCUT, 0, 1)
        assert points_of_knock(rules, 0, 3, big_gin=True) == (End.BIG_GIN, 53, 0)

    def test_a_hand_won_with_0_points_is_won_all_the_same(self) -> None:
        rules = Rules(undercut_bonus=0)
        result = knocked(KNOCK_4.replace("4s", "5s"), "Tc Jc Qc Kc Td Jd Qd Kd As 4h", rules)
        assert (result.points, result.winner) == ((0, 0), 1)

    @pytest.mark.parametrize("dealer", [0, 1])
    def test_points_go_by_seat_whoever_deals(self, dealer: int) -> None:
        hand = play(
            Hand(STANDARD, deck_of(KNOCK_4, "4c 7d Jc Qc Kc Kh As 2s 2h 3h", stock="Ks"), dealer),
            "pass pass knock:Ks",
        )
        assert hand.result is not None
        assert hand.result.points == ((14, 0) if dealer else (0, 14))
        assert hand.result.knocker == hand.result.winner == 1 - dealer

    def test_the_result_names_spread_melds_and_last_discard(self) -> None:
        result = knocked(KNOCK_4, "4c 7d Jc Qc Kc Kh As 2s 2h 3h")
        assert result.spread == melds("Ac 2c 3c/4d 5d 6d/7h 8h 9h")
        assert result.defender_melds == melds("Jc Qc Kc")
        assert result.lay_offs == ((parse_card("4c"), 0), (parse_card("7d"), 1))
        assert result.last_discard == parse_card("Ks")


class TestOklahoma:
    OKLAHOMA = Rules(variant="oklahoma")
    DEFENDER = "4c 7d Jc Qc Kc Kh As 2s 2h 3h"

    @pytest.mark.parametrize(
        ("upcard", "limit"), [("2d", 2), ("9s", 9), ("Td", 10), ("Jd", 10), ("Kd", 10), ("Ah", 1)]
    )
    def test_the_value_of_the_first_upcard_is_the_knock_limit(self, upcard: str, limit: int) -> None:
        assert Hand(self.OKLAHOMA, deck_of("", upcard=upcard), 0).knock_limit == limit

    def test_the_limit_stays_when_the_upcard_is_gone(self) -> None:
        for upcard, limit, legal in [("3s", 3, False), ("4h", 4, True)]:
            hand = Hand(self.OKLAHOMA, deck_of(KNOCK_4, upcard=upcard, stock="Kd Qd Jd"), 1)
            play(hand, "pass pass Kd stock Qd stock")
            assert hand.knock_limit == limit
            assert (code_of("knock:Jd") in hand.legal()) is legal

    def test_an_ace_may_mean_gin_only(self) -> None:
        gin_only = Rules(variant="oklahoma", oklahoma_ace="gin")
        assert Hand(gin_only, deck_of("", upcard="Ah"), 0).knock_limit == 0
        assert Hand(gin_only, deck_of("", upcard="2h"), 0).knock_limit == 2

    @pytest.mark.parametrize(("upcard", "doubled"), [("4h", False), ("9s", True)])
    def test_an_upcard_of_spades_doubles_the_points_where_the_rules_say_so(
        self, upcard: str, doubled: bool
    ) -> None:
        doubling = Rules(variant="oklahoma", oklahoma_spade_doubles=True)
        factor = 2 if doubled else 1
        assert knocked(KNOCK_4, self.DEFENDER, doubling, upcard=upcard).points == (14 * factor, 0)
        assert knocked(KNOCK_4, self.DEFENDER, self.OKLAHOMA, upcard=upcard).points == (14, 0)

    def test_bonuses_of_the_hand_are_doubled_too(self) -> None:
        doubling = Rules(variant="oklahoma", oklahoma_spade_doubles=True, big_gin=True)
        assert knocked(GIN, "Jc Qc Kc Jd Qd Kd As 2s 4c 5s", doubling, upcard="9s").points == (2 * 37, 0)
        undercut = knocked(
            KNOCK_4.replace("4s", "8s"), "4c Jc Qc Kc Jd Qd Kd As 2s 3h", doubling, upcard="9s"
        )
        assert undercut.points == (0, 2 * 27)
        big = play(at_discard(GIN, "Jh", "Jc Qc Kc Jd Qd Kd As 2s 4c 5s", doubling, "9s"), "big_gin")
        assert big.result is not None
        assert big.result.points == (2 * 43, 0)

    def test_forfeit_points_never_are(self) -> None:
        doubling = Rules(variant="oklahoma", oklahoma_spade_doubles=True)
        hand = Hand(doubling, deck_of(KNOCK_4, upcard="9s"), 1)
        hand.forfeit(0)
        assert hand.result is not None
        assert hand.result.points == (0, 25 + 4)


class TestForfeitedHand:
    def test_the_other_seat_gets_25_and_the_offenders_least_deadwood(self) -> None:
        hand = Hand(STANDARD, deck_of(KNOCK_4), 1)
        hand.forfeit(0)
        assert hand.result is not None
        assert (hand.phase, hand.result.end, hand.result.points, hand.result.winner) == (
            Phase.OVER,
            End.FORFEIT,
            (0, 29),
            1,
        )
        assert hand.legal() == b""

    def test_with_eleven_cards_after_the_best_discard(self) -> None:
        hand = at_discard(KNOCK_4, "Ks")
        hand.forfeit(0)
        assert hand.result is not None
        assert hand.result.points == (0, 29)

    def test_which_is_not_the_card_just_taken(self) -> None:
        hand = play(Hand(STANDARD, deck_of(KNOCK_4, upcard="Ks"), 1), "take")
        hand.forfeit(0)
        assert hand.result is not None
        assert hand.result.points == (0, 25 + 10)

    def test_the_other_seat_may_be_the_offender(self) -> None:
        hand = at_discard("", "", other=KNOCK_4, rules=Rules(forfeit_points=7))
        hand.forfeit(1)
        assert hand.result is not None
        assert hand.result.points == (11, 0)

    def test_a_hand_that_is_over_cannot_be_forfeited(self) -> None:
        hand = play(at_discard(GIN, "Ks"), "knock:Ks")
        with pytest.raises(ValueError, match="over"):
            hand.forfeit(0)


class TestSubstitute:
    def test_it_passes_and_draws_from_the_stock(self) -> None:
        hand = Hand(STANDARD, deck_of(""), 1)
        assert hand.substitute_action() == code_of("pass")
        play(hand, "take")
        hand.apply(hand.legal()[0])
        assert hand.substitute_action() == code_of("stock")

    def test_it_discards_what_leaves_least_deadwood_and_never_knocks(self) -> None:
        assert at_discard(KNOCK_4, "Ks").substitute_action() == code_of("Ks")

    def test_of_equal_discards_the_highest_value_then_the_lowest_card(self) -> None:
        # without 4d or without 7d: the rest of the run is the same three cards of value less
        assert at_discard("Ac 2c 3c 7h 8h 9h Js Qs Ks 4d", "4h").substitute_action() == code_of("4d")
        assert at_discard("Ac 2c 3c 4c 7h 8h 9h Js Qs Ks", "Th").substitute_action() == code_of("Th")

    def test_not_the_card_just_taken(self) -> None:
        hand = play(Hand(STANDARD, deck_of(KNOCK_4, upcard="Ks"), 1), "take")
        assert hand.substitute_action() == code_of("4s")

    def test_there_is_none_when_the_hand_is_over(self) -> None:
        with pytest.raises(ValueError, match="over"):
            play(at_discard(GIN, "Ks"), "knock:Ks").substitute_action()
