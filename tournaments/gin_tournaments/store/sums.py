"""What is counted of each bot, as named counts that are stored with the games; pure, and exact both ways."""

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import cache
from typing import TypeAlias, cast

from gin_referee.records import FaultKind, GameRecord
from gin_rummy.actions import PASS
from gin_tournaments.statistics.tallies import add_play, bots_by_seat
from gin_tournaments.statistics.tally import BotTally, Play
from gin_tournaments.store.values import Finished

Sums: TypeAlias = Counter[tuple[int, str]]
"""Counts by bot (number of entry) and what is counted."""

_FORFEITS = "forfeits"
_FAULT, _PLAY, _THINK = "fault.", "play.", "think."

CHECK = "check"
"""Under this name a bot's counts are summed up, each times the weight of its name, to find damage."""
_WEIGHTS = 9973


def thought(record: GameRecord) -> tuple[list[int], list[int]]:
    """Give the think times of a game by seat, in microseconds, without moves that were not the bot's own."""
    by_seat: tuple[list[int], list[int]] = ([], [])
    for hand, times in zip(record.hands, record.think_us, strict=False):
        seat = 1 - hand.dealer
        for code, microseconds in zip(hand.actions, times, strict=False):
            if microseconds:
                by_seat[seat].append(microseconds)
            if code <= PASS:
                seat = 1 - seat
    return by_seat


def tally_bots(games: Iterable[Finished]) -> dict[int, BotTally]:
    """Count what bots, by number of entry, did in *games*."""
    bots: defaultdict[int, BotTally] = defaultdict(BotTally)
    for record, facts in games:
        add_play(bots, facts)
        for number, times in zip(bots_by_seat(record.key), thought(record), strict=True):
            bots[number].think_times.add(times)
    return bots


def sums_of(bots: Mapping[int, BotTally]) -> Sums:
    """Give the named counts of bots; `bot_tally` is the way back."""
    return Counter({(bot, what): count for bot, tally in bots.items() for what, count in _counts(tally)})


def _counts(tally: BotTally) -> Iterator[tuple[str, int]]:
    yield _FORFEITS, tally.games_forfeited
    yield from ((_PLAY + name, count) for name, count in asdict(tally.play).items())
    yield from ((_FAULT + kind, count) for kind, count in tally.faults.items())
    yield from ((f"{_THINK}{bucket}", count) for bucket, count in tally.think_times.counts.items())


def with_checks(sums: Sums) -> Sums:
    """Add to what is counted what that adds to the bots' checks."""
    checks: Sums = Counter()
    for (bot, what), count in sums.items():
        checks[bot, CHECK] += count * _weight(what)
    checks.update(sums)
    return checks


def agree(counts: Mapping[str, int]) -> bool:
    """Say whether a bot's counts are those that were stored, by their check."""
    return counts.get(CHECK, 0) == sum(
        count * _weight(what) for what, count in counts.items() if what != CHECK
    )


@cache
def _weight(what: str) -> int:
    return 1 + zlib.crc32(what.encode()) % _WEIGHTS


def bot_tally(counts: Mapping[str, int]) -> BotTally:
    """Give the tally of a bot from its counts."""
    play = Play(**dict(_named(counts, _PLAY)))
    faults = Counter({cast("FaultKind", kind): count for kind, count in _named(counts, _FAULT)})
    tally = BotTally(play, faults, counts.get(_FORFEITS, 0))
    tally.think_times.counts.update({int(bucket): count for bucket, count in _named(counts, _THINK)})
    return tally


def _named(counts: Mapping[str, int], prefix: str) -> Iterable[tuple[str, int]]:
    return [(what[len(prefix) :], count) for what, count in counts.items() if what.startswith(prefix)]
