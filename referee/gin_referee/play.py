"""All games in flight: starts those that can, carries out decisions and faults, and ends them.

Here a game goes from one lane's outbox to the other's; what a connection is sent, and when, is the arena's.
"""

import traceback
from collections.abc import Callable, Sequence

from gin_referee.effects import Effects, FaultNotice, Voided
from gin_referee.game import Game, unplayed
from gin_referee.lanes import Bot, Flight, Lane
from gin_referee.records import FaultKind, GameKey, GameSpec, Reason
from gin_referee.settings import Settings
from gin_referee.waiting import Waiting
from gin_referee.wire import game_over, game_start, game_void, hand_overs, read_spread
from gin_rummy.errors import BadCards, IllegalAction
from gin_rummy.explain import show_action, show_actions
from gin_sdk.v1 import gin_pb2 as pb


class Play:
    """The games of all bots; `touched` are the lanes to which something was added."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.effects = Effects()
        self.bots: dict[str, Bot] = {}
        self.waiting = Waiting()
        self.flights: dict[GameKey, Flight] = {}
        self.touched: list[Lane] = []
        self._lanes: dict[tuple[Lane, Lane], tuple[Lane, Lane]] = {}  # one tuple for all games between two
        self._events = 0
        self._banked = settings.clock.banked

    def touch(self, lane: Lane) -> None:
        """Note that *lane* is to be looked at when the call ends."""
        if not lane.touched:
            lane.touched = True
            self.touched.append(lane)

    def start_games(self, name: str, now: float) -> None:
        """Start what waits for *name* and has room on both sides."""
        while spec := self.waiting.next_for(name, self._can_start):
            self._start(spec, now)

    def decide(self, flight: Flight, code: int, melds: Sequence[bytes], seconds: float, now: float) -> None:
        """Carry out the action that a bot chose in *seconds*; a late or illegal one is a fault."""
        game = flight.game
        seat = game.hand.to_act
        try:
            if self._banked:
                left = game.clocks[seat].left
                if not game.clocks[seat].charge(seconds):
                    self._fault(flight, "timeout", f"took {seconds:.3f} s and had {left:.3f} s left", now)
                    return
            try:
                over = game.play(code, read_spread(melds) if melds else None, seconds)
            except IllegalAction as error:
                self._fault(flight, "illegal", str(error), now)
                return
            except BadCards as error:
                legal = show_actions(game.hand.legal())
                self._fault(
                    flight, "illegal", f"{show_action(code)} is illegal: {error}; legal: {legal}", now
                )
                return
            latency = round(seconds * 1000)
            if latency != flight.latency[seat]:
                other = flight.latency[1 - seat]
                flight.latency = (other, latency) if seat else (latency, other)
            if over:
                self._end_hand(flight, now)
            else:
                self._ask(flight, now)
        except Exception:  # noqa: BLE001 - the edge of one game: our bug in it must not reach the others
            self.void(flight, "a fault of the referee", now, bug=traceback.format_exc())

    def fault(self, flight: Flight, kind: FaultKind, evidence: str, now: float) -> None:
        """Charge the seat to act with a fault; its turn must have been taken out of the queue."""
        try:
            self._fault(flight, kind, evidence, now)
        except Exception:  # noqa: BLE001 - as in decide
            self.void(flight, "a fault of the referee", now, bug=traceback.format_exc())

    def void(self, flight: Flight, reason: str, now: float, bug: str | None = None) -> None:
        """Drop a game: it does not count, and both are told."""
        key = flight.game.spec.key
        if self.flights.get(key) is not flight:
            return
        self.withdraw(flight, now)
        self.effects.voided.append(Voided(key, reason, bug))
        self._land(flight, lambda seat: game_void(flight.numbers[seat]), now, urgent=True)

    def stop(self, flight: Flight, winner: int | None, reason: Reason, now: float) -> None:
        """End a game from outside."""
        self.withdraw(flight, now)
        flight.game.stop(winner, reason)
        self._finish(flight, now)

    def stop_waiting(self, name: str, reason: Reason) -> None:
        """Let *name* lose all the games that wait for it."""
        for spec in self.waiting.take_all(name):
            winner = 1 - spec.seats.index(name)
            self.effects.finished.append(unplayed(spec, self.settings.rules, winner, reason))

    def void_waiting(self, key: GameKey, reason: str) -> None:
        """Drop a game that was never begun."""
        if self.waiting.take(key):
            self.effects.voided.append(Voided(key, reason, None))

    def withdraw(self, flight: Flight, now: float) -> None:
        """Take the decision due out of the outbox it is in: nobody answers it any more."""
        outbox = flight.acting.outbox
        if flight.owed is not None:
            outbox.queue.drop(flight.owed, now)
            flight.owed = None
        elif flight in outbox.ready:
            outbox.ready.remove(flight)
        self.touch(flight.acting)

    def _can_start(self, spec: GameSpec) -> bool:
        for name in spec.seats:
            bot = self.bots.get(name)
            lane = bot and bot.lane_for(spec.key.leg)
            if not lane or not lane.has_room():
                return False
        return True

    def _start(self, spec: GameSpec, now: float) -> None:
        try:
            game = Game(spec, self.settings.rules, self.settings.policy, self.settings.clock)
        except Exception:  # noqa: BLE001 - as in decide
            self.effects.voided.append(Voided(spec.key, "a fault of the referee", traceback.format_exc()))
            return
        one, other = (self.bots[name].lane_for(spec.key.leg) for name in spec.seats)
        if one is None or other is None:
            raise ValueError(f"{spec.seats} are not both there")
        flight = Flight(game, self._lanes.setdefault((one, other), (one, other)))
        self.flights[spec.key] = flight
        for seat, lane in enumerate(flight.lanes):
            start = game_start(game, seat, lane.number(flight), self.settings.anonymous)
            lane.outbox.news.game_starts.append(start)
            self.touch(lane)
        self.effects.started.append(spec.key)
        self._ask(flight, now)

    def _ask(self, flight: Flight, now: float) -> None:
        lane = flight.lanes[flight.game.hand.to_act]
        flight.acting = lane
        flight.asked_at = now
        lane.outbox.ready.append(flight)
        if not lane.touched:
            self.touch(lane)

    def _fault(self, flight: Flight, kind: FaultKind, evidence: str, now: float) -> None:
        game = flight.game
        fault = game.fault(kind, evidence)
        names = game.spec.seats
        lane = flight.acting.index
        bot, opponent = names[fault.seat], names[1 - fault.seat]
        self.effects.faults.append(FaultNotice(self._events, bot, lane, opponent, game.spec.key, fault))
        self._events += 1
        if game.hand.result is not None:
            self._end_hand(flight, now)
        else:
            self._ask(flight, now)

    def _end_hand(self, flight: Flight, now: float) -> None:
        game = flight.game
        hand, hand_number, told = game.hand, game.hand_number, game.told
        game.end_hand()
        overs = hand_overs(game, hand, hand_number, flight.numbers, told)
        for lane, over in zip(flight.lanes, overs, strict=True):
            lane.outbox.news.hand_overs.append(over)
            self.touch(lane)
        if game.reason is None:
            self._ask(flight, now)
        else:
            self._finish(flight, now)

    def _finish(self, flight: Flight, now: float) -> None:
        game = flight.game
        self.effects.finished.append(game.record())
        urgent = game.reason not in ("target", "hands", "cap")
        self._land(flight, lambda seat: game_over(game, seat, flight.numbers[seat]), now, urgent)

    def _land(self, flight: Flight, over: Callable[[int], pb.GameOver], now: float, urgent: bool) -> None:
        """Take a game out of both lanes, tell them, and start what has room now."""
        del self.flights[flight.game.spec.key]
        if not self.flights:
            self._lanes.clear()  # not to keep lanes whose bots are gone
        for seat, lane in enumerate(flight.lanes):
            outbox = lane.outbox
            outbox.news.game_overs.append(over(seat))
            outbox.urgent |= urgent
            del lane.flights[flight.numbers[seat]]
            self.touch(lane)
        for name in flight.game.spec.seats:
            self.start_games(name, now)
