from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from gin_rummy.deck import seed_bytes
from gin_tournaments.config import Config
from gin_tournaments.errors import StoreError
from gin_tournaments.run.opening import Opened, open_tournament
from gin_tournaments.run.rehearsal import rehearse
from gin_tournaments.schedule.schedules import Hypotheses
from gin_tournaments.store import Batch, ResultsWriter
from gin_tournaments.verify.results import ResultsChecker
from tests.tournaments.sample_games import finished, play_game
from tests.tournaments.small_config import config

DEAL_PAIRS = {"deal_pairs": 1}

Sections: TypeAlias = dict[str, Any]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ResultsWriter]:
    store = ResultsWriter.open(tmp_path / "results" / "demo.db")
    yield store
    store.close()


def play(opened: Opened, store: ResultsWriter, games: int | None = None) -> None:
    """Store what is left to play, or the first *games* of it."""
    keys = [key for _, keys in opened.plan.left(opened.played) for key in keys][:games]
    records = [play_game(opened.dealer.spec(opened.plan, key)) for key in keys]
    store.save(Batch(games=[finished(record) for record in records]))


def begun(config: Config, store: ResultsWriter, games: int | None = 1) -> Opened:
    """Open a tournament and play a game of it."""
    opened = open_tournament(config, store)
    play(opened, store, games)
    return opened


def test_a_fixed_seed_is_that_of_the_config_and_the_same_in_the_next_run(
    tmp_path: Path, store: ResultsWriter
) -> None:
    demo = config(tmp_path, "a", "b", seed="demo", games=DEAL_PAIRS)
    first = begun(demo, store)
    assert first.epoch.seed == seed_bytes("demo")
    second = open_tournament(demo, store)
    assert second.epoch == first.epoch
    assert second.dealer == first.dealer
    assert len(second.played) == 1


def test_a_drawn_seed_holds_until_it_is_published_and_then_only_for_what_it_dealt(
    tmp_path: Path, store: ResultsWriter
) -> None:
    demo = config(tmp_path, "a", "b", games=DEAL_PAIRS)
    first = begun(demo, store)
    assert open_tournament(demo, store).epoch == first.epoch
    play(open_tournament(demo, store), store)
    store.publish(first.epoch.number)
    assert open_tournament(demo, store).epoch.seed == first.epoch.seed, "nothing is left to deal"
    more = config(tmp_path, "a", "b", games={"deal_pairs": 2})
    second = open_tournament(more, store)
    assert second.epoch.seed != first.epoch.seed
    assert (second.epoch.number, second.epoch.published) == (1, False)


def test_what_would_make_games_unequal_is_refused_with_the_difference(
    tmp_path: Path, store: ResultsWriter
) -> None:
    begun(config(tmp_path, "a", "b", games=DEAL_PAIRS), store)
    other = config(tmp_path, "a", "b", games=DEAL_PAIRS, rules={"target": 50}, clock={"move_time": "1s"})
    with pytest.raises(StoreError, match=r"clock.move_time was .*rules.target was 30, is 50.*--fresh"):
        open_tournament(other, store)
    with pytest.raises(StoreError, match="holds games of another tournament"):
        rehearse(other, store.path)


def test_until_a_game_is_stored_the_rules_may_change(tmp_path: Path, store: ResultsWriter) -> None:
    open_tournament(config(tmp_path, "a", "b", games=DEAL_PAIRS), store)
    opened = begun(config(tmp_path, "a", "b", games=DEAL_PAIRS, rules={"target": 20}), store)
    assert store.rules.target == 20
    assert (
        len(open_tournament(config(tmp_path, "a", "b", games=DEAL_PAIRS, rules={"target": 20}), store).played)
        == 1
    )
    assert opened.epoch.number == 0


def test_deal_pairs_may_be_raised_and_not_lowered(tmp_path: Path, store: ResultsWriter) -> None:
    begun(config(tmp_path, "a", "b", games={"deal_pairs": 2}), store)
    with pytest.raises(StoreError, match="was 2, is 1; it may be raised, not lowered"):
        open_tournament(config(tmp_path, "a", "b", games={"deal_pairs": 1}), store)
    opened = open_tournament(config(tmp_path, "a", "b", games={"deal_pairs": 3}), store)
    assert opened.plan.games(opened.played) == 6


ADAPTIVE = {"adaptive": True, "budget": 60}
SWISS = {"kind": "swiss", "rounds": 3}
ONE_ROUND = {"kind": "swiss", "rounds": 1}


def verified(store: ResultsWriter) -> list[str]:
    return [str(difference) for difference in ResultsChecker(store).check()]


def two_pairs(folder: Path, bots: str, *, test: Hypotheses | None = None, **sections: object) -> Config:
    """Give a config of two deal pairs a pairing, or a match; a *test* is in no file."""
    written: Sections = {"games": {"deal_pairs": 2}, **sections}
    return config(folder, *bots, **written).model_copy(update={"test": test})


@pytest.mark.parametrize(
    ("longer", "shorter", "words"),
    [
        ({"stop": ADAPTIVE}, {}, "true, is false, games.deal_pairs is 2, and 3 deal pairs of a against b"),
        ({"stop": ADAPTIVE}, {"stop": {"budget": 60}}, "stop.adaptive was true, is false"),
        ({"stop": ADAPTIVE}, {"stop": ADAPTIVE, "games": {"deal_pairs": 1}}, "was 2, is 1"),
        ({"test": Hypotheses(0, 5)}, {}, "there was a test and is none, games.deal_pairs is 2"),
        ({"schedule": SWISS}, {"schedule": ONE_ROUND}, "rounds is 1, and 2 rounds have begun"),
        ({"schedule": SWISS}, {"schedule": SWISS, "games": {"deal_pairs": 1}}, "was 2, is 1"),
    ],
)  # fmt: skip
def test_a_plan_that_ends_before_what_is_stored_is_refused_and_the_longer_one_goes_on(
    tmp_path: Path, store: ResultsWriter, longer: Sections, shorter: Sections, words: str
) -> None:
    bots, games = ("abcd", (8, 1)) if "schedule" in longer else ("ab", (5,))
    for count in games:  # the second of a Swiss tournament's two rounds follows from the first
        begun(two_pairs(tmp_path, bots, **longer), store, count)
    with pytest.raises(StoreError, match=words):
        open_tournament(two_pairs(tmp_path, bots, **shorter), store)
    with pytest.raises(StoreError, match=words):
        rehearse(two_pairs(tmp_path, bots, **shorter), store.path)
    assert "not in the plan" not in " ".join(verified(store))
    opened = open_tournament(two_pairs(tmp_path, bots, **longer), store)
    assert next(opened.plan.left(opened.played), None) is not None


def test_after_an_adaptive_run_deal_pairs_may_be_raised_to_what_is_stored(
    tmp_path: Path, store: ResultsWriter
) -> None:
    begun(config(tmp_path, "a", "b", games={"deal_pairs": 2}, stop=ADAPTIVE), store, 6)
    opened = open_tournament(config(tmp_path, "a", "b", games={"deal_pairs": 3}), store)
    assert next(opened.plan.left(opened.played), None) is None
    assert verified(store) == []


def test_a_lower_budget_stops_and_what_is_stored_counts(tmp_path: Path, store: ResultsWriter) -> None:
    begun(config(tmp_path, "a", "b", games={"deal_pairs": 4}, stop={"budget": 8}), store, 6)
    opened = open_tournament(config(tmp_path, "a", "b", games={"deal_pairs": 4}, stop={"budget": 2}), store)
    assert next(opened.plan.left(opened.played), None) is None
    assert opened.plan.games(opened.played) == 8
    assert verified(store) == ["the plan is not played to its end"]


def test_rounds_that_have_not_begun_may_be_left_out(tmp_path: Path, store: ResultsWriter) -> None:
    begun(config(tmp_path, *"abcd", games=DEAL_PAIRS, schedule=SWISS), store, 4)
    one = config(tmp_path, *"abcd", games=DEAL_PAIRS, schedule=ONE_ROUND)
    opened = open_tournament(one, store)
    assert next(opened.plan.left(opened.played), None) is None
    assert verified(store) == []


def test_new_bots_come_after_the_old_whatever_the_order_of_the_config(
    tmp_path: Path, store: ResultsWriter
) -> None:
    begun(config(tmp_path, "b", "c", games=DEAL_PAIRS), store)
    opened = open_tournament(config(tmp_path, "a", "c", "b", games=DEAL_PAIRS), store)
    assert opened.plan.bots == ("b", "c", "a")


def test_a_bot_that_has_entered_may_be_withdrawn_and_not_taken_out(
    tmp_path: Path, store: ResultsWriter
) -> None:
    begun(config(tmp_path, "a", "b", "c", games=DEAL_PAIRS), store)
    with pytest.raises(StoreError, match=r"bots: b entered in these results.*withdrawn: true"):
        open_tournament(config(tmp_path, "a", "c", games=DEAL_PAIRS), store)
    opened = open_tournament(config(tmp_path, "a", "b", "c", withdrawn=("b",), games=DEAL_PAIRS), store)
    left = {key.pairing for _, keys in opened.plan.left(opened.played) for key in keys}
    assert left <= {1}, "a against c"


def test_a_rehearsal_tells_the_plan_the_clocks_and_the_bots(tmp_path: Path) -> None:
    demo = config(
        tmp_path,
        "a",
        "b",
        "c",
        withdrawn=("c",),
        seed="demo",
        games={"deal_pairs": 5},
        clock={"margin": "50ms"},
    )
    results = tmp_path / "none.db"
    text = "\n".join(rehearse(demo, results))
    assert "demo: 3 bots, 1 pairing × 5 deal pairs × 2 games = 10 games" in text
    assert f"results: {results} (new)" in text
    assert "seed: fixed in the config, commitment " in text
    assert "rules: standard, games to 30" in text
    assert "clock: move 5s, hand none, game none, increment 0s, margin 50ms" in text
    assert "2. c: started: python -c pass, withdrawn" in text
    assert not results.exists()


def test_a_rehearsal_of_a_tournament_that_has_begun_says_what_is_left(
    tmp_path: Path, store: ResultsWriter
) -> None:
    demo = config(tmp_path, "a", "b", games={"deal_pairs": 2})
    begun(demo, store)
    (head, *_) = rehearse(demo, store.path)
    assert head.endswith("= 4 games, 3 of them left")
