import os
import subprocess
import sys

import pytest

from gin_referee.scheduling import as_batch_jobs

POLICY = "import os; print(os.sched_getscheduler(0))"


def policy_of_a_child() -> int:
    """Give the policy of a process that is started now."""
    return int(subprocess.run([sys.executable, "-c", POLICY], check=True, capture_output=True).stdout)


def choose(policy: int) -> None:
    """Give this process a policy."""
    os.sched_setscheduler(0, policy, os.sched_param(0))


def test_what_is_started_meanwhile_is_a_batch_job_and_nothing_afterwards() -> None:
    with as_batch_jobs():
        assert policy_of_a_child() == os.SCHED_BATCH
    assert policy_of_a_child() == os.sched_getscheduler(0) == os.SCHED_OTHER


def test_a_policy_that_somebody_chose_is_kept() -> None:
    choose(os.SCHED_BATCH)
    try:
        with as_batch_jobs():
            assert policy_of_a_child() == os.SCHED_BATCH
        assert os.sched_getscheduler(0) == os.SCHED_BATCH
    finally:
        choose(os.SCHED_OTHER)


def test_where_it_is_forbidden_all_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", forbidden)
    with as_batch_jobs():
        assert os.sched_getscheduler(0) == os.SCHED_OTHER
