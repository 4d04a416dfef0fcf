"""Configs of small tournaments that nobody plays: the bots' command starts nothing."""

from pathlib import Path

import yaml

from gin_tournaments.config import Config, load_config


def config(folder: Path, *bots: str, withdrawn: tuple[str, ...] = (), **sections: object) -> Config:
    """Write and load a config of *bots*, with *sections* in it."""
    return load_config(write_config(folder, *bots, withdrawn=withdrawn, **sections))


def write_config(folder: Path, *bots: str, withdrawn: tuple[str, ...] = (), **sections: object) -> Path:
    """Write a config of *bots*; give its path."""
    entries = [
        {"name": bot, "command": "python -c pass", **({"withdrawn": True} if bot in withdrawn else {})}
        for bot in bots
    ]
    facts = {"name": "demo", "rules": {"target": 30}, "bots": entries, **sections}
    path = folder / "demo.yaml"
    path.write_text(yaml.safe_dump({key: value for key, value in facts.items() if value is not None}))
    return path
