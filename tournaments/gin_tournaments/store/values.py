"""What else a results file holds beside games, as values."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from gin_referee.records import FaultKind, GameKey, GameRecord
from gin_tournaments.seeds import COMMIT_ONLY, Label
from gin_tournaments.statistics.game_facts import GameFacts


@dataclass(frozen=True, slots=True)
class Epoch:
    """A seed (32 bytes) of a part of the plan; `label` says how it is bound (docs/deck.md)."""

    number: int
    seed: bytes
    commitment: bytes
    entropy: bytes = b""
    label: Label = COMMIT_ONLY
    published: bool = False


class Finished(NamedTuple):
    """A finished game, with its facts as `facts_of` gives them."""

    record: GameRecord
    facts: GameFacts


@dataclass(frozen=True, slots=True)
class Void:
    """A game that does not count, finished or not: why, and as which attempt its pair is played again."""

    key: GameKey
    attempt: int
    replay: int
    reason: str
    evidence: str
    at: float


class Dealt(NamedTuple):
    """A deal pair of a bot that lives on without the referee is dealt, for the *attempt*-th time from 0."""

    pairing: int
    deal_pair: int
    attempt: int


@dataclass(frozen=True, slots=True)
class FaultEvent:
    """Something that went wrong with a bot, once however many games it cost; `at` in seconds since 1970."""

    bot: str
    kind: FaultKind
    evidence: str
    at: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A bot was suspended, or came back mended, when so many of its `games` were stored."""

    bot: str
    mark: Literal["suspended", "mended"]
    reason: str
    at: float
    games: int
