"""What a bot is told when a hand or a game is over, as values, and how they are read from the wire."""

from dataclasses import dataclass
from typing import Literal

from gin_rummy.actions import Melds
from gin_rummy.cards import Card
from gin_rummy.result import End
from gin_sdk.v1 import gin_pb2 as pb

Result = Literal["won", "lost", "drawn", "void"]
Side = Literal["you", "opponent", "platform"]

_RESULTS: dict[int, Result] = {
    pb.GAME_RESULT_WON: "won",
    pb.GAME_RESULT_LOST: "lost",
    pb.GAME_RESULT_DRAWN: "drawn",
    pb.GAME_RESULT_VOID: "void",
}
_SIDES: dict[int, Side] = {
    pb.AT_FAULT_YOU: "you",
    pb.AT_FAULT_OPPONENT: "opponent",
    pb.AT_FAULT_PLATFORM: "platform",
}


@dataclass(frozen=True, slots=True)
class HandSummary:
    """How a hand ended, as far as this seat may know.

    After a void or forfeited hand only its number, `end` and the numbers are known: nobody laid down a card,
    `you_knocked` is None and the cards are empty.
    """

    hand_number: int  # of this game, from 0
    end: End
    points: int  # yours of this hand
    opponent_points: int
    score: int  # points of play in the game so far
    opponent_score: int
    you_knocked: bool | None  # gin and big gin are knocks here
    hand: tuple[Card, ...]  # your last ten cards, or eleven with big gin
    opponent_hand: tuple[Card, ...]
    spread: Melds  # the knocker's melds
    defender_melds: Melds
    lay_offs: tuple[tuple[Card, int], ...]  # a defender's card, and its meld's place in the spread
    last_discard: Card | None


@dataclass(frozen=True, slots=True)
class GameSummary:
    """How a game ended."""

    result: Result
    reason: str  # target, hands, cap, fault, suspended, absent
    score: int
    opponent_score: int
    at_fault: Side | None
    fault: str | None  # illegal, timeout, crash, disconnect, protocol
    evidence: str  # of your own fault, in words


def hand_summary(over: pb.HandOver) -> HandSummary:
    """Read a hand's end from the wire."""
    end = End(over.end)
    shown = end not in (End.VOID, End.FORFEIT)
    return HandSummary(
        hand_number=over.hand_number,
        end=end,
        points=over.points,
        opponent_points=over.opponent_points,
        score=over.score,
        opponent_score=over.opponent_score,
        you_knocked=over.you_knocked if shown else None,
        hand=_cards(over.hand),
        opponent_hand=_cards(over.opponent_hand),
        spread=tuple(_cards(meld) for meld in over.spread),
        defender_melds=tuple(_cards(meld) for meld in over.defender_melds),
        lay_offs=tuple((Card(lay_off.card), lay_off.onto) for lay_off in over.lay_offs),
        last_discard=Card(over.last_discard) if over.HasField("last_discard") else None,
    )


def game_summary(over: pb.GameOver) -> GameSummary:
    """Read a game's end from the wire; a result of a later minor version is void to this one."""
    return GameSummary(
        result=_RESULTS.get(over.result, "void"),
        reason=over.reason,
        score=over.score,
        opponent_score=over.opponent_score,
        at_fault=_SIDES.get(over.at_fault),
        fault=over.fault or None,
        evidence=over.evidence,
    )


def _cards(ids: bytes) -> tuple[Card, ...]:
    return tuple(map(Card, ids))
