"""Hands and games as JSON lines are played again, each line for itself, whatever stands in the others."""

import io
import json
from collections.abc import Iterable
from typing import TypeAlias

import pytest

from gin_rummy.notation import hand_to_json
from gin_rummy.rules import Rules
from gin_tournaments.cli import run
from gin_tournaments.exit_status import Status
from gin_tournaments.export import json_lines
from gin_tournaments.export.reading import game_from_json
from gin_tournaments.json_lines import read_lines
from gin_tournaments.verify import LineChecker, Seed
from tests.tournaments import dealt

SEEDS = [Seed(dealt.SEED)]
Object: TypeAlias = "dict[str, object]"


def check(lines: Iterable[object], checker: LineChecker | None = None) -> list[str]:
    """Check lines, given as text or as what they hold."""
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    stream = io.BytesIO("\n".join(texts).encode())
    checker = checker or LineChecker()
    return [str(difference) for line in read_lines(stream) for difference in checker.check(line)]


def exported(rules: Rules = dealt.RULES, *, duplicate: bool = True) -> list[Object]:
    pairs = ((record, True) for record in dealt.games(rules, duplicate=duplicate))
    return [json.loads(line) for line in json_lines(pairs, rules)]


def hands(rules: Rules = dealt.RULES) -> list[Object]:
    return [
        {**hand_to_json(hand), "rules": {"target": 30}}
        for record in dealt.games(rules)
        for hand in record.hands
    ]


@pytest.mark.parametrize("seeds", [SEEDS, []], ids=["seed", "no seed"])
@pytest.mark.parametrize("rules", [dealt.RULES, dealt.EVERYTHING], ids=["standard", "everything"])
@pytest.mark.parametrize("duplicate", [True, False], ids=["duplicate", "single"])
def test_what_export_writes_has_no_difference(rules: Rules, seeds: list[Seed], duplicate: bool) -> None:
    checker = LineChecker(seeds, dealt.NAME)
    assert check(exported(rules, duplicate=duplicate), checker) == []
    assert (checker.lines, checker.games, checker.hands > 20) == (12, 12, True)


def test_exported_games_are_read_back_as_they_were() -> None:
    for record, line in zip(dealt.games(dealt.EVERYTHING), exported(dealt.EVERYTHING), strict=True):
        read = game_from_json(line)
        assert read.rules == dealt.EVERYTHING
        assert read.record.hands == record.hands
        assert read.record.columns == record.columns
        assert (read.record.winner, read.record.sheet) == (record.winner, record.sheet)


def test_hands_are_played_again_with_and_without_their_deals_and_rules() -> None:
    lines = hands()
    assert check(lines, LineChecker(SEEDS, dealt.NAME)) == []
    for line in lines:
        del line["deal"], line["rules"]
    assert check(lines, LineChecker(SEEDS, dealt.NAME)) == []


def test_a_hand_of_another_seed_is_told() -> None:
    (first, *_) = hands()
    (line,) = check([first], LineChecker([Seed(bytes(32))], dealt.NAME))
    assert line.startswith("line 1: the deck is not the seed's: card ")
    assert check([first], LineChecker([Seed(bytes(32)), *SEEDS], dealt.NAME)) == []
    assert check([first], LineChecker([Seed(dealt.SEED, b"more")], dealt.NAME)) != []


def test_each_wrong_line_is_told_with_its_number_and_the_others_are_checked() -> None:
    good, *_ = hands()
    wrong = {**good, "points": [99, 0]}
    illegal = {**good, "actions": [["discard", "Kc"]]}
    lines = [good, wrong, "", "{", "[]", {**good, "deck": []}, {**good, "rules": {"targt": 1}}, illegal, good]
    checker = LineChecker()
    found = check(lines, checker)
    assert [line.split(":")[0] for line in found] == [
        "line 2",
        *(f"line {number}" for number in (3, 4, 5, 6, 7)),
        "line 8, action 0",
    ]
    assert "points: the record says (99, 0)" in found[0]
    assert "did you mean 'target'" in found[5]
    assert "discard Kc is illegal: the upcard is on offer" in found[6]
    assert checker.lines == 9


def test_a_line_that_is_too_long_costs_that_line_alone() -> None:
    good, *_ = hands()
    (line,) = check([good, '{"x": "' + "x" * 10_000_000 + '"}', good])
    assert line.startswith("line 2: is longer than")


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("winner", None, "winner: the record says None"),
        ("scores", [1, 1], "scores: the record says (1, 1)"),
        ("scores", [1], "scores: [1] is no pair"),
        ("sheet", [0, 0], "sheet: the record says (0, 0)"),
        ("reason", "hands", "reason: the record says hands"),
        ("reason", "luck", "reason: 'luck' is none of target"),
        ("attempt", 2, "is deal 1048576 in place of"),
        ("id", "0.1", "id: '0.1' is no game"),
        ("id", "0.1.2", "the leg is 0 or 1"),
        ("leg", 1, "leg: 1 is not that of game 0.1.0"),
        ("pairing", [0, 2], "pairing: [0, 2] is not that of game 0.1.0"),
        ("epoch", -1, "epoch: -1 is no number from 0"),
        ("fault", {"seat": 2, "kind": "crash"}, "seat: 2 is no seat"),
        ("fault", {"seat": 0, "kind": "luck"}, "kind: 'luck' is none of illegal"),
        ("fault", {"seat": 0, "kind": "crash"}, "ended by a fault, and the reason recorded is target"),
        ("columns", [[1, 2]], "columns: the record says ((1, 2),)"),
        ("rules", {"target": 0}, "target: 0 is no whole number"),
        ("rules", {"target": 31, "knock_limit": 0}, "knock with"),
        ("hands", [{}], "hand 0: actions: is missing"),
    ],
)
def test_each_wrong_field_of_a_game_is_told(field: str, value: object, words: str) -> None:
    game = next(game for game in exported() if game["id"] == "0.1.0")
    found = check([{**game, field: value}])
    assert any(words in line for line in found), found
    assert all(line.startswith("line 1") for line in found)


def test_a_game_that_is_there_twice_is_told() -> None:
    first, *_ = exported()
    assert check([first, first]) == ["line 2, game 0.0.0: is there twice, in line 1 too"]


def test_another_deck_than_in_the_other_game_of_the_pair_is_told_without_a_seed() -> None:
    first, other, *_ = exported()
    hand, *rest = (dict(hand) for hand in other["hands"])  # type: ignore[attr-defined]
    hand["deck"] = list(reversed(hand["deck"]))
    found = check([first, {**other, "hands": [hand, *rest]}])
    assert "line 2, game 0.0.1, hand 0: the deck is another than in the other game of its pair" in found
    assert check([first, {**other, "seats": first["seats"]}])[0].endswith("on swapped seats")


def test_a_game_of_an_epoch_whose_seed_is_not_given_is_told() -> None:
    first, *_ = exported()
    found = check([{**first, "epoch": 1}], LineChecker(SEEDS, dealt.NAME))
    assert found == ["line 1, game 0.0.0: is of epoch 1, and no seed of that is given"]


def test_games_whose_hands_are_not_shown_yet_are_counted_as_such() -> None:
    first, *_ = exported()
    checker = LineChecker()
    assert check([{**first, "hands": None}], checker) == []
    assert (checker.games, checker.hidden, checker.hands) == (1, 1, 0)


def test_the_command_ends_with_the_count_and_a_status(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path_factory.mktemp("lines") / "games.jsonl"
    file.write_text("\n".join(map(json.dumps, exported())))
    words = ["verify", str(file), "--seed", dealt.SEED.hex(), "--tournament", dealt.NAME]
    assert run(words) == Status.DONE
    assert capsys.readouterr().out.splitlines()[-1] == "0 differences"
    file.write_text("nonsense\n")
    assert run(["verify", str(file)]) == Status.NOT_SO
    assert capsys.readouterr().out.splitlines() == [
        "line 1: is no JSON: Expecting value, at column 1",
        "1 lines, 0 hands played again",
        "1 difference",
    ]


@pytest.mark.parametrize(
    "words",
    [
        ["--commitment", "00"],
        ["--standings", "x.json"],
        ["--entropy", "00"],
        ["--seed", "0011"],
        ["--seed", "00" * 32, "--entropy", "xyz"],
    ],
    ids=str,
)
def test_options_that_do_not_fit_are_refused(
    tmp_path_factory: pytest.TempPathFactory, words: list[str]
) -> None:
    file = tmp_path_factory.mktemp("lines") / "games.jsonl"
    file.write_text("")
    assert run(["verify", str(file), *words]) in (Status.USAGE, Status.NOT_SO)


def test_seeds_are_not_for_results_files(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = dealt.write(tmp_path_factory.mktemp("lines") / "d.db", dealt.games())
    assert run(["verify", str(path), "--seed", "00" * 32]) == Status.USAGE
