"""`gin-referee scoresheet`."""

import json

import click

from gin_tournaments.cli.rule_option import rule_option, rules_from
from gin_tournaments.cli.terminal import ask, is_typed, say, standard_input, tell
from gin_tournaments.exit_status import Status
from gin_tournaments.json_lines import answer_lines, read_lines
from gin_tournaments.pencil.entries import check_players
from gin_tournaments.pencil.sheet import CannotEnter, Scoresheet, sheet_to_json
from gin_tournaments.pencil.sheet_text import sheet_lines
from gin_tournaments.pencil.sitting import DEFAULT_PLAYERS, Sitting, keep_sheet


@click.command()
@click.option("--players", nargs=2, metavar="NAME NAME", help="The two players; else A and B, or asked for.")
@click.option("--target", type=int, help="The points that win the game; 100 unless said otherwise.")
@click.option("--hollywood", is_flag=True, default=None, help="Score three games at once.")
@rule_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="json: a line after each hand, instead of the sheet.",
)
def scoresheet(
    players: tuple[str, str] | None,
    target: int | None,
    hollywood: bool | None,
    rules: tuple[str, ...],
    form: str,
) -> Status:
    """Keep the scoresheet of a game from hands that are typed or piped in.

    A hand is a line such as "Ann 24", "Ann knock 4 18", "Bob gin 12" or "void"; "undo" takes the last one
    back and "help" lists all. A line may also be JSON, such as an answer of `gin-referee score`
    (docs/commands.md).

    \b
    Examples: gin-referee scoresheet
              gin-referee scoresheet --hollywood --target 150 --players Ann Bob
              printf 'Ann 24\\nBob gin 12\\n' | gin-referee scoresheet --players Ann Bob
    """
    played = rules_from(rules, target=target, hollywood=hollywood)
    if players is not None:
        _check(players)
    if is_typed() and form == "text":
        kept = keep_sheet(played, players, ask, say)
        _say_sheet(kept)
        return Status.DONE
    sheet = Scoresheet(played, players or DEFAULT_PLAYERS)
    after_change = _nothing if form == "text" else _as_json
    sitting = Sitting(sheet, after_change)
    status = tell(answer_lines(read_lines(standard_input()), sitting.take))
    if form == "text":
        _say_sheet(sheet)
    return status


def _check(players: tuple[str, str]) -> None:
    try:
        check_players(players)
    except CannotEnter as error:
        raise click.UsageError(f"--players: {error}") from None


def _say_sheet(sheet: Scoresheet) -> None:
    for line in sheet_lines(sheet):
        say(line)


def _nothing(sheet: Scoresheet) -> list[str]:  # noqa: ARG001 - the sheet is shown at the end
    return []


def _as_json(sheet: Scoresheet) -> list[str]:
    return [json.dumps(sheet_to_json(sheet))]
