"""What a decision costs in the SDK: a bot that does nothing, fed over gRPC with the turns of real games.

What feeds it is a bare server in this process, which keeps as many messages unanswered as the referee would.
Measured is the processor time of the bot's process, all its threads, user and system.
"""

import asyncio
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.bare_server import Stream, serve
from benchmarks.rounds import Effort, Measured
from benchmarks.table import Table
from gin_referee.outbox import SHARE
from gin_sdk import Bot, Discard, Pass, Stock, View, parse_card, run
from gin_sdk.v1 import gin_pb2 as pb
from gin_tournaments.load.processes import seconds_spent

MODULE = "benchmarks.sdk"
SERVICE, METHOD = "gin.v1.RefereeService", "Play"
AT_ONCE = 128
MESSAGE = AT_ONCE // SHARE  # turns in a full message of the referee's; two are unanswered
DECISIONS = 40_000  # recorded, of both bots
REPEATS = 10  # of what is recorded, after once to warm up
PASS, STOCK, DISCARD = Pass(), Stock(), Discard(parse_card("As"))


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the referee sent to one bot, and how many turns are in each message."""

    welcome: bytes
    batches: list[tuple[bytes, int]]
    end: bytes  # of the games that were in flight at last: with it all can be played again

    @property
    def decisions(self) -> int:
        return sum(turns for _, turns in self.batches)


def measure(effort: Effort, _folder: Path) -> Measured:
    """Measure `sdk_us`."""
    recorded = record(effort.of(DECISIONS))
    took = [asyncio.run(_serve(recorded)) for _ in range(effort.rounds)]
    turns = recorded.decisions / len(recorded.batches)
    note = f"SDK: {min(took) * 1e6:.2f} to {max(took) * 1e6:.2f} µs a decision, {turns:.0f} turns a message"
    return Measured({"sdk_us": median(took) * 1e6}, [note])


def record(decisions: int) -> Recorded:
    """Play greedily at a table and keep what the bot that is told first was sent."""
    table = Table(AT_ONCE)
    table.submit(AT_ONCE)
    table.play(decisions, keep=True)
    bot = table.sent[0][0]
    welcome, *messages = (message for connection, message in table.sent if connection == bot)
    batches = [(message.SerializeToString(), len(message.batch.turns)) for message in messages]
    end = pb.Batch(game_overs=[pb.GameOver(game=game) for game in _in_flight(messages)])
    return Recorded(welcome.SerializeToString(), batches, pb.PlayResponse(batch=end).SerializeToString())


def _in_flight(messages: list[pb.PlayResponse]) -> set[int]:
    started = {start.game for message in messages for start in message.batch.game_starts}
    return started - {over.game for message in messages for over in message.batch.game_overs}


async def _serve(recorded: Recorded) -> float:
    """Feed a bot in a process of its own; give the seconds of its processor time that a decision takes."""
    async with serve(SERVICE, METHOD) as server:
        words = [sys.executable, "-m", MODULE, "--referee", server.address, "--token", "bench"]
        with subprocess.Popen(words, stderr=subprocess.DEVNULL) as bot:
            stream = await server.streams.get()
            await stream.read()
            await stream.write(recorded.welcome)
            await _feed(stream, recorded)
            before = seconds_spent().bots
            for _ in range(REPEATS):
                await _feed(stream, recorded)
            spent = seconds_spent().bots - before
            server.over.set()
            bot.terminate()
    return spent / recorded.decisions / REPEATS


async def _feed(stream: Stream, recorded: Recorded) -> None:
    """Send everything, and have all of it answered."""
    unanswered = 0
    for message, turns in recorded.batches:
        await stream.write(message)
        unanswered += turns
        while unanswered > MESSAGE:
            unanswered -= await _answers(stream)
    while unanswered:
        unanswered -= await _answers(stream)
    await stream.write(recorded.end)


async def _answers(stream: Stream) -> int:
    """Wait for a message of the bot's and count the decisions in it."""
    message = await stream.read()
    if not isinstance(message, bytes):
        raise ChildProcessError("the bot is gone")
    return len(pb.PlayRequest.FromString(message).actions.actions)


class Nothing(Bot):
    """Answers the same whatever it holds: nobody judges it here, and all that is measured is the SDK."""

    def upcard(self, view: View) -> Pass:  # noqa: ARG002
        return PASS

    def draw(self, view: View) -> Stock:  # noqa: ARG002
        return STOCK

    def discard(self, view: View) -> Discard:  # noqa: ARG002
        return DISCARD


if __name__ == "__main__":
    run(Nothing)
