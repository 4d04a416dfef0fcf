"""Games of bots that live on when the referee ends: cards they may have seen are never dealt to them again.

A bot of this machine ends with the referee. A remote one may remember, so it is stored that a deal pair is
dealt before a card of it is sent; if it was not finished, it is dealt anew (docs/adr/0007-seen-deals.md).
"""

from collections.abc import Callable, Collection, Iterable, Mapping

from gin_referee.records import GameKey, GameSpec
from gin_tournaments.schedule.plan import Played, pairing_of
from gin_tournaments.store import Batch, Dealt, ResultsWriter, Void

MOST_REPLAYS = 3
"""How often a deal pair is dealt anew, for faults of the platform or because the organiser wants it."""

WHY_VOID = "the referee ended while it was played, and a bot that lives on has seen its cards"


def dealt_now(store: ResultsWriter) -> Mapping[tuple[int, int], int]:
    """Give the deal pairs (pairing, number) of which the attempt that counts was dealt, and that attempt."""
    attempts = store.attempts()
    return {pair: attempt for pair, attempt in store.dealt().items() if attempt == attempts.get(pair, 0)}


def void_seen(store: ResultsWriter, played: Played, out: Collection[str], at: float) -> int:
    """Let deal pairs that were dealt and not finished be dealt anew; give their number.

    Pairs of bots that are *out* stay as they are: nobody is dealt their cards any more. *played* is changed
    too.
    """
    numbers = {number for number, name in enumerate(store.bots()) if name in out}
    voids: list[Void] = []
    for (pairing, deal_pair), attempt in dealt_now(store).items():
        both = [GameKey(pairing, deal_pair, leg) for leg in (0, 1)]
        finished = all(key in played for key in both)
        if finished or attempt >= MOST_REPLAYS or not numbers.isdisjoint(pairing_of(pairing)):
            continue
        voids += [Void(key, attempt, attempt + 1, WHY_VOID, "", at) for key in both]
    if voids:
        store.save(Batch(voids=voids))
    for void in voids:
        played.remove(void.key)
    return len(voids) // 2


class Dealing:
    """Holds back the games of *living* bots until both bots are there, and then until it is stored.

    *spent* are the deal pairs that may not be dealt any more; *put* takes what is to be stored.
    """

    def __init__(
        self,
        living: Collection[str] = (),
        spent: Collection[tuple[int, int]] = (),
        is_there: Callable[[str], bool] = lambda _: True,
        put: Callable[[Dealt], None] = lambda _: None,
    ) -> None:
        self._living = living
        self._spent = spent
        self._is_there = is_there
        self._put = put
        self._held: dict[GameKey, GameSpec] = {}
        self._told: set[Dealt] = set()

    def is_spent(self, key: GameKey) -> bool:
        """Tell whether the deals of a game are used up."""
        return key[:2] in self._spent

    def hold(self, specs: Iterable[GameSpec]) -> list[GameSpec]:
        """Hold back games of living bots; give the others."""
        free: list[GameSpec] = []
        for spec in specs:
            if not set(spec.seats).isdisjoint(self._living):
                self._held[spec.key] = spec
            else:
                free.append(spec)
        return free

    def tell(self) -> None:
        """Have it stored of the games held whose bots are there that they are dealt."""
        for spec in self._held.values():
            dealt = _dealt(spec)
            if dealt not in self._told and all(map(self._is_there, spec.seats)):
                self._told.add(dealt)
                self._put(dealt)

    def stored(self, dealt: Iterable[Dealt]) -> list[GameSpec]:
        """Take what is stored now; give the games that may begin."""
        known = set(dealt)
        self._told -= known
        return [self._held.pop(spec.key) for spec in list(self._held.values()) if _dealt(spec) in known]

    def take(self, key: GameKey) -> GameSpec | None:
        """Hold a game no longer."""
        return self._held.pop(key, None)

    def take_all(self, name: str) -> list[GameSpec]:
        """Hold the games of one bot no longer; give them."""
        return [self._held.pop(spec.key) for spec in list(self._held.values()) if name in spec.seats]


def _dealt(spec: GameSpec) -> Dealt:
    return Dealt(spec.key.pairing, spec.key.deal_pair, spec.attempt)
