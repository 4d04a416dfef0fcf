"""The bot in JavaScript, run as it is against the fake referee: the .proto is enough to write one."""

import asyncio
import os
import shutil
from asyncio.subprocess import PIPE
from pathlib import Path

import grpc
import pytest

from gin_sdk.v1 import gin_pb2 as pb
from tests.sdk.fake_referee import (
    TOKEN,
    Conversation,
    Script,
    batch,
    discard,
    draw,
    fake_referee,
    offer,
    starts,
)

BOT = Path(__file__).parents[2] / "example_bots" / "node"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(
    NODE is None or not (BOT / "node_modules").is_dir(),
    reason="needs Node and `npm install` in example_bots/node",
)


def run_node(script: Script, *arguments: str, **environment: str) -> tuple[int, str]:
    """Let the bot play against *script*; `{referee}` in what it is given is the referee's address."""

    async def scenario() -> tuple[int, str]:
        async with fake_referee(script) as referee:
            given = [word.format(referee=referee.address) for word in arguments]
            env = {name: value.format(referee=referee.address) for name, value in environment.items()}
            bot = await asyncio.create_subprocess_exec(
                str(NODE), str(BOT / "bot.js"), *given, stderr=PIPE, env={"PATH": os.environ["PATH"], **env}
            )
            _, err = await bot.communicate()
            return bot.returncode or 0, err.decode()

    return asyncio.run(scenario())


async def one_of_each(referee: Conversation) -> None:
    """Ask for each kind of decision and check the answers."""
    await referee.welcome()
    assert referee.hello.language.startswith("node ")
    assert referee.hello.lane == pb.LANE_SECOND
    assert referee.metadata["authorization"] == f"Bearer {TOKEN}"
    await referee.send(ping=pb.Ping(id=3))
    message = await referee.receive()
    assert message is not None
    assert message.pong.id == 3
    turns = [offer(1), draw(2), discard(3)]
    turns[1].upcard = 29  # the four of hearts, which lengthens the run A 2 3
    knocking = discard(4, hand=[0, 1, 2, 13, 14, 15, 26, 27, 28, 39, 51])
    knocking.legal = bytes([*knocking.hand, 52 + 51])
    knocking.drawn = 0
    await referee.send(batch=batch(game_starts=starts(1, 2, 3, 4)))  # news alone, no turn
    await referee.send(batch=batch(*turns, knocking))
    actions = {action.game: action.action for action in await referee.answers(4)}
    assert actions[1] == 105  # a six for a king, a pair of tens or a jack
    assert actions[2] == 106
    assert actions[3] in {35, 37, 48, 51}
    assert actions[4] == 52 + 51
    await referee.goodbye("done")


def test_the_node_bot_plays_with_options() -> None:
    status, err = run_node(one_of_each, "--referee", "{referee}", "--token", TOKEN, "--lane", "1")
    assert (status, err) == (0, "")


def test_the_node_bot_plays_with_variables() -> None:
    status, err = run_node(one_of_each, GIN_REFEREE="{referee}", GIN_TOKEN=TOKEN, GIN_LANE="1")
    assert (status, err) == (0, "")


def test_the_node_bot_says_in_one_line_why_it_was_refused() -> None:
    async def refuse(referee: Conversation) -> None:
        await referee.stream.abort(grpc.StatusCode.UNAUTHENTICATED, "no such token")

    status, err = run_node(refuse, "--referee", "{referee}", "--token", "t")
    assert (status, err) == (1, "the referee: no such token\n")


def test_the_node_bot_says_in_one_line_what_it_was_not_told() -> None:
    status, err = run_node(one_of_each, "--referee", "{referee}")
    assert (status, err.count("\n")) == (2, 1)
    assert "GIN_TOKEN" in err
