"""The options of the game, with their defaults and the combinations that make no sense."""

from dataclasses import dataclass
from typing import Literal

from gin_rummy.errors import GinError

Variant = Literal["standard", "straight", "oklahoma"]
DealerRule = Literal["alternate", "winner", "loser"]
FirstDealer = Literal["cut", "seat0", "seat1"]


class BadRules(GinError):  # noqa: N818 - says what happened
    """An option has a value that is not allowed, or two options make no sense together; `option` names one."""

    def __init__(self, option: str, why: str) -> None:
        super().__init__(f"{option}: {why}")
        self.option = option
        self.why = why


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of rules; the fields are the keys of a config's `rules:` section (docs/rules.md).

    Raises:
        BadRules: when a value or a combination is not allowed.
    """

    variant: Variant = "standard"
    big_gin: bool = False
    hollywood: bool = False
    format: Literal["game", "hands"] = "game"
    target: int = 100
    hands: int | None = None
    knock_limit: int = 10
    oklahoma_ace: Literal["one", "gin"] = "one"
    oklahoma_spade_doubles: bool = False
    dealer: DealerRule = "alternate"
    first_dealer: FirstDealer = "cut"
    gin_bonus: int = 25
    undercut_bonus: int = 25
    big_gin_bonus: int = 31
    game_bonus: int = 100
    box_bonus: int = 25
    shutout_multiplier: int = 2
    forfeit_points: int = 25
    stock: Literal["shared", "split"] = "shared"
    max_decisions_per_hand: int = 200
    max_hands_per_game: int = 100
