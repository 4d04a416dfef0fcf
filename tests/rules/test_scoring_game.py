"""rules.md, Scoring a game, and the variants that change it: one test a sentence."""

from collections.abc import Iterable

import pytest

from gin_rummy.result import End, HandResult
from gin_rummy.rules import Rules
from gin_rummy.scoring import GameScore

VOID = HandResult(End.VOID)


def won(seat: int, points: int) -> HandResult:
    return HandResult(End.KNOCK, (0, points) if seat else (points, 0), winner=seat)


def game(rules: Rules, hands: Iterable[tuple[int, int] | None]) -> GameScore:
    """Score hands given as (seat, points), None a void one."""
    score = GameScore(rules)
    for hand in hands:
        score.add(VOID if hand is None else won(*hand))
    return score


class TestTarget:
    def test_hands_are_played_until_a_seat_has_the_target_or_more(self) -> None:
        score = game(Rules(), [(0, 60), (1, 99), (0, 39)])
        assert (score.finished, score.winner, score.reason) == (False, None, None)
        score.add(won(0, 1))
        assert (score.finished, score.winner, score.reason, score.scores) == (True, 0, "target", (100, 99))

    def test_the_target_may_be_any_positive_number(self) -> None:
        assert game(Rules(target=1), [(1, 1)]).winner == 1
        assert not game(Rules(target=250), [(1, 249)]).finished

    def test_no_hand_follows_the_last(self) -> None:
        score = game(Rules(target=10), [(0, 10)])
        with pytest.raises(ValueError, match="over"):
            score.add(VOID)

    def test_a_void_hand_scores_nothing_and_is_counted_apart(self) -> None:
        score = game(Rules(), [(0, 5), None, (1, 7), None])
        assert (score.scores, score.hands_won, score.hands_scored, score.hands_played) == (
            (5, 7),
            (1, 1),
            2,
            4,
        )


class TestSheet:
    def test_winner_and_loser_as_written(self) -> None:
        score = game(Rules(), [(0, 60), (1, 20), (0, 45)])
        assert score.sheet == (105 + 100 + 2 * 25, 20 + 25)

    def test_a_shutout_doubles_points_and_game_bonus_and_not_the_boxes(self) -> None:
        assert game(Rules(), [(1, 60), (1, 45)]).sheet == (0, (105 + 100) * 2 + 2 * 25)

    def test_a_loser_that_won_a_hand_without_points_is_no_shutout(self) -> None:
        assert game(Rules(), [(0, 0), (1, 100)]).sheet == (25, 100 + 100 + 25)

    def test_the_bonuses_are_options(self) -> None:
        rules = Rules(game_bonus=50, box_bonus=10, shutout_multiplier=3)
        assert game(rules, [(0, 100)]).sheet == ((100 + 50) * 3 + 10, 0)

    def test_they_never_decide_who_wins(self) -> None:
        rules = Rules(box_bonus=1000)
        score = game(rules, [(1, 1), (1, 1), (0, 100)])
        assert score.winner == 0
        assert score.sheet[1] > score.sheet[0]

    def test_while_the_game_goes_on_it_has_points_and_boxes(self) -> None:
        assert game(Rules(), [(0, 60), (1, 20)]).sheet == (85, 45)

    def test_a_drawn_game_has_no_game_bonus(self) -> None:
        score = game(Rules(max_hands_per_game=2), [(0, 20), (1, 20)])
        assert (score.winner, score.sheet) == (None, (45, 45))


class TestCap:
    def test_a_game_with_100_hands_voids_included_ends_as_it_stands(self) -> None:
        score = game(Rules(), [(0, 3), (1, 2)] + [None] * 97)
        assert not score.finished
        score.add(VOID)
        assert (score.reason, score.winner, score.hands_played) == ("cap", 0, 100)

    def test_equal_scores_are_a_draw(self) -> None:
        score = game(Rules(max_hands_per_game=3), [(0, 3), (1, 3), None])
        assert (score.reason, score.winner) == ("cap", None)

    def test_the_target_reached_in_the_last_hand_counts_as_reached(self) -> None:
        assert game(Rules(max_hands_per_game=1), [(1, 100)]).reason == "target"


class TestFormatHands:
    def test_it_plays_that_many_scored_hands_with_no_target(self) -> None:
        score = game(Rules(format="hands", hands=3), [(0, 500), None, (1, 2)])
        assert not score.finished
        score.add(won(1, 3))
        assert (score.reason, score.winner, score.scores) == ("hands", 0, (500, 5))

    def test_equal_totals_are_a_draw(self) -> None:
        assert game(Rules(format="hands", hands=2), [(0, 9), (1, 9)]).winner is None

    @pytest.mark.parametrize(("hands", "cap"), [(1, 100), (50, 100), (51, 102), (512, 1024)])
    def test_the_cap_is_twice_the_hands_and_at_least_100(self, hands: int, cap: int) -> None:
        rules = Rules(format="hands", hands=hands)
        score = game(rules, [None] * (cap - 1))
        assert not score.finished
        score.add(VOID)
        assert (score.reason, score.winner) == ("cap", None)


class TestHollywood:
    RULES = Rules(hollywood=True)

    def test_the_first_hand_of_a_seat_scores_in_one_column_the_next_in_two_then_in_three(self) -> None:
        score = game(self.RULES, [(0, 10), (0, 20), (0, 30), (0, 1)])
        assert score.columns == ((61, 0), (51, 0), (31, 0))
        assert game(self.RULES, [(1, 5), (0, 10), (1, 7)]).columns == ((10, 12), (0, 7), (0, 0))

    def test_a_column_closes_at_the_target_and_takes_no_more_scores(self) -> None:
        score = game(self.RULES, [(0, 60), (0, 50), (0, 30)])
        assert score.columns == ((110, 0), (80, 0), (30, 0))
        assert not score.finished

    def test_when_all_that_count_are_closed_the_hand_scores_in_the_next_open_one(self) -> None:
        opened = [(0, 60), (0, 50)]  # the first column is closed
        score = game(self.RULES, [*opened, (1, 8)])
        assert score.columns == ((110, 0), (50, 8), (0, 0))
        score = game(self.RULES, [*opened, (0, 50), (1, 8)])  # the first two are
        assert score.columns == ((110, 0), (100, 0), (50, 8))

    def test_the_second_hand_then_scores_in_the_columns_open_among_the_first_two(self) -> None:
        score = game(self.RULES, [(0, 60), (0, 50), (1, 8), (1, 9)])
        assert score.columns == ((110, 0), (50, 17), (0, 0))

    def test_play_goes_on_until_all_three_are_closed(self) -> None:
        score = game(self.RULES, [(0, 100), (0, 100), (1, 8)])
        assert not score.finished
        score.add(won(0, 100))
        assert (score.finished, score.reason, score.winner) == (True, "target", 0)

    def test_the_winner_is_the_seat_with_more_columns(self) -> None:
        score = game(self.RULES, [(0, 100), (1, 100), (1, 100)])
        assert score.columns == ((100, 0), (0, 100), (0, 100))
        assert (score.winner, score.scores) == (1, (100, 200))

    def test_at_the_cap_the_higher_score_wins_an_open_column(self) -> None:
        rules = Rules(hollywood=True, max_hands_per_game=3)
        score = game(rules, [(0, 100), (1, 10), (0, 5)])
        assert score.columns == ((100, 0), (5, 10), (0, 0))
        assert (score.reason, score.winner) == ("cap", None)  # one column each, the third drawn
        assert game(rules, [(0, 1), None, None]).winner == 0

    def test_bonuses_are_worked_per_column(self) -> None:
        score = game(self.RULES, [(0, 100), (0, 100), (1, 8), (0, 100)])
        assert score.columns == ((100, 0), (100, 0), (100, 8))
        assert score.column_sheets == ((425, 0), (425, 0), (100 + 100 + 25, 8 + 25))
        assert score.sheet == (425 + 425 + 225, 33)

    def test_points_of_play_are_those_of_the_hands(self) -> None:
        assert game(self.RULES, [(0, 10), (0, 20), (1, 5)]).scores == (30, 5)

    def test_a_plain_game_has_no_columns(self) -> None:
        assert GameScore(Rules()).columns is None

    @pytest.mark.parametrize("variant", ["standard", "straight", "oklahoma"])
    def test_it_combines_with_each_variant_and_with_big_gin(self, variant: str) -> None:
        for name in ("standard", "straight", "oklahoma"):
            if name == variant:
                assert Rules(variant=name, hollywood=True, big_gin=True).hollywood


class TestForfeitedGame:
    def test_the_other_seat_wins_the_game_whatever_the_score(self) -> None:
        score = game(Rules(), [(0, 90), (1, 5)])
        score.forfeit(1)
        assert (score.finished, score.winner, score.reason, score.scores) == (True, 1, "fault", (90, 5))
        assert score.sheet == (90 + 25, 5 + 100 + 25)

    def test_also_when_the_hand_in_play_has_just_ended_the_game(self) -> None:
        score = game(Rules(), [(0, 100)])
        score.forfeit(0)
        assert (score.winner, score.reason) == (0, "fault")

    def test_open_columns_go_to_the_winner_and_closed_ones_stay(self) -> None:
        score = game(Rules(hollywood=True, shutout_multiplier=1, box_bonus=0), [(0, 100)])
        score.forfeit(1)
        assert score.winner == 1
        assert score.column_sheets == ((200, 0), (0, 100), (0, 100))
