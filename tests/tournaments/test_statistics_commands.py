"""The commands that show more than standings, on made-up results files."""

import csv
import io
import json
from pathlib import Path

import pytest

from gin_tournaments.cli import run
from gin_tournaments.statistics.json_value import Json
from tests.tournaments.sample_games import tournament
from tests.tournaments.test_store import batch, begun

VECTORS = Path(__file__).parents[1] / "vectors" / "ratings"


@pytest.fixture
def results(tmp_path: Path) -> str:
    with begun(tmp_path / "demo.db") as writer:
        writer.save(batch(*tournament()))
    return str(tmp_path / "demo.db")


def value(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Json]:
    assert run(list(arguments)) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def text(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(list(arguments)) == 0
    return capsys.readouterr().out


def test_the_crosstable_has_a_row_for_each_pairing_in_every_form(
    results: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cells = json.loads(text(capsys, "crosstable", results, "--format", "json"))
    assert [cell["a"] + cell["b"] for cell in cells] == ["alphabeta", "alphagamma", "betagamma"]
    rows = list(csv.DictReader(io.StringIO(text(capsys, "crosstable", results, "--format", "csv"))))
    assert [float(row["score"]) for row in rows] == [cell["score"] for cell in cells]
    assert [int(row["2-0"]) for row in rows] == [cell["pairs"][0] for cell in cells]
    shown = text(capsys, "crosstable", results)
    assert "score % against" in shown
    assert "duplicate deals save" in shown
    legend = shown[shown.index("score: a's wins") :].splitlines()
    assert max(map(len, legend)) <= 80
    assert text(capsys, "crosstable", results, "--format", "md").count("| --- |") == 2


def test_what_is_no_terminal_gets_whole_names_whatever_columns_says(
    results: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    for command in ("standings", "crosstable", "luck"):
        shown = text(capsys, command, results)
        assert "…" not in shown
        assert all(bot in shown for bot in ("alpha", "beta", "gamma"))


def test_two_bots_are_compared_from_either_side(results: str, capsys: pytest.CaptureFixture[str]) -> None:
    there = value(capsys, "compare", results, "alpha", "beta", "--format", "json")
    back = value(capsys, "compare", results, "beta", "alpha", "--format", "json")
    assert isinstance(there["elo"], float)
    assert isinstance(back["elo"], float)
    assert there["elo"] == pytest.approx(-back["elo"])
    assert there["head_to_head"] == back["head_to_head"]
    words = text(capsys, "compare", results, "alpha", "beta")
    assert words.startswith("alpha less beta\nElo, joint fit: ")


def test_a_bot_that_is_not_there_is_named_with_the_one_that_was_meant(
    results: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["compare", results, "alpha", "betta"]) == 1
    assert "betta is no bot of this tournament" in capsys.readouterr().err
    assert run(["compare", results, "alpha", "alpha"]) == 2


def test_luck_is_shown_from_all_games_or_a_stated_sample(
    results: str, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = value(capsys, "luck", results, "--format", "json")
    assert whole["games"] == whole["games_looked_at"] == len(tournament())
    sample = value(capsys, "luck", results, "--sample", "5", "--format", "json")
    assert sample["games_looked_at"] == 5
    assert "5 of 24 games" in text(capsys, "luck", results, "--sample", "5")
    bots = value(capsys, "standings", results, "--luck", "--format", "json")["bots"]
    assert isinstance(bots, list)
    by_name = {row["name"]: row["luck_per_hand"] for row in whole["bots"]}  # type: ignore[union-attr, index, call-overload]
    assert {row["name"]: row["style"]["luck"] for row in bots} == by_name  # type: ignore[index, call-overload]
    assert "luck" in text(capsys, "standings", results, "--luck", "--format", "table")


def test_other_peoples_results_are_rated_from_a_file_or_the_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = VECTORS / "v01_two_60_40.json"
    rated = value(capsys, "rate", str(file), "--prior", "none", "--weights", "games")
    assert rated["ratings"] == pytest.approx([35.2178, -35.2178], abs=1e-3)

    class Piped:
        buffer = io.BytesIO(file.read_bytes())

    monkeypatch.setattr("sys.stdin", Piped())
    assert value(capsys, "rate", "-", "--prior", "none", "--weights", "games") == rated


def test_what_cannot_be_rated_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for content, words in (
        (b"{", "is no JSON"),
        (b"\xff", "is no UTF-8 text"),
        (b'{"players": ["a"], "pairs": [{}]}', "pairs[0].a"),
    ):
        file = tmp_path / "league.json"
        file.write_bytes(content)
        assert run(["rate", str(file)]) == 1
        error = capsys.readouterr().err
        assert words in error
        assert error.count("\n") == 1
    assert run(["rate", str(tmp_path / "none.json")]) == 1
    assert "No such file" in capsys.readouterr().err
