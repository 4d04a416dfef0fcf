"""Who plays whom, and in which order: the stages of each kind of tournament; pure.

A stage is planned from what is stored of the stages before, whole batches only and in plan order, so that a
run that was interrupted anywhere decides as one that was not.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil, log2
from typing import Literal, TypeAlias

from gin_rummy.deck import MOST_DEAL_PAIRS
from gin_tournaments.schedule.batches import Batch, Pairing, Played
from gin_tournaments.schedule.swiss import pair_round, scores_of
from gin_tournaments.statistics.tally import PairingTally

Edge: TypeAlias = tuple[int, int]
"""Two bots by entry, the earlier first."""

Kind: TypeAlias = Literal["round_robin", "gauntlet", "swiss"]

FIRST_PAIRS = 10
"""Deal pairs of every pairing before an adaptive tournament looks at results."""


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """The hypotheses of a sequential test of two bots, as `statistics.sprt.Sprt` takes them."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05


@dataclass(frozen=True, slots=True)
class Format:
    """How a tournament is played, but for its bots.

    `batch` deal pairs of a pairing make a round. `budget` (games) ends it early; so does, when `adaptive`,
    that every two neighbours are told apart by `confidence` and `zone` (Elo), and the verdict of a `test`.
    `rounds` are those of a Swiss tournament, None for ⌈log₂ bots⌉.
    """

    deal_pairs: int
    batch: int = 10
    kind: Kind = "round_robin"
    challengers: frozenset[str] = frozenset()
    rounds: int | None = None
    duplicate: bool = True
    adaptive: bool = False
    confidence: float = 0.95
    zone: float = 20.0
    weights: Literal["equal", "games"] = "equal"
    budget: int | None = None
    test: Hypotheses | None = None

    @property
    def most_deal_pairs(self) -> int:
        """The most deal pairs that a pairing can have."""
        if self.waits:
            return MOST_DEAL_PAIRS if self.duplicate else MOST_DEAL_PAIRS // 2
        return self.deal_pairs

    @property
    def waits(self) -> bool:
        """Whether what is played depends on results."""
        return self.adaptive or self.test is not None or self.kind == "swiss"


@dataclass(frozen=True, slots=True)
class Field:
    """The bots of a tournament by number of entry: how many have entered, and who plays on."""

    entered: int
    playing: tuple[int, ...]
    challengers: frozenset[int] = frozenset()


@dataclass(slots=True)
class Past:
    """The stages so far, and what is stored."""

    played: Played
    stages: list[Sequence[Batch]] = field(default_factory=list)
    deal_pairs: dict[Pairing, int] = field(default_factory=dict)
    _tallies: dict[Pairing, PairingTally] = field(default_factory=dict)
    _counted: dict[Pairing, int] = field(default_factory=dict)

    def add(self, stage: Sequence[Batch]) -> None:
        """Take a stage as planned."""
        self.stages.append(stage)
        for batch in stage:
            self.deal_pairs[batch.pairing] = max(self.deal_pairs.get(batch.pairing, 0), batch.deal_pairs.stop)

    def next_range(self, pairing: Pairing, deal_pairs: int, most: int) -> range:
        """Give the next deal pairs of a pairing that has *most* at most."""
        first = self.deal_pairs.get(pairing, 0)
        return range(first, min(first + deal_pairs, most))

    def tallies(self, *, duplicate: bool) -> list[PairingTally]:
        """Count the stages so far, which must be stored in full: each is looked at once only."""
        for pairing, deal_pairs in self.deal_pairs.items():
            new = range(self._counted.get(pairing, 0), deal_pairs)
            tally = self._tallies.setdefault(pairing, PairingTally(*pairing))
            tally.join(self.played.tally(pairing, new, duplicate=duplicate))
            self._counted[pairing] = deal_pairs
        return [self._tallies[pairing] for pairing in sorted(self._tallies)]

    def gone(self) -> set[int]:
        """Give the bots that lost a game without playing it: suspended or absent ones."""
        return {
            bot
            for pairing, deal_pairs in self.deal_pairs.items()
            for bot in self.played.beaten_unplayed(pairing, range(deal_pairs))
        }


Schedule: TypeAlias = Callable[[Format, Field, Past], Sequence[Batch]]
"""Gives the next stage after those of the past; an empty one when the tournament is over."""


def schedule_of(form: Format) -> Schedule:
    """Give the schedule of a format."""
    if form.test is not None:
        return sequential
    return adaptive if form.adaptive else SCHEDULES[form.kind]


def _by_rounds(form: Format, field: Field, past: Past) -> Sequence[Batch]:
    """Give a round: `batch` deal pairs of every pairing; no bot is ever more than a batch ahead."""
    number = len(past.stages)
    first = number * form.batch
    deal_pairs = range(first, min(first + form.batch, form.deal_pairs))
    return [Batch(number, pairing, deal_pairs) for pairing in pairings(form, field)] if deal_pairs else []


def _swiss(form: Format, field: Field, past: Past) -> Sequence[Batch]:
    """Give a round: a match of `deal_pairs` deal pairs for every bot but at most one."""
    number = len(past.stages)
    playing = set(field.playing)
    if number >= swiss_rounds(form, field.entered):
        return []
    gone = past.gone()
    had_left = set(range(field.entered)) - playing
    entered = set(range(field.entered))
    while True:
        bots = sorted(entered - gone)
        scores = scores_of(bots, past.stages, past.played)
        matches = [
            Batch(number, pairing, past.next_range(pairing, form.deal_pairs, form.most_deal_pairs))
            for pairing in pair_round(bots, scores)
        ]
        # A bot that is withdrawn now was still there in the rounds that it has played.
        missing = {
            bot for match in matches if not past.played.has(match) for bot in had_left & set(match.pairing)
        }
        missing |= (had_left & set(bots)) - {bot for match in matches for bot in match.pairing}
        if not missing:
            return matches
        entered -= missing


def swiss_rounds(form: Format, bots: int) -> int:
    """Give how many rounds a Swiss tournament has."""
    return form.rounds or ceil(log2(max(bots, 2)))


def adaptive(form: Format, field: Field, past: Past) -> Sequence[Batch]:
    """Give first some deal pairs of every pairing, then batches where they help most."""
    number = len(past.stages)
    every = pairings(form, field)
    if number == 0:
        starts = range(0, FIRST_PAIRS, form.batch)
        return [
            Batch(number, pairing, range(start, min(start + form.batch, FIRST_PAIRS)))
            for start in starts
            for pairing in every
        ]
    gone = past.gone()
    left = [bot for bot in field.playing if bot not in gone]
    allowed = [
        pairing
        for pairing in every
        if not gone & set(pairing) and past.deal_pairs.get(pairing, 0) < form.most_deal_pairs
    ]
    shares = _next_shares(form, field.entered, left, allowed, past)
    return [
        Batch(number, pairing, past.next_range(pairing, shares[pairing], form.most_deal_pairs))
        for pairing in allowed
        if pairing in shares
    ]


def _next_shares(
    form: Format, entered: int, left: Collection[int], allowed: Sequence[Pairing], past: Past
) -> Mapping[tuple[int, int], int]:
    # scipy takes long to import, and most plans do without
    from gin_tournaments.statistics.adaptive import next_batch
    from gin_tournaments.statistics.joint_fit import Method
    from gin_tournaments.statistics.ratings import rate
    from gin_tournaments.statistics.separation import Rule

    tallies = past.tallies(duplicate=form.duplicate)
    ratings = rate(entered, tallies, Method(weights=form.weights))
    rule = Rule(form.confidence, form.zone)
    return next_batch(ratings, tallies, rule, allowed, form.batch * len(left), among=left)


def sequential(form: Format, field: Field, past: Past) -> Sequence[Batch]:
    """Give the next deal pairs of the two bots until the test accepts one of its hypotheses."""
    from gin_tournaments.statistics.sprt import Sprt

    (pairing,) = pairings(form, field)
    test = form.test
    if test is None or past.gone():
        return []
    if past.stages:
        (tally,) = past.tallies(duplicate=form.duplicate)
        if Sprt(test.elo0, test.elo1, test.alpha, test.beta).state(tally).accepted:
            return []
    deal_pairs = past.next_range(pairing, form.batch, form.most_deal_pairs)
    return [Batch(len(past.stages), pairing, deal_pairs)] if deal_pairs else []


SCHEDULES: Mapping[Kind, Schedule] = {"round_robin": _by_rounds, "gauntlet": _by_rounds, "swiss": _swiss}
"""The kinds of schedule."""


@lru_cache(maxsize=1)  # it is called once a round
def pairings(form: Format, field: Field) -> tuple[Pairing, ...]:
    """Give who may meet whom, in the order in which a round offers them."""
    if form.kind != "gauntlet":
        return tuple(Pairing(min(edge), max(edge)) for edge in even_order(field.playing))
    challengers = [bot for bot in field.playing if bot in field.challengers]
    others = [bot for bot in field.playing if bot not in field.challengers]
    edges = [(challenger, other) for other in others for challenger in challengers]
    return tuple(Pairing(min(edge), max(edge)) for edge in edges)


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
