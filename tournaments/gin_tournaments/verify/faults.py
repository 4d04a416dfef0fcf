"""The faults of a game against its hands: who was to act, what it cost, and what was played instead."""

from collections.abc import Iterator

from gin_referee.faults import Policy
from gin_referee.records import Fault, GameRecord
from gin_rummy.errors import GinError
from gin_rummy.hand import Hand
from gin_rummy.record import HandRecord
from gin_rummy.result import End
from gin_rummy.rules import Rules
from gin_tournaments.game_ids import show_game
from gin_tournaments.verify.difference import Difference


def check_faults(record: GameRecord, rules: Rules, policy: Policy) -> Iterator[Difference]:
    """Yield what does not fit of a game's faults; the hands themselves are checked elsewhere."""
    game = show_game(record.key)
    earlier = [0, 0]
    forfeited: set[int] = set()
    for fault in record.faults:
        cost = policy.cost(fault.kind, earlier[fault.seat])
        earlier[fault.seat] += 1
        if fault.cost != cost:
            yield Difference(
                f"a fault of kind {fault.kind} cost {fault.cost} in place of {cost}",
                game,
                fault.hand,
                fault.decision,
            )
        if not record.hands:
            continue  # those of a game stopped later are not kept
        wrong = _wrong(fault, record, rules)
        if wrong is not None:
            yield Difference(wrong, game, fault.hand, fault.decision)
        if fault.cost != "substitute":
            forfeited.add(fault.hand)
    for number, hand in enumerate(record.hands):
        if hand.end is End.FORFEIT and number not in forfeited:
            yield Difference("is forfeited, and no fault of it is recorded", game, number)
    if record.reason == "fault" and (not record.faults or record.faults[-1] != record.fault):
        yield Difference("the fault that ended it is not its last one", game)
    elif record.reason == "fault" and record.faults[-1].cost != "forfeit_game":
        yield Difference("ended by a fault that did not cost the game", game)


def _wrong(fault: Fault, record: GameRecord, rules: Rules) -> str | None:
    if fault.hand >= len(record.hands):
        return "a fault in a hand that was not played"
    hand = record.hands[fault.hand]
    state = _before(hand, rules, fault.decision)
    if state is None or state.result is not None or state.to_act != fault.seat:
        return f"a fault of seat {fault.seat}, which was not to act"
    if fault.cost != "substitute":
        ends_here = hand.forfeited_by == fault.seat and len(hand.actions) == fault.decision
        return None if ends_here else f"a fault that cost {fault.cost}, and the hand went on"
    played = hand.actions[fault.decision : fault.decision + 1]
    return (
        None
        if played == bytes((state.substitute_action(),))
        else "the action is not the referee's substitute"
    )


def _before(record: HandRecord, rules: Rules, decision: int) -> Hand | None:
    """Play a hand up to a decision; None when it has no such decision."""
    try:
        hand = Hand(rules, record.deck, record.dealer)
        while len(hand.log) < decision:
            hand.apply(record.actions[len(hand.log)])
    except (GinError, IndexError):
        return None
    return hand if len(hand.log) == decision else None
