"""What an organiser does between two runs: takes games back, mends or withdraws a bot, frees a full disk."""

import json

from gin_tournaments.store import Results
from tests.e2e.command import Desk, Line, evil, example


def standings(desk: Desk) -> dict[str, Line]:
    """Give what `standings --format json` says of each bot."""
    said = json.loads("\n".join(desk.run("standings", str(desk.results), "--format", "json").stdout))
    return {bot["name"]: bot for bot in said["bots"]}


def test_a_suspended_bot_comes_back_mended_and_plays_what_it_had_lost_without_playing(desk: Desk) -> None:
    suspend_after, games = 2, {"deal_pairs": 4, "at_once": 1}
    desk.config(example("template"), evil("crash"), suspend_after=suspend_after, games=games)
    desk.play()
    before = standings(desk)["crash"]
    assert before["suspended"] is True
    lost = sum(game["reason"] == "suspended" for game in desk.games())
    assert lost

    desk.run("void", str(desk.results), "--bot", "crash", "--reason", "its author mended it", "--unplayed")
    desk.config(
        example("template"), example("greedy", called="crash"), suspend_after=suspend_after, games=games
    )
    end = desk.play().of("end")[0]
    assert end["complete"] is True
    after = standings(desk)["crash"]
    assert after["suspended"] is False
    assert after["mended_after"] is not None
    assert "suspended" not in {game["reason"] for game in desk.games()}
    table = "\n".join(desk.run("standings", str(desk.results)).stdout)
    assert f"§ mended after {after['mended_after']} games" in table
    with Results.open(desk.results) as results:
        results.check()
        assert {void.reason for void in results.voids()} == {"its author mended it"}
        assert len(results.voids()) >= lost


def test_games_that_were_made_void_are_played_again_on_other_deals(desk: Desk) -> None:
    desk.config(example("template"), example("greedy"), example("simple"))
    desk.play()
    first = {str(game["id"]): game for game in desk.games()}
    desk.run("void", str(desk.results), "--bot", "greedy", "--reason", "an old version ran")
    end = desk.play().of("end")[0]
    assert end["complete"] is True
    again = {str(game["id"]): game for game in desk.games()}
    assert first.keys() == again.keys()
    for name, game in again.items():
        seats = game["seats"]
        assert isinstance(seats, list)
        assert game["attempt"] == int("greedy" in seats)
        assert (game["hands"] == first[name]["hands"]) == ("greedy" not in seats)
    desk.run("verify", str(desk.results))


def test_a_withdrawn_bot_plays_no_more_and_its_games_stay(desk: Desk) -> None:
    desk.config(example("template"), example("greedy"), example("simple"))
    desk.play()
    withdrawn = {**example("simple"), "withdrawn": True}
    desk.config(example("template"), example("greedy"), withdrawn, deal_pairs=2)
    assert desk.play().of("end")[0]["complete"] is True
    assert {name: bot["games"] for name, bot in standings(desk).items()} == {
        "template": 6,
        "greedy": 6,
        "simple": 4,
    }


def test_a_disk_that_is_full_loses_nothing_that_was_shown(desk: Desk) -> None:
    desk.config(example("template"), example("greedy"), deal_pairs=100, rules={"target": 25})
    run = desk.start_limited("ulimit -f 200", "run-tournament", "cup.yaml", "--json")
    assert run.end() == 1
    assert run.stderr == ["gin-referee: results/cup.db: the disk failed to read or write"]
    shown = {str(game["id"]) for game in run.of("game")}
    assert shown <= {str(game["id"]) for game in desk.games()}
    assert desk.play().of("end")[0]["complete"] is True
    assert len(desk.games()) == 200
