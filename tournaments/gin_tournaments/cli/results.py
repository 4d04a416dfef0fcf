"""`standings` and `export`: what a results file holds, for people and for programs."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import click
from pydantic import JsonValue

from gin_tournaments.cli.options import format_option, results_argument
from gin_tournaments.cli.terminal import output_console
from gin_tournaments.exit_status import Status
from gin_tournaments.export import csv_lines, json_lines, openspiel_lines, pgn_lines
from gin_tournaments.screen.formats import standings_csv, standings_markdown, standings_ordo
from gin_tournaments.screen.tables import columns_table, final_tables
from gin_tournaments.statistics.hollywood import column_sums
from gin_tournaments.statistics.standings import Standings, Tournament
from gin_tournaments.statistics.standings import standings as standings_of
from gin_tournaments.statistics.standings_json import standings_to_json
from gin_tournaments.store import Results
from gin_tournaments.tournament import tournament_of


@click.command()
@results_argument
@format_option("table", "json", "csv", "md", "ordo")
@click.option("--luck", is_flag=True, help="Work out everybody's luck, too; about 2 ms a hand.")
@click.option("--sample", type=click.IntRange(min=1), help="With --luck: from so many games, spread evenly.")
@click.option("--provenance", is_flag=True, help="Show what the runs were made with instead, as JSON.")
def standings(file: Path, form: str, sample: int | None, *, luck: bool, provenance: bool) -> int:
    """Show the standings of the results FILE, of a finished tournament or one that runs.

    \b
    Example: gin-referee standings results/quickstart.db --format md
    """
    with Results.open(file) as results:
        if provenance:
            click.echo(json.dumps(_provenance(results), ensure_ascii=False, indent=2))
            return Status.DONE
        tournament = tournament_of(results)
        if luck or sample is not None:
            tournament = _with_luck(tournament, results, sample)
        table = standings_of(tournament, results.tallies())
        rules = results.rules
        sums = column_sums(results.games(), rules) if rules.hollywood and form == "table" else None
    if form == "table":
        console = output_console()
        console.print(final_tables(table, console.width))
        if sums is not None:
            console.print(columns_table(table.bots, sums))
    else:
        click.echo(_TEXTS[form](table).rstrip("\n"))
    return Status.DONE


def _provenance(results: Results) -> list[dict[str, JsonValue]]:
    from gin_tournaments.run.provenance import provenance

    return provenance(results)


def _with_luck(tournament: Tournament, results: Results, sample: int | None) -> Tournament:
    from gin_tournaments.cli.statistics import luck_of_results

    luck = luck_of_results(results, sample)
    entries = [
        replace(entry, luck=luck[entry.name].mean if entry.name in luck else None)
        for entry in tournament.entries
    ]
    return replace(tournament, entries=entries)


def _json_text(table: Standings) -> str:
    return json.dumps(standings_to_json(table), ensure_ascii=False, indent=2)


_TEXTS: dict[str, Callable[[Standings], str]] = {
    "json": _json_text,
    "csv": standings_csv,
    "md": standings_markdown,
    "ordo": standings_ordo,
}


@click.command()
@results_argument
@click.option("--format", "form", type=click.Choice(["pgn", "jsonl", "csv", "openspiel"]), required=True)
def export(file: Path, form: str) -> int:
    """Write the games of the results FILE to the standard output, in the order of the plan.

    Hands of a deal pair are left out until both its games are stored. `openspiel` writes a line for each hand
    with the actions that OpenSpiel's gin_rummy plays it by; the rules must be the standard ones.

    \b
    Example: gin-referee export results/quickstart.db --format pgn > quickstart.pgn
    """
    with Results.open(file) as results:
        for text in _lines(results, form):
            sys.stdout.write(text)
    return Status.DONE


def _lines(results: Results, form: str) -> Iterator[str]:
    if form == "jsonl":
        return json_lines(results.games_and_pairs(), results.rules)
    if form == "openspiel":
        return openspiel_lines(results.games_and_pairs(), results.rules)
    if form == "pgn":
        return pgn_lines(results.games(), results.name, results.bots())
    return csv_lines(results.games())
