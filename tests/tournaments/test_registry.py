import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from gin_referee.tokens import hash_token
from gin_tournaments.errors import RegistryError
from gin_tournaments.registry import read_registry, register, rotate, unregister


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "registry.json"


def test_the_registry_holds_the_tokens_hash_and_never_the_token(path: Path) -> None:
    registration = register(path, "alice", ("python", "/bots/alice.py"))
    assert read_registry(path) == {"alice": registration.bot}
    assert registration.bot.token_hash == hash_token(registration.token)
    assert registration.bot.command == ("python", "/bots/alice.py")
    assert registration.token not in path.read_text()


def test_only_the_owner_can_read_the_registry(path: Path) -> None:
    register(path, "alice")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_name_is_registered_once(path: Path) -> None:
    first = register(path, "alice").bot
    with pytest.raises(RegistryError, match="alice is registered already"):
        register(path, "alice")
    assert read_registry(path) == {"alice": first}


def test_a_name_that_no_config_could_hold_is_refused(path: Path) -> None:
    with pytest.raises(RegistryError, match="is no name: 1–60 printable"):
        register(path, "a\x1b[31m")
    assert not path.exists()


def test_rotating_gives_a_new_token_and_keeps_the_rest(path: Path) -> None:
    first = register(path, "alice", ("cat",))
    second = rotate(path, "alice")
    assert second.token != first.token
    assert second.bot.command == ("cat",)
    assert second.bot.registered == first.bot.registered
    assert read_registry(path)["alice"].token_hash == hash_token(second.token)


def test_an_unregistered_bot_is_gone_and_the_others_stay(path: Path) -> None:
    register(path, "alice")
    register(path, "bob")
    unregister(path, "alice")
    assert list(read_registry(path)) == ["bob"]


@pytest.mark.parametrize("change", [rotate, unregister])
def test_a_bot_that_is_not_there_cannot_be_changed(path: Path, change: object) -> None:
    register(path, "alice")
    assert callable(change)
    with pytest.raises(RegistryError, match="bob is not registered; there are: alice"):
        change(path, "bob")


def test_no_file_is_an_empty_registry(path: Path) -> None:
    assert read_registry(path) == {}


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"format": 1, "bots": {"a": {}}}', '{"format": 1, "bots": [], "x": 1}', "\xff"],
)
def test_a_damaged_registry_is_said_to_be_and_is_not_overwritten(path: Path, content: str) -> None:
    path.parent.mkdir()
    path.write_text(content, encoding="latin-1")
    with pytest.raises(RegistryError, match=r"registry\.json: the registry is damaged"):
        register(path, "alice")
    assert path.read_text(encoding="latin-1") == content


def test_a_registry_of_a_later_format_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(json.dumps({"format": 2, "bots": {}}))
    with pytest.raises(RegistryError, match="has format 2; this program reads format 1"):
        read_registry(path)


def test_a_place_that_cannot_be_written_is_one_clear_message(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RegistryError, match="the registry cannot be"):
        register(tmp_path / "file" / "registry.json", "alice")


def test_a_failed_write_leaves_the_old_registry_and_no_other_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(path, "alice")
    before = path.read_text()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RegistryError, match="No space left"):
        register(path, "bob")
    assert path.read_text() == before
    assert sorted(file.name for file in path.parent.iterdir()) == ["registry.json", "registry.json.lock"]


def test_bots_registered_at_the_same_time_by_many_processes_are_all_there(path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from gin_tournaments.registry import register\n"
        "for n in range(5): register(Path(sys.argv[1]), sys.argv[2] + str(n))"
    )
    processes = [subprocess.Popen([sys.executable, "-c", script, str(path), name]) for name in "abc"]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    assert sorted(read_registry(path)) == [f"{name}{number}" for name in "abc" for number in range(5)]
