import random
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from gin_tournaments.schedule.batches import Batch, Pairing, Played
from gin_tournaments.schedule.matching import Matching
from gin_tournaments.schedule.swiss import Score, pair_round, ranking, scores_of


def largest(edges: set[frozenset[int]], nodes: frozenset[int]) -> int:
    """Count the pairs of a largest matching by trying everything."""
    if not nodes:
        return 0
    first, *_ = sorted(nodes)
    rest = nodes - {first}
    mates = [1 + largest(edges, rest - {mate}) for mate in rest if {first, mate} in edges]
    return max([largest(edges, rest), *mates])


graphs = st.integers(2, 9).flatmap(
    lambda n: st.tuples(
        st.just(n), st.sets(st.sampled_from([frozenset(pair) for pair in combinations(range(n), 2)]))
    )
)


@settings(max_examples=80)
@given(graphs, st.data())
def test_a_matching_is_largest_also_after_pairs_were_taken_out(
    graph: tuple[int, set[frozenset[int]]], data: st.DataObject
) -> None:
    nodes, edges = frozenset(range(graph[0])), graph[1]
    matching = Matching({node: [o for o in nodes if {node, o} in edges] for node in nodes})
    assert len(matching) == largest(edges, nodes)
    while len(nodes) > 1:
        first, second = data.draw(st.permutations(sorted(nodes)))[:2]
        possible = {first, second} in edges and largest(edges, nodes - {first, second}) == len(matching) - 1
        assert matching.take(first, second) == possible
        if not possible:
            matching.leave(first)
            second = first
        nodes -= {first, second}
        assert len(matching) == largest(edges, nodes)


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    fresh = {bot: Score() for bot in range(6)}
    assert pair_round(range(6), fresh) == [Pairing(0, 3), Pairing(1, 4), Pairing(2, 5)]


def test_of_an_odd_number_the_last_has_a_bye_which_counts_as_a_win() -> None:
    fresh = {bot: Score() for bot in range(5)}
    pairs = pair_round(range(5), fresh)
    assert {bot for pair in pairs for bot in pair} == {0, 1, 2, 3}
    played = Played()
    matches = [Batch(0, pair, range(1)) for pair in pairs]
    for match in matches:
        for key in match.games():
            played.add(key, 2)
    scores = scores_of(range(5), [matches], played)
    assert (scores[4].points, scores[4].byes) == (2, 1)
    assert ranking(range(5), scores) == [0, 1, 4, 2, 3]


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 9), st.integers(1, 10), st.randoms(use_true_random=False))
def test_nobody_meets_twice_or_has_two_byes_as_long_as_it_can_be_helped(
    bots: int,
    rounds: int,
    chance: random.Random,
) -> None:
    played = Played()
    stages: list[list[Batch]] = []
    met: set[frozenset[int]] = set()
    for number in range(rounds):
        scores = scores_of(range(bots), stages, played)
        pairs = pair_round(range(bots), scores)
        assert len({bot for pair in pairs for bot in pair}) == bots - bots % 2
        again = sum(frozenset(pair) in met for pair in pairs)
        fresh = {frozenset(pair) for pair in combinations(range(bots), 2)} - met
        byes = {bot: scores[bot].byes for bot in range(bots)}
        without = [bot for bot in range(bots) if byes[bot] == min(byes.values())] if bots % 2 else [None]
        most = max(largest(fresh, frozenset(range(bots)) - {bot}) for bot in without)
        assert again == bots // 2 - most
        if bots % 2:
            (bye,) = set(range(bots)) - {bot for pair in pairs for bot in pair}
            assert bye in without
        met |= {frozenset(pair) for pair in pairs}
        matches = [Batch(number, pair, range(number, number + 1)) for pair in pairs]
        for match in matches:
            for key in match.games():
                played.add(key, chance.randrange(3))
        stages.append(matches)


def test_those_of_equal_points_are_ordered_by_games_then_by_their_opponents_then_by_entry() -> None:
    scores = {
        0: Score(points=2, halves=4, met={3}),
        1: Score(points=2, halves=6, met={2}),
        2: Score(points=0, halves=1, met={1}),
        3: Score(points=2, halves=4, met={0, 1}),
        4: Score(points=2, halves=4, met={0}),
    }
    assert ranking(range(5), scores) == [1, 3, 0, 4, 2]
