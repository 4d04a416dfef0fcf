"""Forty bots in eighty processes on the processors there are: nobody may lose a game to the crowd.

All pairings on default settings, so with five seconds a move; only the number of deal pairs is small. Every
fault seen here is a false one, because the example bots make none.
"""

import argparse
import json
import os
import subprocess
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import yaml

from tests.e2e.command import EXAMPLES, PROGRAM, descendants

KINDS = ("template", "random", "greedy", "simple", "patient", "watcher")
LOOK_EVERY = 0.5  # seconds between two counts of processes


@dataclass(frozen=True, slots=True)
class Crowd:
    """What was seen of a tournament of many bots."""

    bots: int
    planned: int
    games: int
    complete: bool
    faults: Counter[str]
    most_processes: int
    seconds: float
    slowest_p99: float

    def lines(self) -> list[str]:
        """Give it in words."""
        return [
            f"{self.bots} bots on {len(os.sched_getaffinity(0))} processors: {self.games} of {self.planned} "
            f"games in {self.seconds:.0f} s, at most {self.most_processes} processes at once",
            f"false forfeits: {self.faults.total()} {dict(self.faults) or ''}".rstrip(),
            f"the slowest bot took {self.slowest_p99:.0f} ms for a decision at the 99th percentile",
        ]


def play(folder: Path, bots: int, deal_pairs: int) -> Crowd:
    """Play all pairings of *bots* example bots on default settings; the folder must be empty."""
    entries = [
        {"name": f"{kind}{number}", "command": f"python {EXAMPLES / kind / 'bot.py'}"}
        for number in range(bots)
        for kind in [KINDS[number % len(KINDS)]]
    ]
    config = {"name": "crowd", "seed": "crowd", "bots": entries, "games": {"deal_pairs": deal_pairs}}
    (folder / "crowd.yaml").write_text(yaml.safe_dump(config))
    began = time.monotonic()
    output = folder / "crowd.out"
    with output.open("wb") as file:
        run = subprocess.Popen(
            [PROGRAM, "run-tournament", "crowd.yaml", "--json"],
            cwd=folder,
            env={**os.environ, "TMPDIR": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=file,
            start_new_session=True,
        )
        most = 0
        while run.poll() is None:
            most = max(most, len(descendants(run.pid)))
            time.sleep(LOOK_EVERY)
    events = [json.loads(line) for line in output.read_text().splitlines()]
    assert run.returncode == 0, events[-1]
    told = [event for event in events if event["event"] == "standings"][-1]
    games = [event for event in events if event["event"] == "game"]
    return Crowd(
        bots=bots,
        planned=bots * (bots - 1) * deal_pairs,
        games=len(games),
        complete=events[-1]["complete"],
        faults=Counter(event["kind"] for event in events if event["event"] == "fault"),
        most_processes=most,
        seconds=time.monotonic() - began,
        slowest_p99=max(bot["ms_p99"] for bot in told["bots"]),
    )


def main() -> None:
    """Play as the command line says, and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=40)
    parser.add_argument("--deal-pairs", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="gin-chaos-") as folder:
        seen = play(Path(folder), chosen.bots, chosen.deal_pairs)
    print("\n".join(seen.lines()))
    assert seen.complete
    assert not seen.faults


if __name__ == "__main__":
    main()
