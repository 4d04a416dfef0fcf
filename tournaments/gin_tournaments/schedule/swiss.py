"""Swiss rounds: who meets whom next, from the results of the rounds before; pure.

A match is `deal_pairs` deal pairs of two bots. Bots are ordered by match points (won 2, drawn 1, a bye 2),
then by half points of games, then by the sum of their opponents' match points, then by order of entry. From
the top, each meets the one half a score group below it, or whoever is nearest to that place, of those it has
not met; nobody meets twice, and nobody has a second bye, unless that cannot be helped.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from gin_tournaments.schedule.batches import Batch, Pairing, Played
from gin_tournaments.schedule.matching import Matching

WIN, DRAW = 2, 1
_NOBODY = -1


@dataclass(slots=True)
class Score:
    """What a bot has made so far: match points, half points of games, whom it met, its byes."""

    points: int = 0
    halves: int = 0
    met: set[int] = field(default_factory=set)
    byes: int = 0


def scores_of(bots: Iterable[int], rounds: Sequence[Sequence[Batch]], played: Played) -> dict[int, Score]:
    """Give the scores after some rounds, stored in full; who of *bots* is in no match of a round has a bye.

    Others in the matches have left since; they have scores, which their opponents' order rests on.
    """
    staying = set(bots)
    scores = {bot: Score() for bot in staying}
    for matches in rounds:
        paired = set()
        for match in matches:
            won = played.halves(match.pairing, match.deal_pairs)
            for bot, own, other in ((0, *won), (1, *won[::-1])):
                score = scores.setdefault(match.pairing[bot], Score())
                score.points += WIN if own > other else DRAW if own == other else 0
                score.halves += own
                score.met.add(match.pairing[1 - bot])
                paired.add(match.pairing[bot])
        for bot in staying - paired:
            scores[bot].points += WIN
            scores[bot].byes += 1
    return scores


def ranking(bots: Iterable[int], scores: Mapping[int, Score]) -> list[int]:
    """Order bots for the next round, best first."""

    def key(bot: int) -> tuple[int, int, int, int]:
        score = scores[bot]
        return -score.points, -score.halves, -sum(scores[other].points for other in score.met), bot

    return sorted(bots, key=key)


def pair_round(bots: Iterable[int], scores: Mapping[int, Score]) -> list[Pairing]:
    """Pair *bots* for the next round, the best first; of an odd number the lowest it can be has a bye."""
    order = ranking(bots, scores)
    near = {bot: [other for other in order if other != bot and other not in scores[bot].met] for bot in order}
    if len(order) % 2:
        fewest = min(scores[bot].byes for bot in order)
        for bot in order:
            near[bot].append(_NOBODY)
        near[_NOBODY] = [bot for bot in order if scores[bot].byes == fewest]
        for bot in set(order) - set(near[_NOBODY]):
            near[bot].remove(_NOBODY)
    matching = Matching(near)
    waiting = list(order)
    if len(order) % 2:
        bye = next((bot for bot in reversed(near[_NOBODY]) if matching.take(_NOBODY, bot)), None)
        if bye is None:  # all who may have it are needed elsewhere: then somebody meets twice
            bye = near[_NOBODY][-1]
            matching.leave(_NOBODY)
            matching.leave(bye)
        waiting.remove(bye)
    return _from_the_top(waiting, scores, matching)


def _from_the_top(waiting: list[int], scores: Mapping[int, Score], matching: Matching) -> list[Pairing]:
    pairs, alone = [], []
    while waiting:
        bot = waiting.pop(0)
        choices = _choices(bot, waiting, scores)
        other = next((choice for choice in choices if matching.take(bot, choice)), None)
        if other is None:
            matching.leave(bot)
            alone.append(bot)
        else:
            waiting.remove(other)
            pairs.append((bot, other))
    pairs += zip(alone[::2], alone[1::2], strict=True)
    return [Pairing(min(pair), max(pair)) for pair in pairs]


def _choices(bot: int, waiting: Sequence[int], scores: Mapping[int, Score]) -> list[int]:
    """Order who waits by how near they are to half a score group below *bot*."""
    groups = [list(group) for _, group in groupby(waiting, key=lambda other: scores[other].points)]
    own = groups.pop(0) if groups and scores[groups[0][0]].points == scores[bot].points else []
    middle = len(own) // 2
    nearest = sorted(range(len(own)), key=lambda place: (abs(place - middle), place))
    return [*(own[place] for place in nearest), *(other for group in groups for other in group)]
