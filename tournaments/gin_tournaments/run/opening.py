"""Opens the results for a run: checks that they belong to the config, and fixes what is left to play."""

import secrets
import time
from dataclasses import dataclass

from gin_rummy.deck import commitment, deal_key, seed_bytes
from gin_tournaments.config import Config, difference, identity
from gin_tournaments.errors import StoreError
from gin_tournaments.plan import Dealer, Plan, Played, order_of_entry
from gin_tournaments.store import Epoch, ResultsWriter
from gin_tournaments.tournament import facts_of_run

FIXED = "fixed seed"
COMMITTED = "commit only"


@dataclass(frozen=True, slots=True)
class Opened:
    """What a run plays: the plan, what of it is stored, and from which seed it is dealt."""

    plan: Plan
    played: Played
    dealer: Dealer
    epoch: Epoch


def plan_for(config: Config, stored: tuple[str, ...] = ()) -> Plan:
    """Give the plan of a config, with bots that are *stored* keeping their numbers.

    Raises:
        StoreError: when a stored bot is not in the config any more.
    """
    named = [bot.name for bot in config.bots]
    gone = [name for name in stored if name not in named]
    if gone:
        raise StoreError(
            f"{config.path}: bots: {', '.join(gone)} played in these results and cannot be taken out; "
            "`withdrawn: true` lets a bot play no more"
        )
    return Plan(
        bots=order_of_entry(stored, named),
        deal_pairs=config.games.deal_pairs,
        batch=config.games.batch,
        withdrawn=frozenset(bot.name for bot in config.bots if bot.withdrawn),
        duplicate=config.games.duplicate,
        kind=config.schedule.kind,
    )


def check_belongs(config: Config, store_identity: str | None, path: object) -> None:
    """Refuse results that were played otherwise than the config says.

    Raises:
        StoreError: with every difference.
    """
    if store_identity is None:
        return
    changes = difference(store_identity, identity(config))
    if changes:
        raise StoreError(
            f"{path}: holds games of another tournament than {config.path}: {'; '.join(changes)}. "
            "Change it back, name another file with --results, or begin anew with --fresh"
        )


def open_tournament(config: Config, store: ResultsWriter) -> Opened:
    """Enter the config's bots and draw a seed where there is none; give what is left to play.

    Raises:
        StoreError: when the results do not belong to the config.
    """
    check_belongs(config, store.identity, store.path)
    plan = plan_for(config, store.bots())
    played = store.played()
    if len(played) and config.games.deal_pairs < store.deal_pairs:
        raise StoreError(
            f"{config.path}: games.deal_pairs was {store.deal_pairs}, is {config.games.deal_pairs}; "
            "it may be raised, not lowered"
        )
    store.describe(facts_of_run(config))
    store.enter(plan.bots)
    epoch = _epoch(config, store, is_left=next(plan.left(played), None) is not None)
    key = deal_key(epoch.seed, epoch.entropy, config.name)
    return Opened(plan, played, Dealer(key, epoch.number, config.rules.first_dealer), epoch)


def _epoch(config: Config, store: ResultsWriter, *, is_left: bool) -> Epoch:
    """Give the seed to deal from: a new one at first, and when the last was published and games are left."""
    epochs = store.epochs()
    if epochs and (config.seed is not None or not epochs[-1].published or not is_left):
        return epochs[-1]
    seed = secrets.token_bytes(32) if config.seed is None else seed_bytes(config.seed)
    label = COMMITTED if config.seed is None else FIXED
    epoch = Epoch(len(epochs), seed, commitment(seed), label=label)
    store.add_epoch(epoch)
    return epoch


def now() -> float:
    """Give the time for what is stored, seconds since 1970."""
    return time.time()
