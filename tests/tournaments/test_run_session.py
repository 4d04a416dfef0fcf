"""`run-tournament` where nothing has to be played, or nothing can be: no process is started."""

import json
from pathlib import Path

import pytest

from gin_tournaments.cli import run
from gin_tournaments.config import load_config
from gin_tournaments.run.opening import open_tournament
from gin_tournaments.store import Batch, Results, ResultsWriter
from tests.tournaments.sample_games import finished, play_game
from tests.tournaments.small_config import write_config


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def write(*bots: str, **sections: object) -> Path:
    return write_config(Path.cwd(), *(bots or ("a", "b")), **{"games": {"deal_pairs": 1}, **sections})  # type: ignore[arg-type]


def played(path: Path, results: Path = Path("results/demo.db")) -> None:
    """Store every game of a config, as a run that was killed before it could say so."""
    store = ResultsWriter.open(results)
    opened = open_tournament(load_config(path), store)
    keys = [key for _, keys in opened.plan.left(opened.played) for key in keys]
    games = [finished(play_game(opened.dealer.spec(opened.plan, key))) for key in keys]
    store.save(Batch(games=games))
    store.close()


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 1) -> str:
    assert run(["run-tournament", *arguments]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert "fault of ours" not in err
    return err


def test_a_run_that_was_killed_after_its_last_game_is_ended_by_the_next(
    capsys: pytest.CaptureFixture[str],
) -> None:
    played(write())
    assert run(["run-tournament", "demo.yaml", "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["event"] for event in events] == ["plan", "standings", "end"]
    assert events[0]["games_played"] == 2
    assert (events[-1]["complete"], events[-1]["status"], events[-1]["to_continue"]) == (True, 0, "")
    assert events[1]["seed"] is not None
    with Results.open(Path("results/demo.db")) as results:
        assert results.epochs()[0].published


def test_the_final_table_is_shown_again_as_often_as_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    played(write())
    texts = []
    for _ in range(2):
        assert run(["run-tournament", "demo.yaml", "--plain"]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    assert "Standings of demo · 2 of 2 games" in texts[0]
    assert "To continue" not in texts[0]


def test_a_dry_run_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    played(write())
    write(games={"deal_pairs": 3})
    before = {path: path.read_bytes() for path in Path.cwd().rglob("*") if path.is_file()}
    assert run(["run-tournament", "demo.yaml", "--dry-run"]) == 0
    assert "6 games, 4 of them left" in capsys.readouterr().out
    assert {path: path.read_bytes() for path in Path.cwd().rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("sections", "told"),
    [
        ({"game": {}}, "did you mean"),
        ({"rules": {"target": -1}}, "rules.target"),
        ({"clock": {"move_time": "soon"}}, "clock.move_time"),
        (
            {"bots": [{"name": "a", "command": "no-such-command"}, {"name": "b", "command": "true"}]},
            "no-such-command",
        ),
        ({"bots": [{"name": "a", "remote": True}, {"name": "b", "command": "true"}]}, "a is not registered"),
        ({"bots": [{"name": "a", "command": "true"}] * 2}, "twice"),
    ],
)
def test_a_mistake_in_the_config_is_told_with_its_line_before_anything_is_made(
    sections: dict[str, object], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(**sections)
    (line,) = refused(capsys, "demo.yaml").splitlines()
    assert line.startswith("gin-referee: demo.yaml:")
    assert line.split(":")[2].isdigit()
    assert told in line
    assert not Path("results").exists()


def test_a_config_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert "none.yaml" in refused(capsys, "none.yaml")


def test_two_ways_to_show_it_are_one_too_many(capsys: pytest.CaptureFixture[str]) -> None:
    write()
    assert "exclude each other" in refused(capsys, "demo.yaml", "--plain", "--json", status=2)


def test_games_of_another_tournament_are_refused_and_left_as_they_were(
    capsys: pytest.CaptureFixture[str],
) -> None:
    played(write())
    with Results.open(Path("results/demo.db")) as results:
        before = results.identity, list(results.games())
    write(rules={"target": 50})
    assert "rules.target was 30, is 50" in refused(capsys, "demo.yaml")
    with Results.open(Path("results/demo.db")) as results:
        assert (results.identity, list(results.games())) == before


def test_results_in_use_by_another_run_are_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    played(write())
    with ResultsWriter.open(Path("results/demo.db")):
        assert "in use by another run" in refused(capsys, "demo.yaml")
        assert "in use by another run" in refused(capsys, "demo.yaml", "--fresh")


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0 and then nothing", b"name: demo\n"])
def test_a_file_that_is_no_results_file_is_never_written_over(
    content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    write()
    Path("mine.db").write_bytes(content or b"\0" * 5000)
    before = Path("mine.db").read_bytes()
    assert "mine.db" in refused(capsys, "demo.yaml", "--results", "mine.db")
    assert Path("mine.db").read_bytes() == before


def test_an_address_that_is_taken_is_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    write()
    assert run(["run-tournament", "demo.yaml", "--listen", "192.0.2.1:1", "--plain"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "192.0.2.1:1" in line
