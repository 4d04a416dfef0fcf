"""The run's side of the process that stores (`storing`): gives it everything, and hears what is stored."""

import asyncio
import pickle
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Self, TypeAlias

from gin_referee.launcher import exit_words
from gin_referee.scheduling import as_batch_jobs
from gin_tournaments.errors import StoreError
from gin_tournaments.run.items import Item, Saved, batch_of
from gin_tournaments.run.storing import LENGTH
from gin_tournaments.statistics.tally import BotTally
from gin_tournaments.store import Batch, ResultsWriter

STORING: Sequence[str] = ("-P", "-m", "gin_tournaments.run.storing")
"""What Python runs to store: -P, since a folder may hold a module of any name."""

OnStored: TypeAlias = Callable[[Batch, Mapping[int, BotTally]], None]


class Writer:
    """Stores what it is given in a process of its own, which alone uses the file until `close`.

    In the event loop that started it, *on_stored* is called after each commit, with what bots did in it
    (`Batch.bots`), and *on_error* once, after which nothing more is stored.
    """

    def __init__(
        self,
        path: Path,
        process: "subprocess.Popen[bytes]",
        streams: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        on_stored: OnStored,
        on_error: Callable[[Exception], None],
    ) -> None:
        self._path = path
        self._process = process
        self._answers, self._out = streams
        self._on_stored = on_stored
        self._on_error = on_error
        self._unsaved: deque[Item] = deque()
        self._closing = False  # from here on nothing is taken any more
        self._error: Exception | None = None
        self._hearing = asyncio.create_task(self._hear())

    @classmethod
    async def start(
        cls, store: ResultsWriter, on_stored: OnStored, on_error: Callable[[Exception], None]
    ) -> Self:
        """Start the process that stores in the file of *store*, by the right of *store*."""
        ours, its_own = socket.socketpair()
        with its_own, as_batch_jobs():
            process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, *STORING, str(store.path)],
                stdin=its_own.fileno(),
                stdout=subprocess.DEVNULL,
                pass_fds=[store.lock.fileno()],
                start_new_session=True,
            )
        return cls(store.path, process, await asyncio.open_connection(sock=ours), on_stored, on_error)

    def put(self, item: Item) -> None:
        """Let *item* be stored."""
        if not self._closing:
            self._unsaved.append(item)
            self._out.write(pickle.dumps(item, pickle.HIGHEST_PROTOCOL))

    async def close(self) -> None:
        """Let everything be stored; `on_stored` has been called for all of it when this returns.

        Raises:
            Exception: what `on_error` was, or would have been, called with.
        """
        self._closing = True
        self._out.write_eof()
        await self._hearing
        if self._error is not None:
            raise self._error

    async def _hear(self) -> None:
        """Tell what is stored, to the end, and what kept anything from being stored."""
        loop = asyncio.get_running_loop()
        while isinstance(answer := await self._answer(), Saved):
            items = [self._unsaved.popleft() for _ in range(answer.items)]
            loop.call_soon(self._on_stored, batch_of(items, answer.facts), answer.bots)
        asked_to, self._closing = self._closing, True
        self._out.close()
        returncode = await loop.run_in_executor(None, self._process.wait)  # after what was called soon
        if answer is None and (returncode or not asked_to):
            answer = StoreError(f"{self._path}: the process that stores it ended: {exit_words(returncode)}")
        if answer is not None:
            self._error = answer
            self._on_error(answer)

    async def _answer(self) -> Saved | Exception | None:
        try:
            (length,) = LENGTH.unpack(await self._answers.readexactly(LENGTH.size))
            answer: Saved | Exception = pickle.loads(await self._answers.readexactly(length))  # noqa: S301 - our own
        except (asyncio.IncompleteReadError, OSError):
            return None  # it ended
        return answer
