"""The processor time of a run's own processes and of those of the bots, from /proc."""

import os
from pathlib import Path
from time import process_time
from typing import NamedTuple

from gin_tournaments.run.writer import STORING

_TICKS = os.sysconf("SC_CLK_TCK")
_PARENT, _USER, _SYSTEM = 1, 11, 12  # fields of /proc/PID/stat after the name
_STORING = "\0".join(STORING).encode()


class Spent(NamedTuple):
    """Seconds of processor time: of this process and the one that stores, and of all others below it."""

    own: float
    bots: float


def seconds_spent() -> Spent:
    """Give the processor time so far of this process and of those that descend from it and live."""
    parents: dict[int, int] = {}
    seconds: dict[int, float] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it ended just now
        parents[int(folder.name)] = int(fields[_PARENT])
        seconds[int(folder.name)] = (int(fields[_USER]) + int(fields[_SYSTEM])) / _TICKS
    below = {process for process in seconds if _descends(process, os.getpid(), parents)}
    storing = {process for process in below if parents[process] == os.getpid() and _stores(process)}
    return Spent(
        own=process_time() + sum(seconds[process] for process in storing),
        bots=sum(seconds[process] for process in below - storing),
    )


def _stores(process: int) -> bool:
    try:
        return _STORING in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False  # it ended just now


def _descends(process: int, ancestor: int, parents: dict[int, int]) -> bool:
    while (process := parents.get(process, 0)) > 0:
        if process == ancestor:
            return True
    return False
