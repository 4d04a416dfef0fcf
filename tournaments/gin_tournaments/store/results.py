"""Reading a results file: games, tallies and all else; also while a run writes it."""

import json
import sqlite3
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from gin_referee.records import GameKey, GameRecord
from gin_rummy.rules import Rules
from gin_tournaments.game_ids import show_game
from gin_tournaments.schedule.plan import Played, pairing_of
from gin_tournaments.statistics.tallies import Tallies
from gin_tournaments.statistics.tally import HandSums, Leg
from gin_tournaments.store import queries
from gin_tournaments.store.encoding import Damaged
from gin_tournaments.store.files import check_structure, open_for_reading, told
from gin_tournaments.store.rows import FaultRow, RecordRow, game_record, row_checksum
from gin_tournaments.store.sums import agree, bot_tally
from gin_tournaments.store.values import Epoch, FaultEvent, Mark, Void

IDENTITY, DEAL_PAIRS, BATCH, CHECKSUM = "identity", "deal_pairs", "batch", "checksum"


class Results:
    """What is stored of a tournament. Everything read is as of one moment, for each call.

    Raises:
        StoreError: from every method, when the file turns out to be damaged or cannot be read.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._db = connection
        self._closed = False
        with self._reading():
            self._check_header()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a file to read it."""
        return cls(path, open_for_reading(path))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what is still being read of it ends there."""
        self._closed = True
        self._db.close()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with told(self.path):
            own = not self._db.in_transaction
            if own:
                self._db.execute("BEGIN")
            try:
                yield
            except (TypeError, ValueError, LookupError, OverflowError) as error:
                raise Damaged("a value in it is none that was stored") from error
            finally:
                if own:
                    self._end_reading()

    @contextmanager
    def as_one(self) -> Iterator[None]:
        """Let everything that is read meanwhile be as of one moment, while somebody writes."""
        with told(self.path):
            self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._end_reading()

    def _end_reading(self) -> None:
        """End what was begun, unless the file is closed: an iterator may be dropped after that."""
        if not self._closed and self._db.in_transaction:
            self._db.execute("COMMIT")

    def meta(self, key: str) -> str | None:
        """Give a fact of the tournament that was stored under *key*, or None."""
        with self._reading():
            row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else cast("str", row[0])

    @property
    def identity(self) -> str | None:
        """The identity of the config (canonical JSON), None before the first run has stored it."""
        return self.meta(IDENTITY)

    @property
    def name(self) -> str:
        """The tournament's name."""
        return cast("str", json.loads(self.identity or "{}").get("name", ""))

    @property
    def rules(self) -> Rules:
        """The rules that the games were played by."""
        return Rules(**json.loads(self.identity or "{}").get("rules", {}))

    @property
    def duplicate(self) -> bool:
        """Whether both games of a deal pair are on the same shuffles."""
        return bool(json.loads(self.identity or "{}").get("games", {}).get("duplicate", True))

    @property
    def deal_pairs(self) -> int:
        """The deal pairs of a pairing in the plan as it was last run."""
        return int(self.meta(DEAL_PAIRS) or 0)

    def bots(self) -> tuple[str, ...]:
        """Give the names by order of entry."""
        with self._reading():
            return tuple(name for (name,) in self._db.execute("SELECT name FROM bots ORDER BY number"))

    def fault_runs(self) -> dict[str, int]:
        """Give for each bot the fault events since its last game without a fault of its own."""
        with self._reading():
            return dict(self._db.execute("SELECT name, fault_run FROM bots ORDER BY number"))

    def epochs(self) -> list[Epoch]:
        """Give all seeds, the latest last."""
        with self._reading():
            return [
                Epoch(number, seed, commitment, entropy, label, bool(published))
                for number, seed, commitment, entropy, label, published in self._db.execute(
                    "SELECT number, seed, commitment, entropy, label, published FROM epochs ORDER BY number"
                )
            ]

    def count(self) -> int:
        """Count the games that count."""
        with self._reading():
            return cast("int", self._db.execute("SELECT count(*) FROM games").fetchone()[0])

    def played(self) -> Played:
        """Say which games are stored, and how they ended."""
        with self._reading():
            played = Played()
            for *key, halves, rated in self._db.execute(queries.PLAYED):
                played.add(GameKey(*key), halves, rated=bool(rated))
            return played

    def counts(self) -> dict[int, int]:
        """Count the games of each pairing that has any."""
        with self._reading():
            return dict(self._db.execute("SELECT pairing, count(*) FROM games GROUP BY pairing"))

    def games_of(self, bot: str) -> list[GameKey]:
        """List the games of one bot."""
        return [key for key, _ in self._games_of(bot)]

    def unplayed_games_of(self, bot: str) -> list[GameKey]:
        """List the games that nobody played and one bot did not win: it was suspended or absent."""
        return [key for key, (halves, rated) in self._games_of(bot) if halves < 2 and not rated]

    def _games_of(self, bot: str) -> Iterator[tuple[GameKey, tuple[int, int]]]:
        """Yield each game of *bot* with its half points, and whether the game is rated."""
        number = self.bots().index(bot)
        with self._reading():
            for *key, halves, rated in self._db.execute(
                "SELECT pairing, deal_pair, leg, halves, rated FROM games"
            ):
                pairing = pairing_of(key[0])
                if number in pairing:
                    yield GameKey(*key), (halves if number == pairing.earlier else 2 - halves, rated)

    def attempts(self) -> dict[tuple[int, int], int]:
        """Give for each (pairing, deal pair) that is played again the number of the attempt that counts."""
        with self._reading():
            rows = self._db.execute(
                "SELECT pairing, deal_pair, max(replay) FROM voids GROUP BY pairing, deal_pair"
            )
            return {(pairing, deal_pair): replay for pairing, deal_pair, replay in rows}

    def dealt(self) -> dict[tuple[int, int], int]:
        """Give for each (pairing, deal pair) of a bot that lives on the last attempt that was dealt."""
        with self._reading():
            rows = self._db.execute("SELECT pairing, deal_pair, attempt, checksum FROM dealt").fetchall()
            if any(checksum != row_checksum(*row) for *row, checksum in rows):
                raise Damaged("a deal is not as it was stored")
            return {(pairing, deal_pair): attempt for pairing, deal_pair, attempt, _ in rows}

    def game(self, key: GameKey) -> GameRecord | None:
        """Give one game, or None."""
        with self._reading():
            row = self._db.execute(queries.GAME, key).fetchone()
            return None if row is None else self._record(key, self._names(), row)

    def games(self) -> Iterator[GameRecord]:
        """Yield all games by pairing, deal pair and leg, whenever they were played."""
        for record, _ in self.games_and_pairs():
            yield record

    def games_and_pairs(self) -> Iterator[tuple[GameRecord, bool]]:
        """Yield all games in the same order, each with whether both legs of its deal pair are stored."""
        with self._reading():
            names = self._names()
            for pairing, deal_pair, leg, pair, *row in self._db.execute(queries.GAMES):
                yield self._record(GameKey(pairing, deal_pair, leg), names, tuple(row)), pair is not None

    def _names(self) -> dict[int, str]:
        return dict(self._db.execute("SELECT number, name FROM bots"))

    def _record(self, key: GameKey, names: dict[int, str], row: tuple[object, ...]) -> GameRecord:
        number, *columns = row
        if number is None:
            raise Damaged(f"the record of game {show_game(key)} is missing")
        faults = cast("list[FaultRow]", self._db.execute(queries.FAULTS, (number,)).fetchall())
        pairing = pairing_of(key.pairing)
        try:
            seats = names[pairing.earlier], names[pairing.later]
        except KeyError as error:
            raise Damaged(f"a game of bot {error.args[0]}, which is not there") from error
        record = RecordRow(*columns)  # type: ignore[arg-type]  # a row of the table of that shape
        return game_record(key, seats if key.leg == 0 else (seats[1], seats[0]), record, faults)

    def tallies(self) -> Tallies:
        """Count everything that the standings need; what a run that goes on adds to.

        Its cost does not depend on the games' hands: a million games take about a second.
        """
        tallies = Tallies(duplicate=self.duplicate)
        with self._reading():
            rated = self._tally_games(tallies)
            self._tally_pairs(tallies)
            for number, games in rated.items():
                if games != 2 * tallies.pairing(number).pairs:
                    self._tally_lone_legs(tallies, number)
            tallies.bots.update({bot: bot_tally(counts) for bot, counts in self._sums().items() if bot >= 0})
            self.add_fault_events(tallies)
        return tallies

    def add_fault_events(self, tallies: Tallies) -> None:
        """Count the faults that happened in no game."""
        numbers = {name: number for number, name in enumerate(self.bots())}
        for event in self.fault_events():
            tallies.add_fault(numbers[event.bot], event.kind)

    def _sums(self) -> dict[int, dict[str, int]]:
        sums: dict[int, dict[str, int]] = defaultdict(dict)
        for bot, what, count in self._db.execute("SELECT bot, what, count FROM sums"):
            sums[bot][what] = count
        if not all(map(agree, sums.values())):
            raise Damaged("what is counted of its bots does not add up")
        return sums

    def _tally_lone_legs(self, tallies: Tallies, number: int) -> None:
        for pairing, deal_pair, halves, diff, hands in self._db.execute(queries.LONE_LEGS, (number,)):
            tallies.add_leg(pairing, deal_pair, Leg(halves, diff, hands))

    def _tally_games(self, tallies: Tallies) -> dict[int, int]:
        """Count the results, and give the rated games of each pairing."""
        rated: dict[int, int] = {}
        totals = Counter[str]()
        for pairing, draws, games, halves, *sums in self._db.execute(queries.RESULTS):
            of_pairing = dict(zip(queries.TOTALS, (games, halves, *sums), strict=True))
            totals.update(of_pairing)
            rated[pairing] = of_pairing["rated"]
            tally = tallies.pairing(pairing)
            tally.draws = draws
            tally.wins = (halves - draws) // 2
            tally.losses = games - tally.wins - draws
            tallies.games += games
        stored = self._sums().get(queries.ALL_GAMES, {})
        if any(totals[name] != stored.get(name, 0) for name in queries.TOTALS):
            raise Damaged("its games do not add up to what was stored")
        return rated

    def _tally_pairs(self, tallies: Tallies) -> None:
        for pairing, halves, hands, pairs, diffs, squares, drawn, leg_squares in self._db.execute(
            queries.PAIRS
        ):
            tally = tallies.pairing(pairing)
            tally.pairs += pairs
            tally.drawn_legs += drawn
            tally.leg_diffs = tally.leg_diffs.plus(HandSums(2 * pairs, diffs, leg_squares))
            if tallies.duplicate:
                tally.units[2, halves] += pairs
                tally.points[hands] = tally.points.get(hands, HandSums()).plus(
                    HandSums(pairs, diffs, squares)
                )
        if not tallies.duplicate:
            for pairing, halves, hands, games, diffs, squares in self._db.execute(queries.LEGS_OF_PAIRS):
                tally = tallies.pairing(pairing)
                tally.units[1, halves] += games
                tally.points[hands] = tally.points.get(hands, HandSums()).plus(
                    HandSums(games, diffs, squares)
                )

    def voids(self) -> list[Void]:
        """Give the games that do not count, in the order in which they were made void."""
        with self._reading():
            return [self._void(*row) for row in self._db.execute(queries.VOIDS)]

    @staticmethod
    def _void(pairing: int, deal_pair: int, leg: int, *rest: object) -> Void:
        *values, record, checksum = rest
        if checksum != row_checksum(pairing, deal_pair, leg, *values, record):  # type: ignore[arg-type]  # as they were stored
            raise Damaged("a game made void is not as it was stored")
        return Void(GameKey(pairing, deal_pair, leg), *values)  # type: ignore[arg-type]  # as they were stored

    def fault_events(self) -> list[FaultEvent]:
        """Give all fault events in the order in which they happened."""
        return [event for event in self._events() if isinstance(event, FaultEvent)]

    def marks(self) -> list[Mark]:
        """Give what happened to bots, in order."""
        return [event for event in self._events() if isinstance(event, Mark)]

    def _events(self) -> list[FaultEvent | Mark]:
        events: list[FaultEvent | Mark] = []
        with self._reading():
            for name, bot, what, words, at, games, checksum in self._db.execute(queries.EVENTS):
                if checksum != row_checksum(bot, what, words, at, games) or name is None:
                    raise Damaged("an event of a bot is not as it was stored")
                event = (
                    FaultEvent(name, what, words, at) if games is None else Mark(name, what, words, at, games)
                )
                events.append(event)
        return events

    def suspended(self) -> set[str]:
        """Name the bots that are suspended now."""
        last = {mark.bot: mark.mark for mark in self.marks()}
        return {bot for bot, mark in last.items() if mark == "suspended"}

    def mended(self) -> dict[str, int]:
        """Give for each bot that came back mended after playing how many of its games were stored then."""
        last = {mark.bot: mark.games for mark in self.marks() if mark.mark == "mended"}
        return {bot: games for bot, games in last.items() if games}

    def check(self) -> None:
        """Read the file through: its structure, every game, every sum.

        Raises:
            StoreError: at the first damage.
        """
        check_structure(self._db, self.path)
        for _ in self.games():
            pass
        self.tallies()

    def _header_checksum(self) -> int:
        """Give the CRC-32 of everything small that is read by itself: facts, bots, epochs."""
        parts = [
            self._db.execute(
                "SELECT key, value FROM meta WHERE key <> ? ORDER BY key", (CHECKSUM,)
            ).fetchall(),
            self._db.execute("SELECT number, name FROM bots ORDER BY number").fetchall(),
            self._db.execute("SELECT * FROM epochs ORDER BY number").fetchall(),
        ]
        return zlib.crc32(repr(parts).encode())

    def _check_header(self) -> None:
        stored = self._db.execute("SELECT value FROM meta WHERE key = ?", (CHECKSUM,)).fetchone()
        if stored is not None and stored[0] != str(self._header_checksum()):
            raise Damaged("its bots, seeds or facts are not as they were stored")
