"""What a run looks like: a screen on a terminal, lines in a pipe, JSON for programs."""

import json
import re
import subprocess

import pytest

from gin_tournaments.exit_status import Status
from tests.e2e.command import PATIENCE, PROGRAM, Desk, example

TWO = (example("template"), example("greedy"))
ESCAPE = "\x1b"
HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"


def test_on_a_terminal_there_is_a_live_screen_and_the_final_table_stays(desk: Desk) -> None:
    desk.config(*TWO, deal_pairs=10)
    screen = desk.play_on_terminal()
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen)
    lines = [line for line in re.split(r"[\r\n]+", text) if line]
    assert ESCAPE in screen
    assert any("/20 games" in line for line in lines)
    assert any(line.startswith("in play template – greedy") for line in lines)
    assert screen.rfind(SHOW_CURSOR) > screen.rfind(HIDE_CURSOR) > -1
    assert lines[-1] == "All 20 games of cup are played."
    assert max(map(len, lines)) <= 80


def test_in_a_pipe_there_are_plain_lines(desk: Desk) -> None:
    desk.config(*TWO)
    run = desk.run("run-tournament", "cup.yaml")
    assert ESCAPE not in run.words()
    assert run.stdout[0] == "cup: 2 bots, 1 pairing, 2 games"
    assert run.stdout[-1] == "All 2 games of cup are played."
    assert any(line.startswith("Standings of cup · 2 of 2 games") for line in run.stdout)
    assert run.stderr == []


def test_for_programs_everything_on_stdout_is_a_json_object_a_line(desk: Desk) -> None:
    desk.config(*TWO, {"name": "out", "command": "false"}, suspend_after=2)
    run = desk.play()
    events = [json.loads(line) for line in run.stdout]
    assert events[0]["event"] == "plan"
    assert events[-1]["event"] == "end"
    kinds = {event["event"] for event in events}
    assert kinds == {"plan", "round", "game", "standings", "fault", "notice", "end"}
    assert all(event["time"].endswith("+00:00") for event in events)
    assert all({"id", "seats", "winner", "scores", "reason"} <= event.keys() for event in run.of("game"))
    assert run.stderr == []


@pytest.mark.parametrize("form", ["--json", "--plain"])
def test_a_reader_who_leaves_ends_the_run_quietly_and_the_same_command_continues(
    desk: Desk, form: str
) -> None:
    desk.config(*TWO, deal_pairs=10)
    run = subprocess.Popen(
        [PROGRAM, "run-tournament", "cup.yaml", form],
        cwd=desk.folder,
        env=desk.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.stdout is not None
    assert run.stdout.readline()
    run.stdout.close()
    assert run.stderr is not None
    assert run.stderr.read() == ""
    assert run.wait(PATIENCE) == Status.INTERRUPTED
    run.stderr.close()
    assert len(desk.play().of("end")) == 1
    assert len(desk.games()) == 20
