"""Hands games to the arena and takes them back: the next batches, replays, and games of bots that are out.

What it is given as *change* calls the arena; what it gives to *put* is stored.
"""

from collections.abc import Callable, Iterable, Sequence
from time import time as now
from typing import Literal, TypeAlias

from gin_referee.arena import Arena
from gin_referee.effects import Voided
from gin_referee.game import unplayed
from gin_referee.records import GameKey, GameRecord, GameSpec
from gin_rummy.rules import Rules
from gin_tournaments.run.conductor import Conductor
from gin_tournaments.run.seen import MOST_REPLAYS, Dealing
from gin_tournaments.schedule.plan import Dealer, Plan, Played
from gin_tournaments.store import Dealt, Void

OutFor: TypeAlias = Literal["suspended", "absent"]
Change: TypeAlias = Callable[[Callable[[Arena, float], None]], None]


class Matchmaker:
    """Keeps the arena supplied until nothing is left.

    *played* are the games stored before, to which those are added that end; *attempts* how often each deal
    pair (pairing, number) was made void, *out* the bots that play no more and lose what they have left, with
    the reason; *dealing* holds back games until they may be dealt, None when all bots end with us.
    """

    def __init__(
        self,
        plan: Plan,
        dealer: Dealer,
        rules: Rules,
        played: Played,
        attempts: dict[tuple[int, int], int],
        out: dict[str, OutFor],
        conductor: Conductor,
        change: Change,
        put: Callable[[GameRecord | Void], None],
        dealing: Dealing | None = None,
    ) -> None:
        self.out = out
        self.given_up: list[GameKey] = []
        self._plan = plan
        self._dealer = dealer
        self._rules = rules
        self._over = played
        self._attempts = attempts
        self._conductor = conductor
        self._change = change
        self._put = put
        self._dealing = dealing or Dealing()
        self._at_table: set[GameKey] = set()
        self._dropped: set[GameKey] = set()

    def fill(self) -> None:
        """Submit the next batches, as many as may play now."""
        while batch := self._conductor.next_batch():
            self._offer(sorted(batch.out))
        self._dealing.tell()

    def dealt(self, pairs: Sequence[Dealt]) -> None:
        """Begin the games of which it is stored now that they are dealt."""
        self._submit(self._dealing.stored(pairs))

    def finished(self, record: GameRecord) -> bool:
        """Take a finished game; say whether its batch is over with it.

        One that ended before it could be dropped for a replay does not count.
        """
        if record.attempt < self._attempt(record.key):
            self._dropped.discard(record.key)
            return False
        self._at_table.discard(record.key)
        self._over.add_game(record)
        self._put(record)
        if not self._conductor.over(record.key):
            return False
        self.fill()
        return True

    def voided(self, game: Voided) -> None:
        """Take a game that does not count: its pair is played again, unless it was dropped here."""
        if game.key in self._dropped:
            self._dropped.discard(game.key)
            return
        self._at_table.discard(game.key)
        spec = self._spec(game.key)
        if self._cannot_be_played(spec):
            self._forfeit(spec)
        else:
            self._replay(game.key, game.reason, game.bug or "")
        self.fill()

    def leave(self, names: Sequence[str], reason: OutFor) -> None:
        """Let bots lose what they play and what they have left to play."""
        self.out.update(dict.fromkeys(names, reason))
        for playing in list(self._conductor.in_play.values()):
            if self._never_came(playing.bots):
                self._drop(playing.out.copy())
        for name in names:
            self._end_games_of(name, reason)
        self.fill()

    def skip(self, name: str) -> None:
        """Leave out what a bot has left to play; none of it is in play."""
        self._conductor.skip(name)
        for playing in list(self._conductor.in_play.values()):
            if name in playing.bots:
                self._drop(playing.out.copy())
        self.fill()

    def _end_games_of(self, name: str, reason: OutFor) -> None:
        for spec in self._dealing.take_all(name):
            self._forfeit(spec)
        self._change(lambda arena, time: arena.end_games_of(name, reason, time))

    def _offer(self, keys: Iterable[GameKey]) -> None:
        """Let games of one pairing be played, or lost by a bot that is out."""
        specs = [self._spec(key) for key in keys]
        if any(map(self._cannot_be_played, specs)):
            for spec in specs:
                self._forfeit(spec)
            return
        for spec in specs:
            if self._dealing.is_spent(spec.key):
                self._give_up(spec.key)
        self._submit(self._dealing.hold(spec for spec in specs if not self._dealing.is_spent(spec.key)))

    def _submit(self, specs: Sequence[GameSpec]) -> None:
        if specs:
            self._at_table.update(spec.key for spec in specs)
            self._change(lambda arena, time: arena.submit(specs, time))

    def _give_up(self, key: GameKey) -> None:
        """Leave a game unplayed whose deals are used up."""
        self.given_up.append(key)
        self._conductor.over(key)

    def _spec(self, key: GameKey) -> GameSpec:
        return self._dealer.spec(self._plan, key, self._attempt(key))

    def _attempt(self, key: GameKey) -> int:
        """Give which attempt of a game counts."""
        return self._attempts.get((key.pairing, key.deal_pair), 0)

    def _forfeit(self, spec: GameSpec) -> None:
        """End a game that cannot be played: the bot that is out loses, between two of them it is a draw.

        Between two that never came it is not played (docs/rules.md, What a fault costs).
        """
        if self._never_came(spec.seats):
            self._conductor.over(spec.key)
            return
        out = [name in self.out for name in spec.seats]
        winner = None if all(out) else out.index(False)
        reason = self.out[spec.seats[out.index(True)]]
        record = unplayed(spec, self._rules, winner, reason)
        self._over.add_game(record)
        self._put(record)
        self._conductor.over(record.key)

    def _cannot_be_played(self, spec: GameSpec) -> bool:
        return any(name in self.out for name in spec.seats)

    def _never_came(self, bots: tuple[str, str]) -> bool:
        return all(self.out.get(name) == "absent" for name in bots)

    def _drop(self, keys: set[GameKey]) -> None:
        for key in keys:
            self._dealing.take(key)
            self._conductor.over(key)
        for key in keys & self._at_table:
            self._take_back(key, "not played")

    def _replay(self, key: GameKey, reason: str, evidence: str) -> None:
        """Play both games of a pair again: a bot that lives has seen its cards."""
        attempt = self._attempt(key)
        if attempt >= MOST_REPLAYS:
            self._give_up(key)
            return
        other = key._replace(leg=1 - key.leg)
        again = [key]
        self._put(Void(key, attempt, attempt + 1, reason, evidence, now()))
        if self._dealing.take(other) or other in self._at_table or other in self._over:
            again.append(other)
        if other in self._at_table:
            self._take_back(other, "the other game of its pair is void")
        elif other in self._over:
            self._over.remove(other)
            self._put(Void(other, attempt, attempt + 1, "the other game of its pair is void", "", now()))
            self._conductor.again(other)
        self._attempts[key.pairing, key.deal_pair] = attempt + 1
        self._offer(again)

    def _take_back(self, key: GameKey, reason: str) -> None:
        """Have the arena drop a game that is at the table."""
        self._at_table.discard(key)
        self._dropped.add(key)
        self._change(lambda arena, time: arena.void(key, reason, time))
