"""Records replay by themselves, and whatever is wrong with one is found and named."""

from dataclasses import replace

import pytest

from gin_rummy.actions import PASS, STOCK
from gin_rummy.errors import BadCards, GinError, IllegalAction
from gin_rummy.hand import Hand
from gin_rummy.record import BadRecord, HandRecord, record_of
from gin_rummy.record import replay as replay_record
from gin_rummy.result import End
from gin_rummy.rules import Rules
from tests.rules.table import GIN, KNOCK_4, STANDARD, at_discard, code_of, deck_of, melds, play

DEFENDER = "4c 7d Jc Qc Kc Kh As 2s 2h 3h"


def knocked() -> HandRecord:
    return record_of(play(at_discard(KNOCK_4, "Ks", DEFENDER), "knock:Ks"))


def fault_of(record: HandRecord, rules: Rules = STANDARD) -> str:
    with pytest.raises(GinError) as fault:
        replay_record(record, rules)
    return str(fault.value)


def test_a_record_holds_the_deck_every_action_and_what_came_of_it() -> None:
    assert knocked() == HandRecord(
        deck=deck_of(KNOCK_4, DEFENDER, stock="Ks"),
        dealer=1,
        actions=bytes((PASS, PASS, STOCK, code_of("knock:Ks"))),
        spread=melds("Ac 2c 3c/4d 5d 6d/7h 8h 9h"),
        end=End.KNOCK,
        points=(14, 0),
    )


def test_a_hand_that_is_not_over_has_no_record() -> None:
    with pytest.raises(ValueError, match="not over"):
        record_of(Hand(STANDARD, deck_of(""), 0))


def test_the_deal_is_in_it_when_it_is_known() -> None:
    hand = play(at_discard(GIN, "Ks"), "knock:Ks")
    assert record_of(hand, deal=2**63).deal == 2**63


def test_a_replay_ends_in_the_state_recorded() -> None:
    record = knocked()
    hand = replay_record(record, STANDARD)
    assert record_of(hand) == record


def test_a_spread_that_was_named_is_replayed_as_laid() -> None:
    hand = at_discard(GIN, "Ks", "Jc Qc Kc Jd Qd Kd As 2s 4c 5s")
    hand.apply(code_of("knock:Ks"), melds("7h 8h 9h/4d 5d 6d/Ac 2c 3c"))
    record = record_of(hand)
    assert record.end is End.UNDERCUT  # 10 as laid against 8
    assert replay_record(record, STANDARD).spread == record.spread


def test_where_the_spread_is_left_out_the_default_is_meant() -> None:
    assert replay_record(replace(knocked(), spread=None), STANDARD).spread == knocked().spread


def test_a_forfeited_hand_replays() -> None:
    hand = at_discard(KNOCK_4, "Ks")
    hand.forfeit(0)
    record = record_of(hand)
    assert (record.end, record.points, record.forfeited_by) == (End.FORFEIT, (0, 29), 0)
    assert record_of(replay_record(record, STANDARD)) == record


def test_an_illegal_action_is_named_by_its_number() -> None:
    record = replace(knocked(), actions=bytes((PASS, PASS, STOCK, code_of("knock:4c"))))
    with pytest.raises(IllegalAction, match=r"^action 3: knock with 4c is illegal: 4c is not in the hand"):
        replay_record(record, STANDARD)


def test_an_invalid_spread_is_an_illegal_action() -> None:
    assert "action 3: knock with Ks is illegal: 7h 8h is no meld" in fault_of(
        replace(knocked(), spread=melds("7h 8h"))
    )


def test_a_forced_move_must_be_recorded() -> None:
    left_out = replace(knocked(), actions=bytes((PASS, PASS, code_of("knock:Ks"))))
    assert fault_of(left_out) == (
        "action 2: draw from the stock is forced here and must be recorded; knock with Ks stands there"
    )
    cut_short = replace(knocked(), actions=bytes((PASS, PASS)))
    assert fault_of(cut_short) == "action 2: draw from the stock is forced here and must be recorded"


def test_an_action_after_the_end_is_found() -> None:
    record = knocked()
    assert "action 4: draw from the stock comes after the end" in fault_of(
        replace(record, actions=record.actions + bytes((STOCK,)))
    )


def test_a_record_that_stops_before_the_end_is_found() -> None:
    assert "action 3: the record stops before the end" in fault_of(
        replace(knocked(), actions=bytes((PASS, PASS, STOCK)), spread=None)
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"end": End.GIN}, "end: the record says gin, the rules knock"),
        ({"end": End.VOID}, "end: the record says void, the rules knock"),
        ({"points": (15, 0)}, r"points: the record says \(15, 0\), the rules \(14, 0\)"),
        ({"points": (0, 14)}, "points: "),
        ({"forfeited_by": 0}, "forfeited_by: the hand was over"),
    ],
)
def test_an_end_or_points_that_are_not_those_of_the_rules_are_found(
    change: dict[str, object], why: str
) -> None:
    with pytest.raises(BadRecord, match=why):
        replay_record(replace(knocked(), **change), STANDARD)  # type: ignore[arg-type]


def test_a_spread_in_a_hand_without_a_knock_is_found() -> None:
    hand = Hand(STANDARD, deck_of(KNOCK_4), 1)
    hand.forfeit(0)
    assert fault_of(replace(record_of(hand), spread=melds("Ac 2c 3c"))).startswith("spread: ")


def test_it_is_checked_against_the_rules_it_is_said_to_be_played_by() -> None:
    assert "points" in fault_of(record_of(play(at_discard(GIN, "Ks"), "knock:Ks")), Rules(gin_bonus=20))
    assert "action 3" in fault_of(knocked(), Rules(variant="straight"))


def test_a_deck_that_is_none_is_found() -> None:
    with pytest.raises(BadCards, match="twice"):
        replay_record(replace(knocked(), deck=b"\x00" * 52), STANDARD)
