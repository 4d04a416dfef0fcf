"""Perft: count the action sequences from fixed deals to a fixed depth (python-chess does so for chess).

A forced move is no choice, so it adds no depth. A rule that is off by one action changes the numbers.
"""

from collections import Counter

import pytest

from gin_rummy.hand import Hand
from gin_rummy.result import End
from gin_rummy.rules import Rules
from tests.rules.table import GIN, KNOCK_4, STANDARD, deck_of

DULL = deck_of("Ac 4c 7c Tc Kc 2d 5d 8d Jd 3h", "6h 9h Qh As 4s 7s Ts Ks 2h 5h", "8s", "6d Td Kd 3d")
NEAR_GIN = deck_of(GIN, "2d 3d 4c 5c Js Qs Ks 2h 3h 4h", "Jh", "6h 5h As Qh")
NEAR_KNOCK = deck_of(KNOCK_4, "Tc Jc Qc Kc Ts Js Qs Ks 9s 5s", "2s", "3s As 6h 9c")


def perft(hand: Hand, depth: int, ends: Counter[End]) -> int:
    """Count the sequences of *depth* choices, shorter ones where the hand ends before; tally the ends."""
    if hand.result is not None:
        ends[hand.result.end] += 1
        return 1
    if depth == 0:
        return 1
    count = 0
    for code in hand.legal():
        after = hand.copy()
        after.apply(code)
        count += perft(after, depth - 1, ends)
    return count


def test_the_first_choices_of_a_dull_hand_can_be_counted_by_hand() -> None:
    # pass or take; 10 discards after a take (not the card taken), a second offer after a pass; then two draws
    # after each of the 10, 11 discards after the forced draw, 10 after the dealer's take
    offer, after_take, after_pass = 2, 10, 2
    assert perft(Hand(STANDARD, DULL, 1), 1, Counter()) == offer
    assert perft(Hand(STANDARD, DULL, 1), 2, Counter()) == after_take + after_pass
    assert perft(Hand(STANDARD, DULL, 1), 3, Counter()) == after_take * 2 + 11 + 10
    assert perft(Hand(STANDARD, DULL, 1), 4, Counter()) == 10 * (10 + 11) + 11 * 2 + 10 * 2


STRAIGHT, OKLAHOMA = Rules(variant="straight"), Rules(variant="oklahoma")
BIG_GIN, STRAIGHT_BIG_GIN = Rules(big_gin=True), Rules(variant="straight", big_gin=True)

# each number was counted by tests/rules/plain_hand.py, too
CASES: dict[str, tuple[Rules, bytes, int, int, dict[End, int]]] = {
    "standard": (STANDARD, DULL, 7, 18081, {}),
    "near a knock": (STANDARD, NEAR_KNOCK, 6, 6091, {End.KNOCK: 539, End.UNDERCUT: 260}),
    "near gin": (STANDARD, NEAR_GIN, 6, 6634, {End.KNOCK: 875, End.GIN: 89, End.UNDERCUT: 378}),
    "limit 60": (Rules(knock_limit=60), DULL, 6, 6937, {End.KNOCK: 1552, End.UNDERCUT: 93}),
    "straight": (STRAIGHT, NEAR_GIN, 6, 5381, {End.GIN: 89}),
    "straight near a knock": (STRAIGHT, NEAR_KNOCK, 6, 5292, {}),
    "oklahoma, upcard 2": (OKLAHOMA, NEAR_KNOCK, 6, 5385, {End.KNOCK: 84, End.UNDERCUT: 9}),
    "oklahoma, upcard J": (OKLAHOMA, NEAR_GIN, 6, 6634, {End.KNOCK: 875, End.GIN: 89, End.UNDERCUT: 378}),
    "big gin": (
        BIG_GIN,
        NEAR_GIN,
        6,
        6656,
        {End.KNOCK: 875, End.GIN: 89, End.BIG_GIN: 22, End.UNDERCUT: 378},
    ),
    "straight, big gin": (STRAIGHT_BIG_GIN, NEAR_GIN, 6, 5403, {End.GIN: 89, End.BIG_GIN: 22}),
    "split stock": (Rules(stock="split"), NEAR_KNOCK, 6, 6191, {End.KNOCK: 570, End.UNDERCUT: 329}),
    "void after six decisions": (
        Rules(max_decisions_per_hand=6),
        NEAR_KNOCK,
        7,
        10845,
        {End.KNOCK: 1311, End.UNDERCUT: 483, End.VOID: 9051},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_number_of_sequences_is(name: str) -> None:
    rules, deck, depth, count, by_end = CASES[name]
    ends: Counter[End] = Counter()
    assert perft(Hand(rules, deck, 1), depth, ends) == count
    assert ends == by_end
