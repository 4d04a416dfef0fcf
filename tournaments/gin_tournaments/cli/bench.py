"""`gin-referee bench`: how many games this machine carries with a bot, and where the time goes."""

import os
import tempfile
from dataclasses import replace
from pathlib import Path

import click

from gin_tournaments.cli.rule_option import rule_option, rules_from
from gin_tournaments.config.duel import duel
from gin_tournaments.config.model import Games, Stop
from gin_tournaments.exit_status import Status
from gin_tournaments.load.sampler import Sampler
from gin_tournaments.load.samples import show_load
from gin_tournaments.load.trial import try_out
from gin_tournaments.screen.printable import printable

_DEAL_PAIRS_A_SECOND = 250  # more than a machine plays, so that none waits for the next


@click.command()
@click.argument("bot", metavar="COMMAND")
@click.argument("opponent", metavar="[COMMAND]", required=False)
@click.option(
    "--seconds", type=click.IntRange(min=2), default=15, show_default=True, help="How long to play."
)
@click.option(
    "--at-once", type=click.IntRange(min=1), default=128, show_default=True, help="Games in flight of a lane."
)
@rule_option
def bench(bot: str, opponent: str | None, seconds: int, at_once: int, rules: tuple[str, ...]) -> int:
    """Play COMMAND against itself, or a second one, and tell how many games this machine carries.

    Everything is as in a tournament, the starting and the storing included; nothing is kept. Ends with 1 when
    a bot was at fault.

    \b
    Example: gin-referee bench "python example_bots/greedy/bot.py"
    """
    deal_pairs = seconds * _DEAL_PAIRS_A_SECOND
    games = Games(deal_pairs=deal_pairs, batch=deal_pairs, at_once=at_once)
    config = duel(rules_from(rules), None, (bot, opponent or bot), None)
    bots = tuple(replace(entrant, at_once=at_once) for entrant in config.bots)
    stop = Stop().model_copy(update={"time": float(seconds)})
    config = config.model_copy(update={"games": games, "stop": stop, "bots": bots})
    sampler = Sampler()
    with tempfile.TemporaryDirectory(prefix="gin-bench-") as folder:
        load = try_out(config, Path(folder) / "bench.db", sampler)
    click.echo("\n".join(show_load(load)))
    click.echo(f"load of the machine {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
    if sampler.faults:
        last = sampler.faults[-1]
        click.echo(printable(f"{len(sampler.faults)} faults; the last: {last.kind}: {last.evidence}"))
        return Status.NOT_SO
    return Status.DONE
