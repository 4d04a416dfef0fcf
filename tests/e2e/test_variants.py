"""Every variant in a tournament of real bots through the real command, recomputed afterwards by `verify`."""

import pytest

from tests.e2e.command import Desk, Line, example

VARIANTS: dict[str, Line] = {
    "straight": {"variant": "straight", "max_decisions_per_hand": 60, "max_hands_per_game": 8},
    "oklahoma, hollywood": {
        "variant": "oklahoma",
        "oklahoma_spade_doubles": True,
        "oklahoma_ace": "gin",
        "hollywood": True,
        "dealer": "winner",
        "target": 20,
    },
    "big gin, split stock": {"big_gin": True, "stock": "split", "first_dealer": "seat1", "target": 40},
    "a number of hands": {"format": "hands", "hands": 3, "target": 100, "dealer": "loser"},
    "bonuses and caps": {
        "gin_bonus": 20,
        "undercut_bonus": 10,
        "game_bonus": 0,
        "box_bonus": 20,
        "shutout_multiplier": 3,
        "knock_limit": 5,
        "max_hands_per_game": 2,
        "target": 1000,
    },
}


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_a_variant_is_played_by_bots_that_know_nothing_of_it_and_recomputed(desk: Desk, rules: Line) -> None:
    desk.config(example("template"), example("simple"), deal_pairs=2, rules=rules)
    run = desk.play()
    assert run.of("fault") == []
    games = desk.games()
    assert len(games) == 4
    assert {game["reason"] for game in games} <= {"target", "hands", "cap"}
    for game in games:
        told = game["rules"]
        assert isinstance(told, dict)
        assert {key: told[key] for key in rules} == rules
    checked = desk.run("verify", str(desk.results))
    assert checked.stdout[-1] == "0 differences"


def test_hollywoods_columns_are_in_the_export_the_replay_and_the_standings(desk: Desk) -> None:
    desk.config(example("template"), example("simple"), rules={"hollywood": True, "target": 20})
    desk.play()
    for game in desk.games():
        columns = game["columns"]
        assert isinstance(columns, list)
        assert [max(column) >= 20 for column in columns] == [True] * 3
        replayed = desk.run("replay", str(desk.results), str(game["id"]), "--print").stdout
        seats = game["seats"]
        assert isinstance(seats, list)
        for number, (first, second) in enumerate(columns, 1):
            words = f"  column {number}: {seats[0]} {first}, {seats[1]} {second} · "
            assert any(line.startswith(words) for line in replayed)
    shown = desk.run("standings", str(desk.results)).words()
    assert "Hollywood" in shown
    assert "column 3" in shown
