"""Hands as OpenSpiel plays them; where that engine is installed, they are played there."""

import json
from itertools import combinations
from random import Random

import pytest

from gin_rummy.cards import Card, CardSet, card_set, parse_card
from gin_rummy.hand import Hand
from gin_rummy.record import HandRecord, record_of
from gin_rummy.result import End
from gin_rummy.rules import Rules
from gin_tournaments.errors import StoreError
from gin_tournaments.export import openspiel_lines
from gin_tournaments.export.openspiel import history, their_card, their_melds
from tests.rules.playing import choose, shuffled
from tests.tournaments.sample_games import RULES, replace_game, tournament


def cards(text: str) -> CardSet:
    return card_set(map(parse_card, text.split()))


def test_cards_are_numbered_by_the_suits_s_c_d_h() -> None:
    assert [their_card(parse_card(card)) for card in ("As", "Ac", "Td", "Kh")] == [0, 13, 35, 51]


@pytest.mark.parametrize(
    ("meld", "numbers"),
    [
        ("Ac Ad Ah", [0]),
        ("As Ad Ah", [1]),
        ("As Ac Ad Ah", [4]),
        ("Ks Kc Kd", [63]),
        ("As 2s 3s", [65]),
        ("Jh Qh Kh", [108]),
        ("As 2s 3s 4s", [109]),
        ("As 2s 3s 4s 5s", [149]),
        ("9h Th Jh Qh Kh", [184]),
        ("4c 5c 6c 7c 8c 9c", [65 + 11 + 3, 65 + 11 + 6]),
    ],
)
def test_melds_have_their_numbers_and_long_runs_are_several(meld: str, numbers: list[int]) -> None:
    assert their_melds(cards(meld)) == numbers


def test_every_meld_of_up_to_five_cards_has_a_number_of_its_own() -> None:
    sets = [
        card_set(Card(suit * 13 + rank) for suit in suits)
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    runs = [
        card_set(Card(suit * 13 + rank + step) for step in range(length))
        for suit in range(4)
        for length in (3, 4, 5)
        for rank in range(14 - length)
    ]
    assert sorted(number for meld in sets + runs for number in their_melds(meld)) == list(range(185))


def test_there_is_a_line_for_each_hand_of_whole_pairs_from_the_non_dealers_side() -> None:
    game = tournament()[0]
    lines = [json.loads(line) for line in openspiel_lines([(game, True)], RULES)]
    assert [line["hand"] for line in lines] == list(range(len(game.hands)))
    for line, hand in zip(lines, game.hands, strict=True):
        assert line["players"] == [game.seats[1 - hand.dealer], game.seats[hand.dealer]]
        assert line["points"] == [hand.points[1 - hand.dealer], hand.points[hand.dealer]]
        assert sorted(line["actions"][:21]) == sorted(set(line["actions"][:21]))
    assert list(openspiel_lines([(game, False)], RULES)) == []


def test_rules_that_openspiel_does_not_play_are_refused() -> None:
    with pytest.raises(StoreError, match="big_gin"):
        list(openspiel_lines([], Rules(big_gin=True)))


def played(random: Random) -> HandRecord:
    hand = Hand(Rules(), shuffled(random), random.randrange(2))
    while hand.result is None:
        hand.apply(choose(hand, random, knocking=0.3))
    return record_of(hand)


@pytest.mark.oracle
def test_openspiel_plays_the_exported_hands_to_the_same_score() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="`make oracle` installs it")
    random = Random(3)
    ends = []
    for _ in range(300):
        hand = played(random)
        game = replace_game(tournament()[0], hands=(hand,))
        (line,) = map(json.loads, openspiel_lines([(game, True)], Rules()))
        state = pyspiel.load_game(line["game"]).new_initial_state()
        for action in line["actions"]:
            if action not in state.legal_actions():
                break  # one of the differences that tests/rules/test_open_spiel.py lists
            state.apply_action(action)
        else:
            assert state.is_terminal() == line["complete"]
            ends.append(hand.end)
            if hand.end != End.VOID and abs(hand.points[0] - hand.points[1]) != Rules().undercut_bonus:
                first = 1 - hand.dealer
                assert state.returns()[0] == hand.points[first] - hand.points[1 - first]
    assert len(ends) > 270
    assert set(ends) == {End.KNOCK, End.GIN, End.UNDERCUT, End.VOID}


def test_a_forfeited_hand_is_what_was_played_of_it() -> None:
    hand = Hand(Rules(), shuffled(Random(1)), 0)
    hand.apply(104)
    hand.forfeit(0)
    assert len(history(record_of(hand), Rules())) == 22
