"""When each lane is to be looked at next.

Most deadlines only ever move later, so an entry stands until its time, and is checked then.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from math import inf

from gin_referee.lanes import Lane


class Deadlines:
    """A heap of lanes by time; an entry counts while it is the lane's own `due_at`."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Lane]] = []
        self._pushed = 0  # settles ties

    def watch(self, lane: Lane, due: float) -> None:
        """Look at *lane* by *due*; an earlier entry stands, and finds that it came too early."""
        if due < lane.due_at:
            lane.due_at = due
            heappush(self._heap, (due, self._pushed, lane))
            self._pushed += 1

    def next(self) -> float | None:
        """Give the earliest time at which a lane is to be looked at."""
        heap = self._heap
        while heap and heap[0][0] != heap[0][2].due_at:
            heappop(heap)
        return heap[0][0] if heap else None

    def come(self, now: float) -> Iterator[Lane]:
        """Take out the lanes whose time has come."""
        heap = self._heap
        while heap and heap[0][0] <= now:
            due, _, lane = heappop(heap)
            if due == lane.due_at:
                lane.due_at = inf
                yield lane
