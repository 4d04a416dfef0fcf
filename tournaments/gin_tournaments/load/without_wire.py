"""Plays stored games again through an arena with no wire: what rules, clocks and records take alone."""

from collections.abc import Iterator, Sequence
from time import thread_time

from gin_referee.arena import Arena
from gin_referee.records import GameRecord, GameSpec
from gin_referee.settings import Settings
from gin_rummy.actions import PASS
from gin_rummy.cards import card_bytes
from gin_sdk.v1 import gin_pb2 as pb

_BOTH_PASSED = bytes((PASS, PASS))
Answer = tuple[int, Sequence[bytes]]


def seconds_a_decision(settings: Settings, games: Sequence[tuple[GameSpec, GameRecord]]) -> float:
    """Give the processor time of a decision; the games are of two bots, and none has a fault."""
    arena = Arena(settings)
    for name in games[0][0].seats:
        arena.expect(name, at_once=len(games))
        arena.connect(name, pb.Hello(protocol_major=1), 0.0)
    arena.submit([spec for spec, _ in games], 0.0)
    scripts = [list(answers_of(record)) for _, record in games]
    decisions, spent = 0, 0.0
    while messages := arena.drain().outgoing:
        for connection, message in messages:
            if message.batch.turns:
                request = _answer(message.batch, scripts)
                decisions += len(message.batch.turns)
                began = thread_time()
                arena.receive(connection, request, 0.0)
                spent += thread_time() - began
    return spent / decisions


def answers_of(record: GameRecord) -> Iterator[Answer]:
    """Yield what the bots answered, in order: the action, and the melds that it laid down."""
    for hand in record.hands:
        for number, code in enumerate(hand.actions):
            if number == len(_BOTH_PASSED) and hand.actions.startswith(_BOTH_PASSED):
                continue  # a forced draw
            last = number == len(hand.actions) - 1
            yield code, [card_bytes(meld) for meld in hand.spread or ()] if last else ()


def _answer(batch: pb.Batch, scripts: Sequence[Sequence[Answer]]) -> pb.PlayRequest:
    """Answer as it is written; games are numbered in the order of submission, for both bots."""
    request = pb.PlayRequest()
    for turn in batch.turns:
        code, spread = scripts[turn.game][turn.turn]
        request.actions.actions.add(game=turn.game, turn=turn.turn, action=code, spread=spread)
    return request
