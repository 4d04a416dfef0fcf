"""What a run gives to be stored, and what it is told once it is: values that go between two processes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from gin_referee.records import GameRecord
from gin_tournaments.statistics.game_facts import GameFacts
from gin_tournaments.statistics.tally import BotTally
from gin_tournaments.store import Batch, Dealt, FaultEvent, Finished, Mark, Void


@dataclass(frozen=True, slots=True)
class FaultRun:
    """A bot's new number of fault events in a row."""

    bot: str
    count: int


Item: TypeAlias = GameRecord | Void | FaultEvent | Mark | FaultRun | Dealt


class Saved(NamedTuple):
    """The next *items* given are stored now; *facts* are those of their games, *bots* is `Batch.bots`."""

    items: int
    facts: Sequence[GameFacts]
    bots: Mapping[int, BotTally]


def batch_of(items: Sequence[Item], facts: Sequence[GameFacts]) -> Batch:
    """Make a batch of *items* whose games have these *facts*."""
    games = [item for item in items if isinstance(item, GameRecord)]
    return Batch(
        games=list(map(Finished, games, facts)),
        voids=[item for item in items if isinstance(item, Void)],
        events=[item for item in items if isinstance(item, FaultEvent)],
        marks=[item for item in items if isinstance(item, Mark)],
        fault_runs={item.bot: item.count for item in items if isinstance(item, FaultRun)},
        dealt=[item for item in items if isinstance(item, Dealt)],
    )
