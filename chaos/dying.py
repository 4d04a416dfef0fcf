"""`python -m chaos.dying PLACE COUNT ARGUMENT…`: the real command, killed at an exact place of its storing.

PLACE is how an SQL statement begins, and the process dies as its COUNT-th one is about to run; or `legs`: it
dies as soon as it has stored one game of a deal pair and not the other, for the COUNT-th time.
"""

import os
import signal
import sqlite3
import sys
from collections.abc import Callable

from gin_tournaments.cli import main
from gin_tournaments.store import Batch, ResultsWriter

LEGS = "legs"
_LONE = "SELECT 1 FROM games GROUP BY pairing, deal_pair HAVING count(*) = 1 LIMIT 1"


def die() -> None:
    """Be killed, as from outside."""
    os.kill(os.getpid(), signal.SIGKILL)


class Countdown:
    """Dies at the *count*-th call."""

    def __init__(self, count: int) -> None:
        self._left = count

    def __call__(self) -> None:
        self._left -= 1
        if self._left == 0:
            die()


def die_at_statement(start: str, count: int) -> None:
    """Die as the *count*-th statement that begins with *start* is about to run."""
    countdown = Countdown(count)
    connect = sqlite3.connect

    def traced(*arguments: object, **options: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)  # type: ignore[call-overload]
        connection.set_trace_callback(lambda sql: countdown() if sql.lstrip().startswith(start) else None)
        return connection

    sqlite3.connect = traced  # type: ignore[assignment]


def die_between_legs(count: int) -> None:
    """Die when one leg of a pair is stored and the other is not, the *count*-th time that this is so."""
    countdown = Countdown(count)
    save: Callable[[ResultsWriter, Batch], None] = ResultsWriter.save

    def saved(store: ResultsWriter, batch: Batch) -> None:
        save(store, batch)
        if store._db.execute(_LONE).fetchone():
            countdown()

    ResultsWriter.save = saved  # type: ignore[method-assign,assignment]


if __name__ == "__main__":
    place, times, *arguments = sys.argv[1:]
    if place == LEGS:
        die_between_legs(int(times))
    else:
        die_at_statement(place, int(times))
    sys.argv = ["gin-referee", *arguments]
    main()
