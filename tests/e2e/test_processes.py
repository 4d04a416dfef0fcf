"""The processes of a run, as the system sees them."""

import os
import signal

from tests.e2e.command import Desk, descendants, example


def test_the_processes_that_a_run_starts_take_no_processor_from_the_referee_when_they_wake(
    desk: Desk,
) -> None:
    desk.config(example("template"), example("greedy"), deal_pairs=500, isolation="lanes")
    run = desk.start("run-tournament", "cup.yaml", "--json")
    run.event("game")
    processes = descendants(run.process.pid)
    referee = os.sched_getscheduler(run.process.pid)
    policies = {os.sched_getscheduler(process) for process in processes}
    run.signal(signal.SIGINT)
    assert run.end() == 3
    assert len(processes) == 1 + 2 * 2 * 2  # what stores; for each lane of each bot a guard and the bot
    assert policies == {os.SCHED_BATCH}
    assert referee == os.SCHED_OTHER
