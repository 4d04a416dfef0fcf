"""`gin-referee deal`."""

import json
import re

import click

from gin_rummy.deck import INDEX_LIMIT, SEED_SIZE, seed_bytes
from gin_tournaments.cli.terminal import say
from gin_tournaments.pencil.deals import deal_to_json


@click.command()
@click.option("--seed", metavar="HEX", help=f"The server seed as published: {2 * SEED_SIZE} hex digits.")
@click.option("--seed-text", metavar="TEXT", help="In place of --seed: `seed:` as it stands in a config.")
@click.option("--entropy", metavar="HEX", default="", help="The public entropy, if there was any.")
@click.option("--tournament", metavar="ID", default="", help="The name of the tournament.")
@click.option(
    "--deal",
    "index",
    type=click.IntRange(0, INDEX_LIMIT - 1),
    required=True,
    metavar="N",
    help="The index of the deal, as in a hand record.",
)
def deal(seed: str | None, seed_text: str | None, entropy: str, tournament: str, index: int) -> None:
    """Recompute one deal of a tournament from its seed.

    \b
    Example: gin-referee deal --seed-text demo --tournament class-2026 --deal 0
    """
    server_seed = _server_seed(seed, seed_text)
    say(json.dumps(deal_to_json(server_seed, _hex("--entropy", entropy), tournament, index)))


def _server_seed(seed: str | None, seed_text: str | None) -> bytes:
    if seed is not None and seed_text is None:
        server_seed = _hex("--seed", seed)
        if len(server_seed) != SEED_SIZE:
            raise click.UsageError(f"--seed has {len(server_seed)} bytes in place of {SEED_SIZE}")
        return server_seed
    if seed is None and seed_text is not None:
        return seed_bytes(seed_text)
    raise click.UsageError("give either --seed or --seed-text")


def _hex(option: str, digits: str) -> bytes:
    if not re.fullmatch(r"([0-9a-fA-F]{2})*", digits):
        raise click.UsageError(f"{option}: {digits!r} is not hex, two digits a byte")
    return bytes.fromhex(digits)
