"""The scoresheet: what can be entered, what it comes to, how it is drawn, and how it is kept with people."""

import json
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_rummy.errors import GinError
from gin_rummy.notation import hand_to_json
from gin_rummy.record import record_of
from gin_rummy.result import End
from gin_rummy.rules import Rules
from gin_tournaments.pencil.entries import check_players, help_lines, read_entry
from gin_tournaments.pencil.scores import score_to_json
from gin_tournaments.pencil.sheet import VOID, CannotEnter, Entry, Scoresheet, bonuses, sheet_to_json
from gin_tournaments.pencil.sheet_text import sheet_lines, standing
from gin_tournaments.pencil.sitting import Sitting, keep_sheet
from tests.rules.table import GIN, KNOCK_4, STANDARD, at_discard, play
from tests.tournaments.test_pencil_scores import LINE

ANN_AND_BOB = ("Ann", "Bob")
DOUBLING = Rules(variant="oklahoma", oklahoma_spade_doubles=True)


def sheet_of(*lines: str, rules: Rules = STANDARD) -> Scoresheet:
    sheet = Scoresheet(rules, ANN_AND_BOB)
    for line in lines:
        sheet.enter(read_entry(line, ANN_AND_BOB, rules))
    return sheet


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("Ann 24", Entry(0, 24)),
        ("  bOB   7 ", Entry(1, 7)),
        ("a 24", Entry(0, 24)),
        ("Ann knock 4 18", Entry(0, 14, End.KNOCK)),
        ("Ann knock 8 6", Entry(1, 27, End.UNDERCUT)),
        ("Bob KNOCK 5 5", Entry(0, 25, End.UNDERCUT)),
        ("Ann knock 0 12", Entry(0, 37, End.GIN)),
        ("Ann gin 12", Entry(0, 37, End.GIN)),
        ("Bob gin 0", Entry(1, 25, End.GIN)),
        ("Void", VOID),
        ('{"winner": 1, "points": 30}', Entry(1, 30)),
        ('{"winner": "ann", "points": 30, "end": "gin"}', Entry(0, 30, End.GIN)),
        ('{"winner": null, "points": 0}', VOID),
        (
            '{"winner": "defender", "player": "Ann", "points": 25, "end": "undercut"}',
            Entry(1, 25, End.UNDERCUT),
        ),
        ('{"winner": "knocker", "player": 1, "points": 25}', Entry(1, 25)),
        ('{"points": [0, 12], "end": "knock"}', Entry(1, 12, End.KNOCK)),
        ('{"points": [0, 0], "end": "void"}', VOID),
    ],
)
def test_a_hand_is_entered_in_words_or_as_json(line: str, entry: Entry) -> None:
    assert read_entry(line, ANN_AND_BOB, STANDARD) == entry


@pytest.mark.parametrize(
    ("line", "rules", "entry"),
    [
        ("Ann big 12", Rules(big_gin=True), Entry(0, 43, End.BIG_GIN)),
        ("Ann big gin 12", Rules(big_gin=True), Entry(0, 43, End.BIG_GIN)),
        ("Ann knock 3 8 double", DOUBLING, Entry(0, 10, End.KNOCK)),
        ("Bob 10 double", DOUBLING, Entry(1, 20)),
        ("Ann gin 12", Rules(gin_bonus=20), Entry(0, 32, End.GIN)),
    ],
)
def test_a_hand_is_worth_what_the_rules_say(line: str, rules: Rules, entry: Entry) -> None:
    assert read_entry(line, ANN_AND_BOB, rules) == entry


@pytest.mark.parametrize(
    ("line", "rules", "why"),
    [
        ("", STANDARD, "is empty"),
        ("Cat 5", STANDARD, "'Cat' is neither Ann nor Bob"),
        ("Ann", STANDARD, "after the player stands"),
        ("Ann won 5", STANDARD, "after the player stands"),
        ("Ann 0", STANDARD, "'0' is no whole number from 1 to 100000"),
        ("Ann -5", STANDARD, "'-5' is no whole number"),
        ("Ann ²", STANDARD, "'²' is no whole number"),
        ("Ann " + "9" * 5000, STANDARD, "'999.* is no whole number"),
        ("Ann 100001", STANDARD, "is no whole number"),
        ("Ann knock 11 20", STANDARD, "nobody may knock with 11; the limit is 10"),
        ("Ann knock 1 20", Rules(variant="straight"), "nobody may knock with 1; the limit is 0"),
        ("Ann knock 4 101", STANDARD, "'101' is no whole number from 0 to 100"),
        ("Ann big 5", STANDARD, "big gin is not played"),
        ("Ann 5 double", STANDARD, "nothing doubles a hand"),
        ("{", STANDARD, "is no JSON"),
        ("{}", STANDARD, "points: is missing"),
        ('{"points": 5}', STANDARD, "winner: is missing"),
        ('{"winer": 0, "points": 5}', STANDARD, "'winer': is not known; did you mean 'winner'"),
        ('{"winner": 2, "points": 5}', STANDARD, "winner: 2 is neither a seat"),
        ('{"winner": true, "points": 5}', STANDARD, "winner: True is neither a seat"),
        ('{"winner": [0], "points": 5}', STANDARD, r"winner: \[0\] is neither a seat"),
        ('{"winner": "Cat", "points": 5}', STANDARD, "winner: 'Cat' is neither a seat"),
        ('{"winner": "knocker", "points": 5}', STANDARD, "player: is missing"),
        ('{"winner": null, "points": 5}', STANDARD, "points: a hand that nobody won has none"),
        ('{"winner": 0, "points": -5}', STANDARD, "points: -5 is not from 0"),
        ('{"winner": 0, "points": 1e3}', STANDARD, "points: 1000.0 is no whole number"),
        ('{"points": [1, 2]}', STANDARD, r"points: \[1, 2\] does not say who won"),
        ('{"points": [0, 0], "end": "undercut"}', STANDARD, r"points: \[0, 0\] does not say who won"),
        ('{"points": [5]}', STANDARD, "points: .* is no pair"),
    ],
)
def test_a_line_that_is_no_hand_is_refused_with_the_reason(line: str, rules: Rules, why: str) -> None:
    with pytest.raises(GinError, match=why):
        read_entry(line, ANN_AND_BOB, rules)


@pytest.mark.parametrize(
    ("line", "seat"), [("Ann 5", 0), ("ann marie 5", 1), ("Ann M 5", 1), ("{} 5", None), ("An 5", None)]
)
def test_names_may_have_several_words_and_be_cut_short_as_long_as_one_is_meant(
    line: str, seat: int | None
) -> None:
    players = ("Ann", "Ann Marie")
    if seat is None:
        with pytest.raises(GinError):
            read_entry(line, players, STANDARD)
    else:
        assert read_entry(line, players, STANDARD) == Entry(seat, 5)


@pytest.mark.parametrize(
    "players",
    [
        ("", "Bob"),
        ("Ann", "ANN"),
        ("Undo", "Bob"),
        ("void", "Bob"),
        ("{Ann", "Bob"),
        ("A\x1b[31m", "B"),
        ("x" * 21, "B"),
    ],
)
def test_names_that_entries_could_not_tell_apart_are_refused(players: tuple[str, str]) -> None:
    with pytest.raises(CannotEnter):
        check_players(players)


def test_answers_of_score_and_records_of_hands_can_be_piped_in() -> None:
    answer = json.dumps(score_to_json({**LINE, "player": "Bob"}, STANDARD))
    hand = play(at_discard(GIN, "Jh"), "knock:Jh")
    won = sheet_of(answer, json.dumps(hand_to_json(record_of(hand)))).entries
    assert hand.result is not None
    assert won == (Entry(1, 16, End.KNOCK), Entry(hand.result.winner, max(hand.result.points), End.GIN))


def test_the_bonuses_are_those_of_the_rules() -> None:
    sheet = sheet_of("Ann 60", "Bob 30", "Ann 50")
    (column,) = sheet.score.sheet_columns
    assert bonuses(column, 0, STANDARD) == (110, 100, 0, 50)
    assert bonuses(column, 1, STANDARD) == (30, 0, 0, 25)


def test_a_shutout_doubles_points_and_game_bonus_but_no_boxes() -> None:
    (column,) = sheet_of("Ann 60", "Ann 50").score.sheet_columns
    assert bonuses(column, 0, STANDARD) == (110, 100, 210, 50)


@given(
    hands=st.lists(st.tuples(st.sampled_from([0, 1]), st.integers(1, 80)), max_size=30),
    hollywood=st.booleans(),
    multiplier=st.integers(1, 3),
)
def test_the_parts_of_every_column_add_up_to_its_sheet(
    hands: list[tuple[int, int]], hollywood: bool, multiplier: int
) -> None:
    rules = Rules(hollywood=hollywood, shutout_multiplier=multiplier)
    sheet = Scoresheet(rules, ANN_AND_BOB)
    for seat, points in hands:
        if not sheet.score.finished:
            sheet.enter(Entry(seat, points))
    for column in sheet.score.sheet_columns:
        assert tuple(bonuses(column, seat, rules).total for seat in (0, 1)) == column.sheet(rules)


def test_undo_takes_back_the_last_hand_and_opens_a_game_that_was_over() -> None:
    sheet = sheet_of("Bob 10", "Ann 100")
    with pytest.raises(CannotEnter, match="the game is over"):
        sheet.enter(VOID)
    assert sheet.undo() == Entry(0, 100)
    assert sheet.score.scores == (0, 10)
    sheet.undo()
    with pytest.raises(CannotEnter, match="no hand is entered yet"):
        sheet.undo()


def test_a_finished_game_is_drawn_with_its_bonuses() -> None:
    assert sheet_lines(sheet_of("Ann 24", "bob gin 12", "void", "Ann knock 8 6", "Bob 40")) == [
        "Hand                          Ann    Bob",
        "  1  +24                       24",
        "  2  gin +37                          37",
        "  3  void",
        "  4  undercut +27                     64",
        "  5  +40                             104",
        "----------------------------------------",
        "Points                         24    104",
        "Game bonus                           100",
        "Boxes, 25 a hand won           25     75",
        "Total                          49    279",
        "",
        "Bob wins, 104 to 24.",
    ]


def test_hollywood_is_drawn_as_three_games_and_their_totals() -> None:
    lines = ("Ann 24", "bob gin 12", "bob knock 4 90", "Ann knock 9 4", "Ann 100", "Ann 80", "Ann 70")
    rules = Rules(hollywood=True)
    assert sheet_lines(sheet_of(*lines[:5], rules=rules)) == [
        "                                  Game 1        Game 2        Game 3",
        "Hand                          Ann    Bob    Ann    Bob    Ann    Bob",
        "  1  +24                       24",
        "  2  gin +37                          37",
        "  3  knock +86                       123            86",
        "  4  undercut +30                                  116            30",
        "  5  +100                                                 100",
        "--------------------------------------------------------------------",
        "Points                         24    123           116    100     30",
        "Game bonus                           100           100    100",
        "Shutout, × 2                                       216",
        "Boxes, 25 a hand won           25     50            50     25     25",
        "Total                          49    273      0    482    225     55",
        "--------------------------------------------------------------------",
        "All three games               274    810",
        "",
        "Bob wins, 2 games to 1.",
    ]


def test_a_wide_name_keeps_the_columns_straight() -> None:
    sheet = Scoresheet(STANDARD, ("ジンラミー大好き", "B"))
    sheet.enter(Entry(1, 5))
    assert sheet_lines(sheet)[:2] == [
        "Hand                        ジンラミー大好き      B",
        "  1  +5                                           5",
    ]


@pytest.mark.parametrize(
    ("lines", "rules", "said"),
    [
        ((), STANDARD, "To go to 100: Ann 100, Bob 100."),
        (("Ann 24",), Rules(target=150), "To go to 150: Ann 126, Bob 150."),
        (("Ann 24",), Rules(format="hands", hands=2), "1 of 2 hands are scored."),
        (("Ann 24", "Bob 24"), Rules(format="hands", hands=2), "The game is a draw."),
        (("Ann 100",), Rules(hollywood=True), "Games over: 1 of 3; each is played to 100."),
    ],
)
def test_the_standing_is_said_in_a_sentence(lines: tuple[str, ...], rules: Rules, said: str) -> None:
    assert standing(sheet_of(*lines, rules=rules)) == said


def test_the_json_of_a_sheet_is_as_documented() -> None:
    assert sheet_to_json(sheet_of("Ann gin 50", "void", "Ann 30")) == {
        "players": ["Ann", "Bob"],
        "hands": [
            {"winner": 0, "points": 75, "end": "gin"},
            {"winner": None, "points": 0, "end": "void"},
            {"winner": 0, "points": 30, "end": None},
        ],
        "scores": [105, 0],
        "hands_won": [2, 0],
        "columns": None,
        "column_sheets": [[460, 0]],
        "sheet": [460, 0],
        "winner": 0,
        "reason": "target",
    }
    assert sheet_to_json(sheet_of("Ann 30", rules=Rules(hollywood=True)))["columns"] == [
        [30, 0],
        [0, 0],
        [0, 0],
    ]


def test_a_sitting_obeys_commands_and_says_nothing_after_quit() -> None:
    sitting = Sitting(Scoresheet(STANDARD, ANN_AND_BOB), lambda sheet: [standing(sheet)])
    assert list(sitting.take("Ann 24")) == ["To go to 100: Ann 76, Bob 100."]
    assert list(sitting.take("UNDO")) == ["To go to 100: Ann 100, Bob 100."]
    assert list(sitting.take("sheet")) == sheet_lines(sitting.sheet)
    assert list(sitting.take("help")) == help_lines(ANN_AND_BOB, STANDARD)
    assert list(sitting.take("quit")) == list(sitting.take("Ann 24")) == []
    assert sitting.ended


@pytest.mark.parametrize("rules", [STANDARD, Rules(big_gin=True), DOUBLING])
def test_every_line_that_help_shows_can_be_typed(rules: Rules) -> None:
    sitting = Sitting(Scoresheet(replace(rules, target=1000), ANN_AND_BOB), lambda _: [])
    for line in help_lines(ANN_AND_BOB, rules):
        list(sitting.take(line.strip().split("  ")[0]))
    assert sitting.ended


@dataclass
class Person:
    typed: list[str]
    asked: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    def ask(self, question: str) -> str | None:
        self.asked.append(question)
        return self.typed.pop(0) if self.typed else None

    def keeps(self, players: tuple[str, str] | None = None) -> Scoresheet:
        return keep_sheet(STANDARD, players, self.ask, self.told.append)


def test_people_give_their_names_enter_hands_undo_and_end() -> None:
    person = Person(["Ann", "ann", "Ann", "Bob", "ann 24", "", "Cat 5", "b gin 12", "undo", "quit"])
    sheet = person.keeps()
    assert (sheet.players, sheet.entries) == (ANN_AND_BOB, (Entry(0, 24),))
    assert "  both players are called 'Ann'" in person.told
    assert "  'Cat' is neither Ann nor Bob nor a command; help lists all" in person.told
    assert "  To go to 100: Ann 76, Bob 100." in person.told
    assert person.asked[-1] == "Hand 2> "


def test_people_who_give_no_names_are_a_and_b() -> None:
    assert Person(["", "", "b 5"]).keeps().players == ("A", "B")


def test_enter_ends_a_game_that_is_over() -> None:
    person = Person(["Ann 100", "", "Bob 5"])
    assert person.keeps(ANN_AND_BOB).entries == (Entry(0, 100),)
    assert person.typed == ["Bob 5"]


def test_a_knock_typed_by_its_deadwood_is_worth_what_the_hand_was() -> None:
    result = play(at_discard(KNOCK_4, "Ks"), "knock:Ks").result
    assert result is not None
    typed = f"Ann knock {result.knocker_deadwood} {result.defender_deadwood}"
    assert read_entry(typed, ANN_AND_BOB, STANDARD).points == result.points[0]
