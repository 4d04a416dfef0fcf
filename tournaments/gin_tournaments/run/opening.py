"""Opens the results for a run: checks that they belong to the config, and fixes what is left to play."""

import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from time import time as now
from typing import NamedTuple

from gin_rummy.deck import SEED_SIZE, commitment, deal_key, seed_bytes
from gin_tournaments.config import Config, difference, identity
from gin_tournaments.errors import StoreError
from gin_tournaments.run.seen import void_seen
from gin_tournaments.schedule.plan import Dealer, Plan, Played, order_of_entry, pairing_of
from gin_tournaments.schedule.schedules import swiss_rounds
from gin_tournaments.seeds import BadSeed, label_of_bound, label_of_new
from gin_tournaments.store import Batch, Epoch, Results, ResultsWriter, Void
from gin_tournaments.tournament import facts_of_run, form_of, plan_of

BEGUN = "begun"
"""The fact under which the results say from which epoch cards were dealt last."""


class Prepared(NamedTuple):
    """The plan, what of it is stored, and the seed of what is left."""

    plan: Plan
    played: Played
    epoch: Epoch


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
            f"{config.path}: bots: {', '.join(gone)} entered in these results and cannot be taken out; "
            "`withdrawn: true` lets a bot play no more, --fresh begins anew"
        )
    return Plan(
        order_of_entry(stored, named),
        form_of(config),
        frozenset(bot.name for bot in config.bots if bot.withdrawn),
    )


def check_belongs(config: Config, results: Results) -> None:
    """Refuse results that were played otherwise than the config says, or further than it plans.

    Until a game is stored everything may change but the seed that was committed to.

    Raises:
        StoreError: with every difference.
    """
    if results.identity is None:
        return
    changes = difference(results.identity, identity(config))
    holds = "games"
    if not results.count():
        changes = [change for change in changes if change.startswith("seed ")]
        holds = "the seed"
    if changes:
        raise StoreError(
            f"{results.path}: holds {holds} of another tournament than {config.path}: {'; '.join(changes)}. "
            "Change it back, name another file with --results, or begin anew with --fresh"
        )
    if results.count():
        _check_extends(config, results)


def prepare(config: Config, store: ResultsWriter, entropy: bytes = b"") -> Prepared:
    """Enter the config's bots, commit to a seed where there is none, join *entropy* with it; deal nothing.

    Raises:
        StoreError: when the results do not belong to the config.
        BadSeed: when the seed is joined with other entropy, or was dealt from without any.
    """
    check_belongs(config, store)
    plan = plan_for(config, store.bots())
    played = store.played()
    store.describe(facts_of_run(config))
    store.enter(plan.bots)
    epoch = _epoch(config, store, entropy, is_left=next(plan.left(played), None) is not None)
    return Prepared(plan, played, epoch)


def _check_extends(config: Config, store: Results) -> None:
    """Refuse a plan that ends before the games that are stored.

    A lower `stop.budget` is none: it only says when to stop.

    Raises:
        StoreError: with what was changed.
    """
    if config.games.deal_pairs < store.deal_pairs:
        raise StoreError(
            f"{config.path}: games.deal_pairs was {store.deal_pairs}, is {config.games.deal_pairs}; "
            "it may be raised, not lowered"
        )
    played, planned = store.played(), form_of(config).most_deal_pairs
    furthest = max(played.pairings(), key=played.deal_pairs)
    stored = played.deal_pairs(furthest)
    if stored > planned:
        names = " against ".join(store.bots()[number] for number in pairing_of(furthest))
        raise StoreError(
            f"{config.path}: {_why_shorter(config, store)}games.deal_pairs is {planned}, and {stored} "
            f"deal pairs of {names} are stored: a plan may be made longer, not shorter; "
            f"change it back, or raise games.deal_pairs to {stored}"
        )
    if config.schedule.kind == "swiss":
        _check_swiss(config, store)


def _why_shorter(config: Config, store: Results) -> str:
    """Say what lets `games.deal_pairs` bound the plan now that did not when the results were played."""
    before = plan_of(store).form
    if before.adaptive and not config.stop.adaptive:
        return "stop.adaptive was true, is false, "
    if before.test is not None and config.test is None:
        return "there was a test and is none, "
    return ""


def _check_swiss(config: Config, store: Results) -> None:
    """Refuse what would change rounds that are played: each rests on those before.

    Raises:
        StoreError: when bots are new, the matches are of another length, or there are fewer rounds than were
            begun.
    """
    new = [bot.name for bot in config.bots if bot.name not in store.bots()]
    if new:
        raise StoreError(
            f"{config.path}: bots: {', '.join(new)} cannot enter a Swiss tournament that has begun"
        )
    if config.games.deal_pairs != store.deal_pairs:
        raise StoreError(
            f"{config.path}: games.deal_pairs was {store.deal_pairs}, is {config.games.deal_pairs}; "
            "it is the length of a match and stays as it was in a Swiss tournament that has begun"
        )
    begun = plan_of(store).rounds_begun(store.played())
    rounds = swiss_rounds(form_of(config), len(config.bots))
    if rounds < begun:
        raise StoreError(
            f"{config.path}: schedule.rounds is {rounds}, and {begun} rounds have begun; "
            "it may be raised, and not lowered below that"
        )


def commit_to_seed(config: Config, results: Path, entropy: bytes = b"") -> Epoch:
    """Prepare the results of a config without dealing anything; give the seed's epoch.

    Raises:
        StoreError: when the results do not belong to the config, or cannot be written.
        BadSeed: when the seed is joined with other entropy, or was dealt from without any.
    """
    store = ResultsWriter.open(results)
    try:
        return prepare(config, store, entropy).epoch
    finally:
        store.close()


def open_tournament(config: Config, store: ResultsWriter) -> Opened:
    """Prepare a run, and say that deals are known from now on; give what is left to play.

    Raises:
        StoreError: when the results do not belong to the config.
    """
    plan, played, epoch = prepare(config, store)
    if store.meta(BEGUN) != str(epoch.number):
        store.describe({BEGUN: str(epoch.number)})
    _void_lone_legs(plan, played, epoch, store)
    void_seen(store, played, plan.withdrawn | store.suspended(), now())
    key = deal_key(epoch.seed, epoch.entropy, config.name)
    return Opened(plan, played, Dealer(key, epoch.number, config.rules.first_dealer), epoch)


def _epoch(config: Config, store: ResultsWriter, entropy: bytes, *, is_left: bool) -> Epoch:
    """Give the seed to deal from: a new one at first, and when the last was published and games are left."""
    epochs = store.epochs()
    if epochs and (config.seed is not None or not epochs[-1].published or not is_left):
        return _bind(epochs[-1], entropy, store)
    seed = secrets.token_bytes(SEED_SIZE) if config.seed is None else seed_bytes(config.seed)
    label = label_of_new(fixed=config.seed is not None, entropy=entropy)
    epoch = Epoch(len(epochs), seed, commitment(seed), entropy, label)
    store.add_epoch(epoch)
    return epoch


def _bind(epoch: Epoch, entropy: bytes, store: ResultsWriter) -> Epoch:
    """Join entropy with a seed that was committed to before; the same again changes nothing."""
    if not entropy or entropy == epoch.entropy:
        return epoch
    if epoch.entropy:
        raise BadSeed(f"{store.path}: the seed is joined with other entropy already, {epoch.entropy.hex()}")
    if store.meta(BEGUN) == str(epoch.number):
        raise BadSeed(f"{store.path}: cards were dealt already; entropy comes before the first deal")
    bound = replace(epoch, entropy=entropy, label=label_of_bound(epoch.label))
    store.bind_entropy(bound)
    return bound


def _void_lone_legs(plan: Plan, played: Played, epoch: Epoch, store: ResultsWriter) -> None:
    """Let whole pairs be played again of which one game is from an older seed: that one is published.

    *played* is changed too.
    """
    if epoch.number == 0:
        return
    others = [key._replace(leg=1 - key.leg) for _, keys in plan.left(played) for key in keys]
    lone = [game for key in others if key in played and (game := store.game(key)) is not None]
    old = [game for game in lone if game.epoch != epoch.number]
    reason = "its seed is published, and the other game of its pair was not played"
    store.save(Batch(voids=[Void(game.key, game.attempt, game.attempt, reason, "", now()) for game in old]))
    for game in old:
        played.remove(game.key)
