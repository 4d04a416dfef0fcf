"""Whether what a config says of schedule and stop goes together, and with its bots."""

from collections.abc import Iterator

from gin_tournaments.config.document import KeyPath
from gin_tournaments.config.explain import suggest
from gin_tournaments.config.model import ConfigFile


def bad_schedule(written: ConfigFile) -> Iterator[tuple[KeyPath, str]]:
    """Yield the keys that do not fit the kind of schedule, with what to say of each."""
    schedule = written.schedule
    names = [entry.called for entry in written.bots]
    if schedule.kind == "gauntlet":
        yield from _bad_challengers(schedule.challengers, names)
    elif schedule.challengers:
        yield ("schedule", "challengers"), "is for kind: gauntlet only"
    if schedule.rounds is not None and schedule.kind != "swiss":
        yield ("schedule", "rounds"), "is for kind: swiss only; games.deal_pairs is how much is played"
    if written.stop.adaptive and schedule.kind == "swiss":
        yield ("stop", "adaptive"), "does not go with schedule.kind: swiss, whose rounds are fixed"


def _bad_challengers(challengers: tuple[str, ...], names: list[str]) -> Iterator[tuple[KeyPath, str]]:
    for place, name in enumerate(challengers):
        if name not in names:
            words = f"{name} is no bot of this tournament{suggest(name, names)}"
            yield ("schedule", "challengers", place), words
    if not challengers:
        yield ("schedule", "kind"), "gauntlet needs challengers: [NAME, …]"
    elif set(names) <= set(challengers):
        yield ("schedule", "challengers"), "leave nobody to play against: all bots are named"
