import json

import pytest

from gin_tournaments.statistics.compare import compare
from gin_tournaments.statistics.crosstable import crosstable, crosstable_to_json, pair_spread
from gin_tournaments.statistics.joint_fit import PLAIN
from gin_tournaments.statistics.ratings import rate
from gin_tournaments.statistics.separation import Rule
from gin_tournaments.statistics.tally import Leg, PairingTally
from tests.tournaments.results import deal_pairs, points_tally

WON, LOST = Leg(2, 30, 10), Leg(0, -20, 10)


def cycle() -> list[PairingTally]:
    """A beats b, b beats c, c beats a, all by the same score: the fit can only call them equal."""
    return [
        deal_pairs(0, 1, {4: 6, 2: 12, 0: 2}),
        deal_pairs(1, 2, {4: 6, 2: 12, 0: 2}),
        deal_pairs(0, 2, {4: 2, 2: 12, 0: 6}),
    ]


def test_a_residual_is_the_score_less_what_the_fit_predicts() -> None:
    cells = crosstable(cycle(), rate(3, cycle()))
    assert [(cell.a, cell.b) for cell in cells] == [(0, 1), (0, 2), (1, 2)]
    assert [cell.residual for cell in cells] == pytest.approx([4, -4, 4])
    # 20 pairs: squared residuals 6 · 1 + 2 · 1 and one virtual unit of 1/4
    assert [cell.residual_z for cell in cells] == pytest.approx(
        [4 / 8.25**0.5, -4 / 8.25**0.5, 4 / 8.25**0.5]
    )


def test_of_two_bots_alone_the_plain_fit_leaves_no_residual() -> None:
    tallies = [deal_pairs(0, 1, {4: 6, 3: 1, 2: 12, 0: 2})]
    (cell,) = crosstable(tallies, rate(2, tallies, PLAIN))
    assert cell.residual == pytest.approx(0, abs=1e-9)
    assert cell.pairs == (6, 1, 12, 0, 2)
    assert (cell.games, cell.score) == (42, 25.5)


@pytest.mark.parametrize(
    ("pairs", "correlation"),
    [
        ([(WON, WON), (LOST, LOST)], 1.0),
        ([(WON, LOST), (LOST, WON)], -1.0),
        ([(WON, WON), (WON, LOST), (LOST, WON), (LOST, LOST)], 0.0),
    ],
)
def test_correlation_within_pairs_is_that_of_the_two_games(
    pairs: list[tuple[Leg, Leg]], correlation: float
) -> None:
    spread = pair_spread([points_tally(pairs)])
    assert spread.correlation == pytest.approx(correlation)
    assert spread.saved == (None if correlation == -1 else pytest.approx(1 / (1 + correlation)))


def test_variance_saved_compares_pairs_with_independent_games() -> None:
    pairs = [(Leg(2, 50, 9), Leg(0, -40, 9)), (Leg(0, -50, 9), Leg(2, 60, 9)), (Leg(2, 10, 9), Leg(2, 20, 9))]
    spread = pair_spread([points_tally(pairs)])
    diffs = [leg.diff for pair in pairs for leg in pair]
    of_game = sum(diff**2 for diff in diffs) / 6 - (sum(diffs) / 6) ** 2
    sums = [pair[0].diff + pair[1].diff for pair in pairs]
    of_pair = sum(total**2 for total in sums) / 3 - (sum(sums) / 3) ** 2
    assert spread.points_saved == pytest.approx(2 * of_game / of_pair)


def test_drawn_games_are_half_points_in_the_correlation_too() -> None:
    drawn = Leg(1, 0, 9)
    spread = pair_spread([points_tally([(drawn, drawn), (drawn, drawn)])])
    assert spread.correlation is None
    assert pair_spread([points_tally([(drawn, WON), (LOST, drawn)])]).correlation == pytest.approx(0)


def test_without_duplicate_deals_there_is_nothing_within_pairs() -> None:
    tally = PairingTally(0, 1)
    tally.add_pair((WON, LOST), duplicate=False)
    (cell,) = crosstable([tally], rate(2, [tally]))
    assert (cell.correlation, cell.saved, cell.points_saved) == (None, None, None)
    assert cell.pairs == (0, 0, 0, 0, 0)


def test_the_crosstable_is_json_by_name() -> None:
    tallies = [points_tally([(WON, LOST), (WON, WON)])]
    (shown,) = json.loads(json.dumps(crosstable_to_json(crosstable(tallies, rate(2, tallies)), ["x", "y"])))
    assert (shown["a"], shown["b"], shown["games"], shown["score"]) == ("x", "y", 4, 3.0)
    assert shown["pairs"] == [1, 0, 1, 0, 0]
    assert shown["points_per_hand"] == pytest.approx((0.5 + 3) / 2)


def field() -> dict[tuple[int, int], PairingTally]:
    strong = [(WON, WON), (WON, LOST), (WON, WON), (WON, LOST)]
    weak = [(WON, LOST), (LOST, LOST), (WON, LOST), (WON, WON)]
    tallies = [points_tally(strong, 0, 1), points_tally(strong, 0, 2), points_tally(weak, 1, 2)]
    return {(tally.a, tally.b): tally for tally in tallies}


def test_two_bots_are_compared_head_to_head_and_against_the_common_field() -> None:
    ratings = rate(3, field().values())
    found = compare(0, 1, field(), ratings, Rule())
    assert found.elo == pytest.approx((ratings.elo(0) or 0) - (ratings.elo(1) or 0))
    assert found.elo_ci95 is not None
    assert found.superiority is not None
    assert 0.5 < found.superiority < 1
    assert found.verdict == "open"
    assert found.head_to_head is not None
    assert found.head_to_head.score == 6
    assert found.common == (2,)
    assert found.against_field is not None
    assert found.against_field.mean == pytest.approx((3 + 0.5 + 3 + 0.5) / 4 - (0.5 - 2 + 0.5 + 3) / 4)


def test_the_comparison_turned_is_the_negative() -> None:
    ratings = rate(3, field().values())
    there, back = compare(0, 1, field(), ratings, Rule()), compare(1, 0, field(), ratings, Rule())
    assert there.elo == pytest.approx(-(back.elo or 0))
    assert there.elo_ci95 == pytest.approx(back.elo_ci95)
    assert there.against_field is not None
    assert back.against_field is not None
    assert there.against_field.mean == pytest.approx(-back.against_field.mean)


def test_bots_that_no_games_join_are_not_compared() -> None:
    pairings = {(0, 1): deal_pairs(0, 1, {2: 3})}
    found = compare(0, 2, pairings, rate(3, pairings.values()), Rule())
    assert (found.elo, found.superiority, found.head_to_head, found.against_field) == (None, None, None, None)
