"""Exact integer sums over games: all that the standings need to know, of a size that does not grow with them.

Adding games and joining tallies commute to the last bit, for nothing here is a floating-point number.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import NamedTuple

from gin_referee.records import FaultKind
from gin_tournaments.statistics.think_times import ThinkTimes


class Leg(NamedTuple):
    """One game of a deal pair as its pairing's first bot sees it.

    `halves` are half points (0 lost, 1 drawn, 2 won), `diff` the difference of the points of play, `hands`
    all hands of the game, voids included.
    """

    halves: int
    diff: int
    hands: int


class HandSums(NamedTuple):
    """Sums over the units with one number of hands: how many, their differences, and those squared."""

    units: int = 0
    diffs: int = 0
    squares: int = 0

    def plus(self, other: "HandSums") -> "HandSums":
        """Add two sums."""
        return HandSums(self.units + other.units, self.diffs + other.diffs, self.squares + other.squares)


@dataclass(slots=True)
class PairingTally:
    """The games of bots *a* and *b* (numbers by entry, a < b), as a sees them.

    `units` counts the independent units of complete rated deal pairs by (games, half points): a deal pair is
    one unit of two games, without duplicate deals each game is its own. `points` holds for each number of
    hands the sums of the units' point differences. `wins`, `draws` and `losses` count every game, also
    forfeits and those of incomplete pairs.
    """

    a: int
    b: int
    pairs: int = 0
    units: Counter[tuple[int, int]] = field(default_factory=Counter)
    points: dict[int, HandSums] = field(default_factory=dict)
    drawn_legs: int = 0
    leg_diffs: HandSums = field(default_factory=HandSums)
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add_game(self, halves: int) -> None:
        """Count a finished game of any kind, by a's half points."""
        self.wins += halves == 2
        self.draws += halves == 1
        self.losses += halves == 0

    def add_pair(self, legs: Sequence[Leg], *, duplicate: bool = True) -> None:
        """Count a complete rated deal pair; its games are counted apart, by `add_game`."""
        self.pairs += 1
        for leg in legs:
            self.drawn_legs += leg.halves == 1
            self.leg_diffs = self.leg_diffs.plus(HandSums(1, leg.diff, leg.diff * leg.diff))
        for unit in (legs,) if duplicate else [(leg,) for leg in legs]:
            self._add_unit(unit)

    def _add_unit(self, legs: Sequence[Leg]) -> None:
        self.units[len(legs), sum(leg.halves for leg in legs)] += 1
        diff = sum(leg.diff for leg in legs)
        hands = sum(leg.hands for leg in legs)
        self.points[hands] = self.points.get(hands, HandSums()).plus(HandSums(1, diff, diff * diff))

    def join(self, other: "PairingTally") -> None:
        """Count everything that *other*, of the same pairing, counted.

        Raises:
            ValueError: when it is of another pairing.

        """
        if (self.a, self.b) != (other.a, other.b):
            raise ValueError(f"tallies of pairings {(self.a, self.b)} and {(other.a, other.b)}")
        self.pairs += other.pairs
        self.units.update(other.units)
        for hands, sums in other.points.items():
            self.points[hands] = self.points.get(hands, HandSums()).plus(sums)
        self.drawn_legs += other.drawn_legs
        self.leg_diffs = self.leg_diffs.plus(other.leg_diffs)
        self.wins += other.wins
        self.draws += other.draws
        self.losses += other.losses


@dataclass(slots=True)
class Play:
    """How a bot played, as sums over its hands; every field is a count or a sum of points.

    `knocks` are its hands ended by its knock, gin and undercut knocks included; `deadwood_lost` sums what it
    was left with (after lay-offs) in the `hands_lost` it lost otherwise than by forfeit; `dealt_diff` and
    `undealt_diff` sum the point differences of the hands it dealt and did not.
    """

    hands: int = 0
    voids: int = 0
    turns: int = 0
    gins: int = 0
    knocks: int = 0
    undercuts_made: int = 0
    undercuts_suffered: int = 0
    hands_lost: int = 0
    deadwood_lost: int = 0
    dealt: int = 0
    dealt_diff: int = 0
    undealt_diff: int = 0

    def join(self, other: "Play") -> None:
        """Count everything that *other* counted."""
        for count in fields(self):
            setattr(self, count.name, getattr(self, count.name) + getattr(other, count.name))


@dataclass(slots=True)
class BotTally:
    """What is counted of one bot over all its pairings; `games_forfeited` it lost by a fault or absence."""

    play: Play = field(default_factory=Play)
    faults: Counter[FaultKind] = field(default_factory=Counter)
    games_forfeited: int = 0
    think_times: ThinkTimes = field(default_factory=ThinkTimes)

    def join(self, other: "BotTally") -> None:
        """Count everything that *other* counted."""
        self.play.join(other.play)
        self.faults.update(other.faults)
        self.games_forfeited += other.games_forfeited
        self.think_times.join(other.think_times)


def half_points(winner: int | None, seat: int) -> int:
    """Give the half points of *seat* in a game.

    >>> half_points(1, 1), half_points(None, 0), half_points(0, 1)
    (2, 1, 0)
    """
    if winner is None:
        return 1
    return 2 * (winner == seat)
