"""Coroutines that begin at once, in place of when the event loop comes round to them."""

import asyncio
from collections.abc import Coroutine, Generator
from types import coroutine
from typing import Any


def begin(work: Coroutine[Any, None, None]) -> asyncio.Task[None] | None:
    """Run *work* up to its first wait here and now, and let a task do the rest; None when there is none.

    What it raises before it waits is raised here. From Python 3.12 on, tasks know it as `eager_start`.
    """
    try:
        waits_for = work.send(None)
    except StopIteration:
        return None
    return asyncio.create_task(_rest(work, waits_for))


async def _rest(work: Coroutine[Any, None, None], waits_for: object) -> None:
    await _relayed(work, waits_for)


@coroutine
def _relayed(work: Coroutine[Any, None, None], waits_for: object) -> Generator[object, None, None]:
    """Wait for what *work* waits for, and pass on to it what comes of that."""
    try:
        while True:
            try:
                yield waits_for
            except BaseException as error:  # noqa: BLE001 - whatever it is, it is for the work
                waits_for = work.throw(error)
            else:
                waits_for = work.send(None)
    except StopIteration:
        return
