"""The keys that the config knows and the referee cannot do yet: the one list of them.

To switch a feature on, take its line out.
"""

from typing import NamedTuple

from pydantic import BaseModel

from gin_tournaments.config.document import KeyPath


class NotYet(NamedTuple):
    """A key of which only some values are supported; `"*"` in the path is each item of a list."""

    path: KeyPath
    supported: tuple[object, ...]


NOT_YET = (
    NotYet(("executor", "kind"), ("local",)),
    NotYet(("executor", "scheduler"), (None,)),
    NotYet(("executor", "workers"), (None,)),
    NotYet(("bots", "*", "needs"), (None,)),
)


def unsupported(config: BaseModel) -> list[tuple[KeyPath, str]]:
    """Give the keys whose value is not supported yet, with what to say of each."""
    found = []
    for entry in NOT_YET:
        for path, value in _values(config, entry.path):
            if value not in entry.supported:
                found.append((path, _words(value, entry.supported)))
    return found


def _values(value: object, path: KeyPath, at: KeyPath = ()) -> list[tuple[KeyPath, object]]:
    """Give every value at *path* below *value*, with where it is."""
    if not path:
        return [(at, value)]
    part, *rest = path
    if part == "*" and isinstance(value, tuple):
        items = enumerate(value)
        return [found for place, item in items for found in _values(item, tuple(rest), (*at, place))]
    return _values(getattr(value, str(part)), tuple(rest), (*at, part))


def _words(value: object, supported: tuple[object, ...]) -> str:
    names = [str(choice) for choice in supported if isinstance(choice, str)]
    if isinstance(value, str) and names:
        return f"{value} is not supported yet; so far: {' or '.join(names)}"
    return "is not supported yet; leave it out"
