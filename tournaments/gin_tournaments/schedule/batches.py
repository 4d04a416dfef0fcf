"""What plans are made of: pairings, batches of deal pairs, games stored and their results; pure."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Self

from gin_referee.records import UNPLAYED, GameKey, GameRecord
from gin_rummy.deck import pairing_number
from gin_tournaments.statistics.tallies import bots_of_pairing
from gin_tournaments.statistics.tally import PairingTally, half_points

_STORED = 1  # marks of a game: stored, and nothing known of its result; then rated ones, unplayed ones
_RATED = 2
_FORFEITED = 5


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
    """Which games are stored and how they ended: a byte for each, whatever the order they came in."""

    def __init__(self, keys: Iterable[GameKey] = ()) -> None:
        self._marks: dict[int, bytearray] = {}
        self._count = 0
        for key in keys:
            self.add(key)

    @classmethod
    def counted(cls, counts: Mapping[int, int]) -> Self:
        """Stand for so many games of each pairing, whichever they are: enough for what only counts them."""
        played = cls()
        played._marks = {pairing: bytearray([_STORED]) * count for pairing, count in counts.items()}
        played._count = sum(counts.values())
        return played

    def __contains__(self, key: GameKey) -> bool:
        return self._mark(key) > 0

    def __len__(self) -> int:
        return self._count

    def add(self, key: GameKey, halves: int | None = None, *, rated: bool = True) -> None:
        """Mark a game as stored.

        *halves* are the half points (0..2) of the pairing's earlier bot, None when that does not matter;
        *rated* is false for a game that was forfeited unplayed.
        """
        marks = self._marks.setdefault(key.pairing, bytearray())
        place = 2 * key.deal_pair + key.leg
        if place >= len(marks):
            marks.extend(bytes(place + 1 - len(marks)))
        self._count += not marks[place]
        marks[place] = _STORED if halves is None else (_RATED if rated else _FORFEITED) + halves

    def add_game(self, record: GameRecord) -> None:
        """Mark a game as stored, with its result."""
        halves = half_points(record.winner, record.key.leg)
        self.add(record.key, halves, rated=record.reason not in UNPLAYED)

    def remove(self, key: GameKey) -> None:
        """Take a mark away again, of a game that was made void."""
        if key in self:
            self._marks[key.pairing][2 * key.deal_pair + key.leg] = 0
            self._count -= 1

    def pairings(self) -> set[int]:
        """Give the numbers of the pairings that have games."""
        return {pairing for pairing in self._marks if self.of(pairing)}

    def of(self, pairing: int) -> int:
        """Count the games of one pairing."""
        marks = self._marks.get(pairing, b"")
        return len(marks) - marks.count(0)

    def deal_pairs(self, pairing: int) -> int:
        """Say how far the games of one pairing go: the number of its last deal pair and one; 0 for none."""
        return (len(self._marks.get(pairing, b"").rstrip(b"\0")) + 1) // 2

    def has(self, batch: Batch) -> bool:
        """Say whether every game of a batch is stored."""
        first, end = 2 * batch.deal_pairs.start, 2 * batch.deal_pairs.stop
        marks = self._marks.get(batch.pairing.number, b"")[first:end]
        return len(marks) == end - first and 0 not in marks

    def halves(self, pairing: Pairing, deal_pairs: range) -> tuple[int, int]:
        """Give the half points that its two bots made in the stored games of some deal pairs."""
        marks = self._marks.get(pairing.number, b"")[2 * deal_pairs.start : 2 * deal_pairs.stop]
        scores = [halves for mark in marks if (halves := _halves(mark)) is not None]
        return sum(scores), 2 * len(scores) - sum(scores)

    def beaten_unplayed(self, pairing: Pairing, deal_pairs: range) -> set[int]:
        """Give which of its two bots lost or drew a game of some deal pairs without playing it."""
        marks = self._marks.get(pairing.number, b"")[2 * deal_pairs.start : 2 * deal_pairs.stop]
        scores = {mark - _FORFEITED for mark in marks if mark >= _FORFEITED}
        lost = ((pairing.earlier, {0, 1}), (pairing.later, {1, 2}))
        return {bot for bot, theirs in lost if scores & theirs}

    def tally(self, pairing: Pairing, deal_pairs: range, *, duplicate: bool) -> PairingTally:
        """Count the units of some deal pairs, those alone that are stored whole and rated.

        Points are not counted: they are not known here.
        """
        tally = PairingTally(*pairing)
        marks = self._marks.get(pairing.number, b"")[2 * deal_pairs.start : 2 * deal_pairs.stop]
        for first, second in zip(marks[::2], marks[1::2], strict=False):
            if _RATED <= first < _FORFEITED and _RATED <= second < _FORFEITED:
                tally.pairs += 1
                legs = first - _RATED, second - _RATED
                units = [(2, sum(legs))] if duplicate else [(1, halves) for halves in legs]
                tally.units.update(units)
        return tally

    def _mark(self, key: GameKey) -> int:
        marks = self._marks.get(key.pairing, b"")
        place = 2 * key.deal_pair + key.leg
        return marks[place] if place < len(marks) else 0


def _halves(mark: int) -> int | None:
    if mark >= _FORFEITED:
        return mark - _FORFEITED
    return mark - _RATED if mark >= _RATED else None
