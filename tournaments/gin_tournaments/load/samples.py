"""From samples of a running tournament to how much the machine carried; pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gin_rummy.errors import GinError


class TooShort(GinError):
    """Too little was played to say anything."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One moment: the time, the games stored, and the processor time of the referee and of the bots so far.

    Times are seconds. The referee's includes the process that stores; the bots' is that of all others that it
    has started and that live.
    """

    at: float
    games: int
    referee: float
    bots: float


@dataclass(frozen=True, slots=True)
class Load:
    """What was carried a second, and the processor seconds that a decision took, by who spent them.

    `referee` is rules, clocks and records, `wire` the rest of its two processes: messages, gRPC and storing.
    `bots` are the bots' processes, their side of the wire included.
    """

    games: float
    decisions: float
    bots: float
    wire: float
    referee: float

    @property
    def whole(self) -> float:
        """The processor seconds of a decision, everybody's."""
        return self.bots + self.wire + self.referee


def load_of(samples: Sequence[Sample], decisions_a_game: float, referee: float) -> Load:
    """Give what was carried from the first game stored on; *referee* are its seconds for a decision.

    Raises:
        TooShort: when no game was stored between two samples.
    """
    playing = [sample for sample in samples if sample.games]
    if not playing or playing[-1].games == playing[0].games:
        raise TooShort("too few games were over in that time; --seconds gives more")
    first, last = playing[0], playing[-1]
    games, seconds = last.games - first.games, last.at - first.at
    decisions = games * decisions_a_game
    return Load(
        games=games / seconds,
        decisions=decisions / seconds,
        bots=(last.bots - first.bots) / decisions,
        wire=max((last.referee - first.referee) / decisions - referee, 0.0),
        referee=referee,
    )


def show_load(load: Load) -> Iterator[str]:
    """Put it in words, a line each."""
    yield f"{load.games:,.1f} games/s, {load.decisions:,.0f} decisions/s"
    yield f"a decision takes {load.whole * 1e6:.1f} µs of processor time:"
    for who, seconds, what in (
        ("bots", load.bots, "their own processes"),
        ("wire", load.wire, "the referee's side of it: messages, gRPC, storing"),
        ("referee", load.referee, "rules, clocks, records"),
    ):
        yield f"  {who:8}{seconds * 1e6:8.1f} µs {seconds / load.whole:5.0%}  {what}"
