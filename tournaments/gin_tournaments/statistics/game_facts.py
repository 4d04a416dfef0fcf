"""What the standings keep of a finished game: counts and sums, without its cards."""

from dataclasses import dataclass

from gin_referee.records import UNPLAYED, Fault, GameKey, GameRecord
from gin_rummy.actions import KNOCK, PASS, STOCK, TAKE, UPCARD
from gin_rummy.cards import Card
from gin_rummy.melds import deadwood, value
from gin_rummy.record import HandRecord
from gin_rummy.result import End
from gin_rummy.rules import Rules
from gin_tournaments.statistics.hand_walk import hands_at_end
from gin_tournaments.statistics.tally import Play, summed

_NOT_ENDING_A_TURN = bytes((PASS, TAKE, UPCARD, STOCK))
_DEALER_STARTS = bytes((PASS, TAKE))


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A finished game in numbers, by seat.

    `rated` is false for games forfeited unplayed (a suspended or absent bot). `diff` is the difference of the
    points of all hands, seat 0 less seat 1; `forfeited` says which seats lost by a fault or absence.
    """

    key: GameKey
    winner: int | None
    rated: bool
    hands: int
    diff: int
    play: tuple[Play, Play]
    forfeited: tuple[bool, bool]
    faults: tuple[Fault, ...] = ()


def facts_of(record: GameRecord, rules: Rules) -> GameFacts:
    """Count a finished game."""
    unplayed = record.reason in UNPLAYED
    lost = record.reason == "fault" or unplayed
    plays = [play_of(hand, rules) for hand in record.hands]
    return GameFacts(
        record.key,
        record.winner,
        not unplayed,
        len(record.hands),
        sum(hand.points[0] - hand.points[1] for hand in record.hands),
        (summed(play for play, _ in plays), summed(play for _, play in plays)),
        (lost and record.winner != 0, lost and record.winner != 1),
        record.faults,
    )


def play_of(hand: HandRecord, rules: Rules) -> tuple[Play, Play]:
    """Count one hand for both seats."""
    ends = hand.actions.translate(None, delete=_NOT_ENDING_A_TURN)
    starter = hand.dealer if hand.actions.startswith(_DEALER_STARTS) else 1 - hand.dealer
    turns = (len(ends) // 2, len(ends) - len(ends) // 2)
    knocker = (starter + len(ends) - 1) % 2 if ends and ends[-1] >= KNOCK else None
    loser, left = _loss(hand, rules, knocker)
    return (
        _play_of_seat(0, hand, turns[starter == 0], knocker, loser, left),
        _play_of_seat(1, hand, turns[starter == 1], knocker, loser, left),
    )


def _play_of_seat(
    seat: int, hand: HandRecord, turns: int, knocker: int | None, loser: int | None, left: int
) -> Play:
    diff = hand.points[seat] - hand.points[1 - seat]
    dealt = hand.dealer == seat
    knocked = knocker == seat
    return Play(
        hands=1,
        voids=int(hand.end == End.VOID),
        turns=turns,
        gins=int(knocked and hand.end in (End.GIN, End.BIG_GIN)),
        knocks=int(knocked),
        undercuts_made=int(hand.end == End.UNDERCUT and not knocked),
        undercuts_suffered=int(hand.end == End.UNDERCUT and knocked),
        hands_lost=int(loser == seat),
        deadwood_lost=left if loser == seat else 0,
        dealt=int(dealt),
        dealt_diff=diff if dealt else 0,
        undealt_diff=0 if dealt else diff,
    )


def _loss(hand: HandRecord, rules: Rules, knocker: int | None) -> tuple[int | None, int]:
    """Give the seat that lost at the table and the deadwood it was left with, from the score alone."""
    if knocker is None:
        return None, 0
    points = sum(hand.points) // rules.points_multiplier_of(Card(hand.deck[20]))
    if hand.end == End.GIN:
        return 1 - knocker, points - rules.gin_bonus
    if hand.end == End.BIG_GIN:
        return 1 - knocker, points - rules.big_gin_bonus
    laid = _laid(hand, rules, knocker)
    return (knocker, laid) if hand.end == End.UNDERCUT else (1 - knocker, points + laid)


def _laid(hand: HandRecord, rules: Rules, knocker: int) -> int:
    """Find the deadwood that the knocker's spread leaves; one that the rules chose leaves the least."""
    cards = hands_at_end(hand, split_stock=rules.stock == "split")[knocker]
    return deadwood(cards) if hand.spread is None else value(cards) - sum(map(value, hand.spread))
