"""`gin-referee merge`."""

from contextlib import ExitStack
from pathlib import Path

import click

from gin_tournaments.errors import StoreError
from gin_tournaments.exit_status import Status
from gin_tournaments.merging import merge as merge_results
from gin_tournaments.store import Results, ResultsWriter


@click.command()
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False, path_type=Path))
def merge(target: Path, files: tuple[Path, ...]) -> int:
    """Write the games of several results FILES of one plan into the new results file TARGET.

    All must be of the same config and seed: begin the parts with copies of one results file that
    `gin-referee commit` has made. Games that are in several files must be the same in all.

    \b
    Example: gin-referee merge whole.db monday.db tuesday.db
    """
    if target.exists():
        raise StoreError(f"{target}: is there already")
    try:
        with ExitStack() as stack:
            sources = [stack.enter_context(Results.open(file)) for file in files]
            writer = ResultsWriter.open(target)
            stack.callback(writer.close)
            merged = merge_results(sources, writer)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    twice = f", {merged.twice} of them in more than one file" if merged.twice else ""
    click.echo(f"{target}: {merged.games} games of {len(files)} files{twice}")
    return Status.DONE
