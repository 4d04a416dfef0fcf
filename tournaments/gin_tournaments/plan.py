"""Which games a tournament has, who sits where, on which deals, and in which order they are offered; pure.

Everything follows from the bots' order of entry and the numbers of the plan, never from results or timing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from gin_referee.records import GameKey, GameSpec
from gin_rummy.deck import bot_seed, deal, deal_index, pairing_number
from gin_rummy.rules import FirstDealer
from gin_tournaments.statistics.tallies import bots_of_pairing

Edge: TypeAlias = tuple[int, int]
"""Two bots by entry, the earlier first."""


class Pairing(NamedTuple):
    """Two bots by their numbers of entry, the earlier first."""

    earlier: int
    later: int

    @property
    def number(self) -> int:
        """The pairing's number k, which no bot that enters later moves."""
        return pairing_number(self.earlier, self.later)


def pairing_of(number: int) -> Pairing:
    """Give the pairing with a number.

    >>> pairing_of(4)
    Pairing(earlier=1, later=3)
    """
    return Pairing(*bots_of_pairing(number))


class Batch(NamedTuple):
    """The deal pairs of one pairing in one round: what is planned, and handed out, together."""

    round: int
    pairing: Pairing
    deal_pairs: range

    def games(self) -> Iterator[GameKey]:
        """Yield its games, both legs of a deal pair together."""
        number = self.pairing.number
        for deal_pair in self.deal_pairs:
            yield GameKey(number, deal_pair, 0)
            yield GameKey(number, deal_pair, 1)


class Played:
    """Which games are stored: a byte for each, whatever the order they came in."""

    def __init__(self, keys: Iterable[GameKey] = ()) -> None:
        self._marks: dict[int, bytearray] = {}
        self._count = 0
        for key in keys:
            self.add(key)

    def __contains__(self, key: GameKey) -> bool:
        marks = self._marks.get(key.pairing, b"")
        place = 2 * key.deal_pair + key.leg
        return place < len(marks) and marks[place] == 1

    def __len__(self) -> int:
        return self._count

    def add(self, key: GameKey) -> None:
        """Mark a game as stored."""
        marks = self._marks.setdefault(key.pairing, bytearray())
        place = 2 * key.deal_pair + key.leg
        if place >= len(marks):
            marks.extend(bytes(place + 1 - len(marks)))
        self._count += not marks[place]
        marks[place] = 1

    def remove(self, key: GameKey) -> None:
        """Take a mark away again, of a game that was made void."""
        if key in self:
            self._marks[key.pairing][2 * key.deal_pair + key.leg] = 0
            self._count -= 1

    def of(self, pairing: int) -> int:
        """Count the games of one pairing."""
        return sum(self._marks.get(pairing, b""))


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament's games. `bots` are all names by order of entry, `withdrawn` those that play no more."""

    bots: tuple[str, ...]
    deal_pairs: int
    batch: int = 10
    withdrawn: frozenset[str] = frozenset()
    duplicate: bool = True
    kind: str = "round_robin"

    def batches(self) -> Iterator[Batch]:
        """Yield everything in the order in which it is offered."""
        return SCHEDULES[self.kind](self)

    def playing(self) -> list[int]:
        """Give the numbers of the bots that are not withdrawn."""
        return [number for number, name in enumerate(self.bots) if name not in self.withdrawn]

    def games(self, played: Played) -> int:
        """Count the games of the whole plan; of withdrawn bots those that are stored."""
        pairings = {batch.pairing.number for batch in self.batches()}
        planned = 2 * sum(len(batch.deal_pairs) for batch in self.batches())
        return planned + len(played) - sum(map(played.of, pairings))

    def left(self, played: Played) -> Iterator[tuple[Batch, list[GameKey]]]:
        """Yield each batch that is not stored in full, with the games of it that are to be played."""
        for batch in self.batches():
            keys = [key for key in batch.games() if key not in played]
            if keys:
                yield batch, keys

    def seats(self, key: GameKey) -> tuple[str, str]:
        """Give who sits where: the earlier entrant has seat 0 in leg 0 and seat 1 in leg 1."""
        pairing = pairing_of(key.pairing)
        names = self.bots[pairing.earlier], self.bots[pairing.later]
        return names if key.leg == 0 else (names[1], names[0])


def round_robin(plan: Plan) -> Iterator[Batch]:
    """Yield rounds of `batch` deal pairs of every pairing; no bot is ever more than a batch ahead."""
    playing = plan.playing()
    order = [Pairing(min(edge), max(edge)) for edge in even_order(playing)]
    for number, first in enumerate(range(0, plan.deal_pairs, plan.batch)):
        deal_pairs = range(first, min(first + plan.batch, plan.deal_pairs))
        for pairing in order:
            yield Batch(number, pairing, deal_pairs)


SCHEDULES: Mapping[str, Callable[[Plan], Iterator[Batch]]] = {"round_robin": round_robin}
"""The kinds of schedule: each yields a plan's batches in order."""


def even_order(bots: Sequence[int]) -> Iterator[Edge]:
    """Yield all pairs of *bots* so that after each their numbers of pairs differ by at most one.

    An even number of bots plays the rounds of the circle method. With an odd number each round leaves one bot
    out; for each edge (x, y) of one such round: the round without x, then (x, y), then the round without y.

    >>> list(even_order([0, 1, 2]))
    [(2, 0), (1, 2), (0, 1)]
    """
    if len(bots) % 2 == 0:
        for number in range(len(bots) - 1):
            yield from _circle_round(bots, number)
        return
    rounds = {bots[place]: _round_without(bots, place) for place in range(len(bots))}
    for x, y in rounds[bots[0]]:
        yield from rounds[x]
        yield x, y
        yield from rounds[y]


def _circle_round(bots: Sequence[int], number: int) -> list[Edge]:
    """Pair an even number of bots: the last with place *number* of the others' circle, the rest across it."""
    circle = len(bots) - 1
    across = [
        (bots[(number + step) % circle], bots[(number - step) % circle]) for step in range(1, len(bots) // 2)
    ]
    return [(bots[number], bots[circle]), *across]


def _round_without(bots: Sequence[int], place: int) -> list[Edge]:
    """Pair an odd number of bots but the one at *place*, across the circle."""
    return [
        (bots[(place + step) % len(bots)], bots[(place - step) % len(bots)])
        for step in range(1, len(bots) // 2 + 1)
    ]


class DerivedDeals:
    """The decks of one game, derived from the seed's key and the numbers of the game (docs/deck.md)."""

    __slots__ = ("_attempt", "_deal_pair", "_key", "_pairing", "first_dealer")

    def __init__(self, key: bytes, pairing: int, deal_pair: int, attempt: int, first: FirstDealer) -> None:
        self._key = key
        self._pairing = pairing
        self._deal_pair = deal_pair
        self._attempt = attempt
        self.first_dealer = (
            deal(key, self.index(0, 0)).first_dealer if first == "cut" else int(first == "seat1")
        )

    def index(self, scored: int, voids: int) -> int:
        """Give the index of the deal after *scored* scored hands and *voids* void ones since."""
        return deal_index(self._pairing, self._deal_pair, scored, voids, attempt=self._attempt)

    def deck(self, scored: int, voids: int) -> bytes:
        """Give the 52 card ids of that deal, top first."""
        return deal(self._key, self.index(scored, voids)).deck


@dataclass(frozen=True, slots=True)
class Dealer:
    """What games are dealt from: the key of an epoch's seed, and who deals first."""

    key: bytes
    epoch: int = 0
    first_dealer: FirstDealer = "cut"

    def spec(self, plan: Plan, key: GameKey, attempt: int = 0) -> GameSpec:
        """Make one game of *plan*; *attempt*: how often its pair was dealt before.

        Raises:
            BadDeck: when there are no more deals for another attempt.
        """
        deal_pair = key.deal_pair if plan.duplicate else 2 * key.deal_pair + key.leg
        deals = DerivedDeals(self.key, key.pairing, deal_pair, attempt, self.first_dealer)
        first = deals.index(0, 0)
        seeds = bot_seed(self.key, first, 0), bot_seed(self.key, first, 1)
        if key.leg == 1:
            seeds = seeds[1], seeds[0]
        return GameSpec(key, plan.seats(key), seeds, deals, attempt, self.epoch)


def order_of_entry(stored: Sequence[str], named: Sequence[str]) -> tuple[str, ...]:
    """Give all bots by entry: the *stored* ones keep their numbers, new ones among the *named* follow."""
    known = set(stored)
    return (*stored, *(name for name in named if name not in known))
