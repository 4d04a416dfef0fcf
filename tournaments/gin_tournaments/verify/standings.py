"""The standings counted again from the games, against those that are made from the stored counts."""

from collections.abc import Iterator, Mapping
from math import isclose

from gin_tournaments.statistics.json_value import Json
from gin_tournaments.statistics.standings import Tournament, standings
from gin_tournaments.statistics.standings_json import standings_to_json
from gin_tournaments.statistics.tallies import Tallies
from gin_tournaments.statistics.tally import BotTally
from gin_tournaments.verify.difference import Difference

TIMES = ("ms_p50", "ms_p99")
"""What no one can work out again: the stored think times of single actions are rounded."""
_DIGITS = 1e-6


def check_standings(tournament: Tournament, stored: Tallies, counted: Tallies) -> Iterator[Difference]:
    """Yield where what was counted game by game differs from what is stored, and from what is shown of it."""
    for number in sorted(stored.pairings.keys() | counted.pairings.keys()):
        if stored.pairings.get(number) != counted.pairings.get(number):
            yield Difference(f"what is counted of pairing {number} is not what its games add up to")
    for bot, entry in enumerate(tournament.entries):
        ours, theirs = counted.bots.get(bot, BotTally()), stored.bots.get(bot, BotTally())
        parts = ("play", "faults", "games_forfeited")
        if any(getattr(ours, part) != getattr(theirs, part) for part in parts):
            yield Difference(f"what is counted of {entry.name} is not what its games add up to")
    shown = standings_to_json(standings(tournament, stored))
    again = standings_to_json(standings(tournament, counted))
    yield from compare_standings(shown, again)


def compare_standings(shown: Mapping[str, Json], again: Mapping[str, Json]) -> Iterator[Difference]:
    """Yield where two standings in their JSON form differ; think times are left out."""
    for key in again:
        if key != "bots" and shown.get(key) != again[key]:
            yield Difference(f"standings: {key} is {shown.get(key)}, computed again {again[key]}")
    rows, rows_again = _by_name(shown), _by_name(again)
    if list(rows) != list(rows_again):
        yield Difference(f"standings: the order is {', '.join(rows)}, computed again {', '.join(rows_again)}")
    for name, row_again in rows_again.items():
        row = _flat(rows.get(name, {}))
        for key, value in _flat(row_again).items():
            if key not in TIMES and not _same(row.get(key), value):
                yield Difference(f"standings: {key} of {name} is {row.get(key)}, computed again {value}")


def _by_name(table: Mapping[str, Json]) -> dict[str, dict[str, Json]]:
    bots = table.get("bots")
    rows = bots if isinstance(bots, list) else []
    return {str(row.get("name")): row for row in rows if isinstance(row, dict)}


def _flat(row: Mapping[str, Json]) -> dict[str, Json]:
    """Give the figures of a row by name, those in a section as section.name."""
    flat: dict[str, Json] = {}
    for key, value in row.items():
        if isinstance(value, dict):
            flat |= {f"{key}.{name}": part for name, part in value.items()}
        else:
            flat[key] = value
    return flat


def _same(one: Json, other: Json) -> bool:
    """Compare values; numbers may differ as those of two computers do."""
    if isinstance(one, float) or isinstance(other, float):
        numbers = isinstance(one, int | float) and isinstance(other, int | float)
        return numbers and isclose(float(str(one)), float(str(other)), rel_tol=_DIGITS, abs_tol=_DIGITS)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return one == other
