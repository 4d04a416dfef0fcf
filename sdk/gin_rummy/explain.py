"""Words for actions: what is legal, and why an action is not. Nothing here decides."""

from collections.abc import Iterable

from gin_rummy.actions import BIG_GIN, KNOCK, PASS, STOCK, TAKE, UPCARD
from gin_rummy.cards import Card, show_card, show_cards
from gin_rummy.phases import MOVES, Phase

_SHOWN = {
    PASS: "pass",
    TAKE: "take the upcard",
    UPCARD: "draw the upcard",
    STOCK: "draw from the stock",
    BIG_GIN: "big gin",
}
_DUE = {
    Phase.UPCARD_OFFER: "the upcard is on offer",
    Phase.DRAW: "a card must be drawn first",
    Phase.DISCARD: "a card has been drawn",
    Phase.OVER: "the hand is over",
}


def show_action(code: int) -> str:
    """Say an action in words.

    >>> show_action(KNOCK + 1)
    'knock with 2c'
    """
    if 0 <= code < KNOCK:
        return f"discard {show_card(Card(code))}"
    if KNOCK <= code < PASS:
        return f"knock with {show_card(Card(code - KNOCK))}"
    if code in _SHOWN:
        return _SHOWN[code]
    return f"action {code}" if -(2**63) <= code < 2**63 else "an action beyond 64 bits"


def show_actions(codes: Iterable[int]) -> str:
    """List actions in words, discards and knocks together.

    >>> show_actions([0, 1, KNOCK + 1])
    'discard Ac 2c; knock with 2c'
    """
    codes = list(codes)
    discards = show_cards(Card(code) for code in codes if code < KNOCK)
    knocks = show_cards(Card(code - KNOCK) for code in codes if KNOCK <= code < PASS)
    parts = [f"discard {discards}"] if discards else []
    parts += [f"knock with {knocks}"] if knocks else []
    parts += [show_action(code) for code in codes if code >= PASS]
    return "; ".join(parts) or "nothing"


def wrong_phase(code: int, phase: Phase) -> str:
    """Say why *phase* does not know the action."""
    if not any(code in known for known in MOVES.values()):
        return f"actions are the numbers 0 to {BIG_GIN}"
    return _DUE[phase]
