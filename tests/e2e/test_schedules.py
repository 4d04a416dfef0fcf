"""Schedules that end by results, a budget or the time, through the real command."""

import signal

import pytest

from tests.e2e.command import Desk, Line, example

FOUR = [example(name) for name in ("template", "greedy", "simple", "patient")]


def met(games: list[Line]) -> set[frozenset[str]]:
    return {frozenset(game["seats"]) for game in games}  # type: ignore[call-overload]


def test_a_gauntlet_on_a_budget_ends_incomplete_and_goes_on_with_a_larger_one(desk: Desk) -> None:
    schedule = {"kind": "gauntlet", "challengers": ["patient"]}
    desk.config(*FOUR, deal_pairs=3, schedule=schedule, stop={"budget": 8}, games={"batch": 1})
    (end,) = desk.play(status=5).of("end")
    assert (end["complete"], end["status"]) == (False, 5)
    assert "budget of 8 games is used up" in str(end["why"])
    assert len(desk.games()) == 8
    desk.config(*FOUR, deal_pairs=3, schedule=schedule, stop={"budget": 800}, games={"batch": 1})
    (end,) = desk.play().of("end")
    assert end["complete"] is True
    assert len(desk.games()) == 18
    assert met(desk.games()) == {frozenset({"patient", name}) for name in ("template", "greedy", "simple")}


def test_swiss_rounds_pair_everybody_in_each_round_and_leave_nothing_to_play(desk: Desk) -> None:
    desk.config(*FOUR, deal_pairs=2, schedule={"kind": "swiss", "rounds": 3})
    command = desk.play()
    assert [line["games"] for line in command.of("round")] == [8, 8, 8]
    assert len(met(desk.games())) == 6
    assert desk.play().of("plan")[0]["games_played"] == 24
    desk.config(*FOUR, example("watcher"), deal_pairs=2, schedule={"kind": "swiss", "rounds": 3})
    assert "cannot enter a Swiss tournament" in desk.play(status=1).words()


def test_an_adaptive_tournament_ends_by_itself_when_its_bots_are_told_apart(desk: Desk) -> None:
    bots = [example("random"), example("greedy")]
    desk.config(*bots, stop={"adaptive": True, "zone": 50}, rules={"target": 30})
    last = desk.play().of("standings")[-1]
    assert last["complete"] is True
    assert last["games_played"] == last["games_planned"]
    assert int(str(last["games_played"])) >= 20
    assert last["bots"][0]["verdict"] in ("separated", "tied")  # type: ignore[index]


@pytest.mark.parametrize(
    ("schedule", "stop"),
    [({}, {"adaptive": True, "zone": 150}), ({"kind": "swiss", "rounds": 3}, {})],
    ids=["adaptive", "swiss"],
)
def test_a_killed_run_goes_on_to_the_games_of_one_that_was_not(
    desk: Desk, schedule: Line, stop: Line
) -> None:
    desk.config(*FOUR, deal_pairs=12, schedule=schedule, stop=stop)
    desk.run("run-tournament", "cup.yaml", "--json")
    whole = desk.export()
    command = desk.start("run-tournament", "cup.yaml", "--json", "--fresh")
    for _ in range(len(whole.splitlines()) // 2):
        command.event("game")
    command.signal(signal.SIGKILL)
    command.end()
    desk.run("run-tournament", "cup.yaml", "--json")
    assert desk.export() == whole
    desk.run("verify", str(desk.results))


def test_a_run_whose_time_is_up_keeps_what_is_finished_and_says_how_to_go_on(desk: Desk) -> None:
    desk.config(*FOUR, deal_pairs=1000, stop={"time": "3s"})
    (end,) = desk.play(status=5).of("end")
    assert "time of 3s is up" in str(end["why"])
    assert str(end["to_continue"]).startswith("gin-referee run-tournament cup.yaml")


@pytest.fixture
def duel(desk: Desk) -> list[str]:
    desk.config(example("patient"), example("random"), rules={"target": 30})
    return [
        "sprt",
        "patient",
        "random",
        "--config",
        "cup.yaml",
        "--elo0",
        "0",
        "--elo1",
        "60",
        "--batch",
        "8",
    ]


def test_a_test_of_two_bots_of_a_config_ends_with_the_accepted_hypothesis(
    desk: Desk, duel: list[str]
) -> None:
    command = desk.run(*duel, "--json")
    (end,) = command.of("end")
    test = end["sprt"]
    assert isinstance(test, dict)
    assert (test["accepted"], test["a"], test["b"]) == ("elo1", "patient", "random")
    assert test["llr"] >= test["upper"]
    assert int(str(command.of("plan")[0]["games"])) == 16
    assert desk.run(*duel, "--json").of("end")[0]["sprt"] == test
    refused = desk.run(*duel[:-4], "--elo1", "90", status=1)
    assert "holds games of another test: --elo0 0 --elo1 60" in refused.words()


def test_a_test_of_two_commands_shows_its_bar_and_stops_at_its_budget(desk: Desk) -> None:
    greedy = str(example("greedy")["command"])
    command = desk.run(
        *("sprt", greedy, greedy, "--elo0", "0", "--elo1", "5", "--budget", "16", "--rule", "target=10"),
        "--plain",
        status=5,
    )
    words = command.words()
    assert "SPRT: is greedy stronger than greedy 2 by 5 Elo (H1) or by 0 (H0)?" in words
    assert "[−2.94 " in words
    assert "The budget of 16 games is used up" in words
