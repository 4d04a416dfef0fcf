"""PGN without moves, as rating programs read it: a game is its tags and its result; seat 0 is White."""

from collections.abc import Iterable, Iterator, Sequence

from gin_referee.records import UNPLAYED, GameRecord
from gin_tournaments.names import pgn_names

_RESULTS = {0: "1-0", 1: "0-1", None: "1/2-1/2"}
_NO_RESULT = "*"


def pgn_lines(games: Iterable[GameRecord], tournament: str, bots: Sequence[str]) -> Iterator[str]:
    """Yield the lines of each game.

    Games that nobody played have the result `*`, which rating programs leave out, as our ratings do.
    """
    names = pgn_names(bots)
    event = pgn_names([tournament])[tournament]
    for record in games:
        result = _NO_RESULT if record.reason in UNPLAYED else _RESULTS[record.winner]
        tags = {
            "Event": event,
            "Round": f"{record.key.deal_pair}.{record.key.leg}",
            "White": names[record.seats[0]],
            "Black": names[record.seats[1]],
            "Result": result,
            "Termination": record.reason,
            "Score": f"{record.scores[0]}-{record.scores[1]}",
        }
        yield from (f'[{tag} "{value}"]\n' for tag, value in tags.items())
        yield f"\n{result}\n\n"
