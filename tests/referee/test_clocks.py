"""Fair clocks: who is charged, who may take how long, and what does not help a cheat."""

from math import inf

import pytest

from gin_referee.clocks import ClockLimits, SeatClock, TurnQueue
from gin_referee.faults import Policy
from gin_referee.settings import Settings
from tests.referee.driver import Client, Driver, actions, choose_well, specs

MARGIN = 0.1
STANDARD = ClockLimits(move_time=5.0, margin=MARGIN)


def queue_of(turns: int, allowed: float = 1.0) -> tuple[TurnQueue[int], list[object]]:
    queue: TurnQueue[int] = TurnQueue()
    owed = queue.send([(turn, allowed) for turn in range(turns)], now=0.0)
    return queue, list(owed)


def thinker(clock: ClockLimits, games: int, policy: Policy | None = None) -> tuple[Driver, Client]:
    """A bot `a` that owes many decisions in one message, against one that answers at once."""
    driver = Driver(Settings(clock=clock, policy=policy or Policy(), at_once=games))
    driver.join("b", choose_well)
    driver.expect("a")
    client = driver.connect("a")
    driver.submit([game for game in specs("a", "b", games) if game.key.leg == 0][:games])
    driver.play()
    return driver, client


def test_only_the_head_of_the_queue_ticks() -> None:
    queue: TurnQueue[str] = TurnQueue()
    first = queue.send([("first", 1.0)], now=0.0)
    second = queue.send([("second", 1.0)], now=0.5)
    assert queue.due() == 1.0
    assert queue.answer(first, now=0.9) == pytest.approx(0.9)
    assert queue.due() == pytest.approx(1.9)
    assert queue.answer(second, now=1.0) == pytest.approx(0.1)
    assert queue.due() == inf


def test_a_turn_sent_to_an_idle_bot_starts_when_it_is_sent() -> None:
    queue: TurnQueue[str] = TurnQueue()
    queue.answer(queue.send([("first", 1.0)], now=0.0), now=0.5)
    queue.send([("second", 1.0)], now=7.0)
    assert queue.due() == 8.0


def test_what_one_message_answers_is_shared_equally() -> None:
    queue, _ = queue_of(4)
    assert queue.answer(queue.unanswered(), now=2.0) == pytest.approx(0.5)
    assert queue.parcels == 0


def test_an_answer_out_of_order_is_not_charged_and_the_head_ticks_on() -> None:
    queue, _ = queue_of(3)
    head, middle, last = queue.unanswered()
    assert queue.answer([last, middle], now=2.0) == 0.0
    assert queue.head is head
    assert queue.answer([head], now=2.5) == 2.5


def test_the_head_may_take_the_time_of_the_unanswered_turns_of_its_own_message_only() -> None:
    queue, _ = queue_of(3)
    queue.send([(turn, 1.0) for turn in range(100)], now=0.0)
    assert queue.due() == 3.0
    queue.answer(queue.unanswered()[1:3], now=0.5)
    assert queue.due() == 1.0


def test_answering_everything_else_first_gives_the_head_no_more_time() -> None:
    driver, client = thinker(STANDARD, 30)
    assert client.batches[0] == 15
    head, *others = list(client.asked)[:15]
    driver.wait(5.0)
    driver.answer(client, *others)
    assert not driver.faults
    driver.wait(0.11)
    assert [notice.fault.kind for notice in driver.faults] == ["timeout"]
    assert client.overs[head.game].at_fault
    assert "5.100 s" in driver.faults[0].fault.evidence


def test_thinking_of_one_game_while_the_others_are_answered_gives_it_the_time_of_one_decision() -> None:
    """As a second thread would: for a minute everything but the head is answered at once."""
    driver, client = thinker(STANDARD, 30)
    head = client.asked[0]
    answers = 0
    while not driver.faults:
        others = [turn for turn in client.asked if turn is not head]
        answers += len(others)
        driver.answer(client, *others)
        driver.play()
        driver.wait(0.1)
    (notice,) = driver.faults
    assert notice.fault.kind == "timeout"
    assert client.overs[head.game].at_fault
    assert driver.now == pytest.approx(5.1, abs=0.11)
    assert answers > 300, "the others went on"


def test_answering_at_the_last_millisecond_is_no_fault_and_costs_the_time_it_took() -> None:
    driver, client = thinker(ClockLimits(move_time=5.0, game_time=12.0, margin=MARGIN), 1)
    left = []
    for _ in range(2):
        driver.wait(5.099)
        driver.answer(client, client.asked[0])
        driver.play()
        left.append(client.asked[0].time_left_ms)
    assert left == [5000, 2002]
    driver.wait(2.101)
    driver.answer(client, client.asked[0])
    driver.play()
    assert not driver.faults
    assert client.asked[0].time_left_ms == 1
    driver.wait(0.102)
    assert [notice.fault.kind for notice in driver.faults] == ["timeout"]


def test_decisions_that_took_long_each_are_charged_as_that_when_one_message_answers_them() -> None:
    driver, client = thinker(ClockLimits(move_time=5.0, game_time=9.0, margin=0.0), 30)
    first_message = list(client.asked)[:10]
    driver.wait(40.0)
    driver.answer(client, *first_message)
    driver.play()
    driver.answer(client, *client.asked)
    driver.play()
    games = {turn.game for turn in first_message}
    after = [turn for turn in client.asked if turn.game in games]
    assert not driver.faults
    assert len(after) == 10
    assert {(turn.latency_ms, turn.time_left_ms) for turn in after} == {(4000, 5000)}


def test_the_time_of_a_batch_is_the_mean_of_its_decisions() -> None:
    driver, client = thinker(STANDARD, 30)
    first_message = list(client.asked)[:15]
    driver.wait(76.4)
    driver.answer(client, *first_message)
    assert not driver.faults
    driver.wait(76.6)
    assert len(driver.faults) == 1


def test_asking_again_after_a_reconnect_gives_no_new_time() -> None:
    driver, client = thinker(STANDARD, 1)
    driver.wait(4.0)
    again = driver.connect("a", session=client.session.session)
    assert list(again.asked) == list(client.asked)
    driver.wait(1.0)
    assert not driver.faults
    driver.wait(0.2)
    assert [notice.fault.kind for notice in driver.faults] == ["timeout"]


def test_a_new_session_of_a_remote_bot_gives_no_new_time() -> None:
    driver, client = thinker(STANDARD, 1)
    driver.wait(4.0)
    driver.arena.disconnect(client.session.id, driver.now)
    assert driver.connect("a").session.session != client.session.session
    driver.wait(1.2)
    assert [notice.fault.kind for notice in driver.faults] == ["timeout"]


def test_stale_answers_do_not_share_the_time_of_the_head() -> None:
    clock = ClockLimits(move_time=5.0, game_time=10.0, margin=0.0)
    driver, client = thinker(clock, 1)
    turn = client.asked[0]
    driver.wait(4.0)
    client.asked.clear()
    driver.send(client, actions(turn, turn, turn))
    driver.play()
    assert client.asked[0].latency_ms == 4000
    assert client.asked[0].time_left_ms == 5000
    driver.wait(4.0)
    driver.answer(client, client.asked[0])
    driver.play()
    assert client.asked[0].time_left_ms == 2000


def test_an_answer_that_comes_after_the_deadline_is_late_even_if_no_timer_rang() -> None:
    driver, client = thinker(STANDARD, 1)
    driver.now = 6.0
    driver.answer(client, client.asked[0])
    assert [notice.fault.kind for notice in driver.faults] == ["timeout"]
    assert len(driver.records) == 1


def test_the_margin_is_allowed_once_a_decision_and_never_charged() -> None:
    driver, client = thinker(ClockLimits(move_time=5.0, game_time=1.0, margin=MARGIN), 1)
    for _ in range(30):
        driver.wait(0.09)
        driver.answer(client, client.asked[0])
        driver.play()
        if client.overs:
            break
        assert client.asked[0].latency_ms == 90
        assert client.asked[0].time_left_ms == 1000
        assert client.asked[0].time_left_ms == 1000
    assert not driver.faults


def test_a_game_time_that_is_used_up_ends_the_game() -> None:
    driver, client = thinker(ClockLimits(move_time=5.0, game_time=2.0, margin=0.0), 1)
    driver.wait(1.5)
    driver.answer(client, client.asked[0])
    driver.play()
    assert client.asked[0].time_left_ms == 500
    driver.wait(0.5)
    (notice,) = driver.faults
    assert notice.fault.kind == "timeout"
    assert "allowed: 0.500 s" in notice.fault.evidence


def test_a_game_time_cannot_be_overdrawn_under_cover_of_the_other_games_of_a_message() -> None:
    driver, client = thinker(ClockLimits(move_time=5.0, game_time=2.0, margin=0.0), 30)
    head = client.asked[0]
    driver.wait(3.0)
    driver.answer(client, head)
    (notice,) = driver.faults
    assert (notice.fault.kind, notice.fault.evidence) == ("timeout", "took 3.000 s and had 2.000 s left")


def test_the_time_of_a_hand_is_given_anew_for_each_hand() -> None:
    clock = SeatClock(ClockLimits(move_time=5.0, hand_time=3.0, game_time=inf, margin=0.0))
    assert clock.charge(2.0)
    assert clock.left == 1.0
    clock.start_hand()
    assert clock.left == 3.0
    assert not clock.charge(3.5)


def test_the_increment_is_added_after_each_decision() -> None:
    clock = SeatClock(ClockLimits(move_time=inf, game_time=10.0, increment=2.0, margin=0.0))
    assert clock.charge(5.0)
    assert clock.left == 7.0
    assert not clock.charge(7.5)
    assert clock.left == 2.0


def test_without_limits_nothing_ever_falls_due() -> None:
    driver, client = thinker(ClockLimits(move_time=inf), 1)
    assert driver.arena.next_deadline() is None
    assert client.asked[0].time_left_ms == 0xFFFFFFFF


def test_what_each_decision_took_is_in_the_record_and_forced_moves_took_nothing() -> None:
    driver, client = thinker(STANDARD, 1, Policy(timeout="substitute"))
    while not client.overs:
        driver.wait(0.3)
        driver.answer(client, client.asked[0])
        driver.play()
    (record,) = driver.records.values()
    for hand, think in zip(record.hands, record.think_us, strict=True):
        assert len(think) == len(hand.actions)
    taken = {round(time, -3) for think in record.think_us for time in think}
    assert taken == {0, 300_000}
