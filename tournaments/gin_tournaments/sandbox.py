"""How far the bots of this machine are kept from what is not theirs, as far as a config tells; pure."""

from collections.abc import Iterable
from pathlib import PurePath

from gin_tournaments.config import Entrant

CONTAINERS = frozenset({"podman", "docker", "nerdctl", "apptainer", "singularity"})
"""Programs that run a command in a container of its own."""

_SHARING = ("-v", "--volume", "--mount", "--volumes-from", "-B", "--bind")

NOTICE = (
    "bots run as you: they could read the seed of the deals and change the results; "
    "run_as or a container keeps them from it (docs/sandbox.md)"
)


def in_container(bot: Entrant) -> bool:
    """Tell whether a bot's command is a container."""
    return bot.command is not None and PurePath(bot.command[0]).name in CONTAINERS


def shares_no_folder(bot: Entrant) -> bool:
    """Tell whether each process of a bot has a container of its own, without a folder from outside.

    With `run_as` alone its lanes are one user, who can leave a file for itself.
    """
    words = () if bot.command is None else bot.command
    return in_container(bot) and not any(word.startswith(_SHARING) for word in words[1:])


def runs_as_we_do(bots: Iterable[Entrant]) -> bool:
    """Tell whether a bot is started that may do all that the referee may."""
    return any(not bot.remote and bot.run_as is None and not in_container(bot) for bot in bots)
