import pickle

from gin_referee.finished import Kept, hand_of, keep, think_of
from gin_rummy.cards import CardSet
from gin_rummy.deck import deal
from gin_rummy.record import HandRecord
from gin_rummy.result import End

DECK = deal(bytes(32), 0).deck


def test_a_hand_comes_back_as_it_was_kept() -> None:
    knocked = HandRecord(
        DECK, 1, bytes([105, 3, 60]), (CardSet(7), CardSet(0b111 << 39)), End.KNOCK, (0, 31), deal=1 << 63
    )
    forfeited = HandRecord(DECK, 0, b"", None, End.FORFEIT, (90, 0), forfeited_by=1)
    kept = keep(knocked, [0.25, 0.0, 1.5])
    assert (hand_of(kept), think_of(kept)) == (knocked, (250_000, 0, 1_500_000))
    assert type(hand_of(kept).end) is End
    kept = keep(forfeited, [])
    assert (hand_of(kept), think_of(kept)) == (forfeited, ())


def test_hands_that_are_kept_are_as_a_tuple_of_them_also_elsewhere() -> None:
    hands = tuple(HandRecord(DECK, 0, bytes(n), None, End.VOID, (0, 0)) for n in range(3))
    kept = Kept([keep(hand, [0.0] * n) for n, hand in enumerate(hands)], hand_of)
    for same in (kept, pickle.loads(pickle.dumps(kept))):  # noqa: S301
        assert same == hands
        assert hands == same
        assert (hash(same), repr(same), len(same)) == (hash(hands), repr(hands), 3)
        assert (same[-1], same[:2], [*same]) == (hands[-1], hands[:2], [*hands])
        assert same != hands[:2]
        assert same != 3


def test_a_think_time_is_kept_to_half_a_thousandth_however_long_it_was() -> None:
    taken = [3e-6, 123e-6, 0.0777, 5.0, 4000.0, 1e9]
    kept = keep(HandRecord(DECK, 0, bytes(6), None, End.VOID, (0, 0)), taken)
    for seconds, microseconds in zip(taken, think_of(kept), strict=True):
        assert abs(microseconds - min(seconds, 65504.0) * 1e6) <= 0.5 + 0.0005 * seconds * 1e6
