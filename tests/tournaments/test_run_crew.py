"""The crew with a launcher that starts nothing: which processes it asks for, what their ends mean to it."""

import asyncio
import errno
from collections.abc import Awaitable, Callable
from typing import cast

import pytest

from gin_referee.commands import BotCannotStart, BotCommand
from gin_referee.launcher import BotExit, Launcher
from gin_tournaments.run import crew as crews
from gin_tournaments.run.crew import Crew, Ended

PATIENCE = 10.0


class Process:
    """A process that runs until it is told otherwise."""

    def __init__(self, launcher: "Starts", name: str, lane: int | None) -> None:
        self.name, self.lane = name, lane
        self.running = True
        self._launcher = launcher

    def end(self, *, asked: bool = False) -> BotExit:
        self.exit = BotExit(self.name, self.lane, 1, asked, "")
        if self.running:
            self.running = False
            self._launcher.crew.exited(self.exit)
        return self.exit

    async def stop(self) -> BotExit:
        return self.end(asked=True)

    async def wait(self) -> BotExit:
        return self.exit


class Starts:
    """A launcher of such processes; those of `quick` bots end before their start is told."""

    crew: Crew

    def __init__(self) -> None:
        self.processes: list[Process] = []
        self.cannot: set[str] = set()
        self.broken: set[str] = set()
        self.failures: list[BaseException] = []
        self.quick: set[str] = set()
        self.started = 0

    def running(self) -> list[tuple[str, int | None]]:
        return sorted((process.name, process.lane) for process in self.processes if process.running)

    async def start(self, bot: BotCommand, lane: int | None, token: str) -> Process:
        self.started += 1
        if bot.name in self.broken:
            raise FileExistsError(errno.EEXIST, "File exists", "cup.logs")
        if bot.name in self.cannot:
            raise BotCannotStart(f"{bot.name}: no such command")
        process = Process(self, bot.name, lane)
        self.processes.append(process)
        if bot.name in self.quick:
            process.end()
        return process


def crewed(
    play: Callable[[Crew, Starts, list[Ended]], Awaitable[None]],
    *bots: str,
    lanes: tuple[int | None, ...] = (0, 1),
    processes_at_once: int = 64,
) -> None:
    async def main() -> None:
        launcher, ends = Starts(), list[Ended]()
        launcher.crew = Crew(
            cast("Launcher", launcher),
            {name: BotCommand(name, ("true",)) for name in bots},
            {(name, lane): f"token of {name} for {lane}" for name in bots for lane in lanes},
            processes_at_once,
            ends.append,
            launcher.failures.append,
        )
        async with asyncio.timeout(PATIENCE):
            await play(launcher.crew, launcher, ends)
        await launcher.crew.close()

    asyncio.run(main())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "FIRST_PAUSE", 0.0)


def test_those_who_are_wanted_run_in_each_lane_and_are_started_again_when_they_end() -> None:
    async def play(crew: Crew, launcher: Starts, ends: list[Ended]) -> None:
        crew.want({"a"}, [])
        await until(lambda: launcher.running() == [("a", 0), ("a", 1)])
        crew.joined("a", 0)
        launcher.processes[0].end()
        assert ends == [Ended("a", 0, "exit status 1; it printed nothing", said_hello=True)]
        await until(lambda: launcher.started == 3)
        assert launcher.running() == [("a", 0), ("a", 1)]

    crewed(play, "a", "b")


def test_what_keeps_this_machine_from_starting_bots_is_told_and_is_no_fault_of_theirs() -> None:
    async def play(crew: Crew, launcher: Starts, ends: list[Ended]) -> None:
        launcher.broken = {"a"}
        crew.want({"a"}, [])
        await until(lambda: len(launcher.failures) > 0)
        assert isinstance(launcher.failures[0], FileExistsError)
        assert ends == []

    crewed(play, "a", lanes=(None,))


def test_an_end_before_the_start_was_told_is_an_end_too() -> None:
    async def play(crew: Crew, launcher: Starts, ends: list[Ended]) -> None:
        launcher.quick.add("a")
        crew.want({"a"}, [])
        await until(lambda: len(ends) >= 3)
        assert ends[:3] == [Ended("a", None, "exit status 1; it printed nothing", said_hello=False)] * 3

    crewed(play, "a", lanes=(None,))


def test_what_cannot_be_started_is_told_each_time_it_is_tried() -> None:
    async def play(crew: Crew, launcher: Starts, ends: list[Ended]) -> None:
        launcher.cannot.add("a")
        crew.want({"a"}, [])
        await until(lambda: len(ends) >= 2)
        assert ends[0] == Ended("a", None, "a: no such command", said_hello=False)

    crewed(play, "a", lanes=(None,))


def test_a_bot_that_was_dismissed_is_stopped_and_not_started_again() -> None:
    async def play(crew: Crew, launcher: Starts, ends: list[Ended]) -> None:
        crew.want({"a", "b"}, [])
        await until(lambda: len(launcher.running()) == 2)
        crew.dismiss("a")
        await until(lambda: launcher.running() == [("b", None)])
        crew.want({"a", "b"}, ["a"])
        await asyncio.sleep(0)
        assert (launcher.running(), launcher.started, ends) == ([("b", None)], 2, [])

    crewed(play, "a", "b", lanes=(None,))


def test_one_that_is_dismissed_while_it_starts_is_stopped_then() -> None:
    async def play(crew: Crew, launcher: Starts, ends: list[Ended]) -> None:
        crew.want({"a"}, [])
        crew.dismiss("a")
        await until(lambda: launcher.started == 1)
        await until(lambda: launcher.running() == [])
        assert ends == []

    crewed(play, "a", lanes=(None,))


def test_a_process_in_whose_place_another_is_asked_for_is_stopped_and_that_is_no_end_of_its_own() -> None:
    async def play(crew: Crew, launcher: Starts, ends: list[Ended]) -> None:
        crew.want({"a"}, [])
        await until(lambda: len(launcher.running()) == 1)
        crew.replace("a", None)
        await until(lambda: launcher.started == 2)
        await until(lambda: len(launcher.running()) == 1)
        assert ends == []

    crewed(play, "a", lanes=(None,))


def test_who_is_needed_soon_is_started_while_there_is_room() -> None:
    async def play(crew: Crew, launcher: Starts, ends: list[Ended]) -> None:
        crew.want({"a"}, ["a", "b", "c"])
        await until(lambda: len(launcher.running()) == 4)
        await asyncio.sleep(0)
        assert {name for name, _ in launcher.running()} == {"a", "b"}

    crewed(play, "a", "b", "c", processes_at_once=5)


def test_one_that_is_idle_makes_room_the_one_that_is_needed_last() -> None:
    async def play(crew: Crew, launcher: Starts, ends: list[Ended]) -> None:
        crew.want({"a"}, ["a", "b", "c"])
        await until(lambda: len(launcher.running()) == 3)
        crew.want({"d"}, ["d", "a", "c", "b"])
        await until(lambda: launcher.running() == [("a", None), ("c", None), ("d", None)])
        assert ends == []

    crewed(play, "a", "b", "c", "d", lanes=(None,), processes_at_once=3)


def test_after_the_close_nothing_is_started() -> None:
    async def play(crew: Crew, launcher: Starts, ends: list[Ended]) -> None:
        crew.want({"a"}, [])
        await until(lambda: len(launcher.running()) == 1)
        await crew.close()
        launcher.processes[0].end()
        await asyncio.sleep(0)
        assert (launcher.started, ends) == (1, [])

    crewed(play, "a", lanes=(None,))
