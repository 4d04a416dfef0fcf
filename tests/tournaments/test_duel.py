from pathlib import Path

import pytest

from gin_rummy.rules import Rules
from gin_tournaments.config.duel import duel, duel_of_config
from gin_tournaments.errors import ConfigError
from gin_tournaments.schedule.schedules import Hypotheses
from gin_tournaments.screen.progress import SprtProgress
from gin_tournaments.screen.sprt_lines import sprt_line, sprt_question, sprt_verdict
from tests.tournaments.sample_standings import SIX

TEST = Hypotheses(0, 20)


@pytest.fixture
def registry(tmp_path: Path) -> Path:
    return tmp_path / "bots.json"


def test_bots_given_as_commands_are_named_after_their_program_or_its_folder(
    tmp_path: Path, registry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("deep/bot.py", "shallow.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)
    config = duel(Rules(target=50), registry, ("python deep/bot.py -x", "python shallow.py"), TEST, budget=80)
    assert [bot.name for bot in config.bots] == ["deep", "shallow"]
    assert (config.name, config.rules.target, config.stop.budget) == ("deep against shallow", 50, 80)
    assert config.test == TEST
    twice = duel(Rules(), registry, ("python shallow.py", "python shallow.py --deeper"), TEST)
    assert [bot.name for bot in twice.bots] == ["shallow", "shallow 2"]


def test_a_command_that_cannot_be_started_is_refused(registry: Path) -> None:
    with pytest.raises(ConfigError, match="nosuchprogram"):
        duel(Rules(), registry, ("nosuchprogram", "cat"), TEST)


def test_two_bots_of_a_config_keep_its_rules_and_leave_its_schedule(tmp_path: Path) -> None:
    path = tmp_path / "cup.yaml"
    path.write_text(
        "name: cup\nrules: {target: 30}\nschedule: {kind: swiss}\nratings: {anchor: {a: 100}}\n"
        "bots: [{name: a, command: cat}, {name: b, command: cat}, {name: c, command: cat}]\n"
    )
    config = duel_of_config(path, None, ("c", "a"), TEST, seed="s", batch=8)
    assert [bot.name for bot in config.bots] == ["c", "a"]
    assert (config.rules.target, config.schedule.kind, config.games.batch) == (30, "round_robin", 8)
    assert (config.seed, config.ratings.anchor) == ("s", {})
    for names, words in ((("a", "d"), "d is no bot"), (("a", "a"), "cannot play itself")):
        with pytest.raises(ConfigError, match=words):
            duel_of_config(path, None, names, TEST)


def test_a_tests_line_shows_the_ratio_between_its_bounds() -> None:
    test = SprtProgress("patient", "b", 0, 20, 0.05, 0.05, 1.472, -2.944, 2.944, 64, 0.6, None)
    assert sprt_line(test, SIX).startswith("LLR +1.47 [−2.94 ███████████████░░░░░ +2.94] · 64 pairs · Elo ")
    assert sprt_question(test).startswith("SPRT: is patient stronger than b by 20 Elo (H1) or by 0 (H0)?")
    assert sprt_verdict(test) == "Neither hypothesis is accepted yet."


@pytest.mark.parametrize(
    ("accepted", "words"),
    [
        ("elo1", "H1 is accepted: a is stronger than b by 20 Elo rather than by 0 (LLR +3.00"),
        ("elo0", "H0 is"),
    ],
)
def test_the_verdict_names_the_hypothesis_that_is_accepted(accepted: str, words: str) -> None:
    test = SprtProgress("a", "b", 0, 20, 0.05, 0.05, 3, -2.9, 2.9, 64, 0.6, accepted)  # type: ignore[arg-type]
    assert sprt_verdict(test).startswith(words)
