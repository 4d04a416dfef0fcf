"""The processes of a run, as the system sees them."""

import os
import signal

from tests.e2e.command import Desk, descendants, example


def test_everything_that_a_run_starts_waits_for_a_processor_when_it_wakes(desk: Desk) -> None:
    desk.config(example("template"), example("greedy"), deal_pairs=500, isolation="lanes")
    run = desk.start("run-tournament", "cup.yaml", "--json")
    run.event("game")
    processes = {run.process.pid, *descendants(run.process.pid)}
    policies = {os.sched_getscheduler(process) for process in processes}
    run.signal(signal.SIGINT)
    assert run.end() == 3
    assert len(processes) == 1 + 1 + 2 * 2 * 2  # what stores; for each lane of each bot a guard and the bot
    assert policies == {os.SCHED_BATCH}
