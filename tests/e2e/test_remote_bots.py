"""Bots that are started elsewhere and dial in with their token, and those that never do."""

import re

from gin_tournaments.registry import register
from tests.e2e.command import Command, Desk, example

ALICE = {"name": "alice", "remote": True}


def address(run: Command) -> str:
    """Wait until it is said where bots dial in."""
    found = re.search(r"bots dial in at ([\d.]+:\d+)", run.line(lambda line: "bots dial in at" in line))
    assert found
    return found[1]


def test_a_bot_joins_by_token_on_another_address_and_one_with_a_wrong_token_does_not(desk: Desk) -> None:
    (token,) = desk.run("register", "alice").stdout
    desk.config(example("template"), ALICE, server={"listen": "127.0.0.2:0"})
    run = desk.start("run-tournament", "cup.yaml", "--plain")
    referee = address(run)
    assert referee.startswith("127.0.0.2:")
    run.line(lambda line: "waiting for" in line and "alice" in line)

    stranger = desk.dial("greedy", referee, "0" * len(token))
    assert stranger.end() == 1
    assert "the referee does not know this token" in stranger.words()

    alice = desk.dial("greedy", referee, token)
    assert run.end() == 0, run.words()
    assert alice.end() == 0
    assert "goodbye" in alice.words()
    assert token not in run.words()
    games = desk.games()
    assert [game["reason"] for game in games] == ["target", "target"]
    assert all("alice" in str(game["seats"]) for game in games)


def test_a_bot_that_never_dials_in_is_left_out_or_loses_and_comes_back_in_the_next_run(desk: Desk) -> None:
    token = register(desk.folder / "bots.json", "alice", None).token
    runs = {}
    for absent in ("skip", "forfeit"):
        desk.config(
            example("template"),
            ALICE,
            name=absent,
            file=f"{absent}.yaml",
            join={"timeout": "8s", "absent": absent},
        )
        runs[absent] = desk.start("run-tournament", f"{absent}.yaml", "--json", "--registry", "bots.json")
    assert runs["skip"].end() == 5, runs["skip"].words()
    assert runs["skip"].of("game") == []
    assert "absent: alice" in str(runs["skip"].of("end")[0]["why"])
    assert runs["forfeit"].end() == 0, runs["forfeit"].words()
    lost = runs["forfeit"].of("game")
    assert [game["reason"] for game in lost] == ["absent", "absent"]
    for game in lost:
        seats = game["seats"]
        assert isinstance(seats, list)
        assert game["winner"] == seats.index("template")

    desk.config(example("template"), ALICE, name="skip", file="skip.yaml")
    again = desk.start("run-tournament", "skip.yaml", "--json", "--registry", "bots.json")
    alice = desk.dial("template", address(again), token)
    assert again.end() == 0, again.words()
    assert alice.end() == 0
    assert len(again.of("game")) == 2


def test_when_nobody_comes_a_tournament_ends_and_nothing_is_played_whatever_absence_costs(desk: Desk) -> None:
    for name in ("alice", "bob"):
        register(desk.folder / "bots.json", name, None)
    runs = {}
    for absent in ("abort", "forfeit"):
        join = {"timeout": "300ms", "absent": absent}
        desk.config(ALICE, {"name": "bob", "remote": True}, name=absent, file=f"{absent}.yaml", join=join)
        runs[absent] = desk.start("run-tournament", f"{absent}.yaml", "--json", "--registry", "bots.json")
    for run, why in ((runs["abort"], "join.absent: abort"), (runs["forfeit"], "absent: alice, bob")):
        assert run.end() == 5, run.words()
        assert run.of("game") == []
        assert why in str(run.of("end")[0]["why"])
