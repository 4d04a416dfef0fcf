"""Callers of a real server over real gRPC: bytes in, bytes out, so that they can be as evil as they like."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar, cast

import grpc
from grpc import aio

from gin_referee.arena import Arena
from gin_referee.door import Caller as Authenticated
from gin_referee.server import SERVICE, RefereeServer
from gin_referee.server_options import ServerOptions
from gin_referee.settings import Settings
from gin_sdk.v1 import gin_pb2 as pb
from tests.referee.driver import LANES, actions

TOKENS = {"token of alice": Authenticated("alice"), "token of bob": Authenticated("bob")}
PATIENCE = 30.0  # seconds until a test that hangs is given up
QUICK = ServerOptions(goodbye_timeout=0.1)

E = TypeVar("E")


class Caller:
    """One call of `Play`."""

    def __init__(self, channel: aio.Channel, name: str = "alice", token: str | None = None) -> None:
        bearer = f"Bearer {token or f'token of {name}'}"
        method: aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(f"/{SERVICE}/Play")
        self.welcome = pb.Welcome()
        self.call = method(metadata=aio.Metadata(("authorization", bearer)))

    async def send(self, message: pb.PlayRequest | bytes) -> None:
        await self.call.write(message if isinstance(message, bytes) else message.SerializeToString())

    async def receive(self) -> pb.PlayResponse:
        """Wait for the next message; raises AioRpcError when the call failed, EOFError at its good end."""
        data = await self.call.read()
        if not isinstance(data, bytes):
            raise EOFError
        return pb.PlayResponse.FromString(data)

    async def hello(self, lane: int | None = None, session: str = "") -> pb.Welcome:
        await self.send(hello(lane, session))
        self.welcome = (await self.receive()).welcome
        return self.welcome

    async def turns(self) -> list[pb.Turn]:
        """Wait for a message that asks for decisions."""
        while not (turns := list((await self.receive()).batch.turns)):
            pass
        return turns

    async def play(self) -> pb.Goodbye:
        """Answer with the last legal action, at once, until Goodbye."""
        while True:
            message = await self.receive()
            if message.HasField("goodbye"):
                await self.call.done_writing()
                return message.goodbye
            if message.batch.turns:
                await self.send(actions(*message.batch.turns))

    async def end(self) -> tuple[grpc.StatusCode, str]:
        """Read to the end of the call; give its status."""
        try:
            while True:
                await self.receive()
        except (EOFError, aio.AioRpcError):
            return await self.call.code(), await self.call.details()


def hello(lane: int | None = None, session: str = "") -> pb.PlayRequest:
    return pb.PlayRequest(hello=pb.Hello(protocol_major=1, lane=LANES[lane], session=session))


async def next_event(server: RefereeServer, kind: type[E]) -> E:
    """Wait for an event of *kind*; others before it are dropped."""
    async for event in server.events():
        if isinstance(event, kind):
            return event
    raise AssertionError


def served(
    play: Callable[[RefereeServer, aio.Channel], Awaitable[None]],
    settings: Settings | None = None,
    options: ServerOptions | None = None,
    arena: object = None,
) -> None:
    """Run *play* beside a server that expects alice and bob, and check that nothing is left of the server."""

    async def main() -> None:
        made = cast(Arena, arena) if arena is not None else Arena(settings or Settings())
        async with asyncio.timeout(PATIENCE), RefereeServer(made, TOKENS.get, options or QUICK) as server:
            for caller in TOKENS.values():
                made.expect(caller.name)
            async with aio.insecure_channel(server.local_address) as channel:
                await play(server, channel)
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        assert [task for task in left if "gin_referee" in repr(task.get_coro())] == []

    asyncio.run(main())
