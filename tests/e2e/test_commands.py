"""The commands around a tournament: registering bots, looking at results, refusals before the first game."""

import csv
import json

import pytest

from gin_tournaments.cli import run
from tests.e2e.command import Desk, example


def test_a_bot_is_registered_played_renewed_and_taken_out_again(desk: Desk) -> None:
    bot = str(example("template")["command"])
    registered = desk.run("register", "alice", "--command", bot)
    (token,) = registered.stdout
    assert token not in "\n".join(registered.stderr)
    assert '- {bot: "alice"}' in "\n".join(registered.stderr)
    stored = "".join(path.read_text() for path in desk.home.rglob("*") if path.is_file())
    assert "alice" in stored
    assert token not in stored
    (renewed,) = desk.run("register", "alice", "--rotate").stdout
    assert renewed != token
    desk.config({"bot": "alice"}, example("greedy"))
    assert len(desk.play().of("game")) == 2
    listed = desk.run("bots").words()
    assert "alice" in listed
    assert "template/bot.py" in listed
    desk.run("unregister", "alice")
    refused = desk.run("run-tournament", "cup.yaml", status=1).words()
    assert "alice is not registered; gin-referee register alice does it" in refused


def test_results_are_shown_in_every_format_and_each_can_be_read_by_a_program(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.config(example("template"), example("greedy"), deal_pairs=2)
    last = desk.play().of("standings")[-1]
    file = str(desk.results)

    def shown(command: str, form: str) -> list[str]:
        assert run([command, file, "--format", form]) == 0
        return capsys.readouterr().out.splitlines()

    told = json.loads("\n".join(desk.run("standings", file, "--format", "json").stdout))
    assert {key: value for key, value in last.items() if key in told} == told
    assert told["complete"] is True
    assert told["seed"] is not None, "published with the last game"
    rows = list(csv.DictReader(shown("standings", "csv")))
    assert {row["name"] for row in rows} == {"template", "greedy"}
    assert sum(line.startswith("|") for line in shown("standings", "md")) >= 4
    assert "Standings of cup · 4 of 4 games" in "\n".join(shown("standings", "table"))
    games = [json.loads(line) for line in desk.run("export", file, "--format", "jsonl").stdout]
    assert [game["id"] for game in games] == ["0.0.0", "0.0.1", "0.1.0", "0.1.1"]
    assert all(len(hand["deck"]) == 52 for game in games for hand in game["hands"])
    assert len(list(csv.DictReader(shown("export", "csv")))) == 4
    assert sum(line.startswith("[White ") for line in shown("export", "pgn")) == 4


def test_what_cannot_be_started_is_an_error_before_the_first_game_with_its_line(desk: Desk) -> None:
    desk.config(example("template"), {"name": "lost", "command": "python no-such-bot.py"})
    refused = desk.run("run-tournament", "cup.yaml", status=1)
    (line,) = refused.stderr
    assert "cup.yaml:" in line
    assert "no-such-bot.py" in line
    assert not desk.results.exists()
    assert desk.run("run-tournament", "cup.yaml", "--plain", "--json", status=2).stdout == []


def test_bench_tells_what_the_machine_carries_or_why_it_cannot(desk: Desk) -> None:
    greedy = str(example("greedy")["command"])
    measured = desk.run("bench", greedy, "--seconds", "8", "--at-once", "8", "--rule", "target=1")
    assert "games/s" in measured.stdout[0]
    assert [line.split()[0] for line in measured.stdout[2:5]] == ["bots", "wire", "referee"]
    broken = desk.run("bench", "python -c pass", "--seconds", "2", status=1)
    assert "no game was over without a fault; the last fault: crash" in broken.words()
