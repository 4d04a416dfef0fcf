"""A referee that does what a test tells it to, over a real gRPC server in the test's own event loop."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager

import grpc
from grpc import aio

from gin_sdk.v1 import gin_pb2 as pb

TOKEN = "token-of-the-test"  # noqa: S105 - opens nothing

Stream = aio.ServicerContext[pb.PlayRequest, pb.PlayResponse]


class Conversation:
    """One stream of a bot: what it said and what it is told."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.hello = pb.Hello()
        self.metadata = {key: str(value) for key, value in stream.invocation_metadata() or ()}

    async def receive(self) -> pb.PlayRequest | None:
        """Wait for the bot's next message; None when it closed its side."""
        message = await self.stream.read()
        return message if isinstance(message, pb.PlayRequest) else None

    async def send(self, **message: object) -> None:
        """Send a message, named as in PlayResponse."""
        await self.stream.write(pb.PlayResponse(**message))  # type: ignore[arg-type]

    async def welcome(self, **welcome: object) -> None:
        """Take the Hello and answer it."""
        first = await self.receive()
        assert first is not None
        self.hello = first.hello
        await self.send(welcome=make_welcome(**welcome))

    async def answers(self, count: int) -> list[pb.Action]:
        """Collect *count* actions, from as many messages as they come in."""
        actions: list[pb.Action] = []
        while len(actions) < count:
            message = await self.receive()
            assert message is not None
            assert message.HasField("actions"), message
            actions.extend(message.actions.actions)
        return actions

    async def failed(self) -> pb.Failed:
        """Wait for a failure."""
        message = await self.receive()
        assert message is not None
        assert message.HasField("failed"), message
        return message.failed

    async def goodbye(self, reason: str = "") -> None:
        """End the stream as the real one does: say so and wait for the bot to close its side."""
        await self.send(goodbye=pb.Goodbye(reason=reason))
        while await self.receive() is not None:
            pass


Script = Callable[[Conversation], Awaitable[None]]


class FakeReferee:
    """Plays the scripts in order, one a stream; a stream too many is refused."""

    def __init__(self, scripts: Sequence[Script]) -> None:
        self._scripts = list(scripts)
        self.port = 0
        self.hellos: list[pb.Hello] = []
        self.failures: list[BaseException] = []

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self.port}"

    async def play(self, _requests: AsyncIterator[pb.PlayRequest], stream: Stream) -> None:
        """Serve one stream."""
        if not self._scripts:
            await stream.abort(grpc.StatusCode.PERMISSION_DENIED, "the script has no more streams")
        conversation = Conversation(stream)
        try:
            await self._scripts.pop(0)(conversation)
        except AssertionError as failure:
            self.failures.append(failure)
            raise
        finally:
            self.hellos.append(conversation.hello)


@asynccontextmanager
async def fake_referee(
    *scripts: Script, port: int = 0, tls: grpc.ServerCredentials | None = None
) -> AsyncIterator[FakeReferee]:
    """Run a referee for the length of a block; what its scripts asserted in vain is raised at the end."""
    referee = FakeReferee(scripts)
    server = aio.server(options=(("grpc.so_reuseport", 0),))
    handler = grpc.stream_stream_rpc_method_handler(
        referee.play,
        request_deserializer=pb.PlayRequest.FromString,
        response_serializer=pb.PlayResponse.SerializeToString,
    )
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("gin.v1.RefereeService", {"Play": handler}),)
    )
    address = f"127.0.0.1:{port}"
    referee.port = server.add_secure_port(address, tls) if tls else server.add_insecure_port(address)
    await server.start()
    try:
        yield referee
    finally:
        await server.stop(None)
        await asyncio.sleep(0)
    if referee.failures:
        raise referee.failures[0]


def make_welcome(**changes: object) -> pb.Welcome:
    """Make a Welcome of a referee with the standard rules."""
    values: dict[str, object] = {
        "protocol_major": 1,
        "session": "s1",
        "lane": pb.LANE_ANY,
        "name": "mine",
        "rules": STANDARD,
        "clock": pb.Clock(move_time_ms=5000, reconnect_grace_ms=2000),
        "max_batch": 256,
        "max_message_bytes": 65536,
    }
    return pb.Welcome(**(values | changes))  # type: ignore[arg-type]


def starts(*games: int, opponent: str = "other") -> list[pb.GameStart]:
    """Announce games."""
    return [pb.GameStart(game=game, seat=game % 2, opponent=opponent, bot_seed=1000 + game) for game in games]


def offer(game: int, turn: int = 0) -> pb.Turn:
    """Ask for the answer to an upcard: the six of clubs, with hearts and spades in hand."""
    return pb.Turn(
        game=game,
        turn=turn,
        phase=pb.PHASE_UPCARD_OFFER,
        legal=bytes([104, 105]),
        hand=bytes([26, 27, 28, 33, 35, 37, 40, 44, 48, 51]),
        upcard=5,
        discard_pile=bytes([5]),
        stock_left=31,
        knock_limit=10,
        time_left_ms=5000,
    )


def draw(game: int, turn: int = 1) -> pb.Turn:
    """Ask where to draw from."""
    asked = offer(game, turn)
    asked.phase = pb.PHASE_DRAW
    asked.legal = bytes([106, 107])
    return asked


def discard(
    game: int, turn: int = 2, hand: Iterable[int] = (0, 26, 27, 28, 33, 35, 37, 40, 44, 48, 51)
) -> pb.Turn:
    """Ask for a discard; the ace of clubs was drawn from the stock."""
    asked = offer(game, turn)
    asked.phase = pb.PHASE_DISCARD
    asked.hand = bytes(hand)
    asked.legal = asked.hand
    asked.drawn = 0
    return asked


def batch(*turns: pb.Turn, **news: object) -> pb.Batch:
    """Put turns and news into a batch."""
    return pb.Batch(turns=turns, **news)  # type: ignore[arg-type]


STANDARD = pb.Rules(
    variant="standard",
    format="game",
    target=100,
    knock_limit=10,
    oklahoma_ace="one",
    dealer="alternate",
    first_dealer="cut",
    gin_bonus=25,
    undercut_bonus=25,
    big_gin_bonus=31,
    game_bonus=100,
    box_bonus=25,
    shutout_multiplier=2,
    forfeit_points=25,
    stock="shared",
    max_decisions_per_hand=200,
    max_hands_per_game=100,
)
