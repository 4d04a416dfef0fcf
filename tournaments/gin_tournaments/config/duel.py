"""The config of a test of two bots: from another config, or from words on the command line."""

import shlex
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

from gin_rummy.deck import BadDeck, seed_bytes
from gin_rummy.rules import Rules
from gin_tournaments.config.bots import CannotStart, Entrant, resolve_entry
from gin_tournaments.config.explain import suggest
from gin_tournaments.config.load import Config, load_config
from gin_tournaments.config.model import BotEntry, Games, Limits, Schedule, Settings, Stop
from gin_tournaments.errors import ConfigError, Problem
from gin_tournaments.names import NAME_LENGTH, is_name
from gin_tournaments.registry import RegisteredBot, default_registry, read_registry
from gin_tournaments.schedule.schedules import Hypotheses

_COMMAND_LINE = Path("command line")


def duel_of_config(
    path: Path,
    registry: Path | None,
    names: tuple[str, str],
    test: Hypotheses,
    *,
    seed: str | None = None,
    budget: int | None = None,
    batch: int = 32,
) -> Config:
    """Take two bots of a config, with all else that it says but how many games are played.

    Raises:
        ConfigError: when it cannot be used, or has no such bots.
        RegistryError: when the registry cannot be read.
    """
    config = load_config(path, registry)
    bots = {bot.name: bot for bot in config.bots}
    problems = [
        Problem(None, "bots", f"{name} is no bot of this config{suggest(name, list(bots))}")
        for name in names
        if name not in bots
    ]
    if names[0] == names[1]:
        problems.append(Problem(None, "bots", f"{names[0]} cannot play itself; name it twice in the config"))
    if problems:
        raise ConfigError(path, problems)
    pair = tuple(replace(bots[name], withdrawn=False) for name in names)
    anchors = {name: elo for name, elo in config.ratings.anchor.items() if name in names}
    return config.model_copy(
        update={
            "name": _title(*names),
            "seed": _seed(seed) or config.seed,
            "bots": pair,
            "games": config.games.model_copy(update={"batch": batch, "deal_pairs": 1}),
            "schedule": Schedule(),
            "stop": config.stop.model_copy(update={"adaptive": False, "budget": budget}),
            "ratings": config.ratings.model_copy(update={"anchor": {} if len(anchors) < 2 else anchors}),
            "test": test,
        }
    )


def duel(
    rules: Rules,
    registry: Path | None,
    words: tuple[str, str],
    test: Hypotheses | None,
    *,
    seed: str | None = None,
    budget: int | None = None,
    batch: int = 32,
) -> Config:
    """Let two bots play that are registered names or commands, on the default clocks.

    Raises:
        ConfigError: when a bot cannot be started.
        RegistryError: when the registry cannot be read.
    """
    registered = read_registry(registry or default_registry())
    bots: list[Entrant] = []
    for word in words:
        entry = _entry(word, registered, taken=[bot.name for bot in bots])
        try:
            bots.append(resolve_entry(entry, Path.cwd(), Limits(), Games().at_once, registered))
        except CannotStart as error:
            raise ConfigError(_COMMAND_LINE, [Problem(None, word, str(error))]) from error
    settings = {key: field.get_default() for key, field in Settings.model_fields.items()}
    return Config.model_construct(
        **settings
        | {
            "name": _title(*(bot.name for bot in bots)),
            "seed": _seed(seed),
            "rules": rules,
            "games": Games(batch=batch, deal_pairs=1),
            "stop": Stop(budget=budget),
        },
        path=_COMMAND_LINE,
        bots=tuple(bots),
        test=test,
    )


def _entry(word: str, registered: dict[str, RegisteredBot], taken: list[str]) -> BotEntry:
    """Make the entry of a bot from a registered name or a command."""
    if word in registered:
        return BotEntry(bot=word)
    name = _name_of(word)
    number = 2
    while normalize("NFKC", name) in {normalize("NFKC", other) for other in taken}:
        name = f"{_name_of(word)[: NAME_LENGTH - 4]} {number}"
        number += 1
    return BotEntry(name=name, command=word)


def _name_of(command: str) -> str:
    """Name a bot after its program, or after the folder if the program is only `bot`.

    >>> _name_of("python bots/greedy/bot.py --fast"), _name_of("./deep-gin")
    ('greedy', 'deep-gin')
    """
    try:
        words = shlex.split(command)
    except ValueError:
        words = [command]
    paths = [Path(word) for word in words if not word.startswith("-")]
    path = next((path for path in paths[1:] if path.suffix), paths[0] if paths else Path(command))
    name = path.resolve().parent.name if path.stem in ("bot", "main", "index") else path.stem
    name = name[:NAME_LENGTH].strip()
    return name if is_name(name) else "bot"


def _title(a: str, b: str) -> str:
    title = f"{a} against {b}"
    return title if len(title) <= NAME_LENGTH else f"{a[:20]} against {b[:20]}"


def _seed(seed: str | None) -> str | None:
    if seed is not None:
        try:
            seed_bytes(seed)
        except BadDeck as error:
            raise ConfigError(_COMMAND_LINE, [Problem(None, "--seed", str(error))]) from error
    return seed
