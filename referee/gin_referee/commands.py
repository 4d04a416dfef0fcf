"""What starts a bot on this machine, and whether it can be started: commands, limits and users."""

import grp
import os
import pwd
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gin_rummy.errors import GinError

_MEBIBYTE = 1 << 20


class BotCannotStart(GinError):
    """A bot's command cannot be run here; the text names the bot or the command and the reason."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one process of a bot may take; None is no limit.

    *memory* in bytes of private writable memory; *processes* and threads on top of those that its user runs
    when it starts (root is not held to it); *files* open at once; *cpu* in seconds of processor time; *log*
    in bytes kept of what it prints.
    """

    memory: int | None = None
    processes: int | None = None
    files: int | None = None
    cpu: int | None = None
    log: int = 10 * _MEBIBYTE


@dataclass(frozen=True, slots=True)
class BotCommand:
    """How a bot is started: the words of its command, what its environment has, its limits and its user."""

    name: str
    argv: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    run_as: str | None = None


def check_command(bot: BotCommand) -> None:
    """Raise BotCannotStart when *bot* could not be started here: no such command, user or permission."""
    if not bot.argv or not bot.argv[0]:
        raise BotCannotStart(f"{bot.name}: its command is empty")
    command = bot.argv[0]
    path = bot.env.get("PATH", search_path())
    if shutil.which(command, path=path) is None:
        raise BotCannotStart(f"{bot.name}: {_why_not(command)}")
    user_of(bot)


def _why_not(command: str) -> str:
    if os.sep not in command:
        return f"no command {command} is in PATH"
    file = Path(command)
    if not file.is_absolute():
        return f"the command {command} must be an absolute path: a bot has a working folder of its own"
    if not file.exists():
        return f"there is no file {command}"
    return f"{command} cannot be run: it is {'a folder' if file.is_dir() else 'not executable'}"


def search_path() -> str:
    """Where commands are looked for: the PATH of the referee."""
    return os.environ.get("PATH", os.defpath)


def user_of(bot: BotCommand) -> tuple[int, int, list[int]] | None:
    """Look up who *bot* runs as: user, group and further groups; None for the caller."""
    if bot.run_as is None:
        return None
    try:
        entry = pwd.getpwnam(bot.run_as)
    except KeyError:
        raise BotCannotStart(f"{bot.name}: run_as: there is no user {bot.run_as}") from None
    if os.geteuid() != 0 and entry.pw_uid != os.geteuid():
        raise BotCannotStart(f"{bot.name}: run_as: only root can start a bot as {bot.run_as}")
    if os.geteuid() != 0:
        return None
    groups = [group.gr_gid for group in grp.getgrall() if bot.run_as in group.gr_mem]
    return entry.pw_uid, entry.pw_gid, [entry.pw_gid, *groups]
