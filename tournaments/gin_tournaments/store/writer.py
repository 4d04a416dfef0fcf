"""Writing a results file: one writer at a time, whole batches, each in one transaction."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Self

from gin_referee.records import GameRecord
from gin_tournaments.statistics.game_facts import facts_of
from gin_tournaments.statistics.tallies import add_play, bots_by_seat
from gin_tournaments.statistics.tally import BotTally
from gin_tournaments.store.files import FileLock, close_whole, open_beside, open_for_writing, told
from gin_tournaments.store.queries import ALL_GAMES, TOTALS
from gin_tournaments.store.results import CHECKSUM, Results
from gin_tournaments.store.rows import ResultRow, fault_rows, record_row, result_row, row_checksum, storable
from gin_tournaments.store.sums import Sums, sums_of, tally_bots, with_checks
from gin_tournaments.store.values import Dealt, Epoch, FaultEvent, Finished, Mark, Void


@dataclass(frozen=True)
class Batch:
    """What is stored together, whole or not at all; `fault_runs`: bots' new numbers of fault events running.

    Voids come first, so that a game may be made void and its replay stored at once.
    """

    games: Sequence[Finished] = ()
    voids: Sequence[Void] = ()
    events: Sequence[FaultEvent] = ()
    marks: Sequence[Mark] = ()
    fault_runs: Mapping[str, int] = field(default_factory=dict)
    dealt: Sequence[Dealt] = ()

    @cached_property
    def bots(self) -> Mapping[int, BotTally]:
        """What the games add to the tallies of bots: counted once, to be stored and for the standings."""
        return tally_bots(self.games)


class ResultsWriter(Results):
    """The results file of a run: everything of `Results`, and the right to add to it.

    Used by one thread at a time. After an error the file is as before the call that raised it.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: FileLock | None) -> None:
        self._lock = lock
        super().__init__(path, connection)

    @property
    def lock(self) -> FileLock:
        """The right to write, to be passed on to a process that writes in place of this one.

        Raises:
            ValueError: when this is such a process.
        """
        if self._lock is None:
            raise ValueError(f"{self.path}: the right to write is another's")
        return self._lock

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a file to go on with it, or make a new one.

        Raises:
            StoreError: when another run has it, it is damaged or something else, or cannot be written.
        """
        with told(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path)
        try:
            return cls(path, open_for_writing(path), lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def beside(cls, path: Path) -> Self:
        """Open a file that the process which started this one has opened, and whose lock it passed on."""
        return cls(path, open_beside(path), None)

    def close(self) -> None:
        """Make one file of everything and let others write; `beside` another, that is left to it."""
        self._closed = True
        if self._lock is None:
            self._db.close()
            return
        try:
            with told(self.path):
                close_whole(self._db)
        finally:
            self._lock.release()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with told(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def describe(self, facts: Mapping[str, str]) -> None:
        """Store facts of the tournament in place of the old: identity, deal_pairs, versions and the like."""
        with self._writing():
            self._db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", facts.items())
            self._seal()

    def enter(self, names: Sequence[str]) -> tuple[str, ...]:
        """Give bots that are new their numbers, in the order given, and all bots by order of entry."""
        known = self.bots()
        new = [name for name in names if name not in known]
        with self._writing():
            for number, name in enumerate(new, len(known)):
                self._db.execute("INSERT INTO bots (number, name) VALUES (?, ?)", (number, name))
            self._seal()
        return (*known, *new)

    def add_epoch(self, epoch: Epoch) -> None:
        """Store a new seed before its first deal."""
        with self._writing():
            self._db.execute(
                "INSERT INTO epochs VALUES (?, ?, ?, ?, ?, ?)",
                (
                    epoch.number,
                    epoch.seed,
                    epoch.commitment,
                    epoch.entropy,
                    epoch.label,
                    int(epoch.published),
                ),
            )
            self._seal()

    def bind_entropy(self, epoch: Epoch) -> None:
        """Store the public entropy that a seed is joined with before its first deal, and its new label."""
        with self._writing():
            self._db.execute(
                "UPDATE epochs SET entropy = ?, label = ? WHERE number = ?",
                (epoch.entropy, epoch.label, epoch.number),
            )
            self._seal()

    def publish(self, epoch: int) -> None:
        """Mark a seed as published: from then on it may be shown."""
        with self._writing():
            self._db.execute("UPDATE epochs SET published = 1 WHERE number = ?", (epoch,))
            self._seal()

    def save(self, batch: Batch) -> None:
        """Store a batch in one transaction; when this returns it survives a loss of power.

        Raises:
            StoreError: when it cannot be stored; then nothing of it is.
            ValueError: when one of its games is stored already, or is of no bots that have entered.
        """
        with self._writing():
            numbers = {name: number for number, name in self._names().items()}
            sums: Sums = Counter()
            for void in batch.voids:
                self._make_void(void, sums)
            results = [self._add_game(game.record, numbers) for game in batch.games]
            sums.update(_totals(results))
            sums.update(sums_of(batch.bots))
            self._add_counts(sums)
            self._db.executemany(
                "INSERT OR REPLACE INTO dealt VALUES (?, ?, ?, ?)",
                [(*dealt, row_checksum(*dealt)) for dealt in batch.dealt],
            )
            for event in batch.events:
                self._add_event(numbers[event.bot], event.kind, event.evidence, event.at, None)
            for mark in batch.marks:
                self._add_event(numbers[mark.bot], mark.mark, mark.reason, mark.at, mark.games)
            self._db.executemany(
                "UPDATE bots SET fault_run = ? WHERE name = ?",
                [(count, name) for name, count in batch.fault_runs.items()],
            )

    def _add_game(self, record: GameRecord, numbers: Mapping[str, int]) -> ResultRow:
        bots = bots_by_seat(record.key)
        if tuple(numbers.get(name) for name in record.seats) != bots:
            raise ValueError(f"game {record.key} seats {record.seats}, who are not bots {bots}")
        row = record_row(record)
        places = ", ".join("?" * len(row))
        number = self._db.execute(f"INSERT INTO records VALUES (NULL, {places})", row).lastrowid  # noqa: S608
        result = result_row(record)
        try:
            self._db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*result, number))
        except sqlite3.IntegrityError as error:
            raise ValueError(f"game {record.key} is stored already") from error
        self._db.executemany(
            "INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(number, place, *fault) for place, fault in enumerate(fault_rows(record))],
        )
        return result

    def _make_void(self, void: Void, sums: Sums) -> None:
        """Take a game out if it is stored; its record stays, and its think times stay counted."""
        stored = self.game(void.key)
        record = None
        if stored is not None:
            where = "WHERE pairing = ? AND deal_pair = ? AND leg = ?"
            found = self._db.execute(f"SELECT record FROM games {where}", void.key)  # noqa: S608
            (record,) = found.fetchone()
            self._db.execute(f"DELETE FROM games {where}", void.key)  # noqa: S608
            played: defaultdict[int, BotTally] = defaultdict(BotTally)
            add_play(played, facts_of(stored, self.rules))
            sums.subtract(sums_of(played))
            sums.subtract(_totals([result_row(stored)]))
        row = (
            *void.key,
            void.attempt,
            void.replay,
            storable(void.reason),
            storable(void.evidence),
            void.at,
            record,
        )
        self._db.execute(
            "INSERT INTO voids VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, row_checksum(*row))
        )

    def _add_event(self, bot: int, what: str, words: str, at: float, games: int | None) -> None:
        row = (bot, what, storable(words), at, games)
        self._db.execute("INSERT INTO bot_events VALUES (NULL, ?, ?, ?, ?, ?, ?)", (*row, row_checksum(*row)))

    def _add_counts(self, sums: Sums) -> None:
        self._db.executemany(
            "INSERT INTO sums VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
            [(bot, what, count) for (bot, what), count in with_checks(sums).items() if count],
        )

    def _seal(self) -> None:
        """Store the checksum of what was just changed."""
        self._db.execute(
            "INSERT OR REPLACE INTO meta VALUES (?, ?)", (CHECKSUM, str(self._header_checksum()))
        )


def _totals(results: Sequence[ResultRow]) -> Sums:
    counts = (
        len(results),
        sum(result.halves for result in results),
        sum(result.rated for result in results),
        sum(result.diff for result in results),
        sum(result.hands for result in results),
        sum(result.deal_pair for result in results),
    )
    return Counter({(ALL_GAMES, name): count for name, count in zip(TOTALS, counts, strict=True)})


def set_aside(path: Path) -> Path | None:
    """Move a results file out of the way; gives its new place, None when there was no file.

    Raises:
        StoreError: when a run has it, or it cannot be moved.
    """
    if not path.exists():
        return None
    lock = FileLock(path)
    try:
        with told(path):
            number = 1
            while (old := path.with_name(f"{path.stem}.{number}{path.suffix}")).exists():
                number += 1
            for end in ("", "-journal", "-wal", "-shm"):
                source = path.with_name(path.name + end)
                if source.exists():
                    source.rename(old.with_name(old.name + end))
    finally:
        lock.release()
    return old
