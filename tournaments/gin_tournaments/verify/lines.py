"""JSON lines of hands and games, each played again."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gin_referee.records import UNPLAYED, GameKey
from gin_rummy.errors import GinError
from gin_rummy.fields import a_mapping
from gin_rummy.notation import hand_from_json, rules_from_json
from gin_rummy.rules import Rules
from gin_tournaments.export.reading import game_from_json
from gin_tournaments.game_ids import show_game
from gin_tournaments.json_lines import BadLine, Line, parse_json
from gin_tournaments.verify.difference import Difference
from gin_tournaments.verify.games import check_game, first_other
from gin_tournaments.verify.hands import dealt_deck, play_again
from gin_tournaments.verify.pairs import Leg, Pairs
from gin_tournaments.verify.seeded import Seed, Seeded


class LineChecker:
    """Checks lines one after the other, and counts what it has seen.

    *seeds* are those of the epochs in order, with the *tournament*'s id; without them decks are taken as they
    are, but both games of a deal pair must have the same. A game's place in the plan says which deals it has;
    hands alone that leave out their deal are counted in `unseeded` when there are seeds.
    """

    def __init__(self, seeds: Sequence[Seed] = (), tournament: str = "") -> None:
        self._seeded = Seeded(seeds, tournament)
        self._seen: dict[tuple[tuple[str, str], GameKey], int] = {}
        self._pairs = Pairs()
        self.lines = self.games = self.hands = self.hidden = self.unseeded = 0

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
            yield difference if difference.line is not None else replace(difference, line=line.number)

    def _check_hand(self, value: dict[str, object]) -> Iterator[Difference]:
        rules = rules_from_json(value.get("rules", {}), Rules())
        hand = hand_from_json(value)
        self.hands += 1
        keys = self._seeded.keys
        if keys and hand.deal is None:
            self.unseeded += 1
        elif keys and hand.deal is not None:
            decks = [dealt_deck(key, hand.deal, hand.dealer, rules) for key in keys]
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
        yield from self._seeded.check(record)
        own_deals = self._seeded.own_deals(record, read.rules)
        if read.hands_shown or record.reason in UNPLAYED:
            self.hands += len(record.hands)
            yield from check_game(record, read.rules, self._seeded.source(record, own_deals=own_deals))
        else:
            self.hidden += 1
        yield from self._pairs.check(Leg(record, read.hands_shown, own_deals, number))
