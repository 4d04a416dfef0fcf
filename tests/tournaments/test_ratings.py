import math
import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gin_tournaments.statistics.joint_fit import PLAIN, Fit, Method
from gin_tournaments.statistics.ratings import Ratings, rate
from gin_tournaments.statistics.tally import PairingTally
from tests.tournaments.results import deal_pairs

COUNTS = st.dictionaries(st.integers(0, 4), st.integers(1, 40), min_size=0, max_size=5)


@st.composite
def fields(draw: st.DrawFn) -> tuple[int, list[PairingTally]]:
    """Any results of any pairings: sparse, lopsided, perfect, or none at all."""
    bots = draw(st.integers(1, 7))
    return bots, [deal_pairs(a, b, draw(COUNTS)) for a, b in combinations(range(bots), 2)]


def only_fit(ratings: Ratings) -> Fit:
    (group,) = ratings.groups
    assert group.fit is not None
    return group.fit


def field_of_four() -> list[PairingTally]:
    return [
        deal_pairs(0, 1, {4: 9, 2: 25, 0: 6}),
        deal_pairs(0, 2, {4: 12, 2: 24, 0: 4}),
        deal_pairs(1, 2, {4: 10, 3: 1, 2: 20, 0: 9}),
        deal_pairs(0, 3, {4: 20, 2: 18, 0: 2}),
        deal_pairs(1, 3, {4: 13, 2: 24, 0: 3}),
        deal_pairs(2, 3, {4: 11, 2: 22, 0: 7}),
    ]


@given(fields())
@settings(max_examples=150, deadline=None)
def test_no_result_gives_a_number_that_is_not_finite_or_an_error_of_nothing(
    field: tuple[int, list[PairingTally]],
) -> None:
    bots, tallies = field
    ratings = rate(bots, tallies)
    for group in ratings.groups:
        assert group.fit is not None
        assert np.isfinite(group.fit.elo).all()
        assert np.isfinite(group.fit.covariance).all()
        assert abs(group.fit.elo.mean()) < 1e-6
        if len(group.members) > 1:
            widths = [group.fit.half_width(row) for row in range(len(group.members))]
            assert all(width is not None and 0 < width < math.inf for width in widths)
    assert all(math.isfinite(limit) for _, limit in ratings.bounds.values())


@given(fields())
@settings(max_examples=150, deadline=None)
def test_without_the_prior_only_finite_answers_are_given(field: tuple[int, list[PairingTally]]) -> None:
    bots, tallies = field
    ratings = rate(bots, tallies, PLAIN)
    for group in ratings.groups:
        if group.fit is not None:
            assert np.isfinite(group.fit.elo).all()
            assert np.abs(group.fit.elo).max() < 4000


@given(fields(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_order_of_the_pairings_changes_no_bit(
    field: tuple[int, list[PairingTally]], chance: random.Random
) -> None:
    bots, tallies = field
    ratings = rate(bots, tallies)
    chance.shuffle(tallies)
    again = rate(bots, tallies)
    for group, other in zip(ratings.groups, again.groups, strict=True):
        assert group.fit is not None
        assert other.fit is not None
        assert group.fit.elo.tobytes() == other.fit.elo.tobytes()
        assert group.fit.covariance.tobytes() == other.fit.covariance.tobytes()
    assert ratings.bounds == again.bounds


def test_an_anchor_gets_its_rating_and_the_others_keep_their_distances() -> None:
    free = only_fit(rate(4, field_of_four()))
    anchored = only_fit(rate(4, field_of_four(), Method(anchors={1: 1500.0})))
    assert anchored.elo[1] == pytest.approx(1500)
    assert anchored.elo - anchored.elo[0] == pytest.approx(free.elo - free.elo[0])


def test_an_anchored_bot_has_no_error_and_the_others_the_error_of_their_distance() -> None:
    anchored = only_fit(rate(4, field_of_four(), Method(anchors={1: 1500.0})))
    assert anchored.half_width(1) is None
    _, variance = anchored.difference(0, 1)
    assert anchored.covariance[0, 0] == pytest.approx(variance)


def test_several_anchors_are_met_in_the_mean() -> None:
    anchored = only_fit(rate(4, field_of_four(), Method(anchors={0: 100.0, 3: -300.0})))
    assert (anchored.elo[0] + anchored.elo[3]) / 2 == pytest.approx(-100)


def test_an_anchor_in_one_group_leaves_the_other_at_mean_0() -> None:
    tallies = [deal_pairs(0, 1, {4: 5, 2: 5, 0: 2}), deal_pairs(2, 3, {4: 3, 2: 5, 0: 4})]
    ratings = rate(4, tallies, Method(anchors={0: 1000.0}))
    assert ratings.elo(0) == pytest.approx(1000)
    assert ratings.elo(2) == pytest.approx(-(ratings.elo(3) or 0))


def test_a_perfect_record_is_bounded_by_the_opponents_mean_and_the_number_of_wins() -> None:
    tallies = [deal_pairs(0, 1, {4: 5}), deal_pairs(0, 2, {4: 5}), deal_pairs(1, 2, {4: 2, 2: 5, 0: 1})]
    ratings = rate(3, tallies)
    q = 0.05 ** (1 / 20)
    mean = ((ratings.elo(1) or 0) + (ratings.elo(2) or 0)) / 2
    sense, limit = ratings.bounds[0]
    assert sense == "≥"
    assert limit == pytest.approx(mean + 400 * math.log10(q / (1 - q)))
    assert set(ratings.bounds) == {0}


def test_ten_wins_against_opponents_of_mean_0_bound_at_183() -> None:
    tallies = [deal_pairs(0, 1, {0: 5}), deal_pairs(1, 2, {2: 5}), deal_pairs(2, 3, {4: 5})]
    ratings = rate(4, tallies, Method(anchors={1: 0.0, 2: 0.0}))
    for bot in (0, 3):
        sense, limit = ratings.bounds[bot]
        assert sense == "≤"
        assert limit == pytest.approx(-182.7, abs=0.1)


def test_bots_without_games_between_them_are_in_groups_of_their_own_the_largest_first() -> None:
    ratings = rate(6, [deal_pairs(0, 1, {2: 3}), deal_pairs(2, 4, {2: 3}), deal_pairs(4, 5, {2: 3})])
    assert [group.members for group in ratings.groups] == [(2, 4, 5), (0, 1), (3,)]


def test_games_of_one_group_do_not_change_the_other() -> None:
    first = deal_pairs(0, 1, {4: 7, 2: 9, 0: 2})
    alone = rate(4, [first, deal_pairs(2, 3, {4: 1, 2: 3})])
    other = rate(4, [first, deal_pairs(2, 3, {4: 100, 2: 300, 0: 5})])
    assert alone.elo(0) == other.elo(0)
    assert alone.half_width(0) == other.half_width(0)


def test_equal_weights_make_a_pairing_count_the_same_whatever_it_played() -> None:
    def lopsided(times: int) -> list[PairingTally]:
        return [
            deal_pairs(0, 1, {4: 3 * times, 2: 5 * times, 0: 2 * times}),
            deal_pairs(0, 2, {4: 2, 2: 6, 0: 2}),
            deal_pairs(1, 2, {4: 1, 2: 6, 0: 3}),
        ]

    plain = Method(prior=0.0)
    once, often = only_fit(rate(3, lopsided(1), plain)), only_fit(rate(3, lopsided(20), plain))
    assert often.elo == pytest.approx(once.elo, abs=1e-9)
    by_games = only_fit(rate(3, lopsided(20), Method(prior=0.0, weights="games")))
    assert by_games.elo != pytest.approx(once.elo, abs=1e-3)


def test_pairs_that_split_every_time_make_the_error_small_but_never_0() -> None:
    fit = only_fit(rate(2, [deal_pairs(0, 1, {2: 50})]))
    width, fair = (
        fit.half_width(0),
        only_fit(rate(2, [deal_pairs(0, 1, {4: 12, 2: 26, 0: 12})])).half_width(0),
    )
    assert width is not None
    assert fair is not None
    assert 0 < width < fair / 3


def test_negative_correlation_within_pairs_makes_the_error_smaller() -> None:
    alike = only_fit(rate(2, [deal_pairs(0, 1, {4: 25, 0: 25})])).half_width(0)
    independent = only_fit(rate(2, [deal_pairs(0, 1, {4: 12, 2: 26, 0: 12})])).half_width(0)
    opposed = only_fit(rate(2, [deal_pairs(0, 1, {4: 5, 2: 40, 0: 5})])).half_width(0)
    assert alike is not None
    assert independent is not None
    assert opposed is not None
    assert opposed < independent < alike


def test_a_million_games_cost_no_more_than_ten() -> None:
    few = rate(2, [deal_pairs(0, 1, {4: 2, 2: 2, 0: 1})])
    many = rate(2, [deal_pairs(0, 1, {4: 200_000, 2: 200_000, 0: 100_000})])
    assert (many.elo(0) or 0) == pytest.approx(70.44 / 2, abs=0.05)
    assert (many.half_width(0) or 0) < (few.half_width(0) or 0) / 100


def test_superiority_is_a_half_between_equals_and_grows_with_the_evidence() -> None:
    even = only_fit(rate(2, [deal_pairs(0, 1, {4: 5, 2: 10, 0: 5})]))
    better = only_fit(rate(2, [deal_pairs(0, 1, {4: 8, 2: 10, 0: 5})]))
    surely = only_fit(rate(2, [deal_pairs(0, 1, {4: 80, 2: 100, 0: 50})]))
    assert even.superiority(0, 1) == pytest.approx(0.5)
    assert 0.5 < better.superiority(0, 1) < surely.superiority(0, 1) <= 1
    assert better.superiority(1, 0) == pytest.approx(1 - better.superiority(0, 1))


def test_the_fit_predicts_as_many_points_as_each_bot_scored() -> None:
    fit = only_fit(rate(4, field_of_four(), PLAIN))
    for bot in range(4):
        scored = sum(
            (scored if bot == tally.a else 2 * size - scored) / 2 * count
            for tally in field_of_four()
            if bot in (tally.a, tally.b)
            for (size, scored), count in tally.units.items()
        )
        expected = sum(80 * float(fit.chances[bot, other]) for other in range(4) if other != bot)
        assert expected == pytest.approx(scored)
