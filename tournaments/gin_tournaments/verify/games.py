"""One game played again: its deals, its dealers, every hand, and the score that they add up to."""

from collections.abc import Iterator
from dataclasses import dataclass

from gin_referee.records import UNPLAYED, GameRecord
from gin_rummy.cards import Card, show_card
from gin_rummy.deck import BadDeck, deal_index
from gin_rummy.record import HandRecord
from gin_rummy.rules import Rules
from gin_rummy.scoring import GameScore, next_dealer
from gin_tournaments.game_ids import show_game
from gin_tournaments.verify.difference import Difference
from gin_tournaments.verify.hands import dealt_deck, first_dealer, play_again


@dataclass(frozen=True, slots=True)
class DealtFrom:
    """What is known of a game's deals: the number of its deal pair in their indices, and the key of the seed.

    That number is the deal pair's own, but 2p or 2p + 1 where each game has deals of its own. When not
    *numbered* a hand may leave out its deal: its place in the game says which one it must be.
    """

    deal_pair: int
    key: bytes | None = None
    numbered: bool = True


def check_game(record: GameRecord, rules: Rules, source: DealtFrom) -> Iterator[Difference]:
    """Yield what is wrong in a game."""
    game = show_game(record.key)
    score = GameScore(rules)
    try:
        yield from _Hands(game, record, rules, source, score).check()
    except BadDeck as error:
        yield Difference(str(error), game)
        return
    if record.reason == "fault":
        if record.fault is None:
            yield Difference("ended by a fault, and no fault is recorded", game)
            return
        if not record.hands or record.hands[-1].forfeited_by != record.fault.seat:
            yield Difference("ended by a fault of a seat that forfeited no hand", game)
        score.forfeit(1 - record.fault.seat)
    elif record.fault is not None:
        yield Difference(f"ended by a fault, and the reason recorded is {record.reason}", game)
    yield from _check_outcome(game, record, score)


class _Hands:
    """The hands of a game in order, folded into *score*."""

    def __init__(
        self, game: str, record: GameRecord, rules: Rules, source: DealtFrom, score: GameScore
    ) -> None:
        self._game = game
        self._record = record
        self._rules = rules
        self._source = source
        self._score = score
        self._voids = 0
        self._dealer = self._first_dealer()

    def check(self) -> Iterator[Difference]:
        for number, hand in enumerate(self._record.hands):
            if self._score.finished:
                yield Difference("comes after the end of the game", self._game, number)
                return
            yield from self._check_deal(number, hand)
            again = play_again(hand, self._rules)
            if again.wrong is not None:
                yield Difference(again.wrong, self._game, number, again.action)
            self._score.add(again.result)
            self._voids = self._voids + 1 if again.result.winner is None else 0
            self._dealer = next_dealer(self._rules, hand.dealer, again.result)

    def _check_deal(self, number: int, hand: HandRecord) -> Iterator[Difference]:
        if self._dealer is not None and hand.dealer != self._dealer:
            yield Difference(f"dealt by seat {hand.dealer} in place of {self._dealer}", self._game, number)
        unnumbered = hand.deal is None and not self._source.numbered
        if unnumbered and self._source.key is None:
            return
        index = self._index(self._source, self._score.hands_scored, self._voids)
        if hand.deal != index and not unnumbered:
            yield Difference(f"is deal {hand.deal} in place of {index}", self._game, number)
        elif self._source.key is not None:
            expected = dealt_deck(self._source.key, index, hand.dealer, self._rules)
            if hand.deck != expected:
                yield Difference(
                    f"the deck is not the seed's: {first_other(hand.deck, expected)}", self._game, number
                )

    def _first_dealer(self) -> int | None:
        """Give who must deal first, None when nothing says so."""
        source = self._source
        if source.key is not None:
            return first_dealer(source.key, self._index(source, 0, 0), self._rules)
        return None if self._rules.first_dealer == "cut" else int(self._rules.first_dealer == "seat1")

    def _index(self, source: DealtFrom, scored: int, voids: int) -> int:
        record = self._record
        return deal_index(record.key.pairing, source.deal_pair, scored, voids, attempt=record.attempt)


def first_other(deck: bytes, expected: bytes) -> str:
    """Say where two decks, which are not the same, differ first."""
    place = next(
        place for place in range(len(expected)) if deck[place : place + 1] != expected[place : place + 1]
    )
    there = show_card(Card(deck[place])) if place < len(deck) and deck[place] < len(expected) else "no card"
    return f"card {place} is {there} in place of {show_card(Card(expected[place]))}"


def _check_outcome(game: str, record: GameRecord, score: GameScore) -> Iterator[Difference]:
    """Compare what is recorded of the whole game with what its hands add up to."""
    if record.reason in UNPLAYED:
        if record.hands:
            yield Difference(f"has hands, and the reason recorded is {record.reason}", game)
    elif not score.finished:
        yield Difference("stops before the end of the game", game)
        return
    elif record.reason != score.reason:
        yield Difference(f"reason: the record says {record.reason}, the rules {score.reason}", game)
    sheet = (0, 0) if record.reason in UNPLAYED else score.sheet
    pairs: list[tuple[str, object, object]] = [
        ("scores", record.scores, score.scores),
        ("sheet", record.sheet, sheet),
        ("columns", record.columns, score.columns),
    ]
    if record.reason not in UNPLAYED:
        pairs.insert(0, ("winner", record.winner, score.winner))
    for name, recorded, by_the_rules in pairs:
        if recorded != by_the_rules:
            yield Difference(f"{name}: the record says {recorded}, the rules {by_the_rules}", game)
