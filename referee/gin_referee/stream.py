"""One call of `Play`: reads and writes whole messages, and ends once. What they mean is not known here.

Learned by measuring: a pending read or write is never cancelled, since every later one would fail; two writes
at once on a call raise; a call that is over makes a pending read or write fail, which is then no error.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from google.protobuf.message import DecodeError
from grpc import StatusCode, aio

from gin_referee.faults import BotBrokeProtocol
from gin_referee.outbox import MOST_MESSAGE_BYTES
from gin_referee.statuses import Status
from gin_sdk.begin import begin
from gin_sdk.v1 import gin_pb2 as pb

MOST_UNSENT = 256
"""Messages that may wait for a bot to read; what it owes is bounded, so more means that it never reads."""

Context = aio.ServicerContext[bytes, bytes]


class Stream:
    """A call of `Play`, from its metadata to its status.

    `connection` is what the arena calls it, once it is welcome. `end` may be called at any time and by
    anybody; the first reason holds.
    """

    def __init__(self, context: Context) -> None:
        self.peer = context.peer()
        self.connection: int | None = None
        self._context = context
        self._unsent: deque[pb.PlayResponse] = deque()
        self._writing: asyncio.Task[None] | None = None
        self._ended: asyncio.Future[Status] = asyncio.get_running_loop().create_future()

    @property
    def ended(self) -> bool:
        """Whether it is to end: nothing that comes counts any more."""
        return self._ended.done()

    async def wait(self) -> Status:
        """Wait until it is to end."""
        return await self._ended

    async def wait_at_most(self, seconds: float) -> None:
        """Wait until it is to end, or *seconds* are over."""
        await asyncio.wait([self._ended], timeout=seconds)

    def end(self, status: Status) -> None:
        """Let it end with *status*; what was sent before still goes out."""
        if not self._ended.done():
            self._ended.set_result(status)

    @property
    def overfull(self) -> bool:
        """Whether the bot has not read for so long that it is a fault."""
        return len(self._unsent) > MOST_UNSENT

    def send(self, message: pb.PlayResponse) -> None:
        """Begin to send a message, or let it follow what is being sent: nobody waits for a bot to read."""
        self._unsent.append(message)
        if self._writing is None or self._writing.done():
            self._writing = begin(self._write())

    async def _write(self) -> None:
        with suppress(aio.BaseError):
            while self._unsent:
                await self._context.write(self._unsent.popleft().SerializeToString())

    async def read_all(self, on_message: Callable[[bytes], None]) -> None:
        """Give every message to *on_message*, until the bot's side ends.

        Once the stream is to end, what still comes is read and dropped, so that the bot sees the end.
        """
        with suppress(aio.BaseError):
            while isinstance(data := await self._context.read(), bytes):
                if not self._ended.done():
                    on_message(data)

    async def finish(self, status: Status) -> None:
        """Give the call its status; raises AbortError unless that is OK or nobody is there."""
        if status.code is not StatusCode.OK:
            with suppress(aio.InternalError):
                await self._context.abort(status.code, status.text)


def parse(data: bytes) -> pb.PlayRequest:
    """Read a message of a bot.

    Raises:
        BotBrokeProtocol: the bytes are no message, or too many.
    """
    if len(data) > MOST_MESSAGE_BYTES:
        raise BotBrokeProtocol(f"it sent a message of {len(data)} bytes; {MOST_MESSAGE_BYTES} are the most")
    try:
        return pb.PlayRequest.FromString(data)
    except DecodeError:
        raise BotBrokeProtocol(f"it sent {len(data)} bytes that are no PlayRequest") from None
