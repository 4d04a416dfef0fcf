import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_tournaments.statistics.think_times import ThinkTimes


@given(st.lists(st.integers(0, 10**10), min_size=1), st.sampled_from([0.5, 0.99, 1.0]))
def test_a_percentile_is_that_of_the_sorted_times_within_2_percent(times: list[int], share: float) -> None:
    counted = ThinkTimes()
    counted.add(times)
    found = counted.milliseconds(share)
    exact = sorted(times)[max(-(-len(times) * int(share * 100) // 100) - 1, 0)]
    assert found is not None
    assert found * 1000 == pytest.approx(exact, rel=0.02, abs=0.5)


def test_no_decisions_have_no_percentile() -> None:
    assert ThinkTimes().milliseconds(0.5) is None


def test_ten_million_decisions_take_no_more_room_than_there_are_sizes() -> None:
    chance, times = random.Random(1), ThinkTimes()
    times.add(int(chance.lognormvariate(6, 2)) for _ in range(20000))
    whole = ThinkTimes()
    for _ in range(500):
        whole.join(times)
    assert whole.counts.total() == 10_000_000
    assert len(whole.counts) < 1000
    assert whole.milliseconds(0.5) == times.milliseconds(0.5)
