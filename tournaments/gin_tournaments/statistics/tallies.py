"""The fold over a tournament's games: from each game's facts to the tallies of its pairing and its bots."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import isqrt

from gin_referee.records import FaultKind, GameKey
from gin_tournaments.statistics.game_facts import GameFacts
from gin_tournaments.statistics.points import PairingPoints, pairing_points
from gin_tournaments.statistics.tally import BotTally, Leg, PairingTally, half_points


def bots_of_pairing(pairing: int) -> tuple[int, int]:
    """Give the two bots (numbers by entry, the earlier first) of a pairing's number j(j − 1)/2 + i.

    >>> [bots_of_pairing(k) for k in range(4)]
    [(0, 1), (0, 2), (1, 2), (0, 3)]
    """
    later = (1 + isqrt(1 + 8 * pairing)) // 2
    return pairing - later * (later - 1) // 2, later


def bots_by_seat(key: GameKey) -> tuple[int, int]:
    """Give the two bots (numbers by entry) of a game, the one on seat 0 first."""
    earlier, later = bots_of_pairing(key.pairing)
    return (later, earlier) if key.leg else (earlier, later)


class Tallies:
    """Tallies of all pairings and bots; games come in any order, each once.

    Of a deal pair nothing is rated until both its games are in; until then the first waits in `_waiting`.
    """

    def __init__(self, *, duplicate: bool = True) -> None:
        self.duplicate = duplicate
        self.games = 0
        self.pairings: dict[int, PairingTally] = {}
        self.bots: defaultdict[int, BotTally] = defaultdict(BotTally)
        self._waiting: dict[tuple[int, int], Leg] = {}
        self._points: dict[int, tuple[int, PairingPoints | None]] = {}

    def bot(self, number: int) -> BotTally:
        """Give the tally of a bot, an empty one if it has not played."""
        return self.bots[number]

    def pairing(self, number: int) -> PairingTally:
        """Give the tally of a pairing, an empty one if it has not played."""
        if number not in self.pairings:
            self.pairings[number] = PairingTally(*bots_of_pairing(number))
        return self.pairings[number]

    def add(self, game: GameFacts) -> None:
        """Count a finished game, and what its bots did in it."""
        self.add_result(game)
        add_play(self.bots, game)

    def add_result(self, game: GameFacts) -> None:
        """Count how a game ended; leg 0 seats the pairing's earlier bot at 0, leg 1 at 1."""
        self.games += 1
        tally = self.pairing(game.key.pairing)
        seat = game.key.leg
        halves = half_points(game.winner, seat)
        tally.add_game(halves)
        if game.rated:
            diff = -game.diff if seat else game.diff
            self.add_leg(game.key.pairing, game.key.deal_pair, Leg(halves, diff, game.hands))

    def add_leg(self, pairing: int, deal_pair: int, leg: Leg) -> None:
        """Count one rated leg, as the pairing's earlier bot sees it, once the other leg makes it a pair."""
        other = self._waiting.pop((pairing, deal_pair), None)
        if other is None:
            self._waiting[pairing, deal_pair] = leg
        else:
            self.pairing(pairing).add_pair((other, leg), duplicate=self.duplicate)

    def points(self, pairing: int) -> PairingPoints | None:
        """Give a pairing's points per hand, worked out again only when it has more pairs than last time."""
        tally = self.pairing(pairing)
        pairs, points = self._points.get(pairing, (0, None))
        if pairs != tally.pairs:
            points = pairing_points(tally)
            self._points[pairing] = (tally.pairs, points)
        return points

    def add_fault(self, bot: int, kind: FaultKind) -> None:
        """Count a fault of a bot in no game, such as a process that ended before it had said Hello."""
        self.bot(bot).faults[kind] += 1

    def add_bots(self, bots: Mapping[int, BotTally]) -> None:
        """Count what bots did in some games."""
        for number, tally in bots.items():
            self.bot(number).join(tally)


def add_play(bots: defaultdict[int, BotTally], game: GameFacts) -> None:
    """Count what the bots of a game did in it, but for their think times, in their tallies among *bots*."""
    for seat, number in enumerate(bots_by_seat(game.key)):
        bot = bots[number]
        bot.play.join(game.play[seat])
        bot.games_forfeited += game.forfeited[seat]
        for fault in game.faults:
            if fault.seat == seat:
                bot.faults[fault.kind] += 1


def played(tallies: Iterable[PairingTally]) -> Sequence[PairingTally]:
    """Give the tallies that have a complete deal pair, in the order of their bots."""
    return sorted((tally for tally in tallies if tally.units.total()), key=lambda tally: (tally.b, tally.a))
