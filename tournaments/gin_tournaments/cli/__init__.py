"""The command line: which commands there are, and how errors end. What a command does is in its own module.

A command's module is imported when the command is used, so that `--help` starts as quickly as it can.
"""

import importlib
import io
import os
import sys
from typing import NamedTuple, TextIO, cast

import click

from gin_rummy.errors import GinError
from gin_tournaments.exit_status import Status


class Entry(NamedTuple):
    """Where a command is (module of this package, function) and its line in `--help`."""

    module: str
    function: str
    summary: str


COMMANDS = {
    "run-tournament": Entry("run_tournament", "run_tournament", "Play a tournament, or go on with it."),
    "standings": Entry("results", "standings", "Show the standings of a results file."),
    "commit": Entry("commit", "commit", "Commit to the seed of a tournament's deals."),
    "verify": Entry("verify", "verify", "Recompute what results or hand records say."),
    "replay": Entry("replay", "replay", "Step through the hands of a game."),
    "crosstable": Entry("statistics", "crosstable", "Show every pairing of a results file."),
    "compare": Entry("statistics", "compare", "Compare two bots of a results file."),
    "luck": Entry("statistics", "luck", "Show how lucky each bot was with its cards."),
    "sprt": Entry("sprt", "sprt", "Play two bots until it is known whether one is stronger."),
    "rate": Entry("rate", "rate", "Rate results that are given as JSON, anybody's."),
    "export": Entry("results", "export", "Write the games of a results file for other programs."),
    "merge": Entry("merge", "merge", "Make one results file of several of one plan."),
    "void": Entry("void", "void", "Take games of a bot back, to be played again."),
    "bench": Entry("bench", "bench", "Measure how many games this machine carries with a bot."),
    "register": Entry("registry", "register", "Register a bot and print its token, once."),
    "unregister": Entry("registry", "unregister", "Take a bot out of the registry."),
    "bots": Entry("registry", "bots", "List the registered bots."),
    "hand": Entry("hand", "hand", "Work out the melds and the deadwood of a hand."),
    "score": Entry("score", "score", "Score a knock, lay-offs included."),
    "scoresheet": Entry("scoresheet", "scoresheet", "Keep the scoresheet of a game."),
    "deal": Entry("deal", "deal", "Recompute a deal from its seed."),
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports only the one that is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Give the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import and give a command; None when there is none of that name."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module = importlib.import_module(f"gin_tournaments.cli.{entry.module}")
        return cast("click.Command", getattr(module, entry.function))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="gin-referee")
def commands() -> None:
    """Let programs play Gin Rummy against each other, and believe the result.

    \b
    Example: gin-referee run-tournament tournaments/quickstart.yaml
    """


def main() -> None:
    """Run the command line and exit with a `Status`."""
    sys.stdout = sys.stdout or _nowhere()  # closed by whoever started us
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # what the locale cannot show must not end a tournament
    status = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - no pathlib yet, and open until the end


def run(arguments: list[str]) -> int:
    """Run one command line and give its exit status; every error is told in words, none as a traceback."""
    try:
        # not `commands.main`, which makes a reader that leaves early into a failure
        with commands.make_context("gin-referee", arguments) as context:
            result = commands.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.UsageError as error:
        error.show()
        return Status.USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("gin-referee: interrupted", err=True)
        return Status.INTERRUPTED
    except BrokenPipeError:
        return Status.DONE
    except GinError as error:
        _complain(str(error))
        return Status.NOT_SO
    except click.ClickException as error:
        error.show()
        return Status.NOT_SO
    except OSError as error:
        _complain(f"{error.strerror or error}: {error.filename or ''}".rstrip(": "))
        return Status.NOT_SO
    except Exception:  # noqa: BLE001 - the edge of the program: our bug, kept for us and told in one line
        click.echo(
            f"gin-referee: a fault of ours; what we need to mend it is in {_keep_traceback()}", err=True
        )
        return Status.OUR_FAULT
    return result if isinstance(result, int) else Status.DONE


def _complain(text: str) -> None:
    """Say what is wrong; names and words of strangers in it cannot draw on the terminal."""
    from gin_tournaments.screen.printable import (
        printable,  # it brings rich, which most commands start without
    )

    click.echo("\n".join(map(printable, f"gin-referee: {text}".split("\n"))), err=True)


def _keep_traceback() -> str:
    """Write the current traceback to a file of its own, and give its name."""
    import tempfile  # these two take a fifth of the start
    import traceback

    handle, name = tempfile.mkstemp(prefix="gin-referee-", suffix=".txt", text=True)
    with os.fdopen(handle, "w") as file:
        traceback.print_exc(file=file)
    return name
