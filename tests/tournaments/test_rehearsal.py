from pathlib import Path

import pytest

from gin_tournaments.config import load_config
from gin_tournaments.run.opening import plan_for
from gin_tournaments.run.rehearsal import rehearse, zone_line
from gin_tournaments.statistics.tallies import Tallies
from tests.tournaments.results import deal_pairs

BOTS = "bots: [" + ", ".join(f"{{name: {name}, command: cat}}" for name in "abcd") + "]\n"


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("", "4 bots, 6 pairings × 50 deal pairs × 2 games = 600 games"),
        (
            "schedule: {kind: gauntlet, challengers: [a]}\nstop: {budget: 100}\n",
            "4 bots, 3 pairings × 50 deal pairs × 2 games = 300 games; the budget is 100 games",
        ),
        ("schedule: {kind: swiss}\n", "4 bots, 2 rounds of 2 matches × 50 deal pairs × 2 games = 400 games"),
        (
            "stop: {adaptive: true, budget: 900}\n",
            "4 bots, 6 pairings × 10 deal pairs × 2 games, then batches of 40 deal pairs until "
            "neighbours are told apart, at most 900 games in all",
        ),
    ],
)
def test_a_rehearsal_says_how_much_will_be_played(tmp_path: Path, keys: str, words: str) -> None:
    path = tmp_path / "cup.yaml"
    path.write_text(f"name: cup\n{keys}{BOTS}")
    first, *others = rehearse(load_config(path), tmp_path / "cup.db")
    assert first == f"cup: {words}"
    assert any(line.startswith("zone: ±20 Elo takes about ") for line in others)


def test_the_zone_is_planned_from_what_was_seen_as_soon_as_everybody_has_played(tmp_path: Path) -> None:
    path = tmp_path / "cup.yaml"
    path.write_text(f"name: cup\nstop: {{zone: 40}}\n{BOTS}")
    plan = plan_for(load_config(path))
    tallies = Tallies()
    assert zone_line(plan, tallies).endswith("until equal bots are tied, at a typical variance")
    pairs = [(a, b) for b in range(4) for a in range(b)]
    tallies.pairings = {number: deal_pairs(a, b, {0: 5, 2: 30, 4: 5}) for number, (a, b) in enumerate(pairs)}
    line = zone_line(plan, tallies)
    assert line.endswith("at the variance of the 240 seen so far")
    assert 50 < int(line.split()[4]) < 150
