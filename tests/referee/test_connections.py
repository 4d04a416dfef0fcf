"""Who may connect, on which lane, and what a connection that comes back, or a new process, finds."""

import pytest

from gin_referee.faults import Refused
from gin_referee.settings import Settings
from gin_sdk.v1 import gin_pb2 as pb
from tests.referee.driver import Driver, actions, choose_well, spec, specs


def batches(responses: list[pb.PlayResponse]) -> list[pb.Batch]:
    return [response.batch for response in responses if response.HasField("batch")]


def test_the_first_message_says_what_is_played_and_by_what_limits() -> None:
    driver = Driver(Settings(tournament="class", commitment=b"c" * 32, run="r"))
    client = driver.join("a")
    welcome = client.received[0].welcome
    assert (welcome.protocol_major, welcome.session, welcome.name) == (1, "r0", "a")
    assert (welcome.tournament, welcome.commitment) == ("class", b"c" * 32)
    assert (welcome.rules.target, welcome.rules.variant, welcome.rules.hands) == (100, "standard", 0)
    assert (welcome.clock.move_time_ms, welcome.clock.HasField("game_time_ms")) == (5000, False)
    assert (welcome.faults.illegal, welcome.faults.max_faults) == ("forfeit_game", 10)
    assert (welcome.max_batch, welcome.max_message_bytes) == (256, 65536)


def test_a_bot_that_is_not_expected_is_refused() -> None:
    with pytest.raises(Refused, match="eve is not expected") as refusal:
        Driver().connect("eve")
    assert refusal.value.code == "NOT_FOUND"


@pytest.mark.parametrize("major", [0, 2])
def test_another_protocol_is_refused(major: int) -> None:
    driver = Driver()
    driver.expect("a")
    with pytest.raises(Refused, match=f"protocol {major}") as refusal:
        driver.arena.connect("a", pb.Hello(protocol_major=major), 0.0)
    assert refusal.value.code == "FAILED_PRECONDITION"


def test_a_lane_that_does_not_exist_is_refused() -> None:
    driver = Driver()
    driver.expect("a")
    hello = pb.Hello(protocol_major=1)
    hello.ParseFromString(hello.SerializeToString() + b"\x18\x09")
    with pytest.raises(Refused, match="no lane 9"):
        driver.arena.connect("a", hello, 0.0)


@pytest.mark.parametrize(("first", "second"), [(None, None), (0, 0), (1, 1), (None, 0), (0, None), (1, None)])
def test_a_second_session_on_a_taken_lane_and_a_mix_of_both_ways_are_refused(
    first: int | None, second: int | None
) -> None:
    driver = Driver()
    driver.expect("a")
    driver.connect("a", lane=first)
    with pytest.raises(Refused) as refusal:
        driver.connect("a", lane=second)
    assert refusal.value.code == "ALREADY_EXISTS"


def test_the_way_of_connecting_may_change_while_no_game_is_in_flight() -> None:
    driver = Driver()
    driver.expect("a", "b")
    lanes = [driver.connect("a", lane=lane) for lane in (0, 1)]
    for client in lanes:
        driver.arena.disconnect(client.session.id, 0.0)
    driver.connect("a", choose_well)
    driver.connect("b", choose_well)
    driver.submit(specs("a", "b", 1))
    driver.play()
    assert len(driver.records) == 2


def test_the_way_of_connecting_may_not_change_under_games_in_flight() -> None:
    driver = Driver()
    a = driver.join("a")
    driver.join("b")
    driver.submit(specs("a", "b", 1))
    driver.arena.disconnect(a.session.id, 0.0)
    with pytest.raises(Refused, match="any lane"):
        driver.connect("a", lane=0)


def test_play_begins_when_both_lanes_are_there_and_each_plays_its_leg() -> None:
    driver = Driver()
    driver.join("b", choose_well)
    driver.expect("a")
    driver.submit(specs("a", "b", 3))
    first = driver.connect("a", choose_well, lane=0)
    assert not driver.arena.games_in_flight()
    assert not driver.arena.is_connected("a")
    second = driver.connect("a", choose_well, lane=1)
    assert driver.arena.is_connected("a")
    assert len(driver.arena.games_in_flight()) == 6
    driver.play()
    assert [len(client.overs) for client in (first, second)] == [3, 3]
    seats = [
        [start.seat for batch in batches(client.received) for start in batch.game_starts]
        for client in (first, second)
    ]
    assert seats == [[0, 0, 0], [1, 1, 1]]


def test_the_same_session_replaces_the_old_stream_and_everything_owed_is_sent_again() -> None:
    driver = Driver()
    driver.join("b", choose_well)
    old = driver.join("a")
    driver.submit(specs("a", "b", 15))
    driver.play()
    owed = list(old.asked)
    new = driver.connect("a", choose_well, session=old.session.session)
    assert new.session.replaced == old.session.id
    assert new.session.session == old.session.session
    assert old.goodbye is not None
    assert [closing.connection for closing in driver.closings] == [old.session.id]
    (again,) = batches(new.received)
    assert [start.game for start in again.game_starts] == list(range(30))
    assert list(again.turns) == owed
    driver.arena.disconnect(old.session.id, driver.now)
    driver.play()
    assert len(driver.records) == 30
    assert not driver.faults


def test_an_answer_sent_before_and_after_a_reconnect_moves_once() -> None:
    driver = Driver()
    driver.join("b", choose_well)
    old = driver.join("a")
    driver.submit([spec("a", "b")])
    driver.play()
    turn = old.asked[0]
    driver.answer(old, turn)
    new = driver.connect("a", session=old.session.session)
    before = len(new.received)
    driver.send(new, actions(turn))
    assert new.received[before].notice.text
    assert not driver.faults


def test_a_session_that_is_not_known_is_a_new_one() -> None:
    driver = Driver(Settings(run="now-"))
    driver.expect("a")
    client = driver.connect("a", session="long-ago-7")
    assert client.session.session == "now-0"


def test_a_new_process_takes_over_the_games_in_flight_under_numbers_of_its_own() -> None:
    driver = Driver()
    driver.join("b", choose_well)
    old = driver.join("a", choose_well)
    driver.submit(specs("a", "b", 10))
    driver.play(rounds=200)
    assert len(old.overs) > 2
    left = len(driver.arena.games_in_flight())
    driver.arena.disconnect(old.session.id, driver.now)
    new = driver.connect("a", choose_well)
    starts = [start for batch in batches(new.received) for start in batch.game_starts]
    assert [start.game for start in starts] == list(range(left))
    driver.play()
    assert len(driver.records) == 20
    assert not driver.faults


def test_what_the_old_session_says_after_a_takeover_is_not_heard() -> None:
    driver = Driver()
    driver.join("b", choose_well)
    old = driver.join("a")
    driver.submit([spec("a", "b")])
    driver.play()
    turn = old.asked[0]
    driver.arena.disconnect(old.session.id, driver.now)
    new = driver.connect("a")
    driver.send(old, actions(turn))
    assert list(new.asked) == [turn]
    driver.answer(new, turn)


def test_the_largest_batch_of_a_new_hello_holds_for_what_is_sent_again() -> None:
    driver = Driver()
    driver.join("b", choose_well)
    old = driver.join("a")
    driver.submit(specs("a", "b", 15))
    driver.play()
    new = driver.connect("a", session=old.session.session, max_batch=3)
    assert max(new.batches) == 3
    assert list(new.asked) == list(old.asked)


def test_a_bot_away_keeps_its_games_and_what_it_has_not_seen_waits() -> None:
    driver = Driver()
    b = driver.join("b")
    a = driver.join("a")
    driver.submit(specs("a", "b", 4))
    driver.arena.disconnect(a.session.id, driver.now)
    b.choose = choose_well
    driver.play()
    driver.wait(1.0)
    again = driver.connect("a", choose_well, session=a.session.session)
    driver.play()
    assert len(driver.records) == 8
    assert not driver.faults
    assert len(again.overs) == 8


def test_a_bye_ends_the_stream_and_costs_only_what_is_owed_later() -> None:
    driver = Driver()
    driver.join("b", choose_well)
    a = driver.join("a", choose_well)
    driver.submit([spec("a", "b")])
    driver.play()
    driver.send(a, pb.PlayRequest(bye=pb.Bye(reason="done")))
    assert a.goodbye == "bye"
    driver.wait(100.0)
    assert not driver.faults
    driver.submit([spec("a", "b", 1)])
    assert driver.arena.games_waiting() == 1


def test_a_fresh_process_plays_one_game_and_another_comes_for_the_next() -> None:
    driver = Driver()
    driver.join("b", choose_well)
    driver.expect("a", ours=True, fresh=True)
    driver.submit(specs("a", "b", 2))
    sessions = set()
    for played in range(1, 5):
        client = driver.connect("a", choose_well)
        sessions.add(client.session.session)
        driver.play()
        assert len(driver.records) == played
        assert client.goodbye == "its game is over"
        assert driver.closings[-1].restart
        driver.arena.exited("a", None, "exit status 0", driver.now)
    assert len(sessions) == 4
    assert not driver.faults


def test_the_end_is_told_to_all_and_nobody_comes_in_after_it() -> None:
    driver = Driver()
    clients = [driver.join(name) for name in "ab"]
    driver.submit(specs("a", "b", 1))
    driver.arena.close("the tournament is over", 0.0)
    driver.deliver()
    assert [client.goodbye for client in clients] == ["the tournament is over"] * 2
    with pytest.raises(Refused, match="over"):
        driver.connect("a")


def test_a_bot_that_is_released_is_told_and_not_let_in_again() -> None:
    driver = Driver()
    client = driver.join("a")
    driver.arena.release("a", "suspended", 0.0)
    driver.deliver()
    assert client.goodbye == "suspended"
    with pytest.raises(Refused):
        driver.connect("a")
