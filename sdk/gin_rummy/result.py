"""How a hand ended, as a value."""

from dataclasses import dataclass
from enum import IntEnum

from gin_rummy.cards import Card, CardSet
from gin_rummy.layoff import LayOff


class End(IntEnum):
    """How a hand ended; the values are those of the wire, the names in lower case those of the JSON."""

    KNOCK = 1
    GIN = 2
    BIG_GIN = 3
    UNDERCUT = 4
    VOID = 5
    FORFEIT = 6

    @property
    def words(self) -> str:
        """The end for people.

        >>> End.BIG_GIN.words
        'big gin'
        """
        return self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True)
class HandResult:
    """The outcome of one hand.

    `points` are by seat, at most one of them above 0. `winner` is None after a void hand only. What follows
    `knocker` is of hands that were knocked (gin and big gin included): `knocker_deadwood` as laid,
    `defender_deadwood` after lay-offs, `lay_offs` as (card, place of the meld in the spread), `last_discard`
    the card thrown with the knock, None with big gin.
    """

    end: End
    points: tuple[int, int] = (0, 0)
    winner: int | None = None
    knocker: int | None = None
    spread: tuple[CardSet, ...] = ()
    knocker_deadwood: int | None = None
    defender_deadwood: int | None = None
    defender_melds: tuple[CardSet, ...] = ()
    lay_offs: tuple[LayOff, ...] = ()
    last_discard: Card | None = None
