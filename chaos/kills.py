"""Exactly once: tournaments whose referee is killed again and again, held against one that nobody disturbed.

Six deterministic bots and a fixed seed, so both must give the same exports and the same standings. After each
kill: no process of a bot lives on, and whatever was shown is stored.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from chaos.dying import LEGS
from gin_tournaments.errors import StoreError
from gin_tournaments.store import Results
from tests.e2e.command import EXAMPLES, PROGRAM, alive, descendants

ROOT = Path(__file__).parents[1]
BOTS = ("template", "random", "greedy", "simple", "patient", "watcher")
TIMING = ("ms_p50", "ms_p99")
LONGEST_LEFTOVER = 5.0  # seconds that a bot's process may live on
PATIENCE = 300.0

START = ("CREATE TABLE records", "INSERT INTO bots", "INSERT INTO epochs", "PRAGMA journal_mode=WAL")
COMMIT = ("BEGIN IMMEDIATE", "INSERT INTO games", "INSERT INTO sums", "COMMIT")
TABLE = ("UPDATE epochs SET published", "PRAGMA wal_checkpoint", "PRAGMA journal_mode=DELETE")


@dataclass(frozen=True, slots=True)
class Death:
    """How a run ends: at a *place* of `chaos.dying`, or from outside *after* seconds or while it writes."""

    kind: str
    place: tuple[str, int] | None = None
    after: float = 0.0
    writing: bool = False


@dataclass
class Report:
    """What was seen."""

    kills: Counter[str] = field(default_factory=Counter)
    lone_legs: int = 0
    longest_leftover: float = 0.0
    games_shown: int = 0

    def lines(self) -> list[str]:
        """Give it in words."""
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kills.items()))
        return [
            f"killed {self.kills.total()} times: {kinds}",
            f"one game of a pair was stored and the other was not after {self.lone_legs} of them",
            f"the last process of a bot was gone {self.longest_leftover:.2f} s after the kill, at the latest",
            f"{self.games_shown} games were shown before a kill, and all of them were stored",
        ]


class Cup:
    """One tournament in a folder of its own."""

    def __init__(self, folder: Path, deal_pairs: int, isolation: str) -> None:
        folder.mkdir()
        self.folder = folder
        self.results = folder / "results" / "cup.db"
        self._runs = 0
        bots = [{"name": name, "command": f"python {EXAMPLES / name / 'bot.py'}"} for name in BOTS]
        games = {"deal_pairs": deal_pairs, "batch": 2}
        config = {
            "name": "cup",
            "seed": "killed",
            "rules": {"target": 25},
            "bots": bots,
            "games": games,
            "isolation": isolation,
        }
        (folder / "cup.yaml").write_text(yaml.safe_dump(config))
        paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        self.env = {**os.environ, "TMPDIR": str(folder), "PYTHONPATH": paths}

    def die(self, death: Death, report: Report) -> bool:
        """Run the tournament until *death*; false when it was over before that."""
        program = [str(PROGRAM)]
        if death.place is not None:
            program = [sys.executable, "-m", "chaos.dying", death.place[0], str(death.place[1])]
        run = self._start(program)
        if death.writing:
            self._wait_for_writing(run)
        elif death.place is None:
            _wait(run, death.after)
        below = self._kill(run) if death.place is None else self._wait_for_death(run)
        died = time.monotonic()
        if run.returncode == 0:
            return False
        assert run.returncode == -signal.SIGKILL, self._log()
        report.kills[death.kind] += 1
        report.longest_leftover = max(report.longest_leftover, _leftover(below, died))
        self._check(report)
        return True

    def finish(self) -> float:
        """Run it to its end; give the seconds that took."""
        began = time.monotonic()
        run = self._start([str(PROGRAM)])
        assert run.wait(PATIENCE) == 0, self._log()
        return time.monotonic() - began

    def say(self, *arguments: str) -> str:
        """Give what a command writes."""
        done = subprocess.run(
            [PROGRAM, *arguments], cwd=self.folder, env=self.env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def export(self, form: str) -> str:
        """Give an export."""
        return self.say("export", str(self.results), "--format", form)

    def standings(self) -> object:
        """Give the standings, without what depends on timing."""
        told = json.loads(self.say("standings", str(self.results), "--format", "json"))
        for bot in told["bots"]:
            for name in TIMING:
                del bot[name]
        return told

    def _start(self, program: Sequence[str]) -> "subprocess.Popen[bytes]":
        self._runs += 1
        with self._output().open("wb") as output:
            return subprocess.Popen(
                [*program, "run-tournament", "cup.yaml", "--json"],
                cwd=self.folder,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def _output(self) -> Path:
        return self.folder / f"run.{self._runs}.out"

    def _log(self) -> str:
        return self._output().read_text()

    def _wait_for_writing(self, run: "subprocess.Popen[bytes]") -> None:
        """Return as soon as the log beside the results grows, some times after the run began."""
        log = self.results.with_name(self.results.name + "-wal")
        seen, grown = -1, 0
        while run.poll() is None and grown < 8:
            size = log.stat().st_mtime_ns if log.exists() else -1
            grown += size != seen
            seen = size
            time.sleep(0.0005)

    def _kill(self, run: "subprocess.Popen[bytes]") -> set[int]:
        """Kill it; give the processes that were below it."""
        below: set[int] = set()
        if run.poll() is None:
            run.send_signal(signal.SIGSTOP)  # so that none is missed that it starts meanwhile
            below = descendants(run.pid)
            run.kill()
        run.wait(PATIENCE)
        return below

    def _wait_for_death(self, run: "subprocess.Popen[bytes]") -> set[int]:
        """Wait until it kills itself; give the processes that were below it shortly before."""
        below: set[int] = set()
        give_up = time.monotonic() + PATIENCE
        while run.poll() is None:
            assert time.monotonic() < give_up, self._log()
            below = descendants(run.pid) or below
            time.sleep(0.02)
        return below

    def _check(self, report: Report) -> None:
        """Hold what is stored against what was shown."""
        shown = [line["id"] for line in map(json.loads, self._whole_lines()) if line["event"] == "game"]
        report.games_shown += len(shown)
        try:
            with Results.open(self.results) as results:
                results.check()
                played = [record.key for record in results.games()]
        except StoreError:  # killed before there were tables
            assert not self.results.exists() or not self.results.stat().st_size
            played = []
        assert {*shown} <= {".".join(map(str, key)) for key in played}
        pairs = Counter(key[:2] for key in played)
        report.lone_legs += 1 in pairs.values()

    def _whole_lines(self) -> list[str]:
        *whole, _ = self._output().read_text().split("\n")
        return whole


def deaths(dice: random.Random, middle: int, whole: float) -> Iterator[Death]:
    """Yield how one of *whole* seconds is killed: at its start, *middle* times in play, at its end."""
    yield Death("at start", (dice.choice(START), 1))
    kinds = [
        lambda: Death("between two legs", (LEGS, dice.randint(1, 2))),
        lambda: Death("inside a commit", (dice.choice(COMMIT), dice.randint(1, 8))),
        lambda: Death("at a random moment", after=dice.uniform(0, whole)),
        lambda: Death("while it writes", writing=True),
    ]
    for number in range(middle):
        yield kinds[number % len(kinds)]()
    yield Death("at the final table", (dice.choice(TABLE), 1))


def compare(killed: Cup, undisturbed: Cup) -> None:
    """Hold a tournament that was killed against one that was not: nothing may differ but times."""
    for form in ("jsonl", "pgn", "csv"):
        assert killed.export(form) == undisturbed.export(form), f"the {form} exports differ"
    assert killed.standings() == undisturbed.standings()
    killed.say("verify", str(killed.results))
    with Results.open(killed.results) as results:
        results.check()
        keys = [record.key for record in results.games()]
    assert len(keys) == len(set(keys))
    assert not list(killed.results.parent.glob("*-wal")), "one file is the whole"
    assert not list(killed.folder.glob("gin-bot-*")), "a bot's folder is left"


def run(
    folder: Path, kills: int, seed: int, deal_pairs: int, middle: int, isolation: str = "lanes"
) -> Report:
    """Kill until it was done *kills* times, and check everything; the folder must be empty."""
    dice = random.Random(seed)
    report = Report()
    undisturbed = Cup(folder / "undisturbed", deal_pairs, isolation)
    whole = undisturbed.finish()
    number = 0
    while report.kills.total() < kills:
        number += 1
        cup = Cup(folder / f"killed{number}", deal_pairs, isolation)
        for death in deaths(dice, min(middle, kills - report.kills.total() - 2), whole):
            cup.die(death, report)
        cup.finish()
        compare(cup, undisturbed)
    return report


def _wait(run: "subprocess.Popen[bytes]", seconds: float) -> None:
    try:
        run.wait(seconds)
    except subprocess.TimeoutExpired:
        return


def _leftover(below: set[int], since: float) -> float:
    """Wait until no process of *below* lives; give the seconds that took."""
    while any(map(alive, below)):
        lasted = time.monotonic() - since
        assert lasted < LONGEST_LEFTOVER, f"processes of bots live on: {[*filter(alive, below)]}"
        time.sleep(0.02)
    return time.monotonic() - since


def main() -> None:
    """Kill as often as the command line says, and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="gin-chaos-") as folder:
        report = run(Path(folder), chosen.kills, chosen.seed, deal_pairs=8, middle=12)
    print("\n".join(report.lines()))
    print(f"every tournament ended as the undisturbed one; {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
