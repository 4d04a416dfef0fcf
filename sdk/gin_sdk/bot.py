"""What an author writes: a subclass of `Bot` with three methods."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable
from random import Random

from gin_rummy.actions import BigGin, Discard, Knock, Pass, Stock, Take, Upcard
from gin_rummy.rules import Rules
from gin_rummy.view import View
from gin_sdk.summaries import GameSummary, HandSummary

DECISIONS = ("upcard", "draw", "discard")
"""The methods that every bot defines."""


class Bot(ABC):
    """A player in one game: each game gets a new object of the class, so what it remembers is of that game.

    Every method may be `async`. An exception, or a value that is no action, costs that game only. What the
    comments below say is set before `__init__` is called, which takes no argument.
    """

    random: Random  # seeded by the referee: the same in both games of a deal pair
    seat: int  # 0 or 1
    opponent: str  # its name; empty in an anonymous tournament
    rules: Rules

    @abstractmethod
    def upcard(self, view: View) -> Take | Pass | Awaitable[Take | Pass]:
        """Answer the offer of the upcard at the start of a hand."""

    @abstractmethod
    def draw(self, view: View) -> Upcard | Stock | Awaitable[Upcard | Stock]:
        """Choose the pile to draw from."""

    @abstractmethod
    def discard(self, view: View) -> Discard | Knock | BigGin | Awaitable[Discard | Knock | BigGin]:
        """End the turn with one of eleven cards, or the hand with a knock or big gin."""

    def game_started(self) -> Awaitable[None] | None:  # noqa: B027 - hooks are optional
        """Prepare for the game; called once, before its first decision."""

    def hand_over(self, summary: HandSummary) -> Awaitable[None] | None:  # noqa: B027
        """Learn how a hand ended."""

    def game_over(self, summary: GameSummary) -> Awaitable[None] | None:  # noqa: B027
        """Learn how the game ended; the object is dropped afterwards."""


def is_bot(candidate: object) -> str | None:
    """Say in one line what keeps *candidate* from being played, or None when it is a playable bot class."""
    if not isinstance(candidate, type):
        name = type(candidate).__name__
        return f"run() takes the bot's class, as in run({name}); it got {candidate!r}"
    if not issubclass(candidate, Bot):
        return f"{candidate.__name__} is no bot: write `class {candidate.__name__}(Bot):`"
    missing = [name for name in DECISIONS if getattr(candidate, name) is getattr(Bot, name)]
    if missing:
        return f"{candidate.__name__} must define {' and '.join(f'{name}(self, view)' for name in missing)}"
    return None
