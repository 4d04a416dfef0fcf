"""What the seeds of one tournament say of its games, each given alone: their deals, and who the bots are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gin_referee.records import GameRecord
from gin_rummy.deck import MOST_DEAL_PAIRS, deal_index, deal_key, deal_numbers
from gin_rummy.rules import Rules
from gin_tournaments.game_ids import show_game
from gin_tournaments.schedule.plan import pairing_of
from gin_tournaments.verify.difference import Difference
from gin_tournaments.verify.games import DealtFrom
from gin_tournaments.verify.hands import dealt_deck


@dataclass(frozen=True, slots=True)
class Seed:
    """A published seed (32 bytes) and the public entropy it was joined with."""

    server_seed: bytes
    entropy: bytes = b""


class Seeded:
    """The keys of a tournament's epochs, none when no seed is known, and what its games must have in common.

    Without a seed the games may be of several tournaments, and each stands for itself.
    """

    def __init__(self, seeds: Sequence[Seed], tournament: str) -> None:
        self.keys = [deal_key(seed.server_seed, seed.entropy, tournament) for seed in seeds]
        self._own_deals: bool | None = None
        self._names: dict[int, str] = {}
        self._numbers: dict[str, int] = {}

    def key_of(self, record: GameRecord) -> bytes | None:
        """Give the key that a game is dealt from, None when its seed is not known."""
        return self.keys[record.epoch] if record.epoch < len(self.keys) else None

    def check(self, record: GameRecord) -> Iterator[Difference]:
        """Yield what is wrong before any card: no seed of its epoch, or other bots than the tournament's."""
        if not self.keys:
            return
        game = show_game(record.key)
        if record.epoch >= len(self.keys):
            yield Difference(f"is of epoch {record.epoch}, and no seed of that is given", game)
        pairing = pairing_of(record.key.pairing)
        numbers = pairing if record.key.leg == 0 else pairing[::-1]
        for number, name in zip(numbers, record.seats, strict=True):
            named, numbered = self._names.setdefault(number, name), self._numbers.setdefault(name, number)
            if named != name:
                yield Difference(f"bot {number} is {name}, and was {named} in a line before", game)
            elif numbered != number:
                yield Difference(f"{name} is bot {number}, and was bot {numbered} in a line before", game)

    def own_deals(self, record: GameRecord, rules: Rules) -> bool | None:
        """Say whether a game has deals of its own, not shared in its pair; None when nothing says so.

        Where a seed is known the cards say it, for all games of a tournament; else the numbers of the deals.
        """
        pair, own = record.key.deal_pair, _own(record)
        if pair == own or own >= MOST_DEAL_PAIRS:
            return self._own_deals
        if self._own_deals is None:
            self._own_deals = self._by_cards(record, rules)
        if self._own_deals is not None:
            return self._own_deals
        numbered = [deal_numbers(hand.deal).p for hand in record.hands if hand.deal is not None]
        return numbered[0] == own if numbered and numbered[0] in (pair, own) else None

    def _by_cards(self, record: GameRecord, rules: Rules) -> bool | None:
        key = self.key_of(record)
        if key is None or not record.hands:
            return None
        first = record.hands[0]
        for own, deal_pair in ((False, record.key.deal_pair), (True, _own(record))):
            index = deal_index(record.key.pairing, deal_pair, 0, 0, attempt=record.attempt)
            if first.deck == dealt_deck(key, index, first.dealer, rules):
                return own
        return None

    def source(self, record: GameRecord, *, own_deals: bool | None) -> DealtFrom:
        """Say what a game must be dealt from; the numbers of its deals may be left out."""
        deal_pair = _own(record) if own_deals else record.key.deal_pair
        return DealtFrom(deal_pair, self.key_of(record), numbered=False)


def _own(record: GameRecord) -> int:
    return 2 * record.key.deal_pair + record.key.leg
