"""Each fault once with real processes, many evil bots side by side; `chaos.matrix` does all of it."""

from pathlib import Path

import pytest

from chaos.evil import DEEDS, MOMENTS
from chaos.matrix import Cell, run

IN_PLAY = MOMENTS[1:]
EARLY = ("exit-0", "garbage", "wrong-token", "slow-start")
"""Deeds before Hello; a bot that hangs there is absent only after a wait that is too long for a test."""


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_each_fault_ends_as_stated_with_evidence_and_leaves_nothing_behind(tmp_path: Path) -> None:
    cells = [Cell(deed, IN_PLAY[number % len(IN_PLAY)]) for number, deed in enumerate(DEEDS)]
    cells += [Cell(deed, "before-hello") for deed in EARLY]
    report = run(tmp_path, cells, move_time=2.0, megabytes=30)
    assert report.wrong == [], "\n".join(report.lines())
    assert len(report.endings) == len(cells)
    assert report.games == 2 * (len(cells) + 1)
