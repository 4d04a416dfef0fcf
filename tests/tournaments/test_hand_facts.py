"""What is counted of a hand agrees with the rules' own account of it, on random play under all options."""

from fractions import Fraction
from random import Random
from statistics import stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gin_referee.records import Fault, GameKey, GameRecord
from gin_rummy.actions import BIG_GIN, PASS
from gin_rummy.cards import CardSet
from gin_rummy.hand import Hand
from gin_rummy.record import HandRecord, record_of
from gin_rummy.result import End
from gin_rummy.rules import Rules
from gin_tournaments.statistics.game_facts import facts_of, play_of
from gin_tournaments.statistics.hand_walk import walk
from gin_tournaments.statistics.luck import Luck, evenly, luck_of_bots, luck_of_hand
from gin_tournaments.statistics.student_t import t_quantile
from tests.rules.brute_force import least_deadwood
from tests.rules.playing import all_rules, choose, shuffled
from tests.tournaments.sample_games import replace_game, tournament


def played(rules: Rules, random: Random) -> Hand:
    hand = Hand(rules, shuffled(random), random.randrange(2))
    while hand.result is None:
        hand.apply(choose(hand, random))
    return hand


@given(all_rules(), st.integers(0, 10**9))
@settings(max_examples=200, deadline=None)
def test_a_walk_over_a_record_sees_the_hands_that_were_held(rules: Rules, seed: int) -> None:
    random = Random(seed)
    hand = Hand(rules, shuffled(random), random.randrange(2))
    held: list[tuple[CardSet, CardSet]] = []
    while hand.result is None:
        hand.apply(choose(hand, random))
        held.append((hand.hands[0], hand.hands[1]))
    record = record_of(hand)
    seen = [(step.hands[0], step.hands[1]) for step in walk(record, split_stock=rules.stock == "split")]
    assert len(seen) == len(record.actions)
    assert set(held[:-1]) <= set(seen)
    ended_by_knock = record.actions[-1] == BIG_GIN or record.actions[-1] < PASS
    assert not ended_by_knock or seen[-1] == held[-1]


@given(all_rules(), st.integers(0, 10**9))
@settings(max_examples=300, deadline=None)
def test_the_losers_deadwood_worked_back_from_the_score_is_that_of_the_rules(rules: Rules, seed: int) -> None:
    hand = played(rules, Random(seed))
    result = hand.result
    assert result is not None
    plays = play_of([record_of(hand)], rules)
    lost = [play.hands_lost for play in plays]
    if result.end == End.VOID:
        assert lost == [0, 0]
        assert [play.voids for play in plays] == [1, 1]
        return
    assert result.winner is not None
    loser = 1 - result.winner
    assert lost[loser] == 1
    assert lost[result.winner] == 0
    left = result.knocker_deadwood if result.end == End.UNDERCUT else result.defender_deadwood
    assert plays[loser].deadwood_lost == left


@given(all_rules(), st.integers(0, 10**9))
@settings(max_examples=100, deadline=None)
def test_ends_and_dealers_are_counted_for_the_right_seat(rules: Rules, seed: int) -> None:
    hand = played(rules, Random(seed))
    result = hand.result
    assert result is not None
    for seat, play in enumerate(play_of([record_of(hand)], rules)):
        knocked = result.knocker == seat
        assert play.knocks == knocked
        assert play.gins == (knocked and result.end in (End.GIN, End.BIG_GIN))
        assert play.undercuts_suffered == (knocked and result.end == End.UNDERCUT)
        assert play.undercuts_made == (not knocked and result.end == End.UNDERCUT)
        assert play.dealt == (hand.dealer == seat)
        diff = result.points[seat] - result.points[1 - seat]
        assert play.dealt_diff + play.undealt_diff == diff


def record_of_game(*hands: HandRecord, winner: int | None, fault: Fault | None = None) -> GameRecord:
    points = tuple(sum(hand.points[seat] for hand in hands) for seat in (0, 1))
    return GameRecord(
        key=GameKey(0, 0, 0),
        seats=("a", "b"),
        attempt=0,
        epoch=0,
        hands=hands,
        winner=winner,
        scores=(points[0], points[1]),
        sheet=(0, 0),
        columns=None,
        reason="fault" if fault else "target" if hands else "suspended",
        fault=fault,
        faults=(fault,) if fault else (),
        think_us=(),
    )


def test_the_facts_of_a_game_are_the_sums_over_its_hands() -> None:
    hands = [record_of(played(Rules(), Random(seed))) for seed in range(6)]
    facts = facts_of(record_of_game(*hands, winner=0), Rules())
    assert facts.hands == 6
    assert facts.diff == sum(hand.points[0] - hand.points[1] for hand in hands)
    assert facts.play[0].hands == facts.play[1].hands == 6
    assert facts.rated
    assert facts.forfeited == (False, False)


def test_a_forfeit_in_play_is_rated_and_marked_for_the_seat_at_fault() -> None:
    hand = Hand(Rules(), bytes(range(52)), 0)
    hand.forfeit(1)
    fault = Fault(1, "crash", "forfeit_game", "exit status 1", 0, 0)
    facts = facts_of(record_of_game(record_of(hand), winner=0, fault=fault), Rules())
    assert facts.rated
    assert facts.forfeited == (False, True)
    assert facts.play[1].hands_lost == 0


def test_games_forfeited_unplayed_are_not_rated_and_a_draw_between_two_suspended_marks_both() -> None:
    assert facts_of(record_of_game(winner=0), Rules()).forfeited == (False, True)
    both = facts_of(record_of_game(winner=None), Rules())
    assert not both.rated
    assert both.forfeited == (True, True)


def test_luck_of_a_draw_is_the_mean_of_what_could_have_come_less_what_came() -> None:
    deck = shuffled(Random(8))
    held = frozenset(deck[0:20:2])  # seat 0 deals, so seat 1 has the even places and draws first

    def left_with(card: int) -> int:
        return min(least_deadwood((held | {card}) - {thrown}) for thrown in held | {card})

    came, *others = deck[21:]
    mean = Fraction(sum(left_with(card) for card in (came, *others)), 31)
    assert luck_of_hand(first_draw(deck), Rules()) == -(mean - left_with(came))


def test_luck_of_all_cards_that_could_have_come_sums_to_0() -> None:
    deck = bytearray(shuffled(Random(5)))
    total = luck_of_hand(first_draw(bytes(deck)), Rules())
    for place in range(22, 52):
        other = bytearray(deck)
        other[21], other[place] = other[place], other[21]
        total += luck_of_hand(first_draw(bytes(other)), Rules())
    assert total == 0


def first_draw(deck: bytes) -> HandRecord:
    """A hand that is forfeited after its first draw from the stock."""
    hand = Hand(Rules(), deck, 0)
    for code in (104, 104):
        hand.apply(code)
    hand.forfeit(1)
    return record_of(hand)


def test_luck_is_the_negative_for_the_other_seat_and_averages_over_hands() -> None:
    records = [record_of(played(Rules(), Random(seed))) for seed in range(3)]
    assert (Luck().mean, Luck().ci95) == (None, None)
    game = replace_game(tournament()[0], hands=tuple(records), seats=("a", "b"))
    luck = luck_of_bots([game], Rules())
    expected = [luck_of_hand(record, Rules()) for record in records]
    assert luck["a"].total == sum(expected) == -luck["b"].total
    assert luck["a"].mean == float(sum(expected) / 3)
    assert luck["a"].ci95 == pytest.approx(t_quantile(2) * stdev(map(float, expected)) / 3**0.5)


def test_a_sample_is_spread_evenly_and_is_everything_when_it_is_large() -> None:
    assert list(evenly("abcdefgh", 8, 2)) == ["a", "e"]
    assert list(evenly("abc", 3, 7)) == list(evenly("abc", 3, None)) == ["a", "b", "c"]
