"""The matrix of faults and moments with real processes: each bot does one evil deed at one moment.

One gauntlet: `good` plays all of them and an honest bot. For each, `stated` says how it must end; then every
game must be there, `good` must have been told of each fault at once, and nothing may be left behind.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, TypeAlias
from uuid import uuid4

import yaml

from chaos.evil import DEEDS, MOMENTS
from gin_referee.records import GameRecord
from gin_tournaments.store import Results
from tests.e2e.command import EXAMPLES, PROGRAM, alive, descendants

Line: TypeAlias = dict[str, object]

EVIL = Path(__file__).with_name("evil.py")
OWING = ("upcard", "draw", "discard")
SUSPEND_AFTER = 4
LOOK_EVERY = 0.5  # seconds between two looks at the referee
AT_ONCE = 1.0  # seconds within which the opponent is told of a fault
FILES_AT_REST, FILES_A_BOT = 64, 4  # most open files of the referee

EXITS = {
    "exit-0": "exit status 0",
    "exit-1": "exit status 1",
    "raise": "a card I thought I had",
    "killed": "killed by SIGKILL",
    "segfault": "killed by SIGSEGV",
    "memory": "MemoryError",
    "files": "Too many open files",
    "slow-start": "exit status 1",
}
HANGS = ("stop", "sleep", "late", "never-reads")
BREAKS = ("garbage", "10-MB", "flood", "second-hello")
IGNORED = ("twice", "other-game", "old-turn")
ILLEGAL = tuple(deed for deed in DEEDS if deed.startswith("illegal-"))
REFUSALS = {
    "connect-twice": "refused ALREADY_EXISTS",
    "other-session": "refused ALREADY_EXISTS",
    "wrong-token": "refused UNAUTHENTICATED",
    "old-protocol": "refused FAILED_PRECONDITION",
    "new-protocol": "refused FAILED_PRECONDITION",
}
UNSTARTABLE = {"no-command": "there is no file", "no-permission": "not executable"}


class Cell(NamedTuple):
    """A deed at a moment, done by the bot of that name."""

    deed: str
    moment: str

    @property
    def name(self) -> str:
        """The bot."""
        return f"{self.deed}.{self.moment}"


@dataclass(frozen=True, slots=True)
class Stated:
    """How it ends: fault events of *kind* only, from *least* to *most*, with the *evidence*.

    *log* is what the bot was told; *lost_for* the reason of all the games that it never plays, if any.
    """

    kind: str = ""
    least: int = 0
    most: int = 0
    evidence: str = ""
    log: str = ""
    lost_for: str = ""


def stated(cell: Cell) -> Stated:
    """Say how a deed ends (docs/rules.md, What a fault costs).

    A fault is one of the decision owed. At a moment between decisions there may be none, or one may fall due
    before the deed is seen: between games also none ever again.
    """
    deed, moment = cell
    owing, early = moment in OWING, moment == "before-hello"
    least = 0 if moment == "between-games" else 1
    if deed in UNSTARTABLE:
        return Stated("crash", 2, SUSPEND_AFTER, UNSTARTABLE[deed], lost_for="suspended")
    if deed in EXITS and not (early and deed == "slow-start"):
        return Stated("crash", least, 1, EXITS[deed])
    if early and deed in ("stop", "sleep", "never-reads", "close"):
        return Stated(lost_for="absent")
    if early and deed == "second-hello":
        return Stated("protocol", 0, 1)
    if early and deed in (*ILLEGAL, *IGNORED, *BREAKS):
        return Stated(log="refused INVALID_ARGUMENT")
    if early:
        return Stated(log=REFUSALS.get(deed, ""))
    if deed in HANGS:
        return Stated("timeout", least if deed != "late" else int(owing), 1 if owing else 2, "no answer in")
    if deed == "close":
        return Stated("disconnect", least, 1, "did not come back")
    if deed in ILLEGAL:
        return Stated("illegal", 1, 1, "legal:") if owing else Stated()
    if deed in BREAKS:
        return Stated("protocol", int(owing), 1)
    return Stated(log=REFUSALS.get(deed, ""))


def all_cells() -> list[Cell]:
    """Give the whole matrix."""
    return [Cell(deed, moment) for deed in DEEDS for moment in MOMENTS]


@dataclass
class Report:
    """What was seen: for each cell its ending in a word and what is wrong with it; and of the whole."""

    endings: dict[Cell, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    games: int = 0
    told_after: float = 0.0
    most_files: int = 0
    memory: tuple[int, int] = (0, 0)
    seconds: float = 0.0

    def lines(self) -> Iterator[str]:
        """Give it in words: a table, a line for each deed."""
        moments = [moment for moment in MOMENTS if any(cell.moment == moment for cell in self.endings)]
        yield "".join(f"{word:15}" for word in ("", *moments))
        for deed in dict.fromkeys(cell.deed for cell in self.endings):
            row = [self.endings.get(Cell(deed, moment), "·") for moment in moments]
            yield "".join(f"{word:15}" for word in (deed, *row))
        yield f"{len(self.endings)} evil bots, {self.games} games in {self.seconds:.0f} s"
        yield f"the opponent was told of a fault {self.told_after:.2f} s later at the latest"
        yield (
            f"the referee had {self.most_files} open files at most; "
            f"memory {self.memory[0]} MB in the middle, {self.memory[1]} MB at the end"
        )
        yield from self.wrong or ["each ended as stated; every game is there; nothing was left"]


class Look(NamedTuple):
    """The referee at one time: open files, memory (MB), processes that it started."""

    files: int
    memory: int
    children: int


class Gauntlet:
    """The tournament in a folder of its own, which must be empty."""

    def __init__(self, folder: Path, cells: Sequence[Cell], move_time: float, megabytes: int) -> None:
        self.folder = folder
        self.cells = cells
        self.mark = uuid4().hex
        self.results = folder / "results" / "matrix.db"
        self._once = folder / "once"
        self._once.mkdir()
        self._env = {
            "ONCE": str(self._once),
            "CHAOS": self.mark,
            "MOVE_TIME": str(move_time),
            "STDERR_MB": str(megabytes),
        }
        honest = {"name": "honest", "command": f"python {EXAMPLES / 'template' / 'bot.py'}"}
        config = {
            "name": "matrix",
            "seed": "evil",
            "rules": {"target": 60},
            "bots": [self._bot(Cell("good", "never"), "good"), honest, *map(self._bot, cells)],
            "schedule": {"kind": "gauntlet", "challengers": ["good"]},
            "games": {"deal_pairs": 1, "pairings_at_once": 6, "processes_at_once": 12},
            "isolation": "none",
            "clock": {"move_time": f"{move_time}s"},
            "join": {"timeout": "30s", "absent": "forfeit", "reconnect_grace": "2s"},
            "suspend_after": SUSPEND_AFTER,
            "limits": {"memory": "256MiB", "files": 256},
        }
        (folder / "matrix.yaml").write_text(yaml.safe_dump(config, sort_keys=False))

    def play(self) -> tuple[list[Line], list[Look]]:
        """Play it; give the events, and what was seen of the referee meanwhile."""
        output = self.folder / "out"
        with output.open("wb") as file:
            run = subprocess.Popen(
                [PROGRAM, "run-tournament", "matrix.yaml", "--json"],
                cwd=self.folder,
                env={**os.environ, "TMPDIR": str(self.folder)},
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            looks = []
            try:
                while run.poll() is None:
                    looks += look_at(run.pid)
                    time.sleep(LOOK_EVERY)
            finally:
                run.kill()
        lines = output.read_text().splitlines()
        assert run.returncode == 0, lines[-3:]
        return [json.loads(line) for line in lines], looks

    def log(self, bot: str) -> str:
        """Give what a bot wrote to standard error."""
        file = self.results.with_suffix(".logs") / f"{bot}.any.err"
        return file.read_text(errors="replace") if file.exists() else ""

    def done(self, cell: Cell) -> bool:
        """Tell whether the deed was done at all."""
        return (self._once / cell.name).exists()

    def left_behind(self) -> list[str]:
        """Name the processes and folders of bots that are still there."""
        marked = [
            f"process {entry.name}"
            for entry in Path("/proc").iterdir()
            if entry.name.isdigit() and self.mark in _environment(entry) and alive(int(entry.name))
        ]
        return marked + [str(path) for path in self.folder.glob("gin-bot-*")]

    def _bot(self, cell: Cell, name: str | None = None) -> Line:
        words = [sys.executable, str(EVIL), cell.deed, cell.moment]
        env = dict(self._env)
        if cell.deed in UNSTARTABLE:
            script = self.folder / f"{cell.name}.sh"
            script.write_text(f"#!/bin/sh\nexec {shlex.join(words)}\n")
            script.chmod(0o755)
            words = [str(script)]
            env["COMMAND"] = str(script)
        return {"name": name or cell.name, "command": shlex.join(words), "env": env}


def run(folder: Path, cells: Sequence[Cell], move_time: float = 3.0, megabytes: int = 1000) -> Report:
    """Play the cells and hold each against what is stated; *megabytes* is what `print` prints."""
    began = time.monotonic()
    gauntlet = Gauntlet(folder, cells, move_time, megabytes)
    events, looks = gauntlet.play()
    report = Report(seconds=time.monotonic() - began)
    with Results.open(gauntlet.results) as results:
        results.check()
        games = list(results.games())
    report.games = len(games)
    faults = [event for event in events if event["event"] == "fault"]
    for cell in cells:
        own = [fault for fault in faults if fault["bot"] == cell.name]
        played = [game for game in games if cell.name in game.seats]
        report.endings[cell] = _ending(own, played)
        log = gauntlet.log(cell.name)
        report.wrong += (f"{cell.name}: {why}" for why in _wrong(stated(cell), own, played, log))
        if not gauntlet.done(cell):
            report.wrong.append(f"{cell.name}: never did it")
    for name in ("good", "honest"):
        report.wrong += (
            f"{name}: {fault['kind']}: {fault['evidence']}" for fault in faults if fault["bot"] == name
        )
    if report.games != 2 * (len(cells) + 1):
        report.wrong.append(f"{report.games} games are there, {2 * (len(cells) + 1)} were planned")
    report.told_after = _told_after(faults, gauntlet.log("good"), report.wrong)
    if report.told_after > AT_ONCE:
        report.wrong.append(f"the opponent was told {report.told_after:.2f} s after a fault")
    report.wrong += (f"left behind: {what}" for what in gauntlet.left_behind())
    _judge(looks, report)
    return report


def _ending(faults: Sequence[Line], games: Iterable[GameRecord]) -> str:
    reasons = Counter(game.reason for game in games if game.reason in ("suspended", "absent"))
    words = [f"{count} {kind}" for kind, count in Counter(str(fault["kind"]) for fault in faults).items()]
    words += [reason for reason in reasons if not words or reason == "absent"]
    return " ".join(words) or "plays on"


def _wrong(stated: Stated, faults: Sequence[Line], games: Sequence[GameRecord], log: str) -> Iterator[str]:
    kinds = {str(fault["kind"]) for fault in faults}
    if kinds - {stated.kind}:
        yield f"{kinds}, not {stated.kind or 'no fault'}: {faults[0]['evidence']}"
    if not stated.least <= len(faults) <= stated.most:
        yield f"{len(faults)} faults, not {stated.least} to {stated.most}"
    if faults and not any(stated.evidence in str(fault["evidence"]) for fault in faults):
        yield f"no evidence of {stated.evidence!r}: {faults[-1]['evidence']}"
    if stated.log not in log:
        yield f"it was not told {stated.log!r}"
    for game in games:
        good = game.seats.index("good")
        if game.fault is not None and (game.winner != good or game.fault.kind != stated.kind):
            yield f"its fault did not cost it the game {game.key}"
        if game.fault is None and game.reason not in ("target", stated.lost_for):
            yield f"game {game.key} ended for {game.reason}"
    if stated.lost_for == "absent" and any(game.reason != "absent" for game in games):
        yield "it was absent, and played"


def _told_after(faults: Sequence[Line], log: str, wrong: list[str]) -> float:
    """Give the longest time from a fault in a game to the moment when `good` read who won and why."""
    told: dict[str, list[float]] = {}
    for line in log.splitlines():
        word, *facts = line.split()
        if word == "over" and facts[2] == "fault":
            moment, result, _, at_fault, kind = facts
            if (result, at_fault) != ("GAME_RESULT_WON", "AT_FAULT_OPPONENT"):
                wrong.append(f"good was told: {line}")
            told.setdefault(kind, []).append(float(moment))
    seen: dict[str, list[float]] = {}
    for fault in faults:
        if fault["game"] is not None:
            at = datetime.fromisoformat(str(fault["time"])).timestamp()
            seen.setdefault(str(fault["kind"]), []).append(at)
    if {kind: len(times) for kind, times in told.items()} != {kind: len(at) for kind, at in seen.items()}:
        wrong.append(f"faults were {seen.keys()}, and good was told of {told.keys()}")
        return 0.0
    pairs = [pair for kind in seen for pair in zip(sorted(seen[kind]), sorted(told[kind]), strict=True)]
    return max((later - at for at, later in pairs), default=0.0)


def _judge(looks: Sequence[Look], report: Report) -> None:
    if not looks:
        return
    middle, last = looks[len(looks) // 2], looks[-1]
    report.most_files = max(look.files for look in looks)
    report.memory = (middle.memory, last.memory)
    over = [look for look in looks if look.files > FILES_AT_REST + FILES_A_BOT * look.children]
    if over:
        report.wrong.append(f"open files are left: {over[-1]}")


def look_at(pid: int) -> list[Look]:
    """Look at a process, if it is still there."""
    process = Path("/proc") / str(pid)
    try:
        files = len(list((process / "fd").iterdir()))
        pages = int((process / "statm").read_text().split()[1])
    except OSError:
        return []
    return [Look(files, pages * os.sysconf("SC_PAGE_SIZE") >> 20, len(descendants(pid)))]


def _environment(process: Path) -> str:
    try:
        return (process / "environ").read_text(errors="replace")
    except OSError:
        return ""


def main() -> None:
    """Play the matrix, or the part that the command line names, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deeds", nargs="*", default=list(DEEDS))
    parser.add_argument("--moments", nargs="*", default=list(MOMENTS))
    parser.add_argument("--keep", type=Path, help="an empty folder to play in, which stays")
    chosen = parser.parse_args()
    cells = [cell for cell in all_cells() if cell.deed in chosen.deeds and cell.moment in chosen.moments]
    with tempfile.TemporaryDirectory(prefix="gin-chaos-") as folder:
        report = run(chosen.keep or Path(folder), cells)
    print("\n".join(report.lines()))
    sys.exit(bool(report.wrong))


if __name__ == "__main__":
    main()
