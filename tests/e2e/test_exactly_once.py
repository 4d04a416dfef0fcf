"""Every planned game is stored once, whenever the referee is killed."""

from pathlib import Path

import pytest

from chaos.kills import run


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_tournament_whose_referee_is_killed_again_and_again_ends_as_one_that_nobody_disturbed(
    tmp_path: Path,
) -> None:
    report = run(tmp_path, kills=5, seed=1, deal_pairs=2, middle=3, isolation="none")
    assert report.kills.total() == 5
    assert report.lone_legs
