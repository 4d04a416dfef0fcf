"""`python -m gin_tournaments.run.storing FILE`: the process that stores, so that no game waits for it.

It is started by a `Writer`, with a socket to it as standard input, and stores what comes from there, in that
order, in one transaction at most every 200 ms; after each it answers what is stored. It ends when the other
side has closed or died, and everything that came is stored. Its right to write is the other side's: it holds
on to that lock for as long as it lives.
"""

import pickle
import queue
import signal
import socket
import struct
import sys
import threading
import traceback
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO

from gin_referee.records import GameRecord
from gin_tournaments.run.items import Item, Saved, batch_of
from gin_tournaments.statistics.game_facts import facts_of
from gin_tournaments.store import Dealt, ResultsWriter, Void

INTERVAL = 0.2  # seconds between two commits: each waits for the disk
LENGTH = struct.Struct("!I")  # comes before each answer, and gives its bytes
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # they end a run, and not this process


class Inbox:
    """Takes what comes from *stream* in a thread of its own, until that ends."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._items: queue.SimpleQueue[Item | None] = queue.SimpleQueue()
        self._urgent = threading.Event()
        self._thread = threading.Thread(target=self._take_in, name="inbox", daemon=True)
        self._thread.start()

    def _take_in(self) -> None:
        with suppress(EOFError, OSError, pickle.UnpicklingError):  # it died, maybe in the middle of an item
            while True:
                item: Item = pickle.load(self._stream)  # noqa: S301 - from our own process
                self._items.put(item)
                if isinstance(item, Dealt):
                    self._urgent.set()
        self._items.put(None)
        self._urgent.set()

    def gather(self) -> list[Item | None]:
        """Wait for something, and a little longer for more, unless a game waits for it; None is the end."""
        items = [self._items.get()]
        self._urgent.wait(INTERVAL)
        self._urgent.clear()
        while items[-1] is not None and not self._items.empty():
            items.append(self._items.get())
        return items

    def wait_for_end(self) -> None:
        """Take in what comes until nothing more does."""
        self._thread.join()


def store_all(store: ResultsWriter, inbox: Inbox) -> Iterator[Saved]:
    """Store everything that comes, to the end; yield what is stored each time."""
    rules = store.rules
    items: list[Item | None] = []
    while not items or items[-1] is not None:
        items = inbox.gather()
        for part in _in_batches(_readable(item) for item in items if item is not None):
            facts = [facts_of(item, rules) for item in part if isinstance(item, GameRecord)]
            batch = batch_of(part, facts)
            store.save(batch)
            yield Saved(len(part), facts, batch.bots)


def _readable(item: Item) -> Item:
    """Read once what comes as bytes, and is looked at again and again."""
    if isinstance(item, GameRecord):
        return replace(item, hands=tuple(item.hands), think_us=tuple(item.think_us))
    return item


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


def main() -> None:
    """Store what comes from the socket on standard input."""
    for number in STOP_SIGNALS:  # whoever stops the run stops the other side, which then closes
        signal.signal(number, signal.SIG_IGN)
    with socket.socket(fileno=sys.stdin.fileno()) as side:
        inbox = Inbox(side.makefile("rb"))
        try:
            store = ResultsWriter.beside(Path(sys.argv[1]))
            for saved in store_all(store, inbox):
                _answer(side, saved)
            store.close()
        except Exception as error:  # noqa: BLE001 - the edge of a process: told to the other side, which raises it
            error.add_note(traceback.format_exc())
            _answer(side, error)
            inbox.wait_for_end()  # an other side that could not send would not read why


def _answer(side: socket.socket, answer: Saved | Exception) -> None:
    data = pickle.dumps(answer)
    with suppress(OSError):  # nobody is there any more; what came is stored all the same
        side.sendall(LENGTH.pack(len(data)) + data)


if __name__ == "__main__":
    main()
