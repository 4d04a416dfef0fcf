"""Which games a tournament has, who sits where, on which deals, and in which order they are offered; pure.

Seats and deals follow from the bots' order of entry and the numbers of the plan alone, never from results or
timing. What is played follows from them too, or, in tournaments that look at results, from those alone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from gin_referee.records import GameKey, GameSpec
from gin_rummy.deck import Deal, bot_seed, deal, deal_index
from gin_rummy.rules import FirstDealer
from gin_tournaments.schedule.batches import Batch as Batch
from gin_tournaments.schedule.batches import Pairing as Pairing
from gin_tournaments.schedule.batches import Played as Played
from gin_tournaments.schedule.batches import pairing_of as pairing_of
from gin_tournaments.schedule.schedules import Field, Format, Past, schedule_of, swiss_rounds


class Outlook(NamedTuple):
    """How many games there are to be, as far as is known, and whether that is the last word."""

    games: int
    final: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament's games. `bots` are all names by order of entry, `withdrawn` those that play no more."""

    bots: tuple[str, ...]
    form: Format
    withdrawn: frozenset[str] = frozenset()

    @property
    def duplicate(self) -> bool:
        """Whether both games of a deal pair are on the same shuffles."""
        return self.form.duplicate

    @property
    def field(self) -> Field:
        """The bots by number."""
        numbers = dict(enumerate(self.bots))
        return Field(
            len(self.bots),
            tuple(number for number, name in numbers.items() if name not in self.withdrawn),
            frozenset(number for number, name in numbers.items() if name in self.form.challengers),
        )

    def batches(self, played: Played | None = None) -> Iterator[Batch]:
        """Yield everything in the order in which it is offered, as far as what is stored fixes it."""
        course = Course(self, played or Played())
        while stage := course.next_stage():
            yield from stage

    def left(self, played: Played) -> Iterator[tuple[Batch, list[GameKey]]]:
        """Yield each batch that is not stored in full, with the games of it that are to be played."""
        for batch in self.batches(played):
            keys = games_left(batch, played)
            if keys:
                yield batch, keys

    def outlook(self, played: Played) -> Outlook:
        """Count the games of the whole plan, as far as it is known; of withdrawn bots those that are stored.

        What a budget leaves out is counted where it is known.
        """
        plan = self if self.form.waits else replace(self, form=replace(self.form, budget=None))
        course = Course(plan, played)
        while course.next_stage():
            pass
        return course.outlook()

    def games(self, played: Played) -> int:
        """Count the games of the whole plan, as far as it is known."""
        return self.outlook(played).games

    def rounds_begun(self, played: Played) -> int:
        """Count the rounds up to the last one that a stored game is of."""
        begun = (
            batch.round + 1 for batch in self.batches(played) if any(map(played.__contains__, batch.games()))
        )
        return max(begun, default=0)

    def seats(self, key: GameKey) -> tuple[str, str]:
        """Give who sits where: the earlier entrant has seat 0 in leg 0 and seat 1 in leg 1."""
        pairing = pairing_of(key.pairing)
        names = self.bots[pairing.earlier], self.bots[pairing.later]
        return names if key.leg == 0 else (names[1], names[0])


def games_left(batch: Batch, played: Played) -> list[GameKey]:
    """Give the games of a batch that are not stored."""
    return [key for key in batch.games() if key not in played]


class Course:
    """A plan stage by stage; each is planned from *played*, which may grow, once those before are in it."""

    def __init__(self, plan: Plan, played: Played) -> None:
        self._form = plan.form
        self._field = plan.field
        self._schedule = schedule_of(plan.form)
        self._past = Past(played)
        self._over = False
        self.budget_used = False

    @property
    def decided(self) -> bool:
        """Whether the plan has come to its own end: nothing follows, and no budget cut it off."""
        return self._over and not self.budget_used

    def next_stage(self) -> Sequence[Batch]:
        """Give the next stage; an empty one while the last is not stored in full, and at the end."""
        past = self._past
        waiting = self._form.waits and past.stages and not all(map(past.played.has, past.stages[-1]))
        if self._over or waiting:
            return ()
        stage = self._schedule(self._form, self._field, past)
        self._over = not stage
        if self._form.budget is not None:
            stage = self._within(stage, self._form.budget // 2)
        past.add(stage)
        return stage

    def _within(self, stage: Sequence[Batch], budget: int) -> Sequence[Batch]:
        """Cut a stage off where *budget* deal pairs are reached."""
        left = budget - sum(self._past.deal_pairs.values())
        cut = []
        for batch in stage:
            if len(batch.deal_pairs) > left:
                self._over = self.budget_used = True
            if left > 0:
                cut.append(batch._replace(deal_pairs=batch.deal_pairs[:left]))
            left -= len(batch.deal_pairs)
        return cut

    def outlook(self) -> Outlook:
        """Count the games planned so far, the stored ones of no plan, and those of Swiss rounds to come."""
        played = self._past.played
        planned = Counter({pairing.number: 2 * pairs for pairing, pairs in self._past.deal_pairs.items()})
        games = sum(max(planned[number], played.of(number)) for number in planned.keys() | played.pairings())
        form = self._form
        if form.kind == "swiss" and not self._over:
            rounds = swiss_rounds(form, self._field.entered) - len(self._past.stages)
            games += rounds * (len(self._field.playing) // 2) * 2 * form.deal_pairs
        return Outlook(games, final=self.decided or not form.waits)


@lru_cache(maxsize=1 << 10)
def _deal(key: bytes, index: int) -> Deal:
    """Shuffle once for both games of a deal pair, which come to a hand at about the same time."""
    return deal(key, index)


class DerivedDeals:
    """The decks of one game, derived from the seed's key and the numbers of the game (docs/deck.md)."""

    __slots__ = ("_attempt", "_deal_pair", "_key", "_pairing", "first_dealer")

    def __init__(self, key: bytes, pairing: int, deal_pair: int, attempt: int, first: FirstDealer) -> None:
        self._key = key
        self._pairing = pairing
        self._deal_pair = deal_pair
        self._attempt = attempt
        self.first_dealer = (
            _deal(key, self.index(0, 0)).first_dealer if first == "cut" else int(first == "seat1")
        )

    def index(self, scored: int, voids: int) -> int:
        """Give the index of the deal after *scored* scored hands and *voids* void ones since."""
        return deal_index(self._pairing, self._deal_pair, scored, voids, attempt=self._attempt)

    def deck(self, scored: int, voids: int) -> bytes:
        """Give the 52 card ids of that deal, top first."""
        return _deal(self._key, self.index(scored, voids)).deck


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
