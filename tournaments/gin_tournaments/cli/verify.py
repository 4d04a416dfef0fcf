"""`gin-referee verify`: recomputes what a results file, or hands and games as JSON lines, say."""

from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path

import click

from gin_rummy.deck import commitment
from gin_tournaments.cli.terminal import standard_input
from gin_tournaments.errors import StoreError
from gin_tournaments.exit_status import Status
from gin_tournaments.json_lines import parse_json, read_lines
from gin_tournaments.screen.printable import printable
from gin_tournaments.seeds import parse_entropy, parse_seed
from gin_tournaments.statistics.json_value import Json
from gin_tournaments.store import Epoch, Results
from gin_tournaments.verify import Difference, LineChecker, ResultsChecker, Seed, compare_standings

_MAGIC = b"SQLite format 3\0"


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
@click.option(
    "--commitment",
    "commitments",
    metavar="HEX",
    multiple=True,
    help="Of a results file: what was committed to before the first deal, for each epoch in order.",
)
@click.option(
    "--standings",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Of a results file: compare with what `standings --format json` gave.",
)
@click.option("--seed", "seeds", metavar="HEX", multiple=True, help="Of JSON lines: the seed, one an epoch.")
@click.option("--entropy", "entropies", metavar="HEX", multiple=True, help="Public entropy, one a --seed.")
@click.option("--tournament", metavar="ID", default="", help="With --seed: the tournament's name.")
def verify(
    file: Path,
    commitments: tuple[str, ...],
    standings: Path | None,
    seeds: tuple[str, ...],
    entropies: tuple[str, ...],
    tournament: str,
) -> int:
    """Recompute everything that FILE says and print a line for each difference, then their number.

    FILE is a results file, or JSON lines of games or hands as `export --format jsonl` writes them; - is the
    standard input. docs/verify.md says what is compared with what.

    \b
    Example: gin-referee verify results/quickstart.db
    """
    if _is_results(file):
        if seeds or entropies or tournament:
            raise click.UsageError("a results file has its own seeds; --seed and its like are for JSON lines")
        return _verify_results(file, commitments, standings)
    if commitments or standings:
        raise click.UsageError("--commitment and --standings are for a results file")
    if len(entropies) > len(seeds):
        raise click.UsageError("each --entropy belongs to a --seed")
    joined = [*map(parse_entropy, entropies), *[b""] * (len(seeds) - len(entropies))]
    known = [Seed(parse_seed(seed), entropy) for seed, entropy in zip(seeds, joined, strict=True)]
    return _verify_lines(file, LineChecker(known, tournament))


def _is_results(file: Path) -> bool:
    if str(file) == "-":
        return False
    with file.open("rb") as start:
        return file.suffix == ".db" or start.read(len(_MAGIC)) == _MAGIC


def _verify_lines(file: Path, checker: LineChecker) -> Status:
    with nullcontext(standard_input()) if str(file) == "-" else file.open("rb") as stream:
        found = _tell(difference for line in read_lines(stream) for difference in checker.check(line))
    games = f", {checker.games} games" if checker.games else ""
    hidden = f" ({checker.hidden} without their hands)" if checker.hidden else ""
    unseeded = (
        f" ({checker.unseeded} without a deal: not checked against the seed)" if checker.unseeded else ""
    )
    click.echo(f"{checker.lines} lines{games}{hidden}, {checker.hands} hands played again{unseeded}")
    return _count(found)


def _verify_results(file: Path, commitments: tuple[str, ...], published: Path | None) -> Status:
    with Results.open(file) as results:
        checker = ResultsChecker(results)
        found = _tell(checker.check())
        found += _tell(_other_commitments(checker.epochs, commitments))
        if published is not None:
            found += _tell(compare_standings(_read_standings(published), checker.standings_again()))
        click.echo(
            f"{printable(results.name)}: {checker.games} games, {checker.hands} hands and "
            f"{checker.actions} actions played again, each deck from its seed"
        )
    for epoch in checker.epochs:
        click.echo(_epoch_line(epoch))
    click.echo("standings: counted again from the games, compared with those that `standings` shows")
    if published is not None:
        click.echo(f"standings: compared with {printable(str(published))}, too")
    return _count(found)


def _tell(differences: Iterable[Difference]) -> int:
    """Print each difference as it is found; give their number."""
    found = 0
    for difference in differences:
        click.echo(printable(str(difference)))
        found += 1
    return found


def _count(found: int) -> Status:
    click.echo("1 difference" if found == 1 else f"{found} differences")
    return Status.NOT_SO if found else Status.DONE


def _epoch_line(epoch: Epoch) -> str:
    seed = f"seed {epoch.seed.hex()}" if epoch.published else "seed not published yet"
    entropy = f", entropy {epoch.entropy.hex()}" if epoch.entropy else ""
    bound = f"{printable(epoch.label)}, commitment {epoch.commitment.hex()}"
    return f"epoch {epoch.number}: {bound}, {seed}{entropy}"


def _other_commitments(epochs: list[Epoch], noted: tuple[str, ...]) -> Iterable[Difference]:
    """Compare the seeds with commitments that somebody noted before the deals."""
    if noted and len(noted) != len(epochs):
        yield Difference(f"{len(noted)} commitments were noted, and there are {len(epochs)} epochs")
    for epoch, hex_digits in zip(epochs, noted, strict=False):
        if commitment(epoch.seed).hex() != hex_digits.lower():
            yield Difference(f"epoch {epoch.number}: its seed is not that of the commitment noted")


def _read_standings(path: Path) -> dict[str, Json]:
    value: Json = parse_json(path.read_text(encoding="utf-8"))  # type: ignore[assignment]
    if not isinstance(value, dict):
        raise StoreError(f"{path}: holds no standings as `standings --format json` gives them")
    return value
