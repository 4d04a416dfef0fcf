"""Ten thousand games over the real command: files, threads, processes and memory of the referee stay flat."""

import argparse
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import yaml

from gin_tournaments.store import Results
from tests.e2e.command import EXAMPLES, PROGRAM, alive, descendants

BOTS = ("template", "greedy", "simple", "patient")
PAIRINGS = len(BOTS) * (len(BOTS) - 1) // 2
EVERY = 1.0  # seconds between two looks
_WARM = 0.2  # of the games: caches, pools and allocators fill up
MOST_GROWTH = 0.1  # of the memory, from then on
PATIENCE = 1800.0


class Look(NamedTuple):
    """What the referee holds after so many *games*; *memory* in KiB."""

    games: int
    files: int
    threads: int
    processes: int
    memory: int


def look(pid: int, games: int) -> Look:
    """Look at a process; raise OSError when it is gone."""
    status = dict(
        line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if ":" in line
    )
    files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return Look(games, files, int(status["Threads"]), len(descendants(pid)), int(status["VmRSS"].split()[0]))


def watch(folder: Path, games: int) -> list[Look]:
    """Play so many games and look at the referee again and again; nothing of it may be left."""
    deal_pairs = -(-games // (2 * PAIRINGS))
    config = {
        "name": "leaks",
        "seed": "leaks",
        "rules": {"target": 10},
        "bots": [{"name": name, "command": f"python {EXAMPLES / name / 'bot.py'}"} for name in BOTS],
        "games": {"deal_pairs": deal_pairs, "batch": 20, "pairings_at_once": 2},
    }
    (folder / "leaks.yaml").write_text(yaml.safe_dump(config))
    output = folder / "out"
    looks: list[Look] = []
    below: set[int] = set()
    with output.open("wb") as out:
        words = [str(PROGRAM), "run-tournament", "leaks.yaml", "--json"]
        run = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=out)
        began = time.monotonic()
        try:
            while run.poll() is None:
                assert time.monotonic() - began < PATIENCE
                below |= descendants(run.pid)
                try:
                    looks.append(look(run.pid, _games_told(output)))
                except OSError:
                    break
                time.sleep(EVERY)
            assert run.wait(PATIENCE) == 0, output.read_text()[-2000:]
        finally:
            run.kill()
            run.wait()
    assert not any(map(alive, below)), "processes are left"
    with Results.open(folder / "results" / "leaks.db") as results:
        assert results.count() == 2 * PAIRINGS * deal_pairs
    return looks


def check(looks: Sequence[Look]) -> list[str]:
    """Hold the last looks against those after the start; give the figures in words."""
    games = looks[-1].games
    warm = [each for each in looks if each.games >= _WARM * games and each.processes]
    middle = len(warm) // 2
    early, late = warm[:middle], warm[middle:]
    lines = [f"{games} games, {len(looks)} looks; the first and the second half of what follows the start:"]
    for name in ("files", "threads", "processes", "memory"):
        before, after = (max(getattr(each, name) for each in half) for half in (early, late))
        lines.append(f"{name}: at most {before}, then {after}{' KiB' if name == 'memory' else ''}")
        allowed = before * (1 + MOST_GROWTH) if name == "memory" else before + 2
        assert after <= allowed, lines[-1]
    return lines


def _games_told(output: Path) -> int:
    return output.read_bytes().count(b'{"event": "game"')


def main() -> None:
    """Play as many games as the command line says, and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="gin-chaos-") as folder:
        print("\n".join(check(watch(Path(folder), chosen.games))))


if __name__ == "__main__":
    main()
