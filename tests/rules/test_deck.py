from collections.abc import Iterator
from math import factorial
from struct import pack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_rummy import deck as module
from gin_rummy.cards import Card, parse_cards, show_card
from gin_rummy.deck import (
    PACKED_SIZE,
    BadDeck,
    Deal,
    bot_seed,
    commitment,
    deal,
    deal_index,
    deal_key,
    deal_numbers,
    first_deal,
    pack_deck,
    pairing_number,
    seed_bytes,
    swap_seats,
    unpack_deck,
)
from gin_rummy.errors import GinError
from tests.rules.vectors import DealCase, deal_cases

SORTED = bytes(range(52))
decks = st.permutations(range(52)).map(bytes)


@pytest.mark.parametrize(
    "case", deal_cases(), ids=lambda case: f"{case['tournament_id']}-{case['deal_index']}"
)
def test_a_seed_gives_the_deals_that_other_languages_derive(case: DealCase) -> None:
    server_seed, index = bytes.fromhex(case["server_seed"]), int(case["deal_index"])
    key = deal_key(server_seed, bytes.fromhex(case["public_entropy"]), case["tournament_id"])
    dealt = deal(key, index)
    assert commitment(server_seed).hex() == case["commitment"]
    assert key.hex() == case["key"]
    assert list(dealt.deck) == case["deck"]
    assert list(dealt.deck) == parse_cards(case["cards"].split())
    assert [show_card(card) for card in dealt.cut] == case["cut"]
    assert [str(bot_seed(key, index, seat)) for seat in (0, 1)] == case["bot_seeds"]


def _feed(monkeypatch: pytest.MonkeyPatch, words: list[int]) -> None:
    """Let the words of every deal be *words*, then zeros and ones in turn."""

    def blocks() -> Iterator[bytes]:
        padded = words + [0, 1] * 100
        for start in range(0, len(padded) - 8, 8):
            yield pack(">8I", *padded[start : start + 8])

    given_out = blocks()
    monkeypatch.setattr(module, "digest", lambda *_: next(given_out))


def test_a_word_that_would_favour_some_cards_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [7919 * place for place in range(51)]
    _feed(monkeypatch, words)
    fair = deal(bytes(32), 0).deck
    _feed(monkeypatch, [2**32 - 1, *words[:4], 2**32 - 2, *words[4:]])
    assert deal(bytes(32), 0).deck == fair


def test_equal_ranks_are_cut_again(monkeypatch: pytest.MonkeyPatch) -> None:
    _feed(monkeypatch, [0] * 51 + [5, 5, 0, 13, 26 + 12, 11])
    dealt = deal(bytes(32), 0)
    assert dealt.cut == (38, 11)
    assert dealt.first_dealer == 1


def test_the_lower_rank_deals_whatever_its_suit() -> None:
    assert Deal(SORTED, (Card(39), Card(1))).first_dealer == 0
    assert Deal(SORTED, (Card(1), Card(39))).first_dealer == 1


@given(st.integers(0, 2**64 - 1))
def test_every_deal_is_a_deck_of_52_different_cards(index: int) -> None:
    dealt = deal(bytes(32), index)
    assert sorted(dealt.deck) == list(SORTED)
    assert dealt.cut[0] % 13 != dealt.cut[1] % 13


@pytest.mark.parametrize("index", [-1, 2**64])
def test_a_deal_index_has_64_bits(index: int) -> None:
    with pytest.raises(BadDeck, match="no deal has index"):
        deal(bytes(32), index)
    with pytest.raises(BadDeck, match="no deal has index"):
        bot_seed(bytes(32), index, 0)


def test_64_hex_digits_are_the_seed_itself_and_other_text_is_hashed() -> None:
    assert seed_bytes("0A" * 32) == seed_bytes("0a" * 32) == b"\n" * 32
    hashed = "2a97516c354b68848cdbd8f54a226a0a55b21ed138e207ad6c5cbb9c00aa5aea"
    assert seed_bytes("demo").hex() == hashed
    assert seed_bytes("0a" * 31).hex() != "0a" * 31
    assert len(seed_bytes(" " + "0a" * 32)) == 32


@given(st.text())
def test_any_text_is_a_seed_of_32_bytes(text: str) -> None:
    assert len(seed_bytes(text)) == 32


def test_text_without_a_utf8_form_is_refused() -> None:
    with pytest.raises(BadDeck, match="no UTF-8 form"):
        seed_bytes("\ud800")
    with pytest.raises(BadDeck, match="no UTF-8 form"):
        deal_key(bytes(32), b"", "\ud800")


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_server_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(BadDeck, match=f"32 bytes, not {size}"):
        commitment(bytes(size))
    with pytest.raises(BadDeck, match=f"32 bytes, not {size}"):
        deal_key(bytes(size), b"", "cup")


def test_entropy_and_tournament_id_cannot_be_mistaken_for_each_other() -> None:
    assert deal_key(bytes(32), b"ab", "c") != deal_key(bytes(32), b"a", "bc")


def test_pairings_are_numbered_by_entry_so_that_a_later_bot_moves_none() -> None:
    numbers = [pairing_number(i, j) for j in range(40) for i in range(j)]
    assert numbers == list(range(40 * 39 // 2))
    assert pairing_number(3, 1) == pairing_number(1, 3)


@pytest.mark.parametrize(("i", "j"), [(2, 2), (-1, 0)])
def test_a_pairing_needs_two_bots(i: int, j: int) -> None:
    with pytest.raises(BadDeck, match="are no pair"):
        pairing_number(i, j)


def test_a_deal_index_holds_its_numbers_side_by_side() -> None:
    assert deal_index(0, 0, 0, 0) == 0
    assert deal_index(3, 5, 7, 9) == 3 * 2**40 + 5 * 2**20 + 7 * 2**10 + 9
    assert deal_index(3, 5, 7, 9, attempt=2) == 3 * 2**40 + (5 + 2 * 2**18) * 2**20 + 7 * 2**10 + 9
    assert deal_index(2**24 - 1, 2**18 - 1, 2**10 - 1, 2**10 - 1, attempt=3) == 2**64 - 1


@given(index=st.integers(0, 2**64 - 1))
def test_a_deal_index_is_put_together_again_from_its_numbers(index: int) -> None:
    k, attempt, p, s, v = deal_numbers(index)
    assert deal_index(k, p, s, v, attempt=attempt) == index
    assert first_deal(index) == deal_index(k, p, 0, 0, attempt=attempt)


@pytest.mark.parametrize("place", range(4))
def test_numbers_that_do_not_fit_in_a_deal_index_are_refused(place: int) -> None:
    limits = [2**24, 2**18, 2**10, 2**10]
    for number in (-1, limits[place]):
        numbers = [0, 0, 0, 0]
        numbers[place] = number
        with pytest.raises(BadDeck, match=f"{number}: they are numbered 0 to {limits[place] - 1}"):
            deal_index(*numbers)


def test_a_pair_is_played_again_three_times_at_most() -> None:
    with pytest.raises(BadDeck, match="attempt 4"):
        deal_index(0, 0, 0, 0, attempt=4)


@given(decks)
def test_swapped_seats_hold_each_others_cards_and_the_stock_stays(deck: bytes) -> None:
    swapped = swap_seats(deck)
    assert (swapped[0:20:2], swapped[1:20:2]) == (deck[1:20:2], deck[0:20:2])
    assert swapped[20:] == deck[20:]
    assert swap_seats(swapped) == deck


@given(decks)
def test_a_packed_deck_has_29_bytes_and_unpacks_to_the_same_deck(deck: bytes) -> None:
    packed = pack_deck(deck)
    assert len(packed) == PACKED_SIZE == 29
    assert unpack_deck(packed) == deck


@given(decks, decks)
def test_packed_decks_sort_as_the_decks_do(one: bytes, other: bytes) -> None:
    assert (pack_deck(one) < pack_deck(other)) == (one < other)


def test_the_first_and_the_last_deck_have_the_first_and_the_last_number() -> None:
    assert int.from_bytes(pack_deck(SORTED), "big") == 0
    assert int.from_bytes(pack_deck(SORTED[::-1]), "big") == factorial(52) - 1


@given(st.binary(min_size=PACKED_SIZE, max_size=PACKED_SIZE))
def test_any_29_bytes_are_one_deck_or_damaged(packed: bytes) -> None:
    try:
        deck = unpack_deck(packed)
    except GinError:
        assert int.from_bytes(packed, "big") >= factorial(52)
    else:
        assert pack_deck(deck) == packed


@given(st.binary(max_size=60).filter(lambda packed: len(packed) != PACKED_SIZE))
def test_a_packed_deck_of_another_length_is_refused(packed: bytes) -> None:
    with pytest.raises(BadDeck, match=f"29 bytes, not {len(packed)}"):
        unpack_deck(packed)


def test_the_number_after_the_last_deck_is_refused() -> None:
    assert unpack_deck((factorial(52) - 1).to_bytes(29, "big")) == SORTED[::-1]
    with pytest.raises(BadDeck, match="damaged"):
        unpack_deck(factorial(52).to_bytes(29, "big"))


@pytest.mark.parametrize(
    "deck", [[], [0] * 52, [*range(51)], [*range(53)], [*range(1, 53)], [-1, *range(1, 52)]]
)
def test_only_a_permutation_of_the_52_cards_is_packed(deck: list[int]) -> None:
    with pytest.raises(BadDeck, match="each of the 52 cards once"):
        pack_deck(deck)
