"""Time stands still while the referee does not run."""

import asyncio
import time

import pytest
from grpc import aio

from gin_referee.clocks import ClockLimits
from gin_referee.effects import FaultNotice
from gin_referee.records import GameRecord
from gin_referee.server import RefereeServer
from gin_referee.settings import Settings
from gin_referee.steady import PERIOD, TOLERANCE, SteadyClock
from tests.referee.callers import Caller, next_event, served
from tests.referee.driver import specs


def test_a_clock_that_beats_in_time_shows_the_time() -> None:
    clock = SteadyClock(100.0)
    for beat in range(1, 50):
        clock.beat(100.0 + beat * (PERIOD + TOLERANCE / 2))
    assert clock.lost == 0.0
    assert clock.read(102.45 + 2 * PERIOD) == 102.45 + 2 * PERIOD


@pytest.mark.parametrize("first", ["beat", "read"])
def test_a_pause_is_no_time_whoever_notices_it_first(first: str) -> None:
    clock = SteadyClock(100.0)
    getattr(clock, first)(107.0)
    assert clock.lost == pytest.approx(7.0 - PERIOD)
    assert clock.read(107.0) == pytest.approx(100.0 + PERIOD)
    clock.beat(107.0)
    assert clock.read(107.02) == pytest.approx(100.02 + PERIOD)


def test_it_never_goes_back() -> None:
    clock = SteadyClock(0.0)
    times = [0.04, 0.2, 0.21, 3.0, 3.0, 3.1, 3.3, 10.0]
    read = [clock.read(at) for at in times]
    assert read == sorted(read)


def test_a_referee_that_does_not_run_for_longer_than_a_move_may_take_blames_nobody() -> None:
    move_time = 0.3

    async def play(server: RefereeServer, channel: aio.Channel) -> None:
        alice, bob = Caller(channel), Caller(channel, "bob")
        for caller in (alice, bob):
            await caller.hello()
        playing = asyncio.gather(alice.play(), bob.play())
        server.apply(lambda arena, now: arena.submit(specs("alice", "bob", 1), now))
        time.sleep(4 * move_time)
        records = [await next_event(server, GameRecord) for _ in range(2)]
        assert [record.fault for record in records] == [None, None]
        assert not [event for event in server.past_events() if isinstance(event, FaultNotice)]
        await server.stop("enough")
        await playing

    served(play, settings=Settings(clock=ClockLimits(move_time=move_time, margin=0.0)))
