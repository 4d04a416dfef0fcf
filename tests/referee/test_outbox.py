"""When decisions are sent, and how many to a message."""

import pytest

from gin_referee.outbox import MOST_IN_MESSAGE, Outbox
from gin_referee.settings import Settings
from tests.referee.driver import Driver, choose_at_random, choose_well, spec, specs


def outbox(ready: int) -> Outbox[int]:
    box: Outbox[int] = Outbox()
    box.ready.extend(range(ready))
    return box


def test_a_bot_that_owes_nothing_is_asked_at_once() -> None:
    assert outbox(1).batch(in_flight=128) == 1
    assert outbox(0).batch(in_flight=128) == 0


def test_a_message_carries_half_of_the_games_in_flight() -> None:
    assert outbox(128).batch(in_flight=128) == 64


def test_a_message_never_carries_more_than_the_limit() -> None:
    assert outbox(5000).batch(in_flight=5000) == MOST_IN_MESSAGE


def test_a_bot_that_owes_is_asked_when_a_message_is_full() -> None:
    box = outbox(63)
    box.queue.send([(0, 1.0)], 0.0)
    assert box.batch(in_flight=128) == 0
    box.ready.append(63)
    assert box.batch(in_flight=128) == 64


def test_at_most_two_messages_are_unanswered() -> None:
    box = outbox(128)
    box.queue.send([(0, 1.0)], 0.0)
    (owed,) = box.queue.send([(1, 1.0)], 0.0)
    assert box.batch(in_flight=128) == 0
    box.queue.answer([owed], 0.0)
    assert box.batch(in_flight=128) == 64


@pytest.mark.parametrize("most", [1, 2, 7])
def test_a_bot_gets_no_more_at_a_time_than_its_hello_says(most: int) -> None:
    driver = Driver()
    driver.join("b", choose_well)
    driver.expect("a")
    client = driver.connect("a", choose_well, max_batch=most)
    driver.submit(specs("a", "b", 20))
    driver.play()
    assert len(driver.records) == 40
    assert max(client.batches) == most


def test_the_window_holds_through_whole_games() -> None:
    driver = Driver(Settings(at_once=24))
    driver.join("b", choose_well)
    client = driver.join("a")
    driver.submit(specs("a", "b", 20))
    while client.asked:
        assert len(client.batches) <= 2
        assert max(client.batches, default=0) <= 12
        client.batches.clear()
        client.choose = choose_well
        driver.play(rounds=1)
        client.choose = None
        driver.play()
    assert len(driver.records) == 40


def test_with_one_game_every_decision_is_a_message() -> None:
    driver = Driver(Settings(at_once=1))
    clients = [driver.join(name, choose_at_random) for name in "ab"]
    driver.submit([spec("a", "b")])
    driver.play()
    assert {size for client in clients for size in client.batches} == {1}


def test_news_comes_before_the_turns_that_follow_from_it() -> None:
    driver = Driver()
    clients = [driver.join(name, choose_well) for name in "ab"]
    driver.submit(specs("a", "b", 8))
    driver.play()
    for client in clients:
        begun: dict[int, int] = {}
        for response in client.received:
            for start in response.batch.game_starts:
                begun[start.game] = 0
            for over in response.batch.hand_overs:
                assert over.hand_number == begun[over.game]
                begun[over.game] += 1
            for turn in response.batch.turns:
                assert turn.hand_number == begun[turn.game]
        assert len(begun) == 16
