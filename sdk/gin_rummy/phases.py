"""The phases of a hand and the one table of what is legal in which."""

from enum import IntEnum

from gin_rummy.actions import BIG_GIN, PASS, STOCK, TAKE, UPCARD


class Phase(IntEnum):
    """What the seat to act has to decide; the values are those of the wire."""

    UPCARD_OFFER = 1
    DRAW = 2
    DISCARD = 3
    OVER = 4


MOVES: dict[Phase, frozenset[int]] = {
    Phase.UPCARD_OFFER: frozenset({PASS, TAKE}),
    Phase.DRAW: frozenset({UPCARD, STOCK}),
    Phase.DISCARD: frozenset({*range(PASS), BIG_GIN}),  # as far as the hand and its deadwood allow
    Phase.OVER: frozenset(),
}
"""The actions each phase knows; what is not in the table is illegal."""
