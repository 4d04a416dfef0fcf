"""What of a config belongs to the tournament itself: may not change once games are stored; pure."""

import hashlib
import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from pydantic import JsonValue

from gin_rummy.deck import commitment, seed_bytes
from gin_tournaments.config.values import shown
from gin_tournaments.seeds import fixed_seed

if TYPE_CHECKING:
    from gin_tournaments.config.model import Settings


def identity(config: "Settings") -> str:
    """Give the identity as canonical JSON, which may be shown: of a fixed seed it holds the commitment."""
    seed = None if config.seed is None else fixed_seed(commitment(seed_bytes(config.seed)))
    parts = {
        "name": config.name,
        "seed": seed,
        "rules": asdict(config.rules),
        "games": {"duplicate": config.games.duplicate},
        "schedule": {"kind": config.schedule.kind},
        "clock": config.clock.model_dump(mode="json"),
        "on_fault": config.on_fault.model_dump(mode="json"),
    }
    return json.dumps(parts, sort_keys=True, separators=(",", ":"))


def digest(identity_json: str) -> str:
    """Give the SHA-256 of an identity, in hex."""
    return hashlib.sha256(identity_json.encode()).hexdigest()


def difference(old: str, new: str) -> list[str]:
    """Say in words what differs between two identities, a line for each key; an empty list when nothing does.

    >>> difference('{"rules": {"target": 100}}', '{"rules": {"target": 150}}')
    ['rules.target was 100, is 150']
    """
    before, after = _flat(json.loads(old)), _flat(json.loads(new))
    return [
        f"{key} was {_shown(before.get(key))}, is {_shown(after.get(key))}"
        for key in sorted(before.keys() | after.keys())
        if before.get(key) != after.get(key)
    ]


def _flat(value: JsonValue, at: str = "") -> dict[str, JsonValue]:
    if not isinstance(value, dict):
        return {at: value}
    return {
        key: leaf
        for name, part in value.items()
        for key, leaf in _flat(part, f"{at}.{name}" if at else name).items()
    }


def _shown(value: JsonValue) -> str:
    if isinstance(value, str):
        return value
    return "left out" if value is None else shown(value)
