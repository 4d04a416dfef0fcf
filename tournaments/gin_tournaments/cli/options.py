"""Options and arguments that several commands share."""

from pathlib import Path

import click

registry_option = click.option(
    "--registry",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The registry of bots; a file in the user's data folder unless told otherwise.",
)

results_argument = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
