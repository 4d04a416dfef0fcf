"""What the standings keep of a finished game: counts and sums, without its cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from gin_referee.records import UNPLAYED, Fault, GameKey, GameRecord
from gin_rummy.actions import KNOCK, PASS, STOCK, TAKE, UPCARD
from gin_rummy.cards import Card
from gin_rummy.melds import deadwood, value
from gin_rummy.record import HandRecord
from gin_rummy.result import End
from gin_rummy.rules import Rules
from gin_tournaments.statistics.hand_walk import hands_at_end
from gin_tournaments.statistics.tally import Play

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
    play = play_of(record.hands, rules)
    return GameFacts(
        record.key,
        record.winner,
        not unplayed,
        len(record.hands),
        play[0].dealt_diff + play[0].undealt_diff,
        play,
        (lost and record.winner != 0, lost and record.winner != 1),
        record.faults,
    )


def play_of(hands: Sequence[HandRecord], rules: Rules) -> tuple[Play, Play]:
    """Count hands for both seats."""
    play = Play(hands=len(hands)), Play(hands=len(hands))
    for hand in hands:
        _count(hand, rules, play)
    return play


def _count(hand: HandRecord, rules: Rules, play: tuple[Play, Play]) -> None:
    ends = hand.actions.translate(None, delete=_NOT_ENDING_A_TURN)
    starter = hand.dealer if hand.actions.startswith(_DEALER_STARTS) else 1 - hand.dealer
    play[starter].turns += (len(ends) + 1) // 2
    play[1 - starter].turns += len(ends) // 2
    dealer, other = play[hand.dealer], play[1 - hand.dealer]
    diff = hand.points[hand.dealer] - hand.points[1 - hand.dealer]
    dealer.dealt += 1
    dealer.dealt_diff += diff
    other.undealt_diff -= diff
    if hand.end is End.VOID:
        dealer.voids += 1
        other.voids += 1
    if ends and ends[-1] >= KNOCK:
        _count_knock(hand, rules, (starter + len(ends) - 1) % 2, play)


def _count_knock(hand: HandRecord, rules: Rules, knocker: int, play: tuple[Play, Play]) -> None:
    """Count a knock or gin: who lost at the table, and with what deadwood, from the score alone."""
    points = sum(hand.points) // rules.points_multiplier_of(Card(hand.deck[20]))
    own, other = play[knocker], play[1 - knocker]
    own.knocks += 1
    if hand.end is End.UNDERCUT:
        own.undercuts_suffered += 1
        other.undercuts_made += 1
        own.hands_lost += 1
        own.deadwood_lost += _laid(hand, rules, knocker)
        return
    other.hands_lost += 1
    if hand.end is End.GIN or hand.end is End.BIG_GIN:
        own.gins += 1
        other.deadwood_lost += points - (rules.gin_bonus if hand.end is End.GIN else rules.big_gin_bonus)
    else:
        other.deadwood_lost += points + _laid(hand, rules, knocker)


def _laid(hand: HandRecord, rules: Rules, knocker: int) -> int:
    """Find the deadwood that the knocker's spread leaves; one that the rules chose leaves the least."""
    cards = hands_at_end(hand, split_stock=rules.stock == "split")[knocker]
    return deadwood(cards) if hand.spread is None else value(cards) - sum(map(value, hand.spread))
