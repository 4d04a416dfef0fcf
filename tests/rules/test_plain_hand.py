"""The hand against the same rules written plainly, move by move, under every option."""

from random import Random

from hypothesis import given, settings

from gin_rummy.actions import BIG_GIN, KNOCK, PASS, STOCK, TAKE, UPCARD
from gin_rummy.hand import Hand
from gin_rummy.phases import Phase
from gin_rummy.rules import Rules
from tests.rules.plain_hand import PlainHand
from tests.rules.playing import all_rules, choose, shuffled
from tests.rules.test_properties import SEEDS

WORDS = {PASS: "pass", TAKE: "take", UPCARD: "upcard", STOCK: "stock", BIG_GIN: "big gin"}


def in_words(code: int) -> tuple[str, int]:
    if code in WORDS:
        return WORDS[code], 0
    return ("discard", code) if code < KNOCK else ("knock", code - KNOCK)


@given(all_rules(), SEEDS)
@settings(max_examples=60)
def test_both_deal_allow_and_score_the_same(rules: Rules, seed: int) -> None:
    random = Random(seed)
    deck, dealer = shuffled(random), random.randrange(2)
    hand, plain = Hand(rules, deck, dealer), PlainHand(rules, list(deck), dealer)
    while hand.phase is not Phase.OVER:
        assert hand.to_act == plain.turn
        assert [in_words(code) for code in hand.legal()] == plain.legal()
        code = choose(hand, random)
        hand.apply(code)
        plain.make(*in_words(code))
        for seat in (0, 1):
            assert sorted(plain.held[seat]) == [card for card in range(52) if hand.hands[seat] >> card & 1]
        assert list(hand.discard_pile) == plain.pile
        assert (hand.stock_left, hand.drawn if plain.end is None else None) == (
            len(plain.stock),
            plain.just_drawn if plain.end is None else None,
        )
    assert hand.result is not None
    assert plain.end == (hand.result.end.name, *hand.result.points)
