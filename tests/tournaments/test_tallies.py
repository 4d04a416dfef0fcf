import random
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from gin_referee.records import Fault, GameKey
from gin_tournaments.statistics.tallies import Tallies, bots_of_pairing
from gin_tournaments.statistics.tally import HandSums, Leg, PairingTally
from tests.tournaments.results import game, some_games


def test_pairings_are_numbered_so_that_a_later_bot_moves_none() -> None:
    pairs = [(i, j) for j in range(60) for i in range(j)]
    assert [bots_of_pairing(k) for k in range(len(pairs))] == pairs


def test_a_pairing_sees_both_legs_from_its_earlier_bot() -> None:
    tallies, chance = Tallies(), random.Random(1)
    first, second = (game(GameKey(0, 0, leg), 0, chance) for leg in (0, 1))
    tallies.add(first)
    tallies.add(second)
    tally = tallies.pairings[0]
    assert (tally.wins, tally.losses, tally.pairs) == (1, 1, 1)
    assert tally.units == {(2, 2): 1}
    diff = first.diff - second.diff
    assert tally.points == {first.hands + second.hands: HandSums(1, diff, diff**2)}


def test_a_pair_counts_only_when_both_games_are_in_and_games_count_at_once() -> None:
    tallies, chance = Tallies(), random.Random(1)
    tallies.add(game(GameKey(2, 5, 1), 1, chance))
    tally = tallies.pairings[2]
    assert tally.wins + tally.losses == 1
    tallies.add(game(GameKey(2, 6, 0), 1, chance))
    assert tally.pairs == 0
    tallies.add(game(GameKey(2, 5, 0), 1, chance))
    assert tally.pairs == 1


def test_a_game_forfeited_unplayed_counts_as_played_but_leaves_its_pair_incomplete() -> None:
    tallies, chance = Tallies(), random.Random(1)
    tallies.add(game(GameKey(0, 0, 0), 0, chance))
    tallies.add(game(GameKey(0, 0, 1), 1, chance, rated=False, forfeited=(True, False)))
    tally = tallies.pairings[0]
    assert tallies.games == 2
    assert (tally.wins, tally.losses, tally.pairs) == (2, 0, 0)
    assert tallies.bots[1].games_forfeited == 1


def test_faults_are_counted_by_kind_for_the_bot_in_the_seat() -> None:
    tallies, chance = Tallies(), random.Random(1)
    faults = (
        Fault(0, "timeout", "substitute", "", 0, 3),
        Fault(0, "timeout", "substitute", "", 0, 5),
        Fault(1, "illegal", "substitute", "", 1, 2),
    )
    tallies.add(game(GameKey(0, 0, 1), 1, chance, faults=faults))
    assert tallies.bots[1].faults == {"timeout": 2}
    assert tallies.bots[0].faults == {"illegal": 1}


def test_without_duplicate_deals_each_game_is_a_unit() -> None:
    tally = PairingTally(0, 1)
    tally.add_pair((Leg(2, 30, 9), Leg(0, -12, 7)), duplicate=False)
    assert tally.units == {(1, 2): 1, (1, 0): 1}
    assert tally.points == {9: HandSums(1, 30, 900), 7: HandSums(1, -12, 144)}
    assert tally.pairs == 1


@given(st.randoms(use_true_random=False))
def test_any_order_of_games_and_any_split_over_workers_give_the_same_tallies(chance: random.Random) -> None:
    games = some_games(4, 3)
    in_order = Tallies()
    for each in games:
        in_order.add(each)
    chance.shuffle(games)
    shuffled = Tallies()
    for each in games:
        shuffled.add(each)
    assert shuffled.pairings == in_order.pairings
    assert {bot: tally.play for bot, tally in shuffled.bots.items()} == {
        bot: tally.play for bot, tally in in_order.bots.items()
    }


def test_joined_tallies_are_those_of_all_their_pairs() -> None:
    legs = [(Leg(2, 30, 9), Leg(0, -12, 7)), (Leg(1, 0, 20), Leg(2, 5, 3)), (Leg(0, -40, 9), Leg(2, 1, 7))]
    whole, parts = PairingTally(0, 1), [PairingTally(0, 1) for _ in legs]
    for part, pair in zip(parts, legs, strict=True):
        for tally in (whole, part):
            tally.add_pair(pair)
            for leg in pair:
                tally.add_game(leg.halves)
    for order in ([0, 1, 2], [2, 0, 1]):
        joined = PairingTally(0, 1)
        for place in order:
            joined.join(parts[place])
        assert joined == whole


def test_a_tally_does_not_grow_with_the_number_of_pairs() -> None:
    tally, chance = PairingTally(0, 1), random.Random(3)
    for _ in range(5000):
        tally.add_pair(
            [Leg(chance.choice((0, 2)), chance.randrange(-100, 100), chance.randrange(4, 9)) for _ in "12"]
        )
    assert len(tally.units) <= 5
    assert len(tally.points) <= 9


def test_every_two_bots_meet_in_one_pairing() -> None:
    tallies = Tallies()
    for each in some_games(5, 1):
        tallies.add(each)
    assert {(tally.a, tally.b) for tally in tallies.pairings.values()} == set(combinations(range(5), 2))
