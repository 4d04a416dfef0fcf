"""`gin-referee run-tournament`: plays a tournament, or goes on with it, and shows it."""

import sys
from pathlib import Path

import click

from gin_tournaments.cli.listening import Listening, listening_options
from gin_tournaments.cli.options import registry_option, results_of, results_option
from gin_tournaments.cli.terminal import output_console
from gin_tournaments.config import load_config
from gin_tournaments.exit_status import Status
from gin_tournaments.run.opening import commit_to_seed
from gin_tournaments.run.rehearsal import rehearse
from gin_tournaments.run.session import play_tournament
from gin_tournaments.screen.live import LiveView
from gin_tournaments.screen.ndjson import NdjsonView
from gin_tournaments.screen.plain import PlainView
from gin_tournaments.screen.view import View
from gin_tournaments.seeds import parse_entropy
from gin_tournaments.store import set_aside


@click.command(name="run-tournament")
@click.argument("config", type=click.Path(dir_okay=False, path_type=Path))
@results_option
@click.option("--fresh", is_flag=True, help="Begin anew; results that are there are moved aside.")
@click.option("--dry-run", is_flag=True, help="Print the plan and change nothing.")
@listening_options
@click.option(
    "--entropy", metavar="HEX", help="Public randomness, joined with the seed before the first deal."
)
@click.option("--plain", is_flag=True, help="Plain lines, also on a terminal.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, nothing else.")
@registry_option
def run_tournament(
    config: Path,
    results: Path | None,
    registry: Path | None,
    listening: Listening,
    entropy: str | None,
    *,
    fresh: bool,
    dry_run: bool,
    plain: bool,
    as_json: bool,
) -> int:
    """Play the tournament of CONFIG and show the standings while it runs.

    The same command again goes on where it stopped; with nothing left to play it shows the final table.

    \b
    Example: gin-referee run-tournament tournaments/quickstart.yaml
    """
    if plain and as_json:
        raise click.UsageError("--plain and --json exclude each other")
    if dry_run and as_json:
        raise click.UsageError("--dry-run and --json exclude each other: a plan is words")
    public = b"" if entropy is None else parse_entropy(entropy)
    loaded = listening.over(load_config(config, registry))
    path = results_of(loaded.name, results)
    if dry_run:
        click.echo("\n".join(rehearse(loaded, path, fresh=fresh)))
        return Status.DONE
    if fresh and (old := set_aside(path)) is not None:
        click.echo(f"the old results are in {old} now", err=True)
    if public:
        commit_to_seed(loaded, path, public)
    command = ["gin-referee", *(word for word in sys.argv[1:] if word != "--fresh")]
    return play_tournament(loaded, path, view_for(plain=plain, as_json=as_json), command)


def view_for(*, plain: bool, as_json: bool) -> View:
    """Give what fits the output."""
    if as_json:
        return NdjsonView(sys.stdout)
    console = output_console()
    return LiveView(console) if console.is_terminal and not plain else PlainView(console)
