"""The id of a game in exports, on screens and on the command line: pairing.deal_pair.leg, as in 0.12.1."""

import re

from gin_referee.records import GameKey

_ID = re.compile(r"(\d{1,9})\.(\d{1,9})\.([01])", re.ASCII)

AN_ID = "pairing.deal_pair.leg, as in 0.12.1; the leg is 0 or 1"


def show_game(key: GameKey) -> str:
    """Give a game's id.

    >>> show_game(GameKey(0, 12, 1))
    '0.12.1'
    """
    return ".".join(map(str, key))


def parse_game(text: str) -> GameKey | None:
    """Read a game's id; None for anything else.

    >>> parse_game("0.12.1"), parse_game("0.12.2")
    (GameKey(pairing=0, deal_pair=12, leg=1), None)
    """
    parts = _ID.fullmatch(text)
    return None if parts is None else GameKey(*map(int, parts.groups()))
