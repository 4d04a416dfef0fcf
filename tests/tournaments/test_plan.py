from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_referee.records import GameKey
from gin_rummy.deck import BadDeck, bot_seed, deal, deal_index
from gin_tournaments.schedule.plan import Dealer, Plan, Played, order_of_entry, pairing_of
from gin_tournaments.schedule.schedules import Format, even_order

KEY = bytes(range(32))


def plan_of(
    bots: int, deal_pairs: int = 5, batch: int = 2, withdrawn: frozenset[str] = frozenset(), **form: object
) -> Plan:
    names = tuple(f"bot{number}" for number in range(bots))
    return Plan(names, Format(deal_pairs, batch, **form), withdrawn)  # type: ignore[arg-type]


def keys(plan: Plan, played: Played | None = None) -> list[GameKey]:
    return [key for _, keys in plan.left(played or Played()) for key in keys]


@given(st.integers(0, 24))
def test_every_pair_of_bots_meets_once_and_no_bot_is_ever_ahead_by_two(bots: int) -> None:
    met: Counter[int] = Counter(dict.fromkeys(range(bots), 0))
    pairs = set()
    for edge in even_order(range(bots)):
        met.update(edge)
        pairs.add(frozenset(edge))
        assert max(met.values()) - min(met.values()) <= 1
    assert len(pairs) == bots * (bots - 1) // 2 == sum(met.values()) // 2


@given(st.integers(2, 9), st.integers(1, 12), st.integers(1, 5))
def test_in_plan_order_the_bots_numbers_of_games_differ_by_a_batch_at_most(
    bots: int, deal_pairs: int, batch: int
) -> None:
    played: Counter[int] = Counter(dict.fromkeys(range(bots), 0))
    for part in plan_of(bots, deal_pairs, batch).batches():
        for bot in part.pairing:
            played[bot] += len(part.deal_pairs)
        assert max(played.values()) - min(played.values()) <= batch


@given(st.integers(2, 8), st.integers(1, 7), st.integers(1, 4))
def test_every_game_of_every_pairing_is_planned_once(bots: int, deal_pairs: int, batch: int) -> None:
    planned = keys(plan_of(bots, deal_pairs, batch))
    pairings = bots * (bots - 1) // 2
    assert sorted(planned) == [
        GameKey(pairing, deal_pair, leg)
        for pairing in range(pairings)
        for deal_pair in range(deal_pairs)
        for leg in (0, 1)
    ]
    assert plan_of(bots, deal_pairs, batch).games(Played()) == len(planned)


def test_the_legs_of_a_deal_pair_are_offered_together() -> None:
    planned = keys(plan_of(4))
    assert all(first[:2] == second[:2] for first, second in zip(planned[::2], planned[1::2], strict=True))


def test_what_is_stored_is_not_offered_again() -> None:
    plan = plan_of(3)
    planned = keys(plan)
    played = Played(planned[::3])
    assert keys(plan, played) == [key for key in planned if key not in set(planned[::3])]
    assert keys(plan, Played(planned)) == []


def test_a_bot_that_is_added_moves_no_game_of_the_others() -> None:
    small, grown = plan_of(4), plan_of(5)
    assert set(keys(small)) < set(keys(grown))
    for key in keys(small):
        assert small.seats(key) == grown.seats(key)
        assert Dealer(KEY).spec(small, key).bot_seeds == Dealer(KEY).spec(grown, key).bot_seeds


def test_more_deal_pairs_add_games_and_move_none() -> None:
    assert set(keys(plan_of(3, deal_pairs=5))) < set(keys(plan_of(3, deal_pairs=9)))


def test_a_withdrawn_bot_plays_no_more_and_its_stored_games_still_count() -> None:
    whole = plan_of(4)
    played = Played(key for key in keys(whole) if key.deal_pair == 0)
    plan = plan_of(4, withdrawn=frozenset({"bot1"}))
    assert all("bot1" not in plan.seats(key) for key in keys(plan))
    assert plan.games(played) == 3 * 5 * 2 + 3 * 2


def test_bots_keep_their_numbers_and_new_ones_follow() -> None:
    assert order_of_entry(["b", "a"], ["a", "c", "b", "d"]) == ("b", "a", "c", "d")


def test_the_earlier_entrant_has_seat_0_in_leg_0_and_seat_1_in_leg_1() -> None:
    plan = plan_of(4)
    for key in keys(plan):
        earlier, later = pairing_of(key.pairing)
        seats = f"bot{earlier}", f"bot{later}"
        assert plan.seats(key) == (seats if key.leg == 0 else seats[::-1])


def test_both_legs_have_the_same_deals_the_same_first_dealer_and_each_bot_its_seed() -> None:
    plan = plan_of(3)
    first, second = (Dealer(KEY).spec(plan, GameKey(2, 3, leg)) for leg in (0, 1))
    index = deal_index(2, 3, 0, 0)
    assert first.deals.deck(4, 1) == second.deals.deck(4, 1) == deal(KEY, deal_index(2, 3, 4, 1)).deck
    assert first.deals.first_dealer == second.deals.first_dealer == deal(KEY, index).first_dealer
    assert first.bot_seeds == (bot_seed(KEY, index, 0), bot_seed(KEY, index, 1))
    assert second.bot_seeds == first.bot_seeds[::-1]


def test_without_duplicates_each_leg_has_deals_of_its_own() -> None:
    plan = plan_of(3, duplicate=False)
    first, second = (Dealer(KEY).spec(plan, GameKey(2, 3, leg)) for leg in (0, 1))
    assert (first.deals.index(0, 0), second.deals.index(0, 0)) == (
        deal_index(2, 6, 0, 0),
        deal_index(2, 7, 0, 0),
    )


@pytest.mark.parametrize(("rule", "seat"), [("seat0", 0), ("seat1", 1)])
def test_the_first_dealer_may_be_a_seat(rule: str, seat: int) -> None:
    dealer = Dealer(KEY, first_dealer=rule)  # type: ignore[arg-type]
    for leg in (0, 1):
        assert dealer.spec(plan_of(2), GameKey(0, 0, leg)).deals.first_dealer == seat


def test_a_pair_that_is_played_again_has_new_deals_three_times_at_most() -> None:
    plan, key = plan_of(2), GameKey(0, 1, 0)
    indices = [Dealer(KEY).spec(plan, key, attempt).deals.index(0, 0) for attempt in range(4)]
    assert indices == [(1 + attempt * 2**18) << 20 for attempt in range(4)]
    with pytest.raises(BadDeck, match="attempt 4"):
        Dealer(KEY).spec(plan, key, 4)


@given(st.lists(st.builds(GameKey, st.integers(0, 3), st.integers(0, 9), st.integers(0, 1))), st.data())
def test_the_played_games_are_a_set(games: list[GameKey], data: st.DataObject) -> None:
    played, expected = Played(games), set(games)
    for key in data.draw(st.lists(st.sampled_from(games), max_size=3)) if games else []:
        played.remove(key)
        expected.discard(key)
    assert len(played) == len(expected)
    assert all(played.of(pairing) == sum(key.pairing == pairing for key in expected) for pairing in range(4))
    assert all(
        (GameKey(p, d, leg) in played) == ((p, d, leg) in expected)
        for p in range(4)
        for d in range(11)
        for leg in (0, 1)
    )
