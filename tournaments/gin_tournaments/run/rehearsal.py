"""The plan in words, for `run-tournament --dry-run`: what would be played, by whom, on which clocks."""

from pathlib import Path

from gin_referee.listening import Listen, check_listen
from gin_rummy.deck import commitment, seed_bytes
from gin_tournaments.config import Config
from gin_tournaments.config.values import show_duration
from gin_tournaments.run.opening import check_belongs, plan_for
from gin_tournaments.run.settings import pairings_at_once, server_options
from gin_tournaments.schedule.plan import Plan, Played
from gin_tournaments.schedule.schedules import FIRST_PAIRS, pairings, swiss_rounds
from gin_tournaments.screen.figures import counted
from gin_tournaments.screen.printable import printable
from gin_tournaments.statistics.joint_fit import Method
from gin_tournaments.statistics.planning import pairs_for_zone, pairs_for_zone_seen
from gin_tournaments.statistics.ratings import rate
from gin_tournaments.statistics.separation import Rule
from gin_tournaments.statistics.tallies import Tallies
from gin_tournaments.store import Results


def rehearse(config: Config, results: Path, *, fresh: bool = False) -> list[str]:
    """Give the resolved plan, a line each; nothing is changed. With *fresh* results that are there are not.

    Raises:
        StoreError: when the results that are there cannot be gone on with.
        CannotListen: when the referee could not listen where it is told to.
    """
    listen = server_options(config).listen
    check_listen(listen)
    stored: tuple[str, ...] = ()
    played = Played()
    tallies = Tallies()
    there = results.exists()
    if there and not fresh:
        with Results.open(results) as old:
            check_belongs(config, old)
            stored, played, tallies = old.bots(), old.played(), old.tallies()
    plan = plan_for(config, stored)
    clock = config.clock
    return [
        f"{config.name}: {_games(plan, played)}",
        f"results: {results}{_where_new(there, fresh, stored)}",
        f"listens: {_listening(listen)}",
        f"seed: {_seed(config)}",
        f"zone: {zone_line(plan, tallies)}",
        f"rules: {config.rules.variant}, {_unit(config)}",
        f"clock: move {show_duration(clock.move_time)}, hand {show_duration(clock.hand_time)}, "
        f"game {show_duration(clock.game_time)}, increment {show_duration(clock.increment)}, "
        f"margin {show_duration(clock.margin)}",
        "faults: " + ", ".join(f"{kind} {cost}" for kind, cost in config.on_fault.model_dump().items()),
        f"at once: {counted(pairings_at_once(config), 'pairing')}, "
        f"{counted(config.games.at_once, 'game')} a connection; "
        f"isolation: {config.isolation}",
        "bots:",
        *(f"  {number}. {_bot(config, name)}" for number, name in enumerate(plan.bots)),
    ]


def _where_new(there: bool, fresh: bool, stored: tuple[str, ...]) -> str:
    if there and fresh:
        return " (new; those that are there are moved aside)"
    return "" if stored else " (new)"


def _listening(listen: Listen) -> str:
    port = ", any free port" if listen.address.endswith(":0") else ""
    return f"{listen.address}{port}, {'with TLS' if listen.tls else 'not encrypted'}"


def _games(plan: Plan, played: Played) -> str:
    """Give how many games there will be, as far as that is known before they are played."""
    form, field = plan.form, plan.field
    bots, may_meet = f"{len(plan.bots)} bots", len(pairings(form, field))
    stored = f", {len(played)} of them played" if len(played) else ""
    if form.adaptive:
        limit = "" if form.budget is None else f", at most {form.budget} games in all"
        return (
            f"{bots}, {counted(may_meet, 'pairing')} × {FIRST_PAIRS} deal pairs × 2 games, then batches of "
            f"{form.batch * len(field.playing)} deal pairs until neighbours are told apart{limit}{stored}"
        )
    games = plan.games(Played())
    if form.kind == "swiss":
        rounds = swiss_rounds(form, len(plan.bots))
        matches = f"{counted(rounds, 'round')} of {len(field.playing) // 2} matches"
    else:
        matches = counted(may_meet, "pairing")
    left = sum(len(keys) for _, keys in plan.left(played))
    budget = "" if form.budget is None else f"; the budget is {form.budget} games"
    left_over = f", {left} of them left" if len(played) and not form.waits else stored
    pairs = counted(form.deal_pairs, "deal pair")
    return f"{bots}, {matches} × {pairs} × 2 games = {games} games{left_over}{budget}"


def zone_line(plan: Plan, tallies: Tallies) -> str:
    """Say how many deal pairs of a pairing tie equal bots, at the variance seen so far or a typical one."""
    form, field = plan.form, plan.field
    rule = Rule(form.confidence, form.zone)
    what = f"±{form.zone:g} Elo takes about"
    fit = rate(field.entered, tallies.pairings.values(), Method(weights=form.weights)).groups[0].fit
    pairs = sum(tally.pairs for tally in tallies.pairings.values())
    if fit is not None and len(fit.bots) == field.entered and pairs:
        each = pairs / sum(tally.pairs > 0 for tally in tallies.pairings.values())
        seen = pairs_for_zone_seen(fit, each, rule)
        return f"{what} {seen} deal pairs a pairing, at the variance of the {pairs} seen so far"
    typical = pairs_for_zone(field.entered, pairings(form, field), rule)
    return f"{what} {typical} deal pairs a pairing until equal bots are tied, at a typical variance"


def _seed(config: Config) -> str:
    if config.seed is None:
        return "drawn from the system when the run begins, and committed to"
    return f"fixed in the config, commitment {commitment(seed_bytes(config.seed)).hex()}"


def _unit(config: Config) -> str:
    rules = config.rules
    return f"{rules.hands} hands a game" if rules.format == "hands" else f"games to {rules.target}"


def _bot(config: Config, name: str) -> str:
    bot = next(bot for bot in config.bots if bot.name == name)
    how = "dials in" if bot.command is None else "started: " + " ".join(bot.command)
    return printable(f"{name}: {how}" + (", withdrawn" if bot.withdrawn else ""))
