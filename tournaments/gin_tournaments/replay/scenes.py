"""A game's hands in scenes: the table after the deal and after each action; pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from gin_referee.clocks import ClockLimits, SeatClock
from gin_referee.records import Fault, GameRecord
from gin_rummy.actions import BIG_GIN, KNOCK, PASS
from gin_rummy.hand import Hand
from gin_rummy.record import BadRecord, HandRecord, replay
from gin_rummy.result import HandResult
from gin_rummy.rules import Rules
from gin_rummy.scoring import GameScore


@dataclass(frozen=True, slots=True)
class Move:
    """What a seat did: the numbers of its decision, and its time where that is known, in seconds.

    `codes` are its action and the forced one after it; none when it forfeited. `had` is the time it had for
    the decision, margin left out. `faults` are those of this decision.
    """

    seat: int
    decision: int
    codes: bytes
    think: float | None
    had: float
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """The table after a move, None after the deal; `before` is the score of the game when the hand began."""

    number: int
    table: Hand
    move: Move | None
    before: tuple[int, int]


class GameReplay:
    """A finished game that can be looked at hand by hand.

    Raises:
        GinError: from `scenes`, when a record breaks the rules.
    """

    def __init__(self, record: GameRecord, rules: Rules, limits: ClockLimits | None = None) -> None:
        self.record = record
        self.rules = rules
        self._limits = limits or ClockLimits()

    def scenes(self, number: int) -> list[Scene]:
        """Give the scenes of hand *number*, from 0."""
        clocks = self._clocks_at(number)
        before = self.score_before(number).scores
        record = self.record.hands[number]
        table = Hand(self.rules, record.deck, record.dealer)
        dealt = Scene(number, table.copy(), None, before)
        moves = self._moves(number, record, table, clocks)
        return [dealt, *(Scene(number, table.copy(), move, before) for move in moves)]

    @cached_property
    def _results(self) -> list[HandResult]:
        """The outcome of each hand, by the rules."""
        return [_result_of(hand, self.rules) for hand in self.record.hands]

    def score_before(self, number: int) -> GameScore:
        """Give the score of the game before hand *number*."""
        score = GameScore(self.rules)
        for played in self._results[:number]:
            score.add(played)
        return score

    @property
    def final_score(self) -> GameScore:
        """The score after the last hand, with what a fault decided."""
        score = self.score_before(len(self.record.hands))
        if self.record.reason == "fault" and self.record.fault is not None:
            score.forfeit(1 - self.record.fault.seat)
        return score

    def _moves(
        self, number: int, record: HandRecord, table: Hand, clocks: tuple[SeatClock, SeatClock]
    ) -> Iterator[Move]:
        """Make the moves of a hand on *table*, yielding each when it is made."""
        while table.result is None and len(table.log) < len(record.actions):
            decision, seat = len(table.log), table.to_act
            code = record.actions[decision]
            table.apply(code, record.spread if code == BIG_GIN or KNOCK <= code < PASS else None)
            think = self._think(number, decision)
            had = clocks[seat].left
            clocks[seat].charge(think or 0.0)
            codes = table.actions[decision:]
            yield Move(seat, decision, codes, think, had, self._faults(number, decision))
        if record.forfeited_by is not None and table.result is None:
            seat = record.forfeited_by
            decision = len(table.log)
            table.forfeit(seat)
            yield Move(seat, decision, b"", None, clocks[seat].left, self._faults(number, decision))

    def _clocks_at(self, number: int) -> tuple[SeatClock, SeatClock]:
        """Give both clocks as they stand when hand *number* begins."""
        clocks = SeatClock(self._limits), SeatClock(self._limits)
        for earlier, record in enumerate(self.record.hands[:number]):
            table = Hand(self.rules, record.deck, record.dealer)
            for clock in clocks:
                clock.start_hand()
            for _ in self._moves(earlier, record, table, clocks):
                pass
        for clock in clocks:
            clock.start_hand()
        return clocks

    def _think(self, number: int, decision: int) -> float | None:
        """Give the seconds of a decision, None when they are not known."""
        times = self.record.think_us[number] if number < len(self.record.think_us) else ()
        return times[decision] / 1e6 if decision < len(times) and times[decision] else None

    def _faults(self, number: int, decision: int) -> tuple[Fault, ...]:
        known = self.record.faults or (() if self.record.fault is None else (self.record.fault,))
        return tuple(fault for fault in known if (fault.hand, fault.decision) == (number, decision))


def _result_of(record: HandRecord, rules: Rules) -> HandResult:
    result = replay(record, rules).result
    if result is None:
        raise BadRecord("the record stops before the end of the hand")
    return result
