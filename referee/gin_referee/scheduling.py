"""How the system shares the processors among the referee and what it starts."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def as_batch_jobs() -> Iterator[None]:
    """Let the processes that are started meanwhile take no processor from others when they wake.

    Each message wakes its reader, some thousand times a second, and the reader would take the processor from
    the referee, for which all wait. A policy that somebody chose for us is kept.
    """
    chosen = os.sched_getscheduler(0)
    if chosen == os.SCHED_OTHER:
        _schedule(os.SCHED_BATCH)
    try:
        yield
    finally:
        if chosen == os.SCHED_OTHER:
            _schedule(chosen)


def _schedule(policy: int) -> None:
    with suppress(OSError):  # a container may forbid it: games are a little slower then
        os.sched_setscheduler(0, policy, os.sched_param(0))
