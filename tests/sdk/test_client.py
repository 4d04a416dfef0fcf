import asyncio
import signal
import sys
import time

import grpc
import pytest

from gin_sdk import Bot, Discard, Pass, Stock, View
from gin_sdk import client as client_module
from gin_sdk.client import Client, Patience, play
from gin_sdk.options import Options
from gin_sdk.v1 import gin_pb2 as pb
from tests.sdk.fake_referee import TOKEN, Conversation, Script, batch, draw, fake_referee, offer, starts


class Plain(Bot):
    def upcard(self, view: View) -> Pass:
        return Pass()

    def draw(self, view: View) -> Stock:
        return Stock()

    def discard(self, view: View) -> Discard:
        return Discard(view.hand[0])


class Waiting(Bot):
    def draw(self, view: View) -> Stock:
        return Stock()

    def discard(self, view: View) -> Discard:
        return Discard(view.hand[0])

    async def upcard(self, view: View) -> Pass:
        await asyncio.sleep(0)
        return Pass()


def played(*scripts: Script, bot: type[Bot] = Plain, wait: float = 5.0, lane: int | None = None) -> int:
    """Play against the scripts and give the exit status."""

    async def scenario() -> int:
        async with fake_referee(*scripts) as referee:
            return await play(bot, Options(referee.address, TOKEN, lane, wait))

    return asyncio.run(scenario())


async def lose(conversation: Conversation) -> None:
    """Break the stream off without a Goodbye."""
    await conversation.stream.abort(grpc.StatusCode.UNAVAILABLE, "the cable was pulled")


@pytest.mark.parametrize("bot", [Plain, Waiting], ids=["sync", "async"])
def test_a_bot_says_hello_plays_and_leaves_on_goodbye(
    bot: type[Bot], capsys: pytest.CaptureFixture[str]
) -> None:
    async def script(referee: Conversation) -> None:
        await referee.welcome()
        assert referee.metadata["authorization"] == f"Bearer {TOKEN}"
        assert referee.hello.protocol_major == 1
        assert referee.hello.session == ""
        assert referee.hello.language.startswith("python 3")
        await referee.send(batch=batch(*(offer(game) for game in range(10)), game_starts=starts(*range(10))))
        actions = await referee.answers(10)
        assert sorted(action.game for action in actions) == list(range(10))
        assert {action.action for action in actions} == {104}
        await referee.goodbye("all is played")

    assert played(script, bot=bot) == 0
    assert "gin-sdk: goodbye: all is played" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lane", "sent"), [(None, pb.LANE_ANY), (0, pb.LANE_FIRST), (1, pb.LANE_SECOND)], ids=["any", "0", "1"]
)
def test_the_lane_is_said_in_the_hello(lane: int | None, sent: int) -> None:
    async def script(referee: Conversation) -> None:
        await referee.welcome()
        assert referee.hello.lane == sent
        await referee.goodbye()

    assert played(script, lane=lane) == 0


def test_a_ping_is_answered() -> None:
    async def script(referee: Conversation) -> None:
        await referee.welcome()
        await referee.send(ping=pb.Ping(id=42))
        message = await referee.receive()
        assert message is not None
        assert message.pong.id == 42
        await referee.goodbye()

    assert played(script) == 0


def test_a_notice_is_shown_without_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    async def script(referee: Conversation) -> None:
        await referee.welcome()
        await referee.send(notice=pb.Notice(text="stale\x1b[2J\n\u202eaction"))
        await referee.goodbye()

    assert played(script) == 0
    assert "gin-sdk: notice from the referee: stale?[2J ?action\n" in capsys.readouterr().err


def test_a_slow_bot_sends_each_answer_when_it_has_it() -> None:
    class Thinking(Plain):
        def upcard(self, view: View) -> Pass:
            time.sleep(2 * 0.005)  # longer than answers are held back
            return Pass()

    async def script(referee: Conversation) -> None:
        await referee.welcome()
        await referee.send(batch=batch(*(offer(game) for game in range(4)), game_starts=starts(*range(4))))
        await referee.send(ping=pb.Ping(id=1))
        messages = [await referee.receive() for _ in range(5)]
        kinds = [str(message.WhichOneof("message")) for message in messages if message]
        assert sorted(kinds) == ["actions"] * 4 + ["pong"]
        assert all(len(message.actions.actions) <= 1 for message in messages if message)
        await referee.goodbye()

    assert played(script, bot=Thinking) == 0


def test_a_lost_stream_is_taken_up_with_the_same_session_and_objects() -> None:
    made: list[Bot] = []

    class Counted(Plain):
        def __init__(self) -> None:
            made.append(self)

    async def first(referee: Conversation) -> None:
        await referee.welcome(session="s7")
        await referee.send(batch=batch(offer(1), draw(2, turn=5), game_starts=starts(1, 2)))
        await referee.answers(2)
        await lose(referee)

    async def second(referee: Conversation) -> None:
        await referee.welcome(session="s7")
        assert referee.hello.session == "s7"
        await referee.send(batch=batch(draw(2, turn=5), offer(1, turn=1)))
        actions = await referee.answers(2)
        assert [(action.game, action.turn, action.action) for action in actions] == [(2, 5, 107), (1, 1, 104)]
        await referee.goodbye()

    assert played(first, second, bot=Counted) == 0
    assert len(made) == 2


def test_a_stream_that_ends_without_goodbye_is_lost_too(capsys: pytest.CaptureFixture[str]) -> None:
    async def first(referee: Conversation) -> None:
        await referee.welcome()

    async def second(referee: Conversation) -> None:
        await referee.welcome()
        assert referee.hello.session == "s1"
        await referee.goodbye()

    assert played(first, second) == 0
    said = capsys.readouterr().err
    assert "no connection to 127.0.0.1:" in said
    assert "connected again, 0 games in flight" in said


def test_a_new_session_begins_with_no_games() -> None:
    made: list[Bot] = []

    class Counted(Plain):
        def __init__(self) -> None:
            made.append(self)

    async def first(referee: Conversation) -> None:
        await referee.welcome(session="s1")
        await referee.send(batch=batch(offer(1), game_starts=starts(1)))
        await referee.answers(1)
        await lose(referee)

    async def second(referee: Conversation) -> None:
        await referee.welcome(session="s2")
        await referee.send(batch=batch(offer(1), game_starts=starts(1)))
        await referee.answers(1)
        await referee.goodbye()

    assert played(first, second, bot=Counted) == 0
    assert len(made) == 2


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (grpc.StatusCode.UNAUTHENTICATED, "the referee does not know this token: so there"),
        (grpc.StatusCode.PERMISSION_DENIED, "the referee refuses this bot: so there"),
        (grpc.StatusCode.ALREADY_EXISTS, "this bot plays already, from elsewhere: so there"),
        (grpc.StatusCode.FAILED_PRECONDITION, "this bot and the referee do not fit together: so there"),
        (grpc.StatusCode.INVALID_ARGUMENT, "the referee cannot use what this bot sent: so there"),
    ],
    ids=lambda value: value.name if isinstance(value, grpc.StatusCode) else "",
)
def test_a_refusal_is_one_line_and_is_not_tried_again(
    code: grpc.StatusCode, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def script(referee: Conversation) -> None:
        await referee.receive()
        await referee.stream.abort(code, "so there")

    assert played(script) == 1
    assert capsys.readouterr().err == f"gin-sdk: {said}\n"


def test_a_full_referee_is_asked_again() -> None:
    async def full(referee: Conversation) -> None:
        await referee.receive()
        await referee.stream.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "no room")

    async def free(referee: Conversation) -> None:
        await referee.welcome()
        await referee.goodbye()

    assert played(full, free) == 0


def test_a_bot_that_is_turned_out_as_a_burden_does_not_come_back(capsys: pytest.CaptureFixture[str]) -> None:
    async def script(referee: Conversation) -> None:
        await referee.welcome()
        await referee.stream.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "it never reads")

    assert played(script) == 1
    assert "no room for this bot: it never reads" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (pb.PlayResponse(goodbye=pb.Goodbye(reason="closed")), "did not let this bot in: closed"),
        (pb.PlayResponse(batch=pb.Batch()), "its first message is no Welcome"),
        (pb.PlayResponse(welcome=pb.Welcome(protocol_major=2)), "the referee speaks protocol 2, this SDK 1"),
        (
            pb.PlayResponse(welcome=pb.Welcome(protocol_major=1, rules=pb.Rules(variant="tonk"))),
            "the referee plays by rules that this SDK does not know: variant",
        ),
    ],
    ids=["goodbye", "no welcome", "other protocol", "unknown rules"],
)
def test_a_referee_that_does_not_fit_is_left(
    answer: pb.PlayResponse, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def script(referee: Conversation) -> None:
        await referee.receive()
        await referee.stream.write(answer)
        await referee.receive()

    assert played(script) == 1
    assert said in capsys.readouterr().err


def test_a_referee_that_is_gone_for_good_ends_the_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(client_module, "BEYOND_GRACE", 0.2)

    async def script(referee: Conversation) -> None:
        await referee.welcome(clock=pb.Clock(reconnect_grace_ms=1))
        await referee.send(batch=batch(offer(1), game_starts=starts(1)))
        await referee.answers(1)

    async def scenario() -> int:
        async with fake_referee(script) as referee:
            playing = asyncio.ensure_future(play(Plain, Options(referee.address, TOKEN)))
            while not referee.hellos:
                await asyncio.sleep(0.01)
        return await playing

    assert asyncio.run(scenario()) == 1
    assert ", giving up: " in capsys.readouterr().err


def test_a_bot_that_is_early_waits_for_the_referee() -> None:
    async def script(referee: Conversation) -> None:
        await referee.welcome()
        await referee.goodbye()

    async def scenario() -> int:
        async with fake_referee() as earlier:
            port = earlier.port
        playing = asyncio.ensure_future(play(Plain, Options(f"127.0.0.1:{port}", TOKEN, wait=10)))
        await asyncio.sleep(0)
        async with fake_referee(script, port=port):
            return await playing

    assert asyncio.run(scenario()) == 0


def test_a_bot_that_waits_in_vain_says_for_whom(capsys: pytest.CaptureFixture[str]) -> None:
    async def scenario() -> int:
        async with fake_referee() as earlier:
            port = earlier.port
        return await play(Plain, Options(f"127.0.0.1:{port}", TOKEN, wait=0))

    assert asyncio.run(scenario()) == 1
    assert "no referee at 127.0.0.1:" in capsys.readouterr().err


def test_patience_doubles_its_delays_spreads_them_and_ends() -> None:
    patience = Patience(10.0, now=100.0)
    for longest in (0.15, 0.3, 0.6, 1.2, 2.4, 3.0, 3.0):
        delay = patience.delay(100.0)
        assert delay is not None
        assert longest / 3 <= delay <= longest
    assert patience.delay(109.9) == pytest.approx(0.1)
    assert patience.delay(110.0) is None


def test_an_interrupt_says_bye(capsys: pytest.CaptureFixture[str]) -> None:
    byes: list[str] = []

    async def script(referee: Conversation) -> None:
        await referee.welcome()
        await referee.send(batch=batch(offer(1), game_starts=starts(1)))
        await referee.answers(1)
        signal.raise_signal(signal.SIGINT)
        message = await referee.receive()
        assert message is not None
        byes.append(message.bye.reason)

    before = signal.getsignal(signal.SIGINT)
    assert played(script) == 3
    assert byes == ["interrupted"]
    assert signal.getsignal(signal.SIGINT) is before
    assert capsys.readouterr().err == "gin-sdk: interrupted, leaving; once more to stop at once\n"


def test_an_interrupt_while_waiting_for_the_referee_ends_the_bot() -> None:
    async def scenario() -> int:
        async with fake_referee() as earlier:
            port = earlier.port
        playing = asyncio.ensure_future(play(Plain, Options(f"127.0.0.1:{port}", TOKEN)))
        await asyncio.sleep(0)
        signal.raise_signal(signal.SIGTERM)
        return await playing

    assert asyncio.run(scenario()) == 3


BOT_THAT_HANGS = """
import sys, time
from gin_sdk import Bot, run

class Hanging(Bot):
    def upcard(self, view):
        print("thinking", flush=True)
        while True:
            time.sleep(0.01)
    draw = discard = upcard

run(Hanging)
"""


def test_a_second_interrupt_stops_a_bot_that_hangs() -> None:
    async def script(referee: Conversation) -> None:
        await referee.welcome()
        await referee.send(batch=batch(offer(1), game_starts=starts(1)))
        await referee.receive()

    async def scenario() -> tuple[int, str]:
        async with fake_referee(script) as referee:
            bot = await asyncio.create_subprocess_exec(
                sys.executable, "-c", BOT_THAT_HANGS, "--referee", referee.address, "--token", TOKEN,
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            )  # fmt: skip
            assert bot.stdout is not None
            await bot.stdout.readline()
            finished = asyncio.ensure_future(bot.communicate())
            while not finished.done():
                bot.send_signal(signal.SIGINT)
                await asyncio.wait([finished], timeout=0.2)
            _, err = await finished
            return bot.returncode or 0, err.decode()

    status, err = asyncio.run(scenario())
    assert status == 3
    assert "Traceback" not in err


def test_a_bot_that_waits_for_a_referee_that_says_nothing_can_be_stopped() -> None:
    async def scenario() -> None:
        connected: list[asyncio.StreamWriter] = []
        silent = await asyncio.start_server(lambda _, writer: connected.append(writer), "127.0.0.1", 0)
        port = silent.sockets[0].getsockname()[1]
        playing = asyncio.create_task(Client(Plain, Options(f"127.0.0.1:{port}", TOKEN)).play())
        await asyncio.sleep(0.3)
        playing.cancel()
        done, _ = await asyncio.wait([playing], timeout=5)
        assert done
        assert connected
        silent.close()
        for writer in connected:
            writer.close()
            await writer.wait_closed()

    asyncio.run(scenario())
