import zlib
from contextlib import suppress
from math import log2
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_rummy.cards import CardSet
from gin_rummy.record import HandRecord
from gin_rummy.result import End
from gin_tournaments.store.encoding import Damaged, decode_hands, decode_think, encode_hands, encode_think
from tests.tournaments.sample_games import tournament

DECKS = st.permutations(range(52)).map(bytes)
HANDS = st.builds(
    HandRecord,
    deck=DECKS,
    dealer=st.integers(0, 1),
    actions=st.lists(st.integers(0, 108), max_size=60).map(bytes),
    spread=st.none() | st.lists(st.integers(0, 2**52 - 1).map(CardSet), max_size=4).map(tuple),
    end=st.sampled_from(End),
    points=st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)),
    forfeited_by=st.none() | st.integers(0, 1),
    deal=st.none() | st.integers(0, 2**64 - 1),
)
GAMES = st.lists(HANDS, max_size=4).map(tuple)


@given(GAMES)
def test_any_hands_come_back_as_they_were(hands: tuple[HandRecord, ...]) -> None:
    assert decode_hands(encode_hands(hands)) == hands


def test_played_games_come_back_as_they_were_in_few_bytes() -> None:
    played = [game for game in tournament() if game.hands]
    assert [decode_hands(encode_hands(game.hands)) for game in played] == [game.hands for game in played]
    size = sum(len(encode_hands(game.hands)) for game in played)
    actions = sum(len(hand.actions) for game in played for hand in game.hands)
    hands = sum(len(game.hands) for game in played)
    assert size <= 45 * hands + 0.6 * actions


@given(GAMES, st.data())
def test_think_times_come_back_within_a_fifth(hands: tuple[HandRecord, ...], data: st.DataObject) -> None:
    times = data.draw(
        st.just(tuple(tuple(range(len(hand.actions))) for hand in hands))
        | st.lists(st.lists(st.integers(0, 3 * 10**9)).map(tuple), max_size=5).map(tuple)
    )
    found = decode_think(encode_think(times, hands), hands)
    assert [len(row) for row in found] == [len(row) for row in times]
    for row, exact in zip(found, times, strict=True):
        for rounded, microseconds in zip(row, exact, strict=True):
            assert abs(rounded - microseconds) <= max(0.2 * microseconds, 0.6)


@given(GAMES)
def test_rounded_think_times_are_not_rounded_again(hands: tuple[HandRecord, ...]) -> None:
    times = tuple(tuple(7 * number**3 for number in range(len(hand.actions))) for hand in hands)
    once = decode_think(encode_think(times, hands), hands)
    assert decode_think(encode_think(once, hands), hands) == once


@pytest.mark.parametrize("count", [0, 1, 125, 126, 250, 254, 255, 2045, 2046, 32766, 40000])
def test_think_times_of_every_number_make_the_bytes_of_the_highest_memory_level(count: int) -> None:
    random = Random(count)
    times = [round(2 ** random.uniform(-1, 32)) for _ in range(count)]
    rounded = [1 + round(2 * log2(time)) if time else 0 for time in times]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_HUFFMAN_ONLY)
    hand = HandRecord(bytes(range(52)), 0, bytes(count), None, End.VOID, (0, 0))
    assert encode_think((times,), (hand,)) == packer.compress(bytes((1, *rounded))) + packer.flush()


@given(st.binary(max_size=200))
def test_any_other_bytes_are_damage_and_nothing_else(data: bytes) -> None:
    for decode in (decode_hands, lambda data: decode_think(data, ())):
        with suppress(Damaged):
            decode(data)


def test_a_changed_or_missing_byte_is_never_an_error_of_another_kind() -> None:
    data = encode_hands(tournament()[0].hands)
    random = Random(1)
    for _ in range(300):
        damaged = bytearray(data)
        damaged[random.randrange(len(data))] = random.randrange(256)
        try:
            decode_hands(bytes(damaged[: random.choice([len(data), random.randrange(len(data))])]))
        except Damaged:
            continue


def test_bytes_after_the_last_hand_are_damage() -> None:
    with pytest.raises(Damaged, match="left over"):
        decode_hands(encode_hands(tournament()[0].hands) + b"\0")
