"""A results file as a file: opening, locking, checking, closing; every failure is one `StoreError`.

Nothing but SQLite opens the file: when a process closes any descriptor of it, POSIX drops all locks that the
process has on it, those of SQLite too, and the next program to leave then deletes the log that a run writes.
"""

import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from gin_tournaments.errors import StoreError
from gin_tournaments.store.encoding import Damaged
from gin_tournaments.store.schema import APPLICATION_ID, PAGE_SIZE, TABLES, VERSION

_BUSY_SECONDS = 10.0
_CLOSING_MS = 200  # an interrupted run has to end soon
_LEFT_SECONDS = 10.0  # for a dead run's process that stores to store what is left
_LOOK_AGAIN = 0.02
_CACHE_KIB = 65536

_CAUSES = {
    "SQLITE_FULL": "the disk is full; what was stored before is safe",
    "SQLITE_READONLY": "it may not be written to",
    "SQLITE_CANTOPEN": "it cannot be opened",
    "SQLITE_NOTADB": "is no results file, or is damaged",
    "SQLITE_CORRUPT": "is damaged",
    "SQLITE_BUSY": "is in use by another program",
    "SQLITE_LOCKED": "is in use by another program",
    "SQLITE_IOERR": "the disk failed to read or write",
    "SQLITE_PERM": "it may not be opened",
    "SQLITE_ERROR": "is damaged: its tables are not ours",
}


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn what SQLite, the disk or damaged bytes raise into a StoreError that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        cause = next((text for code, text in _CAUSES.items() if name.startswith(code)), "")
        if name and not cause:
            raise
        cause = cause or "is damaged: a text in it is none"
        raise StoreError(f"{path}: {cause}") from error
    except Damaged as error:
        raise StoreError(f"{path}: is damaged: {error}") from error
    except UnicodeDecodeError as error:
        raise StoreError(f"{path}: is damaged: a text in it is none") from error
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}") from error


class FileLock:
    """The right to write a results file, held by one process and those it passes `fileno` on to.

    The system drops it when the last of them is gone. A file beside the results holds the lock: one on the
    results themselves would interfere with SQLite's own. It is beside the file itself, whichever symbolic
    links lead there. When its holder is dead, those that still store what it left are waited for.

    Raises:
        StoreError: when another run holds it, or the folder may not be written to.
    """

    def __init__(self, results: Path) -> None:
        self._path = _beside(results, ".lock")
        with told(results):
            self._file = self._take(results)

    def fileno(self) -> int:
        """Give the descriptor that holds the lock: a process that inherits it holds it too."""
        return self._file.fileno()

    def _take(self, results: Path) -> IO[str]:
        give_up = time.monotonic() + _LEFT_SECONDS
        while True:
            file = self._path.open("a+")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                file.seek(0)
                holder = file.read(20).strip()
                file.close()
                if holder.isdigit() and not _lives(int(holder)) and time.monotonic() < give_up:
                    time.sleep(_LOOK_AGAIN)
                    continue
                pid = f" (pid {holder})" if holder.isdigit() else ""
                raise StoreError(f"{results}: in use by another run{pid}") from error
            if self._is_current(file):
                file.truncate(0)
                file.write(f"{os.getpid()}\n")
                file.flush()
                return file
            file.close()  # its holder took it away between our opening and our locking

    def _is_current(self, file: IO[str]) -> bool:
        try:
            return self._path.stat().st_ino == os.fstat(file.fileno()).st_ino
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let others write."""
        if not self._file.closed:
            self._path.unlink(missing_ok=True)
            self._file.close()


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it is somebody else's
        pass
    return True


def _beside(path: Path, end: str) -> Path:
    """Give the place of a file that goes with *path*, as SQLite does: beside what symbolic links lead to."""
    return Path(os.path.realpath(path) + end)


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open a results file, or make a new one, that only its owner can read: it holds the seed.

    Raises:
        StoreError: when it is something else, damaged, of another version, has a second name (a hard link),
            or cannot be opened.
    """
    with told(path):
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        if path.stat().st_nlink > 1:  # SQLite's log has the name of the file: under two names, two logs
            raise StoreError(
                f"{path}: has another name too, a hard link, and may be in use by another run under that; "
                "remove the other name, or go on with a copy"
            )
        connection = sqlite3.connect(path, isolation_level=None, timeout=_BUSY_SECONDS)
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def open_beside(path: Path) -> sqlite3.Connection:
    """Open a results file that another process has opened for writing, to write in its place.

    Raises:
        StoreError: when it cannot be opened.
    """
    with told(path):
        connection = sqlite3.connect(path, isolation_level=None, timeout=_BUSY_SECONDS)
        _set_up(connection)
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new file, or check those of an old one; then turn on the write-ahead log."""
    if _is_blank(connection):
        connection.execute(f"PRAGMA page_size={PAGE_SIZE}")
        marks = f"PRAGMA application_id={APPLICATION_ID}; PRAGMA user_version={VERSION};"
        connection.executescript(f"BEGIN; {TABLES} {marks} COMMIT;")
    check_kind(connection, path)
    check_structure(connection, path)
    connection.execute("PRAGMA journal_mode=WAL")
    _set_up(connection)


def _set_up(connection: sqlite3.Connection) -> None:
    """Say what each connection that writes has to say for itself."""
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(f"PRAGMA cache_size=-{_CACHE_KIB}")


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Open a results file that another process may be writing.

    Raises:
        StoreError: when there is none, or it is something else, damaged or of another version.
    """
    with told(path):
        if not path.is_file():
            raise StoreError(f"{path}: there is no such results file")
        _finish_what_was_broken_off(path)
        connection = _connect_to_read(path)
        try:
            check_kind(connection, path)
            _check_size(connection, path)
            connection.execute(f"PRAGMA cache_size=-{_CACHE_KIB}")
        except BaseException:
            connection.close()
            raise
    return connection


def _connect_to_read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=_BUSY_SECONDS,
    )


def _finish_what_was_broken_off(path: Path) -> None:
    """Undo what a killed run was writing while the log was off, at its start or end: no reader could."""
    if not _beside(path, "-journal").exists():
        return
    connection = sqlite3.connect(path, isolation_level=None, timeout=_BUSY_SECONDS)
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    finally:
        connection.close()


def close_whole(connection: sqlite3.Connection) -> None:
    """Close a written file so that it is whole by itself: the log copied into it and switched off.

    While somebody reads it the log stays beside it, which loses nothing; the next run does the same again.
    """
    try:
        connection.execute(f"PRAGMA busy_timeout={_CLOSING_MS}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname not in ("SQLITE_BUSY", "SQLITE_LOCKED"):
            raise
    finally:
        connection.close()


def _is_blank(connection: sqlite3.Connection) -> bool:
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return not tables


def check_kind(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse databases of others, and other versions of ours.

    Raises:
        StoreError: when it is one.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise StoreError(f"{path}: is a database of another program, or damaged")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version != VERSION:
        raise StoreError(
            f"{path}: is a results file of version {version}; this program reads version {VERSION}"
        )


def check_structure(connection: sqlite3.Connection, path: Path) -> None:
    """Read the file's structure through, without its contents.

    Raises:
        StoreError: when it is damaged.
    """
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise StoreError(f"{path}: is damaged: {found.splitlines()[-1]}")


def _check_size(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that was cut off; cheap, unlike `check_structure`."""
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    if mode != "wal" and path.stat().st_size < pages * size:
        raise StoreError(f"{path}: is damaged: a part of it is missing")
