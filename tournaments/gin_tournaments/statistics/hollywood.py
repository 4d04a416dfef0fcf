"""Hollywood's three columns over all games of each bot; a fold over finished games."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from gin_referee.records import GameRecord, Pair
from gin_rummy.rules import Rules

COLUMNS = 3


@dataclass(slots=True)
class Tally:
    """What came of one column, or of games: how many were won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def add(self, seat: int, winner: int | None) -> None:
        """Count one that *winner* won, None for a drawn one, as *seat* sees it."""
        self.won += winner == seat
        self.drawn += winner is None
        self.lost += winner == 1 - seat


@dataclass(slots=True)
class ColumnSums:
    """One bot's columns, points of play and sheets with bonuses, each with the opponents' beside it."""

    columns: tuple[Tally, ...] = field(default_factory=lambda: tuple(Tally() for _ in range(COLUMNS)))
    points: list[int] = field(default_factory=lambda: [0, 0])
    sheet: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def total(self) -> Tally:
        """All three columns together."""
        parts = [(tally.won, tally.drawn, tally.lost) for tally in self.columns]
        return Tally(*map(sum, zip(*parts, strict=True)))


def column_winner(column: Pair, target: int, game: GameRecord) -> int | None:
    """Give who won a column of a finished game, None when it is a draw.

    A column that nobody closed goes to the higher score, and after a forfeit to the winner of the game.
    """
    if max(column) < target and game.reason == "fault":
        return game.winner
    return None if column[0] == column[1] else int(column[1] > column[0])


def column_sums(games: Iterable[GameRecord], rules: Rules) -> dict[str, ColumnSums]:
    """Sum up the columns of each bot, by name; games that nobody played have none."""
    sums: dict[str, ColumnSums] = {}
    for game in games:
        if game.columns is None or not game.hands:
            continue
        winners = [column_winner(column, rules.target, game) for column in game.columns]
        for seat, name in enumerate(game.seats):
            own = sums.setdefault(name, ColumnSums())
            for tally, winner in zip(own.columns, winners, strict=True):
                tally.add(seat, winner)
            for at, whose in enumerate((seat, 1 - seat)):
                own.points[at] += game.scores[whose]
                own.sheet[at] += game.sheet[whose]
    return sums
