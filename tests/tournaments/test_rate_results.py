import json
import math
from pathlib import Path

import pytest
from scipy.special import stdtrit

from gin_tournaments.statistics.json_value import Json
from gin_tournaments.statistics.rate_results import BadResults, rate_results

VECTORS = Path(__file__).parent.parent / "vectors" / "ratings"


def vector(name: str) -> dict[str, Json]:
    given: dict[str, Json] = json.loads((VECTORS / f"{name}.json").read_text())
    return given


def numbers(value: Json) -> list[float]:
    assert isinstance(value, list)
    found = []
    for number in value:
        assert isinstance(number, float)
        found.append(number)
    return found


def refused(given: Json) -> str:
    with pytest.raises(BadResults) as error:
        rate_results(given)
    return str(error.value)


def test_results_by_pairs_are_rated_in_the_order_of_the_players() -> None:
    answer = rate_results(vector("v01_two_60_40"), prior="none", weights="games")
    assert numbers(answer["ratings"]) == pytest.approx([35.218251811136255, -35.218251811136255], abs=1e-6)
    assert answer["groups"] == [["P01", "P02"]]
    assert answer["bounds"] == [None, None]
    assert answer["notes"] == []


def test_results_by_games_give_clustered_errors() -> None:
    given = vector("v21_clustered")
    answer = rate_results(given, prior="none", weights="games")
    t = float(stdtrit(300 - 5, 0.975))
    assert numbers(answer["ratings"]) == pytest.approx(numbers(given["ratings"]), abs=1e-6)
    assert [width / t for width in numbers(answer["ci95"])] == pytest.approx(
        numbers(given["se_clustered"]), abs=1e-6
    )


def test_a_game_counts_the_same_whichever_player_is_named_first() -> None:
    games: list[Json] = [
        {"a": "x", "b": "y", "score_a": 1, "pair": 1},
        {"a": "x", "b": "y", "score_a": 0, "pair": 1},
        {"a": "x", "b": "y", "score_a": 1, "pair": 2},
    ]
    turned: list[Json] = [
        {"a": "x", "b": "y", "score_a": 1, "pair": 1},
        {"a": "y", "b": "x", "score_a": 1, "pair": 1},
        {"a": "y", "b": "x", "score_a": 0, "pair": 2},
    ]
    players: Json = ["x", "y"]
    first = rate_results({"players": players, "games": games})
    assert first == rate_results({"players": players, "games": turned})


def test_with_the_prior_every_rating_is_a_number_perfect_records_too() -> None:
    answer = rate_results(vector("v07_four_perfect_and_zero"), weights="games")
    ratings = numbers(answer["ratings"])
    assert ratings == pytest.approx([649.590503, 30.727647, -30.727647, -649.590503], abs=1e-5)
    q = 0.05 ** (1 / 30)
    bounds = answer["bounds"]
    assert isinstance(bounds, list)
    assert bounds[1] is bounds[2] is None
    assert bounds[0] == ["≥", pytest.approx(sum(ratings[1:]) / 3 + 400 * math.log10(q / (1 - q)))]
    assert bounds[3] == ["≤", pytest.approx(sum(ratings[:3]) / 3 - 400 * math.log10(q / (1 - q)))]


def test_without_the_prior_a_perfect_record_has_no_rating_and_the_notes_say_why() -> None:
    answer = rate_results(vector("v06_four_one_perfect"), prior="none")
    ratings = answer["ratings"]
    assert isinstance(ratings, list)
    assert ratings[0] is None
    assert numbers(ratings[1:]) == pytest.approx([11.6727, 23.3448, -35.0175], abs=1e-3)  # Ordo, forced
    assert answer["notes"] == ["P01: won all of 60 games, so without the prior no finite rating exists"]


def test_without_the_prior_nothing_is_said_between_sets_that_won_every_game_against_each_other() -> None:
    answer = rate_results(vector("v10_six_one_way"), prior="none")
    assert answer["ratings"] == [None] * 6
    notes = answer["notes"]
    assert isinstance(notes, list)
    assert len(notes) == 6
    assert all("no finite rating" in str(note) for note in notes)


def test_each_group_is_shifted_to_mean_0_by_itself() -> None:
    for prior in ("default", "none"):
        ratings = numbers(rate_results(vector("v09_five_disconnected"), prior=prior)["ratings"])
        assert sum(ratings[:2]) == pytest.approx(0, abs=1e-9)
        assert sum(ratings[2:]) == pytest.approx(0, abs=1e-9)


def test_a_player_without_games_is_a_group_of_its_own() -> None:
    row: Json = {"a": "x", "b": "y", "wins_a": 3, "draws": 1, "wins_b": 2}
    given: Json = {"players": ["x", "idle", "y"], "pairs": [row]}
    answer = rate_results(given)
    assert answer["groups"] == [["x", "y"], ["idle"]]
    assert numbers(answer["ratings"])[1] == 0
    assert rate_results(given, prior="none")["notes"] == ["idle: no games, so no rating without the prior"]


def test_nothing_in_an_answer_is_nan_or_infinite() -> None:
    for path in VECTORS.glob("*.json"):
        given = json.loads(path.read_text())
        for answer in (rate_results(given), rate_results(given, prior="none", weights="games")):
            json.dumps(answer, allow_nan=False)


ROW: dict[str, Json] = {"a": "x", "b": "y", "wins_a": 1, "draws": 0, "wins_b": 1}
GAME: dict[str, Json] = {"a": "x", "b": "y", "score_a": 1, "pair": 0}


@pytest.mark.parametrize(
    ("given", "place"),
    [
        (None, "no JSON object"),
        ([], "no JSON object"),
        ({}, "players"),
        ({"players": []}, "players"),
        ({"players": ["x", 3]}, "players[1]: 3"),
        ({"players": ["x", "x"]}, "players[1]: 'x' is there twice"),
        ({"players": ["x", "y"]}, "either pairs or games"),
        ({"players": ["x", "y"], "pairs": [], "games": []}, "either pairs or games"),
        ({"players": ["x", "y"], "pairs": {}}, "pairs: a list"),
        ({"players": ["x", "y"], "pairs": [7]}, "pairs[0]: an object"),
        ({"players": ["x", "y"], "pairs": [ROW, ROW | {"b": "z"}]}, "pairs[1].b: 'z'"),
        ({"players": ["x", "y"], "pairs": [ROW | {"b": "x"}]}, "pairs[0]: 'x' cannot play itself"),
        ({"players": ["x", "y"], "pairs": [ROW | {"wins_a": -1}]}, "pairs[0].wins_a: -1"),
        ({"players": ["x", "y"], "pairs": [ROW | {"draws": 0.5}]}, "pairs[0].draws: 0.5"),
        ({"players": ["x", "y"], "pairs": [ROW | {"wins_b": True}]}, "pairs[0].wins_b: True"),
        ({"players": ["x", "y"], "pairs": [ROW | {"wins_b": 10**400}]}, "pairs[0].wins_b"),
        ({"players": ["x", "y"], "games": [GAME | {"score_a": 0.7}]}, "games[0].score_a: 0.7"),
        ({"players": ["x", "y"], "games": [GAME | {"score_a": None}]}, "games[0].score_a"),
        ({"players": ["x", "y"], "games": [GAME | {"score_a": math.nan}]}, "games[0].score_a: nan"),
        ({"players": ["x", "y"], "games": [GAME | {"pair": [1]}]}, "games[0].pair"),
        ({"players": ["x", "y"], "games": [GAME | {"a": None}]}, "games[0].a: None"),
        ({"players": [str(n) for n in range(2001)], "pairs": []}, "2001 are too many"),
    ],
)
def test_bad_input_is_refused_with_the_place_named(given: Json, place: str) -> None:
    assert place in refused(given)
