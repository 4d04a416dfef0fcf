"""`python evil.py DEED MOMENT`: a bot that speaks the wire itself and does one bad thing once, at one moment.

Otherwise it plays like the template bot, but never knocks as `good`. What it does and what it is told goes to
standard error, one fact a line. The folder ONCE remembers what was done when the process is started again.
"""

import ctypes
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import grpc

from gin_rummy.actions import BIG_GIN, KNOCK, PASS, STOCK
from gin_rummy.cards import VALUES, card_set, cards_in
from gin_rummy.melds import best_discards
from gin_sdk.v1 import gin_pb2 as pb

PLAY = "/gin.v1.RefereeService/Play"
HIGHEST_ACTION = 108
LANE_INDEX = {"0": pb.LANE_FIRST, "1": pb.LANE_SECOND}
MOMENTS = ("before-hello", "upcard", "draw", "discard", "after-knock", "between-hands", "between-games")
PHASES = {pb.PHASE_UPCARD_OFFER: "upcard", pb.PHASE_DRAW: "draw", pb.PHASE_DISCARD: "discard"}
TRIES = 20  # streams that may end badly, one after the other, until the bot gives up
MEGABYTE = 1_000_000
SLOW_START = 8.0


def tell(*words: object) -> None:
    """Write a fact to standard error."""
    print(*words, file=sys.stderr, flush=True)


class Stream:
    """One call of `Play`, with bytes out and messages in; `refusal` is the status of one that failed."""

    def __init__(self, channel: grpc.Channel, token: str) -> None:
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        call: grpc.StreamStreamMultiCallable[bytes, pb.PlayResponse] = channel.stream_stream(
            PLAY, request_serializer=bytes, response_deserializer=pb.PlayResponse.FromString
        )
        self.call = call(iter(self._requests.get, None), metadata=(("authorization", f"Bearer {token}"),))

    def send(self, message: pb.PlayRequest | bytes) -> None:
        """Send a message, or bytes that are none."""
        self._requests.put(message if isinstance(message, bytes) else message.SerializeToString())

    def half_close(self) -> None:
        """Send nothing more."""
        self._requests.put(None)

    def messages(self) -> Iterator[pb.PlayResponse]:
        """Yield what comes until the stream ends; say why when it ends badly."""
        try:
            yield from self.call
        except grpc.RpcError:
            tell("refused", self.call.code().name, self.call.details())


class Evil:
    """The bot: its connection, what it was asked last, and whether its deed is still to be done."""

    def __init__(self, deed: str, moment: str) -> None:
        self.deed = deed
        self.moment = moment
        self.channel = grpc.insecure_channel(os.environ["GIN_REFEREE"])
        self.stream: Stream | None = None
        self.turn: pb.Turn | None = None
        self._marker = Path(os.environ["ONCE"]) / f"{deed}.{moment}"

    def run(self) -> None:
        """Dial until the referee says Goodbye."""
        if self.deed == "slow-start" and self._marker.exists():
            starts_slowly(self)
        self.at("before-hello")
        for _ in range(TRIES):
            self.stream = self.dial(pb.Hello(protocol_major=1))
            if self._play(self.stream):
                return
            time.sleep(0.2)

    def dial(self, hello: pb.Hello, token: str | None = None) -> Stream:
        """Open a stream and say Hello."""
        hello.lane = LANE_INDEX.get(os.environ.get("GIN_LANE", ""), pb.LANE_ANY)
        stream = Stream(self.channel, token or os.environ["GIN_TOKEN"])
        stream.send(pb.PlayRequest(hello=hello))
        return stream

    def at(self, moment: str) -> bool:
        """Do the deed if this is its moment; tell whether that answered the turn."""
        if moment != self.moment:
            return False
        try:
            self._marker.touch(exist_ok=False)
        except FileExistsError:
            return False
        tell("deed", self.deed, "at", moment)
        return bool(DEEDS[self.deed](self))

    def answer(self, turn: pb.Turn, code: int) -> None:
        """Send an action."""
        action = pb.Action(game=turn.game, turn=turn.turn, action=code)
        self.say(pb.PlayRequest(actions=pb.Actions(actions=[action])))

    def say(self, message: pb.PlayRequest | bytes) -> None:
        """Send on the stream there is, or as the first words of one of its own."""
        if self.stream is not None:
            self.stream.send(message)
            return
        stream = Stream(self.channel, os.environ["GIN_TOKEN"])
        stream.send(message)
        for _ in stream.messages():
            tell("was heard before Hello")

    def choose(self, turn: pb.Turn) -> int:
        """Pass, draw from the stock, and throw what helps least; knock as soon as it goes."""
        if turn.phase != pb.PHASE_DISCARD:
            return PASS if PASS in turn.legal else STOCK
        knocks = [code for code in turn.legal if KNOCK <= code < PASS]
        if knocks and self.deed != "good":
            return knocks[0]
        best = best_discards(card_set(turn.hand), card_set(card for card in turn.legal if card < KNOCK))
        return max(cards_in(best), key=VALUES.__getitem__)

    def _play(self, stream: Stream) -> bool:
        for message in stream.messages():
            kind = message.WhichOneof("message")
            if kind == "notice":
                tell("notice", message.notice.text)
            if kind == "goodbye":
                tell("goodbye", message.goodbye.reason)
                stream.half_close()
                return True
            if kind == "batch":
                self._take(message.batch)
        return False

    def _take(self, batch: pb.Batch) -> None:
        over = {game.game for game in batch.game_overs}
        for game in batch.game_overs:
            result, fault = pb.GameResult.Name(game.result), pb.AtFault.Name(game.at_fault)
            tell("over", f"{time.time():.3f}", result, game.reason, fault, game.fault)
            self.at("between-games")
        if any(hand.game not in over for hand in batch.hand_overs):
            self.at("between-hands")
        for turn in batch.turns:
            self.turn = turn
            if self.at(PHASES[turn.phase]):
                continue
            code = self.choose(turn)
            self.answer(turn, code)
            self.turn = None
            if KNOCK <= code < PASS:
                self.at("after-knock")


Deed = Callable[[Evil], object]
"""Gives something true when it answered the turn that was asked."""

UNASKED = pb.Turn(game=0, turn=1_000_000, legal=bytes((PASS,)))


def exits(status: int) -> Deed:
    def deed(_: Evil) -> None:
        os._exit(status)

    return deed


def raises(evil: Evil) -> bool:
    """Tell of an exception in a game, as the SDK does; elsewhere it ends the program."""
    error = "KeyError: 'a card I thought I had'"
    if evil.turn is None:
        raise KeyError("a card I thought I had")
    evil.say(pb.PlayRequest(failed=pb.Failed(game=evil.turn.game, turn=evil.turn.turn, error=error)))
    return True


def gets(number: signal.Signals) -> Deed:
    return lambda _: os.kill(os.getpid(), number)


def segfaults(_: Evil) -> None:
    ctypes.string_at(0)


def sleeps(_: Evil) -> None:
    time.sleep(10_000)


def is_late(_: Evil) -> None:
    time.sleep(float(os.environ["MOVE_TIME"]) + 1.0)


def answers_twice(evil: Evil) -> bool:
    turn = evil.turn or UNASKED
    for _ in range(2):
        evil.answer(turn, evil.choose(turn) if evil.turn else PASS)
    return True


def answers_another_game(evil: Evil) -> None:
    evil.answer(pb.Turn(game=7_777, turn=0), PASS)


def answers_an_old_turn(evil: Evil) -> None:
    turn = evil.turn or UNASKED
    evil.answer(pb.Turn(game=turn.game, turn=max(turn.turn - 1, 0) or 1_000_000), PASS)


def chooses(pick: Callable[[pb.Turn], int]) -> Deed:
    def deed(evil: Evil) -> bool:
        turn = evil.turn or UNASKED
        evil.answer(turn, pick(turn))
        return True

    return deed


def not_held(turn: pb.Turn) -> int:
    return next(card for card in range(52) if card not in turn.hand)


def of_another_phase(turn: pb.Turn) -> int:
    return next(code for code in (PASS, STOCK) if code not in turn.legal)


def knock_with_too_much(turn: pb.Turn) -> int:
    return next(code for code in range(KNOCK, PASS) if code not in turn.legal)


def names_a_bad_spread(evil: Evil) -> bool:
    turn = evil.turn or UNASKED
    action = pb.Action(game=turn.game, turn=turn.turn, action=KNOCK, spread=[b"\x00\x01\xff"])
    evil.say(pb.PlayRequest(actions=pb.Actions(actions=[action])))
    return True


def says(data: bytes, times: int = 1) -> Deed:
    def deed(evil: Evil) -> bool:
        for _ in range(times):
            evil.say(data)
        return True

    return deed


def says_hello_twice(evil: Evil) -> bool:
    hello = pb.PlayRequest(hello=pb.Hello(protocol_major=1))
    if evil.stream is None:
        evil.stream = evil.dial(pb.Hello(protocol_major=1))
    evil.say(hello)
    for message in evil.stream.messages():
        tell("was told", message.WhichOneof("message"))
    return True


def never_reads(_: Evil) -> None:
    threading.Event().wait()


def closes_the_stream(evil: Evil) -> None:
    if evil.stream is not None:
        evil.stream.call.cancel()
    time.sleep(10_000)


def dials_again(major: int = 1, token: str | None = None, session: str = "") -> Deed:
    """Open a second stream beside the first, which must be refused; before Hello there is none yet."""

    def deed(evil: Evil) -> None:
        first = None
        if evil.stream is None and major == 1 and token is None:
            first = evil.dial(pb.Hello(protocol_major=1))
            next(iter(first.call))
        second = evil.dial(pb.Hello(protocol_major=major, session=session), token)
        for message in second.messages():
            tell("let in twice", message.WhichOneof("message"))
        if first is not None:
            first.call.cancel()

    return deed


def forks_children(_: Evil) -> None:
    """Leave a child in a session of its own and an orphan below it."""
    code = "import os, time; os.setsid(); os.fork(); time.sleep(10000)"
    os.posix_spawn(sys.executable, [sys.executable, "-S", "-c", code], os.environ)


def prints(_: Evil) -> None:
    """Print a lot while it plays on."""
    line = b"\x1b]0;owned\x07\x1b[31m" + b"x" * MEGABYTE + b"\n"
    megabytes = int(os.environ["STDERR_MB"])

    def write() -> None:
        for _ in range(megabytes):
            os.write(2, line)

    threading.Thread(target=write, daemon=True).start()


def eats_memory(_: Evil) -> None:
    hoard = []
    while True:
        hoard.append(bytearray(50 * MEGABYTE))


def opens_files(_: Evil) -> None:
    hoard = []
    while True:
        hoard.append(Path(os.devnull).open())  # noqa: SIM115


def starts_slowly(evil: Evil) -> None:
    """Need long before Hello: now, or as the process that replaces this one."""
    if evil.stream is not None:
        os._exit(1)
    time.sleep(SLOW_START)


def cannot_be_started(evil: Evil) -> None:
    """Take away the command that starts this bot, or leave it without permission, and end."""
    command = Path(os.environ["COMMAND"])
    if evil.deed == "no-permission":
        command.chmod(0)
    else:
        command.unlink()
    os._exit(1)


STALE = pb.PlayRequest(actions=pb.Actions(actions=[pb.Action(game=7_777, turn=0, action=PASS)] * 256))

DEEDS: dict[str, Deed] = {
    "exit-0": exits(0),
    "exit-1": exits(1),
    "raise": raises,
    "killed": gets(signal.SIGKILL),
    "segfault": segfaults,
    "stop": gets(signal.SIGSTOP),
    "sleep": sleeps,
    "late": is_late,
    "never-reads": never_reads,
    "twice": answers_twice,
    "other-game": answers_another_game,
    "old-turn": answers_an_old_turn,
    "illegal-number": chooses(lambda _: HIGHEST_ACTION + 1),
    "illegal-phase": chooses(of_another_phase),
    "illegal-card": chooses(not_held),
    "illegal-knock": chooses(knock_with_too_much),
    "illegal-gin": chooses(lambda _: BIG_GIN),
    "illegal-spread": names_a_bad_spread,
    "garbage": says(b"\x0a\xff\xff\xff"),
    "10-MB": says(b"\x00" * (10 * MEGABYTE)),
    "flood": says(STALE.SerializeToString(), 6),
    "second-hello": says_hello_twice,
    "close": closes_the_stream,
    "connect-twice": dials_again(),
    "other-session": dials_again(session="the session of good"),
    "wrong-token": dials_again(token="0" * 64),
    "old-protocol": dials_again(major=0),
    "new-protocol": dials_again(major=2),
    "fork": forks_children,
    "print": prints,
    "memory": eats_memory,
    "files": opens_files,
    "no-command": cannot_be_started,
    "no-permission": cannot_be_started,
    "slow-start": starts_slowly,
}

if __name__ == "__main__":
    try:
        Evil(*sys.argv[1:3]).run()
    except BaseException:  # noqa: BLE001 - gRPC's threads would hold up the usual end of a program
        traceback.print_exc()
        os._exit(1)
    os._exit(0)
