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


def stripped(games: list[Object]) -> list[Object]:
    """Leave out the deal of every hand."""
    return [
        {**game, "hands": [{**hand, "deal": None} for hand in game["hands"]]}  # type: ignore[attr-defined]
        for game in games
    ]


@pytest.mark.parametrize("rules", [dealt.RULES, dealt.EVERYTHING], ids=["standard", "everything"])
@pytest.mark.parametrize("duplicate", [True, False], ids=["duplicate", "single"])
def test_games_that_leave_out_their_deals_are_checked_against_the_seed_all_the_same(
    rules: Rules, duplicate: bool
) -> None:
    games = stripped(exported(rules, duplicate=duplicate))
    assert check(games, LineChecker(SEEDS, dealt.NAME)) == []
    for seeds, name in (
        ([Seed(bytes(32))], dealt.NAME),
        (SEEDS, "another"),
        ([Seed(dealt.SEED, b"e")], dealt.NAME),
    ):
        found = check(games, LineChecker(seeds, name))
        for game in games:
            hands = [
                line for line in found if f"game {game['id']}, hand" in line and "not the seed's" in line
            ]
            assert len(hands) == len(game["hands"]), game["id"]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"id": "0.0.0", "deal_pair": 0}, "the deck is not the seed's"),
        ({"id": "1.1.0", "pairing": [0, 2]}, "the deck is not the seed's"),
        ({"attempt": 1}, "the deck is not the seed's"),
        ({"attempt": 4}, "no deal has attempt 4"),
        ({"epoch": 1}, "the deck is not the seed's"),
        ({"epoch": 2}, "is of epoch 2, and no seed of that is given"),
        ({"seats": ["beta", "alpha"]}, "bot 0 is beta, and was alpha in a line before"),
        ({"seats": ["alpha", "alpha"]}, "bot 1 is alpha, and was beta in a line before"),
        ({"seats": ["alpha", "gamma"]}, "bot 1 is gamma, and was beta in a line before"),
    ],
    ids=str,
)
@pytest.mark.parametrize("with_deals", [True, False], ids=["deals", "no deals"])
def test_what_says_where_a_game_stands_in_the_plan_must_fit_its_cards_and_its_bots(
    change: Object, words: str, with_deals: bool
) -> None:
    games = exported() if with_deals else stripped(exported())
    before = [game for game in games if game["id"] in ("0.0.0", "0.0.1")]
    game = next(game for game in games if game["id"] == "0.1.0")
    found = check([*before, {**game, **change}], LineChecker([*SEEDS, Seed(bytes(32))], dealt.NAME))
    by_number = with_deals and ("seed's" in words or "attempt" in words)
    expected = "no deal has" if words.startswith("no deal") else "in place of" if by_number else words
    assert any(line.startswith("line 3") and expected in line for line in found), found


def test_a_game_of_shared_deals_cannot_pass_for_one_of_its_own() -> None:
    single = stripped(exported(duplicate=False))
    shared = stripped(exported())
    assert check([*shared[:4], *single[:4]], LineChecker(SEEDS, dealt.NAME)) != []
    moved = {**next(game for game in single if game["id"] == "0.1.0")}
    assert any("seed's" in line for line in check([*shared[:2], moved], LineChecker(SEEDS, dealt.NAME)))


def test_a_bare_hand_without_its_deal_counts_as_not_checked_against_the_seed(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, *_ = hands()
    del first["deal"]
    file = tmp_path_factory.mktemp("lines") / "hands.jsonl"
    file.write_text("\n".join(map(json.dumps, (first, second, *exported()[:2]))))
    words = ["verify", str(file), "--seed", dealt.SEED.hex(), "--tournament", dealt.NAME]
    assert run(words) == Status.DONE
    assert "(1 without a deal: not checked against the seed)" in capsys.readouterr().out
    assert run(words[:2]) == Status.DONE
    assert "not checked" not in capsys.readouterr().out


@pytest.mark.parametrize("order", [1, -1], ids=["in order", "turned"])
@pytest.mark.parametrize("with_deals", [True, False], ids=["deals", "no deals"])
def test_both_games_of_a_pair_have_the_same_decks_wherever_they_stand(order: int, with_deals: bool) -> None:
    games = exported() if with_deals else stripped(exported())
    apart = [game for leg in (0, 1) for game in games if game["leg"] == leg][::order]
    assert check(apart) == []
    other = next(game for game in apart if game["id"] == "0.1.1")
    for hand in other["hands"]:  # type: ignore[attr-defined]
        hand["deck"] = hand["deck"][::-1]
    assert any("hand 0: the deck is another than in the other game" in line for line in check(apart))


@pytest.mark.parametrize("order", [1, -1], ids=["in order", "turned"])
@pytest.mark.parametrize("seeds", [SEEDS, []], ids=["seed", "no seed"])
def test_hands_that_are_left_out_though_both_games_of_the_pair_are_there_are_told(
    seeds: list[Seed], order: int
) -> None:
    games = exported()[::order]
    flipped = [{**game, "hands": None, "winner": 1 - int(bool(game["winner"]))} for game in games]
    found = check(flipped, LineChecker(seeds, dealt.NAME))
    left_out = [line for line in found if line.endswith("left out, and both games of its pair are there")]
    assert len(left_out) == len([game for game in games if game["reason"] != "suspended"]) == 11
    for number, game in enumerate(games, 1):
        told = any(line.startswith(f"line {number}, game {game['id']}:") for line in left_out)
        assert told == (game["reason"] != "suspended")
    lone = [{**game, "hands": None} for game in games if game["leg"] == 0]
    checker = LineChecker(seeds, dealt.NAME)
    assert check(lone, checker) == []
    assert checker.hidden == len(lone)


def test_a_game_that_nobody_played_has_no_score_whether_or_not_its_hands_are_shown() -> None:
    unplayed = next(game for game in exported() if game["reason"] == "suspended")
    for game in (unplayed, {**unplayed, "hands": None}):
        assert check([game]) == []
        (line,) = check([{**game, "scores": [30, 0]}])
        assert "scores: the record says (30, 0)" in line


@pytest.mark.parametrize("field", ["epoch", "attempt"])
def test_both_games_of_a_pair_are_of_one_epoch_and_attempt(field: str) -> None:
    first, other, *_ = stripped(exported())
    found = check([first, {**other, field: 1}])
    assert found == [f"line 2, game 0.0.1: is of {field} 1, the other game of its pair of 0"]


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
