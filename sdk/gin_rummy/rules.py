"""The options of the game, with their defaults and the combinations that make no sense."""

from dataclasses import dataclass
from reprlib import repr as cut_short
from typing import Literal, get_args

from gin_rummy.cards import SUITS, VALUES, Card
from gin_rummy.errors import GinError

Variant = Literal["standard", "straight", "oklahoma"]
Format = Literal["game", "hands"]
OklahomaAce = Literal["one", "gin"]
DealerRule = Literal["alternate", "winner", "loser"]
FirstDealer = Literal["cut", "seat0", "seat1"]
StockRule = Literal["shared", "split"]

LEAST_CAP_OF_HANDS = 100
"""With `format: hands` at least so many hands, voids included, may be dealt for the hands that score."""

_CHOICES: dict[str, tuple[str, ...]] = {
    "variant": get_args(Variant),
    "format": get_args(Format),
    "oklahoma_ace": get_args(OklahomaAce),
    "dealer": get_args(DealerRule),
    "first_dealer": get_args(FirstDealer),
    "stock": get_args(StockRule),
}
_SWITCHES = ("big_gin", "hollywood", "oklahoma_spade_doubles")
_RANGES: dict[str, tuple[int, int]] = {
    "target": (1, 100_000),
    "hands": (1, 512),  # so that the cap of hands, twice as many, stays within the numbers of the deals
    "knock_limit": (0, 100),
    "gin_bonus": (0, 100_000),
    "undercut_bonus": (0, 100_000),
    "big_gin_bonus": (0, 100_000),
    "game_bonus": (0, 100_000),
    "box_bonus": (0, 100_000),
    "shutout_multiplier": (1, 100),
    "forfeit_points": (0, 100_000),
    "max_decisions_per_hand": (1, 10_000),
    "max_hands_per_game": (1, 1024),  # the deals of a game are numbered to 1023
}


class BadRules(GinError):
    """A value is not allowed, or two options make no sense together; `option` names one."""

    def __init__(self, option: str, why: str) -> None:
        super().__init__(f"{option}: {why}")
        self.option = option
        self.why = why


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of rules; the fields are the keys of a config's `rules:` section (docs/rules.md).

    An option that another option leaves without any effect may only keep its default: whoever sets it expects
    something that would not happen. Bonuses are exempt, as house values that a variant may have no use for.

    Raises:
        BadRules: when a value or a combination is not allowed.
    """

    variant: Variant = "standard"
    big_gin: bool = False
    hollywood: bool = False
    format: Format = "game"
    target: int = 100
    hands: int | None = None
    knock_limit: int = 10
    oklahoma_ace: OklahomaAce = "one"
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
    stock: StockRule = "shared"
    max_decisions_per_hand: int = 200
    max_hands_per_game: int = 100

    def __post_init__(self) -> None:
        for option, choices in _CHOICES.items():
            if getattr(self, option) not in choices:
                raise BadRules(option, f"{cut_short(getattr(self, option))} is none of {', '.join(choices)}")
        for option in _SWITCHES:
            if not isinstance(getattr(self, option), bool):
                raise BadRules(option, f"{cut_short(getattr(self, option))} is neither true nor false")
        for option, (least, most) in _RANGES.items():
            self._check_number(option, least, most)
        self._check_format()
        self._check_variant()

    def _check_number(self, option: str, least: int, most: int) -> None:
        number = getattr(self, option)
        if number is None and option == "hands":
            return
        if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
            raise BadRules(option, f"{cut_short(number)} is no whole number from {least} to {most}")

    def _check_format(self) -> None:
        if self.format == "game":
            if self.hands is not None:
                raise BadRules("hands", "needs format: hands; with format: game the target ends the game")
            return
        if self.hands is None:
            raise BadRules("hands", "must say how many hands format: hands plays")
        if self.hollywood:
            raise BadRules("hollywood", "needs format: game; a column closes at the target")
        if self.target != 100:
            raise BadRules("target", "has no effect with format: hands")
        if self.max_hands_per_game != LEAST_CAP_OF_HANDS:
            raise BadRules(
                "max_hands_per_game", "has no effect with format: hands; the cap is twice the hands"
            )

    def _check_variant(self) -> None:
        if self.variant == "straight" and self.knock_limit not in (0, 10):
            raise BadRules("knock_limit", "has no effect with variant: straight; only gin ends a hand")
        if self.variant == "oklahoma":
            if self.knock_limit != 10:
                raise BadRules(
                    "knock_limit", "has no effect with variant: oklahoma; the upcard sets the limit"
                )
            return
        if self.oklahoma_ace != "one":
            raise BadRules("oklahoma_ace", "needs variant: oklahoma")
        if self.oklahoma_spade_doubles:
            raise BadRules("oklahoma_spade_doubles", "needs variant: oklahoma")

    def knock_limit_of(self, upcard: Card) -> int:
        """Give the most deadwood to knock with in a hand whose first upcard is *upcard*; 0 is gin only.

        >>> Rules(variant="oklahoma").knock_limit_of(Card(6))
        7
        """
        if self.variant == "straight":
            return 0
        if self.variant == "standard":
            return self.knock_limit
        value = VALUES[upcard]
        return 0 if value == 1 and self.oklahoma_ace == "gin" else value

    def points_multiplier_of(self, upcard: Card) -> int:
        """Give what the points of a hand are multiplied by: 2 when Oklahoma's first upcard of spades doubles.

        >>> Rules(variant="oklahoma", oklahoma_spade_doubles=True).points_multiplier_of(Card(39))
        2
        """
        return 2 if self.oklahoma_spade_doubles and SUITS[upcard // 13] == "s" else 1

    @property
    def cap_of_hands(self) -> int:
        """The most hands of a game, voids included; then it ends as it stands."""
        return max(2 * self.hands, LEAST_CAP_OF_HANDS) if self.hands is not None else self.max_hands_per_game
