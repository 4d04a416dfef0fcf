"""The bots of a config as the tournament sees them: names, commands as word lists, tokens' hashes."""

import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unicodedata import normalize

from gin_referee.commands import BotCannotStart, BotCommand, check_command
from gin_tournaments.config.document import KeyPath
from gin_tournaments.config.explain import suggest
from gin_tournaments.config.model import BotEntry, Limits
from gin_tournaments.registry import RegisteredBot

PYTHON = "python"
"""As a command's first word: the interpreter that runs the referee."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One bot of a tournament; `command` is None when it dials in, and then `token_hash` is known (hex)."""

    name: str
    command: tuple[str, ...] | None
    token_hash: str | None
    limits: Limits
    at_once: int
    withdrawn: bool = False
    run_as: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)

    @property
    def remote(self) -> bool:
        """Whether the bot is started by somebody else, and dials in."""
        return self.command is None


class CannotStart(Exception):
    """A command that could not be started; the text says why."""


def split_command(command: str, folder: Path) -> tuple[str, ...]:
    """Split a command as a shell does; words that name a file or folder in *folder* become absolute.

    The first word may only become a file: a folder cannot be started. `python` stays as it is.

    Raises:
        CannotStart: when quotes are not closed, or there is no word.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise CannotStart(f"is not a command: {str(error).lower()}") from error
    if not words or not words[0]:
        raise CannotStart("is empty")
    first = words[0] if words[0] == PYTHON else _absolute(words[0], folder, files_only=True)
    return (first, *(_absolute(word, folder) for word in words[1:]))


def _absolute(word: str, folder: Path, *, files_only: bool = False) -> str:
    path = folder / word
    try:
        named = bool(word) and (path.is_file() if files_only else path.exists())
    except (OSError, ValueError):  # too long, or a zero byte: no name of a file
        named = False
    # Not the file itself: the Python of a virtual environment is a link, and knows by its name where it is.
    return str(path.parent.resolve() / path.name) if named else word


def startable(words: Sequence[str], folder: Path) -> tuple[str, ...]:
    """Give the words to start a process with: `python` becomes the interpreter that runs the referee.

    *words* are of `split_command` with *folder*: what is relative still, is not there.

    Raises:
        CannotStart: when Python's script is not there, or is a folder that cannot be run.
    """
    if words[0] != PYTHON:
        return tuple(words)
    script = next((word for word in words[1:] if not word.startswith("-")), "")
    if not {"-c", "-m"} & set(words):
        _check_script(script, folder)
    return (sys.executable, *words[1:])


def _check_script(script: str, folder: Path) -> None:
    path = Path(script)
    if path.is_absolute() and path.is_dir():
        if not (path / "__main__.py").is_file():
            raise CannotStart(f"cannot be started: the folder {path} has no __main__.py")
    elif path.suffix == ".py" and not (path.is_absolute() and path.is_file()):
        raise CannotStart(f"cannot be started: there is no file {(folder / path).absolute()}")


def check_startable(entrant: Entrant) -> None:
    """Refuse what this machine cannot start; a bot that dials in or is withdrawn is not looked at.

    Raises:
        CannotStart: when there is no such program or user.
    """
    if entrant.command is None or entrant.withdrawn:
        return
    command = BotCommand(entrant.name, entrant.command, entrant.env, run_as=entrant.run_as)
    try:
        check_command(command)
    except BotCannotStart as error:
        raise CannotStart(f"cannot be started: {error}") from error


def doubled_names(entries: Sequence[BotEntry]) -> Iterator[tuple[KeyPath, str]]:
    """Yield a problem for each name that another bot has before, or that looks the same."""
    seen: set[str] = set()
    for place, entry in enumerate(entries):
        name = normalize("NFKC", entry.called)
        if name in seen:
            key = "bot" if entry.bot is not None else "name"
            yield ("bots", place, key), f"{entry.called} is there twice; each bot needs a name of its own"
        seen.add(name)


def resolve_entry(
    entry: BotEntry, folder: Path, limits: Limits, at_once: int, registered: Mapping[str, RegisteredBot]
) -> Entrant:
    """Fill in what the registry knows of a bot, and the general limits.

    Raises:
        CannotStart: when its command cannot be started.
        NotRegistered: when it has to be in the registry and is not.
    """
    known = registered.get(entry.called) if entry.command is None else None
    if entry.command is None and known is None:
        raise NotRegistered(entry.called, registered)
    command = None
    if entry.command is not None:
        command = split_command(entry.command, folder)
    elif known is not None and not entry.remote:
        command = known.command
    if command is not None and not entry.withdrawn:
        command = startable(command, folder)
    entrant = Entrant(
        name=entry.called,
        command=command,
        token_hash=known.token_hash if known else None,
        limits=_over(limits, entry.limits),
        at_once=entry.at_once or at_once,
        withdrawn=entry.withdrawn,
        run_as=entry.run_as,
        env=dict(entry.env or {}),
    )
    check_startable(entrant)
    return entrant


def _over(limits: Limits, own: Limits | None) -> Limits:
    """Give the general limits with a bot's own in their place, key by key."""
    return limits.model_copy(update={key: getattr(own, key) for key in own.model_fields_set} if own else {})


class NotRegistered(Exception):
    """A bot is not in the registry; the text says how to change that."""

    def __init__(self, name: str, registered: Mapping[str, RegisteredBot]) -> None:
        hint = suggest(name, list(registered))
        super().__init__(
            f"{name} is not registered{hint or ';'} gin-referee register {shlex.quote(name)} does it"
        )
