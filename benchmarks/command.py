"""Plays tournaments by the real command, with bots in processes of their own, and reads how fast it went."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from pathlib import Path
from statistics import linear_regression, median

from gin_referee.records import GameRecord
from gin_rummy.actions import PASS
from gin_tournaments.game_ids import show_game
from gin_tournaments.store import Results

GIN_REFEREE = Path(sys.executable).with_name("gin-referee")
BOTS = Path(__file__).parent.parent / "example_bots"
BOTH_PASSED = bytes((PASS, PASS))


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast a tournament went, and its results file."""

    decisions: float  # a second
    games: float  # a second
    results: Path


def pairing(
    bot: str, games: int, at_once: int, rules: Mapping[str, object], isolation: str = "lanes"
) -> dict[str, object]:
    """Give the config of two bots of an example that play *games* games, all offered at once."""
    command = f"{sys.executable} {BOTS / bot / 'bot.py'}"
    deal_pairs = games // 2
    return {
        "name": f"bench-{bot}-{at_once}",
        "seed": "bench",
        "rules": rules,
        "bots": [{"name": f"{bot}-{number}", "command": command} for number in (1, 2)],
        "games": {"deal_pairs": deal_pairs, "batch": deal_pairs, "at_once": at_once},
        "isolation": isolation,
    }


def write_config(config: Mapping[str, object], folder: Path) -> Path:
    """Write a config; JSON is YAML."""
    file = folder / f"{config['name']}.yaml"
    file.write_text(json.dumps(config))
    return file


def run_command(*words: str | Path) -> str:
    """Run `gin-referee` and give what it printed."""
    return subprocess.run([GIN_REFEREE, *words], check=True, stdout=subprocess.PIPE, text=True).stdout


def play(config: Mapping[str, object], folder: Path) -> Speed:
    """Play a tournament from the beginning, and measure its speed where it is even: between the ends."""
    results = folder / f"{config['name']}.db"
    results.unlink(missing_ok=True)
    shown = run_command("run-tournament", write_config(config, folder), "--results", results, "--json")
    events = [json.loads(line) for line in shown.splitlines()]
    with Results.open(results) as stored:
        decisions = {show_game(record.key): decisions_of(record) for record in stored.games()}
    games = [event for event in events if event["event"] == "game"]
    times = [datetime.fromisoformat(game["time"]).timestamp() for game in games]
    done = list(accumulate(decisions[game["id"]] for game in games))
    return Speed(_slope(times, done), _slope(times, range(len(games))), results)


def _slope(times: Sequence[float], counts: Sequence[int]) -> float:
    """Give the growth of *counts* a second over the middle half: no bot is starting, no table half empty."""
    middle = slice(len(times) // 4, len(times) * 3 // 4 + 2)
    return linear_regression(times[middle], counts[middle]).slope


def decisions_of(record: GameRecord) -> int:
    """Count what the bots decided; the draw after two passes is no decision."""
    return sum(len(hand.actions) - hand.actions.startswith(BOTH_PASSED) for hand in record.hands)


def think_time(results: Path) -> float:
    """Give the seconds that half of the decisions took, by the standings of a results file."""
    bots = json.loads(run_command("standings", results, "--format", "json"))["bots"]
    return median(float(bot["ms_p50"]) for bot in bots) / 1000
