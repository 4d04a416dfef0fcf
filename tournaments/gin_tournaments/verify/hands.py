"""One hand played again, and the deck it must have been played with."""

import re
from typing import NamedTuple

from gin_rummy.deck import deal, deal_numbers, first_deal, swap_seats
from gin_rummy.errors import GinError
from gin_rummy.record import HandRecord, replay
from gin_rummy.result import End, HandResult
from gin_rummy.rules import Rules

_AT_ACTION = re.compile(r"action (\d+): (.*)", re.DOTALL)


class PlayedAgain(NamedTuple):
    """The outcome of a hand, and what is wrong with its record: `action` None when it is no single action."""

    result: HandResult
    wrong: str | None = None
    action: int | None = None


def play_again(record: HandRecord, rules: Rules) -> PlayedAgain:
    """Play a record by the rules; where it breaks them, its own word for the outcome is given."""
    try:
        result = replay(record, rules).result
    except GinError as error:
        at_action = _AT_ACTION.fullmatch(str(error))
        if at_action is None:
            return PlayedAgain(_as_recorded(record), str(error))
        return PlayedAgain(_as_recorded(record), at_action[2], int(at_action[1]))
    return PlayedAgain(result or _as_recorded(record))


def _as_recorded(record: HandRecord) -> HandResult:
    """Give the outcome that a record claims; whoever has the points is taken to have won."""
    if record.end is End.VOID:
        return HandResult(End.VOID)
    winner = int(record.points[1] > record.points[0])
    if record.forfeited_by is not None:
        winner = 1 - record.forfeited_by
    return HandResult(record.end, record.points, winner)


def dealt_deck(key: bytes, index: int, dealer: int, rules: Rules) -> bytes:
    """Give the deck of deal *index* as it is dealt when *dealer* deals (docs/deck.md).

    The cards stay with the seats: when by the rule for the dealer the other seat deals than would by turns,
    the two hands change places.

    Raises:
        BadDeck: when there is no such deal.
    """
    deck = deal(key, index).deck
    by_turns = first_dealer(key, index, rules) ^ deal_numbers(index).s & 1
    return deck if dealer == by_turns else swap_seats(deck)


def first_dealer(key: bytes, index: int, rules: Rules) -> int:
    """Give who deals the first hand of the game that deal *index* belongs to."""
    if rules.first_dealer == "cut":
        return deal(key, first_deal(index)).first_dealer
    return int(rules.first_dealer == "seat1")
