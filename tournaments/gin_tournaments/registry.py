"""The registry: a file of the user's with the bots' names, their commands, and the hashes of their tokens.

It never holds a token. Every change is written to a new file that takes the old one's place, under a lock.
"""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_data_path
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gin_referee.tokens import hash_token, make_token
from gin_tournaments.errors import RegistryError
from gin_tournaments.names import A_NAME, is_name

FORMAT = 1
_MODE = 0o600


class RegisteredBot(BaseModel):
    """A registered bot: its token's hash (hex), its command (None: it dials in), since when."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    token_hash: str = Field(pattern="^[0-9a-f]{64}$")
    command: tuple[str, ...] | None = Field(default=None, strict=False, min_length=1)
    registered: str


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    format: int = FORMAT
    bots: dict[str, RegisteredBot] = {}


@dataclass(frozen=True, slots=True)
class Registration:
    """A new token, in clear for the only time, and the bot it is for."""

    token: str
    bot: RegisteredBot


def default_registry() -> Path:
    """Give the registry's place in the user's data folder."""
    return user_data_path("gin-referee", appauthor=False) / "registry.json"


def read_registry(path: Path) -> dict[str, RegisteredBot]:
    """Read the registered bots by name, in order of registration; no file is an empty registry.

    Raises:
        RegistryError: when the file cannot be read or is no registry.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise RegistryError(f"{path}: the registry cannot be read: {error.strerror}") from error
    try:
        file = _File.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise RegistryError(
            f"{path}: the registry is damaged: {place}: {first['msg']}".replace(" : ", " ")
        ) from error
    if file.format != FORMAT:
        raise RegistryError(
            f"{path}: the registry has format {file.format}; this program reads format {FORMAT}"
        )
    return file.bots


def register(path: Path, name: str, command: tuple[str, ...] | None = None) -> Registration:
    """Add a bot and give its token, which is not stored.

    Raises:
        RegistryError: when the name is taken or not allowed, or the file cannot be read or written.
    """
    if not is_name(name):
        raise RegistryError(f"{name!r} is no name: {A_NAME}")
    with _changing(path) as bots:
        if name in bots:
            raise RegistryError(f"{name} is registered already; --rotate gives it a new token")
        return _add(bots, name, command, datetime.now(UTC).isoformat(timespec="seconds"))


def rotate(path: Path, name: str, command: tuple[str, ...] | None = None) -> Registration:
    """Give a bot a new token, and a new command if one is given; the old token is void.

    Raises:
        RegistryError: when there is no such bot, or the file cannot be read or written.
    """
    with _changing(path) as bots:
        old = _known(bots, name)
        return _add(bots, name, command or old.command, old.registered)


def unregister(path: Path, name: str) -> None:
    """Take a bot out.

    Raises:
        RegistryError: when there is no such bot, or the file cannot be read or written.
    """
    with _changing(path) as bots:
        _known(bots, name)
        del bots[name]


def _add(
    bots: dict[str, RegisteredBot], name: str, command: tuple[str, ...] | None, registered: str
) -> Registration:
    token = make_token()
    bot = RegisteredBot(token_hash=hash_token(token), command=command, registered=registered)
    bots[name] = bot
    return Registration(token, bot)


def _known(bots: dict[str, RegisteredBot], name: str) -> RegisteredBot:
    if name not in bots:
        raise RegistryError(f"{name} is not registered; there are: {', '.join(bots) or 'none'}")
    return bots[name]


@contextmanager
def _changing(path: Path) -> Iterator[dict[str, RegisteredBot]]:
    """Give the bots to change; written back when the block ends without an error."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.with_name(path.name + ".lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            bots = read_registry(path)
            yield bots
            _replace(path, _File(bots=bots).model_dump_json(indent=2) + "\n")
    except OSError as error:
        raise RegistryError(f"{path}: the registry cannot be written: {error.strerror}") from error


def _replace(path: Path, text: str) -> None:
    """Put a new file in the place of the old one, whole or not at all; only its owner may read it."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    new = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            os.fchmod(handle, _MODE)
            file.write(text)
            file.flush()
            os.fsync(handle)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
