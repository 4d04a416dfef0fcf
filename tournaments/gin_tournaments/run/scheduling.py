"""How the system shares the processors among the processes of a run."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def as_batch_job() -> Iterator[None]:
    """Let this process, and what it starts meanwhile, take no processor from one another when they wake.

    A message that is sent wakes its reader, which would take the processor from who was about to send the
    next: some thousand times a second. Who chose another policy for us keeps it.
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
