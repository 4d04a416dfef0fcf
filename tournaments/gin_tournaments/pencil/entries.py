"""What can be written into a scoresheet: a hand in a few words or as JSON, and what it is worth."""

from collections.abc import Sequence

from gin_rummy.fields import BadField, a_list, a_mapping, refuse_misspelt, required, shown, whole_number
from gin_rummy.result import End
from gin_rummy.rules import Rules
from gin_rummy.scoring import points_of_knock
from gin_tournaments.json_lines import parse_json
from gin_tournaments.names import is_name
from gin_tournaments.pencil.sheet import VOID, CannotEnter, Entry

COMMANDS = ("undo", "sheet", "help", "quit")
LONGEST_NAME = 20
MOST_POINTS = 100_000

_MOST_DEADWOOD = 100
_WORDS = ("void", "knock", "gin", "big", "double")
_SIDES = ("knocker", "defender")
_FIELDS = ("winner", "points", "player")


def help_lines(players: Sequence[str], rules: Rules) -> list[str]:
    """Say what can be typed; *players* are the names by seat."""
    one, other = players
    lines = [
        (f"{one} 24", f"{one} won the hand, 24 points, bonuses of the hand included"),
        (f"{one} knock 4 18", f"{one} knocked with 4, {other} had 18 after laying off (an undercut is seen)"),
        (f"{one} gin 12", f"{one} went gin, {other} had 12"),
    ]
    if rules.big_gin:
        lines.append((f"{one} big 12", f"{one} had big gin, {other} had 12"))
    if rules.oklahoma_spade_doubles:
        lines.append((f"{one} gin 12 double", "the first upcard was a spade"))
    lines += [
        ("void", "nobody won the hand"),
        ("undo", "take the last hand back"),
        ("sheet", "show the sheet"),
    ]
    lines += [("quit", "end, with the sheet as it stands")]
    width = max(len(typed) for typed, _ in lines)
    return [f"  {typed:{width}}  {meaning}" for typed, meaning in lines]


def check_players(players: Sequence[str]) -> None:
    """Refuse names that the entries could not tell from each other or from words.

    Raises:
        CannotEnter: which names the bad one.
    """
    for name in players:
        reserved = name.casefold() in (*COMMANDS, *_WORDS, *_SIDES)
        if not is_name(name) or len(name) > LONGEST_NAME or name.startswith("{") or reserved:
            raise CannotEnter(
                f"{shown(name)} cannot be a name: 1 to {LONGEST_NAME} printable characters, no command"
            )
    if players[0].casefold() == players[1].casefold():
        raise CannotEnter(f"both players are called {players[0]!r}")


def read_entry(line: str, players: Sequence[str], rules: Rules) -> Entry:
    """Read a hand from a line, in words or, when it begins with a brace, as JSON (docs/commands.md).

    Raises:
        CannotEnter, BadField, BadJson: which say what is wrong with it.
    """
    if line.lstrip().startswith("{"):
        return _entry_from_json(parse_json(line), players)
    words = line.split()
    if not words:
        raise CannotEnter("is empty")
    if len(words) == 1 and words[0].casefold() == "void":
        return VOID
    winner, rest = _player_first(words, players)
    return _entry_from_words(winner, [word.casefold() for word in rest], rules)


def _player_first(words: Sequence[str], players: Sequence[str]) -> tuple[int, Sequence[str]]:
    """Give the seat named by the first words, the longest name that fits, and the words after it."""
    longest = max(len(name.split()) for name in players)
    for count in range(min(longest, len(words)), 0, -1):
        typed = " ".join(words[:count]).casefold()
        seats = _seats_called(typed, players)
        if len(seats) > 1:
            raise CannotEnter(f"{shown(typed)} may be {players[0]} or {players[1]}")
        if seats:
            return seats[0], words[count:]
    raise CannotEnter(
        f"{shown(words[0])} is neither {players[0]} nor {players[1]} nor a command; help lists all"
    )


def _seats_called(typed: str, players: Sequence[str]) -> list[int]:
    names = [name.casefold() for name in players]
    if typed in names:
        return [names.index(typed)]
    return [seat for seat, name in enumerate(names) if name.startswith(typed)]


def _entry_from_words(winner: int, words: list[str], rules: Rules) -> Entry:
    doubled = words[-1:] == ["double"]
    if doubled:
        words = words[:-1]
        if not rules.oklahoma_spade_doubles:
            raise CannotEnter("nothing doubles a hand under these rules")
    match words:
        case [points]:
            entry = Entry(winner, _number(points, 1, MOST_POINTS))
        case ["knock", of_knocker, of_defender]:
            entry = _knock(
                winner, _number(of_knocker, 0, _MOST_DEADWOOD), _number(of_defender, 0, _MOST_DEADWOOD), rules
            )
        case ["gin", of_defender]:
            entry = _knock(winner, 0, _number(of_defender, 0, _MOST_DEADWOOD), rules)
        case ["big", of_defender] | ["big", "gin", of_defender]:
            entry = _big_gin(winner, _number(of_defender, 0, _MOST_DEADWOOD), rules)
        case _:
            raise CannotEnter(
                "after the player stands: POINTS, knock D E, gin E or big E; help explains them"
            )
    return entry._replace(points=entry.points * 2) if doubled else entry


def _knock(knocker: int, of_knocker: int, of_defender: int, rules: Rules) -> Entry:
    limit = {"standard": rules.knock_limit, "straight": 0, "oklahoma": 10}[rules.variant]
    if of_knocker > limit:
        raise CannotEnter(f"nobody may knock with {of_knocker}; the limit is {limit}")
    end, points, to_defender = points_of_knock(rules, of_knocker, of_defender)
    return Entry(knocker ^ to_defender, points, end)


def _big_gin(winner: int, of_defender: int, rules: Rules) -> Entry:
    if not rules.big_gin:
        raise CannotEnter("big gin is not played under these rules; --rule big_gin=true")
    end, points, _ = points_of_knock(rules, 0, of_defender, big_gin=True)
    return Entry(winner, points, end)


def _number(typed: str, least: int, most: int) -> int:
    if typed.isascii() and typed.isdecimal() and len(typed) <= len(str(most)) and least <= int(typed) <= most:
        return int(typed)
    raise CannotEnter(f"{shown(typed)} is no whole number from {least} to {most}")


def _entry_from_json(value: object, players: Sequence[str]) -> Entry:
    """Read `{"winner", "points"}`, an answer of `score`, or a hand record, of which only the points count."""
    fields = a_mapping(value, "the line")
    refuse_misspelt(fields, _FIELDS)
    end = _end(fields.get("end"))
    points = required(fields, "points")
    if isinstance(points, list):
        return _entry_of_record(points, end)
    number = _points(points, "points")
    winner = _winner(required(fields, "winner"), fields, players)
    if winner is None:
        if number:
            raise BadField("points", f"a hand that nobody won has none, not {number}")
        return VOID
    return Entry(winner, number, end)


def _entry_of_record(pair: list[object], end: End | None) -> Entry:
    if len(a_list(pair, "points")) != 2:
        raise BadField("points", f"{shown(pair)} is no pair of points, one a seat")
    by_seat = [_points(points, "points") for points in pair]
    if end is End.VOID and not any(by_seat):
        return VOID
    if all(by_seat) or not any(by_seat):
        raise BadField("points", f"{by_seat} does not say who won the hand")
    return Entry(int(by_seat[1] > 0), max(by_seat), end)


def _end(value: object) -> End | None:
    return next((end for end in End if end.name.lower() == value), None)


def _points(value: object, field: str) -> int:
    points = whole_number(value, field)
    if not 0 <= points <= MOST_POINTS:
        raise BadField(field, f"{shown(points)} is not from 0 to {MOST_POINTS}")
    return points


def _winner(value: object, fields: dict[str, object], players: Sequence[str]) -> int | None:
    if value is None:
        return None
    if isinstance(value, str) and value in _SIDES:
        knocker = _seat(required(fields, "player"), "player", players)
        return knocker if value == _SIDES[0] else 1 - knocker
    return _seat(value, "winner", players)


def _seat(value: object, field: str, players: Sequence[str]) -> int:
    """Read a player: a seat, or a name in full."""
    if isinstance(value, int) and not isinstance(value, bool) and value in (0, 1):
        return value
    names = [name.casefold() for name in players]
    if isinstance(value, str) and value.casefold() in names:
        return names.index(value.casefold())
    raise BadField(field, f"{shown(value)} is neither a seat, 0 or 1, nor {players[0]!r} nor {players[1]!r}")
