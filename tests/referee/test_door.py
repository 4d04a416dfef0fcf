import pytest
from grpc import StatusCode

from gin_referee.door import (
    FREE_MISTAKES,
    LONGEST_DELAY,
    MOST_PEERS,
    Backoff,
    Caller,
    NotAuthenticated,
    caller_of,
    check_lane,
)
from gin_referee.faults import BotBrokeProtocol, Refused
from gin_referee.server_options import ServerOptions
from gin_referee.statuses import HelloLate, Stopping, TooManyStreams, status_of
from gin_sdk.v1 import gin_pb2 as pb
from tests.referee.callers import hello

PEER = "ipv4:10.0.0.1:40000"
ALICE = Caller("alice")
WORDS = {None: "any lane", 0: "lane 0", 1: "lane 1"}


def delays(count: int, backoff: Backoff, peer: str = PEER, now: float = 0.0) -> list[float]:
    return [backoff.delay(peer, now) for _ in range(count)]


def test_the_first_mistakes_are_free_and_the_next_ones_cost_twice_as_much_each() -> None:
    assert delays(7, Backoff()) == [0.0, 0.0, 0.0, 0.1, 0.2, 0.4, 0.8]


def test_no_mistake_costs_more_than_the_longest_delay() -> None:
    assert delays(2_000, Backoff())[-1] == LONGEST_DELAY


def test_another_port_of_the_same_address_is_the_same_peer_and_another_address_is_not() -> None:
    backoff = Backoff()
    delays(FREE_MISTAKES, backoff)
    assert backoff.delay("ipv4:10.0.0.1:50000", 0.0) > 0
    assert backoff.delay("ipv4:10.0.0.2:40000", 0.0) == 0


def test_mistakes_are_forgotten_after_a_minute_without_one() -> None:
    backoff = Backoff()
    delays(10, backoff)
    assert backoff.delay(PEER, 59.0) > 0
    assert backoff.delay(PEER, 120.0) == 0


def test_the_peers_remembered_are_bounded_and_the_oldest_is_forgotten_first() -> None:
    backoff = Backoff()
    delays(10, backoff)
    for number in range(MOST_PEERS):
        backoff.delay(f"ipv4:10.1.{number // 256}.{number % 256}:1", 0.0)
    assert backoff.delay(PEER, 0.0) == 0


def test_a_caller_is_named_by_its_token() -> None:
    assert caller_of([("authorization", "Bearer t")], {"t": ALICE}.get) == ALICE


@pytest.mark.parametrize("metadata", [None, [], [("authorization", "Bearer wrong")]])
def test_a_caller_without_a_right_token_has_no_name(metadata: list[tuple[str, str | bytes]] | None) -> None:
    with pytest.raises(NotAuthenticated):
        caller_of(metadata, {"t": ALICE}.get)


@pytest.mark.parametrize("asked", [None, 0, 1])
@pytest.mark.parametrize("own", [None, 0, 1])
def test_the_token_of_a_process_is_good_for_its_lane_alone(own: int | None, asked: int | None) -> None:
    caller = Caller("alice", (own,))
    if asked == own:
        check_lane(caller, hello(asked).hello)
    else:
        with pytest.raises(
            Refused, match=f"alice is good for {WORDS[own]}, not for {WORDS[asked]}"
        ) as refused:
            check_lane(caller, hello(asked).hello)
        assert status_of(refused.value).code is StatusCode.PERMISSION_DENIED


@pytest.mark.parametrize("asked", [None, 0, 1])
def test_the_token_of_a_remote_bot_is_good_for_every_lane(asked: int | None) -> None:
    check_lane(ALICE, hello(asked).hello)


def test_a_hello_that_leaves_the_lane_out_is_for_any_lane() -> None:
    unspecified = pb.Hello(protocol_major=1)
    check_lane(Caller("alice", (None,)), unspecified)
    with pytest.raises(Refused, match="not for any lane"):
        check_lane(Caller("alice", (0,)), unspecified)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NotAuthenticated("why"), StatusCode.UNAUTHENTICATED),
        (Refused("ALREADY_EXISTS", "why"), StatusCode.ALREADY_EXISTS),
        (Refused("NOT_FOUND", "why"), StatusCode.NOT_FOUND),
        (BotBrokeProtocol("why"), StatusCode.INVALID_ARGUMENT),
        (HelloLate("why"), StatusCode.DEADLINE_EXCEEDED),
        (TooManyStreams("why"), StatusCode.RESOURCE_EXHAUSTED),
        (Stopping("why"), StatusCode.UNAVAILABLE),
    ],
)
def test_every_error_meant_for_a_caller_has_its_status_and_keeps_its_text(
    error: Exception, code: StatusCode
) -> None:
    assert status_of(error) == (code, "why")


@pytest.mark.parametrize("error", [RuntimeError("the seed"), KeyError("the seed"), OSError("the seed")])
def test_any_other_error_is_internal_and_its_text_stays_here(error: Exception) -> None:
    code, text = status_of(error)
    assert code is StatusCode.INTERNAL
    assert "seed" not in text


@pytest.mark.parametrize(("think", "timeout"), [(5.0, 20_000), (60.0, 120_000), (None, 3_600_000)])
def test_a_bot_that_thinks_as_long_as_it_may_is_not_taken_for_dead(think: float | None, timeout: int) -> None:
    options = dict(ServerOptions(longest_think=think).channel_arguments())
    assert options["grpc.http2.ping_timeout_ms"] == timeout
