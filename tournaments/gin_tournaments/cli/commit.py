"""`gin-referee commit`: commits to the seed of a tournament's deals before anything is dealt."""

from pathlib import Path

import click

from gin_tournaments.cli.options import registry_option, results_of, results_option
from gin_tournaments.config import load_config
from gin_tournaments.exit_status import Status
from gin_tournaments.run.opening import commit_to_seed
from gin_tournaments.seeds import parse_entropy


@click.command()
@click.argument("config", type=click.Path(dir_okay=False, path_type=Path))
@results_option
@click.option("--entropy", metavar="HEX", help="Public randomness to join with the seed.")
@registry_option
def commit(config: Path, results: Path | None, entropy: str | None, registry: Path | None) -> int:
    """Draw the seed of CONFIG's deals, store it, and print its commitment; nothing is dealt.

    Publish the commitment, and name public randomness that is not known yet. When it is, give it to
    `run-tournament --entropy`: then nobody, you included, could have chosen the deals.

    \b
    Example: gin-referee commit tournaments/class.yaml
    """
    loaded = load_config(config, registry)
    path = results_of(loaded.name, results)
    epoch = commit_to_seed(loaded, path, b"" if entropy is None else parse_entropy(entropy))
    click.echo(epoch.commitment.hex())
    known = ", and its seed is published" if epoch.published else ""
    click.echo(f"epoch {epoch.number}, {epoch.label}{known}; kept in {path}", err=True)
    return Status.DONE
