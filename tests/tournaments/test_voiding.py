"""What an organiser takes back is played again, on other deals; what was stored of it stays."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from gin_referee.records import GameKey
from gin_tournaments.cli import commands
from gin_tournaments.errors import StoreError
from gin_tournaments.store import Batch, Mark, Results, ResultsWriter
from gin_tournaments.tournament import tournament_of
from gin_tournaments.voiding import void_all, void_game, void_unplayed
from tests.tournaments.sample_games import finished, replace_game, tournament
from tests.tournaments.test_store import IDENTITY, begun

FORFEITED = [GameKey(2, 3, 0), GameKey(2, 3, 1)]
"""Gamma lost them to beta without playing."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "demo.db"


@pytest.fixture
def store(path: Path) -> Iterator[ResultsWriter]:
    with begun(path) as writer:
        writer.save(Batch([finished(game) for game in tournament()]))
        yield writer


def suspend(store: ResultsWriter, bot: str) -> None:
    store.save(Batch(marks=[Mark(bot, "suspended", "10 faults", 1.0, 7)], fault_runs={bot: 10}))


def test_all_games_of_a_bot_are_void_and_nobody_elses(store: ResultsWriter) -> None:
    taken = void_all(store, "beta", "an old version of it ran", 5.0)
    store.save(taken.batch)
    assert (taken.games, taken.kept, taken.returns) == (16, 0, False)
    assert store.games_of("beta") == []
    assert len(store.games_of("gamma")) == store.count() == 8
    assert {void.reason for void in store.voids()} == {"an old version of it ran"}
    assert set(store.attempts().values()) == {1}


def test_a_game_goes_with_the_other_one_of_its_pair(store: ResultsWriter) -> None:
    store.save(void_game(store, "alpha", GameKey(0, 2, 1), "a power cut", 5.0).batch)
    assert [void.key for void in store.voids()] == [GameKey(0, 2, 0), GameKey(0, 2, 1)]


def test_a_suspended_bot_comes_back_and_keeps_what_it_has_played(store: ResultsWriter) -> None:
    suspend(store, "gamma")
    taken = void_unplayed(store, "gamma", "its author mended it", 5.0)
    store.save(taken.batch)
    assert [void.key for void in store.voids()] == FORFEITED
    assert taken.returns
    assert store.suspended() == set()
    assert store.fault_runs()["gamma"] == 0
    assert store.mended() == {"gamma": 14}
    assert [entry.mended_after for entry in tournament_of(store).entries] == [None, None, 14]


def test_a_suspended_bot_whose_games_are_all_void_starts_anew(store: ResultsWriter) -> None:
    suspend(store, "gamma")
    store.save(void_unplayed(store, "gamma", "mended", 5.0).batch)
    suspend(store, "gamma")
    taken = void_all(store, "gamma", "mended for good", 6.0)
    store.save(taken.batch)
    assert taken.returns
    assert store.suspended() == set()
    assert store.mended() == {}


def test_a_single_game_of_a_suspended_bot_is_not_taken_back(store: ResultsWriter) -> None:
    suspend(store, "gamma")
    with pytest.raises(StoreError, match=r"gamma is suspended and would lose the replay of 1\.0\.0 too"):
        void_game(store, "gamma", GameKey(1, 0, 0), "please", 5.0)


def test_a_pair_that_was_dealt_anew_three_times_stays(store: ResultsWriter) -> None:
    key = GameKey(0, 0, 0)
    for attempt in range(1, 4):
        store.save(void_game(store, "alpha", key, "again", 5.0).batch)
        games = [replace_game(game, attempt=attempt) for game in tournament() if game.key[:2] == (0, 0)]
        store.save(Batch([finished(game) for game in games]))
    taken = void_all(store, "alpha", "once more", 6.0)
    assert (taken.games, taken.kept) == (14, 2)


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--bot", "beta"], 0, "16 games are void now"),
        (["--bot", "gamma", "--unplayed"], 0, "2 games are void now"),
        (["--bot", "alpha", "--game", "0.2.1"], 0, "2 games are void now"),
        (["--bot", "alpha", "--game", "2.0.0"], 1, "alpha has no game 2.0.0 stored"),
        (["--bot", "alpha", "--game", "two"], 2, "'two' is no game"),
        (["--bot", "alpha", "--game", "0.2.1", "--unplayed"], 2, "exclude each other"),
        (["--bot", "delta"], 1, "no bot delta is in it, but alpha, beta, gamma"),
    ],
)
def test_the_command_says_what_it_did_or_why_not(
    path: Path, arguments: list[str], status: int, words: str
) -> None:
    with begun(path) as store:
        store.save(Batch([finished(game) for game in tournament()]))
    done = CliRunner().invoke(commands, ["void", str(path), "--reason", "a test", *arguments])
    error = done.exception
    said = f"{done.output}{error}" if isinstance(error, StoreError) else done.output
    assert words in said
    assert (1 if isinstance(error, StoreError) else done.exit_code) == status
    with Results.open(path) as results:
        results.check()
        assert bool(results.voids()) == (status == 0)


def test_a_file_that_is_not_there_is_not_made(path: Path) -> None:
    done = CliRunner().invoke(commands, ["void", str(path), "--bot", "alpha", "--reason", "a test"])
    assert "there is no such results file" in str(done.exception)
    assert not path.exists()


def test_a_run_that_has_the_file_is_not_disturbed(store: ResultsWriter, path: Path) -> None:
    done = CliRunner().invoke(commands, ["void", str(path), "--bot", "alpha", "--reason", "a test"])
    assert "in use by another run" in str(done.exception)
    assert store.voids() == []


def test_games_that_later_rounds_rest_on_stay(tmp_path: Path) -> None:
    with begun(
        tmp_path / "swiss.db", IDENTITY.replace('"rules"', '"schedule": {"kind": "swiss"}, "rules"')
    ) as store:
        store.save(Batch([finished(game) for game in tournament()]))
        with pytest.raises(StoreError, match="later rounds rest on its games"):
            void_all(store, "beta", "please", 5.0)
