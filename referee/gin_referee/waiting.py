"""Games submitted and not yet started: first come, first served, for each pair of lanes."""

from collections import deque
from collections.abc import Callable

from gin_referee.records import GameKey, GameSpec

_Queue = deque[tuple[int, GameSpec]]


class Waiting:
    """The games that wait, in the order of submission, by the two bots and the leg."""

    def __init__(self) -> None:
        # by bot, then by opponent and leg: a queue is in the tables of both bots
        self._queues: dict[str, dict[tuple[str, int], _Queue]] = {}
        self._keys: set[GameKey] = set()
        self._submitted = 0

    def __len__(self) -> int:
        return len(self._keys)

    def __contains__(self, key: GameKey) -> bool:
        return key in self._keys

    def add(self, spec: GameSpec) -> None:
        """Let *spec* wait behind all others."""
        one, other = spec.seats
        leg = spec.key.leg
        queue = self._queues.setdefault(one, {}).setdefault((other, leg), deque())
        self._queues.setdefault(other, {})[one, leg] = queue
        queue.append((self._submitted, spec))
        self._keys.add(spec.key)
        self._submitted += 1

    def next_for(self, name: str, can_start: Callable[[GameSpec], bool]) -> GameSpec | None:
        """Take out the game of *name* that waits longest of those first in their queues that can start."""
        ready = [queue for queue in self._queues.get(name, {}).values() if queue and can_start(queue[0][1])]
        if not ready:
            return None
        _, spec = min(ready, key=lambda queue: queue[0][0]).popleft()
        self._keys.discard(spec.key)
        return spec

    def take(self, key: GameKey) -> GameSpec | None:
        """Take out one game, wherever it waits."""
        if key not in self._keys:
            return None
        for queues in self._queues.values():
            for queue in queues.values():
                for entry in queue:
                    if entry[1].key == key:
                        queue.remove(entry)
                        self._keys.discard(key)
                        return entry[1]
        return None

    def take_all(self, name: str) -> list[GameSpec]:
        """Take out all games of one bot, in the order of submission."""
        taken: list[tuple[int, GameSpec]] = []
        for queue in self._queues.get(name, {}).values():
            taken += queue
            queue.clear()
        specs = [spec for _, spec in sorted(taken, key=lambda entry: entry[0])]
        self._keys.difference_update(spec.key for spec in specs)
        return specs
