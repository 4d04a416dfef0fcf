"""Options of the rules that cancel each other are errors of the config, with their line and the reason."""

from pathlib import Path

import pytest
import yaml

from gin_tournaments.config import load_config
from gin_tournaments.errors import ConfigError


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (
            {"variant": "oklahoma", "knock_limit": 5},
            "rules.knock_limit: has no effect with variant: oklahoma",
        ),
        (
            {"variant": "straight", "knock_limit": 5},
            "rules.knock_limit: has no effect with variant: straight",
        ),
        ({"oklahoma_ace": "gin"}, "rules.oklahoma_ace: needs variant: oklahoma"),
        ({"oklahoma_spade_doubles": True}, "rules.oklahoma_spade_doubles: needs variant: oklahoma"),
        ({"format": "hands", "target": 100}, "rules.hands: must say how many hands"),
        ({"hands": 5}, "rules.hands: needs format: hands"),
        ({"format": "hands", "hands": 5, "target": 50}, "rules.target: has no effect with format: hands"),
        (
            {"format": "hands", "hands": 5, "target": 100, "hollywood": True},
            "rules.hollywood: needs format: game",
        ),
        (
            {"format": "hands", "hands": 5, "target": 100, "max_hands_per_game": 7},
            "rules.max_hands_per_game: has no effect with format: hands",
        ),
    ],
    ids=str,
)
def test_options_that_cancel_each_other_are_refused_with_their_line(
    tmp_path: Path, rules: dict[str, object], words: str
) -> None:
    bots = [{"name": name, "command": "python -c pass"} for name in ("a", "b")]
    file = tmp_path / "cup.yaml"
    file.write_text(yaml.safe_dump({"name": "cup", "rules": rules, "bots": bots}, sort_keys=False))
    option = words.partition(":")[0].removeprefix("rules.")
    lines = file.read_text().splitlines()
    at = [number for number, line in enumerate(lines, 1) if line.strip().startswith(f"{option}:")]
    with pytest.raises(ConfigError) as refused:
        load_config(file, None)
    assert str(refused.value).startswith(f"{file}:{at[0] if at else lines.index('rules:') + 1}: {words}")
