"""`run-tournament` before the first game: where it would listen, what it would play, where it would write."""

import socket
from pathlib import Path

import pytest

from gin_tournaments.cli import run
from gin_tournaments.exit_status import Status
from gin_tournaments.store import ResultsWriter
from tests.tournaments.sample_games import tournament
from tests.tournaments.small_config import write_config
from tests.tournaments.test_store import batch


@pytest.fixture
def rehearsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_config(tmp_path, "alpha", "beta", "gamma")


def plan(capsys: pytest.CaptureFixture[str], config: Path, *options: str) -> str:
    assert run(["run-tournament", str(config), "--dry-run", *options]) == Status.DONE
    return capsys.readouterr().out


def refusal(capsys: pytest.CaptureFixture[str], config: Path, *options: str) -> tuple[int, str]:
    status = run(["run-tournament", str(config), "--dry-run", *options])
    return status, capsys.readouterr().err


def test_a_dry_run_says_where_bots_would_dial_in(rehearsed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "\nlistens: 127.0.0.1:0, any free port, not encrypted\n" in plan(capsys, rehearsed)


def test_other_machines_reach_the_referee_with_a_certificate_or_on_purpose_only(
    rehearsed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, words = refusal(capsys, rehearsed, "--listen", "0.0.0.0:0")
    assert status == Status.NOT_SO
    assert "say --insecure" in words
    shown = plan(capsys, rehearsed, "--listen", "0.0.0.0:0", "--insecure")
    assert "listens: 0.0.0.0:0, any free port, not encrypted" in shown


def test_a_certificate_of_the_command_line_is_looked_at(
    rehearsed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, words = refusal(capsys, rehearsed, "--tls-cert", "none.pem", "--tls-key", "none.key")
    assert status == Status.NOT_SO
    assert f"cannot read {rehearsed.parent / 'none.pem'}" in words
    status, words = refusal(capsys, rehearsed, "--tls-cert", "none.pem")
    assert status == Status.USAGE
    assert "need each other" in words


def test_a_dry_run_refuses_a_port_that_is_taken(rehearsed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        status, words = refusal(capsys, rehearsed, "--listen", f"127.0.0.1:{other.getsockname()[1]}")
    assert status == Status.NOT_SO
    assert "is taken" in words


def test_a_plan_is_not_shown_as_json(rehearsed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, words = refusal(capsys, rehearsed, "--json")
    assert status == Status.USAGE
    assert "--dry-run and --json exclude each other" in words


def test_a_fresh_dry_run_has_all_games_before_it(rehearsed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = rehearsed.parent / "results" / "demo.db"
    store = ResultsWriter.open(results)
    store.enter(("alpha", "beta", "gamma"))
    store.save(batch(*tournament()))
    store.close()
    before = results.read_bytes()
    assert "of them left" in plan(capsys, rehearsed).splitlines()[0]
    fresh = plan(capsys, rehearsed, "--fresh")
    assert fresh.splitlines()[0].endswith("= 300 games")
    assert "those that are there are moved aside" in fresh
    assert results.read_bytes() == before


def test_a_tournaments_name_leads_to_no_other_folder(
    rehearsed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = write_config(rehearsed.parent, "alpha", "beta", name="../../escaped")
    assert run(["commit", str(config)]) == Status.DONE
    assert [path.name for path in (rehearsed.parent / "results").glob("*.db")] == ["%2E.%2F..%2Fescaped.db"]
    assert not list(rehearsed.parent.parent.glob("escaped*"))
