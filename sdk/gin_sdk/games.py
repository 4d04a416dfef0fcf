"""All games of one connection: which bot object plays which, in what order it is asked, what it answered.

Messages come in and answers go to the outbox; nothing is read, sent or timed here. Decisions of a bot whose
methods are `async` run side by side as tasks; within one game everything happens in order.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from operator import methodcaller

from gin_rummy.rules import Rules
from gin_sdk.bot import Bot
from gin_sdk.outbox import Outbox
from gin_sdk.say import say
from gin_sdk.seat import Seat
from gin_sdk.summaries import game_summary, hand_summary
from gin_sdk.v1 import gin_pb2 as pb

Step = Callable[[], Awaitable[None] | None]


class Games:
    """The bot's side of the games in flight.

    Answers go to `outbox`; when one came in later than it was asked for, `ready` is called. A new
    stream sets both.
    """

    def __init__(self, bot: type[Bot], rules: Rules) -> None:
        self.outbox = Outbox(0, 0)
        self.ready: Callable[[], None] = _do_nothing
        self._bot = bot
        self._rules = rules
        self._seats: dict[int, Seat] = {}
        self._pending: dict[int, asyncio.Task[None]] = {}
        self._wants_start = bot.game_started is not Bot.game_started
        self._wants_hand = bot.hand_over is not Bot.hand_over
        self._wants_game = bot.game_over is not Bot.game_over

    def __len__(self) -> int:
        """Count the games in flight."""
        return len(self._seats)

    def learn(self, batch: pb.Batch) -> None:
        """Take in the news of a batch, which come before its turns; a game that is known goes on as it is."""
        for start in batch.game_starts:
            if start.game not in self._seats:
                seat = self._seats[start.game] = Seat(self._bot, start, self._rules)
                if self._wants_start:
                    self._in_order(seat.game, partial(seat.tell, methodcaller("game_started")))
        if self._wants_hand:
            for hand_over in batch.hand_overs:
                known = self._seats.get(hand_over.game)
                if known:
                    summary = hand_summary(hand_over)
                    self._in_order(known.game, partial(known.tell, methodcaller("hand_over", summary)))
        for game_over in batch.game_overs:
            left = self._seats.pop(game_over.game, None)
            if left and self._wants_game:
                over = game_summary(game_over)
                self._in_order(left.game, partial(left.tell, methodcaller("game_over", over)))

    def decide(self, turn: pb.Turn) -> None:
        """Answer *turn*: at once, later, or as before when it was answered already."""
        game = turn.game
        seat = self._seats.get(game)
        if seat is None:
            self._answer_stranger(turn)
        elif self._pending and game in self._pending:
            if seat.turn != turn.turn:  # else it is being thought about
                self._in_order(game, partial(self._decide, seat, turn))
        elif seat.turn == turn.turn:
            self.outbox.put(seat)
        else:
            later = seat.decide(turn)
            if later is None:
                self.outbox.put(seat)
            else:
                self._start(game, self._answer_later(seat, later))

    def close(self) -> None:
        """Stop what is still being thought about."""
        for task in self._pending.values():
            task.cancel()

    def _decide(self, seat: Seat, turn: pb.Turn) -> Awaitable[None] | None:
        later = seat.decide(turn)
        if later is None:
            self.outbox.put(seat)
            self.ready()
            return None
        return self._answer_later(seat, later)

    async def _answer_later(self, seat: Seat, later: Awaitable[None]) -> None:
        await later
        self.outbox.put(seat)
        self.ready()

    def _in_order(self, game: int, step: Step) -> None:
        before = self._pending.get(game)
        later = self._after(before, step) if before else step()
        if later is not None:
            self._start(game, later)

    async def _after(self, before: asyncio.Task[None], step: Step) -> None:
        await asyncio.wait([before])
        later = step()
        if later is not None:
            await later

    def _start(self, game: int, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._pending[game] = task
        task.add_done_callback(partial(self._finished, game))

    def _finished(self, game: int, task: asyncio.Task[None]) -> None:
        if self._pending.get(game) is task:
            del self._pending[game]
        if not task.cancelled():
            task.result()

    def _answer_stranger(self, turn: pb.Turn) -> None:
        """Say that no bot sits in this game: no `GameStart` announced it, or it is over."""
        error = f"a turn of game {turn.game} came, which is not in play here"
        say(error)
        self.outbox.put_failed(turn.game, turn.turn, error)


def _do_nothing() -> None:
    """Stand in for what a stream sets."""
