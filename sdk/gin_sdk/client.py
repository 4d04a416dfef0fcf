"""A bot's connection to the referee: it waits for the referee, and comes back when it is cut off."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import uniform
from time import monotonic
from types import FrameType

# grpc reads these when it is imported: bots that fork crash with its fork handlers, and what ends a stream is
# said in words of our own.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

import grpc
from grpc import aio

from gin_rummy.rules import BadRules
from gin_sdk.bot import Bot
from gin_sdk.endings import Lost, Refused
from gin_sdk.games import Games
from gin_sdk.options import Options
from gin_sdk.say import say
from gin_sdk.stream import END_TIMEOUT, Stream, hello
from gin_sdk.v1 import gin_pb2 as pb
from gin_sdk.v1.gin_pb2_grpc import RefereeServiceStub
from gin_sdk.wire import rules_of

DONE, FAILED, INTERRUPTED = 0, 1, 3  # exit statuses

FIRST_DELAY, LONGEST_DELAY = 0.1, 2.0  # seconds between attempts, doubled each time
BEYOND_GRACE = 5.0  # seconds that a lost bot goes on trying after the referee's own patience ended

_CHANNEL_OPTIONS = (
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.keepalive_time_ms", 20_000),  # sees a referee that vanished without closing
    ("grpc.http2.ping_timeout_ms", 20_000),
)


class Patience:
    """When to try again, and when to give up."""

    def __init__(self, seconds: float, now: float) -> None:
        self.deadline = now + seconds
        self._delay = FIRST_DELAY

    def delay(self, now: float) -> float | None:
        """Give the seconds to wait before the next attempt, None when there is to be none."""
        if now >= self.deadline:
            return None
        delay = min(self._delay * uniform(0.5, 1.5), self.deadline - now)  # noqa: S311 - spreads many bots
        self._delay = min(self._delay * 2, LONGEST_DELAY)
        return delay


class Client:
    """Plays one bot on one connection; `play` returns when the referee says Goodbye."""

    def __init__(self, bot: type[Bot], options: Options) -> None:
        self._bot = bot
        self._options = options
        self._session = ""
        self._grace = 0.0
        self._games: Games | None = None
        self._stream: Stream | None = None
        self._leaving = False

    async def play(self) -> str:
        """Play until Goodbye and give its reason.

        Raises:
            Refused: when the referee does not let the bot in, or is not there any more.
        """
        patience = Patience(self._options.wait, monotonic())
        waiting = False
        async with _channel(self._options) as channel:
            stub = RefereeServiceStub(channel)
            while True:
                stream = Stream(stub.Play(metadata=(("authorization", f"Bearer {self._options.token}"),)))
                try:
                    return await self._play_on(stream)
                except Lost as lost:
                    if self._leaving:
                        return ""
                    if stream.progress:
                        patience, waiting = Patience(self._grace + BEYOND_GRACE, monotonic()), False
                    delay = patience.delay(monotonic())
                    if delay is None:
                        raise Refused(
                            f"no referee at {self._options.referee} any more, giving up: {lost}"
                        ) from None
                    if not waiting:
                        waiting = True
                        left = patience.deadline - monotonic()
                        say(f"no connection to {self._options.referee}, trying for {left:.0f} s: {lost}")
                finally:
                    self._stream = None
                    await stream.close()
                await asyncio.sleep(delay)

    async def bye(self, reason: str) -> None:
        """Tell the referee that the bot leaves, if there is one to be told."""
        self._leaving = True
        if self._stream is not None:
            with suppress(Lost, Refused, asyncio.InvalidStateError):
                await self._stream.bye(reason)

    async def _play_on(self, stream: Stream) -> str:
        welcome = await stream.welcome(hello(self._options.lane, self._session))
        games = self._join(welcome)
        games.ready = stream.flush_soon
        self._stream = stream
        return await stream.play(games)

    def _join(self, welcome: pb.Welcome) -> Games:
        """Go on with the games of a session that is known, or begin a new one."""
        self._grace = welcome.clock.reconnect_grace_ms / 1000
        if self._games is not None and welcome.session == self._session:
            say(f"connected again, {len(self._games)} games in flight")
            return self._games
        if self._games is not None:
            self._games.close()
            say("connected again; the referee began a new session")
        try:
            rules = rules_of(welcome.rules)
        except BadRules as error:
            raise Refused(f"the referee plays by rules that this SDK does not know: {error}") from None
        self._session = welcome.session
        self._games = Games(self._bot, rules)
        return self._games


async def play(bot: type[Bot], options: Options) -> int:
    """Play *bot* until the referee ends it or a signal comes; say what happened and give the exit status."""
    client = Client(bot, options)
    interrupted = asyncio.Event()
    loop = asyncio.get_running_loop()
    with _on_signals(lambda: loop.call_soon_threadsafe(interrupted.set)):
        playing = asyncio.ensure_future(client.play())
        playing.add_done_callback(_see_exception)
        waiting = asyncio.ensure_future(interrupted.wait())
        await asyncio.wait([playing, waiting], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if not playing.done():
            say("interrupted, leaving; once more to stop at once")
            await client.bye("interrupted")
            await asyncio.wait([playing], timeout=END_TIMEOUT)
            playing.cancel()
            await asyncio.wait([playing])
            return INTERRUPTED
    try:
        reason = playing.result()
    except Refused as refused:
        say(str(refused))
        return FAILED
    say(f"goodbye: {reason}" if reason else "goodbye")
    return DONE


def _see_exception(task: asyncio.Task[str]) -> None:
    """Keep asyncio from printing the KeyboardInterrupt of a second signal, which ends the program anyway."""
    if not task.cancelled():
        task.exception()


def _channel(options: Options) -> aio.Channel:
    tls = options.tls
    if tls is None:
        return aio.insecure_channel(options.referee, options=_CHANNEL_OPTIONS)
    credentials = grpc.ssl_channel_credentials(tls.ca, tls.key, tls.certificate)
    name = (("grpc.ssl_target_name_override", tls.name),) if tls.name else ()
    return aio.secure_channel(options.referee, credentials, options=(*_CHANNEL_OPTIONS, *name))


@contextmanager
def _on_signals(call: Callable[[], object]) -> Iterator[None]:
    """Call *call* on the first SIGINT or SIGTERM; a second raises KeyboardInterrupt."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came = False

    def handle(_number: int, _frame: FrameType | None) -> None:
        nonlocal came
        if came:
            raise KeyboardInterrupt
        came = True
        call()

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
