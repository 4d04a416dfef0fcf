"""Each kind of fault at each cost, on a bot with several games: what it costs, who is told, what goes on."""

from collections.abc import Callable
from typing import get_args

import pytest

from gin_referee.faults import Policy
from gin_referee.outbox import MOST_STRAYS
from gin_referee.records import Cost, FaultKind
from gin_referee.settings import Settings
from gin_rummy.actions import PASS
from gin_rummy.hand import Hand
from gin_rummy.record import replay
from gin_rummy.result import End
from gin_rummy.rules import Rules
from gin_sdk.v1 import gin_pb2 as pb
from tests.referee.driver import (
    NEVER_LEGAL,
    Client,
    Driver,
    actions,
    choose_illegally,
    choose_well,
    spec,
    specs,
)

KINDS: tuple[FaultKind, ...] = get_args(FaultKind)
COSTS: tuple[Cost, ...] = get_args(Cost)


def play_illegally(driver: Driver, client: Client) -> None:
    driver.answer(client, client.asked[0], code=NEVER_LEGAL)


def fall_silent(driver: Driver, client: Client) -> None:
    due = driver.arena.next_deadline()
    assert due is not None
    driver.wait(due - driver.now)


def raise_an_exception(driver: Driver, client: Client) -> None:
    turn = client.asked.popleft()
    driver.send(
        client, pb.PlayRequest(failed=pb.Failed(game=turn.game, turn=turn.turn, error="ZeroDivisionError"))
    )


def leave(driver: Driver, client: Client) -> None:
    driver.arena.disconnect(client.session.id, driver.now)
    due = driver.arena.next_deadline()
    assert due is not None
    driver.wait(due - driver.now)


def send_garbage(driver: Driver, client: Client) -> None:
    driver.arena.broke_protocol(client.session.id, "bytes that do not parse", driver.now)
    driver.deliver()


PROVOKE: dict[FaultKind, Callable[[Driver, Client], None]] = {
    "illegal": play_illegally,
    "timeout": fall_silent,
    "crash": raise_an_exception,
    "disconnect": leave,
    "protocol": send_garbage,
}
EVIDENCE: dict[FaultKind, str] = {
    "illegal": "legal: pass; take the upcard",
    "timeout": "allowed: 5.000 s and 0.100 s margin",
    "crash": "ZeroDivisionError",
    "disconnect": "did not come back",
    "protocol": "bytes that do not parse",
}


def table(
    policy: Policy, games: int = 1, ours: bool = False, target: int = 100
) -> tuple[Driver, Client, Client]:
    """`good` answers at random, `bad` is left to the test and is asked first in every game."""
    driver = Driver(Settings(policy=policy, rules=Rules(target=target)))
    good = driver.join("good", choose_well)
    bad = driver.join("bad", ours=ours)
    driver.submit(
        spec("bad", "good", pair) if bad_is_first(pair) else spec("bad", "good", pair, 1)
        for pair in range(games)
    )
    driver.play()
    return driver, bad, good


def bad_is_first(pair: int) -> bool:
    game = spec("bad", "good", pair)
    return game.deals.first_dealer == 1


@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_fault_costs_what_the_policy_says(kind: FaultKind, cost: Cost) -> None:
    driver, bad, good = table(Policy(**{kind: cost}))  # type: ignore[arg-type]  # a kind is a field
    key = driver.arena.games_in_flight()[0]
    seat = 1 if key.leg else 0
    PROVOKE[kind](driver, bad)

    notice = driver.faults[0]
    assert len(driver.faults) == 1
    assert (notice.event, notice.bot, notice.opponent, notice.key) == (0, "bad", "good", key)
    assert (notice.fault.seat, notice.fault.kind, notice.fault.cost) == (seat, kind, cost)
    assert EVIDENCE[kind] in notice.fault.evidence
    assert (notice.fault.hand, notice.fault.decision) == (0, 0)

    if cost == "forfeit_game":
        (record,) = driver.records.values()
        assert (record.winner, record.reason, record.fault) == (1 - seat, "fault", notice.fault)
        assert [hand.end for hand in record.hands] == [End.FORFEIT]
        assert record.scores[1 - seat] >= 25
        over = good.overs[0]
        assert (over.result, over.at_fault) == (pb.GAME_RESULT_WON, pb.AT_FAULT_OPPONENT)
        assert (over.reason, over.fault, over.evidence) == ("fault", kind, "")
    else:
        assert not driver.records
        (log_or_hand,) = [good.hand_overs[0].end] if good.hand_overs else [None]
        assert (log_or_hand == pb.HAND_END_FORFEIT) == (cost == "forfeit_hand")


@pytest.mark.parametrize("kind", KINDS)
def test_the_bot_at_fault_is_told_the_evidence(kind: FaultKind) -> None:
    driver, bad, _ = table(Policy())
    PROVOKE[kind](driver, bad)
    if kind in ("disconnect", "protocol"):
        bad = driver.connect("bad", session=bad.session.session)
    assert EVIDENCE[kind] in bad.overs[0].evidence
    assert bad.overs[0].at_fault == pb.AT_FAULT_YOU
    assert bad.overs[0].result == pb.GAME_RESULT_LOST


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_costs_the_oldest_decision_only_and_the_other_games_go_on(kind: FaultKind) -> None:
    driver, bad, _ = table(Policy(), games=30)
    asked = [turn.game for turn in bad.asked]
    PROVOKE[kind](driver, bad)
    assert [notice.fault.kind for notice in driver.faults] == [kind]
    assert len(driver.records) == 1
    if kind in ("disconnect", "protocol"):
        bad = driver.connect("bad", choose_well, session=bad.session.session)
    else:
        bad.choose = choose_well
        bad.asked = type(bad.asked)(turn for turn in bad.asked if turn.game not in bad.overs)
    assert asked[0] in bad.overs
    driver.play()
    assert len(driver.records) == 30
    assert len(driver.faults) == 1
    assert sum(record.reason == "fault" for record in driver.records.values()) == 1


@pytest.mark.parametrize("cost", ["forfeit_hand", "substitute"])
def test_the_last_fault_allowed_costs_the_game(cost: Cost) -> None:
    driver, bad, _ = table(Policy(illegal=cost, max_faults=3), target=1000)
    while not driver.records:
        play_illegally(driver, bad)
        driver.play()
    (record,) = driver.records.values()
    assert [fault.cost for fault in record.faults] == [cost, cost, "forfeit_game"]
    assert record.fault == record.faults[-1]
    assert record.reason == "fault"


def test_a_substitute_is_recorded_and_replays_and_is_shown_in_the_events() -> None:
    driver, bad, good = table(Policy(illegal="substitute", max_faults=1000))
    while not driver.records:
        play_illegally(driver, bad)
        driver.play()
    (record,) = driver.records.values()
    for hand in record.hands:
        assert replay(hand, driver.arena.settings.rules).result is not None
    seat = record.faults[0].seat
    assert all(fault.seat == seat for fault in record.faults)
    batches = [response.batch for response in bad.received if response.HasField("batch")]
    second = [turn for batch in batches for turn in batch.turns][1]
    assert second.events[:2] == bytes((0, 104))
    assert good.overs


def test_illegal_actions_are_told_with_what_was_legal() -> None:
    driver, bad, _ = table(Policy())
    driver.answer(bad, bad.asked[0], code=107)
    assert driver.faults[0].fault.evidence == (
        "draw from the stock is illegal: the upcard is on offer; legal: pass; take the upcard"
    )


@pytest.mark.parametrize(
    "melds",
    [[b"\xff\xfe\xfd"], [bytes(12)], [b"\x05\x05\x05"], [b""] * 40],
    ids=["no card", "too many", "twice", "empty"],
)
def test_a_spread_that_cannot_be_one_is_illegal(melds: list[bytes]) -> None:
    driver, bad, _ = table(Policy())
    turn = bad.asked[0]
    action = pb.Action(game=turn.game, turn=turn.turn, action=60, spread=melds)
    driver.send(bad, pb.PlayRequest(actions=pb.Actions(actions=[action])))
    (notice,) = driver.faults
    assert notice.fault.kind == "illegal"
    assert "spread" in notice.fault.evidence


def test_while_a_bot_stays_away_its_decisions_fall_due_one_after_the_other() -> None:
    driver, bad, _ = table(Policy(), games=3)
    asked = {turn.game for turn in bad.asked}
    driver.arena.disconnect(bad.session.id, driver.now)
    driver.wait(26.0)
    assert [notice.fault.kind for notice in driver.faults] == ["disconnect"] * 3
    assert [notice.event for notice in driver.faults] == [0, 1, 2]
    assert len(driver.records) == 3
    assert len(asked) == 2


def test_an_absence_costs_at_the_earlier_of_clock_and_grace() -> None:
    for grace, due in ((1.0, 1.0), (60.0, 5.1)):
        driver = Driver(Settings(reconnect_grace=grace))
        driver.join("good", choose_well)
        bad = driver.join("bad")
        game = spec("bad", "good", 0, int(not bad_is_first(0)))
        driver.submit([game])
        driver.arena.disconnect(bad.session.id, driver.now)
        assert driver.arena.next_deadline() == pytest.approx(due)
        driver.wait(due + 0.01)
        assert [notice.fault.kind for notice in driver.faults] == ["disconnect"]


def test_a_bot_that_owes_nothing_is_at_no_fault_until_it_owes() -> None:
    driver = Driver(Settings())
    bad = driver.join("bad")
    good = driver.join("good")
    driver.submit([spec("bad", "good", 0, int(bad_is_first(0)))])
    assert not bad.asked
    send_garbage(driver, bad)
    assert bad.goodbye == "bytes that do not parse"
    driver.wait(4.0)
    assert not driver.faults
    while not bad.asked and good.asked and not driver.faults:
        driver.answer(good, good.asked[0])
        if not good.asked:
            break
    driver.wait(5.2)
    assert [notice.fault.kind for notice in driver.faults] == ["disconnect"]


def test_a_process_that_exits_is_a_crash_of_one_decision_and_its_clocks_wait_for_the_next() -> None:
    driver, _, _ = table(Policy(), games=30, ours=True)
    driver.arena.exited("bad", None, "killed by SIGSEGV; it printed nothing", driver.now)
    driver.deliver()
    assert [(notice.fault.kind, notice.fault.evidence) for notice in driver.faults] == [
        ("crash", "killed by SIGSEGV; it printed nothing")
    ]
    driver.wait(59.0)
    assert len(driver.faults) == 1
    again = driver.connect("bad", choose_well)
    assert [start.game for start in again.received[1].batch.game_starts] == list(range(29))
    driver.play()
    assert len(driver.records) == 30
    assert len(driver.faults) == 1


def test_a_process_that_does_not_come_up_again_crashes_again() -> None:
    driver, _, _ = table(Policy(), games=2, ours=True)
    driver.arena.exited("bad", None, "exit status 1", driver.now)
    driver.arena.exited("bad", None, "exit status 1", driver.now)
    driver.deliver()
    assert [notice.fault.kind for notice in driver.faults] == ["crash", "crash"]


def test_a_process_that_is_restarted_in_vain_costs_the_next_decision_as_a_crash() -> None:
    driver, _, _ = table(Policy(), games=2, ours=True)
    driver.arena.exited("bad", None, "exit status 1", driver.now)
    driver.wait(60.0)
    assert [notice.fault.kind for notice in driver.faults] == ["crash", "crash"]


def test_a_silent_process_of_ours_is_started_again_and_its_end_is_no_second_fault() -> None:
    driver, bad, _ = table(Policy(), games=30, ours=True)
    fall_silent(driver, bad)
    (closing,) = driver.closings
    assert (closing.name, closing.restart, bad.goodbye) == ("bad", True, "no answer in time")
    driver.arena.exited("bad", None, "killed by SIGKILL", driver.now)
    driver.connect("bad", choose_well)
    driver.play()
    assert [notice.fault.kind for notice in driver.faults] == ["timeout"]
    assert len(driver.records) == 30


def test_a_process_that_answers_out_of_order_is_not_silent() -> None:
    driver, bad, _ = table(Policy(), games=30, ours=True)
    driver.wait(1.0)
    driver.answer(bad, bad.asked[1])
    fall_silent(driver, bad)
    assert [notice.fault.kind for notice in driver.faults] == ["timeout"]
    assert not driver.closings


def test_after_a_protocol_fault_a_process_of_ours_is_started_again() -> None:
    driver, bad, _ = table(Policy(), games=4, ours=True)
    send_garbage(driver, bad)
    assert [closing.restart for closing in driver.closings] == [True]
    driver.arena.exited("bad", None, "exit status 1", driver.now)
    assert [notice.fault.kind for notice in driver.faults] == ["protocol"]


def test_more_actions_in_a_message_than_the_limit_break_the_protocol() -> None:
    driver, bad, _ = table(Policy())
    turn = bad.asked[0]
    driver.send(bad, actions(*[turn] * 257))
    assert [notice.fault.kind for notice in driver.faults] == ["protocol"]
    assert "257" in driver.faults[0].fault.evidence


@pytest.mark.parametrize(
    "request_",
    [pb.PlayRequest(hello=pb.Hello(protocol_major=1)), pb.PlayRequest()],
    ids=["second hello", "empty"],
)
def test_a_message_out_of_place_breaks_the_protocol(request_: pb.PlayRequest) -> None:
    driver, bad, _ = table(Policy())
    driver.send(bad, request_)
    assert [notice.fault.kind for notice in driver.faults] == ["protocol"]


def test_stale_and_repeated_answers_are_ignored_and_told_rarely() -> None:
    driver, bad, _ = table(Policy(), games=4)
    turn = bad.asked[0]
    driver.answer(bad, turn)
    for _ in range(150):
        driver.send(bad, actions(turn))
    assert not driver.faults
    notices = [response.notice.text for response in bad.received if response.HasField("notice")]
    assert [text.split()[3] for text in notices] == ["1", "10", "100"]


def test_answers_to_games_of_others_do_nothing() -> None:
    driver, bad, good = table(Policy())
    turn = bad.asked[0]
    good_number = next(iter(good.randoms))
    driver.send(good, actions(pb.Turn(game=good_number, turn=turn.turn, legal=turn.legal)))
    driver.send(bad, actions(pb.Turn(game=99, turn=0, legal=b"\x68")))
    assert not driver.faults
    assert driver.arena.games_in_flight()
    driver.answer(bad, turn)
    assert not driver.faults


def test_a_flood_of_answers_to_nothing_breaks_the_protocol() -> None:
    driver, bad, _ = table(Policy())
    stale = pb.Turn(game=99, turn=0, legal=b"\x68")
    for _ in range(MOST_STRAYS // 256 + 1):
        driver.send(bad, actions(*[stale] * 256))
    assert [notice.fault.kind for notice in driver.faults] == ["protocol"]
    assert bad.goodbye is not None


def test_the_opponent_learns_at_once_that_a_fault_ended_the_game_though_it_thinks_elsewhere() -> None:
    driver, bad, good = table(Policy(), games=4)
    good.choose = None
    driver.answer(bad, *list(bad.asked)[:2], code=PASS)
    assert good.asked
    before = len(good.overs)
    play_illegally(driver, bad)
    assert len(good.overs) == before + 1


def test_two_bots_at_fault_each_lose_their_own_games() -> None:
    driver = Driver(Settings())
    driver.join("a", choose_illegally)
    driver.join("b", choose_illegally)
    driver.submit(specs("a", "b", 5))
    driver.play()
    assert len(driver.records) == 10
    for record in driver.records.values():
        assert record.fault is not None
        assert record.fault.seat == 1 - record.hands[0].dealer
        assert record.winner == record.hands[0].dealer


def test_a_pong_is_no_sign_of_life() -> None:
    driver, bad, _ = table(Policy(), ours=True)
    driver.wait(1.0)
    driver.send(bad, pb.PlayRequest(pong=pb.Pong(id=1)))
    fall_silent(driver, bad)
    assert [notice.fault.kind for notice in driver.faults] == ["timeout"]
    assert [closing.restart for closing in driver.closings] == [True]


def test_nothing_falls_due_after_the_end() -> None:
    driver, _, _ = table(Policy())
    driver.arena.close("the tournament is over", driver.now)
    assert driver.arena.next_deadline() is None
    driver.arena.tick(1000.0)
    driver.deliver()
    assert not driver.faults


def test_a_bug_of_ours_while_a_fault_is_carried_out_voids_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    driver, bad, good = table(Policy(), games=3)

    def broken(*_: object) -> None:
        raise RuntimeError("a bug of ours")

    with monkeypatch.context() as patch:
        patch.setattr(Hand, "forfeit", broken)
        raise_an_exception(driver, bad)
    (voided,) = driver.voided
    assert voided.bug is not None
    assert "a bug of ours" in voided.bug
    assert not driver.records
    assert [over.result for over in good.overs.values()] == [pb.GAME_RESULT_VOID]


def test_news_of_connections_and_processes_that_are_not_known_changes_nothing() -> None:
    driver, bad, _ = table(Policy())
    driver.arena.disconnect(99, driver.now)
    driver.arena.broke_protocol(99, "garbage", driver.now)
    driver.arena.receive(99, actions(bad.asked[0]), driver.now)
    assert not driver.arena.exited("bad", 0, "exit status 1", driver.now)
    assert not driver.arena.exited("nobody", None, "exit status 1", driver.now)
    driver.arena.release("nobody", "done", driver.now)
    driver.deliver()
    assert not driver.faults
    assert len(driver.arena.games_in_flight()) == 1


def test_an_exception_told_of_a_decision_that_is_not_owed_is_ignored() -> None:
    driver, bad, _ = table(Policy())
    for game, turn in ((0, 7), (9, 0)):
        driver.send(bad, pb.PlayRequest(failed=pb.Failed(game=game, turn=turn, error="late")))
    assert not driver.faults
    assert bad.received[-1].notice.text
