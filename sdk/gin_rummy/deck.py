"""From a seed to decks (`grt-deck-1`), so that anyone can recompute every deal; the packed form of a deck.

In the formulas "‖" joins byte strings, 00 is a zero byte, and numbers are big-endian. Nothing here draws a
random number: the server seed comes in.
"""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from hmac import digest
from math import factorial
from struct import unpack
from typing import NamedTuple

from gin_rummy.cards import CARD_IDS, DECK_SIZE, FULL_DECK, SETS_OF_ONE, Card
from gin_rummy.errors import GinError

PACKED_SIZE = 29
"""Bytes of a packed deck: 52! is a little less than 2 ** 226."""

SEED_SIZE = 32
INDEX_LIMIT = 1 << 64
MOST_DEAL_PAIRS = 1 << 18
"""Of a pairing: its deals are numbered so far."""

_HEX_SEED = re.compile(r"[0-9a-fA-F]{64}")
_SORTED_DECK = bytes(range(DECK_SIZE))
_CARDS_BELOW = tuple(alone - 1 for alone in SETS_OF_ONE)
_PLACE_WEIGHTS = tuple(factorial(after) for after in reversed(range(DECK_SIZE)))
_SWAPPED_CARDS = 20
_WORD_LIMITS = tuple((1 << 32) - (1 << 32) % n if n else 0 for n in range(DECK_SIZE + 1))


class BadDeck(GinError):
    """A seed, the number of a deal, a deck or its packed form is not valid; the message says why."""


class Deal(NamedTuple):
    """What one deal index gives: the deck, top first, and the cut that decides who deals first in a game."""

    deck: bytes
    cut: tuple[Card, Card]

    @property
    def first_dealer(self) -> int:
        """The seat that cut the lower rank."""
        return 0 if self.cut[0] % 13 < self.cut[1] % 13 else 1


def seed_bytes(text: str) -> bytes:
    """Give the 32 bytes of a seed: 64 hex digits as they are, any other text hashed with SHA-256.

    Raises:
        BadDeck: when the text has no UTF-8 form.
    """
    return bytes.fromhex(text) if _HEX_SEED.fullmatch(text) else sha256(_utf8(text)).digest()


def commitment(server_seed: bytes) -> bytes:
    """Give what is published before the first deal: SHA256("grt-commit-1" ‖ 00 ‖ server_seed), 32 bytes.

    Raises:
        BadDeck: when the seed has not 32 bytes.
    """
    return sha256(b"grt-commit-1\0" + _checked_seed(server_seed)).digest()


def deal_key(server_seed: bytes, entropy: bytes, tournament_id: str) -> bytes:
    """Give the key of all deals of a tournament, 32 bytes.

    HMAC-SHA256(server_seed, "grt-key-1" ‖ 00 ‖ u32(len E) ‖ E ‖ u32(len T) ‖ T), where E is *entropy*, public
    and often empty, and T is *tournament_id* in UTF-8.

    Raises:
        BadDeck: when the seed has not 32 bytes or the id no UTF-8 form.
    """
    message = b"grt-key-1\0"
    for part in (entropy, _utf8(tournament_id)):
        message += len(part).to_bytes(4, "big") + part
    return digest(_checked_seed(server_seed), message, "sha256")


def deal(key: bytes, index: int) -> Deal:
    """Shuffle the deck of deal *index* (Fisher and Yates, from the bottom) and cut until the ranks differ.

    Raises:
        BadDeck: when *index* is not in 0 .. 2 ** 64 - 1.
    """
    words = _words(key, _checked_index(index))
    deck = bytearray(_SORTED_DECK)
    for last in range(DECK_SIZE - 1, 0, -1):
        other = _below(words, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    while True:
        cut = Card(_below(words, DECK_SIZE)), Card(_below(words, DECK_SIZE))
        if cut[0] % 13 != cut[1] % 13:
            return Deal(bytes(deck), cut)


def _words(key: bytes, index: int) -> Iterator[int]:
    """Yield the words of a deal without end, eight u32 from each block.

    Block b = 0, 1, … is HMAC-SHA256(key, "grt-deck-1" ‖ 00 ‖ u64(index) ‖ u32(b)).
    """
    prefix = b"grt-deck-1\0" + index.to_bytes(8, "big")
    block = 0
    while True:
        yield from unpack(">8I", digest(key, prefix + block.to_bytes(4, "big"), "sha256"))
        block += 1


def _below(words: Iterator[int], n: int) -> int:
    """Draw a number below *n*, each equally likely, by throwing away the words that would favour some."""
    limit = _WORD_LIMITS[n]
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % n


def bot_seed(key: bytes, index: int, seat: int) -> int:
    """Give the 64-bit seed of a bot, the same in both games of a deal pair.

    The first 8 bytes of HMAC-SHA256(key, "grt-bot-1" ‖ 00 ‖ u64(index) ‖ u8(seat)), where *index* is the
    first deal of the game and *seat* the bot's seat in the first game of the pair.

    Raises:
        BadDeck: when *index* is not in 0 .. 2 ** 64 - 1.
    """
    message = b"grt-bot-1\0" + _checked_index(index).to_bytes(8, "big") + bytes((seat,))
    return int.from_bytes(digest(key, message, "sha256")[:8], "big")


def pairing_number(i: int, j: int) -> int:
    """Give the number of the unordered pair of bots *i* and *j*, by order of entry from 0.

    A bot that enters later has higher numbers only, so it moves no deal of the others.

    Raises:
        BadDeck: when the two are the same or one is negative.

    >>> [pairing_number(i, j) for j in range(4) for i in range(j)]
    [0, 1, 2, 3, 4, 5]
    """
    if i == j or min(i, j) < 0:
        raise BadDeck(f"bots {i} and {j} are no pair")
    return max(i, j) * (max(i, j) - 1) // 2 + min(i, j)


def deal_index(k: int, p: int, s: int, v: int, *, attempt: int = 0) -> int:
    """Number a deal: k · 2⁴⁰ + (p + attempt · 2¹⁸) · 2²⁰ + s · 2¹⁰ + v.

    *k* is the pairing's number, *p* the deal pair (2p and 2p + 1 for games without duplicates), *s* the hands
    scored so far in the game, *v* the void hands since; *attempt* counts how often the pair was played again.

    Raises:
        BadDeck: unless k < 2²⁴, p < 2¹⁸, s and v < 2¹⁰ and attempt < 4, none of them negative.
    """
    for name, number, bits in (
        ("pairing", k, 24),
        ("deal pair", p, 18),
        ("scored hand", s, 10),
        ("void hand", v, 10),
        ("attempt", attempt, 2),
    ):
        if not 0 <= number < 1 << bits:
            raise BadDeck(f"no deal has {name} {number}: they are numbered 0 to {(1 << bits) - 1}")
    return k << 40 | attempt << 38 | p << 20 | s << 10 | v


class DealNumbers(NamedTuple):
    """What the index of a deal is made of, in the words of `deal_index`."""

    k: int
    attempt: int
    p: int
    s: int
    v: int


def deal_numbers(index: int) -> DealNumbers:
    """Take the index of a deal apart.

    >>> deal_numbers(deal_index(3, 70, 2, 1, attempt=1))
    DealNumbers(k=3, attempt=1, p=70, s=2, v=1)
    """
    return DealNumbers(
        index >> 40, index >> 38 & 3, index >> 20 & 0x3FFFF, index >> 10 & 0x3FF, index & 0x3FF
    )


def first_deal(index: int) -> int:
    """Give the index of the first deal of the game that deal *index* belongs to."""
    return index >> 20 << 20


def swap_seats(deck: bytes) -> bytes:
    """Deal each player the other's cards: cards 2j and 2j + 1 of the deck change places for j < 10."""
    dealt = bytearray(deck[:_SWAPPED_CARDS])
    dealt[::2], dealt[1::2] = dealt[1::2], dealt[::2]
    return bytes(dealt) + deck[_SWAPPED_CARDS:]


def pack_deck(deck: Sequence[int]) -> bytes:
    """Pack a deck into 29 bytes: its place among all decks in the order of their card ids, big-endian.

    Raises:
        BadDeck: when *deck* is not a permutation of the 52 cards.
    """
    if len(deck) != DECK_SIZE or set(deck) != CARD_IDS:
        raise BadDeck(f"a deck holds each of the 52 cards once, not {list(deck)}")
    place, left = 0, int(FULL_DECK)
    for card, weight in zip(deck, _PLACE_WEIGHTS, strict=True):
        place += (left & _CARDS_BELOW[card]).bit_count() * weight
        left ^= SETS_OF_ONE[card]
    return place.to_bytes(PACKED_SIZE, "big")


def unpack_deck(packed: bytes) -> bytes:
    """Give the deck that `pack_deck` packed.

    Raises:
        BadDeck: when *packed* has not 29 bytes or no deck has that place.
    """
    if len(packed) != PACKED_SIZE:
        raise BadDeck(f"a packed deck has {PACKED_SIZE} bytes, not {len(packed)}")
    place = int.from_bytes(packed, "big")
    if place >= factorial(DECK_SIZE):
        raise BadDeck("the packed deck is damaged: its number is too high")
    choices = []
    for size in range(1, DECK_SIZE + 1):
        place, choice = divmod(place, size)
        choices.append(choice)
    left = bytearray(_SORTED_DECK)
    return bytes(left.pop(choice) for choice in reversed(choices))


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise BadDeck(f"{text!r} has no UTF-8 form") from error


def _checked_seed(server_seed: bytes) -> bytes:
    if len(server_seed) != SEED_SIZE:
        raise BadDeck(f"a server seed has {SEED_SIZE} bytes, not {len(server_seed)}")
    return server_seed


def _checked_index(index: int) -> int:
    if not 0 <= index < INDEX_LIMIT:
        raise BadDeck(f"no deal has index {index}: they are numbered 0 to {INDEX_LIMIT - 1}")
    return index
