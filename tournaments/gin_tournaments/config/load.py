"""From a config file to a `Config`: reads the file and, when a bot needs it, the registry."""

from pathlib import Path
from typing import cast

from pydantic import ValidationError

from gin_rummy.deck import BadDeck, seed_bytes
from gin_tournaments.config.bots import CannotStart, Entrant, NotRegistered, doubled_names, resolve_entry
from gin_tournaments.config.document import Document, KeyPath, read_document, show_key
from gin_tournaments.config.explain import problems_of, suggest
from gin_tournaments.config.model import ConfigFile, Settings
from gin_tournaments.config.scheduling import bad_schedule
from gin_tournaments.config.support import unsupported
from gin_tournaments.errors import ConfigError, Problem
from gin_tournaments.registry import RegisteredBot, default_registry, read_registry
from gin_tournaments.schedule.schedules import Hypotheses

TEXTS: tuple[KeyPath, ...] = (
    ("name",),
    ("seed",),
    ("bots", "*", "name"),
    ("bots", "*", "bot"),
    ("bots", "*", "command"),
    ("bots", "*", "run_as"),
    ("bots", "*", "env", "*"),
    ("server", "listen"),
)
"""Keys whose value is text however it looks in YAML: `name: 2026`, `seed: 0123`."""


class Config(Settings):
    """A config that can be played: the bots resolved, files absolute; `path` is where it was read.

    `test` is no key of a file: it is what `gin-referee sprt` tests.
    """

    path: Path
    bots: tuple[Entrant, ...]
    test: Hypotheses | None = None


def load_config(path: Path, registry: Path | None = None) -> Config:
    """Read, check and resolve a config; the registry is read only when a bot of it is named.

    Raises:
        ConfigError: with every problem that was found.
        RegistryError: when the registry cannot be read.
    """
    document = read_document(path, TEXTS)
    try:
        written = ConfigFile.model_validate({} if document.value is None else document.value)
    except ValidationError as error:
        raise ConfigError(path, problems_of(document, error)) from error
    found = [
        *doubled_names(written.bots),
        *unsupported(written),
        *_unknown_anchors(written),
        *_bad_seed(written),
        *bad_schedule(written),
    ]
    bots, unresolved = _resolve_bots(written, path.parent, registry)
    _refuse(document, found + unresolved)
    settings = {key: getattr(written, key) for key in Settings.model_fields}
    return Config.model_construct(
        **settings | {"server": _absolute_files(written, path.parent)}, path=path, bots=bots
    )


def _refuse(document: Document, found: list[tuple[KeyPath, str]]) -> None:
    problems = [Problem(document.line(key), show_key(key), what) for key, what in found]
    if problems:
        raise ConfigError(document.path, sorted(problems, key=lambda problem: problem.line or 0))


def _unknown_anchors(written: ConfigFile) -> list[tuple[KeyPath, str]]:
    names = [entry.called for entry in written.bots]
    return [
        (("ratings", "anchor", name), f"is no bot of this tournament{suggest(name, names)}")
        for name in written.ratings.anchor
        if name not in names
    ]


def _bad_seed(written: ConfigFile) -> list[tuple[KeyPath, str]]:
    if written.seed is None:
        return []
    try:
        seed_bytes(written.seed)
    except BadDeck:
        return [(("seed",), "is not allowed: text that can be written as UTF-8, or 64 hex digits")]
    return []


def _resolve_bots(
    written: ConfigFile, folder: Path, registry: Path | None
) -> tuple[tuple[Entrant, ...], list[tuple[KeyPath, str]]]:
    registered: dict[str, RegisteredBot] = {}
    if any(entry.command is None for entry in written.bots):
        registered = read_registry(registry or default_registry())
    bots, problems = [], []
    for place, entry in enumerate(written.bots):
        try:
            bots.append(resolve_entry(entry, folder, written.limits, written.games.at_once, registered))
        except CannotStart as error:
            key = "command" if entry.command is not None else "bot"
            problems.append((cast("KeyPath", ("bots", place, key)), str(error)))
        except NotRegistered as error:
            key = "bot" if entry.bot is not None else "name"
            problems.append((cast("KeyPath", ("bots", place, key)), str(error)))
    return tuple(bots), problems


def _absolute_files(written: ConfigFile, folder: Path) -> object:
    tls = written.server.tls
    files = {
        key: str((folder / name).resolve())
        for key in ("cert", "key", "client_ca")
        if (name := getattr(tls, key)) is not None
    }
    return written.server.model_copy(update={"tls": tls.model_copy(update=files)})
