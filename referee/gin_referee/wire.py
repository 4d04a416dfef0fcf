"""Builds what is said to a bot, always in a new message, which holds only what its seat may know.

Nothing here decides when a message is sent.
"""

from collections.abc import Sequence
from dataclasses import asdict
from math import inf

from gin_referee.clocks import milliseconds
from gin_referee.game import Game
from gin_referee.outbox import MOST_IN_MESSAGE, MOST_MESSAGE_BYTES
from gin_referee.settings import Settings
from gin_rummy.cards import DECK_SIZE, CardSet, card_bytes, card_set
from gin_rummy.errors import BadCards
from gin_rummy.hand import Hand
from gin_rummy.result import HandResult
from gin_rummy.view import events_for
from gin_sdk.v1 import gin_pb2 as pb
from gin_sdk.wire import LANES, MOST_SPREAD_CARDS, PROTOCOL_MAJOR, PROTOCOL_MINOR


def welcome(settings: Settings, name: str, lane: int | None, session: str) -> pb.PlayResponse:
    """Tell a new connection what it is and by what rules it plays."""
    rules = {key: value for key, value in asdict(settings.rules).items() if value is not None}
    if settings.rules.format == "hands":
        rules["target"] = 0
    message = pb.Welcome(
        protocol_major=PROTOCOL_MAJOR,
        protocol_minor=PROTOCOL_MINOR,
        session=session,
        lane=LANES[lane],
        name=name,
        tournament=settings.tournament,
        rules=pb.Rules(**rules),
        clock=_clock(settings),
        faults=pb.Faults(**asdict(settings.policy)),
        commitment=settings.commitment,
        max_batch=MOST_IN_MESSAGE,
        max_message_bytes=MOST_MESSAGE_BYTES,
        referee_version=settings.referee_version,
    )
    return pb.PlayResponse(welcome=message)


def _clock(settings: Settings) -> pb.Clock:
    limits = settings.clock
    return pb.Clock(
        move_time_ms=_limit(limits.move_time),
        hand_time_ms=_limit(limits.hand_time),
        game_time_ms=_limit(limits.game_time),
        increment_ms=milliseconds(limits.increment),
        margin_ms=milliseconds(limits.margin),
        reconnect_grace_ms=milliseconds(settings.reconnect_grace),
    )


def _limit(seconds: float) -> int | None:
    return milliseconds(seconds) if seconds < inf else None


def game_start(game: Game, seat: int, number: int, anonymous: bool) -> pb.GameStart:
    """Announce a game to a seat."""
    return pb.GameStart(
        game=number,
        seat=seat,
        opponent="" if anonymous else game.spec.seats[1 - seat],
        bot_seed=game.spec.bot_seeds[seat],
    )


def write_turn(turn: pb.Turn, game: Game, number: int, latency_ms: int) -> None:
    """Ask the seat to act for its decision, in a message just made.

    It says what `gin_rummy.view.seen_by` says, but straight from the hand, field by field and without the
    default values: this runs once a decision, and anything else that was tried takes up to twice the time.
    """
    hand = game.hand
    seat = hand.to_act
    turn.game = number
    turn.turn = game.turn
    turn.phase = hand.phase  # type: ignore[assignment]  # the same numbers
    turn.legal = hand.legal()
    turn.hand = hand.cards[seat]
    pile = hand.discard_pile
    if pile:
        turn.discard_pile = bytes(pile)
        turn.upcard = pile[-1]
    if hand.drawn is not None:
        turn.drawn = hand.drawn
        if hand.taken:
            turn.taken = True
    known = hand.known[1 - seat]
    if known:
        turn.opponent_known = known
    turn.stock_left = hand.stock_left
    turn.knock_limit = hand.knock_limit
    if seat == hand.dealer:
        turn.dealer = True
    if game.hand_number:
        turn.hand_number = game.hand_number
        scores = game.score.scores
        turn.score = scores[seat]
        turn.opponent_score = scores[1 - seat]
    turn.time_left_ms = game.clocks[seat].left_ms
    if latency_ms:
        turn.latency_ms = latency_ms
    told = game.told[seat]
    if told < len(hand.log):
        turn.events = events_for(hand, seat, told)


def hand_overs(
    game: Game, hand: Hand, hand_number: int, numbers: Sequence[int], told: Sequence[int]
) -> list[pb.HandOver]:
    """Tell both seats how *hand* ended, in their games *numbers*.

    *told* is the length of its log when each seat was last asked. After a void or forfeited hand they learn
    nothing new but the score; after a knock what both would see at a table.
    """
    result = hand.result
    if result is None:
        raise ValueError("the hand is not over")
    for_both = pb.HandOver(hand_number=hand_number, end=int(result.end))  # type: ignore[arg-type]  # as in write_turn
    if result.knocker is not None:
        for_both.spread.extend(map(card_bytes, result.spread))
        for_both.defender_melds.extend(map(card_bytes, result.defender_melds))
        for_both.lay_offs.extend(pb.LayOff(card=card, onto=onto) for card, onto in result.lay_offs)
        if result.last_discard is not None:
            for_both.last_discard = result.last_discard
    return [_hand_over(for_both, game, hand, result, seat, numbers[seat], told[seat]) for seat in (0, 1)]


def _hand_over(
    for_both: pb.HandOver, game: Game, hand: Hand, result: HandResult, seat: int, number: int, told: int
) -> pb.HandOver:
    scores = game.score.scores
    message = pb.HandOver()
    message.CopyFrom(for_both)
    message.game = number
    message.points = result.points[seat]
    message.opponent_points = result.points[1 - seat]
    message.score = scores[seat]
    message.opponent_score = scores[1 - seat]
    message.events = events_for(hand, seat, told)
    if result.knocker is not None:
        message.you_knocked = result.knocker == seat
        message.hand = hand.cards[seat]
        message.opponent_hand = hand.cards[1 - seat]
    return message


def game_over(game: Game, seat: int, number: int) -> pb.GameOver:
    """Tell *seat* how its game ended and whose fault it was; of the opponent's faults only the kind."""
    scores = game.score.scores
    message = pb.GameOver(
        game=number,
        result=_result(game.winner, seat),
        reason=game.reason or "",
        score=scores[seat],
        opponent_score=scores[1 - seat],
    )
    fault = game.ended_by
    if fault is not None:
        message.at_fault = pb.AT_FAULT_YOU if fault.seat == seat else pb.AT_FAULT_OPPONENT
        message.fault = fault.kind
        if fault.seat == seat:
            message.evidence = fault.evidence
    return message


def game_void(number: int) -> pb.GameOver:
    """Tell a seat that its game does not count, for a fault of the platform."""
    return pb.GameOver(game=number, result=pb.GAME_RESULT_VOID, at_fault=pb.AT_FAULT_PLATFORM)


def _result(winner: int | None, seat: int) -> pb.GameResult.ValueType:
    if winner is None:
        return pb.GAME_RESULT_DRAWN
    return pb.GAME_RESULT_WON if winner == seat else pb.GAME_RESULT_LOST


def notice(text: str) -> pb.PlayResponse:
    """Say something for the bot's log."""
    return pb.PlayResponse(notice=pb.Notice(text=text))


def goodbye(reason: str) -> pb.PlayResponse:
    """Say the last word of a stream."""
    return pb.PlayResponse(goodbye=pb.Goodbye(reason=reason))


def read_spread(melds: Sequence[bytes]) -> tuple[CardSet, ...]:
    """Read the melds that an action lays down.

    Raises:
        BadCards: when they cannot be melds of one hand, whatever it holds.
    """
    if sum(map(len, melds)) > MOST_SPREAD_CARDS or len(melds) > MOST_SPREAD_CARDS:
        raise BadCards(f"the spread holds more than {MOST_SPREAD_CARDS} cards")
    for meld in melds:
        if meld and max(meld) >= DECK_SIZE:
            raise BadCards(f"the spread holds {max(meld)}, which is no card")
        if len(set(meld)) < len(meld):
            raise BadCards("a meld of the spread holds a card twice")
    return tuple(map(card_set, melds))
