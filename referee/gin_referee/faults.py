"""Whose fault it is: refused connections, broken protocol, and what each kind of fault costs.

Faults of a game are values (`records.Fault`). An action that the rules forbid is
`gin_rummy.errors.IllegalAction`; anything that is none of these is a bug of ours.
"""

from dataclasses import dataclass
from typing import Literal

from gin_referee.records import Cost, FaultKind
from gin_rummy.errors import GinError

RefusalCode = Literal[
    "ALREADY_EXISTS",
    "FAILED_PRECONDITION",
    "NOT_FOUND",
    "INVALID_ARGUMENT",
    "PERMISSION_DENIED",
    "UNAVAILABLE",
]


class BotBrokeProtocol(GinError):
    """A bot sent what does not parse or breaks a limit; the text is the evidence, in words."""


class Refused(GinError):
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
