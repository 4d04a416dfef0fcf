"""Which bots can be compared at all: who is joined to whom by games."""

import numpy as np
import numpy.typing as npt

from gin_tournaments.statistics.bradley_terry import Matrix


def groups(edges: npt.NDArray[np.bool_]) -> list[list[int]]:
    """Give the sets of nodes that reach each other along directed edges (n × n), by their smallest nodes.

    >>> groups(np.array([[0, 1, 0], [1, 0, 1], [0, 0, 0]], dtype=bool))
    [[0, 1], [2]]
    """
    reach = _reach(edges)
    mutual = reach & reach.T
    first = mutual.argmax(axis=1)
    return [np.flatnonzero(first == node).tolist() for node in np.unique(first)]


def _reach(edges: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Give the reflexive and transitive closure, doubling the length of the paths each time."""
    reach = edges | np.eye(len(edges), dtype=bool)
    while True:
        paths: Matrix = reach.astype(np.float64)
        longer = paths @ paths > 0
        if np.array_equal(longer, reach):
            return reach
        reach = longer
