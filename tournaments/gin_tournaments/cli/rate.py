"""`gin-referee rate`."""

import json
from pathlib import Path
from typing import Literal

import click

from gin_tournaments.cli.terminal import standard_input
from gin_tournaments.exit_status import Status
from gin_tournaments.json_lines import parse_json
from gin_tournaments.statistics.rate_results import BadResults, rate_results


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
@click.option(
    "--prior",
    type=click.Choice(["none", "default"]),
    default="default",
    show_default=True,
    help="A virtual drawn game of everybody against a phantom, or plain maximum likelihood.",
)
@click.option(
    "--weights",
    type=click.Choice(["games", "equal"]),
    default="equal",
    show_default=True,
    help="Whether each game weighs the same, or each pairing.",
)
def rate(file: Path, prior: Literal["none", "default"], weights: Literal["games", "equal"]) -> int:
    """Rate the results in FILE, anybody's, given as JSON; `-` reads the standard input.

    {"players": [...], "pairs": [{"a", "b", "wins_a", "draws", "wins_b"}]}, or with "games": [{"a", "b",
    "score_a", "pair"}], where games of the same pair are one observation. Gives ratings, ci95, groups, bounds
    and notes, in the order of the players (docs/statistics.md).

    \b
    Example: gin-referee rate league.json --prior none --weights games
    """
    raw = standard_input().read() if str(file) == "-" else file.read_bytes()
    try:
        given = parse_json(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadResults(f"{file}: is no UTF-8 text") from None
    answer = rate_results(given, prior=prior, weights=weights)  # type: ignore[arg-type]  # checked in there
    click.echo(json.dumps(answer, ensure_ascii=False, indent=2))
    return Status.DONE
