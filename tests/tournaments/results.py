"""Made-up results for the tests of the statistics."""

import random
from collections.abc import Sequence

from gin_referee.records import Fault, GameKey
from gin_tournaments.statistics.game_facts import GameFacts
from gin_tournaments.statistics.tally import Leg, PairingTally, Play

NOBODY = (False, False)


def deal_pairs(a: int, b: int, counts: dict[int, int]) -> PairingTally:
    """Make a tally of deal pairs from how often *a* scored each number of half points (0..4)."""
    tally = PairingTally(a, b, pairs=sum(counts.values()))
    tally.units.update({(2, halves): count for halves, count in counts.items()})
    tally.wins = sum(count * (halves // 2) for halves, count in counts.items())
    tally.draws = sum(count * (halves % 2) for halves, count in counts.items())
    tally.losses = 2 * tally.pairs - tally.wins - tally.draws
    return tally


def single_games(a: int, b: int, wins: int, draws: int, losses: int) -> PairingTally:
    tally = PairingTally(a, b, wins=wins, draws=draws, losses=losses)
    tally.units.update({(1, 2): wins, (1, 1): draws, (1, 0): losses})
    return tally


def points_tally(legs: Sequence[tuple[Leg, Leg]], a: int = 0, b: int = 1) -> PairingTally:
    tally = PairingTally(a, b)
    for pair in legs:
        tally.add_pair(pair)
        for leg in pair:
            tally.add_game(leg.halves)
    return tally


def some_games(bots: int, pairs: int, seed: int = 1) -> list[GameFacts]:
    """Play *pairs* deal pairs of every pairing, the earlier bots being the stronger."""
    chance = random.Random(seed)
    games = []
    for pairing, (b, a) in enumerate((later, first) for later in range(bots) for first in range(later)):
        for pair in range(pairs):
            for leg in (0, 1):
                won = chance.random() < 0.5 + (b - a) / (4 * bots)
                games.append(game(GameKey(pairing, pair, leg), winner=leg if won else 1 - leg, chance=chance))
    return games


def game(
    key: GameKey,
    winner: int | None,
    chance: random.Random,
    *,
    rated: bool = True,
    forfeited: tuple[bool, bool] = NOBODY,
    faults: tuple[Fault, ...] = (),
) -> GameFacts:
    hands = chance.randrange(4, 30) if rated else 0
    diff = chance.randrange(1, 120) * {0: 1, 1: -1, None: 0}[winner] if rated else 0
    play = Play(hands=hands, turns=chance.randrange(100), gins=chance.randrange(3), dealt=hands // 2)
    return GameFacts(key, winner, rated, hands, diff, (play, play), forfeited, faults)
