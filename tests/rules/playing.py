"""Random rules, decks and play, from seeds: what hypothesis varies in the properties of a hand."""

from collections.abc import Iterator
from random import Random
from typing import get_args

from hypothesis import strategies as st

from gin_rummy.actions import KNOCK
from gin_rummy.hand import Hand
from gin_rummy.phases import Phase
from gin_rummy.rules import DealerRule, FirstDealer, OklahomaAce, Rules, StockRule, Variant


@st.composite
def all_rules(draw: st.DrawFn) -> Rules:
    """Draw from every option and every combination that makes sense."""
    variant = draw(st.sampled_from(get_args(Variant)))
    hands = draw(st.none() | st.integers(1, 5))
    oklahoma = variant == "oklahoma"
    game = hands is None
    return Rules(
        variant=variant,
        big_gin=draw(st.booleans()),
        hollywood=game and draw(st.booleans()),
        format="game" if game else "hands",
        target=draw(st.integers(1, 150)) if game else 100,
        hands=hands,
        knock_limit=draw(st.integers(0, 40)) if variant == "standard" else 10,
        oklahoma_ace=draw(st.sampled_from(get_args(OklahomaAce))) if oklahoma else "one",
        oklahoma_spade_doubles=oklahoma and draw(st.booleans()),
        dealer=draw(st.sampled_from(get_args(DealerRule))),
        first_dealer=draw(st.sampled_from(get_args(FirstDealer))),
        gin_bonus=draw(st.integers(0, 30)),
        undercut_bonus=draw(st.integers(0, 30)),
        big_gin_bonus=draw(st.integers(0, 40)),
        game_bonus=draw(st.integers(0, 100)),
        box_bonus=draw(st.integers(0, 30)),
        shutout_multiplier=draw(st.integers(1, 3)),
        forfeit_points=draw(st.integers(0, 30)),
        stock=draw(st.sampled_from(get_args(StockRule))),
        max_decisions_per_hand=draw(st.sampled_from([200, 200, 200, 50, 7, 1])),
        max_hands_per_game=draw(st.integers(1, 30)) if game else 100,
    )


def shuffled(random: Random) -> bytes:
    """Shuffle a deck; one of two is so stacked that a seat is near gin."""
    deck = list(range(52))
    random.shuffle(deck)
    if random.random() < 0.5:
        lowest = random.randrange(4) * 13 + random.randrange(3)
        run = range(lowest, lowest + random.randint(6, 11))
        for place, card in zip([*range(random.randrange(2), 20, 2), 21], run, strict=False):
            at = deck.index(card)
            deck[place], deck[at] = deck[at], deck[place]
    return bytes(deck)


def choose(hand: Hand, random: Random, knocking: float = 0.3) -> int:
    """Choose any legal action, ends of the hand and sensible discards more often than by chance."""
    legal = hand.legal()
    if legal[-1] >= KNOCK and hand.phase is Phase.DISCARD and random.random() < knocking:
        return random.choice([code for code in legal if code >= KNOCK])
    if hand.phase is not Phase.DRAW and random.random() < 0.8:
        return hand.substitute_action()
    return random.choice(legal)


def states(rules: Rules, seed: int, knocking: float = 0.3) -> Iterator[Hand]:
    """Play one hand at random, yielding it before each decision and at the end."""
    random = Random(seed)
    hand = Hand(rules, shuffled(random), random.randrange(2))
    while hand.phase is not Phase.OVER:
        yield hand
        hand.apply(choose(hand, random, knocking))
    yield hand


def played(rules: Rules, seed: int) -> Hand:
    """Play one hand at random to its end."""
    *_, hand = states(rules, seed)
    return hand
