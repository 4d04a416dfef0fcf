"""`python -m chaos.dying PLACE COUNT ARGUMENT…`: the real command, killed at an exact place of its storing.

PLACE is how an SQL statement begins, and it dies as the COUNT-th one of a process is about to run; or `legs`:
it dies as soon as it has stored one game of a deal pair and not the other, for the COUNT-th time. There are
two processes, the referee's and the one that stores: whichever comes to that place, both die.
"""

import os
import signal
import sqlite3
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace

from gin_tournaments.cli import main
from gin_tournaments.run import storing, writer
from gin_tournaments.store import Batch, ResultsWriter

LEGS = "legs"
STORING = "storing"  # in place of `run-tournament`: the process that stores, below one of ours
_LONE = "SELECT 1 FROM games GROUP BY pairing, deal_pair HAVING count(*) = 1 LIMIT 1"


class Countdown:
    """Kills this process and *others* at the *count*-th call."""

    def __init__(self, count: int, others: Sequence[int]) -> None:
        self._left = count
        self._others = others

    def __call__(self) -> None:
        self._left -= 1
        if self._left == 0:
            for process in (*self._others, os.getpid()):
                os.kill(process, signal.SIGKILL)


def die_at_statement(start: str, countdown: Countdown) -> None:
    """Count the statements that begin with *start*, as they are about to run."""
    connect = sqlite3.connect

    def traced(*arguments: object, **options: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)  # type: ignore[call-overload]
        connection.set_trace_callback(lambda sql: countdown() if sql.lstrip().startswith(start) else None)
        return connection

    sqlite3.connect = traced  # type: ignore[assignment]


def die_between_legs(countdown: Countdown) -> None:
    """Store game by game, and count how often one leg of a pair is stored and the other is not."""
    save: Callable[[ResultsWriter, Batch], None] = ResultsWriter.save

    def saved(store: ResultsWriter, batch: Batch) -> None:
        save(store, replace(batch, games=()))
        for game in batch.games:
            save(store, Batch(games=[game]))
            if store._db.execute(_LONE).fetchone():
                countdown()

    ResultsWriter.save = saved  # type: ignore[method-assign,assignment]


if __name__ == "__main__":
    place, times, *arguments = sys.argv[1:]
    stores = arguments[0] == STORING
    countdown = Countdown(int(times), [os.getppid()] if stores else [])
    if place == LEGS:
        die_between_legs(countdown)
    else:
        die_at_statement(place, countdown)
    if stores:
        sys.argv = arguments
        storing.main()
    else:
        sys.argv = ["gin-referee", *arguments]
        writer.STORING = ("-m", "chaos.dying", place, times, STORING)
        main()
