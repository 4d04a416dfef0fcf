"""What a bot learned in one game of a deal pair does not reach the other one, unless somebody lets it."""

import pytest

from gin_tournaments.statistics.standings import BotStanding, standings
from gin_tournaments.store import Results
from gin_tournaments.tournament import tournament_of
from tests.e2e.command import BOTS, Desk, example

REMEMBERING = {"name": "remembering", "command": f"python {BOTS / 'remembering.py'}"}
ONE_HAND = {"format": "hands", "hands": 1, "target": 100}


def standing(desk: Desk, bot: str) -> BotStanding:
    """Give the last standing of a bot in a run that is over."""
    desk.play()
    with Results.open(desk.results) as results:
        table = standings(tournament_of(results), results.tallies())
    return next(each for each in table.bots if each.name == bot)


def test_with_two_lanes_a_bot_that_remembers_every_hand_gains_nothing(desk: Desk) -> None:
    desk.config(REMEMBERING, example("template"), deal_pairs=40, isolation="lanes", rules=ONE_HAND)
    played = standing(desk, "remembering")
    assert (played.pairs, played.points_per_hand) == (40, 0)  # so it plays as template does


def test_in_one_process_a_bot_that_remembers_every_hand_is_seen_to_gain(desk: Desk) -> None:
    games = {"at_once": 1}  # else both games of a pair are played at once
    desk.config(REMEMBERING, example("template"), deal_pairs=60, rules=ONE_HAND, games=games)
    gained = standing(desk, "remembering")
    assert gained.points_per_hand is not None
    assert gained.points_per_hand_ci95 is not None
    assert gained.points_per_hand > 2 * gained.points_per_hand_ci95


def test_with_a_process_a_game_each_process_plays_one(desk: Desk) -> None:
    desk.config(
        {"name": "signing", "command": f"python {BOTS / 'signing.py'}"},
        example("template"),
        deal_pairs=3,
        isolation="process",
    )
    run = desk.play()
    assert run.of("end")[0]["complete"] is True
    assert run.of("fault") == []
    for lane in (0, 1):
        log = (desk.folder / "results" / "cup.logs" / f"signing.{lane}.err").read_text()
        signed = [line for line in log.splitlines() if line.startswith("process ")]
        assert len(signed) == len(set(signed)) == 3, log


@pytest.mark.parametrize(
    ("isolation", "lanes"), [("none", ["any"]), ("lanes", ["0", "1"]), ("process", ["0", "1"])]
)
def test_a_process_gets_into_no_lane_but_its_own(desk: Desk, isolation: str, lanes: list[str]) -> None:
    grasping = {"name": "grasping", "command": f"python {BOTS / 'grasping.py'}"}
    desk.config(grasping, example("template"), isolation=isolation)
    run = desk.play()
    assert run.of("end")[0]["complete"] is True
    assert run.of("fault") == []
    for lane in lanes:
        log = (desk.folder / "results" / "cup.logs" / f"grasping.{lane}.err").read_text()
        refused = [f"{other} PERMISSION_DENIED" for other in ("any", "0", "1") if other != lane]
        assert [line for line in refused if line not in log] == [], log
        assert " OK" not in log
