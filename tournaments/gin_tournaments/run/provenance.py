"""What a run was made with: versions, processor, and the files of each bot that is started here.

It is kept beside the games, once for each run that differs from the one before, and is in no export.
"""

import hashlib
import json
import os
import platform
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple, TypeAlias

from pydantic import JsonValue

from gin_sdk.version import __version__
from gin_tournaments.config import Config, Entrant
from gin_tournaments.store import Results, ResultsWriter

PROVENANCE = "provenance"

_PACKAGES = ("grpcio", "protobuf", "numpy", "scipy")
_MOST_FILES = 2000
_MOST_BYTES = 32 << 20
_NOT_LOOKED_AT = {"__pycache__", "node_modules", "venv", "target", "build", "results"}
_NOT_OF_A_PROGRAM = (".db", ".db-wal", ".db-shm", ".db-journal", ".lock", ".logs")
"""Ends of the names of results, which a tournament may write beside a bot."""

Facts: TypeAlias = dict[str, JsonValue]


class TooLarge(Exception):
    """A folder holds more than is read of it."""


class Fingerprint(NamedTuple):
    """A SHA-256 (hex) and of what it is: the `folder` of a bot's program, or the `program` file alone."""

    sha256: str
    of: str


def gather_provenance(config: Config) -> Facts:
    """Give what a run is made with.

    To be called before its results are open: a process that reads a file and closes it drops the locks that
    SQLite has on that file, and then the next reader to leave takes the log away from under the run.
    """
    return facts_of_machine() | {"bots": {bot.name: _bot(bot) for bot in config.bots if not bot.withdrawn}}


def note_provenance(store: ResultsWriter, facts: Facts) -> None:
    """Store what this run is made with, unless the last one was made with the same."""
    runs = provenance(store)
    if not runs or {key: value for key, value in runs[-1].items() if key != "since"} != facts:
        since = datetime.now(UTC).isoformat(timespec="seconds")
        store.describe({PROVENANCE: json.dumps([*runs, {"since": since, **facts}])})


def provenance(results: Results) -> list[Facts]:
    """Give what the runs of a results file were made with, oldest first."""
    runs: list[Facts] = json.loads(results.meta(PROVENANCE) or "[]")
    return runs


def facts_of_machine() -> Facts:
    """Give the versions of what computes here, and the processor."""
    versions: dict[str, JsonValue] = {"gin-referee": __version__, "python": platform.python_version()}
    for package in _PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = None
    return {
        "versions": versions,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processor": _processor(),
        "processors": len(os.sched_getaffinity(0)),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor())


def _bot(bot: Entrant) -> dict[str, JsonValue]:
    if bot.command is None:
        return {"remote": True}
    found = fingerprint(bot.command)
    files: Mapping[str, JsonValue] = {} if found is None else found._asdict()
    return {"command": list(bot.command), **files}


def fingerprint(command: tuple[str, ...]) -> Fingerprint | None:
    """Give the fingerprint of what a command starts: of the program's folder if that is of a program's size.

    The program is the first word after the interpreter that names a file by its whole path, or else the
    first word. None when there is no such file, as for a program that is found by PATH.
    """
    paths = (Path(word) for word in (*command[1:], command[0]) if Path(word).is_absolute())
    program = next((path for path in paths if path.is_file()), None)
    if program is None:
        return None
    try:
        if program != Path(command[0]):
            return Fingerprint(hash_of_files(program.parent, _files_below(program.parent)), "folder")
        return Fingerprint(hash_of_files(program.parent, [program]), "program")
    except TooLarge:
        return Fingerprint(hash_of_files(program.parent, [program]), "program")
    except OSError:
        return None


def _files_below(folder: Path) -> list[Path]:
    """Give the regular files of a folder but hidden, cached and installed ones.

    Raises:
        TooLarge: when they are too many or too large.
    """
    files: list[Path] = []
    size = 0
    for file in _walk(folder):
        files.append(file)
        size += file.stat().st_size
        if len(files) > _MOST_FILES or size > _MOST_BYTES:
            raise TooLarge
    return files


def _walk(folder: Path) -> Iterator[Path]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        name = entry.name
        if name.startswith(".") or name in _NOT_LOOKED_AT or name.endswith(_NOT_OF_A_PROGRAM):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(Path(entry.path))
        elif entry.is_file():
            yield Path(entry.path)


def hash_of_files(folder: Path, files: list[Path]) -> str:
    """Give the SHA-256 over each file's path in *folder*, length and contents, in the order of the paths."""
    whole = hashlib.sha256()
    for name, file in sorted((file.relative_to(folder).as_posix(), file) for file in files):
        contents = file.read_bytes()
        whole.update(f"{name}\0{len(contents)}\0".encode("utf-8", "surrogateescape"))
        whole.update(contents)
    return whole.hexdigest()
