"""A replay shows what lay on the table: every card once, whose turn it was, and what went wrong."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from gin_referee.clocks import ClockLimits
from gin_referee.records import GameKey, GameRecord
from gin_rummy.cards import parse_cards
from gin_rummy.result import End
from gin_rummy.rules import Rules
from gin_tournaments.cli import run
from gin_tournaments.exit_status import Status
from gin_tournaments.replay import GameReplay, Stepper, printed
from tests.tournaments import dealt

CARD = re.compile(r"\b[A2-9TJQK][cdhs]\b")


def game(key: GameKey, rules: Rules = dealt.RULES) -> GameReplay:
    record = next(record for record in dealt.games(rules) if record.key == key)
    return GameReplay(record, rules, ClockLimits(hand_time=1.0))


def walked(stepper: Stepper, key: str) -> list[list[str]]:
    """Press a key until nothing changes; give what was shown."""
    shown = [stepper.lines()]
    while stepper.press(key) and stepper.lines() != shown[-1]:
        shown.append(stepper.lines())
    return shown


@pytest.mark.parametrize("rules", [dealt.RULES, dealt.EVERYTHING], ids=["standard", "everything"])
def test_in_every_scene_each_card_is_in_a_hand_on_the_pile_or_in_the_stock(rules: Rules) -> None:
    replay = game(GameKey(0, 1, 0), rules)
    for number in range(len(replay.record.hands)):
        for scene in replay.scenes(number):
            table = scene.table
            cards = [*map(int.bit_count, table.hands), len(table.discard_pile), table.stock_left]
            assert sum(cards) == 52


def test_both_hands_are_shown_with_their_melds_and_deadwood() -> None:
    for lines in walked(Stepper(game(GameKey(0, 1, 0))), "n"):
        hands = [line for line in lines if re.search(r"  = \d+$", line)]
        assert len(hands) == 2
        named = [CARD.findall(line) for line in hands]
        assert {len(cards) for cards in named} <= {8, 9, 10, 11}
        assert not set(named[0]) & set(named[1])
        for line in hands:
            for meld in re.findall(r"\[(.*?)\]", line):
                assert len(parse_cards(meld.split())) >= 3


def test_the_last_scene_of_a_hand_tells_lay_offs_deadwood_and_score() -> None:
    told = set()
    for record in dealt.games():
        replay = GameReplay(record, dealt.RULES)
        for number, hand in enumerate(record.hands):
            lines = printed(replay, number)
            text = "\n".join(lines)
            told.add(hand.end)
            if hand.end in (End.KNOCK, End.UNDERCUT):
                assert "  deadwood: " in text
            if hand.end is End.VOID:
                assert "void: nobody scores" in text
            else:
                assert f"scores {max(hand.points)} · score " in text
    assert told >= {End.KNOCK, End.UNDERCUT, End.VOID, End.FORFEIT}
    assert any(
        "lays off" in line for record in dealt.games() for line in printed(GameReplay(record, dealt.RULES))
    )


def test_faults_are_shown_where_they_happened_with_what_they_cost() -> None:
    lines = printed(game(GameKey(0, 0, 0)))
    faults = [line for line in lines if line.startswith("  ! ")]
    assert [line.partition(": ")[2] for line in faults] == [
        "illegal, substitute: illegal at decision 2",
        "illegal, substitute: illegal at decision 5",
    ]
    crash = printed(game(GameKey(1, 1, 0)))
    assert any("forfeits the hand" in line for line in crash)
    assert any("The game is over (fault)" in line for line in crash)
    assert any("crash, forfeit game: crash at decision 7" in line for line in crash)


def test_think_times_and_what_was_left_are_shown() -> None:
    moves = [scene.move for scene in game(GameKey(0, 1, 0)).scenes(0) if scene.move is not None]
    assert all(move.think == pytest.approx(0.002, rel=1e-3) for move in moves), "kept in two bytes"
    assert {move.had for move in moves} == {1.0}, "the margin is not charged"
    limits = ClockLimits(hand_time=1.0, game_time=3.0, margin=0.0)
    replay = GameReplay(game(GameKey(0, 1, 0)).record, dealt.RULES, limits)
    had = [scene.move.had for scene in replay.scenes(0) if scene.move is not None and scene.move.seat == 0]
    assert had == sorted(had, reverse=True)
    assert had[-1] < had[0]


def test_hollywoods_columns_and_the_sheet_are_shown_in_the_end() -> None:
    replay = game(GameKey(0, 1, 0), dealt.EVERYTHING)
    lines = printed(replay)
    assert [line[:10] for line in lines[-4:]] == ["  column 1", "  column 2", "  column 3", "  sheet, w"]
    columns = replay.record.columns
    assert columns is not None
    for line, (first, second) in zip(lines[-4:-1], columns, strict=True):
        names = replay.record.seats
        assert f": {names[0]} {first}, {names[1]} {second} · with bonuses" in line


def test_stepping_goes_forward_to_the_end_and_back_to_the_deal_through_all_hands() -> None:
    stepper = Stepper(game(GameKey(0, 1, 0)))
    forward = walked(stepper, "n")
    back = walked(stepper, "b")
    assert forward == back[::-1]
    assert "The game is over" in "\n".join(forward[-1])
    assert len(forward) == sum(len(hand.actions) for hand in game(GameKey(0, 1, 0)).record.hands) + len(
        game(GameKey(0, 1, 0)).record.hands
    ) - _forced(game(GameKey(0, 1, 0)).record)


def _forced(record: GameRecord) -> int:
    return sum(hand.actions[:2] == b"\x68\x68" for hand in record.hands)


def test_hands_are_skipped_to_and_keys_that_mean_nothing_change_nothing() -> None:
    stepper = Stepper(game(GameKey(0, 1, 0)))
    assert stepper.press("h")
    assert stepper.scene.number == 1
    stepper.press("n")
    stepper.press("H")
    assert (stepper.scene.number, stepper.scene.move) == (1, None)
    stepper.press("H")
    assert stepper.scene.number == 0
    shown = stepper.lines()
    assert stepper.press("x")
    assert stepper.lines() == shown
    assert not stepper.press("q")


def test_a_name_and_an_evidence_are_shown_harmless() -> None:
    record = next(record for record in dealt.games() if record.key == GameKey(0, 0, 0))
    faults = (replace(record.faults[0], evidence="\x1b[31mred\n"), *record.faults[1:])
    evil = replace(record, seats=("\x1b[2Jalpha", "beta"), faults=faults)
    text = "\n".join(printed(GameReplay(evil, dealt.RULES)))
    assert "\x1b" not in text
    assert "\\x1b[31mred" in text


def test_the_command_prints_a_hand_where_there_is_no_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(dealt.write(tmp_path / "d.db", dealt.games()))
    assert run(["replay", path, "0.1.0", "--hand", "1"]) == Status.DONE
    printed_lines = capsys.readouterr().out.splitlines()
    assert printed_lines[0].startswith("Hand 1: ")
    assert run(["replay", path, "0.1.0", "--print"]) == Status.DONE
    assert len(capsys.readouterr().out.splitlines()) > len(printed_lines)


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["9.9.0"], Status.NOT_SO, "game 9.9.0 is not stored; the pairings are 0 alpha – beta, "),
        (["0.77.0"], Status.NOT_SO, "game 0.77.0 is not stored; pairing 0, alpha – beta, has "),
        (["first"], Status.USAGE, "'first' is no game"),
        (["0.0.0", "--hand", "99"], Status.NOT_SO, "no hand 99"),
        (["2.1.1"], Status.NOT_SO, "nobody played game 2.1.1: suspended"),
        (["1.0.0"], Status.NOT_SO, "not shown before the other game of its deal pair is stored"),
    ],
)
def test_what_cannot_be_shown_is_one_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], status: Status, told: str
) -> None:
    half = [record for record in dealt.games() if record.key != GameKey(1, 0, 1)]
    path = str(dealt.write(tmp_path / "d.db", half))
    assert run(["replay", path, *words]) == status
    ended = capsys.readouterr()
    assert told in ended.err
    assert ended.out == ""
