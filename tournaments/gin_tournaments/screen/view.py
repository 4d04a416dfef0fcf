"""What shows a running tournament: the methods that every way of doing it has."""

from contextlib import AbstractContextManager
from typing import Protocol

from gin_tournaments.screen.progress import BotAtFault, Ended, GameStored, Planned, Progress, RoundBegun
from gin_tournaments.statistics.standings import Standings


class View(AbstractContextManager["View"], Protocol):
    """Told of everything as it happens; entering and leaving takes the terminal and gives it back.

    `planned` comes first and once, `ended` last and once unless the run fails. `update` may be called as
    often as one likes: each view knows how often it wants to speak.
    """

    def planned(self, plan: Planned) -> None:
        """Tell what will be played."""

    def round_begun(self, begun: RoundBegun) -> None:
        """Tell that a round of the plan has begun."""

    def game(self, game: GameStored) -> None:
        """Tell of a game that is in the results now."""

    def fault(self, fault: BotAtFault) -> None:
        """Tell of a fault."""

    def notice(self, text: str) -> None:
        """Tell what the operator ought to know."""

    def update(self, standings: Standings, progress: Progress) -> None:
        """Tell how things stand."""

    def ended(self, standings: Standings, end: Ended) -> None:
        """Tell how the run ended, with the final tables."""
