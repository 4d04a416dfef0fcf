"""`crosstable`, `compare` and `luck`: what a results file says beyond its standings."""

import json
from pathlib import Path
from typing import NamedTuple

import click
from rich.text import Text

from gin_tournaments.cli.options import format_option, results_argument
from gin_tournaments.cli.terminal import output_console
from gin_tournaments.config.explain import suggest
from gin_tournaments.errors import StoreError
from gin_tournaments.exit_status import Status
from gin_tournaments.screen.pairing_sheets import (
    comparison_lines,
    crosstable_legend,
    grid,
    luck_sheet,
    pairing_rows,
    pairing_sheet,
)
from gin_tournaments.screen.printable import printable
from gin_tournaments.screen.sheet import Sheet
from gin_tournaments.statistics.compare import compare as compare_bots
from gin_tournaments.statistics.compare import comparison_to_json
from gin_tournaments.statistics.crosstable import crosstable as cells_of
from gin_tournaments.statistics.crosstable import crosstable_to_json, pair_spread
from gin_tournaments.statistics.luck import Luck, evenly, luck_of_bots
from gin_tournaments.statistics.ratings import Ratings, rate
from gin_tournaments.statistics.standings import Tournament
from gin_tournaments.statistics.tallies import Tallies
from gin_tournaments.store import Results
from gin_tournaments.tournament import tournament_of

_GRID_BOTS = 12  # as many fit on a terminal of 100 columns


class _Known(NamedTuple):
    """What the statistics of a results file start from."""

    tournament: Tournament
    tallies: Tallies
    ratings: Ratings

    @property
    def names(self) -> list[str]:
        return [entry.name for entry in self.tournament.entries]


def _known(file: Path) -> _Known:
    with Results.open(file) as results:
        tournament, tallies = tournament_of(results), results.tallies()
    ratings = rate(len(tournament.entries), tallies.pairings.values(), tournament.method())
    return _Known(tournament, tallies, ratings)


@click.command()
@results_argument
@format_option("table", "json", "csv", "md")
def crosstable(file: Path, form: str) -> int:
    """Show every pairing of the results FILE: score, deal pairs, and what duplicate deals saved.

    The residual is what the two did otherwise than their ratings say. Fields are in docs/statistics.md.

    \b
    Example: gin-referee crosstable results/quickstart.db
    """
    known = _known(file)
    names = known.names
    cells = cells_of(known.tallies.pairings.values(), known.ratings)
    if form == "json":
        click.echo(json.dumps(crosstable_to_json(cells, names), ensure_ascii=False, indent=2))
        return Status.DONE
    if form == "csv":
        click.echo(pairing_rows(cells, names).csv(), nl=False)
        return Status.DONE
    order = [bot for group in known.ratings.groups for bot in _by_elo(known.ratings, group.members)]
    sheets = [pairing_sheet(cells, names)]
    if len(order) <= _GRID_BOTS:
        sheets.insert(0, grid(cells, names, order))
    _show(sheets, crosstable_legend(pair_spread(list(known.tallies.pairings.values()))), form)
    return Status.DONE


def _by_elo(ratings: Ratings, bots: tuple[int, ...]) -> list[int]:
    return sorted(bots, key=lambda bot: (-(ratings.elo(bot) or 0.0), bot))


@click.command()
@results_argument
@click.argument("a")
@click.argument("b")
@format_option("text", "json")
def compare(file: Path, a: str, b: str, form: str) -> int:
    """Compare bots A and B of the results FILE, such as two versions of one program.

    By the joint fit, head to head, and against the opponents that both have met, each with the error of the
    difference.

    \b
    Example: gin-referee compare results/research.db patient greedy
    """
    known = _known(file)
    names = known.names
    numbers = [_number(name, names, file) for name in (a, b)]
    if numbers[0] == numbers[1]:
        raise click.UsageError("A and B are the same bot")
    pairings = {(tally.a, tally.b): tally for tally in known.tallies.pairings.values()}
    found = compare_bots(numbers[0], numbers[1], pairings, known.ratings, known.tournament.rule)
    if form == "json":
        click.echo(json.dumps(comparison_to_json(found, names), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(comparison_lines(found, names)))
    return Status.DONE


def _number(name: str, names: list[str], file: Path) -> int:
    if name not in names:
        raise StoreError(f"{file}: {printable(name)} is no bot of this tournament{suggest(name, names)}")
    return names.index(name)


@click.command()
@results_argument
@click.option("--sample", type=click.IntRange(min=1), help="Look at so many games only, spread evenly.")
@format_option("table", "json", "csv", "md")
def luck(file: Path, sample: int | None, form: str) -> int:
    """Show how lucky each bot of the results FILE was with its cards from the stock, in points per hand.

    It never changes a rating, and with many hands it goes to 0. About 2 ms a hand.

    \b
    Example: gin-referee luck results/quickstart.db --sample 500
    """
    with Results.open(file) as results:
        games = results.count()
        found = luck_of_results(results, sample)
    looked_at = games if sample is None else min(sample, games)
    if form == "json":
        click.echo(json.dumps(_luck_json(found, looked_at, games), ensure_ascii=False, indent=2))
    else:
        caption = [
            f"{looked_at} of {games} games. Luck: how much less deadwood the cards drawn from the stock",
            "left than those that could have come, less the same of the opponents.",
        ]
        _show([luck_sheet(found)], caption, form)
    return Status.DONE


def luck_of_results(results: Results, sample: int | None) -> dict[str, Luck]:
    """Give the luck of every bot, from *sample* games or all."""
    return luck_of_bots(evenly(results.games(), results.count(), sample), results.rules)


def _luck_json(luck: dict[str, Luck], looked_at: int, games: int) -> dict[str, object]:
    bots = [
        {"name": name, "luck_per_hand": own.mean, "luck_per_hand_ci95": own.ci95, "hands": own.hands}
        for name, own in luck.items()
    ]
    return {"games": games, "games_looked_at": looked_at, "bots": bots}


def _show(sheets: list[Sheet], caption: list[str], form: str) -> None:
    """Write sheets and their caption as *form* says; CSV has no caption."""
    if form == "csv":
        click.echo(sheets[-1].csv(), nl=False)
    elif form == "md":
        click.echo("\n".join(sheet.markdown() for sheet in sheets) + "\n" + "\n".join(caption))
    else:
        console = output_console()
        for sheet in sheets:
            console.print(sheet.table())
            console.print()
        for line in caption:
            console.print(Text(line, style="dim"))
