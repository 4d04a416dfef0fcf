"""A results file is recomputed from its seed; every way in which one can lie is told, with its place."""

import gc
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from gin_referee.records import GameKey, GameRecord
from gin_rummy.actions import KNOCK
from gin_rummy.deck import commitment
from gin_rummy.record import replay
from gin_rummy.rules import Rules
from gin_tournaments.cli import run
from gin_tournaments.errors import StoreError
from gin_tournaments.exit_status import Status
from gin_tournaments.export import csv_lines, json_lines, pgn_lines
from gin_tournaments.seeds import Label, fixed_seed
from gin_tournaments.statistics.game_facts import facts_of
from gin_tournaments.statistics.standings import standings
from gin_tournaments.statistics.standings_json import standings_to_json
from gin_tournaments.store import Batch, Epoch, Finished, Results, ResultsWriter
from gin_tournaments.tournament import tournament_of
from gin_tournaments.verify import ResultsChecker, compare_standings
from tests.tournaments import dealt

Change = Callable[[GameRecord], GameRecord]


def differences(path: Path) -> list[str]:
    with Results.open(path) as results:
        return [str(difference) for difference in ResultsChecker(results).check()]


PLAIN = GameKey(0, 1, 0)


def altered(change: Change, key: GameKey = PLAIN) -> list[GameRecord]:
    """Give the games of the tournament with one of them changed."""
    return [change(record) if record.key == key else record for record in dealt.games()]


def with_hand(record: GameRecord, number: int, **changes: object) -> GameRecord:
    hands = list(record.hands)
    hands[number] = replace(hands[number], **changes)  # type: ignore[arg-type]
    return replace(record, hands=tuple(hands))


@pytest.mark.parametrize("duplicate", [True, False], ids=["duplicate", "single"])
@pytest.mark.parametrize(
    "rules",
    [dealt.RULES, dealt.EVERYTHING, Rules(format="hands", hands=3, dealer="loser", first_dealer="seat1")],
    ids=["standard", "everything", "hands"],
)
def test_what_was_dealt_and_played_by_the_rules_has_no_difference(
    tmp_path: Path, rules: Rules, duplicate: bool
) -> None:
    path = dealt.write(tmp_path / "d.db", dealt.games(rules, duplicate=duplicate), rules, duplicate=duplicate)
    with Results.open(path) as results:
        checker = ResultsChecker(results)
        assert list(checker.check()) == []
        assert (checker.games, checker.hands > 20, checker.actions > 500) == (12, True, True)


SWAPPED = bytes([*range(51, -1, -1)])
LIES: dict[str, tuple[Change, str]] = {
    "a deck": (
        lambda record: with_hand(record, 0, deck=SWAPPED),
        "game 0.1.0, hand 0: the deck is not the seed's: card 0 is Ks in place of ",
    ),
    "the number of a deal": (
        lambda record: with_hand(record, 1, deal=7),
        "game 0.1.0, hand 1: is deal 7 in place of 1049600",
    ),
    "who dealt": (
        lambda record: with_hand(record, 0, dealer=1 - record.hands[0].dealer),
        "game 0.1.0, hand 0: dealt by seat ",
    ),
    "an action": (
        lambda record: with_hand(record, 0, actions=record.hands[0].actions[:2] + b"\x6b\x6b"),
        "game 0.1.0, hand 0, action 3: draw from the stock is illegal: a card has been drawn; legal:",
    ),
    "the points of a hand": (
        lambda record: with_hand(record, 0, points=(1, 0)),
        "game 0.1.0, hand 0: points: the record says (1, 0), the rules",
    ),
    "the winner": (lambda record: replace(record, winner=None), "game 0.1.0: winner: the record says None"),
    "the score": (
        lambda record: replace(record, scores=(30, 0)),
        "game 0.1.0: scores: the record says (30, 0)",
    ),
    "the sheet": (lambda record: replace(record, sheet=(1, 2)), "game 0.1.0: sheet: the record says (1, 2)"),
    "columns": (
        lambda record: replace(record, columns=((1, 0),) * 3),
        "game 0.1.0: columns: the record says ((1, 0), (1, 0), (1, 0)), the rules None",
    ),
    "the reason": (lambda record: replace(record, reason="cap"), "game 0.1.0: reason: the record says cap, "),
    "a hand less": (
        lambda record: replace(record, hands=record.hands[:-1], think_us=record.think_us[:-1]),
        "game 0.1.0: stops before the end of the game",
    ),
    "a hand more": (
        lambda record: replace(record, hands=(*record.hands, record.hands[0])),
        ": comes after the end of the game",
    ),
    "an attempt": (
        lambda record: replace(record, attempt=1),
        "game 0.1.0: is attempt 1 of its pair, and 0 counts",
    ),
    "an epoch": (lambda record: replace(record, epoch=3), "game 0.1.0: is of epoch 3, which has no seed"),
    "never played": (
        lambda record: replace(
            record, hands=(), think_us=(), scores=(0, 0), sheet=(0, 0), winner=1, reason="suspended"
        ),
        "game 0.1.0: lost by alpha as suspended, and was not",
    ),
}


@pytest.mark.parametrize(("change", "words"), LIES.values(), ids=LIES)
def test_each_lie_about_a_game_is_told_with_its_place(tmp_path: Path, change: Change, words: str) -> None:
    found = differences(dealt.write(tmp_path / "d.db", altered(change)))
    assert any(words in line for line in found), found


FAULTY = GameKey(0, 0, 0)
FAULT_LIES: dict[str, tuple[Change, str]] = {
    "another cost": (
        lambda record: replace(
            record, faults=(replace(record.faults[0], cost="forfeit_hand"), *record.faults[1:])
        ),
        "a fault of kind illegal cost forfeit_hand in place of substitute",
    ),
    "another seat": (
        lambda record: replace(record, faults=(replace(record.faults[0], seat=1 - record.faults[0].seat),)),
        ", which was not to act",
    ),
    "another decision": (
        lambda record: replace(record, faults=(replace(record.faults[0], decision=99), *record.faults[1:])),
        "hand 0, action 99: a fault of seat",
    ),
    "no such hand": (
        lambda record: replace(record, faults=(replace(record.faults[0], hand=99), *record.faults[1:])),
        "hand 99, action ",
    ),
}


@pytest.mark.parametrize(("change", "words"), FAULT_LIES.values(), ids=FAULT_LIES)
def test_each_lie_about_a_fault_is_told(tmp_path: Path, change: Change, words: str) -> None:
    found = differences(dealt.write(tmp_path / "d.db", altered(change, FAULTY)))
    assert any(words in line for line in found), found


def test_a_forfeit_without_its_fault_is_told(tmp_path: Path) -> None:
    bare = altered(lambda record: replace(record, faults=()), GameKey(0, 1, 1))
    (line,) = differences(dealt.write(tmp_path / "d.db", bare))[:1]
    assert line.endswith("is forfeited, and no fault of it is recorded")
    blameless = altered(lambda record: replace(record, faults=(), fault=None), GameKey(1, 1, 0))
    lines = differences(dealt.write(tmp_path / "e.db", blameless))
    assert "game 1.1.0: ended by a fault, and no fault is recorded" in lines


def test_a_substitute_that_the_referee_would_not_have_played_is_told(tmp_path: Path) -> None:
    def faulty_knock(record: GameRecord) -> GameRecord:
        number, hand = next((n, hand) for n, hand in enumerate(record.hands) if hand.actions[-1] >= KNOCK)
        knocker = replay(hand, dealt.RULES).to_act
        fault = replace(record.faults[0], seat=knocker, hand=number, decision=len(hand.actions) - 1)
        return replace(record, faults=(fault,))

    found = differences(dealt.write(tmp_path / "d.db", altered(faulty_knock, FAULTY)))

    assert any(line.endswith(": the action is not the referee's substitute") for line in found), found


def test_games_that_are_missing_are_counted_and_the_first_is_named(tmp_path: Path) -> None:
    some = [record for record in dealt.games() if record.key[:2] != (1, 0)]
    found = differences(dealt.write(tmp_path / "d.db", some))
    assert "2 games of the plan are not stored; the first is 1.0.0" in found


def test_a_seed_that_was_not_committed_to_is_told_and_so_are_its_decks(tmp_path: Path) -> None:
    path = dealt.write(tmp_path / "d.db", dealt.games())
    writer = ResultsWriter.open(path)
    writer.add_epoch(
        Epoch(1, bytes(32), commitment(dealt.SEED), b"", "entropy after commitment", published=True)
    )
    writer.close()
    assert differences(path) == [
        "epoch 1: the seed is not the one that was committed to",
        "epoch 1: labelled entropy after commitment, and there is no public entropy",
    ]


def epoch(label: Label, number: int = 0, entropy: bytes = b"") -> Epoch:
    return Epoch(number, dealt.SEED, commitment(dealt.SEED), entropy, label, published=True)


THE_SEED = fixed_seed(commitment(dealt.SEED))
LABELLED: dict[str, tuple[str | None, list[Epoch], list[str]]] = {
    "fixed as it says": (THE_SEED, [epoch("fixed seed")], []),
    "drawn as it says": (None, [epoch("commit only")], []),
    "fixed, and called drawn": (
        THE_SEED,
        [epoch("commit only")],
        ["epoch 0: labelled commit only, and the tournament has a fixed seed"],
    ),
    "drawn, and called fixed": (
        None,
        [epoch("fixed seed")],
        ["epoch 0: labelled fixed seed, and the tournament has none"],
    ),
    "fixed to another": (
        fixed_seed(commitment(bytes(32))),
        [epoch("fixed seed")],
        ["epoch 0: its commitment is not that of the tournament's fixed seed"],
    ),
    "fixed, and drawn again": (
        THE_SEED,
        [epoch("fixed seed"), epoch("fixed seed", 1)],
        ["there are 2 epochs, and a fixed seed has one"],
    ),
    "entropy that was not there": (
        None,
        [epoch("commit only"), epoch("entropy after commitment", 1), epoch("commit only", 2, b"beacon")],
        [
            "epoch 1: labelled entropy after commitment, and there is no public entropy",
            "epoch 2: labelled commit only, and there is public entropy",
        ],
    ),
}


@pytest.mark.parametrize(("fixed", "epochs", "told"), LABELLED.values(), ids=LABELLED)
def test_how_a_seed_is_labelled_must_agree_with_all_else_that_is_said_of_it(
    tmp_path: Path, fixed: str | None, epochs: list[Epoch], told: list[str]
) -> None:
    path = dealt.write(tmp_path / "d.db", dealt.games(), fixed=fixed, epochs=epochs)
    assert [line for line in differences(path) if "epoch" in line] == told


@pytest.mark.parametrize(
    "words", [["verify"], ["export", "--format", "jsonl"], ["export", "--format", "pgn"]], ids=" ".join
)
def test_a_reader_that_leaves_early_leaves_nothing_open(
    tmp_path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = dealt.write(tmp_path / "d.db", altered(LIES["a deck"][0]))

    def gone(*_: object, **__: object) -> None:
        raise BrokenPipeError

    unraised: list[object] = []
    with monkeypatch.context() as patched:
        patched.setattr("click.echo", gone)
        patched.setattr("sys.stdout.write", gone)
        patched.setattr("sys.unraisablehook", unraised.append)
        assert run([words[0], str(path), *words[1:]]) == Status.DONE
        gc.collect()
    assert unraised == []
    assert capsys.readouterr().err == ""


def test_what_is_being_read_of_a_closed_file_may_be_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unraised: list[object] = []
    monkeypatch.setattr("sys.unraisablehook", unraised.append)
    path = dealt.write(tmp_path / "d.db", altered(LIES["a deck"][0]))
    for opened in (Results.open(path), ResultsWriter.open(path)):
        games, check = opened.games(), ResultsChecker(opened).check()
        assert next(check)
        assert next(games).key == GameKey(0, 0, 0)
        opened.close()
        del games, check
        gc.collect()
    assert unraised == []


def test_an_unpublished_seed_is_not_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = dealt.write(tmp_path / "d.db", dealt.games(), published=False)
    assert run(["verify", str(path)]) == Status.DONE
    printed = capsys.readouterr().out
    assert dealt.SEED.hex() not in printed
    assert "seed not published yet" in printed


def test_commitments_and_standings_that_were_noted_earlier_are_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(dealt.write(tmp_path / "d.db", dealt.games()))
    assert run(["standings", path, "--format", "json"]) == Status.DONE
    shown = capsys.readouterr().out
    noted = tmp_path / "noted.json"
    noted.write_text(shown)
    good = commitment(dealt.SEED).hex()
    assert run(["verify", path, "--commitment", good.upper(), "--standings", str(noted)]) == Status.DONE
    noted.write_text(shown.replace('"wins": 3', '"wins": 4', 1).replace('"seed": "00', '"seed": "01'))
    assert run(["verify", path, "--commitment", "00" * 32, "--standings", str(noted)]) == Status.NOT_SO
    lines = capsys.readouterr().out.splitlines()
    assert "epoch 0: its seed is not that of the commitment noted" in lines
    assert any(line.startswith("standings: seed is 01") for line in lines)
    assert lines[-1].endswith(" differences")
    noted.write_text("[1]")
    assert run(["verify", path, "--standings", str(noted)]) == Status.NOT_SO


def test_standings_in_another_order_or_with_other_figures_differ(tmp_path: Path) -> None:
    with Results.open(dealt.write(tmp_path / "d.db", dealt.games())) as results:
        table = standings_to_json(standings(tournament_of(results), results.tallies()))
    again = json.loads(json.dumps(table))
    assert list(compare_standings(table, again)) == []
    again["bots"].reverse()
    again["bots"][0]["elo"] = 5000.0
    again["bots"][0]["ms_p50"] = 99.0
    found = [str(difference) for difference in compare_standings(table, again)]
    assert len(found) == 2
    assert found[0].startswith("standings: the order is ")
    assert "computed again 5000.0" in found[1]


def answers(path: Path) -> tuple[str, ...]:
    """Give all that a results file says but for think times: the exports and the standings."""
    with Results.open(path) as results:
        table = standings_to_json(standings(tournament_of(results), results.tallies()))
        bots = table["bots"]
        assert isinstance(bots, list)
        for bot in bots:
            assert isinstance(bot, dict)
            del bot["ms_p50"], bot["ms_p99"]
        return (
            "".join(json_lines(results.games_and_pairs(), results.rules)),
            "".join(pgn_lines(results.games(), results.name, results.bots())),
            "".join(csv_lines(results.games())),
            json.dumps(table),
        )


def test_a_changed_byte_anywhere_is_found_or_refused_as_damage_or_changes_no_answer(tmp_path: Path) -> None:
    path = dealt.write(tmp_path / "d.db", dealt.games())
    whole, before = path.read_bytes(), answers(path)
    random = Random(3)
    filled = [place for place, byte in enumerate(whole) if byte]
    outcomes = {"refused": 0, "found": 0, "same": 0}
    for place in [*random.sample(filled, 300), *random.sample(range(len(whole)), 60)]:
        damaged = bytearray(whole)
        damaged[place] = random.choice([byte for byte in range(256) if byte != whole[place]])
        path.write_bytes(damaged)
        try:
            found = differences(path)
        except StoreError:
            outcomes["refused"] += 1
            continue
        if found:
            outcomes["found"] += 1
        else:
            outcomes["same"] += 1
            assert answers(path) == before, f"byte {place}"
    assert outcomes["refused"] > 200


def test_a_file_that_grows_meanwhile_is_checked_as_it_was_when_that_began(tmp_path: Path) -> None:
    later = PLAIN._replace(leg=1)
    path = dealt.write(tmp_path / "d.db", [record for record in dealt.games() if record.key != later])
    (last,) = (record for record in dealt.games() if record.key == later)
    writer = ResultsWriter.open(path)
    with Results.open(path) as results, results.as_one():
        assert results.count() == 11
        writer.save(Batch(games=[Finished(last, facts_of(last, dealt.RULES))]))
        assert results.count() == 11
    writer.close()
    assert differences(path) == []


def test_a_damaged_file_is_one_message_and_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = dealt.write(tmp_path / "d.db", dealt.games())
    whole = bytearray(path.read_bytes())
    whole[0] = 0
    path.write_bytes(whole)
    assert run(["verify", str(path)]) == Status.NOT_SO
    assert capsys.readouterr().err.strip().endswith("d.db: is no results file, or is damaged")
