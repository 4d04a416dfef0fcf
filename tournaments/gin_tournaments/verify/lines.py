"""JSON lines of hands and games, each played again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gin_referee.records import UNPLAYED, GameKey, GameRecord
from gin_rummy.deck import deal_key, deal_numbers, swap_seats
from gin_rummy.errors import GinError
from gin_rummy.fields import a_mapping
from gin_rummy.notation import hand_from_json, rules_from_json
from gin_rummy.rules import Rules
from gin_tournaments.export.reading import game_from_json
from gin_tournaments.game_ids import show_game
from gin_tournaments.json_lines import BadLine, Line, parse_json
from gin_tournaments.verify.difference import Difference
from gin_tournaments.verify.games import DealtFrom, check_game, first_other
from gin_tournaments.verify.hands import dealt_deck, play_again


@dataclass(frozen=True, slots=True)
class Seed:
    """A published seed (32 bytes) and the public entropy it was joined with."""

    server_seed: bytes
    entropy: bytes = b""


class LineChecker:
    """Checks lines one after the other, and counts what it has seen.

    *seeds* are those of the epochs in order, with the *tournament*'s id; without them decks are taken as they
    are, but both games of a deal pair must have the same.
    """

    def __init__(self, seeds: Sequence[Seed] = (), tournament: str = "") -> None:
        self._keys = [deal_key(seed.server_seed, seed.entropy, tournament) for seed in seeds]
        self._seen: dict[tuple[tuple[str, str], GameKey], int] = {}
        self._last: GameRecord | None = None
        self.lines = self.games = self.hands = self.hidden = 0

    def check(self, line: Line | BadLine) -> Iterator[Difference]:
        """Yield what is wrong with a line: it cannot be read, or it says something else than the rules."""
        self.lines += 1
        if isinstance(line, BadLine):
            yield Difference(str(line))
            return
        try:
            yield from self._check(line)
        except GinError as error:
            yield Difference(str(error), line=line.number)

    def _check(self, line: Line) -> Iterator[Difference]:
        value = a_mapping(parse_json(line.text), "the line")
        found = self._check_game(value, line.number) if "hands" in value else self._check_hand(value)
        for difference in found:
            yield replace(difference, line=line.number)

    def _check_hand(self, value: dict[str, object]) -> Iterator[Difference]:
        rules = rules_from_json(value.get("rules", {}), Rules())
        hand = hand_from_json(value)
        self.hands += 1
        if hand.deal is not None and self._keys:
            decks = [dealt_deck(key, hand.deal, hand.dealer, rules) for key in self._keys]
            if hand.deck not in decks:
                yield Difference(f"the deck is not the seed's: {first_other(hand.deck, decks[-1])}")
        again = play_again(hand, rules)
        if again.wrong is not None:
            yield Difference(again.wrong, action=again.action)

    def _check_game(self, value: dict[str, object], number: int) -> Iterator[Difference]:
        read = game_from_json(value)
        record = read.record
        game = show_game(record.key)
        self.games += 1
        before = self._seen.setdefault((record.seats, record.key), number)
        if before != number:
            yield Difference(f"is there twice, in line {before} too", game)
        if not read.hands_shown:
            self.hidden += 1
            return
        self.hands += len(record.hands)
        source, wrong = self._source(record)
        if wrong is not None:
            yield Difference(wrong, game)
        yield from check_game(record, read.rules, source)
        yield from self._check_pair(game, record)

    def _source(self, record: GameRecord) -> tuple[DealtFrom | None, str | None]:
        """Say what is known of a game's deals, and what is wrong already."""
        numbered = [hand.deal for hand in record.hands if hand.deal is not None]
        if not numbered:
            return None, None
        pair = record.key.deal_pair
        of_first = deal_numbers(numbered[0]).p
        alone = 2 * pair + record.key.leg
        deal_pair = of_first if of_first in (pair, alone) else pair
        if not self._keys:
            return DealtFrom(deal_pair), None
        if record.epoch >= len(self._keys):
            return DealtFrom(deal_pair), f"is of epoch {record.epoch}, and no seed of that is given"
        return DealtFrom(deal_pair, self._keys[record.epoch]), None

    def _check_pair(self, game: str, record: GameRecord) -> Iterator[Difference]:
        """Compare the decks of both games of a deal pair, which come one after the other."""
        last, self._last = self._last, record
        other = record.key._replace(leg=1 - record.key.leg)
        if last is None or last.key != other or {last.reason, record.reason} & UNPLAYED:
            return
        if last.seats != record.seats[::-1]:
            yield Difference("does not have the bots of the other game of its pair on swapped seats", game)
        decks = {hand.deal: hand.deck for hand in last.hands}
        for number, hand in enumerate(record.hands):
            there = decks.get(hand.deal)
            if hand.deal is not None and there is not None and hand.deck not in (there, swap_seats(there)):
                yield Difference("the deck is another than in the other game of its pair", game, number)
