import subprocess
import sys
from time import process_time

import pytest

from gin_referee.records import GameKey
from gin_referee.settings import Settings
from gin_rummy.actions import PASS
from gin_tournaments.load.processes import seconds_spent
from gin_tournaments.load.samples import Load, Sample, TooShort, load_of, show_load
from gin_tournaments.load.without_wire import answers_of, seconds_a_decision
from gin_tournaments.run.writer import STORING
from gin_tournaments.schedule.plan import Dealer, Plan
from gin_tournaments.schedule.schedules import Format
from tests.tournaments.sample_games import KEY, RULES, play_game

SPINNING = "while True:\n  for _ in range(100000): pass\n  print(flush=True)"


def test_what_was_carried_is_counted_from_the_first_game_stored() -> None:
    samples = [
        Sample(at=0.0, games=0, referee=1.0, bots=0.0),
        Sample(at=2.0, games=10, referee=2.0, bots=3.0),
        Sample(at=4.0, games=110, referee=3.0, bots=5.0),
    ]
    load = load_of(samples, decisions_a_game=200.0, referee=20e-6)
    assert (load.games, load.decisions) == (50.0, 10_000.0)
    assert load.bots == pytest.approx(100e-6)
    assert load.wire == pytest.approx(30e-6)
    assert load.whole == pytest.approx(150e-6)


@pytest.mark.parametrize("games", [[], [0, 0], [0, 5], [5, 5]])
def test_without_games_between_two_samples_nothing_is_said(games: list[int]) -> None:
    samples = [Sample(float(at), count, 0.0, 0.0) for at, count in enumerate(games)]
    with pytest.raises(TooShort, match="--seconds"):
        load_of(samples, 200.0, 0.0)


def test_the_words_say_who_took_how_much() -> None:
    lines = list(show_load(Load(games=123.4, decisions=30_000, bots=20e-6, wire=15e-6, referee=5e-6)))
    assert lines[0] == "123.4 games/s, 30,000 decisions/s"
    assert [line.split()[:4] for line in lines[2:]] == [
        ["bots", "20.0", "µs", "50%"],
        ["wire", "15.0", "µs", "38%"],
        ["referee", "5.0", "µs", "12%"],
    ]


def test_stored_games_are_played_again_to_their_ends_without_a_wire() -> None:
    plan = Plan(("alpha", "beta"), Format(deal_pairs=2))
    specs = [Dealer(KEY).spec(plan, GameKey(0, pair, leg)) for pair in (0, 1) for leg in (0, 1)]
    games = [(spec, play_game(spec)) for spec in specs]
    forced = sum(hand.actions.startswith(bytes((PASS, PASS))) for _, game in games for hand in game.hands)
    answers = [answer for _, game in games for answer in answers_of(game)]
    assert len(answers) + forced == sum(len(hand.actions) for _, game in games for hand in game.hands)
    assert seconds_a_decision(Settings(rules=RULES), games) > 0


def seconds_of_others() -> tuple[float, float]:
    """Give what the process that stores and the bots have spent."""
    spent, ours = seconds_spent(), process_time()
    return spent.own - ours, spent.bots


@pytest.mark.parametrize("stores", [False, True])
def test_the_processor_time_of_children_is_the_bots_but_for_the_one_that_stores(*, stores: bool) -> None:
    before = seconds_of_others()
    named = STORING if stores else ()
    with subprocess.Popen([sys.executable, "-c", SPINNING, *named], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        while sum(seconds_of_others()) < sum(before) + 0.5:
            child.stdout.readline()
        storing, bots = seconds_of_others()
        child.kill()
    assert (storing - before[0] > 0.25) == stores
    assert (bots - before[1] > 0.25) != stores
