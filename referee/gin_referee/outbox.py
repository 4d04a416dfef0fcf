"""What waits to be sent to one connection, and when: nothing is built or sent here.

The constants are measured (docs/adr/0003-the-wire.md): a message costs about 100 µs a side whatever is in it,
so the number of decisions in a message decides the speed of everything.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from gin_referee.clocks import TurnQueue
from gin_sdk.v1 import gin_pb2 as pb

MOST_IN_MESSAGE = 256  # turns or actions: bounds what one message can cost either side
MOST_MESSAGE_BYTES = 64 * 1024  # from a bot: 256 actions with spreads are a third of it
SHARE = 3  # a message carries one in so many games in flight; with all of them the two sides wait in turn
WINDOW = 2  # messages unanswered: the bot works on one while the other is on its way
MOST_STRAYS = 1024  # answers to nothing, less those to something: what was unanswered sent twice, no flood

T = TypeVar("T")


@dataclass(slots=True)
class News:
    """What a connection is to learn, in the order of a `Batch`."""

    starts: list[pb.GameStart] = field(default_factory=list)
    hand_overs: list[pb.HandOver] = field(default_factory=list)
    game_overs: list[pb.GameOver] = field(default_factory=list)
    urgent: bool = False

    def __bool__(self) -> bool:
        return bool(self.starts or self.hand_overs or self.game_overs)


class Outbox(Generic[T]):
    """The decisions ready to be asked, oldest first (`ready`), those asked (`queue`), and the news.

    It is bounded by the games in flight: a game waits for one decision at a time, and none goes on past the
    bot's.
    """

    __slots__ = ("cap", "news", "queue", "ready")

    def __init__(self) -> None:
        self.ready: deque[T] = deque()
        self.queue: TurnQueue[T] = TurnQueue()
        self.news = News()
        self.cap = MOST_IN_MESSAGE

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

    def take_news(self) -> News:
        """Hand over the news."""
        news, self.news = self.news, News()
        return news

    def news_alone(self) -> bool:
        """Tell whether news should not wait for more decisions: a fault ended a game, or nothing is owed."""
        return bool(self.news) and (self.news.urgent or self.queue.head is None)
