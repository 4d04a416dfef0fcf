from gin_referee.finished import keep, restore
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
    assert restore(keep(knocked, [0.25, 0.0, 1.5])) == (knocked, (250_000, 0, 1_500_000))
    assert restore(keep(forfeited, [])) == (forfeited, ())
    assert type(restore(keep(knocked, [0.0] * 3)).hand.end) is End


def test_a_think_time_is_kept_to_half_a_thousandth_however_long_it_was() -> None:
    taken = [3e-6, 123e-6, 0.0777, 5.0, 4000.0, 1e9]
    kept = restore(keep(HandRecord(DECK, 0, bytes(6), None, End.VOID, (0, 0)), taken))
    for seconds, microseconds in zip(taken, kept.think_us, strict=True):
        assert abs(microseconds - min(seconds, 65504.0) * 1e6) <= 0.5 + 0.0005 * seconds * 1e6
