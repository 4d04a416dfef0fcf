"""Rating of results that come as JSON, ours or other people's: what `gin-referee rate` does."""

from dataclasses import replace
from typing import Literal, TypeAlias

from gin_rummy.errors import GinError
from gin_tournaments.statistics.joint_fit import PLAIN, Method
from gin_tournaments.statistics.json_value import Json
from gin_tournaments.statistics.ratings import Group, Ratings, rate
from gin_tournaments.statistics.tally import PairingTally

_MOST_PLAYERS = 2000
_MOST_GAMES = 10**12
_HALVES = {0.0: 0, 0.5: 1, 1.0: 2}


class BadResults(GinError):
    """The results are not in the form that can be rated; the message names the place."""


def rate_results(
    given: Json,
    *,
    prior: Literal["default", "none"] = "default",
    weights: Literal["equal", "games"] = "equal",
) -> dict[str, Json]:
    """Rate `{"players", "pairs"}` or `{"players", "games"}` (docs/statistics.md, "Rating other results").

    Without the prior the error is the plain sandwich too, with none of the corrections for few games. Gives
    `ratings`, `ci95` and `bounds` in the order of the players, `groups` of names, and `notes`, which say in
    words where there is no finite answer.

    Raises:
        BadResults: for input in any other form.
    """
    if not isinstance(given, dict):
        raise BadResults("the input is no JSON object with players, and pairs or games")
    players = _players(given.get("players"))
    tallies = _tallies(given, players)
    method = replace(PLAIN if prior == "none" else Method(), weights=weights)
    return _answer(list(players), rate(len(players), tallies.values(), method), tallies)


_Tallies: TypeAlias = dict[tuple[int, int], PairingTally]


def _players(given: Json) -> dict[str, int]:
    """Number the players."""
    if not isinstance(given, list) or not given:
        raise BadResults("players: a list of names is needed")
    if len(given) > _MOST_PLAYERS:
        raise BadResults(f"players: {len(given)} are too many, at most {_MOST_PLAYERS} can be rated together")
    numbers: dict[str, int] = {}
    for place, name in enumerate(given):
        if not isinstance(name, str) or not name:
            raise BadResults(f"players[{place}]: {name!r} is no name")
        if name in numbers:
            raise BadResults(f"players[{place}]: {name!r} is there twice")
        numbers[name] = place
    return numbers


def _tallies(given: dict[str, Json], players: dict[str, int]) -> _Tallies:
    if ("pairs" in given) == ("games" in given):
        raise BadResults("either pairs or games must be given, and not both")
    kind = "pairs" if "pairs" in given else "games"
    rows = given[kind]
    if not isinstance(rows, list):
        raise BadResults(f"{kind}: a list is needed")
    read = _read_pairs if kind == "pairs" else _read_games
    return read(rows, players)


def _read_pairs(rows: list[Json], players: dict[str, int]) -> _Tallies:
    tallies: _Tallies = {}
    for place, given in enumerate(rows):
        where = f"pairs[{place}]"
        row, a, b = _row(given, where, players)
        wins, draws, losses = (_count(row, where, key) for key in ("wins_a", "draws", "wins_b"))
        if a > b:
            a, b, wins, losses = b, a, losses, wins
        tally = tallies.setdefault((a, b), PairingTally(a, b))
        tally.units.update({(1, 2): wins, (1, 1): draws, (1, 0): losses})
        tally.units = +tally.units
        tally.wins, tally.draws, tally.losses = tally.wins + wins, tally.draws + draws, tally.losses + losses
    return tallies


def _read_games(rows: list[Json], players: dict[str, int]) -> _Tallies:
    tallies: _Tallies = {}
    units: dict[tuple[int, int, str], list[int]] = {}
    for place, given in enumerate(rows):
        where = f"games[{place}]"
        row, a, b = _row(given, where, players)
        halves = _halves(row, where)
        if a > b:
            a, b, halves = b, a, 2 - halves
        tallies.setdefault((a, b), PairingTally(a, b)).add_game(halves)
        units.setdefault((a, b, _unit(row, where, place)), []).append(halves)
    for (a, b, _), scored in units.items():
        tallies[a, b].units[len(scored), sum(scored)] += 1
    return tallies


def _row(given: Json, where: str, players: dict[str, int]) -> tuple[dict[str, Json], int, int]:
    if not isinstance(given, dict):
        raise BadResults(f"{where}: an object is needed")
    a, b = (_player(given, where, key, players) for key in ("a", "b"))
    if a == b:
        raise BadResults(f"{where}: {given['a']!r} cannot play itself")
    return given, a, b


def _player(row: dict[str, Json], where: str, key: str, players: dict[str, int]) -> int:
    name = row.get(key)
    if not isinstance(name, str) or name not in players:
        raise BadResults(f"{where}.{key}: {name!r} is not among the players")
    return players[name]


def _count(row: dict[str, Json], where: str, key: str) -> int:
    count = row.get(key)
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= _MOST_GAMES:
        raise BadResults(f"{where}.{key}: {count!r} is no number of games (0 to {_MOST_GAMES})")
    return count


def _halves(row: dict[str, Json], where: str) -> int:
    score = row.get("score_a")
    if isinstance(score, bool) or not isinstance(score, int | float) or score not in _HALVES:
        raise BadResults(f"{where}.score_a: {score!r} is no score, which is 0, 0.5 or 1")
    return _HALVES[score]


def _unit(row: dict[str, Json], where: str, place: int) -> str:
    """Name the unit of a game: its pair, or itself when it is in none."""
    pair = row.get("pair")
    if pair is None:
        return f"game {place}"
    if isinstance(pair, bool) or not isinstance(pair, int | str):
        raise BadResults(f"{where}.pair: {pair!r} is neither a number nor a name")
    return f"pair {pair}"


def _answer(names: list[str], ratings: Ratings, tallies: _Tallies) -> dict[str, Json]:
    elo: list[Json] = [ratings.elo(player) for player in range(len(names))]
    ci95: list[Json] = [ratings.half_width(player) for player in range(len(names))]
    bounds = [ratings.bounds.get(player) for player in range(len(names))]
    return {
        "ratings": elo,
        "ci95": ci95,
        "bounds": [list(bound) if bound else None for bound in bounds],
        "groups": [[names[member] for member in group.members] for group in ratings.groups],
        "notes": [note for group in ratings.groups for note in _notes(group, names, tallies)],
    }


def _notes(group: Group, names: list[str], tallies: _Tallies) -> list[Json]:
    """Say of whom there is no finite rating, and why."""
    missing = [member for member in group.members if group.elo_of(member) is None]
    notes: list[Json] = []
    for member in missing:
        own = [tally for pairing, tally in tallies.items() if member in pairing]
        lost = sum(tally.losses if member == tally.a else tally.wins for tally in own)
        won = sum(tally.wins if member == tally.a else tally.losses for tally in own)
        drawn = sum(tally.draws for tally in own)
        notes.append(f"{names[member]}: {_why(won, drawn, lost)}")
    return notes


def _why(won: int, drawn: int, lost: int) -> str:
    if not won + drawn + lost:
        return "no games, so no rating without the prior"
    if not won + drawn:
        return f"lost all of {lost} games, so without the prior no finite rating exists"
    if not lost + drawn:
        return f"won all of {won} games, so without the prior no finite rating exists"
    return (
        "one of a set with no games won, or none lost, against the others: no finite rating without the prior"
    )
