import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from gin_referee.records import GameKey, GameRecord
from gin_tournaments.errors import StoreError
from gin_tournaments.statistics.game_facts import facts_of
from gin_tournaments.statistics.tallies import Tallies, bots_of_pairing
from gin_tournaments.store import (
    Batch,
    Epoch,
    FaultEvent,
    Mark,
    Results,
    ResultsWriter,
    Void,
    set_aside,
)
from gin_tournaments.store.sums import thought
from tests.tournaments.sample_games import BOTS, RULES, finished, replace_game, tournament

IDENTITY = json.dumps({"name": "demo", "rules": {"target": 30}, "games": {"duplicate": True}})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results" / "demo.db"


@pytest.fixture
def writer(path: Path) -> Iterator[ResultsWriter]:
    with begun(path) as writer:
        yield writer


def begun(path: Path, identity: str = IDENTITY) -> ResultsWriter:
    writer = ResultsWriter.open(path)
    writer.describe({"identity": identity, "deal_pairs": "4"})
    writer.enter(BOTS)
    return writer


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def batch(*records: GameRecord, **rest: object) -> Batch:
    return Batch(games=[finished(record) for record in records], **rest)  # type: ignore[arg-type]


def timeless(record: GameRecord) -> GameRecord:
    return replace_game(record, think_us=())


def storable(record: GameRecord) -> GameRecord:
    """Give a game as it comes back: think times rounded, evidence in UTF-8."""
    faults = tuple(
        type(fault)(
            fault.seat,
            fault.kind,
            fault.cost,
            fault.evidence.replace("\udcff", "\\udcff"),
            fault.hand,
            fault.decision,
        )
        for fault in record.faults
    )
    return timeless(replace_game(record, faults=faults))


def fold(records: tuple[GameRecord, ...], *, duplicate: bool = True) -> Tallies:
    tallies = Tallies(duplicate=duplicate)
    for record in records:
        tallies.add(facts_of(record, RULES))
        bots = bots_of_pairing(record.key.pairing)
        for seat, times in enumerate(thought(record)):
            tallies.bot(bots[seat ^ record.key.leg]).think_times.add(times)
    return tallies


def told(tallies: Tallies) -> object:
    return (
        tallies.games,
        sorted(tallies.pairings.items()),
        [
            (number, bot.play, +bot.faults, bot.games_forfeited, +bot.think_times.counts)
            for number, bot in sorted(tallies.bots.items())
        ],
    )


def test_games_come_back_whole_and_in_the_order_of_their_keys(writer: ResultsWriter) -> None:
    games = list(tournament())
    Random(1).shuffle(games)
    writer.save(batch(*games))
    expected = sorted(games, key=lambda game: game.key)
    assert [timeless(game) for game in writer.games()] == [storable(game) for game in expected]
    assert writer.count() == len(games)
    assert writer.game(games[0].key) is not None
    assert writer.game(GameKey(0, 99, 0)) is None


def test_a_new_file_can_be_read_by_its_owner_alone(writer: ResultsWriter, path: Path) -> None:
    writer.save(batch(tournament()[0]))
    assert {stat.S_IMODE(file.stat().st_mode) & 0o077 for file in path.parent.glob("demo.db*")} <= {0, 0o044}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_after_a_run_one_file_is_the_whole(path: Path) -> None:
    with begun(path) as writer:
        writer.save(batch(*tournament()))
    assert names_in(path.parent) == ["demo.db"]
    with Results.open(path) as results:
        assert results.count() == len(tournament())
    assert names_in(path.parent) == ["demo.db"]


def test_a_game_is_there_once(writer: ResultsWriter) -> None:
    writer.save(batch(tournament()[0]))
    with pytest.raises(ValueError, match="is stored already"):
        writer.save(batch(tournament()[1], tournament()[0]))
    assert writer.count() == 1
    assert told(writer.tallies()) == told(fold(tournament()[:1]))


def test_a_batch_is_stored_whole_or_not_at_all(writer: ResultsWriter) -> None:
    stranger = replace_game(tournament()[1], seats=("alpha", "nobody"))
    with pytest.raises(ValueError, match="who are not bots"):
        writer.save(batch(tournament()[0], stranger, events=[FaultEvent("alpha", "crash", "x", 1.0)]))
    assert writer.count() == 0
    assert writer.fault_events() == []


def test_the_tallies_are_those_of_the_games_in_any_order(writer: ResultsWriter) -> None:
    games = list(tournament())
    Random(2).shuffle(games)
    for start in range(0, len(games), 5):
        writer.save(batch(*games[start : start + 5]))
        assert told(writer.tallies()) == told(fold(tuple(games[: start + 5])))


def test_a_run_that_goes_on_completes_the_pairs_that_were_begun(writer: ResultsWriter) -> None:
    games = tournament()
    half = tuple(game for game in games if game.key.leg == 0)
    writer.save(batch(*half))
    tallies = writer.tallies()
    for game in games:
        if game.key.leg == 1:
            tallies.add(facts_of(game, RULES))
    assert tallies.pairings == fold(games).pairings


def test_without_duplicates_each_game_is_a_unit(path: Path) -> None:
    games = tournament(duplicate=False)
    identity = json.dumps({"name": "demo", "rules": {"target": 30}, "games": {"duplicate": False}})
    with begun(path, identity) as writer:
        writer.save(batch(*games))
        assert told(writer.tallies()) == told(fold(games, duplicate=False))


def test_the_played_games_are_those_that_are_stored(writer: ResultsWriter) -> None:
    writer.save(batch(*tournament()[:7]))
    played = writer.played()
    assert len(played) == 7
    assert all(game.key in played for game in tournament()[:7])


def test_bots_keep_their_numbers_of_entry(path: Path) -> None:
    with begun(path) as writer:
        assert writer.enter(["gamma", "delta", "alpha"]) == (*BOTS, "delta")
    with Results.open(path) as results:
        assert results.bots() == (*BOTS, "delta")


def test_facts_rules_and_seeds_come_back(path: Path) -> None:
    epoch = Epoch(0, bytes(range(32)), b"c" * 32, b"e", "commit only")
    with begun(path) as writer:
        writer.add_epoch(epoch)
        assert (writer.name, writer.rules, writer.duplicate, writer.deal_pairs) == ("demo", RULES, True, 4)
        assert writer.epochs() == [epoch]
        writer.publish(0)
    with Results.open(path) as results:
        assert [found.published for found in results.epochs()] == [True]


def test_a_game_made_void_counts_no_more_and_its_record_stays(writer: ResultsWriter, path: Path) -> None:
    games = tournament()
    writer.save(batch(*games))
    void = Void(games[0].key, 0, 1, "platform", "traceback", 12.5)
    writer.save(Batch(voids=[void]))
    assert (writer.count(), writer.voids(), writer.game(void.key)) == (len(games) - 1, [void], None)
    assert writer.attempts() == {games[0].key[:2]: 1}
    assert told_without_think(writer.tallies()) == told_without_think(fold(games[1:]))
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT count(*) FROM records").fetchone() == (len(games),)
    other.close()


def told_without_think(tallies: Tallies) -> object:
    for bot in tallies.bots.values():
        bot.think_times.counts.clear()
    return told(tallies)


def test_a_game_may_be_made_void_and_replaced_in_one_batch(writer: ResultsWriter) -> None:
    first = tournament()[0]
    writer.save(batch(first))
    again = replace_game(first, attempt=1)
    writer.save(batch(again, voids=[Void(first.key, 0, 1, "platform", "", 0.0)]))
    found = writer.game(first.key)
    assert found is not None
    assert found.attempt == 1
    assert writer.count() == 1


def test_fault_events_and_marks_are_kept_for_the_next_run(path: Path) -> None:
    events = [FaultEvent("beta", "crash", "signal 11", 1.5), FaultEvent("alpha", "timeout", "5 s", 2.5)]
    marks = [Mark("beta", "suspended", "10 faults", 3.0, 7), Mark("gamma", "suspended", "", 4.0, 0)]
    with begun(path) as writer:
        writer.save(Batch(events=events, marks=marks, fault_runs={"beta": 3}))
        writer.save(Batch(marks=[Mark("gamma", "mended", "", 5.0, 0)]))
    with Results.open(path) as results:
        assert results.fault_events() == events
        assert results.marks()[:2] == marks
        assert results.suspended() == {"beta"}
        assert results.fault_runs() == {"alpha": 0, "beta": 3, "gamma": 0}


def test_a_file_can_be_read_while_a_run_writes_it(writer: ResultsWriter, path: Path) -> None:
    writer.save(batch(*tournament()[:4]))
    with Results.open(path) as results:
        assert results.count() == 4
        writer.save(batch(*tournament()[4:6]))
        assert results.count() == 6


ANOTHER_PROGRAM = """
import sqlite3, sys
results = sqlite3.connect(sys.argv[1])
print(results.execute("SELECT count(*) FROM games").fetchone()[0])
results.close()
"""


def test_a_program_that_leaves_takes_no_log_from_a_run_that_has_read_its_own_file(
    writer: ResultsWriter, path: Path
) -> None:
    games = list(tournament())
    writer.save(batch(games[0]))
    Results.open(path).close()  # as a run does: it must not drop the locks of this process
    for number, game in enumerate(games[1:4], 2):
        reader = subprocess.run(
            [sys.executable, "-c", ANOTHER_PROGRAM, path], capture_output=True, text=True, check=True
        )
        assert reader.stdout.split() == [str(number - 1)]
        assert {"x.db-shm", "x.db-wal"} <= {
            file.name.replace(path.stem, "x") for file in path.parent.iterdir()
        }
        writer.save(batch(game))
    with Results.open(path) as results:
        assert results.count() == 4


def test_closing_while_somebody_reads_loses_nothing(path: Path) -> None:
    writer = begun(path)
    writer.save(batch(*tournament()))
    with Results.open(path) as reader:
        games = reader.games()
        next(games)
        writer.close()
        assert sum(1 for _ in games) == len(tournament()) - 1
    with Results.open(path) as results:
        assert results.count() == len(tournament())


def test_a_second_run_is_told_which_process_has_the_file(writer: ResultsWriter, path: Path) -> None:
    with pytest.raises(StoreError, match=rf"demo\.db: in use by another run \(pid {os.getpid()}\)"):
        ResultsWriter.open(path)
    with pytest.raises(StoreError, match="in use by another run"):
        set_aside(path)


def symlink(path: Path, folder: Path) -> Path:
    (link := folder / "link.db").symlink_to(path)
    return link


def link_to_a_link(path: Path, folder: Path) -> Path:
    (link := folder / "second.db").symlink_to(symlink(path, folder))
    return link


def linked_folder(path: Path, folder: Path) -> Path:
    (link := folder / "folder").symlink_to(path.parent)
    return link / path.name


def roundabout(path: Path, folder: Path) -> Path:
    return path.parent / ".." / path.parent.name / path.name


def hard_link(path: Path, folder: Path) -> Path:
    (link := folder / "hard.db").hardlink_to(path)
    return link


OTHER_NAMES = [symlink, link_to_a_link, linked_folder, roundabout, hard_link]


@pytest.mark.parametrize("named", OTHER_NAMES)
def test_a_second_run_is_refused_by_whatever_name_it_knows_the_file(
    path: Path, tmp_path: Path, named: Callable[[Path, Path], Path]
) -> None:
    with begun(path) as writer:
        other = named(path, tmp_path)
        with pytest.raises(StoreError, match="in use by another run"):
            ResultsWriter.open(other)
        writer.save(batch(*tournament()))
    with Results.open(path) as results:
        assert results.count() == len(tournament())


@pytest.mark.parametrize("named", OTHER_NAMES[:-1])
def test_two_runs_may_begin_a_file_by_different_names_one_after_the_other(
    path: Path, tmp_path: Path, named: Callable[[Path, Path], Path]
) -> None:
    path.parent.mkdir()
    other = named(path, tmp_path)
    with begun(other), pytest.raises(StoreError, match="in use by another run"):
        ResultsWriter.open(path)
    with begun(path), pytest.raises(StoreError, match="in use by another run"):
        ResultsWriter.open(other)
    assert names_in(path.parent) == ["demo.db"]


def test_a_file_with_two_names_is_not_written_by_either(path: Path, tmp_path: Path) -> None:
    begun(path).close()
    other = hard_link(path, tmp_path)
    for name in (path, other):
        with pytest.raises(StoreError, match="has another name too, a hard link"):
            ResultsWriter.open(name)
    other.unlink()
    ResultsWriter.open(path).close()


def test_a_link_that_leads_nowhere_is_said_to(tmp_path: Path) -> None:
    (loop := tmp_path / "loop.db").symlink_to(loop)
    with pytest.raises(StoreError, match=r"loop\.db: Too many levels of symbolic links"):
        ResultsWriter.open(loop)


def test_a_fresh_start_moves_the_old_file_aside(path: Path) -> None:
    for _ in range(2):
        with begun(path) as writer:
            writer.save(batch(tournament()[0]))
        set_aside(path)
    assert (names_in(path.parent)) == ["demo.1.db", "demo.2.db"]
    assert set_aside(path) is None


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.tournaments.sample_games import tournament
from tests.tournaments.test_store import batch, begun
writer = begun(Path(sys.argv[1]))
writer.save(batch(*tournament()[:6]))
writer._db.execute("BEGIN IMMEDIATE")
writer._db.execute("DELETE FROM games")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_run_keeps_every_batch_and_nothing_of_the_one_it_was_in(path: Path) -> None:
    root = Path(__file__).parents[2]
    process = subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=root, check=False, timeout=60)
    assert process.returncode == -signal.SIGKILL
    with Results.open(path) as results:
        assert results.count() == 6
    with ResultsWriter.open(path) as writer:
        assert told(writer.tallies()) == told(fold(tournament()[:6]))
        writer.save(batch(*tournament()[6:]))
    assert names_in(path.parent) == ["demo.db"]


KILLED_WITH_THE_LOG_OFF = """
import os, pathlib, signal, sqlite3, sys
from tests.tournaments.test_store import batch, begun
from tests.tournaments.sample_games import tournament

path = pathlib.Path(sys.argv[1])
with begun(path) as writer:
    writer.save(batch(*tournament()[:6]))
other = sqlite3.connect(path, isolation_level=None)
other.execute("PRAGMA cache_size=1")
other.execute("PRAGMA journal_mode=DELETE")
other.execute("BEGIN IMMEDIATE")
other.execute("UPDATE records SET epoch = epoch + 1")
other.execute("DELETE FROM games")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_run_killed_at_its_very_end_leaves_a_file_that_can_be_read(path: Path) -> None:
    root = Path(__file__).parents[2]
    words = [sys.executable, "-c", KILLED_WITH_THE_LOG_OFF, str(path)]
    process = subprocess.run(words, cwd=root, check=False, timeout=60)
    assert process.returncode == -signal.SIGKILL
    assert names_in(path.parent) == ["demo.db", "demo.db-journal"]
    with Results.open(path) as results:
        results.check()
        assert results.count() == 6
    assert names_in(path.parent) == ["demo.db"]


def test_a_full_disk_is_one_clear_message_and_the_file_stays_as_it_was(writer: ResultsWriter) -> None:
    writer.save(batch(*tournament()[:4]))
    (pages,) = writer._db.execute("PRAGMA page_count").fetchone()
    writer._db.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(StoreError, match="the disk is full; what was stored before is safe"):
        writer.save(batch(*tournament()[4:]))
    writer._db.execute("PRAGMA max_page_count=1000000")
    assert writer.count() == 4
    writer.save(batch(*tournament()[4:]))
    assert told(writer.tallies()) == told(fold(tournament()))


def test_a_place_that_cannot_be_written_is_one_clear_message(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"demo\.db: Not a directory|demo\.db: File exists"):
        ResultsWriter.open(tmp_path / "file" / "demo.db")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_one_clear_message(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match="Permission denied"):
        ResultsWriter.open(tmp_path / "demo.db")
    tmp_path.chmod(0o700)


def test_a_file_that_is_not_there_cannot_be_read(path: Path) -> None:
    with pytest.raises(StoreError, match="there is no such results file"):
        Results.open(path)


def other_database(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE theirs (x)")
    other.close()


def later_version(path: Path) -> None:
    begun(path).close()
    with sqlite3.connect(path) as later:
        later.execute("PRAGMA user_version=3")
    later.close()


def cut_off(path: Path) -> None:
    with begun(path) as writer:
        writer.save(batch(*tournament()))
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def overwritten(path: Path) -> None:
    with begun(path) as writer:
        writer.save(batch(*tournament()))
    with path.open("r+b") as file:
        file.seek(100)
        file.write(bytes(8000))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (other_database, "is a database of another program"),
        (later_version, "is a results file of version 3; this program reads version 2"),
        (lambda path: path.write_bytes(b"name: x\n" * 100), "is no results file"),
        (cut_off, "is damaged"),
        (overwritten, "is damaged"),
    ],
    ids=["other database", "later version", "text", "cut off", "overwritten"],
)
def test_what_is_no_whole_results_file_is_refused_and_left_as_it_is(
    tmp_path: Path, spoil: object, words: str
) -> None:
    path = tmp_path / "demo.db"
    assert callable(spoil)
    spoil(path)
    before = path.read_bytes()
    for opened in (Results.open, ResultsWriter.open):
        with pytest.raises(StoreError, match=words):
            opened(path)
    assert path.read_bytes() == before
    assert not path.with_name("demo.db.lock").exists()


def test_an_empty_file_of_a_run_that_was_killed_at_its_start_is_begun_again(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with begun(path) as writer:
        writer.save(batch(tournament()[0]))
        assert writer.count() == 1


def answers(path: Path) -> object:
    """Give everything that can be read from a file, after the whole of it was checked."""
    with Results.open(path) as results:
        results.check()
        return (
            list(results.games()),
            told(results.tallies()),
            results.bots(),
            results.epochs(),
            results.identity,
            results.voids(),
        )


def test_any_changed_byte_is_refused_as_damage_or_changes_no_answer(path: Path) -> None:
    with begun(path) as writer:
        writer.add_epoch(Epoch(0, bytes(range(32)), b"c" * 32))
        writer.save(batch(*tournament()[:5]))
    whole, before = path.read_bytes(), answers(path)
    random, refused = Random(7), 0
    filled = [place for place, byte in enumerate(whole) if byte]
    for place in [*random.sample(filled, 250), *random.sample(range(len(whole)), 50)]:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << random.randrange(8)
        path.write_bytes(damaged)
        try:
            assert answers(path) == before, f"byte {place}"
        except StoreError:
            refused += 1
    assert refused > 100
