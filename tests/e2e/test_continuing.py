"""Killed, interrupted and told to end: every planned game is there once in the end, and no process stays."""

import signal
import time

import pytest

from gin_tournaments.store import Results
from tests.e2e.command import Command, Desk, alive, descendants, example

FOUR = [example(name) for name in ("template", "greedy", "simple")] + [example("template", "other")]
LONGEST_STAY = 5.0  # seconds that a process of a bot may outlive the referee


def ids(pairings: int, deal_pairs: int) -> list[str]:
    return [
        f"{pairing}.{deal_pair}.{leg}"
        for pairing in range(pairings)
        for deal_pair in range(deal_pairs)
        for leg in (0, 1)
    ]


def wait_until_gone(processes: set[int]) -> None:
    """Wait for the end of processes that are not ours to wait for."""
    until = time.monotonic() + LONGEST_STAY
    while left := {process for process in processes if alive(process)}:
        assert time.monotonic() < until, f"still there: {left}"
        time.sleep(0.01)


def contents(desk: Desk) -> dict[str, bytes]:
    """Read every file of the results."""
    return {str(path): path.read_bytes() for path in desk.results.parent.rglob("*") if path.is_file()}


def started(desk: Desk) -> Command:
    return desk.start("run-tournament", "cup.yaml", "--json")


def test_after_kill_9_again_and_again_the_same_command_plays_every_game_exactly_once(desk: Desk) -> None:
    desk.config(*FOUR, deal_pairs=6, games={"batch": 1}, isolation="lanes")
    seen: list[str] = []
    for games_before_the_kill in (1, 5, 1):
        run = started(desk)
        for _ in range(games_before_the_kill):
            run.event("game")
        below = descendants(run.process.pid)
        assert below
        run.signal(signal.SIGKILL)
        assert run.end() == -signal.SIGKILL
        wait_until_gone(below)
        seen += [str(game["id"]) for game in run.of("game")]
    end = desk.play()
    assert end.of("plan")[0]["games_played"] == 72 - len(end.of("game"))
    seen += [str(game["id"]) for game in end.of("game")]
    assert len(seen) == len(set(seen)), "what was shown as stored was stored"
    assert set(seen) <= set(ids(6, 6))
    with Results.open(desk.results) as results:
        results.check()
        assert results.epochs()[-1].published
    games = desk.games()
    assert sorted(str(game["id"]) for game in games) == sorted(ids(6, 6))
    assert {game["reason"] for game in games} <= {"target", "cap"}
    assert [path.name for path in desk.results.parent.glob("cup.db*")] == ["cup.db"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_interrupted_keeps_what_is_finished_and_says_how_to_go_on(
    desk: Desk, number: signal.Signals
) -> None:
    desk.config(*FOUR, deal_pairs=500, games={"batch": 2})
    run = started(desk)
    run.event("game")
    below = descendants(run.process.pid)
    run.signal(number)
    assert run.end() == 3, run.words()
    assert {process for process in below if alive(process)} == set()
    end = run.of("end")[0]
    assert (end["complete"], end["status"]) == (False, 3)
    assert end["to_continue"] == "gin-referee run-tournament cup.yaml --json"
    games = desk.games()
    assert {game["id"] for game in games} == {game["id"] for game in run.of("game")}
    assert f"{6000 - len(games)} games are left" in str(end["why"])
    assert run.of("fault") == []


def test_a_second_interrupt_does_not_keep_the_first_from_storing(desk: Desk) -> None:
    desk.config(*FOUR, deal_pairs=500, games={"batch": 2})
    run = started(desk)
    run.event("game")
    for _ in range(3):
        run.signal(signal.SIGINT)
    assert run.end() == 3, run.words()
    assert run.of("end")


def test_a_signal_that_is_ignored_when_it_starts_is_ignored_as_nohup_wants(desk: Desk) -> None:
    desk.config(*FOUR[:2], deal_pairs=20)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        run = started(desk)
    finally:
        signal.signal(signal.SIGHUP, before)
    run.event("round")
    run.signal(signal.SIGHUP)
    assert run.end() == 0, run.words()


def test_with_nothing_left_to_play_the_final_table_is_shown_and_no_bot_started(desk: Desk) -> None:
    desk.config(*FOUR[:2])
    first = desk.play()
    logs = desk.results.with_suffix(".logs")
    for log in logs.iterdir():
        log.unlink()
    again = desk.play()
    assert again.of("game") == []
    assert again.of("end")[0]["complete"] is True
    assert again.of("standings")[-1]["bots"] == first.of("standings")[-1]["bots"]
    assert list(logs.iterdir()) == []
    files = contents(desk)
    desk.config(*FOUR[:2], deal_pairs=4)
    plan = desk.run("run-tournament", "cup.yaml", "--dry-run").words()
    assert "8 games, 6 of them left" in plan
    assert contents(desk) == files


def test_more_bots_and_more_deal_pairs_only_add_games_and_a_withdrawn_bot_keeps_its_own(desk: Desk) -> None:
    desk.config(*FOUR[:2])
    desk.play()
    before = desk.games()
    withdrawn = {**FOUR[1], "withdrawn": True}
    desk.config(FOUR[2], withdrawn, FOUR[0], deal_pairs=2)
    run = desk.play()
    after = desk.games()
    assert after[: len(before)] == before
    added = {(str(game["id"]), *sorted(map(str, game["seats"]))) for game in run.of("game")}  # type: ignore[call-overload]
    assert added == {(f"1.{pair}.{leg}", "simple", "template") for pair in (0, 1) for leg in (0, 1)}
    assert run.of("end")[0]["complete"] is True


def test_fresh_moves_the_old_results_aside(desk: Desk) -> None:
    desk.config(*FOUR[:2])
    desk.play()
    old = desk.results.read_bytes()
    run = desk.play("--fresh")
    assert len(run.of("game")) == 2
    assert (desk.results.parent / "cup.1.db").read_bytes() == old
    assert "cup.1.db" in "\n".join(run.stderr)


def test_results_that_another_run_writes_are_left_alone(desk: Desk) -> None:
    desk.config(*FOUR, deal_pairs=500, games={"batch": 2})
    run = started(desk)
    run.event("game")
    for more in ([], ["--fresh"]):
        refused = desk.run("run-tournament", "cup.yaml", *more, status=1)
        assert f"in use by another run (pid {run.process.pid})" in refused.words()
    standings = desk.run("standings", str(desk.results))
    assert "Standings of cup" in standings.words()
    run.signal(signal.SIGTERM)
    assert run.end() == 3
