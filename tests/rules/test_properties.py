"""What holds for every hand, under every option, whatever is played."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gin_rummy.actions import BIG_GIN, STOCK, BigGin, Knock, decode
from gin_rummy.cards import FULL_DECK, CardSet, card_bytes, card_set
from gin_rummy.errors import IllegalAction
from gin_rummy.hand import Hand
from gin_rummy.melds import deadwood
from gin_rummy.notation import hand_from_json, hand_to_json
from gin_rummy.phases import Phase
from gin_rummy.record import record_of, replay
from gin_rummy.result import End
from gin_rummy.rules import Rules
from gin_rummy.scoring import GameScore, next_dealer
from gin_rummy.view import events_for, seen_by, view_of
from tests.rules.playing import all_rules, played, shuffled, states

SEEDS = st.integers(0, 2**32 - 1)
ACTIONS = range(BIG_GIN + 1)


def same_state(one: Hand, other: Hand) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in Hand.__slots__)


def unseen_by_anyone(hand: Hand) -> CardSet:
    return CardSet(FULL_DECK ^ hand.hands[0] ^ hand.hands[1] ^ card_set(hand.discard_pile))


@given(all_rules(), SEEDS)
def test_there_are_52_cards_after_every_event(rules: Rules, seed: int) -> None:
    for hand in states(rules, seed):
        pile = card_set(hand.discard_pile)
        assert hand.hands[0] & hand.hands[1] == hand.hands[0] & pile == hand.hands[1] & pile == 0
        assert pile.bit_count() == len(hand.discard_pile)
        stock = unseen_by_anyone(hand)
        assert stock.bit_count() == hand.stock_left >= 2
        assert stock & ~card_set(hand.deck[21:]) == 0
        sizes = [held.bit_count() for held in hand.hands]
        assert sizes[1 - hand.to_act] == 10
        if hand.phase is not Phase.OVER:
            assert sizes[hand.to_act] == (11 if hand.phase is Phase.DISCARD else 10)
        for seat in (0, 1):
            assert hand.cards[seat] == card_bytes(hand.hands[seat])
            assert set(hand.known[seat]) <= set(hand.cards[seat])
            assert list(hand.known[seat]) == sorted(hand.known[seat])


@given(all_rules(), SEEDS)
@settings(max_examples=25)
def test_the_actions_listed_as_legal_are_those_that_are_accepted(rules: Rules, seed: int) -> None:
    for hand in states(rules, seed, knocking=0.1):
        accepted = []
        for code in ACTIONS:
            trial = hand.copy()
            try:
                trial.apply(code)
            except IllegalAction:
                assert same_state(trial, hand)
            else:
                accepted.append(code)
                assert len(trial.log) > len(hand.log)
        assert bytes(accepted) == hand.legal()


@given(all_rules(), SEEDS, st.integers())
def test_any_number_as_an_action_advances_or_is_refused_without_a_trace(
    rules: Rules, seed: int, code: int
) -> None:
    for hand in states(rules, seed):
        trial = hand.copy()
        if code in tuple(hand.legal()):
            trial.apply(code)
            assert len(trial.log) > len(hand.log)
        else:
            with pytest.raises(IllegalAction, match=r"is illegal: .*; legal: "):
                trial.apply(code)
            assert same_state(trial, hand)


@given(all_rules(), SEEDS, st.lists(st.integers(0, FULL_DECK), max_size=4))
def test_any_spread_advances_or_is_refused_without_a_trace(rules: Rules, seed: int, melds: list[int]) -> None:
    spread = [CardSet(meld) for meld in melds]
    for hand in states(rules, seed):
        for code in hand.legal()[-1:]:
            trial = hand.copy()
            try:
                trial.apply(code, spread)
            except IllegalAction:
                assert same_state(trial, hand)


@given(all_rules(), SEEDS)
def test_a_hand_replays_from_its_record_and_from_its_json(rules: Rules, seed: int) -> None:
    hand = played(rules, seed)
    record = record_of(hand, deal=seed)
    assert same_state(replay(record, rules), hand)
    assert hand_from_json(json.loads(json.dumps(hand_to_json(record)))) == record


@given(all_rules(), SEEDS, st.integers(0, 100), st.integers(0, 1))
def test_a_hand_forfeited_anywhere_replays_too(rules: Rules, seed: int, decision: int, seat: int) -> None:
    for number, hand in enumerate(states(rules, seed)):
        if number == decision and hand.phase is not Phase.OVER:
            hand.forfeit(seat)
            assert hand.result is not None
            assert hand.result.points[seat] == 0
            record = record_of(hand)
            assert same_state(replay(record, rules), hand)
            assert hand_from_json(hand_to_json(record)).points == record.points
            return


@given(all_rules(), SEEDS)
def test_scores_are_never_negative_and_one_seat_scores_at_most(rules: Rules, seed: int) -> None:
    hand = played(rules, seed)
    result = hand.result
    assert result is not None
    assert min(result.points) == 0 <= max(result.points)
    assert (result.winner is None) == (result.end is End.VOID)
    if result.winner is not None:
        assert result.points[1 - result.winner] == 0
    if result.knocker is not None and result.knocker_deadwood is not None:
        assert result.knocker_deadwood <= hand.knock_limit
        assert (result.knocker_deadwood == 0) == (result.end in (End.GIN, End.BIG_GIN))
        assert result.defender_deadwood is not None
        assert result.defender_deadwood <= deadwood(hand.hands[1 - result.knocker])
        assert (result.winner == result.knocker) == (result.end is not End.UNDERCUT)


@given(all_rules(), SEEDS)
@settings(max_examples=50)
def test_a_game_ends_within_its_cap_with_the_scores_of_its_hands(rules: Rules, seed: int) -> None:
    score, dealer, totals, hands = GameScore(rules), 0, [0, 0], 0
    while not score.finished:
        result = played(rules, seed + hands).result
        assert result is not None
        score.add(result)
        dealer = next_dealer(rules, dealer, result)
        assert dealer in (0, 1)
        hands += 1
        totals = [total + points for total, points in zip(totals, result.points, strict=True)]
        assert score.scores == tuple(totals)
        assert min(score.sheet) >= 0
        assert hands <= rules.cap_of_hands
    if score.reason == "target" and not rules.hollywood:
        assert score.winner is not None
        assert score.scores[score.winner] >= rules.target > score.scores[1 - score.winner]


def with_hidden_cards_swapped(hand: Hand, seat: int, random: Random) -> bytes:
    """Give the deck of a hand that *seat* cannot tell from *hand*.

    What the opponent holds unknown and what lies in the stock change places at random.
    """
    hidden = list(card_bytes(unseen_by_anyone(hand) | hand.hands[1 - seat] & ~card_set(hand.known[1 - seat])))
    swapped = random.sample(hidden, len(hidden))
    table = dict(zip(hidden, swapped, strict=True))
    return bytes(table.get(card, card) for card in hand.deck)


@given(all_rules(), SEEDS, st.integers(0, 1), SEEDS)
def test_a_seat_sees_the_same_whatever_the_hidden_cards_are(
    rules: Rules, seed: int, seat: int, swap: int
) -> None:
    for hand in states(rules, seed):
        if hand.phase is Phase.OVER:
            return
        other = Hand(rules, with_hidden_cards_swapped(hand, seat, Random(swap)), hand.dealer)
        while len(other.log) < len(hand.log):
            other.apply(hand.actions[len(other.log)])
        assert seen_by(other, seat) == seen_by(hand, seat)
        assert events_for(other, seat) == events_for(hand, seat)
        one, two = view_of(hand, seat), view_of(other, seat)
        for name in (
            "legal",
            "hand",
            "drawn",
            "discard_pile",
            "opponent_known",
            "unseen",
            "events",
            "knock_limit",
        ):
            assert getattr(one, name) == getattr(two, name)
        assert (one.melds(), one.best_discards()) == (two.melds(), two.best_discards())


@given(all_rules(), SEEDS, SEEDS)
def test_the_events_told_in_parts_are_the_whole_log(rules: Rules, seed: int, cuts: int) -> None:
    random = Random(cuts)
    told, since = [b"", b""], [0, 0]
    for hand in states(rules, seed):
        for seat in (0, 1):
            if random.random() < 0.5 or hand.phase is Phase.OVER:
                told[seat] += events_for(hand, seat, since[seat])
                since[seat] = len(hand.log)
    for seat in (0, 1):
        who, codes = told[seat][::2], told[seat][1::2]
        assert codes == hand.actions
        assert [seat ^ other for other in who] == [entry >> 7 for entry in hand.log]


@given(all_rules(), SEEDS)
def test_a_view_offers_exactly_the_legal_actions(rules: Rules, seed: int) -> None:
    for hand in states(rules, seed):
        view = view_of(hand, hand.to_act)
        assert view.legal == tuple(decode(code) for code in hand.legal())
        assert card_set(view.hand) == hand.hands[hand.to_act]
        assert len(view.unseen) == hand.stock_left + 10 - len(view.opponent_known) or hand.phase is Phase.OVER
        best = view.best_discards()
        assert bool(best) == (hand.phase is Phase.DISCARD)
        assert len({view.deadwood(card) for card in best}) <= 1
        if best:
            assert view.deadwood(best[0]) == min(
                view.deadwood(card) for card in view.hand if card in hand.legal()
            )


@given(all_rules(), SEEDS)
def test_the_substitute_is_always_legal_and_never_a_knock(rules: Rules, seed: int) -> None:
    for hand in states(rules, seed):
        if hand.phase is not Phase.OVER:
            code = hand.substitute_action()
            assert code in hand.legal()
            assert not isinstance(decode(code), Knock | BigGin)


@given(SEEDS)
def test_each_seat_has_the_same_luck_in_a_split_stock_whoever_takes_upcards(seed: int) -> None:
    """The n-th card a seat draws from the stock is the same in both games of a pair, while its own last."""
    random = Random(seed)
    deck, rules = shuffled(random), Rules(stock="split")
    drawn: list[list[list[int]]] = []
    for _ in range(2):
        hand = Hand(rules, deck, 1)
        mine: list[list[int]] = [[], []]
        while hand.phase is not Phase.OVER:
            code = random.choice(hand.legal())
            before = len(hand.log)
            hand.apply(code)
            for entry in hand.log[before:]:
                if entry & 0x7F == STOCK and hand.drawn is not None:
                    mine[entry >> 7].append(hand.drawn)
        drawn.append(mine)
    for seat in (0, 1):
        own = list(deck[21 + seat :: 2])
        for mine in drawn:
            assert mine[seat][: len(own)] == own[: len(mine[seat])]
