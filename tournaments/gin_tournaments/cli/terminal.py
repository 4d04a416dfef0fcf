"""Standard input and output of the commands that answer line by line or ask a person."""

import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import BinaryIO

import click
from rich.console import Console

from gin_tournaments.exit_status import Status
from gin_tournaments.json_lines import BadLine
from gin_tournaments.screen.printable import printable


def is_typed() -> bool:
    """Say whether a person sits at standard input."""
    return sys.stdin is not None and sys.stdin.isatty()


def standard_input() -> BinaryIO:
    """Give standard input as bytes.

    Raises:
        click.UsageError: when there is none.
    """
    if sys.stdin is None:
        raise click.UsageError("there is no standard input")
    return sys.stdin.buffer


WIDEST = 10_000
"""Columns of an output that is no terminal: nothing is cut or wrapped for it."""


class _Output(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to the command what it means that the reader left."""
        raise BrokenPipeError


def output_console() -> Console:
    """Give the standard output as a console: as wide as the terminal, or as whatever is written."""
    console = _Output(highlight=False)
    if not console.is_terminal:
        console.width = WIDEST
    return console


def say(line: str) -> None:
    """Write a line, at once."""
    click.echo(line)


def complain(error: Exception) -> None:
    """Write what is wrong, in one line, where it does not mix with the answers."""
    click.echo(f"gin-referee: {printable(str(error))}", err=True)


def ask(question: str) -> str | None:
    """Show a question and give the line that a person types, None at the end of the input."""
    with suppress(ImportError):
        import readline  # noqa: F401 - to import it is what makes arrow keys work in input()
    while True:
        try:
            if sys.stdout.isatty():
                return input(question)
            click.echo(question, nl=False, err=True)
            return input()
        except EOFError:
            click.echo(err=not sys.stdout.isatty())
            return None
        except UnicodeDecodeError:
            click.echo("  that is no UTF-8 text", err=True)


def tell(answers: Iterable[str | BadLine]) -> Status:
    """Write answers as they come, and what is wrong with lines that got none."""
    status = Status.DONE
    for answer in answers:
        if isinstance(answer, BadLine):
            complain(answer)
            status = Status.NOT_SO
        else:
            say(answer)
    return status
