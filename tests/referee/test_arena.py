"""Games in the arena: when they start, what both sides learn, how they end; nothing else changes them."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from gin_referee import post, wire
from gin_referee.clocks import ClockLimits
from gin_referee.faults import Policy
from gin_referee.records import GameKey, GameSpec
from gin_referee.settings import Settings
from gin_rummy.cards import card_set
from gin_rummy.hand import Hand
from gin_rummy.record import replay
from gin_rummy.rules import Rules
from gin_rummy.view import seen_by
from gin_sdk.v1 import gin_pb2 as pb
from tests.referee.driver import Driver, SeededDeals, choose_at_random, choose_first, choose_well, spec, specs


def play_all(games: list[GameSpec], settings: Settings) -> Driver:
    driver = Driver(settings)
    for name in sorted({name for game in games for name in game.seats}):
        driver.join(name, choose_well)
    driver.submit(games)
    driver.play()
    assert len(driver.records) == len(games)
    return driver


def test_a_game_is_the_same_whatever_else_is_in_flight() -> None:
    games = specs("a", "b", 60) + specs("c", "a", 10, pairing=1)
    short = Rules(target=20)
    alone, some, many = (play_all(games, Settings(rules=short, at_once=most)).records for most in (1, 8, 128))
    assert alone == some == many


@pytest.mark.parametrize("hands", [None, 3])
@pytest.mark.parametrize("variant", ["standard", "straight", "oklahoma"])
def test_every_record_replays_by_itself(variant: str, hands: int | None) -> None:
    rules = Rules(
        variant=variant,  # type: ignore[arg-type]  # one of them
        big_gin=True,
        hollywood=hands is None,
        format="hands" if hands else "game",
        hands=hands,
        dealer="winner",
    )
    for record in play_all(specs("a", "b", 3), Settings(rules=rules)).records.values():
        results = [replay(hand, rules).result for hand in record.hands]
        assert record.scores == tuple(sum(r.points[seat] for r in results if r) for seat in (0, 1))
        assert record.reason == ("hands" if hands else "target")
        assert record.fault is None
        assert len(record.think_us) == len(record.hands)


@pytest.mark.parametrize("dealer", ["alternate", "winner", "loser"])
def test_seats_hold_the_same_cards_whoever_deals(dealer: str) -> None:
    rules = Rules(dealer=dealer)  # type: ignore[arg-type]  # one of them
    (record,) = play_all([spec("a", "b")], Settings(rules=rules)).records.values()
    deals = SeededDeals(0, 0)
    scored = voids = 0
    for hand in record.hands:
        dealt = Hand(rules, deals.deck(scored, voids), deals.first_dealer ^ scored & 1)
        assert Hand(rules, hand.deck, hand.dealer).hands == dealt.hands
        assert hand.deal == deals.index(scored, voids)
        voids = 0 if any(hand.points) else voids + 1
        scored += any(hand.points)


def test_games_start_in_the_order_submitted_as_far_as_there_is_room() -> None:
    games = specs("a", "b", 10)
    driver = Driver(Settings(at_once=3))
    driver.join("a", choose_well)
    driver.join("b", choose_well)
    driver.submit(games)
    assert driver.started == [game.key for game in games[:3]]
    driver.play()
    assert driver.started == [game.key for game in games]


def test_no_connection_plays_more_games_at_once_than_it_may() -> None:
    driver = Driver(Settings(at_once=8))
    driver.join("a", choose_well, at_once=5)
    driver.join("b", choose_well, at_once=2)
    driver.join("c", choose_well)
    driver.submit(specs("a", "b", 5) + specs("a", "c", 5, pairing=1))
    most = dict.fromkeys("abc", 0)
    while driver.arena.games_in_flight():
        for name in most:
            most[name] = max(most[name], len(driver.arena.games_in_flight(name)))
        driver.play(rounds=1)
    assert most == {"a": 5, "b": 2, "c": 3}
    assert len(driver.records) == 20


def test_games_wait_for_a_bot_that_is_not_there() -> None:
    driver = Driver()
    driver.join("a", choose_well)
    driver.expect("b")
    driver.submit(specs("a", "b", 2) + specs("a", "c", 1, pairing=1))
    assert driver.arena.games_waiting() == 6
    driver.connect("b", choose_well)
    driver.play()
    assert len(driver.records) == 4
    assert driver.arena.games_waiting() == 2


@pytest.mark.parametrize("wrong", [spec("a", "b"), spec("a", "a", 1)])
def test_a_game_is_submitted_once_and_between_two_bots(wrong: GameSpec) -> None:
    driver = Driver()
    driver.submit([spec("a", "b")])
    with pytest.raises(ValueError, match=r"submitted already|cannot play itself"):
        driver.submit([wrong])


def test_the_opponents_name_is_kept_from_bots_in_an_anonymous_tournament() -> None:
    driver = Driver(Settings(anonymous=True))
    clients = [driver.join(name, choose_well) for name in ("alice", "bob")]
    driver.submit(specs("alice", "bob", 2))
    driver.play()
    for client, other in zip(clients, (b"bob", b"alice"), strict=True):
        assert client.overs
        assert not any(other in response.SerializeToString() for response in client.received)


def test_a_turn_says_what_the_seat_may_see() -> None:
    driver = Driver()
    clients = {name: driver.join(name) for name in "ab"}
    driver.submit([spec("a", "b")])
    for _ in range(300):
        for name, client in clients.items():
            for turn in list(client.asked):
                flight = driver.arena._play.flights[GameKey(0, 0, 0)]
                seen = seen_by(flight.game.hand, flight.game.spec.seats.index(name))
                for field, value in seen._asdict().items():
                    assert getattr(turn, field) == (0 if value is None else value), field
                assert turn.HasField("drawn") == (seen.drawn is not None)
                assert turn.HasField("upcard") == (seen.upcard is not None)
                driver.answer(client, turn, code=choose_at_random(turn, client.randoms[turn.game]))


def events_of(responses: list[pb.PlayResponse]) -> list[bytes]:
    """Join what one seat of one game was told of each hand."""
    hands = [b""]
    for response in responses:
        for over in response.batch.hand_overs:
            hands[-1] += over.events
            hands.append(b"")
        for turn in response.batch.turns:
            hands[-1] += turn.events
    return hands[:-1]


def test_the_events_tell_both_seats_every_action_once_forced_ones_too() -> None:
    driver = Driver()
    clients = [driver.join(name, choose_at_random) for name in "ab"]
    driver.submit([spec("a", "b")])
    driver.play()
    (record,) = driver.records.values()
    for client in clients:
        told = events_of(client.received)
        assert [hand[1::2] for hand in told] == [hand.actions for hand in record.hands]
    one, other = (events_of(client.received) for client in clients)
    assert [hand[::2] for hand in one] == [bytes(1 - who for who in hand[::2]) for hand in other]
    assert any(hand.actions[:3] == b"\x68\x68\x6b" for hand in record.hands)


def test_a_hand_over_shows_what_both_would_see_at_a_table() -> None:
    driver = play_all(specs("a", "b", 2), Settings())
    for name in "ab":
        client = next(client for client in driver.clients.values() if client.session.name == name)
        for over in client.hand_overs:
            key = driver.started[over.game]
            record = driver.records[key]
            seat = record.seats.index(name)
            hand = replay(record.hands[over.hand_number], Rules())
            result = hand.result
            assert result is not None
            if result.knocker is None:
                continue
            assert (over.points, over.opponent_points) == (result.points[seat], result.points[1 - seat])
            assert (card_set(over.hand), card_set(over.opponent_hand)) == (
                hand.hands[seat],
                hand.hands[1 - seat],
            )
            assert tuple(map(card_set, over.spread)) == result.spread
            assert tuple(map(card_set, over.defender_melds)) == result.defender_melds
            assert [(lay_off.card, lay_off.onto) for lay_off in over.lay_offs] == list(result.lay_offs)
            assert over.last_discard == result.last_discard
            assert over.you_knocked == (result.knocker == seat)


def test_nothing_but_the_score_is_told_of_a_void_hand() -> None:
    driver = Driver(Settings(rules=Rules(max_hands_per_game=1, variant="straight")))
    clients = [driver.join(name, choose_first) for name in "ab"]
    driver.submit([spec("a", "b")])
    driver.play()
    for client in clients:
        (over,) = client.hand_overs
        assert over.end == pb.HAND_END_VOID
        assert {field.name for field, _ in over.ListFields()} == {"end", "events"}
        assert client.overs[0].result == pb.GAME_RESULT_DRAWN
        assert client.overs[0].reason == "cap"


def test_a_game_over_tells_who_won_and_by_how_much() -> None:
    driver = play_all(specs("a", "b", 2), Settings())
    for client in driver.clients.values():
        for number, over in client.overs.items():
            record = driver.records[driver.started[number]]
            seat = record.seats.index(client.session.name)
            won = record.winner == seat
            assert over.result == (pb.GAME_RESULT_WON if won else pb.GAME_RESULT_LOST)
            assert (over.score, over.opponent_score) == (record.scores[seat], record.scores[1 - seat])
            assert (over.reason, over.at_fault, over.fault) == ("target", pb.AT_FAULT_UNSPECIFIED, "")


def test_a_game_of_the_platforms_fault_is_void_for_both_and_the_others_go_on() -> None:
    driver = Driver()
    clients = [driver.join(name, choose_well) for name in "ab"]
    driver.submit(specs("a", "b", 5))
    driver.arena.void(GameKey(0, 2, 1), "the disk was full", 0.0)
    driver.deliver()
    for client in clients:
        (over,) = client.overs.values()
        assert (over.result, over.at_fault) == (pb.GAME_RESULT_VOID, pb.AT_FAULT_PLATFORM)
    driver.play()
    assert len(driver.records) == 9
    assert [voided[:2] for voided in driver.voided] == [(GameKey(0, 2, 1), "the disk was full")]
    driver.submit([spec("a", "b", 2, 1)])
    driver.play()
    assert len(driver.records) == 10


def test_a_game_that_waits_can_be_voided_and_one_that_is_not_here_is_none() -> None:
    driver = Driver()
    driver.submit(specs("a", "b", 1))
    for key in (GameKey(0, 0, 1), GameKey(0, 0, 1), GameKey(7, 7, 0)):
        driver.arena.void(key, "as asked", 0.0)
    driver.deliver()
    assert [voided.key for voided in driver.voided] == [GameKey(0, 0, 1)]
    assert driver.arena.games_waiting() == 1


class BrokenDeals(SeededDeals):
    """Deals that a bug of ours spoils after some hands."""

    def __init__(self, good: int) -> None:
        super().__init__(9, 9)
        self._good = good

    def deck(self, scored: int, voids: int) -> bytes:
        if scored >= self._good:
            raise RuntimeError("a bug of ours")
        return super().deck(scored, voids)


@pytest.mark.parametrize("good", [0, 1])
def test_a_bug_in_one_game_voids_that_game_with_its_traceback_and_no_other(good: int) -> None:
    broken = GameSpec(GameKey(9, 9, 0), ("a", "b"), (1, 2), BrokenDeals(good))
    driver = Driver()
    driver.join("a", choose_well)
    driver.join("b", choose_well)
    driver.submit([broken, *specs("a", "b", 3)])
    driver.play()
    assert len(driver.records) == 6
    (voided,) = driver.voided
    assert voided.key == broken.key
    assert voided.bug is not None
    assert "a bug of ours" in voided.bug


def test_a_bug_while_a_turn_is_written_voids_that_game_only(monkeypatch: pytest.MonkeyPatch) -> None:
    spoilt = spec("a", "b", 1)

    def write(turn: pb.Turn, *rest: object) -> None:
        if rest[0].spec.key == spoilt.key:  # type: ignore[attr-defined]  # a Game
            raise RuntimeError("a bug of ours")
        wire.write_turn(turn, *rest)  # type: ignore[arg-type]  # what it was called with

    monkeypatch.setattr(post, "write_turn", write)
    driver = Driver()
    clients = [driver.join(name, choose_well) for name in "ab"]
    driver.submit(specs("a", "b", 3))
    driver.play()
    assert [voided.key for voided in driver.voided] == [spoilt.key]
    assert len(driver.records) == 5
    assert all(sum(over.result == pb.GAME_RESULT_VOID for over in c.overs.values()) == 1 for c in clients)


def test_a_suspended_bot_loses_what_it_plays_and_waits_for_and_the_others_go_on() -> None:
    driver = Driver(Settings(at_once=4))
    for name in "abc":
        driver.join(name, choose_well)
    driver.submit(specs("a", "b", 3) + specs("b", "c", 3, pairing=1))
    driver.play(rounds=5)
    driver.arena.end_games_of("a", "suspended", driver.now)
    driver.deliver()
    lost = [record for record in driver.records.values() if "a" in record.seats]
    assert len(lost) == 6
    for record in lost:
        assert record.winner == record.seats.index("b")
        assert (record.reason, record.scores, record.hands, record.think_us) == ("suspended", (0, 0), (), ())
    driver.play()
    assert len(driver.records) == 12
    assert {over.reason for client in driver.clients.values() for over in client.overs.values()} == {
        "suspended",
        "target",
    }


def test_the_deadlines_of_many_lanes_come_in_order() -> None:
    driver = Driver(Settings(clock=ClockLimits(margin=0.0), policy=Policy(timeout="substitute")))
    for number in range(6):
        driver.join(f"a{number}")
        driver.join(f"b{number}")
    for number in range(6):
        driver.submit([spec(f"a{number}", f"b{number}", pairing=number)])
        driver.now += 0.5
    driver.wait(4.9)
    assert [notice.key.pairing for notice in driver.faults] == [0, 1, 2, 3, 4, 5]


ANSWER: Callable[..., pb.Action] = pb.Action
REQUESTS = st.one_of(
    st.builds(
        lambda actions: pb.PlayRequest(actions=pb.Actions(actions=actions)),
        st.lists(
            st.builds(
                ANSWER,
                game=st.integers(0, 4),
                turn=st.integers(0, 40),
                action=st.integers(0, 110) | st.integers(0, 2**32 - 1),
                spread=st.lists(st.binary(max_size=5), max_size=4),
            ),
            max_size=20,
        ),
    ),
    st.builds(
        lambda game, turn: pb.PlayRequest(failed=pb.Failed(game=game, turn=turn)),
        st.integers(0, 4),
        st.integers(0, 40),
    ),
    st.just(pb.PlayRequest(pong=pb.Pong(id=1))),
)


@hypothesis_settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(REQUESTS, st.floats(0.0, 8.0)), max_size=20))
def test_whatever_a_bot_sends_and_whenever_its_games_end_and_no_game_is_lost(
    requests: list[tuple[pb.PlayRequest, float]],
) -> None:
    driver = Driver(Settings(policy=Policy(illegal="substitute", timeout="forfeit_hand", crash="substitute")))
    driver.join("good", choose_well)
    wild = driver.join("wild")
    driver.submit(specs("wild", "good", 2))
    for request, seconds in requests:
        driver.play()
        driver.wait(seconds)
        driver.send(wild, request)
    wild.choose = choose_well
    wild.asked = type(wild.asked)(turn for turn in wild.asked if turn.game not in wild.overs)
    driver.play()
    assert len(driver.records) == 4
    assert not driver.voided
    assert all(notice.bot == "wild" for notice in driver.faults)
