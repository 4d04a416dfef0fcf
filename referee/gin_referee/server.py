"""The gRPC server: a thin pump around the arena. Messages in, effects out, one timer; it knows no game."""

import asyncio
import logging
import traceback
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from itertools import chain
from types import TracebackType
from typing import Self, TypeVar, cast

import grpc
from grpc import StatusCode, aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from grpc_reflection.v1alpha import reflection  # type: ignore[import-untyped]

from gin_referee.arena import Arena
from gin_referee.door import Authenticate, Backoff, Caller, NotAuthenticated, caller_of, check_lane
from gin_referee.effects import Effects
from gin_referee.events import Bug, Event, Joined, Left
from gin_referee.faults import BotBrokeProtocol, Refused
from gin_referee.listening import open_ports
from gin_referee.server_options import ServerOptions
from gin_referee.statuses import HelloLate, Status, Stopping, TooManyStreams, status_of
from gin_referee.steady import PERIOD, SteadyClock
from gin_referee.stream import MOST_UNSENT, Context, Stream, parse

SERVICE = "gin.v1.RefereeService"
AFTER_A_BUG = 1.0  # seconds until the timer is tried again
MOST_KEPT_WAITING = 64  # calls with a wrong token whose answer is delayed; others are answered at once

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class RefereeServer:
    """Serves one arena in the event loop that starts it; use it as `async with`.

    `address` is where bots dial from anywhere, `local_address` where those of this machine do.
    """

    def __init__(
        self, arena: Arena, authenticate: Authenticate, options: ServerOptions | None = None
    ) -> None:
        self.address = ""
        self.local_address = ""
        self._arena = arena
        self._authenticate = authenticate
        self._options = options or ServerOptions()
        self._backoff = Backoff()
        self._kept_waiting = 0
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._streams: set[Stream] = set()
        self._playing: dict[int, tuple[Stream, Joined]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._beating: asyncio.TimerHandle | None = None
        self._stopping: Status | None = None
        self._health = health.aio.HealthServicer()
        self._server: aio.Server | None = None

    async def start(self) -> None:
        """Listen and serve; raise CannotListen when that cannot be."""
        self._loop = asyncio.get_running_loop()
        self._clock = SteadyClock(self._loop.time())
        server = aio.server(
            options=self._options.channel_arguments(),
            maximum_concurrent_rpcs=2 * self._options.most_streams,
        )
        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(self._play)
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {"Play": handler}),))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        await self._health.set(SERVICE, health_pb2.HealthCheckResponse.SERVING)
        reflection.enable_server_reflection((SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME), server)
        self.address, self.local_address = open_ports(server, self._options.listen)
        await server.start()
        self._server = server
        self._beat()

    async def stop(self, reason: str) -> None:
        """Say goodbye to all, wait shortly for them to go, and close: a second at most, whatever they do."""
        server, self._server = self._server, None
        if server is None:
            return
        self._stopping = status_of(Stopping(reason))
        self.apply(lambda arena, now: arena.close(reason, now))
        for stream in self._streams:
            stream.end(self._stopping)
        await self._health.enter_graceful_shutdown()
        await self._let_go(self._options.goodbye_timeout)
        await server.stop(grace=0.1)
        await self._let_go(self._options.goodbye_timeout)
        for timer in (self._timer, self._beating):
            if timer is not None:
                timer.cancel()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop("the referee ends" if error is None else "the referee was stopped")

    def apply(self, change: Callable[[Arena, float], _T]) -> _T:
        """Call the arena with the time now and send what results.

        `server.apply(lambda arena, now: arena.submit(specs, now))`
        """
        try:
            return change(self._arena, self.now())
        finally:
            self._pump()

    async def events(self) -> AsyncIterator[Event]:
        """Give what happens, in order and for ever; one reader at a time."""
        while True:
            yield await self._events.get()

    def past_events(self) -> list[Event]:
        """Take what has happened and was not read yet, without waiting."""
        return [self._events.get_nowait() for _ in range(self._events.qsize())]

    async def _play(self, _requests: object, context: Context) -> None:
        """Handle one call, in gRPC's own task: cancelled when the bot cancels or its connection breaks."""
        stream = Stream(context)
        self._streams.add(stream)
        self._keep(cast("asyncio.Task[None]", asyncio.current_task()))
        try:
            try:
                status = await self._serve(stream, context)
            except Exception as error:  # noqa: BLE001 - the edge of a session
                status = self._bug(error)
            finally:
                self._leave(stream)
            await stream.finish(status)
        finally:
            self._streams.discard(stream)

    async def _serve(self, stream: Stream, context: Context) -> Status:
        if self._stopping is not None:
            return self._stopping
        if len(self._streams) > self._options.most_streams:
            return status_of(TooManyStreams("the referee has as many connections as it takes"))
        try:
            caller = caller_of(context.invocation_metadata(), self._authenticate)
        except NotAuthenticated as error:
            await self._keep_waiting(stream)
            return status_of(error)
        reader = self._spawn(self._read(stream, caller))
        late = self._loop.call_later(self._options.hello_timeout, self._end_without_hello, stream)
        try:
            status = await stream.wait()
        finally:
            late.cancel()
        if stream.connection is not None:
            await asyncio.wait([reader], timeout=self._options.goodbye_timeout)
        return status

    async def _keep_waiting(self, stream: Stream) -> None:
        delay = self._backoff.delay(stream.peer, self._loop.time())
        if delay and self._kept_waiting < MOST_KEPT_WAITING:
            self._kept_waiting += 1
            try:
                await stream.wait_at_most(delay)
            finally:
                self._kept_waiting -= 1

    def _end_without_hello(self, stream: Stream) -> None:
        if stream.connection is None:
            seconds = self._options.hello_timeout
            stream.end(status_of(HelloLate(f"no Hello came within {seconds:g} s of the call")))

    async def _read(self, stream: Stream, caller: Caller) -> None:
        try:
            await stream.read_all(lambda data: self._receive(stream, caller, data))
        except Exception as error:  # noqa: BLE001 - the edge of a session
            self._bug(error)
        stream.end(Status(StatusCode.OK, ""))

    def _receive(self, stream: Stream, caller: Caller, data: bytes) -> None:
        connection = stream.connection
        try:
            request = parse(data)
            if connection is not None:
                self._arena.receive(connection, request, self.now())
            elif request.HasField("hello"):
                check_lane(caller, request.hello)
                session = self._arena.connect(caller.name, request.hello, self.now())
                joined = Joined(
                    caller.name, session.lane, stream.peer, request.hello.language, request.hello.sdk_version
                )
                stream.connection = session.id
                self._playing[session.id] = (stream, joined)
                self._events.put_nowait(joined)
            else:
                raise BotBrokeProtocol("its first message is no Hello")
        except BotBrokeProtocol as error:
            self._break(stream, error)
        except Refused as error:
            stream.end(status_of(error))
        except Exception as error:  # noqa: BLE001 - the edge of a session
            stream.end(self._bug(error))
            self._void_games_of(caller.name)
        self._pump()

    def _void_games_of(self, name: str) -> None:
        """After a fault of ours at a bot's message, nothing that follows from it may be the bot's loss."""
        try:
            for key in self._arena.games_in_flight(name):
                self._arena.void(key, "a fault of the referee", self.now())
        except Exception as error:  # noqa: BLE001 - the edge of a session
            self._bug(error)

    def _break(self, stream: Stream, error: BotBrokeProtocol) -> None:
        stream.end(status_of(error))
        if stream.connection is None:
            return
        try:
            self._arena.broke_protocol(stream.connection, str(error), self.now())
        except Exception as bug:  # noqa: BLE001 - the edge of a session
            self._bug(bug)

    def _leave(self, stream: Stream) -> None:
        """Tell the arena that the stream is gone, unless it said so itself."""
        connection = stream.connection
        if connection is None:
            return
        _, joined = self._playing.pop(connection)
        self._events.put_nowait(Left(joined.name, joined.lane, joined.peer))
        try:
            self._arena.disconnect(connection, self.now())
        except Exception as error:  # noqa: BLE001 - the edge of a session
            self._bug(error)
        self._pump()

    def now(self) -> float:
        """Give the time of the games: that of the loop, less the time in which this process did not run."""
        return self._clock.read(self._loop.time())

    def _beat(self) -> None:
        self._clock.beat(self._loop.time())
        self._beating = self._loop.call_later(PERIOD, self._beat)

    def _tick(self) -> None:
        self._timer = None
        not_before = 0.0
        try:
            self._arena.tick(self.now())
        except Exception as error:  # noqa: BLE001 - the timer serves all games
            self._bug(error)
            not_before = self._loop.time() + AFTER_A_BUG
        self._pump(not_before)

    def _pump(self, not_before: float = 0.0) -> None:
        """Carry out what results."""
        while self._carry_out(self._arena.drain()):
            pass
        self._set_timer(not_before)

    def _carry_out(self, effects: Effects) -> bool:
        """Send, tell and close; say whether that had effects of its own."""
        overfull: set[Stream] = set()
        for connection, message in effects.outgoing:
            stream = self._stream(connection)
            if stream is None:
                continue
            stream.send(message)
            if stream.overfull and not stream.ended:
                overfull.add(stream)
        events: Iterable[Event] = chain(
            effects.started, effects.faults, effects.finished, effects.voided, effects.closing
        )
        for event in events:
            self._events.put_nowait(event)
        for closing in effects.closing:
            closed = None if closing.connection is None else self._stream(closing.connection)
            if closed is not None:
                closed.end(Status(StatusCode.OK, closing.reason))
        for stream in overfull:
            self._break(stream, BotBrokeProtocol(f"it does not read: {MOST_UNSENT} messages wait for it"))
        return bool(overfull)

    def _stream(self, connection: int) -> Stream | None:
        """Find the stream of a connection; one whose Hello met a fault of ours has none."""
        playing = self._playing.get(connection)
        return None if playing is None else playing[0]

    def _set_timer(self, not_before: float) -> None:
        deadline = self._arena.next_deadline()
        if deadline is None or self._stopping is not None:
            return
        at = max(deadline + self._clock.lost, not_before)
        if self._timer is not None:
            if self._timer.when() <= at:
                return
            self._timer.cancel()
        self._timer = self._loop.call_at(at, self._tick)

    def _bug(self, error: Exception) -> Status:
        """Keep the traceback of a fault of ours; give the status for who met it."""
        text = "".join(traceback.format_exception(error))
        _log.error("a fault of the referee:\n%s", text)
        self._events.put_nowait(Bug(text))
        return status_of(error)

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._keep(task)
        return task

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _let_go(self, timeout: float) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=timeout)
