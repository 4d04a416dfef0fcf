"""A view that shows nothing: it takes samples of the run, and keeps what went wrong."""

from time import monotonic
from types import TracebackType

from gin_tournaments.load.processes import seconds_spent
from gin_tournaments.load.samples import Sample
from gin_tournaments.screen.progress import BotAtFault, Ended, GameStored, Planned, Progress, RoundBegun
from gin_tournaments.statistics.standings import Standings

INTERVAL = 0.2  # seconds between two samples: each reads /proc


class Sampler:
    """Takes a sample whenever the run tells how things stand."""

    def __init__(self) -> None:
        self.samples: list[Sample] = []
        self.faults: list[BotAtFault] = []

    def __enter__(self) -> "Sampler":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is held."""

    def planned(self, plan: Planned) -> None:
        """Say nothing."""

    def round_begun(self, begun: RoundBegun) -> None:
        """Say nothing."""

    def game(self, game: GameStored) -> None:
        """Say nothing: the samples count games."""

    def fault(self, fault: BotAtFault) -> None:
        """Keep a fault."""
        self.faults.append(fault)

    def notice(self, text: str) -> None:
        """Say nothing."""

    def update(self, standings: Standings, progress: Progress) -> None:  # noqa: ARG002 - a view's signature
        """Take a sample."""
        at = monotonic()
        if not self.samples or at - self.samples[-1].at >= INTERVAL:
            spent = seconds_spent()
            self.samples.append(Sample(at, progress.games_played, spent.own, spent.bots))

    def ended(self, standings: Standings, end: Ended) -> None:
        """Say nothing: the end of a run is not even."""
