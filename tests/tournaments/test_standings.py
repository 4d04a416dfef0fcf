import csv
import io
import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gin_referee.records import GameKey
from gin_tournaments.screen.formats import standings_ordo
from gin_tournaments.statistics.separation import Rule
from gin_tournaments.statistics.standings import BotStanding, Entry, Standings, Tournament, standings
from gin_tournaments.statistics.standings_json import standings_to_json
from gin_tournaments.statistics.tallies import Tallies
from gin_tournaments.statistics.tally import Leg
from tests.tournaments.results import game, some_games


def tournament(*names: str, planned: int = 0) -> Tournament:
    return Tournament("class-2026", [Entry(name) for name in names], planned)


def tallied(bots: int, pairs: int, seed: int = 1) -> Tallies:
    tallies = Tallies()
    for each in some_games(bots, pairs, seed):
        tallies.add(each)
    return tallies


def pairing_of(tallies: Tallies, pairing: int, *legs: tuple[Leg, Leg]) -> None:
    """Put deal pairs into a pairing, their games counted too."""
    for pair in legs:
        tallies.games += 2
        tallies.pairing(pairing).add_pair(pair)
        for leg in pair:
            tallies.pairing(pairing).add_game(leg.halves)


def names(shown: Standings) -> list[str]:
    return [bot.name for bot in shown.bots]


@given(st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_shuffled_results_give_the_same_table_to_the_last_bit(chance: random.Random) -> None:
    games = some_games(6, 8)
    in_order, shuffled = Tallies(), Tallies()
    for each in games:
        in_order.add(each)
    chance.shuffle(games)
    for each in games:
        shuffled.add(each)
    field = tournament(*"abcdef")
    expected = json.dumps(standings_to_json(standings(field, in_order)))
    assert json.dumps(standings_to_json(standings(field, shuffled))) == expected


def test_the_stronger_bots_come_first_and_the_elo_of_the_field_is_0_on_average() -> None:
    shown = standings(tournament(*"abcde"), tallied(5, 60))
    assert names(shown)[0] == "a"
    assert names(shown)[-1] == "e"
    assert [bot.rank for bot in shown.bots] == [1, 2, 3, 4, 5]
    elo = [bot.elo for bot in shown.bots if bot.elo is not None]
    assert len(elo) == 5
    assert sum(elo) == pytest.approx(0, abs=1e-9)


def test_wins_losses_draws_and_games_of_all_rows_balance() -> None:
    shown = standings(tournament(*"abcd"), tallied(4, 10))
    assert sum(bot.wins for bot in shown.bots) == sum(bot.losses for bot in shown.bots)
    assert sum(bot.games for bot in shown.bots) == 2 * shown.games_played == 2 * 6 * 20
    assert sum(bot.pairs for bot in shown.bots) == 2 * 6 * 10
    assert {bot.win_rate for bot in shown.bots if not bot.draws} == {
        bot.wins / bot.games for bot in shown.bots
    }


def test_a_perfect_record_shows_its_bound_in_place_of_elo() -> None:
    tallies = Tallies()
    pairing_of(tallies, 0, *[(Leg(2, 30, 9), Leg(2, 50, 8))] * 5)
    pairing_of(tallies, 1, *[(Leg(2, 30, 9), Leg(2, 50, 8))] * 5)
    pairing_of(tallies, 2, *[(Leg(2, 30, 9), Leg(0, -50, 8))] * 5)
    best, *others = standings(tournament("a", "b", "c"), tallies).bots
    assert (best.name, best.elo, best.elo_ci95) == ("a", None, None)
    assert best.elo_bound is not None
    assert best.elo_bound[0] == "≥"
    assert all(bot.elo is not None and bot.elo_bound is None for bot in others)


WON, LOST = ([(Leg(halves, halves - 1, 9),) * 2] * 3 for halves in (2, 0))


@pytest.mark.parametrize(
    "results", [[WON], [LOST], [WON, WON, WON], [WON, WON, [*WON, *LOST]], [LOST, LOST, [*WON, *LOST]]]
)
def test_a_rating_list_has_perfect_records_in_the_order_of_the_table_and_without_an_error(
    results: list[list[tuple[Leg, Leg]]],
) -> None:
    tallies = Tallies()
    for pairing, legs in enumerate(results):
        pairing_of(tallies, pairing, *legs)
    table = standings(tournament(*"abc"[: 2 + (len(results) > 1)]), tallies)
    assert any(bot.elo_bound for bot in table.bots)
    _, *rows = csv.reader(io.StringIO(standings_ordo(table)))
    ratings = [float(row[2]) for row in rows]
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[0] > ratings[-1]
    assert [row[3] == "-" for row in rows] == [bot.elo_bound is not None for bot in table.bots]


def test_bots_that_never_met_are_ranked_apart_and_those_without_games_have_no_numbers() -> None:
    tallies = Tallies()
    pairing_of(tallies, 0, (Leg(2, 30, 9), Leg(2, 5, 8)), (Leg(0, -3, 9), Leg(2, 5, 8)))
    shown = standings(tournament("a", "b", "idle"), tallies)
    assert [(bot.name, bot.group, bot.rank) for bot in shown.bots] == [
        ("a", 0, 1),
        ("b", 0, 2),
        ("idle", 1, 1),
    ]
    idle = shown.bots[-1]
    assert idle.rank_range == (1, 1)
    assert (idle.elo, idle.elo_bound, idle.points_per_hand, idle.win_rate) == (None, None, None, None)
    assert (idle.vs_next, idle.verdict) == (None, None)


def test_the_last_of_a_group_has_no_next_one_to_be_compared_with() -> None:
    shown = standings(tournament(*"abc"), tallied(3, 20))
    assert [bot.vs_next is None for bot in shown.bots] == [False, False, True]
    assert [bot.verdict is None for bot in shown.bots] == [False, False, True]


def test_equal_elo_is_broken_by_points_per_hand() -> None:
    tallies = Tallies()
    pairing_of(tallies, 0, (Leg(2, 10, 9), Leg(0, -50, 8)), (Leg(2, 12, 9), Leg(0, -51, 8)))
    assert names(standings(tournament("a", "b"), tallies)) == ["b", "a"]


def test_equal_points_are_broken_by_games_between_the_two_also_those_not_rated() -> None:
    tallies = Tallies()
    pairing_of(tallies, 0, (Leg(2, 10, 9), Leg(0, -10, 9)))
    assert names(standings(tournament("b", "a"), tallies)) == ["a", "b"]  # by name
    tallies.add(game(GameKey(0, 7, 0), 0, random.Random(1), rated=False, forfeited=(False, True)))
    assert names(standings(tournament("b", "a"), tallies)) == ["b", "a"]


def test_anchors_are_given_by_name() -> None:
    field = replace(tournament("a", "b", "c"), anchors={"b": 1500.0, "not here": 3.0})
    by_name = {bot.name: bot for bot in standings(field, tallied(3, 20)).bots}
    assert by_name["b"].elo == pytest.approx(1500)
    assert by_name["b"].elo_ci95 is None


def test_a_tournament_is_complete_when_every_planned_game_is_played() -> None:
    tallies = tallied(3, 5)
    assert not standings(tournament("a", "b", "c", planned=31), tallies).complete
    assert standings(tournament("a", "b", "c", planned=30), tallies).complete


def test_think_times_faults_and_forfeits_are_shown_of_each_bot() -> None:
    tallies = tallied(2, 3)
    tallies.bot(1).think_times.add([1000] * 98 + [50_000] * 2)
    tallies.bot(1).faults["timeout"] += 2
    tallies.bot(1).games_forfeited += 1
    (slow,) = (bot for bot in standings(tournament("a", "b"), tallies).bots if bot.name == "b")
    assert slow.ms_p50 == pytest.approx(1, rel=0.02)
    assert slow.ms_p99 == pytest.approx(50, rel=0.02)
    assert slow.faults == {"timeout": 2}
    assert slow.forfeits == 1


def bot_json(bot: BotStanding) -> dict[str, object]:
    shown = standings_to_json(Standings("t", 1, 1, None, None, (bot,)))["bots"]
    assert isinstance(shown, list)
    (found,) = shown
    assert isinstance(found, dict)
    return dict(found)


def test_the_json_has_every_published_key_and_no_nan() -> None:
    shown = standings(replace(tournament(*"abc"), rule=Rule(zone=50)), tallied(3, 6))
    text = json.dumps(standings_to_json(shown), allow_nan=False)
    assert set(json.loads(text)) == {
        "tournament", "complete", "games_planned", "games_played", "commitment", "seed", "bots",
    }  # fmt: skip
    assert set(bot_json(shown.bots[0])) == {
        "rank", "rank_range", "name", "group", "elo", "elo_ci95", "elo_bound", "vs_next", "verdict",
        "points_per_hand", "points_per_hand_ci95", "games", "pairs", "wins", "losses", "draws", "win_rate",
        "isolated", "faults", "forfeits", "suspended", "mended_after", "ms_p50", "ms_p99", "style",
    }  # fmt: skip


def test_every_kind_of_fault_is_in_the_json_counted_or_not() -> None:
    bot = standings(tournament("a", "b"), tallied(2, 1)).bots[0]
    assert bot_json(bot)["faults"] == {"illegal": 0, "timeout": 0, "crash": 0, "disconnect": 0, "protocol": 0}


def test_a_refresh_after_more_games_is_the_table_that_a_fresh_fold_gives() -> None:
    field, games = tournament(*"abcd"), some_games(4, 6)
    followed = Tallies()
    for number, each in enumerate(games, 1):
        followed.add(each)
        if number % 7 == 0 or number == len(games):
            fresh = Tallies()
            for earlier in games[:number]:
                fresh.add(earlier)
            assert standings(field, followed) == standings(field, fresh)
