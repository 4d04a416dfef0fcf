"""Nonsense from a bot, by the million: into the arena as actions, into the decoder as bytes.

Whatever comes, the arena answers with a fault or ignores it: nothing is raised, no game is void for a bug of
ours, every game ends once. Hypothesis chooses rules, costs and seeds, and the bytes; a seed stands for the
actions that follow from it, so that a failure can be told in a line.
"""

import argparse
import time
from collections.abc import Callable
from random import Random
from typing import get_args

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from gin_referee.clocks import ClockLimits
from gin_referee.faults import BotBrokeProtocol, Policy
from gin_referee.records import Cost
from gin_referee.settings import Settings
from gin_referee.stream import parse
from gin_rummy.actions import BIG_GIN
from gin_rummy.rules import Rules
from gin_sdk.v1 import gin_pb2 as pb
from tests.referee.driver import Client, Driver, actions, specs
from tests.rules.playing import all_rules

ACTIONS_AN_EXAMPLE = 500
PAIRS = 8
STRANGE = (0, 1, 51, 52, 103, 104, 105, 106, 107, 108, 109, 255, 256, 2**31, 2**32 - 1)
COSTS: tuple[Cost, ...] = get_args(Cost)

policies = st.builds(
    Policy,
    **{kind: st.sampled_from(COSTS) for kind in ("illegal", "timeout", "crash", "disconnect", "protocol")},
    max_faults=st.integers(1, 50),
)
seeds = st.integers(0, 2**32 - 1)


class Nonsense:
    """Two bots that send what comes to their minds; `sent` counts their actions."""

    def __init__(self, rules: Rules, policy: Policy, seed: int) -> None:
        self.dice = Random(seed)
        clock = ClockLimits(move_time=5.0, game_time=200.0)
        self.driver = Driver(Settings(rules=rules, policy=policy, clock=clock), keep_messages=False)
        self.clients = [self.driver.join("a"), self.driver.join("b", ours=True)]
        self.sent = 0
        self._rounds = 0
        self._submit()

    def send(self) -> None:
        """Send a message, mostly some actions of which some are sensible; or leave, or let time pass."""
        dice = self.dice
        at = dice.randrange(2)
        client = self.connected(at)
        what = dice.random()
        if what < 0.9:
            request = self._actions(client)
        elif what < 0.93:
            turn = self._some_turn(client)
            request = pb.PlayRequest(failed=pb.Failed(game=turn.game, turn=turn.turn, error="x" * 3000))
        elif what < 0.95:
            request = pb.PlayRequest(pong=pb.Pong(id=dice.getrandbits(32)))
        elif what < 0.96:
            request = pb.PlayRequest(bye=pb.Bye(reason="\x1b[2J"))
        elif what < 0.97:
            self.driver.arena.disconnect(client.session.id, self.driver.now)
            return
        elif what < 0.98:
            self.driver.arena.exited(client.session.name, None, "killed", self.driver.now)
            return
        else:
            self.driver.wait(dice.expovariate(0.5))
            return
        self.driver.send(client, request)

    def settle(self) -> None:
        """Take bot `a` out, and check that every game ended once and none by a bug."""
        self.driver.arena.end_games_of("a", "suspended", self.driver.now)
        self.driver.deliver()
        assert len(self.driver.records) == self._rounds * 2 * PAIRS
        assert self.driver.arena.games_in_flight() == []
        self.check()

    def check(self) -> None:
        """Raise the traceback of a bug of ours that made a game void."""
        for voided in self.driver.voided:
            raise AssertionError(voided.bug or voided.reason)
        for record in self.driver.records.values():
            assert all(fault.evidence for fault in record.faults)

    def top_up(self) -> None:
        """Begin more games when these are over."""
        if len(self.driver.records) == self._rounds * 2 * PAIRS:
            self._submit()

    def connected(self, at: int) -> Client:
        """Give a bot's client, connected again, with the old session or a new one, if it was gone."""
        client = self.clients[at]
        if not self.driver.arena.is_connected(client.session.name):
            del self.driver.clients[client.session.id]
            session = client.session.session if self.dice.random() < 0.5 else ""
            batch = self.dice.choice((0, 1, 3, 2**32 - 1))
            client = self.driver.connect(client.session.name, session=session, max_batch=batch)
            self.clients[at] = client
        return client

    def _submit(self) -> None:
        self.driver.submit(specs("a", "b", PAIRS, pairing=self._rounds))
        self._rounds += 1

    def _actions(self, client: Client) -> pb.PlayRequest:
        dice = self.dice
        request = pb.PlayRequest()
        for _ in range(min(int(dice.expovariate(0.3)), 300)):
            turn = self._some_turn(client)
            action = request.actions.actions.add(game=turn.game, turn=turn.turn)
            luck = dice.random()
            if luck < 0.6 and turn.legal:
                action.action = dice.choice(turn.legal)
            elif luck < 0.9:
                action.action = dice.randrange(BIG_GIN + 2)
            else:
                action.action = dice.choice(STRANGE)
            if luck > 0.5:
                action.spread.extend(dice.randbytes(dice.randrange(5)) for _ in range(dice.randrange(4)))
            if luck > 0.98:
                action.turn = dice.choice(STRANGE)
            self.sent += 1
        return request

    def _some_turn(self, client: Client) -> pb.Turn:
        """Take something that was asked, or make it up."""
        if client.asked and self.dice.random() < 0.9:
            client.asked.rotate(self.dice.randrange(3))
            return client.asked.popleft()
        return pb.Turn(game=self.dice.randrange(2 * PAIRS), turn=self.dice.randrange(40))


def play_nonsense(rules: Rules, policy: Policy, seed: int, count: int = ACTIONS_AN_EXAMPLE) -> int:
    """Send at least *count* random actions into an arena, then end all; give how many it were."""
    nonsense = Nonsense(rules, policy, seed)
    while nonsense.sent < count:
        nonsense.send()
        nonsense.driver.deliver()
        nonsense.top_up()
    nonsense.settle()
    return nonsense.sent


def sensible_messages() -> st.SearchStrategy[bytes]:
    """Messages as bots send them."""
    turns = st.builds(pb.Turn, game=st.integers(0, 20), turn=st.integers(0, 20), legal=st.binary(min_size=1))
    requests = st.one_of(
        st.lists(turns, max_size=5).map(lambda turns: actions(*turns)),
        st.builds(lambda text: pb.PlayRequest(failed=pb.Failed(error=text)), st.text(max_size=20)),
        st.builds(lambda number: pb.PlayRequest(hello=pb.Hello(protocol_major=number)), st.integers(0, 3)),
        st.just(pb.PlayRequest(pong=pb.Pong(id=1))),
    )
    return requests.map(pb.PlayRequest.SerializeToString)


def _damage(data: bytes, at: int, put: bytes, cut: int) -> bytes:
    at %= len(data) + 1
    return data[:at] + put + data[at + cut :]


messages = st.one_of(
    st.binary(max_size=200),
    st.builds(_damage, sensible_messages(), st.integers(0, 400), st.binary(max_size=4), st.integers(0, 4)),
)
"""Bytes that a bot may send: any, and messages with a few bytes changed."""


class Table:
    """A bot whose bytes are read and played as the server does, in games that never stop."""

    def __init__(self) -> None:
        policy = Policy("substitute", "substitute", "substitute", "substitute", "substitute", 1 << 30)
        self.nonsense = Nonsense(Rules(target=30), policy, 0)
        self.faults = 0

    def hear(self, data: bytes) -> None:
        """Take one message of bot `a`."""
        nonsense = self.nonsense
        client = nonsense.connected(0)
        arena, now = nonsense.driver.arena, nonsense.driver.now
        try:
            arena.receive(client.session.id, parse(data), now)
        except BotBrokeProtocol as error:
            self.faults += 1
            arena.broke_protocol(client.session.id, str(error), now)
        nonsense.driver.deliver()
        nonsense.top_up()


def main() -> None:
    """Send as much nonsense as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=1_000_000)
    parser.add_argument("--messages", type=int, default=100_000)
    chosen = parser.parse_args()
    at_length = settings(
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    table = Table()
    sent = 0

    @settings(at_length, max_examples=max(chosen.actions // ACTIONS_AN_EXAMPLE, 1))
    @given(all_rules(), policies, seeds)
    def into_the_arena(rules: Rules, policy: Policy, seed: int) -> None:
        nonlocal sent
        sent += play_nonsense(rules, policy, seed)

    @settings(at_length, max_examples=chosen.messages)
    @given(messages)
    def into_the_decoder(data: bytes) -> None:
        table.hear(data)

    fuzzers: tuple[Callable[[], None], ...] = (into_the_arena, into_the_decoder)
    for fuzzer in fuzzers:
        began = time.monotonic()
        fuzzer()
        print(f"{fuzzer.__name__}: {time.monotonic() - began:.0f} s")
    print(f"{sent} random actions into the arena: no bug, every game ended once")
    print(
        f"{chosen.messages} byte strings into the decoder: {table.faults} were no messages, none a traceback"
    )


if __name__ == "__main__":
    main()
