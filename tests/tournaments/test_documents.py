"""What the README and the example configs say is tried here, so that it stays true."""

import re
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from gin_rummy.actions import encode
from gin_rummy.hand import Hand
from gin_rummy.rules import Rules
from gin_rummy.view import view_of
from gin_sdk import Bot
from gin_sdk.bot import is_bot
from gin_tournaments.cli import COMMANDS
from gin_tournaments.config import load_config
from gin_tournaments.exit_status import Status
from gin_tournaments.screen.progress import BotAtFault, Ended, GameStored, Planned, RoundBegun

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
EXAMPLES = sorted((ROOT / "tournaments").glob("*.yaml"))


def blocks(language: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return [text for tag, text in found if tag == language]


def bot_of_the_readme() -> type[Bot]:
    (source,) = blocks("python")
    names: dict[str, type[Bot]] = {"__name__": "readme"}  # type: ignore[dict-item]
    exec(compile(source, "README.md", "exec"), names)  # noqa: S102 - our own text
    return names["Mine"]


def test_the_bot_of_the_readme_is_a_bot_of_at_most_fifteen_lines() -> None:
    (source,) = blocks("python")
    assert len([line for line in source.splitlines() if line.strip()]) <= 15
    assert is_bot(bot_of_the_readme()) is None


def test_the_bot_of_the_readme_plays_a_hand_to_its_end_on_either_seat() -> None:
    mine = bot_of_the_readme()
    bots = (mine(), mine())
    hand = Hand(Rules(), bytes(range(52)), dealer=1)
    while hand.result is None:
        seat = hand.to_act
        view = view_of(hand, seat)
        ask = getattr(
            bots[seat], {"UPCARD_OFFER": "upcard", "DRAW": "draw", "DISCARD": "discard"}[view.phase.name]
        )
        hand.apply(encode(ask(view)))
    assert hand.result.end.name in {"KNOCK", "GIN", "UNDERCUT", "VOID"}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_example_config_can_be_played_as_it_is(path: Path) -> None:
    assert len(load_config(path).bots) >= 2


def test_the_quickstart_plays_six_hundred_games_of_six_bots() -> None:
    config = load_config(ROOT / "tournaments" / "quickstart.yaml")
    bots = len(config.bots)
    assert (bots, bots * (bots - 1) // 2 * config.games.deal_pairs * 2) == (6, 600)


def test_the_config_of_the_readme_has_only_known_keys(tmp_path: Path) -> None:
    (text,) = blocks("yaml")
    config = yaml.safe_load(text)
    for bot in config["bots"]:
        bot["command"] = "python " + str(ROOT / "example_bots" / "greedy" / "bot.py")
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump(config))
    assert load_config(path).name == "mine"


def test_the_readme_names_no_command_that_does_not_exist_and_every_exit_status() -> None:
    used = set(re.findall(r"^gin-referee ([a-z-]+)", "\n".join(blocks("")), re.MULTILINE))
    assert used
    assert used <= set(COMMANDS)
    table = README.partition("## Exit statuses")[2].partition("##")[0]
    assert [int(number) for number in re.findall(r"^\| (\d) \|", table, re.MULTILINE)] == [
        int(s) for s in Status
    ]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ("plan", Planned),
        ("round", RoundBegun),
        ("game", GameStored),
        ("fault", BotAtFault),
        ("end", Ended),
        ("standings", None),
        ("notice", None),
    ],
)
def test_every_key_of_an_event_is_in_the_formats(event: str, told: "type[DataclassInstance] | None") -> None:
    formats = (ROOT / "docs" / "formats.md").read_text()
    (row,) = (line for line in formats.splitlines() if line.startswith(f"| `{event}` |"))
    keys = [] if told is None else [field.name for field in fields(told)]
    own = {"game": "id"} if told is GameStored else {}  # the id of a stored game
    assert [key for key in keys if f"`{own.get(key, key)}`" not in row] == []


def test_every_file_that_the_readme_links_to_is_there() -> None:
    links = set(re.findall(r"\]\(([^)]+)\)", README))
    assert [link for link in links if not (ROOT / link).exists()] == []
