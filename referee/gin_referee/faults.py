"""Whose fault it is: refused connections, errors of bots with their evidence, and what each kind costs.

An action that the rules forbid is `gin_rummy.errors.IllegalAction`; anything that is neither is a bug of
ours.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from gin_referee.records import Cost, FaultKind
from gin_rummy.errors import GinError

RefusalCode = Literal["ALREADY_EXISTS", "FAILED_PRECONDITION", "NOT_FOUND", "INVALID_ARGUMENT", "UNAVAILABLE"]


class BotFault(GinError):  # noqa: N818 - says what happened
    """A bot did what costs it; the text is the evidence, in words."""

    kind: ClassVar[FaultKind]


class BotTimedOut(BotFault):
    """The clock of a decision ran out."""

    kind = "timeout"


class BotCrashed(BotFault):
    """Its code raised an exception in one game, or its process ended."""

    kind = "crash"


class BotLeft(BotFault):
    """Its stream ended while it owed decisions, and it did not come back in time."""

    kind = "disconnect"


class BotBrokeProtocol(BotFault):
    """It sent what does not parse or breaks a limit."""

    kind = "protocol"


class Refused(GinError):  # noqa: N818 - says what happened
    """A connection cannot begin; `code` is the name of the gRPC status."""

    def __init__(self, code: RefusalCode, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True, slots=True)
class Policy:
    """What each kind of fault costs; the fields are the keys of a config's `on_fault:` section.

    Under forfeit_hand and substitute the *max_faults*-th fault of a seat in one game costs forfeit_game.
    """

    illegal: Cost = "forfeit_game"
    timeout: Cost = "forfeit_game"
    crash: Cost = "forfeit_game"
    disconnect: Cost = "forfeit_game"
    protocol: Cost = "forfeit_game"
    max_faults: int = 10

    def cost(self, kind: FaultKind, earlier: int) -> Cost:
        """Give the cost of a fault of *kind* by a seat with *earlier* faults in the same game.

        >>> Policy(illegal="substitute", max_faults=2).cost("illegal", earlier=1)
        'forfeit_game'
        """
        cost: Cost = getattr(self, kind)
        return "forfeit_game" if earlier + 1 >= self.max_faults else cost
