"""Coroutines that begin at once."""

import asyncio

import pytest

from gin_sdk.begin import begin

Future = asyncio.Future[str]


async def record(done: list[str], *futures: Future) -> None:
    """Note what each future comes to."""
    done.append("begun")
    for future in futures:
        try:
            done.append(await future)
        except OSError as error:
            done.append(f"failed: {error}")


def test_work_is_begun_at_once_and_ended_by_a_task() -> None:
    async def scenario() -> None:
        done: list[str] = []
        one, two = Future(), Future()
        task = begin(record(done, one, two))
        assert done == ["begun"]
        one.set_result("one")
        await asyncio.sleep(0.01)
        assert done == ["begun", "one"]
        two.set_result("two")
        assert task is not None
        await task
        assert done == ["begun", "one", "two"]

    asyncio.run(scenario())


def test_work_is_told_how_its_first_wait_failed() -> None:
    async def scenario() -> None:
        done: list[str] = []
        one, two = Future(), Future()
        task = begin(record(done, one, two))
        one.set_exception(OSError("cut off"))
        two.set_result("two")
        assert task is not None
        await task
        assert done == ["begun", "failed: cut off", "two"]

    asyncio.run(scenario())


def test_work_that_waits_for_nothing_leaves_no_task() -> None:
    async def scenario() -> None:
        done: list[str] = []
        assert begin(record(done)) is None
        assert done == ["begun"]

    asyncio.run(scenario())


def test_what_work_raises_is_raised_at_once_or_by_its_task() -> None:
    async def fail(future: Future | None) -> None:
        if future is not None:
            await future
        raise ConnectionError("lost")

    async def scenario() -> None:
        with pytest.raises(ConnectionError, match="lost"):
            begin(fail(None))
        future = Future()
        task = begin(fail(future))
        future.set_result("")
        assert task is not None
        with pytest.raises(ConnectionError, match="lost"):
            await task

    asyncio.run(scenario())
