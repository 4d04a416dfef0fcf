"""The reference on the wire: bare gRPC, two clients asked in turn, one decision a message.

No game, no protobuf: bytes of the sizes that a decision has go back and forth on two streams.
"""

import asyncio
import subprocess
import sys
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from time import perf_counter

from grpc import aio

from benchmarks.bare_server import serve

SERVICE, METHOD = "bench.PingPong", "Play"


@dataclass(frozen=True, slots=True)
class PingPong:
    """What was measured."""

    decisions: float  # a second
    p50: float  # seconds of a decision


def play(decisions: int, turn_bytes: int, action_bytes: int) -> PingPong:
    """Ask two clients, each a process of its own, in turn; a turn and an action have so many bytes."""
    times = asyncio.run(_serve(decisions, bytes(turn_bytes), action_bytes))
    took = [after - before for before, after in pairwise(times)]
    return PingPong(len(took) / (times[-1] - times[0]), median(took))


async def _serve(decisions: int, turn: bytes, action_bytes: int) -> list[float]:
    async with serve(SERVICE, METHOD) as server:
        words = [sys.executable, "-m", __name__, server.address, str(action_bytes)]
        clients = [subprocess.Popen(words) for _ in range(2)]
        one, other = await server.streams.get(), await server.streams.get()
        times = []
        for _ in range(decisions):
            await one.write(turn)
            await one.read()
            times.append(perf_counter())
            one, other = other, one
        server.over.set()
        for client in clients:
            await asyncio.to_thread(client.wait)
    return times


async def _answer(address: str, action: bytes) -> None:
    async with aio.insecure_channel(address) as channel:
        method: aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(f"/{SERVICE}/{METHOD}")
        call = method()
        while await call.read() is not aio.EOF:
            await call.write(action)


if __name__ == "__main__":
    asyncio.run(_answer(sys.argv[1], bytes(int(sys.argv[2]))))
