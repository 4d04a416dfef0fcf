import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gin_tournaments.errors import StoreError
from gin_tournaments.run.writer import FaultRun, Writer
from gin_tournaments.store import Batch, FaultEvent, Mark, Results, ResultsWriter, Void
from tests.tournaments.sample_games import BOTS, RULES, tournament

GAMES = tournament()[:4]
EVENT = FaultEvent("beta", "crash", "exit status 7", 1.0)


def put_nothing(writer: Writer) -> None:
    """Leave a writer alone."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ResultsWriter]:
    store = ResultsWriter.open(tmp_path / "demo.db")
    store.describe({"identity": '{"name": "demo", "rules": {"target": 30}}'})
    store.enter(BOTS)
    yield store
    store.close()


class Told:
    """What a writer said."""

    def __init__(self) -> None:
        self.stored: list[Batch] = []
        self.errors: list[Exception] = []


def written(store: ResultsWriter, put: Callable[[Writer], None], told: Told | None = None) -> Told:
    """Let *put* give things to a writer, and close it."""
    told = told or Told()

    async def main() -> None:
        writer = Writer(store, RULES, told.stored.append, told.errors.append)
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

    (batch,) = written(store, put).stored
    assert [game.record for game in batch.games] == list(GAMES)
    assert batch.fault_runs == {"beta": 10}
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


def test_a_disk_that_fails_at_the_last_moment_does_not_pass_in_silence(
    store: ResultsWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(batch: Batch) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(store, "save", full)
    with pytest.raises(StoreError, match="the disk is full"):
        written(store, lambda writer: writer.put(GAMES[0]))
