"""How much memory a connected bot and a game in flight take: processes of their own, before and after."""

import asyncio
import gc
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from grpc import aio

from benchmarks.rounds import Effort, Measured
from benchmarks.table import Table
from gin_referee.arena import Arena
from gin_referee.door import Caller
from gin_referee.server import RefereeServer
from gin_referee.server_options import ServerOptions
from gin_referee.settings import Settings
from gin_sdk.v1 import gin_pb2 as pb
from gin_sdk.v1.gin_pb2_grpc import RefereeServiceStub

MODULE = "benchmarks.memory"
BOTS = 1000
GAMES = 10_000
BATCH = 20  # games offered together, as in a tournament
HALF_A_GAME = 122  # decisions of greedy play: so much a game in flight has behind it, in the mean


def measure(effort: Effort, _folder: Path) -> Measured:
    """Measure `conn_kb` and `game_kb`; how busy the machine is does not matter here."""
    bots, games = effort.of(BOTS), effort.of(GAMES)
    return Measured({"conn_kb": _in_a_process("connections", bots), "game_kb": _in_a_process("games", games)})


def _in_a_process(what: str, count: int) -> float:
    words = [sys.executable, "-m", MODULE, what, str(count)]
    return float(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def _resident_kb() -> float:
    """Give the memory of this process."""
    gc.collect()
    status = Path("/proc/self/status").read_text()
    return float(status.split("VmRSS:")[1].split()[0])


def games(count: int) -> float:
    """Play *count* games at once until they are half over in the mean; give the KB of each."""
    _play(2)
    before = _resident_kb()
    table = _play(count)
    return (_resident_kb() - before) / len(table)


def _play(count: int) -> Table:
    table = Table(at_once=count)
    for _ in range(0, count, BATCH):
        table.submit(BATCH)
        table.play(BATCH)
    table.play(count * HALF_A_GAME)
    return table


def connections(count: int) -> float:
    """Connect *count* bots, from another process; give the KB of each."""
    return asyncio.run(_serve(count))


async def _serve(count: int) -> float:
    arena = Arena(Settings())
    for number in range(count + 1):
        arena.expect(str(number))
    options = ServerOptions(most_streams=2 * count)
    async with (
        RefereeServer(arena, Caller, options) as server,
        _callers(server.address, range(1)),
    ):
        before = _resident_kb()
        async with _callers(server.address, range(1, count + 1)):
            return (_resident_kb() - before) / count


@asynccontextmanager
async def _callers(address: str, names: range) -> AsyncIterator[None]:
    """Have a process connect bots of these names, until the block ends."""
    words = [sys.executable, "-m", MODULE, "call", address, str(names.start), str(names.stop)]
    process = await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE)
    if process.stdin is None or process.stdout is None:
        raise ValueError("no pipes")
    if not await process.stdout.readline():
        raise ChildProcessError("the bots are not there")
    yield
    process.stdin.close()
    await process.wait()


async def _call_all(address: str, names: range) -> None:
    async with AsyncExitStack() as open_calls:
        for name in names:
            await _call(open_calls, address, str(name))
        print("all are there", flush=True)
        await asyncio.to_thread(sys.stdin.read)


async def _call(open_calls: AsyncExitStack, address: str, name: str) -> None:
    options = (("grpc.use_local_subchannel_pool", 1),)  # else all would share a connection
    channel = await open_calls.enter_async_context(aio.insecure_channel(address, options=options))
    call = RefereeServiceStub(channel).Play(metadata=(("authorization", f"Bearer {name}"),))
    open_calls.callback(call.cancel)
    await call.write(pb.PlayRequest(hello=pb.Hello(protocol_major=1)))
    await call.read()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["games", count]:
            print(games(int(count)))
        case ["connections", count]:
            print(connections(int(count)))
        case ["call", address, first, end]:
            asyncio.run(_call_all(address, range(int(first), int(end))))
