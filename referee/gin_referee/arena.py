"""All games of all connections: told what came in and when, it says what goes out and when to call again.

No I/O, no clock, no randomness: a caller connects bots, submits games, hands over what bots send, calls
`tick` at `next_deadline`, and after every call sends, stores and closes what `drain` gives. Times are seconds
of one clock that never goes back.
"""

from collections.abc import Iterable, Sequence

from gin_referee.clocks import Owed
from gin_referee.deadlines import Deadlines
from gin_referee.effects import Closing, Effects
from gin_referee.faults import Refused
from gin_referee.lanes import Bot, Flight, Lane, Session, lane_of
from gin_referee.outbox import MOST_IN_MESSAGE, MOST_STRAYS
from gin_referee.play import Play
from gin_referee.post import send_again, send_ready
from gin_referee.records import FaultKind, GameKey, GameSpec, Reason
from gin_referee.settings import Settings
from gin_referee.wire import goodbye, notice, welcome
from gin_rummy.actions import KNOCK
from gin_sdk.v1 import gin_pb2 as pb

MOST_EVIDENCE = 2000  # characters of what a bot says of its own failure: the end of a traceback


class Arena:
    """The games of one tournament, between the bots that are expected."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._play = Play(settings)
        self._deadlines = Deadlines()
        self._connected: dict[int, Lane] = {}
        self._connections = 0
        self._closed = False

    def drain(self) -> Effects:
        """Hand over everything that resulted since the last call."""
        effects, self._play.effects = self._play.effects, Effects()
        return effects

    def next_deadline(self) -> float | None:
        """Give the time by which `tick` wants to be called; None while nothing is owed."""
        return None if self._closed else self._deadlines.next()

    def expect(
        self, name: str, *, at_once: int | None = None, ours: bool = False, fresh: bool = False
    ) -> None:
        """Let bot *name* connect.

        *at_once*: most games in flight of a connection. *ours*: its processes are started, and started again,
        by us. *fresh*: each plays one game.
        """
        most = at_once or self.settings.at_once
        bot = self._play.bots.setdefault(name, Bot(name, most, ours, fresh, {}))
        bot.at_once, bot.ours, bot.fresh = most, ours, fresh

    def connect(self, name: str, hello: pb.Hello, now: float) -> Session:
        """Begin a connection of bot *name*, whose token was checked; its Welcome is the first message out.

        The session it has replaces the old stream; a session that is not known here is a new one.

        Raises:
            Refused: for a bot that is not expected, another protocol, or a lane that is taken.
        """
        if self._closed:
            raise Refused("UNAVAILABLE", "the tournament is over")
        index = lane_of(hello)
        bot = self._play.bots.get(name)
        if bot is None:
            raise Refused("NOT_FOUND", f"{name} is not expected here")
        lane = bot.claim(index, hello.session)
        replaced = lane.connection
        if replaced is not None:
            self._part(lane, "a newer stream of the same session takes over", restart=False, now=now)
        connection = self._connections
        self._connections += 1
        known = lane.session and lane.session == hello.session
        session = lane.session if known else f"{self.settings.run}{connection}"
        lane.begin(session, connection, hello.max_batch, now)
        self._connected[connection] = lane
        self._send(lane, welcome(self.settings, name, index, session))
        send_again(self._play, lane, now)
        self._play.start_games(name, now)
        self._play.touch(lane)
        self._settle(now)
        return Session(connection, name, index, session, replaced)

    def disconnect(self, connection: int, now: float) -> None:
        """Note that a stream ended; one that was closed from here is not known any more."""
        lane = self._connected.pop(connection, None)
        if lane is not None:
            lane.end(now)
            self._play.touch(lane)
            self._settle(now)

    def exited(self, name: str, index: int | None, evidence: str, now: float) -> bool:
        """Note that a process of ours ended: a crash, if it owed a decision and was not told to end.

        Tells whether the end is accounted for: a decision was at fault, or the process was told to end.

        Its clocks stand still until the next process says Hello, for `Settings.startup_time` at most.
        """
        bot = self._play.bots.get(name)
        lane = bot and bot.lanes.get(index)
        if not lane:
            return False
        told_to = lane.dismissed
        if lane.connection is not None:
            self._part(lane, "its process ended", restart=False, now=now)
        lane.end(now)
        lane.restarting = True
        lane.dismissed = False
        accounted_for = told_to or self._charge(lane, "crash", evidence, now)
        self._play.touch(lane)
        self._settle(now)
        return accounted_for

    def broke_protocol(self, connection: int, evidence: str, now: float) -> None:
        """Close a connection that sent what does not parse, or broke a limit: a fault if it owes anything."""
        lane = self._connected.get(connection)
        if lane is not None:
            self._break(lane, evidence, now)
            self._settle(now)

    def release(self, name: str, reason: str, now: float) -> None:
        """Say goodbye to a bot that is done; it loses what it still plays or waits for, as suspended."""
        self.end_games_of(name, "suspended", now)
        bot = self._play.bots.pop(name, None)
        for lane in bot.lanes.values() if bot else ():
            if lane.connection is not None:
                self._part(lane, reason, restart=False, now=now)

    def close(self, reason: str, now: float) -> None:
        """Say goodbye to all; games in flight are left as they are."""
        self._closed = True
        for lane in list(self._connected.values()):
            self._part(lane, reason, restart=False, now=now)

    def submit(self, specs: Iterable[GameSpec], now: float) -> None:
        """Play games as soon as both bots are there and have room, in this order for each pair of lanes.

        Every game submitted comes back once, as a record or as voided.

        Raises:
            ValueError: for a game that waits or is played already, or of a bot with itself.
        """
        names: dict[str, None] = {}
        for spec in specs:
            if spec.key in self._play.flights or spec.key in self._play.waiting:
                raise ValueError(f"game {spec.key} was submitted already")
            if spec.seats[0] == spec.seats[1]:
                raise ValueError(f"{spec.seats[0]} cannot play itself")
            self._play.waiting.add(spec)
            names |= dict.fromkeys(spec.seats)
        for name in names:
            self._play.start_games(name, now)
        self._settle(now)

    def void(self, key: GameKey, reason: str, now: float) -> None:
        """Drop a game for a fault of the platform; a game that is not here is none."""
        flight = self._play.flights.get(key)
        if flight is not None:
            self._play.void(flight, reason, now)
        else:
            self._play.void_waiting(key, reason)
        self._settle(now)

    def end_games_of(self, name: str, reason: Reason, now: float) -> None:
        """Let bot *name*, suspended or absent, lose all it plays and waits for."""
        self._play.stop_waiting(name, reason)
        for flight in list(self._play.flights.values()):
            if name in flight.game.spec.seats:
                self._play.stop(flight, 1 - flight.game.spec.seats.index(name), reason, now)
        self._settle(now)

    def games_in_flight(self, name: str | None = None) -> list[GameKey]:
        """List the games being played, of one bot or all."""
        return [
            key
            for key, flight in self._play.flights.items()
            if name is None or name in flight.game.spec.seats
        ]

    def games_waiting(self) -> int:
        """Count the games submitted that have not begun."""
        return len(self._play.waiting)

    def is_connected(self, name: str) -> bool:
        """Tell whether all connections of a bot are there: the one for any lane, or lanes 0 and 1."""
        bot = self._play.bots.get(name)
        lanes = list(bot.lanes.values()) if bot and bot.lane_for(0) else []
        return bool(lanes) and all(lane.connection is not None for lane in lanes)

    def receive(self, connection: int, request: pb.PlayRequest, now: float) -> None:
        """Take in a message of a bot."""
        lane = self._connected.get(connection)
        if lane is None:
            return
        if lane.due_at <= now:
            self._expire(lane, now)  # too late is too late, whoever is called first
            if lane.connection != connection:
                self._settle(now)
                return
        kind = request.WhichOneof("message")
        if kind == "actions":
            self._answer(lane, request.actions, now)
        elif kind == "failed":
            self._fail(lane, request.failed, now)
        elif kind == "bye":
            self._part(lane, "bye", restart=False, now=now)
            self._play.touch(lane)
        elif kind == "pong":
            self._count_strays(lane, 1, 0, now)  # the referee pings by gRPC's own means
        else:
            what = "a second Hello" if kind == "hello" else "a message without content"
            self._break(lane, f"sent {what}", now)
        self._settle(now)

    def tick(self, now: float) -> None:
        """Let fall due what falls due by *now*."""
        if self._closed:
            return
        for lane in self._deadlines.come(now):
            self._expire(lane, now)
            self._play.touch(lane)
        self._settle(now)

    def _answer(self, lane: Lane, message: pb.Actions, now: float) -> None:
        actions = message.actions
        if len(actions) > MOST_IN_MESSAGE:
            self._break(
                lane, f"sent {len(actions)} actions in a message, at most {MOST_IN_MESSAGE} go in one", now
            )
            return
        flights = lane.flights
        answered: list[Owed[Flight]] = []
        moves: list[tuple[Flight, int, Sequence[bytes]]] = []
        for action in actions:
            flight = flights.get(action.game)
            if flight is None or flight.acting is not lane or flight.game.turn != action.turn:
                continue
            owed = flight.owed
            if owed is None:
                continue
            flight.owed = None
            answered.append(owed)
            code = action.action
            moves.append((flight, code, action.spread if code >= KNOCK else ()))
        seconds = self._took(lane, answered, now)
        decide = self._play.decide
        for flight, code, melds in moves:
            decide(flight, code, melds, seconds, now)
        strays = len(actions) - len(moves)
        if strays or lane.strays or not moves:
            self._count_strays(lane, strays or not moves, len(moves), now)

    def _fail(self, lane: Lane, failed: pb.Failed, now: float) -> None:
        flight = lane.flights.get(failed.game)
        if (
            flight is None
            or flight.acting is not lane
            or flight.game.turn != failed.turn
            or flight.owed is None
        ):
            self._count_strays(lane, 1, 0, now)
            return
        seconds = self._took(lane, [flight.owed], now)
        flight.owed = None
        flight.game.clocks[flight.game.hand.to_act].charge(seconds)
        self._play.fault(
            flight, "crash", failed.error[-MOST_EVIDENCE:] or "it failed, and did not say how", now
        )

    def _took(self, lane: Lane, answered: list[Owed[Flight]], now: float) -> float:
        """Settle what a message answers; give the seconds that each answer took, the margin among them."""
        if answered:
            lane.answered_at = now
        return lane.outbox.queue.answer(answered, now)

    def _count_strays(self, lane: Lane, strays: int, answers: int, now: float) -> None:
        """Ignore answers to nothing that was asked, say so now and then, and close a flood of them."""
        lane.strays = max(lane.strays + strays - answers, 0)
        lane.told_strays += strays
        if lane.strays > MOST_STRAYS:
            self._break(lane, f"sent more than {MOST_STRAYS} answers to nothing that was asked", now)
        elif strays and _passes_power_of_ten(lane.told_strays - strays, lane.told_strays):
            self._send(
                lane, notice(f"ignored so far: {lane.told_strays} answers, stale, repeated or to no game")
            )

    def _expire(self, lane: Lane, now: float) -> None:
        """Charge each decision whose time has come, the oldest first."""
        while lane.due(self.settings) <= now:
            queue = lane.outbox.queue
            since = queue.since
            silent = True
            if lane.restarting:
                self._charge(lane, "crash", "the process that was started again did not say Hello", now)
            elif lane.connection is None:
                away = f"its stream ended {now - lane.away_since:.1f} s ago and it did not come back"
                self._charge(lane, "disconnect", away, now)
            else:
                silent = lane.answered_at <= since
                self._charge(lane, "timeout", f"no answer in {now - since:.3f} s; {lane.clock_words()}", now)
            if silent and lane.bot.ours:
                self._dismiss(lane, "no answer in time", now)
            lane.away_since = now

    def _charge(self, lane: Lane, kind: FaultKind, evidence: str, now: float) -> bool:
        """Hold the oldest decision that *lane* owes, if any, to be at fault; tell whether there was one."""
        flight = lane.oldest()
        if flight is None:
            return False
        if flight.owed is not None:
            flight.game.clocks[flight.game.hand.to_act].charge(now - lane.outbox.queue.since)
        self._play.withdraw(flight, now)
        self._play.fault(flight, kind, evidence, now)
        return True

    def _break(self, lane: Lane, evidence: str, now: float) -> None:
        self._dismiss(lane, evidence, now)
        self._charge(lane, "protocol", evidence, now)
        self._play.touch(lane)

    def _dismiss(self, lane: Lane, reason: str, now: float) -> None:
        """End a session, if any, of our own accord: a process of ours is started again, its end no crash."""
        ours = lane.bot.ours
        if lane.connection is not None:
            self._part(lane, reason, restart=ours, now=now)
        elif ours:
            self._play.effects.closing.append(Closing(None, lane.name, lane.index, reason, restart=True))
        lane.dismissed = lane.restarting = ours

    def _part(self, lane: Lane, reason: str, restart: bool, now: float) -> None:
        connection = lane.connection
        if connection is None:
            return
        self._send(lane, goodbye(reason))
        self._play.effects.closing.append(Closing(connection, lane.name, lane.index, reason, restart))
        del self._connected[connection]
        lane.end(now)

    def _send(self, lane: Lane, message: pb.PlayResponse) -> None:
        if lane.connection is not None:
            self._play.effects.outgoing.append((lane.connection, message))

    def _settle(self, now: float) -> None:
        """Send what can be sent, and note when each lane that changed is to be looked at."""
        touched = self._play.touched
        for lane in touched:  # it may grow on the way
            lane.touched = False
            send_ready(self._play, lane, now)
            if lane.bot.fresh and lane.started and not lane.flights and lane.connection is not None:
                self._dismiss(lane, "its game is over", now)
            self._deadlines.watch(lane, lane.due(self.settings))
        touched.clear()


def _passes_power_of_ten(before: int, after: int) -> bool:
    """Tell whether counting from *before* to *after* passes a power of ten.

    >>> _passes_power_of_ten(0, 3), _passes_power_of_ten(3, 9), _passes_power_of_ten(9, 12)
    (True, False, True)
    """
    return len(str(before)) < len(str(after)) or before == 0 < after
