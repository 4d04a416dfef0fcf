"""`make calibrate`: at full scale, whether intervals and verdicts hold what docs/statistics.md says."""

import sys
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from numpy.random import Generator, default_rng

from gin_tournaments.statistics.adaptive import next_batch, open_neighbours
from gin_tournaments.statistics.calibration import coverage, false_separations, play_pairs
from gin_tournaments.statistics.ratings import rate
from gin_tournaments.statistics.separation import Rule
from gin_tournaments.statistics.tally import PairingTally

FIELDS: dict[str, list[float]] = {
    "10 equal bots": [0.0] * 10,
    "10 bots over 600 Elo": [300, 200, 120, 50, 0, -40, -90, -150, -220, -300],
    "6 bots over 1000 Elo": [500, 300, 100, -100, -300, -500],
}
_FIRST_PAIRS = 10
_BATCH_PAIRS = 100


class Finding(NamedTuple):
    """One line of the report, and whether it is as promised."""

    text: str
    holds: bool


def findings(seed: int, trials: int = 2000) -> Iterator[Finding]:
    """Simulate and report, a line at a time; *trials* tournaments each."""
    draw = default_rng(seed)
    for name, elo in FIELDS.items():
        for pairs in (20, 50, 200):
            share = coverage(draw, elo, pairs, trials).share
            yield Finding(
                f"coverage of the 95 % interval, {name}, {pairs} deal pairs: {share:.3f}",
                0.93 <= share <= 0.97,
            )
    for bots, batch in ((2, 10), (10, 10), (10, 1)):
        share = false_separations(draw, bots, batch, 200, max(trials // 20, 1))
        text = (
            f"equal bots called different, {bots} bots, 200 looks, one each {batch} deal pairs: {share:.3f}"
        )
        yield Finding(text, share <= 0.05)
    even, adaptive = (
        sum(games_to_decide(draw, FIELDS["10 bots over 600 Elo"], adaptive=way) for _ in range(5)) // 5
        for way in (False, True)
    )
    yield Finding(
        f"games until all neighbours are decided: {even} evenly, {adaptive} adaptively", adaptive < even
    )


def games_to_decide(draw: Generator, elo: list[float], *, adaptive: bool, rule: Rule | None = None) -> int:
    """Simulate a tournament until every two neighbours are separated or tied, and count its games."""
    rule = rule or Rule()
    every = tuple(combinations(range(len(elo)), 2))
    tallies = {(tally.a, tally.b): tally for tally in play_pairs(draw, elo, _FIRST_PAIRS)}
    while True:
        ratings = rate(len(elo), tallies.values())
        fit = ratings.groups[0].fit
        if fit is None or not open_neighbours(fit, rule):
            return sum(2 * tally.pairs for tally in tallies.values())
        even = dict.fromkeys(every, -(-_BATCH_PAIRS // len(every)))
        batch = next_batch(ratings, tallies.values(), rule, every, _BATCH_PAIRS) if adaptive else even
        for (a, b), pairs in batch.items():
            tallies[a, b].join(_more(draw, elo, a, b, pairs))


def _more(draw: Generator, elo: list[float], a: int, b: int, pairs: int) -> PairingTally:
    (played,) = play_pairs(draw, [elo[a], elo[b]], pairs)
    played.a, played.b = a, b
    return played


def main() -> int:
    """Print the findings; status 1 when one is not as promised."""
    status = 0
    for finding in findings(seed=1):
        sys.stdout.write(f"{'ok  ' if finding.holds else 'FAIL'}  {finding.text}\n")
        sys.stdout.flush()
        status = status if finding.holds else 1
    return status


if __name__ == "__main__":
    sys.exit(main())
