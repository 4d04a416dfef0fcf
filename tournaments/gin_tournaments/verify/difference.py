"""What is not as the seed and the rules say, as a line of text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is wrong, and where: a game's id, a hand and an action of it (from 0), as far as known.

    >>> str(Difference("points: the record says (3, 0), the rules (4, 0)", game="0.1.0", hand=2))
    'game 0.1.0, hand 2: points: the record says (3, 0), the rules (4, 0)'
    """

    what: str
    game: str | None = None
    hand: int | None = None
    action: int | None = None
    line: int | None = None

    def __str__(self) -> str:
        """Give the places that are known, then what is wrong."""
        named = (
            ("line", self.line),
            ("game", self.game),
            ("hand", self.hand),
            ("action", self.action),
        )
        place = ", ".join(f"{name} {number}" for name, number in named if number is not None)
        return f"{place}: {self.what}" if place else self.what
