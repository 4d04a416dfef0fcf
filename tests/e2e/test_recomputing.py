"""From a commitment over a tournament that grows to a verified file, by the commands alone; and a replay."""

import os
import pty
import signal
import subprocess

from gin_tournaments.exit_status import Status
from gin_tournaments.store import Results
from tests.e2e.command import PATIENCE, PROGRAM, Desk, example

BEACON = "c0ffee" * 8


def test_a_commitment_entropy_and_a_growing_plan_end_in_a_file_that_anyone_can_recompute(desk: Desk) -> None:
    bots = [example("template"), example("simple")]
    desk.config(*bots, seed=None)
    (noted,) = desk.run("commit", "cup.yaml").stdout
    run = desk.play("--entropy", BEACON)
    assert run.of("plan")[0]["commitment"] == noted
    assert run.of("standings")[-1]["seed"] is not None
    desk.config(*bots, example("greedy"), seed=None)
    (other,) = desk.run("commit", "cup.yaml").stdout
    assert other != noted
    assert len(desk.play().of("game")) == 4
    checked = desk.run("verify", str(desk.results), "--commitment", noted, "--commitment", other).stdout
    assert checked[-1] == "0 differences"
    with Results.open(desk.results) as results:
        first, second = results.epochs()
    assert (first.label, second.label) == ("entropy after commitment", "commit only")
    assert f"epoch 0: entropy after commitment, commitment {noted}, seed {first.seed.hex()}" in checked[1]
    (desk.folder / "games.jsonl").write_text(desk.export())
    seeds = ["--seed", first.seed.hex(), "--seed", second.seed.hex(), "--entropy", BEACON]
    assert desk.run("verify", "games.jsonl", *seeds, "--tournament", "cup").stdout[-1] == "0 differences"
    assert (
        desk.run("verify", "games.jsonl", *seeds, "--tournament", "pot", status=1).stdout[-1]
        != "0 differences"
    )


def test_the_seed_is_shown_nowhere_while_games_are_left(desk: Desk) -> None:
    desk.config(example("template"), example("simple"), seed=None, deal_pairs=5000)
    run = desk.start("run-tournament", "cup.yaml", "--json")
    run.event("game")
    run.signal(signal.SIGINT)
    assert run.end() == Status.INTERRUPTED
    with Results.open(desk.results) as results:
        seed = results.epochs()[0].seed.hex()
    checked = desk.run("verify", str(desk.results), status=1).words()
    assert "of the plan are not stored; the first is" in checked
    assert "1 difference" in checked
    shown = desk.run("standings", str(desk.results)).words()
    logs = "".join(path.read_text() for path in desk.results.with_suffix(".logs").rglob("*.err"))
    assert all(seed not in words for words in (run.words(), checked, shown, desk.export(), logs))


def test_hand_records_come_in_by_a_pipe(desk: Desk) -> None:
    desk.config(example("template"), example("simple"))
    desk.play()
    (desk.folder / "games.jsonl").write_text(desk.export())
    piped = subprocess.run(
        [PROGRAM, "verify", "-"], input=desk.export().encode(), capture_output=True, check=True, env=desk.env
    )
    assert piped.stdout.decode().splitlines()[-1] == "0 differences"


def test_on_a_terminal_a_game_is_stepped_through_with_keys(desk: Desk) -> None:
    desk.config(example("template"), example("simple"))
    desk.play()
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [PROGRAM, "replay", str(desk.results), "0.0.0"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**desk.env, "TERM": "xterm"},
    )
    os.close(theirs)
    shown = ""

    def until(words: str) -> str:
        nonlocal shown
        while words not in shown:
            shown += os.read(ours, 65536).decode()
        before, _, shown = shown.partition(words)
        return before

    try:
        assert "cup.db · game 0.0.0 · hand 0 of" in until("q: quit")
        os.write(ours, b"n")
        assert "scene 1 of" in until("q: quit")
        os.write(ours, b"\x1b[D")
        assert "scene 0 of" in until("q: quit")
        os.write(ours, b"nnq")
        assert "scene 1 of" in until("q: quit")
        assert "scene 2 of" in until("q: quit")
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)
