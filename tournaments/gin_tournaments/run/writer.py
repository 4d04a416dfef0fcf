"""The thread that stores: everything in the order it comes, in one transaction at most every 200 ms."""

import asyncio
import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from gin_referee.records import GameRecord
from gin_rummy.rules import Rules
from gin_tournaments.statistics.game_facts import facts_of
from gin_tournaments.store import Batch, Dealt, FaultEvent, Finished, Mark, ResultsWriter, Void

INTERVAL = 0.2  # seconds between two commits: each waits for the disk


@dataclass(frozen=True, slots=True)
class FaultRun:
    """A bot's new number of fault events in a row."""

    bot: str
    count: int


Item: TypeAlias = GameRecord | Void | FaultEvent | Mark | FaultRun | Dealt


class Writer:
    """Stores what it is given in a thread of its own, which alone uses *store* until `close`.

    In the event loop that made it, *on_stored* is called after each commit, and *on_error* once, after which
    nothing more is stored.
    """

    def __init__(
        self,
        store: ResultsWriter,
        rules: Rules,
        on_stored: Callable[[Batch], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        self._store = store
        self._rules = rules
        self._on_stored = on_stored
        self._on_error = on_error
        self._loop = asyncio.get_running_loop()
        self._items: queue.SimpleQueue[Item | None] = queue.SimpleQueue()
        self._urgent = threading.Event()
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def put(self, item: Item) -> None:
        """Let *item* be stored."""
        self._items.put(item)
        if isinstance(item, Dealt):
            self._urgent.set()

    async def close(self) -> None:
        """Store what is left and end; `on_stored` has been called for all of it when this returns.

        Raises:
            Exception: what `on_error` was, or would have been, called with.
        """
        self._items.put(None)
        self._urgent.set()
        await self._loop.run_in_executor(None, self._thread.join)
        await asyncio.sleep(0)
        if self._error is not None:
            raise self._error

    def _work(self) -> None:
        try:
            going_on = True
            while going_on:
                going_on = self._store_next()
        except Exception as error:  # noqa: BLE001 - the edge of a thread: told in the loop, which raises it
            self._error = error
            self._loop.call_soon_threadsafe(self._on_error, error)

    def _store_next(self) -> bool:
        """Wait for something, store all that is there; say whether more is to come."""
        items = self._gather_items()
        for part in _in_batches(item for item in items if item is not None):
            batch = self._batch(part)
            self._store.save(batch)
            self._loop.call_soon_threadsafe(self._on_stored, batch)
        return items[-1] is not None

    def _gather_items(self) -> list[Item | None]:
        """Wait for something, and a little longer for more: less when there is a game that waits for it."""
        items = [self._items.get()]
        self._urgent.wait(INTERVAL)  # not for each of them: to wake this thread costs more than to store one
        self._urgent.clear()
        while items[-1] is not None and not self._items.empty():
            items.append(self._items.get())
        return items

    def _batch(self, items: Sequence[Item]) -> Batch:
        return Batch(
            games=[
                Finished(item, facts_of(item, self._rules)) for item in items if isinstance(item, GameRecord)
            ],
            voids=[item for item in items if isinstance(item, Void)],
            events=[item for item in items if isinstance(item, FaultEvent)],
            marks=[item for item in items if isinstance(item, Mark)],
            fault_runs={item.bot: item.count for item in items if isinstance(item, FaultRun)},
            dealt=[item for item in items if isinstance(item, Dealt)],
        )


def _in_batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Part *items* before a void that comes after a game: the store takes the voids of a batch first."""
    batch: list[Item] = []
    for item in items:
        if isinstance(item, Void) and any(isinstance(before, GameRecord) for before in batch):
            yield batch
            batch = []
        batch.append(item)
    if batch:
        yield batch
