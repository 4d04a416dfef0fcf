"""Which games are played now: batches in the order of the plan, so many pairings at once; pure.

It is told which games are over and which bots play no more, and gives the next games to submit.
"""

from collections import Counter, deque
from dataclasses import dataclass

from gin_referee.records import GameKey
from gin_tournaments.schedule.plan import Batch, Course, Outlook, Plan, Played, games_left

LOOKAHEAD = 64
"""Batches that are looked at beyond those in play, to know which bots are needed soon."""


@dataclass(slots=True)
class BatchInPlay:
    """A batch that is played: the two bots, how many games of it were left, and those still out."""

    batch: Batch
    bots: tuple[str, str]
    games: int
    out: set[GameKey]


class Conductor:
    """Hands out the batches of a plan that are not stored, at most *pairings_at_once* at a time.

    *played* grows with the games that are over; what results decide is decided by it.
    """

    def __init__(self, plan: Plan, played: Played, pairings_at_once: int) -> None:
        self._plan = plan
        self._played = played
        self._course = Course(plan, played)
        self._games_of_rounds: Counter[int] = Counter()
        self._coming: deque[tuple[Batch, list[GameKey]]] = deque()
        self._pairings_at_once = pairings_at_once
        self._skipped: set[str] = set()
        self.in_play: dict[Batch, BatchInPlay] = {}
        self.round = -1

    @property
    def finished(self) -> bool:
        """Whether nothing is in play and nothing is left."""
        return not self.in_play and not self._next_waiting()

    def bots_of(self, batch: Batch) -> tuple[str, str]:
        """Name the two bots of a batch, the earlier entrant first."""
        return self._plan.bots[batch.pairing.earlier], self._plan.bots[batch.pairing.later]

    def games_of_round(self, number: int) -> int:
        """Count the games that the plan has in a round that has begun."""
        return self._games_of_rounds[number]

    def outlook(self) -> Outlook | None:
        """Count what is planned so far, None when all was known at the beginning."""
        return self._course.outlook() if self._plan.form.waits else None

    def next_batch(self) -> BatchInPlay | None:
        """Give the next batch to be played, None while enough are in play or none is left."""
        if len(self.in_play) >= self._pairings_at_once or not self._next_waiting():
            return None
        batch, keys = self._coming.popleft()
        started = BatchInPlay(batch, self.bots_of(batch), len(keys), set(keys))
        self.in_play[batch] = started
        self.round = max(self.round, batch.round)
        return started

    def over(self, key: GameKey) -> bool:
        """Note that a game is over, or is not played; say whether its batch is over with it."""
        for batch, playing in self.in_play.items():
            if key in playing.out:
                playing.out.discard(key)
                if not playing.out:
                    del self.in_play[batch]
                return not playing.out
        return False

    def again(self, key: GameKey) -> None:
        """Let a game be played once more, of a batch of which another game is out."""
        for batch, playing in self.in_play.items():
            if batch.pairing.number == key.pairing and key.deal_pair in batch.deal_pairs:
                playing.out.add(key)
                playing.games = max(playing.games, len(playing.out))
                return

    def skip(self, name: str) -> None:
        """Leave out what a bot has still to play; its games in play stay until they are over."""
        self._skipped.add(name)

    def soon(self) -> list[str]:
        """Name the bots of the batches in play and of those to come, in the order they are needed."""
        while len(self._coming) < LOOKAHEAD and self._plan_on():
            pass
        batches = [*self.in_play, *(batch for batch, _ in self._coming)]
        names = (name for batch in batches for name in self.bots_of(batch) if name not in self._skipped)
        return list(dict.fromkeys(names))

    def _next_waiting(self) -> bool:
        """Tell whether a batch waits that can be played, and put it first."""
        while True:
            if not self._coming and not self._plan_on():
                return False
            if self._skipped.isdisjoint(self.bots_of(self._coming[0][0])):
                return True
            self._coming.popleft()

    def _plan_on(self) -> bool:
        """Let what is left of the next stages come, up to one with something left; say whether there is."""
        while stage := self._course.next_stage():
            for batch in stage:
                self._games_of_rounds[batch.round] += 2 * len(batch.deal_pairs)
                if keys := games_left(batch, self._played):
                    self._coming.append((batch, keys))
            if self._coming:
                return True
        return False
