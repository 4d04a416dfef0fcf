import asyncio
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from gin_tournaments.errors import StoreError
from gin_tournaments.run.items import FaultRun
from gin_tournaments.run.writer import Writer
from gin_tournaments.statistics.tally import BotTally
from gin_tournaments.store import Batch, FaultEvent, Mark, Results, ResultsWriter, Void
from gin_tournaments.store.sums import sums_of
from tests.tournaments.sample_games import BOTS, tournament

GAMES = tournament()[:4]
EVENT = FaultEvent("beta", "crash", "exit status 7", 1.0)


def put_nothing(writer: Writer) -> None:
    """Leave a writer alone."""


def opened(path: Path) -> ResultsWriter:
    """Give a new results file."""
    store = ResultsWriter.open(path)
    store.describe({"identity": '{"name": "demo", "rules": {"target": 30}}'})
    store.enter(BOTS)
    return store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ResultsWriter]:
    with closing(opened(tmp_path / "demo.db")) as store:
        yield store


class Told:
    """What a writer said."""

    def __init__(self) -> None:
        self.stored: list[Batch] = []
        self.bots: list[Mapping[int, BotTally]] = []
        self.errors: list[Exception] = []

    def store(self, batch: Batch, bots: Mapping[int, BotTally]) -> None:
        """Take note of what is stored."""
        self.stored.append(batch)
        self.bots.append(bots)


def written(store: ResultsWriter, put: Callable[[Writer], None], told: Told | None = None) -> Told:
    """Let *put* give things to a writer, and close it."""
    told = told or Told()

    async def main() -> None:
        writer = await Writer.start(store, told.store, told.errors.append)
        put(writer)
        await writer.close()

    asyncio.run(main())
    return told


def test_what_comes_together_is_stored_together_and_told_when_it_is_stored(store: ResultsWriter) -> None:
    def put(writer: Writer) -> None:
        for game in GAMES:
            writer.put(game)
        writer.put(EVENT)
        writer.put(Mark("beta", "suspended", "often", 2.0, 3))
        writer.put(FaultRun("beta", 9))
        writer.put(FaultRun("beta", 10))

    told = written(store, put)
    (batch,) = told.stored
    assert [game.record for game in batch.games] == list(GAMES)
    assert batch.fault_runs == {"beta": 10}
    assert [*map(sums_of, told.bots)] == [sums_of(batch.bots)]
    with Results.open(store.path) as results:
        assert results.count() == len(GAMES)
        assert results.fault_events() == [EVENT]
        assert results.suspended() == {"beta"}
        assert results.fault_runs()["beta"] == 10


def test_a_game_that_is_made_void_right_after_it_was_finished_is_stored_before(store: ResultsWriter) -> None:
    first = GAMES[0]

    def put(writer: Writer) -> None:
        writer.put(first)
        writer.put(Void(first.key, 0, 1, "a fault of ours", "", 1.0))
        writer.put(GAMES[1])

    written(store, put)
    with Results.open(store.path) as results:
        assert [record.key for record in results.games()] == [GAMES[1].key]
        assert [void.key for void in results.voids()] == [first.key]


def test_nothing_is_told_of_nothing(store: ResultsWriter) -> None:
    assert written(store, put_nothing).stored == []


def test_what_cannot_be_stored_is_told_once_and_raised_at_the_end(store: ResultsWriter) -> None:
    def put(writer: Writer) -> None:
        writer.put(GAMES[0])
        writer.put(GAMES[0])

    told = Told()
    with pytest.raises(ValueError, match="stored already"):
        written(store, put, told)
    assert len(told.errors) == 1
    assert told.stored == []
    assert store.count() == 0


def test_why_nothing_is_stored_any_more_is_known_however_much_is_given_meanwhile(
    store: ResultsWriter,
) -> None:
    told = Told()

    async def main() -> None:
        writer = await Writer.start(store, told.store, told.errors.append)
        writer.put(GAMES[0])
        writer.put(GAMES[0])
        while not told.errors:
            writer.put(EVENT)
            await asyncio.sleep(0)
        await writer.close()

    with pytest.raises(ValueError, match="stored already"):
        asyncio.run(main())
    assert len(told.errors) == 1
    assert "in save" in told.errors[0].__notes__[0], "our bugs keep the traceback of where they were"


def test_a_file_that_cannot_be_written_at_the_last_moment_does_not_pass_in_silence(
    store: ResultsWriter,
) -> None:
    with sqlite3.connect(store.path) as other:
        other.execute("DROP TABLE sums")
    told = Told()
    with pytest.raises(StoreError, match=r"demo\.db: is damaged: its tables are not ours"):
        written(store, lambda writer: writer.put(GAMES[0]), told)
    assert len(told.errors) == 1


def process_of(writer: Writer) -> "subprocess.Popen[bytes]":
    """Give the process that stores."""
    return writer._process


async def until(there: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(20):
        while not there():
            await asyncio.sleep(0.01)


def test_the_end_of_the_process_that_stores_is_told_and_nothing_more_is_taken(store: ResultsWriter) -> None:
    told = Told()

    async def main() -> None:
        writer = await Writer.start(store, told.store, told.errors.append)
        writer.put(GAMES[0])
        await until(lambda: told.stored)
        process_of(writer).kill()
        await until(lambda: told.errors)
        writer.put(GAMES[1])
        await writer.close()

    with pytest.raises(StoreError, match="the process that stores it ended: killed by SIGKILL"):
        asyncio.run(main())
    assert len(told.errors) == 1
    assert store.count() == 1


def test_who_stops_the_run_does_not_stop_the_process_that_stores(store: ResultsWriter) -> None:
    async def main() -> None:
        writer = await Writer.start(store, told.store, told.errors.append)
        writer.put(GAMES[0])
        await until(lambda: told.stored)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process_of(writer).send_signal(number)
        writer.put(GAMES[1])
        await writer.close()

    told = Told()
    asyncio.run(main())
    assert store.count() == 2


DIES = """
import asyncio, os, pickle, signal, sys
from pathlib import Path
from gin_tournaments.run.writer import Writer
from gin_tournaments.store import ResultsWriter

async def main():
    store = ResultsWriter.open(Path(sys.argv[1]))
    writer = await Writer.start(store, print, print)
    for game in pickle.load(sys.stdin.buffer):
        writer.put(game)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


def test_what_a_killed_run_had_finished_is_stored_and_the_next_run_waits_for_that(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    opened(path).close()
    dead = subprocess.run(
        [sys.executable, "-c", DIES, path], input=pickle.dumps(GAMES), check=False, stdout=subprocess.DEVNULL
    )
    assert dead.returncode == -signal.SIGKILL
    with closing(ResultsWriter.open(path)) as again:
        assert [record.key for record in again.games()] == [record.key for record in GAMES]


def test_a_run_that_lives_is_not_waited_for(store: ResultsWriter) -> None:
    began = time.monotonic()
    with pytest.raises(StoreError, match=rf"in use by another run \(pid {os.getpid()}\)"):
        ResultsWriter.open(store.path)
    assert time.monotonic() - began < 5.0


def test_what_writes_beside_another_has_no_right_to_pass_on(store: ResultsWriter) -> None:
    with closing(ResultsWriter.beside(store.path)) as beside, pytest.raises(ValueError, match="another's"):
        _ = beside.lock
