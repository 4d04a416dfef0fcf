"""One bot object in one game: it is asked, what it raises is caught, and its last answer is kept.

No message is built or sent here.
"""

import asyncio
import sys
import traceback
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from random import Random

from gin_rummy.actions import PLAIN, Discard
from gin_rummy.cards import DECK_SIZE
from gin_rummy.rules import Rules
from gin_rummy.view import View
from gin_sdk.answers import NoAction, Spread, answer_of
from gin_sdk.bot import DECISIONS, Bot
from gin_sdk.say import say
from gin_sdk.v1 import gin_pb2 as pb

MOST_EVIDENCE = 2000  # characters of a traceback's end that go to the referee
NO_TURN = -1

Method = Callable[[View], object]


class Seat:
    """A bot's place in one game: `turn`, and `code` with `spread` or else `error`, are its last answer."""

    __slots__ = ("_bot", "_broken", "_methods", "_rules", "code", "error", "game", "spread", "turn")

    def __init__(self, bot: type[Bot], start: pb.GameStart, rules: Rules) -> None:
        self.game = start.game
        self.turn = NO_TURN
        self.code = 0
        self.spread: Spread = ()
        self.error: str | None = None
        self._rules = rules
        self._broken: str | None = None  # raised outside of a decision: told with the next one
        self._bot: Bot | None = None
        self._methods: tuple[Method, ...] = ()
        player = bot.__new__(bot)
        player.random = Random(start.bot_seed)  # noqa: S311 - a game
        player.seat = start.seat
        player.opponent = start.opponent
        player.rules = rules
        try:
            bot.__init__(player)
        except Exception as error:  # noqa: BLE001 - the edge to the author's code
            self._broken = _report(error, start.game)
            return
        self._bot = player
        # By number of the phase; the first is no phase.
        self._methods = (player.upcard, *(getattr(player, name) for name in DECISIONS))

    def decide(self, turn: pb.Turn) -> Awaitable[None] | None:
        """Ask the bot for its decision; the answer is there at once, or when the result was awaited."""
        self.turn = turn.turn
        self.error = None
        self.spread = ()
        if self._broken is not None:
            self.error = self._broken
            if self._bot is not None:
                self._broken = None
            return None
        phase = turn.phase
        try:
            value = self._methods[phase](View(turn, self._rules))
        except Exception as error:  # noqa: BLE001 - the edge to the author's code
            self.error = _report(error, self.game)
            return None
        if type(value) is Discard:
            card = value.card
            if type(card) is int and 0 <= card < DECK_SIZE:
                self.code = card
                return None
        else:
            code = PLAIN.get(type(value))
            if code is not None:
                self.code = code
                return None
        if isawaitable(value):
            return self._decide_later(phase, value)
        self._take(phase, value)
        return None

    def tell(self, hook: Callable[[Bot], object]) -> Awaitable[None] | None:
        """Call a hook; what it raises costs the bot's next decision in this game."""
        if self._bot is None:
            return None
        try:
            value = hook(self._bot)
        except Exception as error:  # noqa: BLE001 - the edge to the author's code
            self._broken = _report(error, self.game)
            return None
        return self._told_later(value) if isawaitable(value) else None

    async def _decide_later(self, phase: int, value: Awaitable[object]) -> None:
        try:
            result = await value
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - the edge to the author's code
            _raise_if_cancelled()
            self.error = _report(error, self.game)
        else:
            self._take(phase, result)

    async def _told_later(self, value: Awaitable[object]) -> None:
        try:
            await value
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - the edge to the author's code
            _raise_if_cancelled()
            self._broken = _report(error, self.game)

    def _take(self, phase: int, value: object) -> None:
        try:
            self.code, self.spread = answer_of(DECISIONS[phase - 1], value)
        except NoAction as error:
            self.error = str(error)
            say(f"game {self.game}: {error}")


def _raise_if_cancelled() -> None:
    """Let a cancellation of ours through; one that the author's code raised itself is its failure."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _report(error: BaseException, game: int) -> str:
    """Print the traceback for the author; give its last lines as evidence, without the frame of this file."""
    frames = error.__traceback__.tb_next if error.__traceback__ else None
    text = "".join(traceback.format_exception(type(error), error, frames)).rstrip()
    say(f"game {game}: the bot failed")
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
    return text[-MOST_EVIDENCE:]
