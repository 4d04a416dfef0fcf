"""The processor time of this process and of those it has started, from /proc."""

import os
from pathlib import Path
from time import process_time

_TICKS = os.sysconf("SC_CLK_TCK")
_PARENT, _USER, _SYSTEM = 1, 11, 12  # fields of /proc/PID/stat after the name


def own_seconds() -> float:
    """Give the processor time of this process so far."""
    return process_time()


def descendants_seconds() -> float:
    """Give the processor time so far of all living processes that descend from this one."""
    parents: dict[int, int] = {}
    seconds: dict[int, float] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it ended just now
        parents[int(folder.name)] = int(fields[_PARENT])
        seconds[int(folder.name)] = (int(fields[_USER]) + int(fields[_SYSTEM])) / _TICKS
    return sum(spent for process, spent in seconds.items() if _descends(process, os.getpid(), parents))


def _descends(process: int, ancestor: int, parents: dict[int, int]) -> bool:
    while (process := parents.get(process, 0)) > 0:
        if process == ancestor:
            return True
    return False
