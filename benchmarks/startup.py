"""How soon the command is there: `gin-referee --help` beside an interpreter that does nothing."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from benchmarks.command import GIN_REFEREE
from benchmarks.rounds import Effort, Measured, alternate, ratio

ROUNDS = 4  # for each of the others': it is soon done


def measure(effort: Effort, _folder: Path) -> Measured:
    """Measure `startup_ratio`, in processor time."""
    command, nothing = alternate(
        ROUNDS * effort.rounds, _run(str(GIN_REFEREE), "--help"), _run(sys.executable, "-c", "pass")
    )
    took, least = (median(times) * 1000 for times in (command, nothing))
    note = f"to start: {took:.0f} ms of processor time; python -c pass {least:.0f} ms"
    return Measured({"startup_ratio": ratio(command, nothing)}, [note])


def _run(*words: str) -> Callable[[], float]:
    def task() -> float:
        before = _spent()
        subprocess.run(words, check=True, capture_output=True)
        return _spent() - before

    return task


def _spent() -> float:
    """Give the seconds of processor time that processes started here took until they ended."""
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
