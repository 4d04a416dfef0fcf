"""Sets up hands and plays scripts on them, for the tests of the rules."""

from gin_rummy.actions import BIG_GIN, KNOCK, PASS, STOCK, TAKE, UPCARD
from gin_rummy.cards import CardSet, card_set, parse_card, parse_cards
from gin_rummy.hand import Hand
from gin_rummy.rules import Rules

STANDARD = Rules()
_WORDS = {"pass": PASS, "take": TAKE, "upcard": UPCARD, "stock": STOCK, "big_gin": BIG_GIN}

DULL = "Ac 3c 5c 7c 9c Jc 2d 4d 6d 8d"  # deadwood 55, no meld
DULL_TOO = "Kc Td Qd 2h 4h 6h 8h Th Qh As"  # deadwood 71, no meld
GIN = "Ac 2c 3c 4d 5d 6d 7h 8h 9h Th"
KNOCK_4 = "Ac 2c 3c 4d 5d 6d 7h 8h 9h 4s"


def cards(text: str) -> CardSet:
    return card_set(parse_cards(text.split()))


def melds(text: str) -> tuple[CardSet, ...]:
    """Read melds parted by a slash."""
    return tuple(cards(meld) for meld in text.split("/"))


def deck_of(non_dealer: str, dealer: str = "", upcard: str = "", stock: str = "") -> bytes:
    """Stack a deck of what is named; cards left, well apart from each other, fill the places that are not."""
    places = [-1] * 52
    for texts, wanted in [
        (non_dealer, range(0, 20, 2)),
        (dealer, range(1, 20, 2)),
        (upcard, [20]),
        (stock, range(21, 52)),
    ]:
        for place, card in zip(wanted, parse_cards(texts.split()), strict=False):
            places[place] = card
    left = iter(card for card in (n * 5 % 52 for n in range(52)) if card not in places)
    deck = bytes(next(left) if card < 0 else card for card in places)
    assert sorted(deck) == list(range(52))
    return deck


def code_of(word: str) -> int:
    """Read `pass`, `take`, `upcard`, `stock`, `big_gin`, a card to discard, or `knock:` and a card."""
    if word in _WORDS:
        return _WORDS[word]
    if word.startswith("knock:"):
        return KNOCK + parse_card(word.removeprefix("knock:"))
    return parse_card(word)


def play(hand: Hand, script: str) -> Hand:
    for word in script.split():
        hand.apply(code_of(word))
    return hand


def at_discard(own: str, drawn: str, other: str = "", rules: Rules = STANDARD, upcard: str = "") -> Hand:
    """Give a hand in which seat 0, non-dealer, holds *own* and has drawn *drawn* from the stock."""
    return play(Hand(rules, deck_of(own, other, upcard, drawn), 1), "pass pass")
