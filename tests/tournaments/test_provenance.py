import json
from pathlib import Path

import pytest

from gin_tournaments.cli import run
from gin_tournaments.config import load_config
from gin_tournaments.run.provenance import fingerprint, gather_provenance, note_provenance, provenance
from gin_tournaments.store import Results
from tests.tournaments.test_store import begun


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    folder = tmp_path / "bots" / "mine"
    folder.mkdir(parents=True)
    (folder / "bot.py").write_text("print('hello')\n")
    (folder / "book").mkdir()
    (folder / "book" / "openings.txt").write_text("Ac\n")
    return folder


def folder_hash(bot: Path) -> str:
    found = fingerprint(("/usr/bin/python3", str(bot / "bot.py")))
    assert found is not None
    assert found.of == "folder"
    return found.sha256


def test_a_bots_fingerprint_changes_with_any_file_of_its_folder_and_with_nothing_else(bot: Path) -> None:
    first = folder_hash(bot)
    (bot / "__pycache__").mkdir()
    (bot / "__pycache__" / "bot.pyc").write_bytes(b"x")
    (bot / ".cache").write_text("x")
    assert folder_hash(bot) == first
    (bot / "book" / "openings.txt").write_text("Ad\n")
    second = folder_hash(bot)
    (bot / "book" / "openings.txt").rename(bot / "book" / "closings.txt")
    assert len({first, second, folder_hash(bot)}) == 3


def test_of_a_folder_that_is_too_large_only_the_program_counts(
    bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gin_tournaments.run.provenance._MOST_FILES", 1)
    found = fingerprint(("/usr/bin/python3", str(bot / "bot.py")))
    assert found is not None
    assert found.of == "program"


def test_results_beside_a_bot_are_not_of_its_program_and_are_not_read(bot: Path) -> None:
    command = ("/usr/bin/python3", str(bot / "bot.py"))
    before = fingerprint(command)
    (bot / "results").mkdir()
    for name in ("cup.db", "cup.db-wal", "cup.db-shm", "cup.db.lock", "results/cup.db-shm"):
        (bot / name).write_text("locked by SQLite as long as nobody closes it")
        (bot / name).chmod(0)
    assert fingerprint(command) == before


def test_a_program_found_by_path_has_no_fingerprint() -> None:
    assert fingerprint(("cat", "-")) is None


def test_a_run_is_noted_once_and_again_when_a_bot_has_changed(
    bot: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cup.yaml"
    path.write_text(
        "name: cup\nbots:\n- {name: mine, command: python bots/mine/bot.py}\n"
        "- {name: gone, command: cat, withdrawn: true}\n"
    )
    config = load_config(path)
    with begun(tmp_path / "demo.db") as store:
        note_provenance(store, gather_provenance(config))
        note_provenance(store, gather_provenance(config))
        assert len(provenance(store)) == 1
        (bot / "bot.py").write_text("print('bye')\n")
        note_provenance(store, gather_provenance(config))
    with Results.open(tmp_path / "demo.db") as results:
        first, second = provenance(results)
    assert list(first["bots"]) == ["mine"]  # type: ignore[arg-type]
    assert first["versions"] == second["versions"]
    assert first["bots"] != second["bots"]
    assert run(["standings", str(tmp_path / "demo.db"), "--provenance"]) == 0
    assert json.loads(capsys.readouterr().out) == [first, second]
