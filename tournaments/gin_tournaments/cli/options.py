"""Options and arguments that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from gin_tournaments.names import file_name

Command = TypeVar("Command", bound=Callable[..., object])

registry_option = click.option(
    "--registry",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The registry of bots; a file in the user's data folder unless told otherwise.",
)

results_option = click.option(
    "--results",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Results file; results/NAME.db unless told otherwise.",
)

results_argument = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


def results_of(tournament: str, chosen: Path | None) -> Path:
    """Give where the results of a tournament are: where `--results` says, or in the file of its name.

    >>> str(results_of("mine", None)), str(results_of("../../mine", None))
    ('results/mine.db', 'results/%2E.%2F..%2Fmine.db')
    """
    return chosen or Path("results") / f"{file_name(tournament)}.db"


def format_option(*forms: str) -> Callable[[Command], Command]:
    """Give `--format`; the first of *forms* is the default. The command is given it as *form*."""
    choice = click.Choice(forms)
    return click.option("--format", "form", type=choice, default=forms[0], show_default=True)
