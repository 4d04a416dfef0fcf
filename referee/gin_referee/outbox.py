"""What waits to be sent to one connection, and when it goes: decisions in order, and news as it comes.

The constants are measured (docs/adr/0003-the-wire.md): a message costs about 100 µs a side whatever is in it,
so the number of decisions in a message decides the speed of everything.
"""

from collections import deque
from collections.abc import Sequence
from typing import Generic, TypeVar

from gin_referee.clocks import TurnQueue
from gin_sdk.v1 import gin_pb2 as pb

MOST_IN_MESSAGE = 256  # turns or actions: bounds what one message can cost either side
MOST_MESSAGE_BYTES = 64 * 1024  # from a bot: 256 actions with spreads are a third of it
SHARE = 2  # a message carries one in so many games in flight: smaller ones cost more than they overlap
WINDOW = 2  # messages unanswered: the bot works on one while the other is on its way
MOST_STRAYS = 1024  # answers to nothing, less those to something: what was unanswered sent twice, no flood

T = TypeVar("T")


class Outbox(Generic[T]):
    """The decisions ready to be asked, oldest first (`ready`), those asked (`queue`), and the news.

    It is bounded by the games in flight: a game waits for one decision at a time, and none goes on past the
    bot's. `urgent` news does not wait for a decision.
    """

    __slots__ = ("_draft", "cap", "queue", "ready", "urgent")

    def __init__(self) -> None:
        self.ready: deque[T] = deque()
        self.queue: TurnQueue[T] = TurnQueue()
        self.urgent = False
        self.cap = MOST_IN_MESSAGE
        self._draft: pb.PlayResponse | None = None

    def batch(self, in_flight: int) -> int:
        """Tell how many decisions to send now in one message, 0 to wait; *in_flight* games are there."""
        ready = len(self.ready)
        if not ready:
            return 0
        size = min(self.cap, -(-in_flight // SHARE))
        parcels = self.queue.parcels
        if not parcels:
            return min(ready, size)
        return size if parcels < WINDOW and ready >= size else 0

    @property
    def news(self) -> pb.Batch:
        """The next message, to add news to."""
        if self._draft is None:
            self._draft = pb.PlayResponse()
        return self._draft.batch

    def announce_again(self, starts: Sequence[pb.GameStart]) -> None:
        """Let the news hold these games in place of those it would have announced."""
        if starts or self._draft is not None:
            del self.news.game_starts[:]
            self.news.game_starts.extend(starts)

    def take(self) -> pb.PlayResponse:
        """Hand over the next message: the news so far, and room for turns."""
        message, self._draft = self._draft, None
        self.urgent = False
        if message is None:
            message = pb.PlayResponse()
            message.batch.SetInParent()
        return message

    def news_alone(self) -> bool:
        """Tell whether news should not wait for more decisions: a fault ended a game, or nothing is owed."""
        return self._draft is not None and (self.urgent or self.queue.head is None)
