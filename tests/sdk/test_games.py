import asyncio
from collections.abc import Awaitable

import pytest

from gin_rummy.rules import Rules
from gin_sdk import Bot, Card, Discard, GameSummary, HandSummary, Knock, Pass, Stock, View
from gin_sdk.games import Games
from gin_sdk.outbox import Outbox
from gin_sdk.v1 import gin_pb2 as pb
from tests.sdk.fake_referee import batch, discard, draw, offer, starts


class Counting(Bot):
    """Plays, and counts its decisions and its objects."""

    made = 0

    def __init__(self) -> None:
        type(self).made += 1
        self.asked = 0
        self.first_number = self.random.random()

    def upcard(self, view: View) -> Pass:
        self.asked += 1
        return Pass()

    def draw(self, view: View) -> Stock:
        self.asked += 1
        return Stock()

    def discard(self, view: View) -> Discard | Knock:
        self.asked += 1
        return Discard(view.hand[self.asked - 1])


class Failing(Counting):
    def draw(self, view: View) -> Stock:
        raise KeyError("the card I wanted")


def games_of(bot: type[Bot], *games: int, most: int = 256) -> Games:
    playing = Games(bot, Rules())
    playing.outbox = Outbox(most, 65536)
    playing.learn(batch(game_starts=starts(*games)))
    return playing


def answers(games: Games) -> list[tuple[int, int, int]]:
    return [
        (action.game, action.turn, action.action)
        for request in games.outbox.take()
        for action in request.actions.actions
    ]


def failures(games: Games) -> list[pb.Failed]:
    requests = games.outbox.take()
    assert all(request.HasField("failed") for request in requests)
    return [request.failed for request in requests]


def test_each_game_has_an_object_of_its_own_with_its_seat_and_seed() -> None:
    seen: dict[int, tuple[int, str, float]] = {}

    class Telling(Counting):
        def game_started(self) -> None:
            seen[self.seat] = (id(self), self.opponent, self.first_number)

    games_of(Telling, 1, 2)
    assert Telling.made == 2
    (id0, opponent, number0), (id1, _, number1) = seen[0], seen[1]
    assert opponent == "other"
    assert id0 != id1
    assert number0 != number1


def test_the_same_seed_gives_the_same_random_numbers() -> None:
    numbers: list[float] = []

    class Telling(Counting):
        def game_started(self) -> None:
            numbers.append(self.first_number)

    games_of(Telling, 5)
    games_of(Telling, 5)
    assert numbers[0] == numbers[1]


def test_a_batch_is_answered_in_one_message() -> None:
    games = games_of(Counting, 1, 2, 3)
    for turn in (offer(1), draw(2), discard(3)):
        games.decide(turn)
    (request,) = games.outbox.take()
    assert [action.action for action in request.actions.actions] == [104, 107, 0]
    assert games.outbox.take() == []


def test_a_message_holds_no_more_answers_than_the_referee_takes() -> None:
    games = games_of(Counting, *range(5), most=2)
    for game in range(5):
        games.decide(offer(game))
    assert [len(request.actions.actions) for request in games.outbox.take()] == [2, 2, 1]


def test_a_message_is_no_larger_than_the_referee_takes() -> None:
    spread = [
        [Card(0), Card(1), Card(2)],
        [Card(13), Card(14), Card(15), Card(16)],
        [Card(26), Card(27), Card(28)],
    ]

    class Spreading(Counting):
        def discard(self, view: View) -> Knock:
            return Knock(Card(51), spread)

    games = Games(Spreading, Rules())
    games.outbox = Outbox(256, 1000)
    games.learn(batch(game_starts=starts(*range(200))))
    for game in range(200):
        games.decide(discard(game, turn=2**32 - 1))
    requests = games.outbox.take()
    assert max(request.ByteSize() for request in requests) <= 1000
    assert sum(len(request.actions.actions) for request in requests) == 200


def test_a_turn_sent_again_is_answered_as_before_without_asking_again() -> None:
    games = games_of(Counting, 1)
    for _ in range(3):
        games.decide(discard(1, turn=7))
    assert answers(games) == [(1, 7, 0)] * 3
    games.decide(discard(1, turn=8))
    assert answers(games) == [(1, 8, 26)]


def test_a_game_that_starts_again_keeps_its_object() -> None:
    class Kept(Counting):
        made = 0

    games = games_of(Kept, 1)
    games.learn(batch(game_starts=starts(1)))
    assert Kept.made == 1


def test_a_turn_of_a_game_that_is_not_in_play_is_failed(capsys: pytest.CaptureFixture[str]) -> None:
    games = games_of(Counting, 1)
    games.decide(offer(9, turn=4))
    (failed,) = failures(games)
    assert (failed.game, failed.turn) == (9, 4)
    assert "game 9" in capsys.readouterr().err


def test_an_exception_fails_its_game_and_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    games = games_of(Failing, 1, 2)
    for turn in (offer(1), draw(2), offer(1, turn=1)):
        games.decide(turn)
    first, failed, last = games.outbox.take()
    assert first.HasField("actions")
    assert last.HasField("actions")
    assert (failed.failed.game, failed.failed.turn) == (2, 1)
    assert failed.failed.error.endswith("KeyError: 'the card I wanted'")
    assert "in draw" in failed.failed.error
    assert "seat.py" not in failed.failed.error
    assert "KeyError: 'the card I wanted'" in capsys.readouterr().err


def test_a_failed_turn_sent_again_fails_again_without_asking() -> None:
    games = games_of(Failing, 1)
    games.decide(draw(1))
    games.decide(draw(1))
    first, second = failures(games)
    assert first == second


def test_long_evidence_is_cut_to_its_end() -> None:
    class Wordy(Counting):
        def upcard(self, view: View) -> Pass:
            raise ValueError("x" * 10_000 + "the end")

    games = games_of(Wordy, 1)
    games.decide(offer(1))
    (failed,) = failures(games)
    assert len(failed.error) == 2000
    assert failed.error.endswith("the end")


def test_a_value_that_is_no_action_fails_the_game_with_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    class Forgetful(Counting):
        def draw(self, view: View) -> Stock:
            return None  # type: ignore[return-value]

    games = games_of(Forgetful, 1)
    games.decide(draw(1))
    (failed,) = failures(games)
    assert failed.error == "draw() returned None; it must return Upcard() or Stock()"
    assert failed.error in capsys.readouterr().err


def test_a_bot_that_cannot_be_made_fails_every_turn_of_its_game() -> None:
    class Unmade(Counting):
        def __init__(self) -> None:
            raise RuntimeError("no model file")

    games = games_of(Unmade, 1)
    games.learn(batch(hand_overs=[pb.HandOver(game=1, end=pb.HAND_END_VOID)]))
    games.decide(offer(1, 0))
    games.decide(offer(1, 1))
    assert [failed.error.splitlines()[-1] for failed in failures(games)] == [
        "RuntimeError: no model file"
    ] * 2


def test_a_failing_hook_costs_the_next_decision_only() -> None:
    class Hooked(Counting):
        def hand_over(self, summary: HandSummary) -> None:
            raise RuntimeError("a sore loser")

    games = games_of(Hooked, 1)
    games.learn(batch(hand_overs=[pb.HandOver(game=1, end=pb.HAND_END_VOID)]))
    games.decide(offer(1, 3))
    assert failures(games)[0].error.endswith("a sore loser")
    games.decide(offer(1, 4))
    assert answers(games) == [(1, 4, 104)]


def test_summaries_tell_what_may_be_known() -> None:
    hands: list[HandSummary] = []
    games_over: list[GameSummary] = []

    class Listening(Counting):
        def hand_over(self, summary: HandSummary) -> None:
            hands.append(summary)

        def game_over(self, summary: GameSummary) -> None:
            games_over.append(summary)

    games = games_of(Listening, 1)
    knock = pb.HandOver(
        game=1,
        hand_number=0,
        end=pb.HAND_END_KNOCK,
        points=12,
        score=12,
        you_knocked=True,
        hand=bytes(range(10)),
        opponent_hand=bytes(range(10, 20)),
        spread=[bytes(range(3)), bytes(range(3, 10))],
        defender_melds=[bytes([10, 11, 12])],
        lay_offs=[pb.LayOff(card=13, onto=1)],
        last_discard=0,
    )
    void = pb.HandOver(game=1, hand_number=1, end=pb.HAND_END_VOID, score=12)
    over = pb.GameOver(
        game=1, result=pb.GAME_RESULT_LOST, reason="fault", at_fault=pb.AT_FAULT_YOU, fault="crash"
    )
    games.learn(batch(hand_overs=[knock, void], game_overs=[over]))
    known, unknown = hands
    assert (known.end.name, known.points, known.score, known.you_knocked) == ("KNOCK", 12, 12, True)
    assert known.spread == ((0, 1, 2), (3, 4, 5, 6, 7, 8, 9))
    assert known.lay_offs == ((13, 1),)
    assert known.last_discard == 0
    assert (unknown.you_knocked, unknown.hand, unknown.last_discard) == (None, (), None)
    assert games_over == [GameSummary("lost", "fault", 0, 0, "you", "crash", "")]
    assert len(games) == 0


class Slow(Bot):
    """An asynchronous bot; each game goes on when the test lets it."""

    gates: dict[int, asyncio.Event]
    told: list[str]

    async def game_started(self) -> None:
        await asyncio.sleep(0)
        self.told.append("started")

    async def upcard(self, view: View) -> Pass:
        assert "started" in self.told
        await self.gates[view.game].wait()
        return Pass()

    def draw(self, view: View) -> Awaitable[Stock]:
        return self.later(view)

    async def later(self, view: View) -> Stock:
        await asyncio.sleep(0)
        raise asyncio.CancelledError

    async def discard(self, view: View) -> Discard:
        raise RuntimeError("late")


def slow_bot(*games: int) -> type[Slow]:
    class Gated(Slow):
        gates = {game: asyncio.Event() for game in games}  # noqa: RUF012 - made anew for each test
        told: list[str] = []  # noqa: RUF012

    return Gated


async def settled(games: Games, count: int) -> list[pb.PlayRequest]:
    """Wait for *count* answers of an asynchronous bot."""
    requests: list[pb.PlayRequest] = []
    while len(requests) < count:
        await asyncio.sleep(0)
        requests += games.outbox.take()
    return requests


def test_asynchronous_decisions_of_several_games_do_not_wait_for_each_other() -> None:
    async def scenario() -> None:
        bot = slow_bot(1, 2)
        games = games_of(bot, 1, 2)
        called = asyncio.Event()
        games.ready = called.set
        games.decide(offer(1))
        games.decide(offer(2))
        bot.gates[2].set()
        (request,) = await settled(games, 1)
        assert request.actions.actions[0].game == 2
        assert called.is_set()
        games.decide(offer(1))  # sent again while it is being thought about
        bot.gates[1].set()
        (request,) = await settled(games, 1)
        assert [action.game for action in request.actions.actions] == [1]

    asyncio.run(scenario())


def test_what_an_asynchronous_bot_raises_fails_its_game() -> None:
    async def scenario() -> None:
        games = games_of(slow_bot(1, 2), 1, 2)
        games.decide(discard(1))
        games.decide(draw(2))
        late, cancelled = sorted(
            (request.failed for request in await settled(games, 2)), key=lambda f: f.game
        )
        assert late.error.endswith("RuntimeError: late")
        assert cancelled.error.endswith("CancelledError")

    asyncio.run(scenario())


def test_closing_stops_what_is_still_thought_about(capsys: pytest.CaptureFixture[str]) -> None:
    async def scenario() -> None:
        games = games_of(slow_bot(1), 1)
        games.decide(offer(1))
        await asyncio.sleep(0)
        games.close()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert games.outbox.take() == []

    asyncio.run(scenario())
    assert capsys.readouterr().err == ""


def test_a_failing_asynchronous_hook_costs_the_next_decision() -> None:
    class Hooked(Counting):
        async def hand_over(self, summary: HandSummary) -> None:
            await asyncio.sleep(0)
            raise RuntimeError("too late to say")

    async def scenario() -> None:
        games = games_of(Hooked, 1)
        games.learn(batch(hand_overs=[pb.HandOver(game=1, end=pb.HAND_END_VOID)]))
        games.decide(offer(1, 3))
        (request,) = await settled(games, 1)
        assert request.failed.error.endswith("too late to say")

    asyncio.run(scenario())
