"""The bots' processes: those that are needed run, those that ended are started again, idle ones make room.

What an end means for a game is the arena's to say, what it means for the bot the director's.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass

from gin_referee.commands import BotCannotStart, BotCommand
from gin_referee.launcher import BotExit, BotProcess, Launcher

FIRST_PAUSE = 0.1  # seconds before a process that ended is started again; doubled each time in a row
LONGEST_PAUSE = 5.0


@dataclass(slots=True)
class Place:
    """One process of a bot: what runs there, and how many ended in a row without a finished game."""

    name: str
    lane: int | None
    process: BotProcess | None = None
    busy: bool = False
    said_hello: bool = False
    ends: int = 0


@dataclass(frozen=True, slots=True)
class Ended:
    """A process ended by itself; *said_hello* tells whether it had ever connected."""

    name: str
    lane: int | None
    evidence: str
    said_hello: bool


class Crew:
    """Keeps the bots of *commands* running that are wanted, a process for each of *tokens*.

    *tokens* are by bot and lane: a process is told that of its own lane alone.

    *on_end* is called when a process ended that was not told to, *on_failure* when this machine cannot start
    one for a reason that is not the bot's. At most *processes_at_once* run, unless more are wanted at once.
    """

    def __init__(
        self,
        launcher: Launcher,
        commands: Mapping[str, BotCommand],
        tokens: Mapping[tuple[str, int | None], str],
        processes_at_once: int,
        on_end: Callable[[Ended], None],
        on_failure: Callable[[BaseException], None],
    ) -> None:
        self._launcher = launcher
        self._commands = commands
        self._tokens = tokens
        self._processes_at_once = processes_at_once
        self._on_end = on_end
        self._on_failure = on_failure
        self._places = {place: Place(*place) for place in tokens}
        self._wanted: set[str] = set()
        self._soon: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def want(self, wanted: set[str], soon: Sequence[str]) -> None:
        """Let the bots of *wanted* run, and those of *soon* (in that order) as far as there is room."""
        self._wanted = wanted & self._commands.keys()
        self._soon = [name for name in soon if name in self._commands]
        self._fill()

    def joined(self, name: str, lane: int | None) -> None:
        """Note that a process said Hello."""
        place = self._places.get((name, lane))
        if place is not None:
            place.said_hello = True

    def played(self, name: str) -> None:
        """Note that a bot finished a game: its processes are worth starting again at once."""
        for place in self._of(name):
            place.ends = 0

    def replace(self, name: str, lane: int | None) -> None:
        """Start a new process in the place of one whose session was ended."""
        place = self._places.get((name, lane))
        if place is not None and place.process is not None:
            self._spawn(self._stop(place))

    def dismiss(self, name: str) -> None:
        """Let a bot go for good."""
        for place in self._of(name):
            del self._places[place.name, place.lane]
            if place.process is not None:
                self._spawn(self._stop(place))

    def exited(self, end: BotExit) -> None:
        """Take note of a process that is gone."""
        place = self._places.get((end.name, end.lane))
        if place is None or place.process is None or place.process.running:
            return
        place.process = None
        if not end.asked and not self._closed:
            place.ends += 1
            self._on_end(Ended(end.name, end.lane, end.evidence, place.said_hello))
        self._fill()

    async def close(self) -> None:
        """Start nothing more, and wait for what is being started or stopped."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _of(self, name: str) -> list[Place]:
        return [place for place in self._places.values() if place.name == name]

    def _fill(self) -> None:
        """Start what is wanted; then, while there is room, what is needed soon."""
        if self._closed:
            return
        for name in self._wanted:
            self._start_missing(name)
        for name in self._soon:
            missing = sum(self._is_missing(place) for place in self._of(name))
            if missing and self._running() + missing > self._processes_at_once:
                break
            self._start_missing(name)

    def _start_missing(self, name: str) -> None:
        for place in self._of(name):
            if self._is_missing(place):
                place.busy = True
                self._make_room()
                self._spawn(self._start(place))

    def _is_missing(self, place: Place) -> bool:
        return place.process is None and not place.busy

    def _running(self) -> int:
        return sum(place.process is not None or place.busy for place in self._places.values())

    def _make_room(self) -> None:
        """Stop an idle bot when too many run: the one that is needed last."""
        if self._running() <= self._processes_at_once:
            return
        idle = {place.name for place in self._places.values() if place.process is not None} - self._wanted
        if not idle:
            return
        order = {name: at for at, name in enumerate(self._soon)}
        last = max(idle, key=lambda name: (order.get(name, len(order)), name))
        for place in self._of(last):
            if place.process is not None and not place.busy:
                self._spawn(self._stop(place))

    async def _start(self, place: Place) -> None:
        """Start a process, after a pause if the last one ended soon."""
        try:
            if place.ends:
                await asyncio.sleep(min(FIRST_PAUSE * 2.0 ** (place.ends - 1), LONGEST_PAUSE))
            place.said_hello = False
            place.process = await self._launcher.start(
                self._commands[place.name], place.lane, self._tokens[place.name, place.lane]
            )
        except BotCannotStart as error:
            place.ends += 1
            self._on_end(Ended(place.name, place.lane, str(error), said_hello=False))
        finally:
            place.busy = False
        process = place.process
        if process is None:
            self._fill()
        elif (place.name, place.lane) not in self._places:
            await process.stop()
        elif not process.running:  # its end was told before it was in its place
            self.exited(await process.wait())

    async def _stop(self, place: Place) -> None:
        process = place.process
        if process is None or place.busy:
            return
        place.busy = True
        try:
            await process.stop()
        finally:
            place.busy = False
            place.process = None
        self._fill()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._on_failure(error)
