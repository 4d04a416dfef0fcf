"""The example bots in this process: every action is legal under every variant, and the better ones win."""

from itertools import count
from random import Random as Shuffler

import pytest

from example_bots.greedy.bot import Greedy
from example_bots.patient.bot import Patient
from example_bots.random.bot import Random
from example_bots.simple.bot import Simple
from example_bots.simple.bot import melds as makes_a_meld
from example_bots.template.bot import Mine
from example_bots.watcher.bot import Watcher
from gin_rummy.cards import parse_cards
from gin_rummy.hand import Hand
from gin_rummy.phases import Phase
from gin_rummy.rules import Rules
from gin_rummy.view import View, events_for, seen_by
from gin_sdk import Bot
from gin_sdk.seat import Seat
from gin_sdk.v1 import gin_pb2 as pb

BOTS: list[type[Bot]] = [Mine, Random, Greedy, Simple, Patient, Watcher]


def play_hand(seats: list[Seat], hand: Hand, turns: "count[int]") -> None:
    """Play a hand as the client would, from the messages of the wire."""
    told = [0, 0]
    while hand.phase != Phase.OVER:
        seat = hand.to_act
        seen = seen_by(hand, seat)._asdict()
        events = events_for(hand, seat, told[seat])
        told[seat] = len(hand.log)
        seats[seat].decide(pb.Turn(turn=next(turns), events=events, **seen))
        assert seats[seat].error is None, seats[seat].error
        hand.apply(seats[seat].code)


def margin(one: type[Bot], other: type[Bot], hands: int, rules: Rules) -> int:
    """Play *hands* deals, each from both sides, and give the difference of points."""
    shuffler = Shuffler(1)
    total = 0
    for _ in range(hands):
        deck = list(range(52))
        shuffler.shuffle(deck)
        for swapped in (False, True):
            bots = [other, one] if swapped else [one, other]
            seats = [Seat(bot, pb.GameStart(seat=seat, bot_seed=7), rules) for seat, bot in enumerate(bots)]
            hand = Hand(rules, bytes(deck), 0)
            play_hand(seats, hand, count())
            assert hand.result is not None
            points = hand.result.points
            total += points[1] - points[0] if swapped else points[0] - points[1]
    return total


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(variant="straight"),
        Rules(variant="oklahoma", oklahoma_ace="gin"),
        Rules(big_gin=True, max_decisions_per_hand=40),
        Rules(stock="split"),
    ],
    ids=["standard", "straight", "oklahoma", "big gin", "split stock"],
)
def test_an_example_bot_plays_legal_hands(bot: type[Bot], rules: Rules) -> None:
    margin(bot, Greedy, 6, rules)


@pytest.mark.parametrize(
    ("better", "worse"), [(Mine, Random), (Simple, Mine), (Greedy, Mine), (Watcher, Mine), (Patient, Greedy)]
)
def test_a_better_bot_wins_points_of_a_worse_one(better: type[Bot], worse: type[Bot]) -> None:
    assert margin(better, worse, 60, Rules()) > 0


@pytest.mark.parametrize(
    ("hand", "upcard", "takes"),
    [
        ("8c 9c Kc Kh Ks 2h 3s As Qd 6h", "7c", True),  # the low end of a run
        ("8c 9c Kc Kh Ks 2h 3s As Qd 6h", "Tc", True),  # its high end
        ("8c Tc Kc Kh 2s 2h 3s As Qd 6h", "9c", True),  # its middle
        ("8c 9d 5c Kh Ks 2h 3s As Jc 9h", "9s", True),  # the third of a rank
        ("8c 9c Tc 9h 9d 2h 3s As Qd 6h", "9s", True),  # a meld, though of no use with the run
        ("8c 9d Kc Kh Ks 2h 3s As Jc 9h", "4h", False),
        ("Kc Qd 9c 4s Ks 2h 3d Qh Jd 6h", "Ad", False),  # no run goes round the corner
        ("Qc Kc 2d 4s Ks 2h 3d Qh Jd 6h", "Ad", True),
        ("Qc Kc 9d 4s Ks 2h 3h Qh Jd 6h", "Ad", False),  # nor on from one suit to the next
    ],
)
def test_simple_takes_what_makes_any_meld(hand: str, upcard: str, takes: bool) -> None:
    cards = bytes(sorted(parse_cards(hand.split())))
    (card,) = parse_cards([upcard])
    turn = pb.Turn(phase=pb.PHASE_DRAW, hand=cards, upcard=card, discard_pile=bytes([card]))
    assert makes_a_meld(View(turn, Rules())) is takes
