import json
import sys
from dataclasses import fields
from pathlib import Path
from typing import cast

import pytest

from gin_rummy.rules import Rules
from gin_tournaments.config import Config, difference, digest, identity, load_config
from gin_tournaments.config.model import Settings
from gin_tournaments.config.schema import main, schema_text
from gin_tournaments.config.support import NOT_YET
from gin_tournaments.config.values import parse_duration, parse_size, show_duration, show_size
from gin_tournaments.errors import ConfigError, RegistryError
from gin_tournaments.registry import register

BOTS = "bots:\n- {name: a, command: cat}\n- {name: b, command: cat}\n"


class Folder:
    """A folder with a config and a registry."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.registry = path / "registry.json"

    def load(self, text: str) -> Config:
        config = self.path / "config.yaml"
        config.write_text(text)
        return load_config(config, self.registry)

    def refusal(self, text: str) -> list[str]:
        with pytest.raises(ConfigError) as caught:
            self.load(text)
        lines = str(caught.value).splitlines()
        assert all(line.startswith(f"{self.path}/config.yaml") for line in lines)
        return [line.removeprefix(f"{self.path}/config.yaml:") for line in lines]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_a_name_and_two_bots_are_a_config_and_all_else_has_its_default(folder: Folder) -> None:
    config = folder.load(f"name: x\n{BOTS}")
    assert config.rules == Rules()
    assert (config.games.deal_pairs, config.games.batch, config.games.at_once) == (50, 10, 128)
    assert (config.games.pairings_at_once, config.games.processes_at_once) == ("auto", 64)
    assert (config.clock.move_time, config.clock.hand_time, config.clock.margin) == (5.0, None, 0.1)
    assert set(config.on_fault.model_dump().values()) == {"forfeit_game", 10}
    assert (config.join.timeout, config.join.absent, config.join.reconnect_grace) == (60.0, "skip", 10.0)
    assert (config.isolation, config.anonymous, config.suspend_after) == ("lanes", False, 10)
    assert (config.limits.memory, config.limits.log) == (None, 10 * 1024 * 1024)
    assert (config.server.listen, config.server.tls.cert, config.server.insecure) == (
        "127.0.0.1:0",
        None,
        False,
    )
    assert (config.seed, config.schedule.kind, config.stop.adaptive) == (None, "round_robin", False)
    assert (config.ratings.anchor, config.ratings.weights, config.executor.kind) == ({}, "equal", "local")


def test_every_rule_is_a_key_of_the_rules_section(folder: Folder) -> None:
    keys = json.loads(schema_text())["$defs"]["RulesSection"]["properties"]
    assert list(keys) == [field.name for field in fields(Rules)]
    config = folder.load(f"name: x\nrules: {{variant: oklahoma, oklahoma_ace: gin, target: 250}}\n{BOTS}")
    assert config.rules == Rules(variant="oklahoma", oklahoma_ace="gin", target=250)


def test_a_value_that_is_not_allowed_is_named_with_its_line_its_key_and_what_is_allowed(
    folder: Folder,
) -> None:
    assert folder.refusal(f"name: x\ngames:\n  batch: fast\n{BOTS}") == [
        "3: games.batch: 'fast' is not allowed: a whole number from 1 to 1000000"
    ]


def test_several_problems_are_all_listed_in_the_order_of_the_file(folder: Folder) -> None:
    lines = folder.refusal(
        "name: x\nclock: {move_time: soon}\nrules: {variant: standart, big_gin: 1}\nanonymous: maybe\n" + BOTS
    )
    assert [line.split(":")[:2] for line in lines] == [
        ["2", " clock.move_time"],
        ["3", " rules.variant"],
        ["3", " rules.big_gin"],
        ["4", " anonymous"],
    ]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("clok: {}", "1: clok: is not known; did you mean 'clock'?"),
        ("clock: {movetime: 5s}", "1: clock.movetime: is not known; did you mean 'move_time'?"),
        ("games: {pairings_at_once: many}", "auto or a whole number from 1"),
        ("isolation: lane", "'lane' is not allowed: lanes, process or none; did you mean 'lanes'?"),
        ("rules: {target: 0}", "1: rules.target: 0 is no whole number from 1 to 100000"),
        ("rules: {oklahoma_ace: gin}", "1: rules.oklahoma_ace: needs variant: oklahoma"),
        ("rules: [1]", "1: rules: a list of 1 is not allowed: a section with some of the keys variant,"),
        (
            "games: {duplicate: false, deal_pairs: 200000}",
            "1: games.deal_pairs: with duplicate: false at most 131072",
        ),
        ("limits: {memory: 5}", "5 is not allowed: a size such as 64KiB, 512MiB or 2GiB, or none"),
        (
            "limits: {processes: 0}",
            "1: limits.processes: 0 is not allowed: a whole number of at least 1, or none",
        ),
        ("clock: {move_time: 0s}", "1: clock.move_time: '0s' is not allowed: a duration"),
        (
            "clock: {margin: none}",
            "1: clock.margin: 'none' is not allowed: a duration such as 250ms, 5s, 2m or 1h",
        ),
        ("server: {listen: localhost}", "1: server.listen: 'localhost' is not allowed: HOST:PORT"),
        ("server: {listen: 'a:70000'}", "1: server.listen:"),
        ("server: {tls: {cert: x.pem}}", "1: server.tls.cert: needs key too"),
        ("ratings: {anchor: {c: 100}}", "1: ratings.anchor.c: is no bot of this tournament"),
        ("ratings: {anchor: {a: high}}", "1: ratings.anchor.a: 'high' is not allowed: a number"),
        ("stop: {confidence: 1.0}", "1: stop.confidence: 1.0 is not allowed: a number above 0.5 below 1"),
        (
            "games: {deal_pairs: 300000}",
            "1: games.deal_pairs: 300000 is not allowed: a whole number from 1 to 262144",
        ),
        ("on_fault: {illegal: ignore}", "forfeit_game, forfeit_hand or substitute"),
        ("seed: ''", "1: seed: '' is not allowed: text"),
    ],
)
def test_each_wrong_key_says_what_is_allowed(folder: Folder, wrong: str, words: str) -> None:
    (line,) = folder.refusal(f"{wrong}\nname: x\n{BOTS}")
    assert words in line


def test_the_line_is_that_of_the_deepest_part_that_is_in_the_file(folder: Folder) -> None:
    assert folder.refusal("name: x\nbots:\n- {name: a, command: cat}\n- command: cat\n") == [
        "4: bots[1].name: is required, or bot: NAME for a registered bot"
    ]
    assert folder.refusal(BOTS) == [
        "1: name: is required: 1–60 printable characters with no space at either end"
    ]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("name: x\nname: y\n" + BOTS, "2", "name: is there twice, first in line 1"),
        (
            "name: x\nclock:\n  margin: 1s\n  margin: 2s\n" + BOTS,
            "4",
            "margin: is there twice, first in line 3",
        ),
        ("name: x\nbots: [\n", "3", "is no YAML: "),
        ("name: x\n\tbots: 1\n", "2", "is no YAML: "),
        ("name: x\n--- \nname: y\n", "2", "is no YAML: "),
        ("name: !!python/object:os.system x\n", "1", "is no YAML: "),
        ("- 1\n- 2\n", "1", "a list of 2 is not allowed: a section"),
        ("", "1", "bots: is required"),
        ("name: x\nbots: &b\n- *b\n- *b\n", "2", "bots[0]: a list"),
    ],
)
def test_what_is_wrong_with_the_yaml_is_named_with_its_line(
    folder: Folder, text: str, line: str, words: str
) -> None:
    lines = folder.refusal(text)
    assert any(found.startswith(f"{line}: ") and words in found for found in lines), lines


def test_bytes_that_are_no_text_and_control_characters_are_problems_with_a_line(folder: Folder) -> None:
    config = folder.path / "config.yaml"
    config.write_bytes(b"name: x\nseed: \xff\n")
    with pytest.raises(ConfigError, match=r"config\.yaml:2: is not UTF-8 text"):
        load_config(config)
    config.write_bytes(b"name: x\nseed: \x07\n")
    with pytest.raises(ConfigError, match=r"config\.yaml:2: is no YAML: character #x0007 is not allowed"):
        load_config(config)


def test_a_missing_file_and_a_folder_are_one_clear_message(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nothing\.yaml: cannot be read: No such file"):
        load_config(tmp_path / "nothing.yaml")
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        load_config(tmp_path)


def test_names_and_seeds_are_text_however_they_look(folder: Folder) -> None:
    config = folder.load(
        "name: 2026\nseed: 0123\nbots: [{name: yes, command: cat}, {name: 1e3, command: cat}]\n"
    )
    assert (config.name, config.seed) == ("2026", "0123")
    assert [bot.name for bot in config.bots] == ["yes", "1e3"]
    digits = "0" * 63 + "1"
    assert folder.load(f"name: x\nseed: {digits}\n{BOTS}").seed == digits


def test_each_bot_has_a_name_of_its_own(folder: Folder) -> None:
    assert folder.refusal("name: x\nbots:\n- {name: a, command: cat}\n- {name: a, command: cat}\n") == [
        "4: bots[1].name: a is there twice; each bot needs a name of its own"
    ]
    assert folder.refusal("name: x\nbots: [{name: a, command: cat}]\n") == [
        "2: bots: at least two bots are needed"
    ]


@pytest.mark.parametrize("name", ["''", "' a'", "x" * 61 + "x", '"a\\nb"', '"\\u202ea"'])
def test_a_name_has_1_to_60_printable_characters(folder: Folder, name: str) -> None:
    (line,) = folder.refusal(f"name: x\nbots: [{{name: {name}, command: cat}}, {{name: b, command: cat}}]\n")
    assert line.startswith("2: bots[0].name: ")
    assert "1–60 printable characters" in line
    assert line.isprintable()


def test_a_command_is_split_as_a_shell_does_and_its_files_become_absolute(folder: Folder) -> None:
    (folder.path / "bots").mkdir()
    (folder.path / "bots" / "a b.py").touch()
    (folder.path / "cat").mkdir()
    config = folder.load(
        "name: x\nbots:\n"
        "- {name: a, command: \"python 'bots/a b.py' --level 3 bots nothing\"}\n"
        "- {name: b, command: cat cat ''}\n"
    )
    folder_path = folder.path.resolve()
    assert config.bots[0].command == (
        sys.executable,
        str(folder_path / "bots" / "a b.py"),
        "--level",
        "3",
        str(folder_path / "bots"),
        "nothing",
    )
    assert config.bots[1].command == ("cat", str(folder_path / "cat"), "")


def test_the_python_of_a_virtual_environment_keeps_its_own_name(folder: Folder) -> None:
    (folder.path / "venv").mkdir()
    python = folder.path / "venv" / "python"
    python.symlink_to(sys.executable)
    config = folder.load(f"name: x\nbots: [{{name: a, command: {python} -V}}, {{name: b, command: cat}}]\n")
    assert config.bots[0].command == (str(folder.path.resolve() / "venv" / "python"), "-V")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("no-such-program-anywhere", "cannot be started"),
        ("python nothing.py", "cannot be started: there is no file /"),
        ("python .", "has no __main__.py"),
        ("''", "is empty"),
        ('"cat \'open"', "is not a command: no closing quotation"),
    ],
)
def test_a_command_that_cannot_be_started_is_a_problem_of_its_line(
    folder: Folder, command: str, words: str
) -> None:
    (line,) = folder.refusal(
        f"name: x\nbots:\n- {{name: a, command: {command}}}\n- {{name: b, command: cat}}\n"
    )
    assert line.startswith("3: bots[0].command: ")
    assert words in line


def test_a_script_is_looked_for_in_the_configs_folder_and_not_in_the_current_one(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "mine.py").touch()
    monkeypatch.chdir(elsewhere)
    command = "name: x\nbots: [{name: a, command: python mine.py}, {name: b, command: cat}]\n"
    (line,) = folder.refusal(command)
    assert f"there is no file {folder.path / 'mine.py'}" in line
    (folder.path / "mine.py").touch()
    assert folder.load(command).bots[0].command == (sys.executable, str(folder.path.resolve() / "mine.py"))


def test_python_starts_a_folder_that_has_a_main(folder: Folder) -> None:
    (folder.path / "bot").mkdir()
    (folder.path / "bot" / "__main__.py").touch()
    config = folder.load("name: x\nbots: [{name: a, command: python bot}, {name: b, command: cat}]\n")
    assert config.bots[0].command == (sys.executable, str(folder.path.resolve() / "bot"))


def test_a_withdrawn_bot_need_not_be_there_any_more(folder: Folder) -> None:
    gone = "- {name: c, command: no-such-program-anywhere, withdrawn: true}\n"
    assert [bot.withdrawn for bot in folder.load(f"name: x\n{BOTS}{gone}").bots] == [False, False, True]


def test_bots_of_the_registry_bring_their_command_and_their_token(folder: Folder) -> None:
    started = register(folder.registry, "alice", ("cat", "/dev/null")).bot
    dialling = register(folder.registry, "bob").bot
    config = folder.load("name: x\nbots: [bot: alice, bot: bob, {name: alice2, command: cat}]\n")
    assert [bot.remote for bot in config.bots] == [False, True, False]
    assert config.bots[0].command == ("cat", "/dev/null")
    assert [bot.token_hash for bot in config.bots] == [started.token_hash, dialling.token_hash, None]


def test_a_remote_bot_dials_in_even_when_its_command_is_registered(folder: Folder) -> None:
    register(folder.registry, "alice", ("cat",))
    config = folder.load("name: x\nbots: [{name: alice, remote: true}, {name: b, command: cat}]\n")
    assert config.bots[0].remote


def test_a_bot_that_is_not_registered_is_a_problem_with_a_hint(folder: Folder) -> None:
    register(folder.registry, "alice")
    lines = folder.refusal("name: x\nbots:\n- bot: alise\n- {name: zed, remote: true}\n")
    assert lines[0].startswith("3: bots[0].bot: alise is not registered; did you mean 'alice'?")
    assert lines[1].startswith("4: bots[1].name: zed is not registered; gin-referee register zed")


def test_a_damaged_registry_stops_only_configs_that_need_it(folder: Folder) -> None:
    folder.registry.write_text("{")
    folder.load(f"name: x\n{BOTS}")
    with pytest.raises(RegistryError, match="damaged"):
        folder.load("name: x\nbots: [bot: a, bot: b]\n")


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("{name: c}", "bots[2].name: c needs either command, or remote: true"),
        ("{name: c, command: cat, remote: true}", "bots[2].name: c needs either command, or remote: true"),
        ("{bot: c, command: cat}", "bots[2].bot: stands for name, command and remote"),
        ("{name: c, remote: true, env: {A: b}}", "bots[2].env: has no effect on a remote bot"),
        ("{name: c, command: cat, env: {A=: b}}", "is no name of an environment variable"),
        ("{name: c, command: cat, run_as: no-such-user}", "there is no user no-such-user"),
        ("c", "bots[2]: 'c' is not allowed: a section with some of the keys name, bot, command,"),
    ],
)
def test_a_bot_is_described_in_one_of_three_ways(folder: Folder, entry: str, words: str) -> None:
    (line,) = folder.refusal(f"name: x\n{BOTS}- {entry}\n")
    assert line.startswith("5: ")
    assert words in line


def test_a_bots_own_limits_replace_the_general_ones_key_by_key(folder: Folder) -> None:
    config = folder.load(
        "name: x\nlimits: {memory: 1GiB, files: 20}\ngames: {at_once: 8}\nbots:\n"
        "- {name: a, command: cat, limits: {memory: none}, at_once: 2, env: {LEVEL: 3}}\n"
        "- {name: b, command: cat}\n"
    )
    own, general = config.bots
    assert (own.limits.memory, own.limits.files, own.at_once, own.env) == (None, 20, 2, {"LEVEL": "3"})
    assert (general.limits.memory, general.at_once, general.env) == (1 << 30, 8, {})


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("executor: {kind: dask}", "executor.kind: dask is not supported yet; so far: local"),
        ("executor: {scheduler: 'a:1'}", "executor.scheduler: is not supported yet; leave it out"),
        ("executor: {workers: 2}", "executor.workers: is not supported yet; leave it out"),
    ],
)
def test_keys_that_the_referee_cannot_do_yet_are_refused(folder: Folder, key: str, words: str) -> None:
    assert folder.refusal(f"{key}\nname: x\n{BOTS}") == [f"1: {words}"]


def test_the_defaults_are_all_supported() -> None:
    defaults = Settings.model_construct()
    for path, supported in NOT_YET:
        if path[0] == "bots":
            continue
        value: object = defaults
        for part in path:
            value = getattr(value, cast("str", part))
        assert value in supported


def test_files_of_the_server_are_relative_to_the_configs_folder(folder: Folder) -> None:
    config = folder.load(f"name: x\nserver: {{tls: {{cert: c.pem, key: /k.pem}}}}\n{BOTS}")
    assert config.server.tls.cert == str(folder.path.resolve() / "c.pem")
    assert config.server.tls.key == "/k.pem"


def test_the_identity_changes_with_what_belongs_to_it_and_with_nothing_else(folder: Folder) -> None:
    first = identity(folder.load(f"name: x\n{BOTS}"))
    more = "games: {deal_pairs: 99, batch: 3, at_once: 1}\nsuspend_after: 3\nclock: {move_time: 5000ms}\n"
    assert identity(folder.load(f"name: x\n{more}{BOTS}- {{name: c, command: cat}}\n")) == first
    changed = identity(
        folder.load(f"name: x\nseed: s\nrules: {{target: 150}}\nclock: {{move_time: none}}\n{BOTS}")
    )
    assert digest(changed) != digest(first)
    clock, rules, seed = difference(first, changed)
    assert clock == "clock.move_time was 5s, is none"
    assert rules == "rules.target was 100, is 150"
    assert seed.startswith("seed was left out, is fixed, commitment ")


def test_a_fixed_seed_is_not_in_the_identity_itself(folder: Folder) -> None:
    assert "a secret" not in identity(folder.load(f"name: x\nseed: a secret\n{BOTS}"))


def test_the_schema_in_the_tree_is_current() -> None:
    assert main([str(Path(__file__).parents[2] / "tournaments" / "config.schema.json"), "--check"]) == 0


def test_an_old_schema_is_found_and_rewritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text("{}")
    assert main([str(schema), "--check"]) == 1
    assert "is not current" in capsys.readouterr().err
    assert main([str(schema)]) == 0
    assert main([str(schema), "--check"]) == 0


@pytest.mark.parametrize("text", ["5", "5 s", "-1s", "1d", "1e3s", "9000h", "s", "", "٣s", None, 7])
def test_what_is_no_duration_is_refused(text: object) -> None:
    with pytest.raises(Exception, match="a duration such as"):
        parse_duration(text)


@pytest.mark.parametrize("text", ["250ms", "5s", "2m", "1h", "0s", "1500ms"])
def test_a_duration_is_shown_as_it_may_be_written(text: str) -> None:
    assert parse_duration(show_duration(parse_duration(text))) == parse_duration(text)


@pytest.mark.parametrize("text", ["1B", "64KiB", "512MiB", "2GiB", "1025B"])
def test_a_size_is_shown_as_it_may_be_written(text: str) -> None:
    assert show_size(parse_size(text)) == text


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("schedule: {kind: gauntlet}", "schedule.kind: gauntlet needs challengers: [NAME, …]"),
        ("schedule: {challengers: [a]}", "schedule.challengers: is for kind: gauntlet only"),
        (
            "schedule: {kind: gauntlet, challengers: [a, b]}",
            "schedule.challengers: leave nobody to play against: all bots are named",
        ),
        (
            "schedule: {kind: gauntlet, challengers: [c]}",
            "schedule.challengers[0]: c is no bot of this tournament",
        ),
        (
            "schedule: {rounds: 3}",
            "schedule.rounds: is for kind: swiss only; games.deal_pairs is how much is played",
        ),
        (
            "{schedule: {kind: swiss}, stop: {adaptive: true}}",
            "stop.adaptive: does not go with schedule.kind: swiss, whose rounds are fixed",
        ),
        ("stop: {budget: 1}", "stop.budget: "),
    ],
)
def test_schedule_and_stop_must_fit_each_other_and_the_bots(folder: Folder, keys: str, words: str) -> None:
    written = keys[1:-1].replace("}, ", "}\n") if keys.startswith("{") else keys
    (line,) = folder.refusal(f"name: x\n{BOTS}{written}\n")
    assert line.partition(": ")[2].startswith(words)


def test_gauntlets_and_swiss_rounds_are_read(folder: Folder) -> None:
    config = folder.load(
        f"name: x\n{BOTS}schedule: {{kind: gauntlet, challengers: [a]}}\nstop: {{time: 2h, budget: 90}}\n"
    )
    assert (config.schedule.challengers, config.stop.time, config.stop.budget) == (("a",), 7200.0, 90)
    assert folder.load(f"name: x\n{BOTS}schedule: {{kind: swiss, rounds: 5}}\n").schedule.rounds == 5
