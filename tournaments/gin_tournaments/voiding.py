"""What an organiser takes back: games made void, to be played again, and bots let back in; told as values.

A pair goes as a whole, and is dealt anew: its hands may have been shown. The old records stay in the file.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from gin_referee.records import GameKey
from gin_tournaments.errors import StoreError
from gin_tournaments.game_ids import show_game
from gin_tournaments.run.seen import MOST_REPLAYS
from gin_tournaments.schedule.plan import pairing_of
from gin_tournaments.store import Batch, Mark, Results, Void
from gin_tournaments.tournament import plan_of


@dataclass(frozen=True, slots=True)
class Taken:
    """What is to be stored, and in numbers what it does.

    *kept*: games that stay because their deal pair was played again as often as it can be; *returns*: whether
    a suspended bot comes back by it.
    """

    batch: Batch
    games: int
    kept: int
    returns: bool


def void_all(results: Results, bot: str, reason: str, at: float) -> Taken:
    """Void everything that *bot* has played; if it is suspended, it is back."""
    return _take(
        results,
        bot,
        results.games_of(bot),
        reason,
        at,
        lets_in=bot in results.suspended() | results.mended().keys(),
    )


def void_unplayed(results: Results, bot: str, reason: str, at: float) -> Taken:
    """Void what *bot* lost without playing, suspended or absent; it is back, and mended from here on."""
    return _take(results, bot, results.unplayed_games_of(bot), reason, at, lets_in=True)


def void_game(results: Results, bot: str, key: GameKey, reason: str, at: float) -> Taken:
    """Void one game of *bot*, with the other of its deal pair.

    Raises:
        StoreError: when there is no such game of the bot, or a replay would be lost because it is suspended.
    """
    name = show_game(key)
    if key not in results.games_of(bot):
        raise StoreError(f"{results.path}: {bot} has no game {name} stored")
    if bot in results.suspended():
        raise StoreError(f"{results.path}: {bot} is suspended and would lose the replay of {name} too")
    return _take(results, bot, [key], reason, at, lets_in=False)


def _take(
    results: Results, bot: str, keys: Iterable[GameKey], reason: str, at: float, *, lets_in: bool
) -> Taken:
    if plan_of(results).form.kind == "swiss":
        raise StoreError(f"{results.path}: a Swiss tournament's later rounds rest on its games; they stay")
    attempts = results.attempts()
    played = results.played()
    voids: list[Void] = []
    kept = 0
    for pairing, deal_pair in dict.fromkeys(key[:2] for key in keys):
        both = [GameKey(pairing, deal_pair, leg) for leg in (0, 1)]
        stored = [key for key in both if key in played]
        attempt = attempts.get((pairing, deal_pair), 0)
        if attempt >= MOST_REPLAYS:
            kept += len(stored)
            continue
        voids += [
            Void(key, attempt, attempt + 1, reason, f"by the organiser, for {bot}", at) for key in stored
        ]
    number = results.bots().index(bot)
    left = len(results.games_of(bot)) - sum(number in pairing_of(void.key.pairing) for void in voids)
    marks = [Mark(bot, "mended", reason, at, left)] if lets_in else []
    returns = lets_in and bot in results.suspended()
    return Taken(
        Batch(voids=voids, marks=marks, fault_runs={bot: 0} if lets_in else {}), len(voids), kept, returns
    )
