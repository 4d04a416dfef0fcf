"""Puts what waits in an outbox into messages, and sends again what a lost stream took along."""

import traceback
from collections.abc import Iterable

from gin_referee.lanes import Flight, Lane
from gin_referee.play import Play
from gin_referee.wire import game_start, write_turn
from gin_sdk.v1 import gin_pb2 as pb


def send_ready(play: Play, lane: Lane, now: float) -> None:
    """Send what *lane* can take now: decisions, with the news before them, or news that should not wait."""
    if lane.connection is None:
        return
    outbox = lane.outbox
    while count := outbox.batch(len(lane.flights)):
        message = outbox.take()
        ready = outbox.ready
        sent, broken = _write(message.batch, [ready.popleft() for _ in range(count)])
        for owed in outbox.queue.send(sent, now):
            owed.of.owed = owed
        play.effects.outgoing.append((lane.connection, message))
        for flight, bug in broken:
            play.void(flight, "a fault of the referee", now, bug)
    if outbox.news_alone():
        play.effects.outgoing.append((lane.connection, outbox.take()))


def send_again(play: Play, lane: Lane, now: float) -> None:
    """Tell a new connection of the games in flight, and ask again what is owed: no clock notices."""
    if lane.connection is None:
        return
    outbox = lane.outbox
    anonymous = play.settings.anonymous
    outbox.announce_again(
        [
            game_start(flight.game, flight.lanes.index(lane), number, anonymous)
            for number, flight in lane.flights.items()
        ]
    )
    owed = [owed.of for owed in outbox.queue.unanswered()]
    for first in range(0, len(owed), outbox.cap):
        message = outbox.take()
        _, broken = _write(message.batch, owed[first : first + outbox.cap])
        play.effects.outgoing.append((lane.connection, message))
        for flight, bug in broken:
            play.void(flight, "a fault of the referee", now, bug)


def _write(
    content: pb.Batch, flights: Iterable[Flight]
) -> tuple[list[tuple[Flight, float]], list[tuple[Flight, str]]]:
    """Add the turns of *flights*; give those written with the time allowed, and our tracebacks."""
    turns = content.turns
    written: list[tuple[Flight, float]] = []
    broken: list[tuple[Flight, str]] = []
    for flight in flights:
        game = flight.game
        seat = game.hand.to_act
        try:
            write_turn(turns.add(), game, flight.numbers[seat], flight.latency[seat])
            written.append((flight, game.clocks[seat].allowed))
        except Exception:  # noqa: BLE001 - the edge of one game: our bug in it must not reach the others
            del turns[-1]
            broken.append((flight, traceback.format_exc()))
    return written, broken
