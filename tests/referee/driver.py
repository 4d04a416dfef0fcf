"""Plays scripted bots against an `Arena` with no socket: time stands still unless a test moves it."""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random

from gin_referee.arena import Arena
from gin_referee.effects import Closing, Effects, FaultNotice, Voided
from gin_referee.lanes import Session
from gin_referee.records import GameKey, GameRecord, GameSpec
from gin_referee.settings import Settings
from gin_rummy.actions import KNOCK
from gin_rummy.cards import VALUES, card_set, cards_in
from gin_rummy.deck import Deal, bot_seed, deal, deal_index
from gin_rummy.melds import best_discards
from gin_sdk.v1 import gin_pb2 as pb

LANES = {None: pb.LANE_ANY, 0: pb.LANE_FIRST, 1: pb.LANE_SECOND}
KEY = bytes(range(32))
NEVER_LEGAL = 200

Choose = Callable[[pb.Turn, Random], int]


def choose_at_random(turn: pb.Turn, random: Random) -> int:
    legal = turn.legal
    return legal[int(random.random() * len(legal))]


def choose_well(turn: pb.Turn, random: Random) -> int:
    """Knock as soon as it goes, else throw what helps least: hands end soon."""
    if turn.phase != pb.PHASE_DISCARD:
        return turn.legal[-1]
    knocks = [code for code in turn.legal if code >= KNOCK]
    if knocks:
        return knocks[int(random.random() * len(knocks))]
    best = best_discards(card_set(turn.hand), card_set(turn.legal))
    return max(cards_in(best), key=VALUES.__getitem__)


def choose_first(turn: pb.Turn, _random: Random) -> int:
    """Never knock: pass, draw the upcard, throw the lowest card."""
    return turn.legal[0]


def choose_illegally(_turn: pb.Turn, _random: Random) -> int:
    return NEVER_LEGAL


class SeededDeals:
    """The deals of one deal pair."""

    def __init__(self, pairing: int, deal_pair: int, key: bytes = KEY) -> None:
        self._key = key
        self._at = pairing, deal_pair
        self.first_dealer = self._deal(0, 0).first_dealer

    def deck(self, scored: int, voids: int) -> bytes:
        return self._deal(scored, voids).deck

    def index(self, scored: int, voids: int) -> int:
        return deal_index(*self._at, scored, voids)

    def _deal(self, scored: int, voids: int) -> Deal:
        return deal(self._key, self.index(scored, voids))


def spec(one: str, other: str, deal_pair: int = 0, leg: int = 0, pairing: int = 0) -> GameSpec:
    """A game between two bots; leg 1 swaps the seats."""
    first = deal_index(pairing, deal_pair, 0, 0)
    seeds = bot_seed(KEY, first, 0), bot_seed(KEY, first, 1)
    return GameSpec(
        key=GameKey(pairing, deal_pair, leg),
        seats=(other, one) if leg else (one, other),
        bot_seeds=(seeds[1], seeds[0]) if leg else seeds,
        deals=SeededDeals(pairing, deal_pair),
    )


def specs(one: str, other: str, pairs: int, pairing: int = 0) -> list[GameSpec]:
    """Whole deal pairs, both legs of each."""
    return [spec(one, other, pair, leg, pairing) for pair in range(pairs) for leg in (0, 1)]


@dataclass
class Client:
    """One connection of a bot: what it got, and what it would answer.

    `answers` decides; while it is None turns pile up in `asked`, to be answered by the test.
    """

    session: Session
    choose: Choose | None
    received: list[pb.PlayResponse] = field(default_factory=list)
    asked: deque[pb.Turn] = field(default_factory=deque)
    batches: list[int] = field(default_factory=list)
    randoms: dict[int, Random] = field(default_factory=dict)
    overs: dict[int, pb.GameOver] = field(default_factory=dict)
    hand_overs: list[pb.HandOver] = field(default_factory=list)
    goodbye: str | None = None

    def take(self, response: pb.PlayResponse) -> None:
        kind = response.WhichOneof("message")
        self.received.append(response)
        if kind == "goodbye":
            self.goodbye = response.goodbye.reason
        if kind != "batch":
            return
        batch = response.batch
        for start in batch.game_starts:
            self.randoms.setdefault(start.game, Random(start.bot_seed))
        self.hand_overs += batch.hand_overs
        for over in batch.game_overs:
            self.overs[over.game] = over
        if batch.turns:
            self.batches.append(len(batch.turns))
            self.asked += batch.turns

    def answer(self) -> pb.PlayRequest | None:
        """Answer all that was asked, in one message."""
        if self.choose is None or not self.asked:
            return None
        request = pb.PlayRequest()
        add = request.actions.actions.add
        for turn in self.asked:
            action = add()
            action.game = turn.game
            action.turn = turn.turn
            action.action = self.choose(turn, self.randoms[turn.game])
        self.asked.clear()
        return request


def actions(*turns: pb.Turn, code: int | None = None) -> pb.PlayRequest:
    """Answer turns by hand: with *code*, or the last legal action."""
    return pb.PlayRequest(
        actions=pb.Actions(
            actions=[
                pb.Action(game=turn.game, turn=turn.turn, action=turn.legal[-1] if code is None else code)
                for turn in turns
            ]
        )
    )


class Driver:
    """An arena and its clients; everything the arena ever gave is kept."""

    def __init__(self, settings: Settings | None = None, keep_messages: bool = True) -> None:
        self.arena = Arena(settings or Settings())
        self.now = 0.0
        self.clients: dict[int, Client] = {}
        self.records: dict[GameKey, GameRecord] = {}
        self.order: list[GameKey] = []
        self.started: list[GameKey] = []
        self.faults: list[FaultNotice] = []
        self.closings: list[Closing] = []
        self.voided: list[Voided] = []
        self.decisions = 0
        self._keep = keep_messages

    def expect(
        self, *names: str, at_once: int | None = None, ours: bool = False, fresh: bool = False
    ) -> None:
        for name in names:
            self.arena.expect(name, at_once=at_once, ours=ours, fresh=fresh)

    def connect(
        self,
        name: str,
        choose: Choose | None = None,
        lane: int | None = None,
        session: str = "",
        max_batch: int = 0,
    ) -> Client:
        """Say Hello for a bot that is expected; the client answers with *choose*, or waits for the test."""
        hello = pb.Hello(protocol_major=1, lane=LANES[lane], session=session, max_batch=max_batch)
        client = Client(self.arena.connect(name, hello, self.now), choose)
        self.clients[client.session.id] = client
        self.deliver()
        return client

    def join(
        self, name: str, choose: Choose | None = None, at_once: int | None = None, ours: bool = False
    ) -> Client:
        """Expect a bot and connect it."""
        self.expect(name, at_once=at_once, ours=ours)
        return self.connect(name, choose)

    def submit(self, games: Iterable[GameSpec]) -> None:
        self.arena.submit(games, self.now)
        self.deliver()

    def send(self, client: Client, request: pb.PlayRequest) -> None:
        self.arena.receive(client.session.id, request, self.now)
        self.deliver()

    def answer(self, client: Client, *turns: pb.Turn, code: int | None = None) -> None:
        """Answer some of what a client was asked, in one message."""
        for turn in turns:
            client.asked.remove(turn)
        self.send(client, actions(*turns, code=code))

    def wait(self, seconds: float) -> None:
        """Let time pass, ticking at every deadline on the way; who can answer does so at once."""
        end = self.now + seconds
        while (due := self.arena.next_deadline()) is not None and due <= end:
            self.now = max(self.now, due)
            self.arena.tick(self.now)
            self.deliver()
            self.play()
        self.now = end

    def play(self, rounds: int | None = None) -> None:
        """Let the clients that can answer do so, in turns, until nobody has anything to answer."""
        while rounds is None or rounds > 0:
            progress = False
            for client in list(self.clients.values()):
                request = client.answer()
                if request is not None:
                    progress = True
                    self.decisions += len(request.actions.actions)
                    self.arena.receive(client.session.id, request, self.now)
                    self.deliver()
            if not progress:
                return
            if rounds is not None:
                rounds -= 1

    def deliver(self) -> Effects:
        """Hand out what the arena gave."""
        effects = self.arena.drain()
        for connection, response in effects.outgoing:
            client = self.clients.get(connection)
            if client is not None:
                client.take(response)
                if not self._keep:
                    client.received.clear()
        for record in effects.finished:
            assert record.key not in self.records
            self.records[record.key] = record
            self.order.append(record.key)
        self.started += effects.started
        self.faults += effects.faults
        self.closings += effects.closing
        self.voided += effects.voided
        return effects
