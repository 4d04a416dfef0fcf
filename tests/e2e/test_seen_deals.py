"""A remote bot lives on when the referee is killed; it is never dealt the same cards again."""

import signal

from gin_referee.records import GameKey
from gin_tournaments.store import Results
from tests.e2e.command import Desk, example
from tests.e2e.test_remote_bots import ALICE, address


def test_a_deal_that_a_living_bot_has_seen_is_not_dealt_again_when_the_referee_was_killed(desk: Desk) -> None:
    (token,) = desk.run("register", "alice").stdout
    desk.config(
        example("template"),
        ALICE,
        deal_pairs=30,
        games={"at_once": 4, "batch": 5},
        rules={"target": 100},
        server={"listen": "127.0.0.1:0"},
    )
    run = desk.start("run-tournament", "cup.yaml", "--json")
    referee = address(run)
    alice = desk.dial("greedy", referee, token)
    for _ in range(3):
        run.event("game")
    run.signal(signal.SIGKILL)
    run.end()
    with Results.open(desk.results) as results:
        stored, dealt = results.played(), results.dealt()
    begun = [pair for pair in dealt if any(GameKey(*pair, leg) not in stored for leg in (0, 1))]
    assert begun

    again = desk.start("run-tournament", "cup.yaml", "--json", "--listen", referee)
    assert again.end() == 0, again.words()
    assert alice.end() == 0, alice.words()
    with Results.open(desk.results) as results:
        results.check()
        games = {game.key: game for game in results.games()}
        voids = {void.key: void.replay for void in results.voids()}
    assert len(games) == 60
    assert {key[:2] for key in voids} == set(begun)
    for key, game in games.items():
        assert game.attempt == voids.get(key, 0)
    decks = [hand.deck for key, game in games.items() if key.leg == 0 for hand in game.hands]
    assert len(set(decks)) == len(decks)
