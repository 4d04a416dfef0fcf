"""One game: hands on the decks given until somebody wins, with its clocks and its faults.

Pure: a decision comes in with what it took, and the state says who is to act next. Nothing is sent.
"""

from array import array
from collections.abc import Sequence

from gin_referee.clocks import ClockLimits, seat_clocks
from gin_referee.faults import Policy
from gin_referee.finished import Kept, hand_of, keep, think_of
from gin_referee.records import Fault, FaultKind, GameRecord, GameSpec, Reason
from gin_rummy.cards import CardSet
from gin_rummy.deck import swap_seats
from gin_rummy.hand import Hand
from gin_rummy.phases import Phase
from gin_rummy.record import record_of
from gin_rummy.rules import Rules
from gin_rummy.scoring import GameScore, next_dealer

_OVER = Phase.OVER


class Game:
    """One game in play.

    Public state, to be read only: `spec`, `hand` (the hand in play, or the last one), `hand_number` (from 0),
    `score`, `clocks` (by seat), `turn` (the number of the decision due, counted over the game), `told` (by
    seat: the length of the hand's log when the seat was last asked), `faults`, `reason` and `winner` (both
    None while the game goes on; `winner` None also for a draw) and `ended_by` (the fault that ended it).
    """

    __slots__ = (
        "_finished",
        "_policy",
        "_think",
        "_voids",
        "clocks",
        "ended_by",
        "faults",
        "hand",
        "hand_number",
        "reason",
        "rules",
        "score",
        "spec",
        "told",
        "turn",
        "winner",
    )

    def __init__(self, spec: GameSpec, rules: Rules, policy: Policy, limits: ClockLimits) -> None:
        self.spec = spec
        self.rules = rules
        self.score = GameScore(rules)
        self.clocks = seat_clocks(limits)
        self.turn = 0
        self.faults: tuple[Fault, ...] = ()
        self.reason: Reason | None = None
        self.winner: int | None = None
        self.ended_by: Fault | None = None
        self.hand_number = 0
        self._policy = policy
        self._voids = 0
        self._finished: list[bytes] = []
        self._deal(spec.deals.first_dealer)

    def play(self, code: int, spread: Sequence[CardSet] | None, seconds: float) -> bool:
        """Make the action of the seat to act, which took *seconds*; say whether it ended the hand.

        Raises:
            IllegalAction: and the state is unchanged, but for the time.
        """
        hand = self.hand
        seat = hand.to_act
        asked = len(hand.log)
        hand.apply(code, spread)
        self.told[seat] = asked
        think = self._think
        think.append(seconds)
        self.turn += 1
        if len(think) < len(hand.log):
            think.append(0.0)  # a forced move
        return hand.phase is _OVER

    def fault(self, kind: FaultKind, evidence: str) -> Fault:
        """Charge the seat to act with a fault, and do what it costs (docs/rules.md, What a fault costs)."""
        hand = self.hand
        seat = hand.to_act
        cost = self._policy.cost(kind, sum(fault.seat == seat for fault in self.faults))
        fault = Fault(seat, kind, cost, evidence, self.hand_number, len(hand.log))
        self.faults += (fault,)
        if cost == "substitute":
            self.play(hand.substitute_action(), None, 0.0)
        else:
            self.turn += 1
            hand.forfeit(seat)
            if cost == "forfeit_game":
                self.ended_by = fault
        return fault

    def end_hand(self) -> None:
        """Score the hand that is over, and deal the next unless the game is over too."""
        hand = self.hand
        result = hand.result
        if result is None:
            raise ValueError("the hand is not over")
        deal = self.spec.deals.index(self.score.hands_scored, self._voids)
        self._finished.append(keep(record_of(hand, deal), self._think))
        self.score.add(result)
        if self.ended_by is not None:
            self.score.forfeit(1 - self.ended_by.seat)
        if self.score.reason is not None:
            self.reason = self.score.reason
            self.winner = self.score.winner
            return
        self._voids = self._voids + 1 if result.winner is None else 0
        self.hand_number += 1
        self._deal(next_dealer(self.rules, hand.dealer, result))

    def stop(self, winner: int | None, reason: Reason) -> None:
        """End the game from outside, as one that was not played: no hands, scores 0–0.

        That is how games of a suspended or absent bot are stored (docs/rules.md, What a fault costs).
        """
        self.score = GameScore(self.rules)
        self._finished.clear()
        self.winner = winner
        self.reason = reason

    def record(self) -> GameRecord:
        """Give the finished game.

        Raises:
            ValueError: while it goes on.
        """
        if self.reason is None:
            raise ValueError("the game goes on")
        score = self.score
        spec = self.spec
        finished = tuple(self._finished)
        return GameRecord(
            key=spec.key,
            seats=spec.seats,
            attempt=spec.attempt,
            epoch=spec.epoch,
            hands=Kept(finished, hand_of),
            winner=self.winner,
            scores=score.scores,
            sheet=score.sheet,
            columns=score.columns,
            reason=self.reason,
            fault=self.ended_by,
            faults=self.faults,
            think_us=Kept(finished, think_of),
        )

    def _deal(self, dealer: int) -> None:
        deals = self.spec.deals
        scored = self.score.hands_scored
        deck = deals.deck(scored, self._voids)
        if dealer != deals.first_dealer ^ scored & 1:
            deck = swap_seats(deck)  # the cards stay with the seats, whoever deals: a pair stays a duplicate
        self.hand = Hand(self.rules, deck, dealer)
        self._think = array("f")
        self.told = [0, 0]
        for clock in self.clocks:
            clock.start_hand()


def unplayed(spec: GameSpec, rules: Rules, winner: int | None, reason: Reason) -> GameRecord:
    """Give the record of a game that was never begun."""
    return GameRecord(
        key=spec.key,
        seats=spec.seats,
        attempt=spec.attempt,
        epoch=spec.epoch,
        hands=(),
        winner=winner,
        scores=(0, 0),
        sheet=(0, 0),
        columns=GameScore(rules).columns,
        reason=reason,
        fault=None,
        faults=(),
        think_us=(),
    )
