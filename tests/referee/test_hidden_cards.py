"""No byte sent to a bot depends on a card it may not know: games are played twice, hidden cards swapped.

Each hand is played again by the same actions on a deck in which the cards that the seat never came to know
change places at random. Everything the seat is sent must be the same, byte for byte.
"""

from random import Random

import pytest

from gin_referee.faults import Policy
from gin_referee.records import GameKey, GameRecord, GameSpec
from gin_referee.settings import Settings
from gin_rummy.cards import FULL_DECK, card_set
from gin_rummy.deck import swap_seats
from gin_rummy.hand import Hand
from gin_rummy.record import HandRecord, replay
from gin_rummy.result import End
from gin_rummy.rules import Rules
from gin_sdk.v1 import gin_pb2 as pb
from tests.referee.driver import (
    NEVER_LEGAL,
    Choose,
    Driver,
    SeededDeals,
    choose_at_random,
    choose_first,
    choose_well,
)

NAMES = ("a", "b")
VARIANTS = {
    "standard": Rules(),
    "straight": Rules(variant="straight", max_hands_per_game=12),
    "oklahoma": Rules(variant="oklahoma", oklahoma_spade_doubles=True),
    "big gin": Rules(big_gin=True),
    "hollywood": Rules(hollywood=True),
    "split stock": Rules(stock="split"),
    "winner deals": Rules(dealer="winner"),
    "scored hands": Rules(format="hands", hands=4),
}


class GivenDeals:
    """Decks in the order they are asked for."""

    def __init__(self, first_dealer: int, decks: list[bytes]) -> None:
        self.first_dealer = first_dealer
        self._decks = list(decks)

    def deck(self, scored: int, voids: int) -> bytes:
        return self._decks.pop(0)

    def index(self, scored: int, voids: int) -> None:
        return None


def mixed(turn: pb.Turn, random: Random) -> int:
    """Sometimes play well, mostly at random, now and then against the rules."""
    if random.random() < 0.004:
        return NEVER_LEGAL
    return choose_well(turn, random) if random.random() < 0.5 else choose_at_random(turn, random)


def play(
    rules: Rules, game: GameSpec, choices: dict[str, Choose]
) -> tuple[GameRecord, dict[str, list[bytes]]]:
    driver = Driver(Settings(rules=rules, policy=Policy(illegal="forfeit_hand", max_faults=4)))
    clients = {name: driver.join(name, choices[name]) for name in NAMES}
    driver.submit([game])
    driver.play()
    (record,) = driver.records.values()
    return record, {
        name: [response.SerializeToString(deterministic=True) for response in client.received]
        for name, client in clients.items()
    }


def unknown_to(seat: int, record: HandRecord, rules: Rules) -> int:
    """The cards that *seat* did not come to know in a hand, as a mask."""
    hand: Hand = replay(record, rules)
    known = hand.hands[seat] | card_set(hand.discard_pile) | card_set(hand.known[1 - seat])
    shown = record.end not in (End.VOID, End.FORFEIT)
    counted = record.end is End.FORFEIT and record.forfeited_by == 1 - seat  # the score tells its deadwood
    return FULL_DECK & ~(known | (hand.hands[1 - seat] if shown or counted else 0))


def swap_unknown(seat: int, record: HandRecord, rules: Rules, random: Random) -> bytes:
    unknown = unknown_to(seat, record, rules)
    places = [place for place, card in enumerate(record.deck) if unknown >> card & 1]
    cards = [record.deck[place] for place in places]
    random.shuffle(cards)
    deck = bytearray(record.deck)
    for place, card in zip(places, cards, strict=True):
        deck[place] = card
    return bytes(deck)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_seat_is_sent_does_not_depend_on_cards_it_may_not_know(variant: str, seat: int) -> None:
    rules = VARIANTS[variant]
    moved = 0
    for seed in range(6):
        key = GameKey(0, seed, 0)
        game = GameSpec(key, NAMES, (seed, 1000 + seed), SeededDeals(0, seed))
        script: dict[int, int] = {}

        def note(turn: pb.Turn, random: Random, script: dict[int, int] = script) -> int:
            script[turn.turn] = mixed(turn, random)
            return script[turn.turn]

        def repeat(turn: pb.Turn, _random: Random, script: dict[int, int] = script) -> int:
            return script[turn.turn]

        record, sent = play(rules, game, dict.fromkeys(NAMES, note))
        swapped = [swap_unknown(seat, hand, rules, Random(seed)) for hand in record.hands]
        moved += sum(a != b.deck for a, b in zip(swapped, record.hands, strict=True))
        decks = as_asked(swapped, record, rules, game.deals.first_dealer)
        deals = GivenDeals(game.deals.first_dealer, decks)
        again = GameSpec(key, NAMES, game.bot_seeds, deals)
        _, sent_again = play(rules, again, dict.fromkeys(NAMES, repeat))
        assert sent_again[NAMES[seat]] == sent[NAMES[seat]]
    assert moved > 10


def as_asked(decks: list[bytes], record: GameRecord, rules: Rules, first_dealer: int) -> list[bytes]:
    """Undo what the referee does to a deck when another seat deals than by turns."""
    asked = []
    scored = 0
    for deck, hand in zip(decks, record.hands, strict=True):
        asked.append(deck if hand.dealer == first_dealer ^ scored & 1 else swap_seats(deck))
        scored += any(hand.points)
    return asked


def test_a_card_that_the_opponent_holds_does_change_what_the_opponent_is_sent() -> None:
    """The test of the test: the same swap is seen by the other seat."""
    rules = Rules()
    game = GameSpec(GameKey(0, 0, 0), NAMES, (1, 2), SeededDeals(0, 0))
    choices: dict[str, Choose] = dict.fromkeys(NAMES, choose_first)
    record, sent = play(Rules(max_hands_per_game=1, variant="straight"), game, choices)
    swapped = swap_unknown(0, record.hands[0], rules, Random(0))
    again = GameSpec(game.key, NAMES, (1, 2), GivenDeals(game.deals.first_dealer, [swapped]))
    _, sent_again = play(Rules(max_hands_per_game=1, variant="straight"), again, choices)
    assert sent_again["b"] != sent["b"]
