"""A finished hand as a value that replays by itself."""

from dataclasses import dataclass

from gin_rummy.actions import BIG_GIN, KNOCK, PASS
from gin_rummy.cards import CardSet
from gin_rummy.errors import GinError, IllegalAction
from gin_rummy.explain import show_action
from gin_rummy.hand import Hand
from gin_rummy.result import End, HandResult
from gin_rummy.rules import Rules


class BadRecord(GinError):
    """A record of a hand is malformed, or says something else than the rules."""


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One finished hand.

    `deck` holds the 52 card ids as dealt; `actions` one code a byte, forced moves included; `spread` the
    melds laid down, None in a record that leaves them to the rules; `forfeited_by` is a seat when `end` is
    FORFEIT; `deal` is the index of the deal, when known.
    """

    deck: bytes
    dealer: int
    actions: bytes
    spread: tuple[CardSet, ...] | None
    end: End
    points: tuple[int, int]
    forfeited_by: int | None = None
    deal: int | None = None


def record_of(hand: Hand, deal: int | None = None) -> HandRecord:
    """Make the record of a finished hand.

    Raises:
        ValueError: when the hand is not over.
    """
    result = hand.result
    if result is None:
        raise ValueError("the hand is not over")
    return HandRecord(
        deck=hand.deck,
        dealer=hand.dealer,
        actions=hand.actions,
        spread=hand.spread,
        end=result.end,
        points=result.points,
        forfeited_by=_forfeited_by(result),
        deal=deal,
    )


def _forfeited_by(result: HandResult) -> int | None:
    return 1 - result.winner if result.end is End.FORFEIT and result.winner is not None else None


def replay(record: HandRecord, rules: Rules) -> Hand:
    """Play a record again under *rules* and check everything in it.

    Actions are numbered from 0, forced moves included, as in the record.

    Raises:
        IllegalAction: for an action that the rules forbid; it names the action's number.
        BadRecord: when a forced move is missing, actions are left over or lacking, or the spread, the end or
            the points are not those of the rules.
        BadCards: when the deck is no permutation of the 52 cards.
    """
    hand = Hand(rules, record.deck, record.dealer)
    while len(hand.log) < len(record.actions):
        _replay_next(hand, record)
    if record.forfeited_by is not None:
        if hand.result is not None:
            raise BadRecord("forfeited_by: the hand was over before the forfeit")
        hand.forfeit(record.forfeited_by)
    _check_end(hand, record)
    return hand


def _replay_next(hand: Hand, record: HandRecord) -> None:
    number = len(hand.log)
    code = record.actions[number]
    if hand.result is not None:
        raise BadRecord(f"action {number}: {show_action(code)} comes after the end of the hand")
    ends = code == BIG_GIN or KNOCK <= code < PASS
    try:
        hand.apply(code, record.spread if ends else None)
    except IllegalAction as error:
        raise IllegalAction(f"action {number}: {error}") from error
    forced = hand.actions[number + 1 :]
    for at, move in enumerate(forced, number + 1):
        found = record.actions[at : at + 1]
        if found != bytes((move,)):
            stands = f"; {show_action(found[0])} stands there" if found else ""
            raise BadRecord(f"action {at}: {show_action(move)} is forced here and must be recorded{stands}")


def _check_end(hand: Hand, record: HandRecord) -> None:
    result = hand.result
    if result is None:
        raise BadRecord(f"action {len(hand.log)}: the record stops before the end of the hand")
    if record.end is not result.end:
        raise BadRecord(
            f"end: the record says {record.end.name.lower()}, the rules {result.end.name.lower()}"
        )
    if record.points != result.points:
        raise BadRecord(f"points: the record says {record.points}, the rules {result.points}")
    if record.spread is not None and record.spread != hand.spread:
        raise BadRecord("spread: nobody laid one down in this hand")
