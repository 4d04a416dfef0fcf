import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

import grpc
import pytest
from grpc import StatusCode, aio
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc  # type: ignore[import-untyped]

from gin_referee.clocks import ClockLimits
from gin_referee.effects import Closing, Effects, FaultNotice
from gin_referee.events import Bug, Joined, Left
from gin_referee.lanes import Session
from gin_referee.records import GameRecord
from gin_referee.server import SERVICE, RefereeServer
from gin_referee.server_options import ServerOptions
from gin_referee.settings import Settings
from gin_referee.stream import MOST_UNSENT
from gin_referee.wire import notice, welcome
from gin_sdk.v1 import gin_pb2 as pb
from tests.referee.callers import Caller, hello, next_event, served
from tests.referee.driver import actions, specs

IMPATIENT = ServerOptions(hello_timeout=0.2, goodbye_timeout=0.1)
AWAY = Settings(reconnect_grace=0.0)


async def joined(server: RefereeServer, channel: aio.Channel, *names: str) -> list[Caller]:
    callers = [Caller(channel, name) for name in names]
    for caller in callers:
        await caller.hello()
    return callers


async def asked(server: RefereeServer, channel: aio.Channel, pairs: int = 1) -> tuple[str, Caller, Caller]:
    """Start games; give the bot that owes a decision, its caller, and the other one."""
    alice, bob = await joined(server, channel, "alice", "bob")
    server.apply(lambda arena, now: arena.submit(specs("alice", "bob", pairs)[:1], now))
    waiting = {
        asyncio.create_task(alice.turns()): ("alice", alice, bob),
        asyncio.create_task(bob.turns()): ("bob", bob, alice),
    }
    done, pending = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:  # a pending read is not to be cancelled
        task.add_done_callback(lambda task: task.cancelled() or task.exception())
    return waiting[done.pop()]


def test_games_are_played_over_the_wire_and_every_record_comes_out_once() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        alice, bob = await joined(server, channel, "alice", "bob")
        playing = asyncio.gather(alice.play(), bob.play())
        server.apply(lambda arena, now: arena.submit(specs("alice", "bob", 4), now))
        records = [await next_event(server, GameRecord) for _ in range(8)]
        assert sorted(record.key for record in records) == sorted(
            spec.key for spec in specs("alice", "bob", 4)
        )
        await server.stop("all games are played")
        assert [goodbye.reason for goodbye in await playing] == ["all games are played"] * 2
        assert await alice.end() == (StatusCode.OK, "")

    served(play)


def test_a_wrong_token_is_not_let_in_and_a_right_one_is_not_kept_waiting_for_it() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        guesses = [Caller(channel, token=f"guess {number}") for number in range(6)]
        ends = [asyncio.create_task(guess.end()) for guess in guesses]
        assert (await Caller(channel).hello()).name == "alice"
        for end in ends:
            code, text = await end
            assert code is StatusCode.UNAUTHENTICATED
            assert "guess" not in text

    served(play)


def test_a_call_without_a_token_is_told_how_to_send_one() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        method: aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(f"/{SERVICE}/Play")
        call = method()
        assert await call.code() is StatusCode.UNAUTHENTICATED
        assert "authorization: Bearer TOKEN" in (await call.details() or "")

    served(play)


def test_a_call_that_says_no_hello_is_ended() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        assert await Caller(channel).end() == (
            StatusCode.DEADLINE_EXCEEDED,
            "no Hello came within 0.2 s of the call",
        )

    served(play, options=IMPATIENT)


@pytest.mark.parametrize(
    "first", [b"\xff\xff\xff", b"", pb.PlayRequest(pong=pb.Pong(id=1)).SerializeToString(), b"x" * 100_000]
)
def test_a_call_that_begins_with_anything_but_hello_is_ended(first: bytes) -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        caller = Caller(channel)
        await caller.send(first)
        code, _ = await caller.end()
        assert code is StatusCode.INVALID_ARGUMENT

    served(play)


def test_another_protocol_is_refused_in_words() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        caller = Caller(channel)
        await caller.send(pb.PlayRequest(hello=pb.Hello(protocol_major=2)))
        code, text = await caller.end()
        assert code is StatusCode.FAILED_PRECONDITION
        assert "protocol 2" in text

    served(play)


def test_a_second_connection_of_a_bot_is_refused_and_the_first_plays_on() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        alice, bob = await joined(server, channel, "alice", "bob")
        second = Caller(channel)
        await second.send(hello())
        assert (await second.end())[0] is StatusCode.ALREADY_EXISTS
        server.apply(lambda arena, now: arena.submit(specs("alice", "bob", 1), now))
        playing = asyncio.gather(alice.play(), bob.play())
        await next_event(server, GameRecord)
        await server.stop("enough")
        await playing

    served(play)


def test_a_hello_with_the_same_session_takes_over_the_games() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        name, mover, other = await asked(server, channel)
        newer = Caller(channel, name)
        assert (await newer.hello(session=mover.welcome.session)).session == mover.welcome.session
        (turn,) = await newer.turns()
        assert (turn.game, turn.turn) == (0, 0)
        assert await mover.end() == (StatusCode.OK, "")
        assert not other.call.done()
        assert [event for event in server.past_events() if isinstance(event, FaultNotice)] == []

    served(play)


Evil = Callable[[Caller], Awaitable[None]]


async def send_garbage(caller: Caller) -> None:
    await caller.send(b"\x0a\xff\xff\xff")


async def send_ten_megabytes(caller: Caller) -> None:
    await caller.send(b"\x00" * 10_000_000)


async def send_a_message_just_too_long(caller: Caller) -> None:
    await caller.send(pb.PlayRequest(bye=pb.Bye(reason="x" * 65_536)))


async def send_a_second_hello(caller: Caller) -> None:
    await caller.send(hello())


async def send_an_empty_message(caller: Caller) -> None:
    await caller.send(b"")


async def send_too_many_actions(caller: Caller) -> None:
    await caller.send(pb.PlayRequest(actions=pb.Actions(actions=[pb.Action()] * 257)))


async def send_a_flood_of_stale_actions(caller: Caller) -> None:
    flood = pb.PlayRequest(actions=pb.Actions(actions=[pb.Action(game=7)] * 256))
    for _ in range(6):
        await caller.send(flood)


@pytest.mark.parametrize(
    "evil",
    [
        send_garbage,
        send_ten_megabytes,
        send_a_message_just_too_long,
        send_a_second_hello,
        send_an_empty_message,
        send_too_many_actions,
        send_a_flood_of_stale_actions,
    ],
)
def test_a_bot_that_breaks_the_protocol_is_at_fault_and_its_opponent_wins(evil: Evil) -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        name, mover, other = await asked(server, channel)
        with suppress(aio.AioRpcError, asyncio.InvalidStateError):  # the server may be quicker
            await evil(mover)
        notice = await next_event(server, FaultNotice)
        assert (notice.bot, notice.fault.kind) == (name, "protocol")
        record = await next_event(server, GameRecord)
        assert record.winner == 1 - record.seats.index(name)
        code, _ = await mover.end()
        assert code in (StatusCode.INVALID_ARGUMENT, StatusCode.OK)
        assert not other.call.done()

    served(play)


async def close_the_stream(caller: Caller) -> None:
    await caller.call.done_writing()


async def cancel_the_call(caller: Caller) -> None:
    caller.call.cancel()


@pytest.mark.parametrize("leave", [close_the_stream, cancel_the_call])
def test_a_stream_that_ends_without_bye_is_a_disconnect(leave: Evil) -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        name, mover, other = await asked(server, channel)
        await leave(mover)
        assert (await next_event(server, Left)).name == name
        notice = await next_event(server, FaultNotice)
        assert (notice.bot, notice.fault.kind) == (name, "disconnect")
        assert not other.call.done()

    served(play, settings=AWAY)


def test_a_connection_that_breaks_is_a_disconnect() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        async with aio.insecure_channel(
            server.local_address, (("grpc.use_local_subchannel_pool", 1),)
        ) as own:
            await Caller(own).hello()
            assert (await next_event(server, Joined)).name == "alice"
        assert (await next_event(server, Left)).name == "alice"

    served(play)


def test_a_bye_is_answered_with_goodbye() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        (alice,) = await joined(server, channel, "alice")
        await alice.send(pb.PlayRequest(bye=pb.Bye(reason="dinner")))
        assert (await alice.receive()).HasField("goodbye")
        assert await alice.end() == (StatusCode.OK, "")
        assert (await next_event(server, Closing)).restart is False

    served(play)


def test_a_silent_bot_runs_out_of_time_while_nothing_comes_in() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        name, mover, other = await asked(server, channel)
        notice = await next_event(server, FaultNotice)
        assert (notice.bot, notice.fault.kind) == (name, "timeout")
        assert not mover.call.done()
        assert not other.call.done()

    served(play, settings=Settings(clock=ClockLimits(move_time=0.05, margin=0.0)))


class Talkative:
    """An arena that answers every message with another thousand, and says what it was told."""

    def __init__(self) -> None:
        self.effects = Effects()
        self.broken: list[str] = []
        self.disconnected: list[int] = []

    def expect(self, name: str) -> None:
        pass

    def connect(self, name: str, hello: pb.Hello, now: float) -> Session:
        self.effects.outgoing.append((0, welcome(Settings(), name, None, "s")))
        return Session(0, name, None, "s", None)

    def receive(self, connection: int, request: pb.PlayRequest, now: float) -> None:
        self.effects.outgoing += [(connection, notice("x" * 20_000)) for _ in range(MOST_UNSENT // 2)]

    def broke_protocol(self, connection: int, evidence: str, now: float) -> None:
        self.broken.append(evidence)

    def disconnect(self, connection: int, now: float) -> None:
        self.disconnected.append(connection)

    def close(self, reason: str, now: float) -> None:
        pass

    def tick(self, now: float) -> None:
        pass

    def next_deadline(self) -> float | None:
        return None

    def drain(self) -> Effects:
        effects, self.effects = self.effects, Effects()
        return effects


def test_a_bot_that_never_reads_is_at_fault_and_its_messages_are_bounded() -> None:
    arena = Talkative()

    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        (caller,) = await joined(server, channel, "alice")
        pong = pb.PlayRequest(pong=pb.Pong())
        for _ in range(4):
            await caller.send(pong)
            server.apply(lambda _, now: arena.receive(0, pong, now))
            await asyncio.sleep(0)
        await next_event(server, Left)
        assert arena.broken == [f"it does not read: {MOST_UNSENT} messages wait for it"]
        assert arena.disconnected == [0]

    served(play, arena=arena, options=IMPATIENT)


class Broken(Talkative):
    """An arena with a fault of ours at every message of a bot, and at every tick."""

    def __init__(self) -> None:
        super().__init__()
        self.voided: list[str] = []
        self.connections = 0
        self.due: float | None = None
        self.fails_at_hello = False

    def connect(self, name: str, hello: pb.Hello, now: float) -> Session:
        connection = self.connections
        self.connections += 1
        self.effects.outgoing.append((connection, welcome(Settings(), name, None, "s")))
        if self.fails_at_hello:
            raise RuntimeError("the seed is 42")
        return Session(connection, name, None, "s", None)

    def receive(self, connection: int, request: pb.PlayRequest, now: float) -> None:
        if request.HasField("pong"):
            self.effects.outgoing.append((connection, notice("pong")))
            return
        raise RuntimeError("the seed is 42")

    def games_in_flight(self, name: str) -> list[str]:
        return [f"a game of {name}"]

    def void(self, key: str, reason: str, now: float) -> None:
        self.voided.append(key)

    def tick(self, now: float) -> None:
        raise RuntimeError("the tick is broken")

    def next_deadline(self) -> float | None:
        return self.due


def test_a_fault_of_ours_reaches_no_bot_as_text_and_ends_no_other_stream(
    caplog: pytest.LogCaptureFixture,
) -> None:
    arena = Broken()

    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        alice, bob = await joined(server, channel, "alice", "bob")
        await alice.send(actions())
        assert await alice.end() == (StatusCode.INTERNAL, "a fault of the referee; it is in its log")
        assert "the seed is 42" in (await next_event(server, Bug)).traceback
        assert arena.voided == ["a game of alice"]
        await bob.send(pb.PlayRequest(pong=pb.Pong()))
        assert (await bob.receive()).notice.text == "pong"

    with caplog.at_level(logging.CRITICAL):
        served(play, arena=arena)


def test_a_fault_of_ours_at_a_hello_ends_that_call_only() -> None:
    arena = Broken()

    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        (bob,) = await joined(server, channel, "bob")
        arena.fails_at_hello = True
        alice = Caller(channel)
        await alice.send(hello())
        assert await alice.end() == (StatusCode.INTERNAL, "a fault of the referee; it is in its log")
        await bob.send(pb.PlayRequest(pong=pb.Pong()))
        assert (await bob.receive()).notice.text == "pong"

    served(play, arena=arena)


def test_a_fault_of_ours_at_a_deadline_ends_nothing() -> None:
    arena = Broken()

    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        (alice,) = await joined(server, channel, "alice")
        arena.due = 0.0
        server.apply(lambda *_: None)
        assert "the tick is broken" in (await next_event(server, Bug)).traceback
        await alice.send(pb.PlayRequest(pong=pb.Pong()))
        assert (await alice.receive()).notice.text == "pong"

    served(play, arena=arena)


def test_the_referee_stops_whatever_its_bots_do() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        silent = Caller(channel)
        deaf, half_closed = await joined(server, channel, "alice", "bob")
        await half_closed.call.done_writing()
        await asyncio.gather(server.stop("the end"), server.stop("the end"))
        assert (await deaf.receive()).goodbye.reason == "the end"
        assert await silent.end() == (StatusCode.UNAVAILABLE, "the end")

    served(play)


def test_a_stopped_referee_takes_no_calls() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        await server.stop("the end")
        assert (await Caller(channel).end())[0] is StatusCode.UNAVAILABLE

    served(play)


def test_connections_are_counted() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        (alice,) = await joined(server, channel, "alice")
        code, text = await Caller(channel, "bob").end()
        assert (code, text) == (
            StatusCode.RESOURCE_EXHAUSTED,
            "the referee has as many connections as it takes",
        )
        assert not alice.call.done()

    served(play, options=ServerOptions(most_streams=1))


def test_the_health_service_says_that_the_referee_serves() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        health = health_pb2_grpc.HealthStub(channel)
        for service in ("", SERVICE):
            answer = await health.Check(health_pb2.HealthCheckRequest(service=service))
            assert answer.status == health_pb2.HealthCheckResponse.SERVING

    served(play)


def test_the_reflection_service_lists_the_protocol() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        call = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo()
        await call.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        answer = await call.read()
        await call.done_writing()
        assert SERVICE in [service.name for service in answer.list_services_response.service]
        assert await call.code() is grpc.StatusCode.OK

    served(play)
