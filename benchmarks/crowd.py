"""Many bots: 100 of them in 50 pairings at once, beside two.

The bots of a crowd are connections of the SDK in two processes, as two bots are, so that it is the referee
that is measured; they dial in to the real command and count their own decisions.
"""

import asyncio
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from subprocess import PIPE
from typing import cast

from benchmarks.command import GIN_REFEREE, write_config
from benchmarks.rounds import Effort, Measured, alternate, ratio
from gin_rummy.view import View
from gin_sdk import Action, BigGin, Bot, Discard, Knock, Pass, Stock, Take, Upcard
from gin_sdk.client import Client
from gin_sdk.options import Options
from gin_tournaments.registry import register

MODULE = "benchmarks.crowd"
BOTS = 100
GAMES = 12_800  # offered at the start, over all pairings
SETTLE, SECONDS = 1.0, 5.0  # from the first decision until counting begins, and how long it counts


def measure(effort: Effort, folder: Path) -> Measured:
    """Measure `crowd_ratio`."""
    seconds = max(SECONDS * effort.share, 1.0)
    crowd, two = alternate(
        effort.rounds, lambda: _play(folder, BOTS, seconds), lambda: _play(folder, 2, seconds)
    )
    note = f"decisions/s of {BOTS} bots {median(crowd):,.0f}, of two {median(two):,.0f}"
    return Measured({"crowd_ratio": ratio(crowd, two)}, [note])


def _play(folder: Path, bots: int, seconds: float) -> float:
    """Let *bots* bots play, each against one other; give the decisions a second of all."""
    registry, results, shown = (folder / name for name in ("registry.json", "crowd.db", "crowd.jsonl"))
    for old in (registry, results):
        old.unlink(missing_ok=True)
    names = [f"bot-{number}" for number in range(bots)]
    tokens = [register(registry, name).token for name in names]
    deal_pairs = GAMES // bots
    config = {
        "name": "crowd",
        "seed": "bench",
        "bots": [{"name": name, "remote": True} for name in names],
        "games": {"deal_pairs": deal_pairs, "batch": deal_pairs, "pairings_at_once": bots // 2},
    }
    words: list[str | Path] = [GIN_REFEREE, "run-tournament", write_config(config, folder), "--json"]
    words += ["--registry", registry, "--results", results]
    with shown.open("w") as out, subprocess.Popen(words, stdout=out) as referee:
        address = _address(shown, referee)
        halves = tokens[: bots // 2], tokens[bots // 2 :]  # a pairing has one bot of each
        bot_words = [sys.executable, "-m", MODULE, address, str(seconds)]
        crowds = [subprocess.Popen([*bot_words, *half], stdout=PIPE, text=True) for half in halves]
        speed = sum(float(crowd.communicate()[0]) for crowd in crowds)
        referee.send_signal(signal.SIGTERM)  # a shell may have us ignore SIGINT, and then it would too
    return speed


def _address(shown: Path, referee: subprocess.Popen[bytes]) -> str:
    """Wait until the referee says where bots dial in."""
    while referee.poll() is None:
        found = re.search(r"dial in at ([\d.:]+)", shown.read_text())
        if found:
            return found[1]
        time.sleep(0.05)
    raise ChildProcessError("the referee did not start")


class Counted(Bot):
    """Chooses at random, and counts the decisions of all games in this process."""

    decisions = 0

    def upcard(self, view: View) -> Take | Pass:
        return cast("Take | Pass", self._any(view))

    def draw(self, view: View) -> Upcard | Stock:
        return cast("Upcard | Stock", self._any(view))

    def discard(self, view: View) -> Discard | Knock | BigGin:
        return cast("Discard | Knock | BigGin", self._any(view))

    def _any(self, view: View) -> Action:
        Counted.decisions += 1
        return self.random.choice(view.legal)


async def _count(address: str, seconds: float, tokens: list[str]) -> float:
    """Connect a bot for each token and give their decisions a second once all are at it."""
    playing = [asyncio.create_task(Client(Counted, Options(address, token)).play()) for token in tokens]
    while not Counted.decisions:
        await asyncio.sleep(0.01)
    await asyncio.sleep(SETTLE)
    began, before = time.perf_counter(), Counted.decisions
    await asyncio.sleep(seconds)
    speed = (Counted.decisions - before) / (time.perf_counter() - began)
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)
    return speed


if __name__ == "__main__":
    print(asyncio.run(_count(sys.argv[1], float(sys.argv[2]), sys.argv[3:])))
