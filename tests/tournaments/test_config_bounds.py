"""Numbers of a config that no computation survives are refused with what is allowed."""

from pathlib import Path

import pytest

from gin_tournaments.config import load_config
from gin_tournaments.errors import ConfigError

BOTS = "bots: [{name: a, command: cat}, {name: b, command: cat}]\n"


@pytest.mark.parametrize(
    ("section", "key", "allowed"),
    [
        ("stop: {adaptive: true, zone: 1.0e-300}", "stop.zone", "0.1"),
        ("ratings: {anchor: {a: 1.0e+308}}", "ratings.anchor.a", "10000"),
        ("ratings: {anchor: {a: -1.0e+308}}", "ratings.anchor.a", "-10000"),
    ],
)
def test_numbers_without_measure_are_refused_with_what_is_allowed(
    tmp_path: Path, section: str, key: str, allowed: str
) -> None:
    path = tmp_path / "cup.yaml"
    path.write_text(f"name: cup\n{BOTS}{section}\n")
    with pytest.raises(ConfigError) as error:
        load_config(path)
    assert f"{path}:3: {key}" in str(error.value)
    assert allowed in str(error.value)
