"""What happens in a running tournament, as values for whoever shows it; nothing here is stored."""

from dataclasses import dataclass
from typing import Literal

from gin_referee.records import Cost, FaultKind, Pair, Reason
from gin_tournaments.seeds import COMMIT_ONLY, Label


@dataclass(frozen=True, slots=True)
class PairingInPlay:
    """Two bots at the table, and how far they are."""

    bots: tuple[str, str]
    games_played: int
    games_planned: int


@dataclass(frozen=True, slots=True)
class BotAtFault:
    """A fault of a bot, with what shows it. `game` is the id of the exports, `k.p.leg`.

    `opponent`, `game` and `cost` are None when it happened in no game, such as a process that cannot start.
    """

    bot: str
    opponent: str | None
    game: str | None
    kind: FaultKind
    cost: Cost | None
    evidence: str


@dataclass(frozen=True, slots=True)
class GameStored:
    """A game that is in the results now: no hand of it, since the pair's other leg may still be played."""

    game: str
    seats: tuple[str, str]
    winner: int | None
    scores: Pair
    reason: Reason


@dataclass(frozen=True, slots=True)
class Planned:
    """What is going to be played, as told before the first game; `label`: how its seed is bound."""

    tournament: str
    bots: tuple[str, ...]
    pairings: int
    games: int
    games_played: int
    label: Label
    commitment: str
    results: str


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """A round of the plan, counted from 0, has begun."""

    number: int
    games: int


@dataclass(frozen=True, slots=True)
class SprtProgress:
    """Where a sequential test of two bots stands: the log-likelihood ratio between its bounds.

    `score` is a's share of the games won, `accepted` the hypothesis that is, if any.
    """

    a: str
    b: str
    elo0: float
    elo1: float
    alpha: float
    beta: float
    llr: float
    lower: float
    upper: float
    pairs: int
    score: float | None
    accepted: Literal["elo0", "elo1"] | None


@dataclass(frozen=True, slots=True)
class Ended:
    """How the run ended; `why` and `to_continue` are for a person, the latter empty when nothing is left."""

    complete: bool
    status: int
    why: str
    to_continue: str = ""
    sprt: SprtProgress | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament is. Speed and time are unknown at the start, and `missing` are bots awaited."""

    tournament: str
    games_planned: int
    games_played: int
    games_per_second: float | None = None
    seconds_left: float | None = None
    in_play: tuple[PairingInPlay, ...] = ()
    missing: tuple[str, ...] = ()
    last_faults: tuple[BotAtFault, ...] = ()
    notices: tuple[str, ...] = ()
    commitment: str = ""
    label: Label = COMMIT_ONLY
    sprt: SprtProgress | None = None
