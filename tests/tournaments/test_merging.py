import json
from pathlib import Path

import pytest

from gin_tournaments.cli import run
from gin_tournaments.export import json_lines
from gin_tournaments.statistics.standings import standings
from gin_tournaments.statistics.standings_json import standings_to_json
from gin_tournaments.store import Epoch, Mark, Results, ResultsWriter, Void
from gin_tournaments.tournament import plan_of, tournament_of
from tests.tournaments.sample_games import RULES, replace_game, tournament
from tests.tournaments.test_store import IDENTITY, batch, begun

SEED = Epoch(0, bytes(32), bytes(range(32)))


def part(path: Path, *places: int, identity: str = IDENTITY, epoch: Epoch = SEED, **rest: object) -> Path:
    with begun(path, identity) as writer:
        writer.add_epoch(epoch)
        writer.save(batch(*(tournament()[place] for place in places), **rest))
    return path


def exported(path: Path) -> str:
    with Results.open(path) as results:
        return "".join(json_lines(results.games_and_pairs(), RULES))


def shown(path: Path) -> object:
    with Results.open(path) as results:
        table = standings_to_json(standings(tournament_of(results), results.tallies()))
    return [{key: value for key, value in bot.items() if "ms_" not in key} for bot in table["bots"]]  # type: ignore[union-attr]


def test_parts_together_are_the_whole_in_any_order_and_overlapping(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = part(tmp_path / "whole.db", *range(24))
    first = part(tmp_path / "first.db", *range(15))
    second = part(tmp_path / "second.db", *range(9, 24))
    for number, files in enumerate(((first, second), (second, first))):
        target = tmp_path / f"merged{number}.db"
        assert run(["merge", str(target), *map(str, files)]) == 0
        assert "24 games of 2 files, 6 of them in more than one file" in capsys.readouterr().out
        assert exported(target) == exported(whole)
        assert shown(target) == shown(whole)


def test_the_attempt_that_counts_is_the_last_of_any_file(tmp_path: Path) -> None:
    games = tournament()
    first = part(tmp_path / "first.db", 0, 1, 2, 3)
    voids = [Void(games[place].key, 0, 1, "why", "", 5.0) for place in (0, 1)]
    with begun(tmp_path / "second.db") as writer:
        writer.add_epoch(SEED)
        marks = [Mark("beta", "suspended", "why", 1.0, 3)]
        again = [replace_game(games[place], attempt=1) for place in (0, 1)]
        writer.save(batch(*again, voids=voids, marks=marks))
    target = tmp_path / "merged.db"
    assert run(["merge", str(target), str(first), str(tmp_path / "second.db")]) == 0
    with Results.open(target) as results:
        assert [game.attempt for game in results.games()] == [1, 1, 0, 0]
        assert results.voids() == voids
        assert results.suspended() == {"beta"}
        results.check()


def test_files_of_different_plans_seeds_or_games_are_not_merged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = part(tmp_path / "first.db", 0, 1)
    longer = json.dumps({**json.loads(IDENTITY), "rules": {"target": 40}})
    other_rules = part(tmp_path / "rules.db", 2, identity=longer)
    other_seed = part(tmp_path / "seed.db", 2, epoch=Epoch(0, bytes(32), b"x" * 32))
    with begun(tmp_path / "game.db") as writer:
        writer.add_epoch(SEED)
        writer.save(batch(replace_game(tournament()[0], scores=(1, 2))))
    for other, words in (
        (other_rules, "is of another plan than"),
        (other_seed, "is dealt from another seed"),
        (tmp_path / "game.db", "is not as it is in another of the files"),
        (tmp_path / "none.db", "there is no such results file"),
    ):
        target = tmp_path / "merged.db"
        assert run(["merge", str(target), str(first), str(other)]) == 1
        assert words in capsys.readouterr().err
        assert not target.exists()
    assert run(["merge", str(first), str(other_seed)]) == 1
    assert "is there already" in capsys.readouterr().err


def test_the_plan_of_all_parts_has_the_games_of_each_whichever_comes_first(tmp_path: Path) -> None:
    plain = part(tmp_path / "plain.db", 0, 1)
    adaptive = part(tmp_path / "adaptive.db", 2, 3)
    with ResultsWriter.open(adaptive) as writer:
        writer.describe({"run": json.dumps({"adaptive": True}), "deal_pairs": "2"})
    for number, files in enumerate(((plain, adaptive), (adaptive, plain))):
        target = tmp_path / f"merged{number}.db"
        assert run(["merge", str(target), *map(str, files)]) == 0
        with Results.open(target) as results:
            form = plan_of(results).form
        assert (form.adaptive, form.deal_pairs) == (True, 4)
