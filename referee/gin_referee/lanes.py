"""Bots and their connections: who may connect, on which lane, and what a connection owes.

A bot is one connection for any leg, or two lanes, one a leg; a lane keeps its games while its connection, or
even the process behind it, changes. Nothing is sent here.
"""

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from gin_referee.clocks import Owed
from gin_referee.faults import Refused
from gin_referee.game import Game
from gin_referee.outbox import MOST_IN_MESSAGE, Outbox
from gin_referee.settings import Settings
from gin_sdk.v1 import gin_pb2 as pb
from gin_sdk.wire import LANES, PROTOCOL_MAJOR

_LANE_INDEX: dict[int, int | None] = {lane: index for index, lane in LANES.items()}
_LANE_INDEX[pb.LANE_UNSPECIFIED] = None


class Session(NamedTuple):
    """What a connection was given: its *id* in the arena, whose it is (*lane* None: any), its *session*.

    *replaced* is the connection of the same session that it takes the place of.
    """

    id: int
    name: str
    lane: int | None
    session: str
    replaced: int | None


class Flight:
    """A game in flight: between which lanes, under which numbers there, who is asked, and since when.

    `acting` is the lane of the seat to act, `owed` its turn once sent, `asked_at` the time when the decision
    fell to it, `latency` (ms, by seat) what the last decision took.
    """

    __slots__ = ("acting", "asked_at", "game", "lanes", "latency", "numbers", "owed")

    def __init__(self, game: Game, lanes: tuple["Lane", "Lane"]) -> None:
        self.game = game
        self.lanes = lanes
        self.numbers = [0, 0]
        self.acting = lanes[0]
        self.owed: Owed[Flight] | None = None
        self.asked_at = 0.0
        self.latency = (0, 0)


class Lane:
    """One place to connect to: what is in flight there outlives the connection.

    `connection` is None while nobody is connected, since `away_since`. `answered_at` is when it last
    answered. `restarting`: its process ended, or was told to, and another is to come. `dismissed`: we ended
    the session, so that its process ending is no fault. `due_at` is the time at which it is looked at again.
    """

    def __init__(self, bot: "Bot", index: int | None) -> None:
        self.bot = bot
        self.name = bot.name
        self.index = index
        self.outbox: Outbox[Flight] = Outbox()
        self.flights: dict[int, Flight] = {}
        self.session = ""
        self.connection: int | None = None
        self.started = 0
        self.away_since = -inf
        self.answered_at = -inf
        self.restarting = False
        self.dismissed = False
        self.strays = 0
        self.told_strays = 0
        self.touched = False
        self.due_at = inf

    @property
    def words(self) -> str:
        """The lane for people."""
        return lane_words(self.index)

    def has_room(self) -> bool:
        """Tell whether another game can start here now."""
        if self.connection is None or len(self.flights) >= self.bot.at_once:
            return False
        return not (self.bot.fresh and self.started)

    def oldest(self) -> Flight | None:
        """The game whose decision has been owed for longest: asked, or ready to be."""
        head = self.outbox.queue.head
        if head is not None:
            return head.of
        ready = self.outbox.ready
        return ready[0] if ready else None

    def due(self, settings: Settings) -> float:
        """Give the time at which the oldest decision owed is at fault; `inf` when none is."""
        queue = self.outbox.queue
        if self.connection is not None:
            return queue.due()
        flight = self.oldest()
        if flight is None:
            return inf
        if queue.head is not None:
            owed_since, clock = queue.since, queue.due()
        else:
            owed_since = flight.asked_at
            clock = max(self.away_since, owed_since) + flight.game.clocks[flight.game.hand.to_act].allowed
        since = max(self.away_since, owed_since)
        if self.restarting:
            return since + settings.startup_time
        return min(clock, since + settings.reconnect_grace)

    def clock_words(self) -> str:
        """Say what the head of the queue was allowed."""
        head = self.outbox.queue.head
        if head is None:
            return "nothing is owed"
        limits = head.of.game.clocks[0].limits
        asked = head.parcel.unanswered
        each = f"{head.allowed - limits.margin:.3f} s and {limits.margin:.3f} s margin"
        return f"allowed: {each}" + (f" for each of {asked} decisions sent together" if asked > 1 else "")

    def number(self, flight: Flight) -> int:
        """Give *flight* its number in the session."""
        number = self.started
        self.started += 1
        self.flights[number] = flight
        flight.numbers[flight.lanes.index(self)] = number
        return number

    def begin(self, session: str, connection: int, max_batch: int, now: float) -> None:
        """Connect a session: a new one counts its games anew, a process started again gets its time anew."""
        if session != self.session:
            flights = list(self.flights.values())
            self.session = session
            self.flights = {}
            self.started = 0
            self.outbox.take()  # news of a session that is gone
            for flight in flights:
                self.number(flight)
        if self.restarting:
            self.outbox.queue.restart(now)
        self.connection = connection
        self.restarting = self.dismissed = False
        self.strays = self.told_strays = 0
        self.outbox.cap = min(max_batch or MOST_IN_MESSAGE, MOST_IN_MESSAGE)

    def end(self, now: float) -> None:
        """Disconnect."""
        self.connection = None
        self.away_since = now


@dataclass(slots=True)
class Bot:
    """A bot that may connect: *ours* if we start its processes, *fresh* if each plays one game only."""

    name: str
    at_once: int
    ours: bool
    fresh: bool
    lanes: dict[int | None, Lane]

    def lane_for(self, leg: int) -> Lane | None:
        """Give the lane that plays *leg*, once all its connections have been there."""
        lanes = self.lanes
        if None in lanes:
            return lanes[None]
        return lanes[leg] if len(lanes) > 1 else None

    def claim(self, index: int | None, session: str) -> Lane:
        """Give the lane that a Hello asks for.

        Raises:
            Refused: ALREADY_EXISTS when another session is connected there, or the bot is connected the other
            way.
        """
        other_way = [lane for at, lane in self.lanes.items() if (at is None) != (index is None)]
        for lane in other_way:
            if lane.connection is not None or lane.flights:
                raise Refused(
                    "ALREADY_EXISTS",
                    f"{self.name} plays on {lane.words} already; a bot is one connection, or two lanes",
                )
        for lane in other_way:
            del self.lanes[lane.index]
        lane = self.lanes.setdefault(index, Lane(self, index))
        if lane.connection is not None and lane.session != session:
            raise Refused(
                "ALREADY_EXISTS", f"{self.name} is connected on {lane.words} already, with another session"
            )
        return lane


def lane_words(index: int | None) -> str:
    """Give a lane for people."""
    return "any lane" if index is None else f"lane {index}"


def lane_of(hello: pb.Hello) -> int | None:
    """Read the lane a Hello asks for.

    Raises:
        Refused: for another protocol, or a lane that does not exist.
    """
    if hello.protocol_major != PROTOCOL_MAJOR:
        raise Refused(
            "FAILED_PRECONDITION",
            f"protocol {hello.protocol_major} is not spoken here, but {PROTOCOL_MAJOR}; use its SDK",
        )
    if hello.lane not in _LANE_INDEX:
        raise Refused("INVALID_ARGUMENT", f"there is no lane {hello.lane}")
    return _LANE_INDEX[hello.lane]
