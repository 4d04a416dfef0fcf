"""`gin-referee replay`: steps through the hands of a finished game, or prints them."""

import os
import re
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from gin_referee.records import GameKey, GameRecord
from gin_tournaments.cli.options import results_argument
from gin_tournaments.errors import StoreError
from gin_tournaments.exit_status import Status
from gin_tournaments.game_ids import AN_ID, parse_game, show_game
from gin_tournaments.replay import KEYS, QUIT, GameReplay, Stepper, printed
from gin_tournaments.schedule.batches import pairing_of
from gin_tournaments.screen.printable import printable
from gin_tournaments.store import Results
from gin_tournaments.tournament import clock_of

_PAIRINGS_NAMED = 15
_KEY = re.compile(r"\x1b[\[O][A-Z]|.", re.DOTALL)  # arrows are three characters


@click.command()
@results_argument
@click.argument("game")
@click.option("--hand", type=click.IntRange(0), metavar="N", help="Begin at, or print, hand N, from 0.")
@click.option("--print", "as_text", is_flag=True, help="Print it instead of stepping through it.")
def replay(file: Path, game: str, hand: int | None, *, as_text: bool) -> int:
    """Show GAME (pairing.deal_pair.leg, as in 0.12.1) of the results FILE with all cards open.

    A game is shown when both games of its deal pair are stored: until then somebody plays the same cards.

    \b
    Example: gin-referee replay results/quickstart.db 0.0.0 --hand 2 --print
    """
    key = _key(game)
    with Results.open(file) as results:
        record = _game(results, key, file)
        shown = GameReplay(record, results.rules, clock_of(results))
    if hand is not None and hand >= len(record.hands):
        raise StoreError(
            f"{file}: game {game} has hands 0 to {len(record.hands) - 1}; there is no hand {hand}"
        )
    if as_text or not (sys.stdin.isatty() and sys.stdout.isatty()):
        for line in printed(shown, hand):
            click.echo(line)
    else:
        _step(Stepper(shown, hand or 0), f"{printable(file.name)} · game {game}")
    return Status.DONE


def _key(game: str) -> GameKey:
    key = parse_game(game)
    if key is None:
        raise click.UsageError(f"{game!r} is no game: {AN_ID}")
    return key


def _game(results: Results, key: GameKey, file: Path) -> GameRecord:
    """Give a game that may be shown.

    Raises:
        StoreError: when it is not there, has no hands, or its pair is half played.
    """
    record, other = results.game(key), results.game(key._replace(leg=1 - key.leg))
    game = show_game(key)
    if record is None:
        raise StoreError(f"{file}: game {game} is not stored; {_which_are(results, key.pairing)}")
    if other is None:
        raise StoreError(f"{file}: game {game} is not shown before the other game of its deal pair is stored")
    if not record.hands:
        raise StoreError(f"{file}: nobody played game {game}: {record.reason}")
    return record


def _which_are(results: Results, pairing: int) -> str:
    """Say which games there are instead: of the pairing if it has any, or else of which pairings."""
    counts = results.counts()
    names = {number: _names(results, number) for number in sorted(counts)}
    if pairing in names:
        return f"pairing {pairing}, {names[pairing]}, has {counts[pairing]} games, from {pairing}.0.0 on"
    if not names:
        return "no game is"
    listed = [f"{number} {bots}" for number, bots in names.items()]
    more = f" and {len(listed) - _PAIRINGS_NAMED} more" if len(listed) > _PAIRINGS_NAMED else ""
    return f"the pairings are {', '.join(listed[:_PAIRINGS_NAMED])}{more}"


def _names(results: Results, number: int) -> str:
    bots, pairing = results.bots(), pairing_of(number)
    return printable(f"{bots[pairing.earlier]} – {bots[pairing.later]}")


def _step(stepper: Stepper, title: str) -> None:
    """Show scene after scene as the keys say."""
    with _keys() as keys:
        going_on = True
        while going_on:
            click.clear()
            click.echo(f"{title} · {stepper.place()}\n")
            for line in stepper.lines():
                click.echo(line)
            click.echo(f"\n{KEYS}")
            going_on = stepper.press(next(keys, QUIT[0]))


@contextmanager
def _keys() -> Iterator[Iterator[str]]:
    """Give the keys that are pressed, none of them lost, until the terminal is closed."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSADRAIN)
    try:
        yield _read_keys(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _read_keys(terminal: int) -> Iterator[str]:
    while typed := os.read(terminal, 1024):
        yield from _KEY.findall(typed.decode(errors="replace"))
