"""Who can be paired with whom so that as many as possible are paired; pure.

A maximum matching in a general graph, one augmenting path at a time, blossoms shrunk: J. Edmonds, "Paths,
trees, and flowers", Canadian Journal of Mathematics 17, 1965.
"""

from collections import deque
from collections.abc import Iterable, Mapping


class Matching:
    """A matching in a graph of few nodes that is largest at every time; nodes can be taken out of it."""

    def __init__(self, neighbours: Mapping[int, Iterable[int]]) -> None:
        self._near = {node: set(near) for node, near in neighbours.items()}
        self._mate: dict[int, int] = {}
        for node in self._near:
            if node not in self._mate:
                self._augment(node)

    def __len__(self) -> int:
        return len(self._mate) // 2

    def take(self, first: int, second: int) -> bool:
        """Take two neighbours out as a pair if all others can then be matched as well as before.

        Says whether that was so; if not, nothing is changed.
        """
        if second not in self._near[first]:
            return False
        before = dict(self._mate)
        pairs = len(self)
        self._remove((first, second))
        widowed = [before[node] for node in (first, second) if before.get(node) not in (None, first, second)]
        if len(self) == pairs - 1 or any(self._augment(node) for node in widowed if node not in self._mate):
            return True
        self._mate = before
        self._near |= self._removed
        return False

    def leave(self, node: int) -> None:
        """Take out a node that is alone in some largest matching."""
        mate = self._mate.get(node)
        self._remove((node,))
        if mate is not None:
            self._augment(mate)

    def _remove(self, nodes: tuple[int, ...]) -> None:
        self._removed = {node: self._near.pop(node) for node in nodes}
        for node in nodes:
            mate = self._mate.pop(node, None)
            if mate is not None:
                self._mate.pop(mate, None)

    def _augment(self, root: int) -> bool:
        """Search for an augmenting path from the free node *root*, and take it."""
        end, parent = _Search(self._near, self._mate, root).path()
        if end is None:
            return False
        node: int | None = end
        while node is not None:
            before = parent[node]
            beyond = self._mate.get(before)
            self._mate[node], self._mate[before] = before, node
            node = beyond
        return True


class _Search:
    """One breadth-first search over alternating paths; `base` is the node that stands for each blossom."""

    def __init__(self, near: Mapping[int, set[int]], mate: Mapping[int, int], root: int) -> None:
        self._near = near
        self._mate = mate
        self._root = root
        self._base = {node: node for node in near}
        self._parent: dict[int, int] = {}
        self._outer = {root}
        self._queue = deque([root])

    def path(self) -> tuple[int | None, dict[int, int]]:
        """Give the free node at the other end, None when there is none, and each node's parent."""
        while self._queue:
            node = self._queue.popleft()
            for other in sorted(self._near[node]):
                if other not in self._near or self._base[node] == self._base[other]:
                    continue
                if self._mate.get(node) == other:
                    continue
                if other == self._root or (other in self._mate and self._mate[other] in self._parent):
                    self._shrink(node, other)
                elif other not in self._parent:
                    self._parent[other] = node
                    if other not in self._mate:
                        return other, self._parent
                    self._reach(self._mate[other])
        return None, self._parent

    def _reach(self, node: int) -> None:
        if node not in self._outer:
            self._outer.add(node)
            self._queue.append(node)

    def _shrink(self, first: int, second: int) -> None:
        top = self._common(first, second)
        inside: set[int] = set()
        self._mark(first, top, second, inside)
        self._mark(second, top, first, inside)
        for node in self._base:
            if self._base[node] in inside:
                self._base[node] = top
                self._reach(node)

    def _common(self, first: int, second: int) -> int:
        """Find where the paths of two outer nodes to the root meet."""
        seen = set()
        node = self._base[first]
        while True:
            seen.add(node)
            if node == self._root or node not in self._mate:
                break
            node = self._base[self._parent[self._mate[node]]]
        node = self._base[second]
        while node not in seen:
            node = self._base[self._parent[self._mate[node]]]
        return node

    def _mark(self, node: int, top: int, child: int, inside: set[int]) -> None:
        while self._base[node] != top:
            mate = self._mate[node]
            inside |= {self._base[node], self._base[mate]}
            self._parent[node] = child
            child = mate
            node = self._parent[mate]
