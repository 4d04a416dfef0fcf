"""One deal of a tournament, recomputed from its seed (docs/commands.md, `deal`)."""

from typing import TypedDict

from gin_rummy.cards import Card, show_card
from gin_rummy.deck import bot_seed, commitment, deal, deal_key


class DealJson(TypedDict):
    """A deal: hex texts, cards, 64-bit numbers as text; `cut` is the pair that decided, by seat."""

    commitment: str
    key: str
    deck: list[str]
    bot_seeds: list[str]
    cut: list[str]
    first_dealer: int


def deal_to_json(server_seed: bytes, entropy: bytes, tournament_id: str, index: int) -> DealJson:
    """Recompute deal *index*, 0 .. 2 ** 64 - 1.

    Raises:
        BadDeck: when the seed has not 32 bytes or the id no UTF-8 form.
    """
    key = deal_key(server_seed, entropy, tournament_id)
    dealt = deal(key, index)
    return {
        "commitment": commitment(server_seed).hex(),
        "key": key.hex(),
        "deck": [show_card(Card(card)) for card in dealt.deck],
        "bot_seeds": [str(bot_seed(key, index, seat)) for seat in (0, 1)],
        "cut": [show_card(card) for card in dealt.cut],
        "first_dealer": dealt.first_dealer,
    }
