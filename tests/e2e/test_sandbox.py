"""What a bot of this machine may take and see, over the real command."""

import contextlib
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from gin_tournaments.sandbox import NOTICE
from gin_tournaments.store import Results
from gin_tournaments.tournament import run_facts
from tests.e2e.command import BOTS, Desk, Line, example

ROOT = Path(__file__).parents[2]
COMMAND = "from gin_tournaments.cli import main; main()"
ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root can start a bot as somebody else")


@pytest.fixture(scope="module")
def everybodys_python() -> Line:
    """Give the command and the environment of a Python with our packages that another user may run."""
    path = os.pathsep.join([sysconfig.get_path("purelib"), str(ROOT / "sdk")])
    for program in (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}"):
        with contextlib.suppress(OSError):
            words = [program, "-c", "import gin_sdk"]
            if not subprocess.run(words, user="nobody", env={"PYTHONPATH": path}, check=False).returncode:
                return {"program": program, "env": {"PYTHONPATH": path}}
    pytest.skip("no Python here that another user may run")


@pytest.fixture
def open_desk() -> Iterator[Desk]:
    """Give a folder that everybody may enter, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        desk = Desk(Path(name))
        try:
            yield desk
        finally:
            desk.close()


def guest(python: Line, name: str, *words: object) -> Line:
    """Give the entry of a bot that runs as another user."""
    command = " ".join(map(str, (python["program"], BOTS / "guest.py", *words)))
    return {"name": name, "command": command, "env": python["env"], "run_as": "nobody"}


def hungry(food: str, **limits: object) -> Line:
    return {"name": food, "command": f"python {BOTS / 'guest.py'} {food}", "limits": limits}


def evidence(desk: Desk, bot: str) -> list[str]:
    """Give what is kept of the faults by which *bot* lost."""
    found = []
    for game in desk.games():
        fault, seats = game["fault"], game["seats"]
        assert isinstance(seats, list)
        if isinstance(fault, dict) and seats[fault["seat"]] == bot:
            found.append(f"{fault['kind']}: {fault['evidence']}")
    return found


def test_a_bot_that_takes_more_than_its_limits_allow_loses_with_the_evidence(desk: Desk) -> None:
    hungry_ones = {
        "memory": ("512MiB", "MemoryError"),
        "files": (60, "Too many open files"),
        "cpu": ("3s", "killed by SIGXCPU"),
    }
    desk.config(
        example("template"),
        *(hungry(food, **{food: limit}) for food, (limit, _) in hungry_ones.items()),
        games={"pairings_at_once": 6},
        clock={"move_time": "30s"},
        on_fault={"crash": "forfeit_game"},
    )
    assert desk.play().of("end")[0]["complete"] is True
    for food, (_, words) in hungry_ones.items():
        lost = evidence(desk, food)
        assert lost
        assert all(text.startswith("crash: ") and words in text for text in lost), lost
    assert evidence(desk, "template") == []


@ROOT_ONLY
def test_a_bot_that_runs_as_another_user_gets_at_nothing_of_ours(
    open_desk: Desk, everybodys_python: Line
) -> None:
    desk = open_desk
    desk.run("register", "alice")
    (registry,) = desk.home.rglob("*.json")
    log = desk.folder / "results" / "cup.logs" / "friend.any.err"
    wanted = [desk.results, Path(f"{desk.results}-wal"), log, registry]
    desk.config(guest(everybodys_python, "friend", "play"), guest(everybodys_python, "spy", "look", *wanted))
    run = desk.play()
    said = (desk.folder / "results" / "cup.logs" / "spy.any.err").read_text().splitlines()
    looked = [line for line in said if line.startswith("/")]
    assert len(looked) == len(wanted) + 1
    assert all(line.endswith(": Permission denied") for line in looked), looked
    assert run.of("fault") == []
    assert [notice["text"] for notice in run.of("notice")] == []


@ROOT_ONLY
def test_a_bot_may_start_so_many_processes_and_no_more(open_desk: Desk, everybodys_python: Line) -> None:
    forking = {**guest(everybodys_python, "processes", "processes"), "limits": {"processes": 30}}
    open_desk.config(example("template"), forking)
    open_desk.play()
    lost = evidence(open_desk, "processes")
    assert lost
    assert all("Resource temporarily unavailable" in text for text in lost), lost


def test_it_is_said_once_that_bots_run_as_we_do(desk: Desk) -> None:
    desk.config(example("template"), example("greedy"))
    run = desk.play()
    assert [notice["text"] for notice in run.of("notice")] == [NOTICE]


def test_a_container_is_a_command_and_what_it_is_given_shows_whether_it_is_isolated(desk: Desk) -> None:
    desk.env["PATH"] = f"{BOTS}:{desk.env['PATH']}"
    environment = "-e GIN_REFEREE -e GIN_TOKEN -e GIN_LANE"
    bot = f"/usr/bin/env {Path(sys.executable)} {BOTS / 'signing.py'}"
    box = f"podman run --rm --network=host {environment}"
    desk.config(
        {"name": "boxed", "command": f"{box} gin-bot {bot}"},
        {"name": "shared", "command": f"{box} -v /tmp:/tmp gin-bot {bot}"},
        isolation="lanes",
    )
    run = desk.play()
    assert run.of("end")[0]["complete"] is True
    assert run.of("fault") == run.of("notice") == []
    with Results.open(desk.results) as results:
        assert run_facts(results).isolated == {"boxed"}


@ROOT_ONLY
def test_a_folder_that_may_not_be_written_to_is_one_clear_message(
    open_desk: Desk, everybodys_python: Line
) -> None:
    folders = (ROOT / name for name in ("sdk", "referee", "tournaments"))
    path = os.pathsep.join([sysconfig.get_path("purelib"), *map(str, folders)])
    file = open_desk.config(example("template"), example("greedy"))
    done = subprocess.run(
        [str(everybodys_python["program"]), "-c", COMMAND, "run-tournament", file],
        user="nobody",
        cwd=open_desk.folder,
        env={"PYTHONPATH": path, "HOME": str(open_desk.home), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "gin-referee: results/cup.db: Permission denied\n"
    assert not open_desk.results.parent.exists()
