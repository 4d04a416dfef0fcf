"""Hands played by another engine (OpenSpiel), with the moves named that the rules forbid and it allows."""

import pytest

from gin_rummy.actions import KNOCK, PASS, STOCK, TAKE, UPCARD
from gin_rummy.cards import Card, CardSet, card_set, parse_card, parse_cards, show_card
from gin_rummy.errors import IllegalAction
from gin_rummy.hand import Hand
from gin_rummy.notation import hand_from_json, hand_to_json
from gin_rummy.phases import Phase
from gin_rummy.record import record_of, replay
from gin_rummy.result import End
from gin_rummy.scoring import points_of_knock
from tests.rules.table import STANDARD
from tests.rules.transcripts import TRANSCRIPTS, Transcript

CODES = {"pass_upcard": PASS, "take_upcard": TAKE, "draw_upcard": UPCARD, "draw_stock": STOCK}
by_id = pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda transcript: transcript["id"])


def deck_of(transcript: Transcript) -> bytes:
    """Stack the deck that was dealt; the cards that nobody saw lie at the bottom."""
    deal = transcript["deal"]
    hands = zip(parse_cards(deal["p0"]), parse_cards(deal["p1"]), strict=True)
    top = [card for pair in hands for card in pair]
    top += parse_cards([deal["upcard"], *transcript["stock"]])
    return bytes(top + [card for card in range(52) if card not in top])


def spread_of(transcript: Transcript, knocker: int) -> tuple[CardSet, ...]:
    return tuple(card_set(parse_cards(meld)) for meld in transcript["final"]["melds"][knocker])


def play(transcript: Transcript) -> Hand:
    """Play a transcript move by move; each forbidden one must be refused, and is then let through."""
    hand = Hand(STANDARD, deck_of(transcript), transcript["dealer"])
    forbidden = {violation["i"]: violation["rule"] for violation in transcript["std"]["violations"]}
    for number, action in enumerate(transcript["actions"]):
        kind = action["a"]
        if forbidden.get(number) == "wall_knock" or kind == "wall_pass":
            assert hand.result is not None
            assert (hand.result.end, hand.stock_left) == (End.VOID, 2)
            return hand
        if kind == "knock":  # it is said in two steps there
            continue
        assert hand.to_act == action["p"]
        if kind == "draw_stock" and hand.phase is Phase.DISCARD:
            assert list(hand.log[-3:]) == [PASS, 0x80 | PASS, STOCK]  # forced, so made already
        elif kind == "knock_discard":
            code = KNOCK + parse_card(action["card"])
            if number in forbidden:
                let_through(hand, code)
            hand.apply(code, spread_of(transcript, action["p"]))
            return hand
        else:
            code = CODES[kind] if kind in CODES else parse_card(action["card"])
            if number in forbidden:
                let_through(hand, code)
            assert code in hand.legal()
            hand.apply(code)
        if kind.startswith(("draw", "take")):
            assert hand.drawn is not None
            assert show_card(Card(hand.drawn)) == action["card"]
    return hand


def let_through(hand: Hand, code: int) -> None:
    """See that throwing the card just taken is refused, then let the hand forget that it was taken."""
    assert code % KNOCK == hand.drawn
    assert code not in hand.legal()
    with pytest.raises(IllegalAction, match="just taken from the discard pile"):
        hand.apply(code)
    hand.taken = False


@by_id
def test_what_the_rules_forbid_is_refused_and_all_else_is_legal(transcript: Transcript) -> None:
    hand = play(transcript)
    std = transcript["std"]
    ended_at_the_wall = any(violation["rule"] == "wall_knock" for violation in std["violations"])
    if std["result"] == "no_standard_equivalent":
        assert hand.result is None
    elif ended_at_the_wall or std["result"] == "void":
        assert hand.result is not None
        assert (hand.result.end, hand.result.points) == (End.VOID, (0, 0))
    else:
        assert hand.result is not None
        assert hand.result.end.name.lower() == std["optimal_result"]
        assert list(hand.result.points) == std["optimal_score"]
        assert hand.result.defender_deadwood == std["optimal_defender_deadwood"]
        assert hand.result.knocker == transcript["final"]["knocker"]
    assert hand.stock_left == transcript["final"]["stock_left"]


@by_id
def test_the_deadwood_left_there_gives_the_score_under_the_rules(transcript: Transcript) -> None:
    std, final = transcript["std"], transcript["final"]
    knocker, deadwood = final["knocker"], final["deadwood"]
    if knocker is None or deadwood is None:
        assert std["score"] == [0, 0]
        return
    end, points, to_defender = points_of_knock(STANDARD, deadwood[knocker], deadwood[1 - knocker])
    assert end.name.lower() == std["result"]
    assert std["score"][knocker ^ to_defender] == points
    assert std["score"][1 - (knocker ^ to_defender)] == 0


@by_id
def test_a_legal_hand_is_recorded_and_replays_to_the_same(transcript: Transcript) -> None:
    if not transcript["std"]["legal"]:
        return
    hand = play(transcript)
    record = record_of(hand)
    assert hand_from_json(hand_to_json(record)) == record
    assert replay(record, STANDARD).result == hand.result


def test_212_of_the_250_hands_are_legal_throughout() -> None:
    assert len(TRANSCRIPTS) == 250
    assert sum(transcript["std"]["legal"] for transcript in TRANSCRIPTS) == 212
