"""Starts the bots of this machine, each below a guard, and tells how they ended.

A bot gets a session and a working folder of its own, a clean environment, limits, and a capped log. It never
outlives its guard, the guard never outlives this process (see `guard`). One socket per bot and no thread.
"""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from gin_referee.commands import BotCannotStart, BotCommand, check_command, search_path, user_of
from gin_referee.logs import last_lines, log_name
from gin_referee.orders import Order, decode_messages
from gin_referee.scheduling import as_batch_jobs

_PACKAGES = Path(__file__).resolve().parent.parent
_BOOT = "import sys; sys.path.append(sys.argv[1]); from gin_referee.guard import main; main()"
_GUARD_TIMEOUT = 7.0


@dataclass(frozen=True, slots=True)
class BotExit:
    """How a bot's process ended.

    *returncode* is that of `subprocess` (negative: the signal's number), None when its guard was killed and
    nobody knows. *asked* tells whether we stopped it. *output* is the last of what it printed, in a few
    lines.
    """

    name: str
    lane: int | None
    returncode: int | None
    asked: bool
    output: str

    @property
    def words(self) -> str:
        """The return code in words, such as 'exit status 1' or 'killed by SIGSEGV'."""
        return "ended with its guard" if self.returncode is None else exit_words(self.returncode)

    @property
    def evidence(self) -> str:
        """What to show as the reason of a crash."""
        return (
            f"{self.words}; it printed: {self.output}" if self.output else f"{self.words}; it printed nothing"
        )


def exit_words(returncode: int) -> str:
    """Put a return code into words.

    >>> exit_words(1), exit_words(-11)
    ('exit status 1', 'killed by SIGSEGV')
    """
    if returncode >= 0:
        return f"exit status {returncode}"
    try:
        return f"killed by {signal.Signals(-returncode).name}"
    except ValueError:
        return f"killed by signal {-returncode}"


class BotProcess:
    """One process of a bot, from its start to its end. Made by `Launcher.start`."""

    def __init__(
        self,
        bot: BotCommand,
        lane: int | None,
        guard: "subprocess.Popen[bytes]",
        control: socket.socket,
        folder: Path,
        on_exit: Callable[[BotExit], None],
    ) -> None:
        self.name = bot.name
        self.lane = lane
        self.folder = folder
        self.pid: int | None = None
        self._guard = guard
        self._control = control
        self._on_exit = on_exit
        self._asked = False
        self._unread = b""
        loop = asyncio.get_running_loop()
        self._loop = loop
        self._failure: str | None = None
        self._started: asyncio.Future[None] = loop.create_future()
        self._exit: asyncio.Future[BotExit] = loop.create_future()
        self.gone: asyncio.Future[None] = loop.create_future()
        loop.add_reader(control, self._read)

    @property
    def running(self) -> bool:
        """Whether the bot has not ended yet."""
        return not self._exit.done()

    async def wait(self) -> BotExit:
        """Wait for the end of the bot, however long it takes."""
        return await asyncio.shield(self._exit)

    async def stop(self, grace: float = 0.5) -> BotExit:
        """Wait *grace* seconds for the bot to end by itself, then have it killed with all its descendants.

        A bot of our SDK ends when its stream ends, so close that first. Returns when nothing of it is left.
        """
        self._asked = True
        await asyncio.wait([self.gone], timeout=grace)
        if not self.gone.done():
            self._tell_guard_to_kill()
            await asyncio.wait([self.gone], timeout=_GUARD_TIMEOUT)
        if not self.gone.done():
            self._guard.kill()
            await asyncio.wait([self.gone])
        return self._exit.result() if self._exit.done() else BotExit(self.name, self.lane, None, True, "")

    async def run(self, order: Order) -> None:
        """Send *order* and wait until the bot runs; raise BotCannotStart with the reason when it does not."""
        try:
            with contextlib.suppress(ConnectionError):
                await self._loop.sock_sendall(self._control, order.encode())
            await asyncio.wait([self._started, self.gone], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._tell_guard_to_kill()
            raise
        if not self._started.done():
            raise BotCannotStart(f"{self.name}: {self._failure or 'its guard ended before it ran'}")

    def _tell_guard_to_kill(self) -> None:
        self._asked = True
        with contextlib.suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)

    def _read(self) -> None:
        try:
            data = self._control.recv(65536)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        messages, self._unread = decode_messages(self._unread + data)
        for headline, text in messages:
            self._take(headline, text)
        if not data:
            self._loop.remove_reader(self._control)
            self._control.close()
            self._bury()

    def _take(self, headline: Sequence[str], text: bytes) -> None:
        match headline:
            case ["started"]:
                self.pid = int(text)
                self._started.set_result(None)
            case ["failed"]:
                self._failure = text.decode("utf-8", "replace")
            case ["exited", status]:
                self._end(int(status), last_lines(text))

    def _bury(self) -> None:
        """Collect the guard, which is ending; without its report nobody else has cleaned up after the bot."""
        if self._guard.poll() is None:
            self._loop.call_later(0.002, self._bury)
            return
        if self.running:
            shutil.rmtree(self.folder, ignore_errors=True)
            if self.pid is not None:
                with contextlib.suppress(OSError):
                    os.killpg(self.pid, signal.SIGKILL)
                self._end(None, "")
        self.gone.set_result(None)

    def _end(self, returncode: int | None, output: str) -> None:
        ended = BotExit(self.name, self.lane, returncode, self._asked, output)
        self._exit.set_result(ended)
        self._on_exit(ended)


class Launcher:
    """Starts bots and stops them all at the end; use it as `async with`.

    *referee* is the address the bots dial, *logs* the folder of their logs. *on_exit* is called in the event
    loop when a bot's process has ended and nothing of it is left, stopped ones included (`BotExit.asked`).
    """

    def __init__(self, referee: str, logs: Path, on_exit: Callable[[BotExit], None]) -> None:
        self._referee = referee
        self._logs = logs
        self._on_exit = on_exit
        self._processes: set[BotProcess] = set()

    @property
    def processes(self) -> Sequence[BotProcess]:
        """The processes that run now."""
        return [process for process in self._processes if process.running]

    async def start(self, bot: BotCommand, lane: int | None, token: str) -> BotProcess:
        """Start *bot* for *lane* (None: any); return when it runs, raise BotCannotStart when it does not."""
        check_command(bot)
        user = user_of(bot)
        self._logs.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix="gin-bot-"))
        if user is not None:
            os.chown(folder, user[0], user[1])
        order = Order(
            argv=[os.fsencode(word) for word in bot.argv],
            env={
                os.fsencode(name): os.fsencode(value)
                for name, value in self._env(bot, lane, token, folder).items()
            },
            folder=os.fsencode(folder),
            log=os.fsencode(self._logs.resolve() / log_name(bot.name, lane)),
            log_cap=bot.limits.log,
            user=user,
            memory=bot.limits.memory,
            processes=bot.limits.processes,
            files=bot.limits.files,
            cpu=bot.limits.cpu,
        )
        process = self._start_guard(bot, lane, folder)
        self._processes.add(process)
        process.gone.add_done_callback(lambda _: self._processes.discard(process))
        await process.run(order)
        return process

    async def stop(self, grace: float = 0.5) -> None:
        """Stop all bots, each as `BotProcess.stop` does."""
        await asyncio.gather(*(process.stop(grace) for process in self._processes))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def _start_guard(self, bot: BotCommand, lane: int | None, folder: Path) -> BotProcess:
        control, guards_end = socket.socketpair()
        control.setblocking(False)
        try:
            with guards_end, as_batch_jobs():
                guard = subprocess.Popen(  # noqa: S603 - our own program
                    [sys.executable, "-I", "-S", "-c", _BOOT, str(_PACKAGES)],
                    stdin=guards_end.fileno(),
                    stdout=subprocess.DEVNULL,
                    cwd="/",
                    env={"LANG": "C.UTF-8"},
                    start_new_session=True,
                )
        except BaseException:
            control.close()
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return BotProcess(bot, lane, guard, control, folder, self._on_exit)

    def _env(self, bot: BotCommand, lane: int | None, token: str, folder: Path) -> Mapping[str, str]:
        """A clean environment: nothing of ours but PATH, then the bot's own, then what it must know."""
        own = {"PATH": search_path(), "HOME": str(folder), "TMPDIR": str(folder), "LANG": "C.UTF-8"}
        told = {"GIN_REFEREE": self._referee, "GIN_TOKEN": token}
        if lane is not None:
            told["GIN_LANE"] = str(lane)
        return {**own, **bot.env, **told}
