"""With a fixed seed and bots without whims, how many games are played at once changes nothing."""

from tests.e2e.command import Desk, example


def test_the_exported_games_are_the_same_bytes_at_1_8_and_128_games_at_once(desk: Desk) -> None:
    bots = [example(name) for name in ("template", "greedy", "random")]
    exports = []
    for at_once, pairings_at_once, isolation in ((1, 3, "none"), (8, 1, "none"), (128, 2, "lanes")):
        games = {"at_once": at_once, "pairings_at_once": pairings_at_once, "batch": 4}
        desk.config(*bots, deal_pairs=6, games=games, isolation=isolation, rules={"target": 30})
        run = desk.play("--fresh")
        assert run.of("fault") == []
        exports.append(desk.export())
    assert exports[0].count("\n") == 36
    assert exports[1] == exports[0]
    assert exports[2] == exports[0]
