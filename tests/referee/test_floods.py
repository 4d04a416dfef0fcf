"""Frames without end on one connection: each is answered, nobody else notices (`chaos.floods` measures)."""

import asyncio

import pytest
from grpc import aio

from chaos.floods import PING, PREFACE, SETTINGS, frame
from gin_referee.server import RefereeServer
from gin_referee.server_options import ServerOptions
from gin_sdk.v1 import gin_pb2 as pb
from tests.referee.callers import Caller, served

FRAMES = 20_000
ACK = 1
HEAD = 9  # bytes of a frame before its payload


async def acknowledged(reader: asyncio.StreamReader, kind: int, count: int) -> set[int]:
    """Read until *count* frames of *kind* are acknowledged; give the kinds of all frames that came."""
    kinds = set()
    while count:
        head = await reader.readexactly(HEAD)
        await reader.readexactly(int.from_bytes(head[:3], "big"))
        kinds.add(head[3])
        count -= head[3] == kind and head[4] == ACK
    return kinds


@pytest.mark.parametrize("kind", [PING, SETTINGS], ids=["pings", "settings"])
def test_a_flood_is_answered_frame_by_frame_and_a_bot_beside_it_is_heard(kind: int) -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        alice = Caller(channel)
        await alice.hello()
        host, _, port = server.local_address.rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        one = frame(kind, 0, 0, bytes(8) if kind == PING else b"")
        writer.write(PREFACE + frame(SETTINGS, 0, 0) + one * FRAMES)
        reading = asyncio.create_task(acknowledged(reader, kind, FRAMES))
        await alice.send(pb.PlayRequest(pong=pb.Pong(id=1)))
        assert (await alice.receive()).HasField("notice")
        kinds = await reading
        assert kinds <= {SETTINGS, PING, 8}, "no GOAWAY, which gRPC would queue once for every frame"
        writer.close()
        await writer.wait_closed()

    served(play)


def test_a_connection_that_makes_no_call_is_closed_and_a_bot_that_plays_nothing_is_not() -> None:
    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        alice = Caller(channel)
        await alice.hello()
        host, _, port = server.local_address.rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(PREFACE + frame(SETTINGS, 0, 0))
        await reader.read()  # to its end
        writer.close()
        await writer.wait_closed()
        assert not alice.call.done()

    served(play, options=ServerOptions(idle_timeout=0.2, goodbye_timeout=0.1))
