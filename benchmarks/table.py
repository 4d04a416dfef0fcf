"""Games of the arena with bots as functions, in one process and with no wire: for sizes and memory."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import mean

from gin_referee.arena import Arena
from gin_referee.records import GameKey, GameRecord, GameSpec
from gin_referee.settings import Settings
from gin_rummy.actions import KNOCK
from gin_rummy.cards import card_set, cards_in
from gin_rummy.melds import best_discards, deadwood, deadwood_after_best_discard
from gin_sdk.v1 import gin_pb2 as pb
from gin_tournaments.schedule.plan import Dealer, Plan
from gin_tournaments.schedule.schedules import Format

BOTS = ("one", "other")
PLAN = Plan(BOTS, Format(deal_pairs=1 << 18))
DEALER = Dealer(bytes(32))
RANDOM = Random("bench")

Choose = Callable[[pb.Turn], int]


def greedily(turn: pb.Turn) -> int:
    """Choose what `example_bots/greedy` would."""
    legal, hand = turn.legal, card_set(turn.hand)
    if turn.phase != pb.PHASE_DISCARD:
        lowers = deadwood_after_best_discard(hand | 1 << turn.upcard, hand) < deadwood(hand)
        return legal[-1 if lowers == (turn.phase == pb.PHASE_UPCARD_OFFER) else 0]
    best = list(cards_in(best_discards(hand, card_set(code for code in legal if code < KNOCK))))
    card = RANDOM.choice(best)
    return KNOCK + card if KNOCK + card in legal else card


class Table:
    """Two bots of one arena, each one connection, with *at_once* games between them."""

    def __init__(self, at_once: int, choose: Choose = greedily) -> None:
        self.decisions = 0
        self.finished: list[GameRecord] = []
        self.sent: list[tuple[int, pb.PlayResponse]] = []  # by connection
        self.answers: list[pb.PlayRequest] = []
        self._choose = choose
        self._arena = Arena(Settings(at_once=at_once))
        self._seconds = 0.0
        for name in BOTS:
            self._arena.expect(name)
            self._arena.connect(name, pb.Hello(protocol_major=1), self._seconds)
        self._games = 0

    def __len__(self) -> int:
        """Count the games in flight."""
        return len(self._arena.games_in_flight())

    def submit(self, games: int) -> None:
        """Offer more games."""
        self._arena.submit(list(self._specs(games)), self._seconds)

    def _specs(self, games: int) -> Iterator[GameSpec]:
        for number in range(self._games, self._games + games):
            yield DEALER.spec(PLAN, GameKey(0, number // 2, number % 2))
        self._games += games

    def play(self, decisions: int, *, keep: bool = False) -> None:
        """Let the bots decide so often, or a little more; *keep* messages and games, to look at them."""
        until = self.decisions + decisions
        while self.decisions < until:
            effects = self._arena.drain()
            if keep:
                self.sent += effects.outgoing
                self.finished += effects.finished
            for connection, message in effects.outgoing:
                if not message.batch.turns:
                    continue
                answer = self._answer(message.batch)
                self._seconds += 0.001
                self._arena.receive(connection, answer, self._seconds)
                if keep:
                    self.answers.append(answer)
            self.submit(len(effects.finished))

    def _answer(self, batch: pb.Batch) -> pb.PlayRequest:
        request = pb.PlayRequest()
        add = request.actions.actions.add
        for turn in batch.turns:
            add(game=turn.game, turn=turn.turn, action=self._choose(turn))
        self.decisions += len(batch.turns)
        return request


def greedy_games(count: int) -> list[GameRecord]:
    """Play games of two greedy bots."""
    table = Table(at_once=128)
    table.submit(128)
    while len(table.finished) < count:
        table.play(1000, keep=True)
    return table.finished[:count]


def message_sizes() -> tuple[int, int]:
    """Give the mean bytes of a message to a bot and of one from it, with one decision in each."""
    table = Table(at_once=1)
    table.submit(1)
    table.play(2000, keep=True)
    asked = [message for _, message in table.sent if message.batch.turns]
    return _mean_size(asked), _mean_size(table.answers)


def _mean_size(messages: Sequence[pb.PlayResponse] | Sequence[pb.PlayRequest]) -> int:
    return round(mean(message.ByteSize() for message in messages))
