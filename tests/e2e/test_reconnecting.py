"""A remote bot whose connection breaks again and again: it comes back, and no game shows it."""

from tests.e2e.command import Desk, example
from tests.e2e.cut import Cable
from tests.e2e.test_remote_bots import ALICE, address

BREAKS = (9_000, 10_001, 12_345, 7_777, 20_000, 8_192)
"""Bytes from the referee after which a connection breaks; the Welcome takes a few hundred."""


def test_a_connection_that_breaks_again_and_again_changes_no_game_and_costs_nothing(desk: Desk) -> None:
    (token,) = desk.run("register", "alice").stdout
    exports = []
    for breaks in ((), BREAKS):
        desk.config(example("template"), ALICE, deal_pairs=30, rules={"target": 50})
        run = desk.start("run-tournament", "cup.yaml", "--json")
        cable = Cable(address(run), breaks)
        try:
            alice = desk.dial("template", cable.address, token)
            assert run.end() == 0, run.words()
            assert alice.end() == 0, alice.words()
        finally:
            cable.close()
        assert run.of("fault") == []
        assert cable.connections == len(breaks) + 1
        assert alice.words().count("connected again") == len(breaks)
        assert alice.words().count("games in flight") == len(breaks), "the same session, the same turns"
        exports.append(desk.export())
        desk.results.unlink()
    assert exports[0] == exports[1]
