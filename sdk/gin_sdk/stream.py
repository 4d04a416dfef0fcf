"""One stream to the referee, from Hello to its end: reads, lets the games answer, writes.

There is one pending read and one pending write at most, and neither is cancelled before the stream is given
up: every later one would then fail. The next read does not wait until the last answers are sent: to be woken
for that as well costs more than a quick bot thinks about a whole message.
"""

import asyncio
import platform
from contextlib import suppress
from time import perf_counter

from grpc import aio

from gin_sdk.begin import begin
from gin_sdk.endings import Lost, Refused, ending
from gin_sdk.games import Games
from gin_sdk.outbox import Outbox
from gin_sdk.say import say
from gin_sdk.v1 import gin_pb2 as pb
from gin_sdk.version import __version__
from gin_sdk.wire import LANES, PROTOCOL_MAJOR, PROTOCOL_MINOR

FLUSH_AFTER = 0.005
"""Seconds of thinking after which answers are sent though more of their batch are owed.

A message costs about 0.1 ms: for a quick bot that is worth sharing. For one that thinks for milliseconds it
is nothing, and each answer is then charged as what it took.
"""

END_TIMEOUT = 1.0  # seconds for the referee to end a stream that is over

Call = aio.StreamStreamCall[pb.PlayRequest, pb.PlayResponse]


def hello(lane: int | None, session: str) -> pb.PlayRequest:
    """Make the first message of a stream."""
    return pb.PlayRequest(
        hello=pb.Hello(
            protocol_major=PROTOCOL_MAJOR,
            protocol_minor=PROTOCOL_MINOR,
            lane=LANES[lane],
            session=session,
            language=f"python {platform.python_version()}",
            sdk_version=__version__,
        )
    )


class Stream:
    """A stream that is open; `progress` tells whether any batch came on it.

    Whatever ends it is raised as `Lost` or `Refused`; a Goodbye ends `play` normally.
    """

    def __init__(self, call: Call) -> None:
        self.progress = False
        self._call = call
        self._outbox = Outbox(0, 0)
        self._ahead: asyncio.Task[pb.PlayResponse] | None = None
        self._writing = asyncio.Lock()
        self._sending: asyncio.Task[None] | None = None
        self._flusher: asyncio.Task[None] | None = None
        self._welcomed = False

    async def welcome(self, hello: pb.PlayRequest) -> pb.Welcome:
        """Say hello and wait for the answer."""
        await self._write(hello)
        message = await self._read()
        if not message.HasField("welcome"):
            reason = (
                message.goodbye.reason if message.HasField("goodbye") else "its first message is no Welcome"
            )
            raise Refused(f"the referee did not let this bot in: {reason}")
        welcome = message.welcome
        if welcome.protocol_major != PROTOCOL_MAJOR:
            raise Refused(f"the referee speaks protocol {welcome.protocol_major}, this SDK {PROTOCOL_MAJOR}")
        self._welcomed = True
        self._outbox = Outbox(welcome.max_batch, welcome.max_message_bytes)
        return welcome

    async def play(self, games: Games) -> str:
        """Answer what comes until the referee says Goodbye; give its reason."""
        games.outbox = self._outbox
        while True:
            message = await self._read()
            kind = message.WhichOneof("message")
            if kind == "batch":
                self.progress = True
                await self._answer(games, message.batch)
            elif kind == "ping":
                self._pong(message.ping)
                await self.flush()
            elif kind == "notice":
                say(f"notice from the referee: {message.notice.text}")
            elif kind == "goodbye":
                await self._finish()
                return message.goodbye.reason

    async def bye(self, reason: str) -> None:
        """Leave on purpose; what was answered before is still sent."""
        self._outbox.put_last(pb.PlayRequest(bye=pb.Bye(reason=reason)))
        await self.flush()
        await self._call.done_writing()

    async def close(self) -> None:
        """Give the stream up, at whatever point it is."""
        self._call.cancel()
        if self._sending is not None:
            self._sending.cancel()  # of a call that never came about it would wait for ever
        for task in (self._ahead, self._flusher, self._sending):
            if task is not None:
                await asyncio.wait([task])
                if not task.cancelled():
                    task.exception()  # it is known by now

    def flush_soon(self) -> None:
        """Send what came in late, as an answer of an asynchronous bot does."""
        if not self._writing.locked() and (self._flusher is None or self._flusher.done()):
            self._flusher = asyncio.ensure_future(self._flush_late())

    async def flush(self) -> None:
        """Send all that waits; return when it is sent."""
        await self._begin_flush()
        await self._sent()

    async def _begin_flush(self) -> None:
        """Send all that waits; return while the last message of it is being sent."""
        async with self._writing:
            while requests := self._outbox.take():
                for request in requests:
                    await self._write(request)

    async def _flush_late(self) -> None:
        with suppress(Lost, Refused):  # the reader of the stream is told as well
            await self.flush()

    async def _answer(self, games: Games, batch: pb.Batch) -> None:
        games.learn(batch)
        decide = games.decide
        flush_at = perf_counter() + FLUSH_AFTER
        for turn in batch.turns:
            decide(turn)
            if perf_counter() > flush_at:
                await self._look_ahead()
                await self.flush()
                flush_at = perf_counter() + FLUSH_AFTER
        await self._begin_flush()

    async def _look_ahead(self) -> None:
        """Answer a ping that waits behind a slow batch, and notice that the stream is gone."""
        if self._ahead is None:
            self._ahead = asyncio.ensure_future(self._next())
            await asyncio.sleep(0)
        while self._ahead.done() and self._ahead.result().HasField("ping"):
            self._pong(self._ahead.result().ping)
            self._ahead = asyncio.ensure_future(self._next())

    def _pong(self, ping: pb.Ping) -> None:
        self._outbox.put_first(pb.PlayRequest(pong=pb.Pong(id=ping.id)))

    async def _read(self) -> pb.PlayResponse:
        if self._ahead is not None:
            ahead, self._ahead = self._ahead, None
            return await ahead
        return await self._next()

    async def _next(self) -> pb.PlayResponse:
        try:
            message = await self._call.read()
        except aio.AioRpcError as error:
            raise ending(error.code(), error.details(), self._welcomed) from None
        if not isinstance(message, pb.PlayResponse):
            raise Lost("the referee closed the stream")
        return message

    async def _finish(self) -> None:
        """Close our side and let the referee close its own, so that nothing is torn down under it."""
        with suppress(asyncio.InvalidStateError, Lost):  # it was quicker
            await self._sent()
            await self._call.done_writing()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._call.code(), END_TIMEOUT)

    async def _write(self, request: pb.PlayRequest) -> None:
        """Begin to send *request* as soon as the one before it is sent."""
        await self._sent()
        self._sending = begin(self._send(request))

    async def _sent(self) -> None:
        if self._sending is not None:
            await self._sending

    async def _send(self, request: pb.PlayRequest) -> None:
        try:
            await self._call.write(request)
        except aio.AioRpcError as error:
            raise ending(error.code(), error.details(), self._welcomed) from None
        except asyncio.InvalidStateError:
            raise ending(await self._call.code(), await self._call.details(), self._welcomed) from None
