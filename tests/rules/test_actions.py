"""Actions as values and as numbers."""

import pytest

from gin_rummy.actions import BIG_GIN, BigGin, Discard, Knock, Pass, Stock, Take, Upcard, decode, encode
from gin_rummy.cards import Card


def test_every_number_is_one_action_and_every_action_one_number() -> None:
    actions = [decode(code) for code in range(BIG_GIN + 1)]
    assert [encode(action) for action in actions] == list(range(BIG_GIN + 1))
    assert len(set(actions)) == 109


def test_the_numbers_are_those_of_the_wire() -> None:
    assert decode(51) == Discard(Card(51))
    assert decode(52) == Knock(Card(0))
    assert [decode(code) for code in range(104, 109)] == [Pass(), Take(), Upcard(), Stock(), BigGin()]


def test_a_spread_goes_with_a_knock_or_big_gin() -> None:
    spread = ((Card(0), Card(1), Card(2)),)
    assert decode(60, spread) == Knock(Card(8), spread)
    assert decode(BIG_GIN, spread) == BigGin(spread)


@pytest.mark.parametrize("number", [-1, 109, 10**9])
def test_any_other_number_is_no_action(number: int) -> None:
    with pytest.raises(ValueError, match="is no action"):
        decode(number)
