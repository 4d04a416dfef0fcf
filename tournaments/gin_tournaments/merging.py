"""One results file from several of the same plan, such as parts that were played on several machines.

They must have the same identity, seeds and order of entry: a copy of one results file, made when its seed was
committed to, is where all parts begin. What is in two of them must be the same in both.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from gin_referee.records import GameRecord
from gin_tournaments.config import difference
from gin_tournaments.errors import StoreError
from gin_tournaments.game_ids import show_game
from gin_tournaments.run.opening import BEGUN
from gin_tournaments.run.provenance import PROVENANCE, provenance
from gin_tournaments.statistics.game_facts import facts_of
from gin_tournaments.store import Batch, Epoch, FaultEvent, Finished, Mark, Results, ResultsWriter, Void
from gin_tournaments.store.results import DEAL_PAIRS
from gin_tournaments.tournament import FACTS, plan_of

AT_ONCE = 1000
"""Games stored in one transaction."""

Event = TypeVar("Event", FaultEvent, Mark)


class Merged(NamedTuple):
    """What came together: the games, and how many of them were in more than one file."""

    games: int
    twice: int


def merge(sources: Sequence[Results], target: ResultsWriter) -> Merged:
    """Write everything of *sources* into the new file *target*.

    Where a deal pair was played again in one file, that attempt counts. Records of void games stay behind.

    Raises:
        StoreError: when they are not of one plan, or say different things of a game; *target* is of no use.
    """
    first = sources[0]
    for other in sources[1:]:
        _check_same_plan(first, other)
    target.describe(_facts(sources))
    target.enter(max((source.bots() for source in sources), key=len))
    for epoch in _epochs(sources):
        target.add_epoch(epoch)
    voids = {(void.key, void.attempt): void for source in sources for void in source.voids()}
    target.save(
        Batch(
            voids=sorted(voids.values(), key=lambda void: void.at),
            events=_joined(source.fault_events() for source in sources),
            marks=_joined(source.marks() for source in sources),
            fault_runs={
                bot: max(source.fault_runs().get(bot, 0) for source in sources) for bot in target.bots()
            },
        )
    )
    return _merge_games(sources, target, _attempts(voids.values()))


def _merge_games(
    sources: Sequence[Results], target: ResultsWriter, attempts: Mapping[tuple[int, int], int]
) -> Merged:
    rules, stored, twice = target.rules, target.played(), 0
    for source in sources:
        waiting: list[Finished] = []
        for record in source.games():
            if record.attempt != attempts.get((record.key.pairing, record.key.deal_pair), 0):
                continue
            if record.key in stored:
                _check_same_game(record, target, source)
                twice += 1
                continue
            waiting.append(Finished(record, facts_of(record, rules)))
            if len(waiting) == AT_ONCE:
                _save(target, waiting)
                waiting = []
        _save(target, waiting)
        stored = target.played()
    return Merged(target.count(), twice)


def _save(target: ResultsWriter, games: list[Finished]) -> None:
    if games:
        target.save(Batch(games=games))


def _check_same_plan(first: Results, other: Results) -> None:
    if first.identity is None or other.identity is None:
        raise StoreError(f"{(first if first.identity is None else other).path}: holds no tournament yet")
    changes = difference(first.identity, other.identity)
    if changes:
        raise StoreError(f"{other.path}: is of another plan than {first.path}: {'; '.join(changes)}")
    for ours, theirs in zip(first.bots(), other.bots(), strict=False):
        if ours != theirs:
            raise StoreError(f"{other.path}: bots entered in another order than in {first.path}")
    for epoch, same in zip(first.epochs(), other.epochs(), strict=False):
        if (epoch.commitment, epoch.entropy) != (same.commitment, same.entropy):
            raise StoreError(f"{other.path}: is dealt from another seed than {first.path}")


def _check_same_game(record: GameRecord, target: ResultsWriter, source: Results) -> None:
    kept = target.game(record.key)
    if kept is None or _what_counts(kept) != _what_counts(record):
        game = show_game(record.key)
        raise StoreError(f"{source.path}: game {game} is not as it is in another of the files")


def _what_counts(record: GameRecord) -> tuple[object, ...]:
    """Give everything of a game but what depends on timing."""
    return (
        *(record.seats, record.epoch, record.hands, record.winner, record.scores, record.sheet),
        *(record.columns, record.reason, record.fault, record.faults),
    )


def _facts(sources: Sequence[Results]) -> dict[str, str]:
    widest = max(
        sources, key=lambda source: plan_of(source).form.most_deal_pairs
    )  # all games are in its plan
    facts = {key: value for key in (*FACTS, BEGUN) if (value := widest.meta(key)) is not None}
    runs = [run for source in sources for run in provenance(source)]
    different = {json.dumps(run, sort_keys=True): run for run in runs}
    facts[PROVENANCE] = json.dumps(sorted(different.values(), key=lambda run: str(run.get("since"))))
    facts[DEAL_PAIRS] = str(max(source.deal_pairs for source in sources))
    return facts


def _epochs(sources: Sequence[Results]) -> list[Epoch]:
    longest = max((source.epochs() for source in sources), key=len)
    published = {epoch.number for source in sources for epoch in source.epochs() if epoch.published}
    return [replace(epoch, published=epoch.number in published) for epoch in longest]


def _attempts(voids: Iterable[Void]) -> dict[tuple[int, int], int]:
    attempts: dict[tuple[int, int], int] = {}
    for void in voids:
        pair = void.key.pairing, void.key.deal_pair
        attempts[pair] = max(attempts.get(pair, 0), void.replay)
    return attempts


def _joined(several: Iterable[Iterable[Event]]) -> list[Event]:
    return sorted({item for items in several for item in items}, key=lambda item: item.at)
