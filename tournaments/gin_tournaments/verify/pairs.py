"""Both games of a deal pair against each other, where games come as lines in whatever order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gin_referee.records import UNPLAYED, GameRecord
from gin_rummy.deck import swap_seats
from gin_rummy.record import HandRecord
from gin_rummy.result import End
from gin_tournaments.game_ids import show_game
from gin_tournaments.verify.difference import Difference


@dataclass(frozen=True, slots=True)
class Leg:
    """A game of a pair and the number of its line.

    `shown` is false when its hands are left out, `own_deals` None when nothing says whether it has them.
    """

    record: GameRecord
    shown: bool
    own_deals: bool | None
    line: int


class Pairs:
    """Holds each game until the other one of its deal pair comes, then compares the two."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[int, int], Leg] = {}

    def check(self, leg: Leg) -> Iterator[Difference]:
        """Yield what does not fit between a game and the other of its pair, if that came before."""
        key = leg.record.key
        pair = key.pairing, key.deal_pair
        other = self._waiting.pop(pair, None)
        if other is None or other.record.key == key:
            self._waiting[pair] = leg
            return
        yield from _compare(other, leg)


def _compare(other: Leg, leg: Leg) -> Iterator[Difference]:
    record, game = leg.record, show_game(leg.record.key)
    if other.record.seats != record.seats[::-1]:
        yield Difference("does not have the bots of the other game of its pair on swapped seats", game)
    for name in ("epoch", "attempt"):
        here, there = getattr(record, name), getattr(other.record, name)
        if here != there:
            yield Difference(f"is of {name} {here}, the other game of its pair of {there}", game)
    for one in (other, leg):
        if not one.shown and one.record.reason not in UNPLAYED:
            yield Difference(
                "its hands are left out, and both games of its pair are there",
                show_game(one.record.key),
                line=one.line,
            )
    kinds = {other.own_deals, leg.own_deals}
    if kinds.isdisjoint({True}) or False in kinds:
        yield from _compare_decks(game, _decks(other.record), _decks(record))


def _compare_decks(
    game: str, there: dict[tuple[int, int], bytes], here: dict[tuple[int, int], bytes]
) -> Iterator[Difference]:
    for number, (place, deck) in enumerate(here.items()):
        same = there.get(place)
        if same is not None and deck not in (same, swap_seats(same)):
            yield Difference("the deck is another than in the other game of its pair", game, number)


def _decks(record: GameRecord) -> dict[tuple[int, int], bytes]:
    """Give the deck of each hand, in order, by the hands scored before and the void ones since."""
    return {place: hand.deck for place, hand in _places(record.hands)}


def _places(hands: Sequence[HandRecord]) -> Iterator[tuple[tuple[int, int], HandRecord]]:
    scored = voids = 0
    for hand in hands:
        yield (scored, voids), hand
        scored, voids = (scored, voids + 1) if hand.end is End.VOID else (scored + 1, 0)
