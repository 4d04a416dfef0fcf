"""The results file: whether a million stored games slow down the next one or the standings.

The million games are a few hundred real ones, written again and again in the store's own rows.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain, combinations, count, cycle
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.command import run_command, write_config
from benchmarks.rounds import Effort, Measured, alternate, ratio
from benchmarks.table import BOTS, greedy_games
from gin_referee.records import GameKey, GameRecord
from gin_rummy.deck import pairing_number
from gin_rummy.rules import Rules
from gin_tournaments.config import Config, load_config
from gin_tournaments.run.opening import open_tournament
from gin_tournaments.run.scoreboard import Scoreboard
from gin_tournaments.seeds import FIXED
from gin_tournaments.statistics.game_facts import facts_of
from gin_tournaments.store import Batch, Finished, ResultsWriter
from gin_tournaments.store.queries import ALL_GAMES, TOTALS
from gin_tournaments.store.rows import record_row, result_row
from gin_tournaments.store.sums import Sums, sums_of, tally_bots, with_checks
from gin_tournaments.tournament import tournament_of

ENTRANTS = (*BOTS, *(f"bot-{number}" for number in range(2, 40)))
PAIRINGS = [pairing_number(i, j) for i, j in combinations(range(len(ENTRANTS)), 2)]
MILLION = 642  # deal pairs of each pairing: 1,001,520 games
THOUSAND = 1  # 1,560 games
SAMPLE = 400  # games that are real
ROUNDS = 4  # for each of the others': a game is soon stored


def measure(effort: Effort, folder: Path) -> Measured:
    """Measure `growth_ratio` and `standings_s_1m`."""
    sample = greedy_games(SAMPLE)
    few = _config(folder, "thousand"), _file(folder, "thousand", THOUSAND, sample)
    many = _config(folder, "million"), _file(folder, "million", effort.of(MILLION), sample)
    with closing(_Run(*few)) as early, closing(_Run(*many)) as late:
        after_many, after_few = alternate(
            ROUNDS * effort.rounds, _storing(late, sample), _storing(early, sample)
        )
    (seconds,) = alternate(effort.rounds, lambda: _standings(many[1]))
    note = f"to store a game and refresh the standings: {median(after_many) * 1000:.1f} ms"
    figures = {"growth_ratio": ratio(after_many, after_few), "standings_s_1m": median(seconds)}
    return Measured(figures, [note])


def _config(folder: Path, name: str) -> Config:
    """Give a config of many bots; none of them is started."""
    bots = [{"name": entrant, "command": "true"} for entrant in ENTRANTS]
    games = {"deal_pairs": 2 * MILLION}
    return load_config(write_config({"name": name, "seed": "bench", "bots": bots, "games": games}, folder))


def _file(folder: Path, name: str, deal_pairs: int, sample: Sequence[GameRecord]) -> Path:
    """Write a results file with *deal_pairs* of each pairing."""
    path = folder / f"{name}.db"
    store = ResultsWriter.open(path)
    open_tournament(_config(folder, name), store)
    store.close()
    keys = [GameKey(k, p, leg) for k in PAIRINGS for p in range(deal_pairs) for leg in (0, 1)]
    results = [result_row(record) for record in sample]
    records = [(None, *record_row(record)) for record in sample]
    with closing(sqlite3.connect(path)) as file, file:
        _insert(file, "records", (record for _, record in zip(keys, cycle(records), strict=False)))
        _insert(
            file,
            "games",
            ((*key, *result[3:], at) for at, (key, result) in enumerate(zip(keys, cycle(results)), 1)),
        )
        _insert(file, "sums", ((*who, count) for who, count in with_checks(_sums(file, sample)).items()))
    return path


def _insert(file: sqlite3.Connection, table: str, rows: Iterator[Sequence[object]]) -> None:
    first = next(rows)
    places = ", ".join("?" * len(first))
    file.executemany(f"INSERT INTO {table} VALUES ({places})", chain([first], rows))  # noqa: S608


def _sums(file: sqlite3.Connection, sample: Sequence[GameRecord]) -> Sums:
    """Give what is counted of the bots, as if each had played the sample, and of all games together."""
    pair = tally_bots(Finished(record, facts_of(record, Rules())) for record in sample)
    sums = sums_of({bot: pair[bot % 2] for bot in range(len(ENTRANTS))})
    columns = "count(*), sum(halves), sum(rated), sum(diff), sum(hands), sum(deal_pair)"
    totals = file.execute(f"SELECT {columns} FROM games").fetchone()  # noqa: S608
    sums.update({(ALL_GAMES, name): total for name, total in zip(TOTALS, totals, strict=True)})
    return sums


class _Run:
    """A tournament that is going on, as the director sees it."""

    def __init__(self, config: Config, path: Path) -> None:
        self.store = ResultsWriter.open(path)
        opened = open_tournament(config, self.store)
        board = tournament_of(self.store), opened.plan, self.store.played(), self.store.tallies()
        self.board = Scoreboard(*board, FIXED)
        self.close = self.store.close
        self._new = count(MILLION)

    def store_next(self, record: GameRecord) -> None:
        """Store one more game and refresh the standings."""
        game = replace(record, key=GameKey(0, next(self._new), record.key.leg))
        batch = Batch(games=[Finished(game, facts_of(game, Rules()))])
        self.store.save(batch)
        self.board.stored(batch.games, batch.bots)
        self.board.standings()


def _storing(run: _Run, sample: Sequence[GameRecord]) -> Callable[[], float]:
    games = cycle(sample)

    def task() -> float:
        began = perf_counter()
        run.store_next(next(games))
        return perf_counter() - began

    return task


def _standings(results: Path) -> float:
    began = perf_counter()
    run_command("standings", results, "--format", "json")
    return perf_counter() - began
