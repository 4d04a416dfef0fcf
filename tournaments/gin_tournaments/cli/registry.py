"""`register`, `unregister` and `bots`: the registry of bots and their tokens."""

import json
import shlex
from pathlib import Path

import click
from rich.table import Table

from gin_tournaments.cli.options import registry_option
from gin_tournaments.cli.terminal import output_console
from gin_tournaments.config.bots import CannotStart, split_command, startable
from gin_tournaments.errors import RegistryError
from gin_tournaments.exit_status import Status
from gin_tournaments.registry import RegisteredBot, default_registry, read_registry
from gin_tournaments.registry import register as add
from gin_tournaments.registry import rotate as renew
from gin_tournaments.registry import unregister as remove
from gin_tournaments.screen.printable import shown


@click.command()
@click.argument("name")
@click.option("--command", help="How the referee starts the bot; without it, it dials in.")
@click.option("--rotate", is_flag=True, help="Give a registered bot a new token; the old one is void.")
@registry_option
def register(name: str, command: str | None, registry: Path | None, *, rotate: bool) -> int:
    """Register the bot NAME and print its token: it is shown this once, only its hash is kept.

    \b
    Example: gin-referee register alice --command "python alice/bot.py"
    """
    words = None if command is None else _words(command)
    change = renew if rotate else add
    done = change(registry or default_registry(), name, words)
    click.echo(done.token)
    click.echo("\n".join(_hint(name, done.bot)), err=True)
    return Status.DONE


def _hint(name: str, bot: RegisteredBot) -> list[str]:
    """Say how the bot gets to play, in a config and, if it dials in, on its machine."""
    quoted = json.dumps(name, ensure_ascii=False)
    if bot.command is not None:
        return [
            f"{name} is started by the referee, which gives it a token each time. In a config:",
            f"  - {{bot: {quoted}}}",
            "The token above, shown this once, is for when it dials in: - {name: …, remote: true}",
        ]
    return [
        f"{name}'s token is shown this once. In a config:",
        f"  - {{name: {quoted}, remote: true}}",
        "It connects with its token:",
        "  GIN_TOKEN=TOKEN python bot.py --referee HOST:PORT",
    ]


def _words(command: str) -> tuple[str, ...]:
    try:
        words = split_command(command, Path.cwd())
        startable(words, Path.cwd())
    except CannotStart as error:
        raise RegistryError(f"--command {shlex.quote(command)} {error}") from error
    return words


@click.command()
@click.argument("name")
@registry_option
def unregister(name: str, registry: Path | None) -> int:
    """Take the bot NAME out of the registry; its token is void.

    \b
    Example: gin-referee unregister alice
    """
    remove(registry or default_registry(), name)
    click.echo(f"{name} is not registered any more")
    return Status.DONE


@click.command()
@registry_option
def bots(registry: Path | None) -> int:
    """List the registered bots.

    \b
    Example: gin-referee bots
    """
    known = read_registry(registry or default_registry())
    if not known:
        click.echo("no bot is registered; `gin-referee register NAME` does it")
        return Status.DONE
    table = Table(box=None, header_style="bold")
    for column in ("bot", "registered", "how it comes"):
        table.add_column(column)
    for name, bot in known.items():
        how = "dials in" if bot.command is None else shlex.join(bot.command)
        table.add_row(shown(name), shown(bot.registered), shown(how))
    output_console().print(table)
    return Status.DONE
