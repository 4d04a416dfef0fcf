"""`gin-referee void`: takes games back, to be played again, and lets a suspended bot back in."""

import time
from pathlib import Path

import click

from gin_referee.records import GameKey
from gin_tournaments.cli.options import results_argument
from gin_tournaments.errors import StoreError
from gin_tournaments.exit_status import Status
from gin_tournaments.game_ids import AN_ID, parse_game
from gin_tournaments.screen.printable import printable
from gin_tournaments.store import ResultsWriter
from gin_tournaments.voiding import Taken, void_all, void_game, void_unplayed


@click.command()
@results_argument
@click.option("--bot", required=True, metavar="NAME", help="Whose games.")
@click.option("--reason", required=True, help="Kept with the games, for whoever asks later.")
@click.option("--game", metavar="K.P.LEG", help="Only this game, with the other one of its deal pair.")
@click.option("--unplayed", is_flag=True, help="Only what the bot lost without playing, suspended or absent.")
def void(file: Path, bot: str, reason: str, game: str | None, *, unplayed: bool) -> int:
    """Make games of a bot void in the results FILE; `run-tournament` plays their deal pairs again.

    Without --game or --unplayed: all games of the bot. The old records stay in the file and count no more.
    A suspended bot is let back in, but by --game: with --unplayed it keeps what it has played, and the
    standings say from which game on it is mended.

    \b
    Example: gin-referee void results/class.db --bot carol --reason "her machine was off" --unplayed
    """
    if game is not None and unplayed:
        raise click.UsageError("--game and --unplayed exclude each other")
    key = None if game is None else _key(game)
    if not file.is_file():
        raise StoreError(f"{file}: there is no such results file")
    store = ResultsWriter.open(file)
    try:
        if bot not in store.bots():
            raise StoreError(f"{file}: no bot {printable(bot)} is in it, but {', '.join(store.bots())}")
        at = time.time()
        if key is not None:
            taken = void_game(store, bot, key, reason, at)
        else:
            taken = (void_unplayed if unplayed else void_all)(store, bot, reason, at)
        if not taken.batch.voids and not taken.batch.marks:
            raise StoreError(f"{file}: nothing to make void: {_nothing(bot, taken)}")
        store.save(taken.batch)
    finally:
        store.close()
    click.echo("\n".join(_words(bot, taken)))
    return Status.DONE


def _key(text: str) -> GameKey:
    key = parse_game(text)
    if key is None:
        raise click.UsageError(f"--game: {text!r} is no game: {AN_ID}")
    return key


def _nothing(bot: str, taken: Taken) -> str:
    if taken.kept:
        return f"the deal pairs of {taken.kept} games were played again as often as they can be"
    return f"{printable(bot)} has no game stored"


def _words(bot: str, taken: Taken) -> list[str]:
    name = printable(bot)
    lines = [f"{taken.games} games are void now; `gin-referee run-tournament` plays their deal pairs again"]
    if taken.kept:
        lines.append(f"{taken.kept} games stay: their deal pairs were played again as often as they can be")
    if taken.returns:
        lines.append(f"{name} is not suspended any more")
    return lines
