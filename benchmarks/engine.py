"""The rules in process, beside OpenSpiel: random legal play, least deadwood, discards and lay-offs."""

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time_ns
from typing import TypeVar

from benchmarks import open_spiel
from benchmarks.rounds import Effort, Measured, alternate, per_second, ratio
from gin_rummy.cards import DECK_SIZE, CardSet, card_set, parse_cards
from gin_rummy.deck import deal
from gin_rummy.hand import Hand
from gin_rummy.layoff import defend
from gin_rummy.melds import best_discards, deadwood
from gin_rummy.rules import Rules

VECTORS = Path(__file__).parent.parent / "tests" / "vectors"
KEY = bytes(32)

_T = TypeVar("_T")


def play_at_random(hands: int) -> int:
    """Deal hands and play them with random legal actions; count the decisions."""
    rules = Rules()
    decisions = 0
    for number in range(hands):
        hand = Hand(rules, deal(KEY, number).deck, number % 2)
        while hand.result is None:
            legal = hand.legal()
            hand.apply(legal[int(random.random() * len(legal))])
            decisions += 1
    return decisions


def measure(effort: Effort, _folder: Path) -> Measured:
    """Measure everything of this module."""
    measured = _random_play(effort)
    measured.add(_deadwood(effort))
    measured.figures["deadwood11_us"] = _median_us(_best_discards, _eleven_cards())
    measured.figures["layoff_us"] = _median_us(lambda laid: defend(*laid), _knocks())
    return measured


def _random_play(effort: Effort) -> Measured:
    hands = effort.of(2000)
    ours, spiel, cloned = alternate(
        effort.rounds,
        per_second(lambda: play_at_random(4 * hands)),
        per_second(lambda: open_spiel.play_at_random(hands)),
        per_second(lambda: open_spiel.play_at_random(hands, clone=True)),
    )
    return Measured(
        {"engine_ratio": ratio(ours, spiel)},
        [
            f"random legal play: {median(ours):,.0f} decisions/s; OpenSpiel {median(spiel):,.0f}, "
            f"{median(cloned):,.0f} when it clones (engine_ratio {ratio(ours, cloned):.1f})"
        ],
    )


def _deadwood(effort: Effort) -> Measured:
    dealt = [random.sample(range(DECK_SIZE), 10) for _ in range(effort.of(100_000))]
    masks = [card_set(cards) for cards in dealt]
    ours, spiel = alternate(
        effort.rounds,
        per_second(lambda: _least_deadwood(masks)),
        per_second(lambda: open_spiel.least_deadwood(dealt)),
    )
    note = f"least deadwood of ten cards: {median(ours):,.0f} hands/s; OpenSpiel {median(spiel):,.0f}"
    return Measured({"deadwood_ratio": ratio(ours, spiel)}, [note])


def _least_deadwood(hands: Sequence[CardSet]) -> int:
    for hand in hands:
        deadwood(hand)
    return len(hands)


def _median_us(work: Callable[[_T], object], cases: Sequence[_T], repeats: int = 20) -> float:
    """Give the median over the cases of the microseconds that *work* takes."""
    times = []
    for case in cases:
        began = process_time_ns()
        for _ in range(repeats):
            work(case)
        times.append((process_time_ns() - began) / repeats / 1000)
    return median(times)


def _best_discards(hand: CardSet) -> CardSet:
    return best_discards(hand, hand)


def _eleven_cards() -> list[CardSet]:
    lines = (VECTORS / "deadwood_11.jsonl").read_text().splitlines()
    return [card_set(parse_cards(json.loads(line)["hand"])) for line in lines]


def _knocks() -> list[tuple[list[CardSet], CardSet]]:
    """Read spreads, each with a defender's hand."""
    knocks = []
    for line in (VECTORS / "layoff.jsonl").read_text().splitlines():
        case = json.loads(line)
        spread = [card_set(parse_cards(meld)) for meld in case["knocker_melds"]]
        knocks.append((spread, card_set(parse_cards(case["defender_hand"]))))
    return knocks
