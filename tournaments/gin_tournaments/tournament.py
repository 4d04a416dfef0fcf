"""What a results file says of its tournament besides the games: its plan, and what standings need to know.

Written when a run begins, read by everybody who shows results, so that a run and a report say the same.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import inf
from typing import Literal, cast

from gin_referee.clocks import ClockLimits
from gin_referee.faults import Policy
from gin_tournaments.config import Config, Entrant, identity
from gin_tournaments.config.model import Clock
from gin_tournaments.sandbox import shares_no_folder
from gin_tournaments.schedule.plan import Plan, Played
from gin_tournaments.schedule.schedules import Format, Hypotheses, Kind
from gin_tournaments.statistics.separation import Rule
from gin_tournaments.statistics.standings import Entry, Tournament
from gin_tournaments.store import Results
from gin_tournaments.store.results import BATCH, DEAL_PAIRS, IDENTITY

_RUN = "run"

FACTS = (IDENTITY, DEAL_PAIRS, BATCH, _RUN)
"""The keys of what `facts_of_run` gives."""


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What may change between two runs and is known from the last one; bots by name."""

    withdrawn: frozenset[str] = frozenset()
    isolated: frozenset[str] = frozenset()
    weights: Literal["equal", "games"] = "equal"
    anchors: Mapping[str, float] | None = None
    confidence: float = 0.95
    zone: float = 20.0
    challengers: frozenset[str] = frozenset()
    rounds: int | None = None
    adaptive: bool = False
    budget: int | None = None
    test: Hypotheses | None = None


def form_of(config: Config) -> Format:
    """Give how the tournament of a config is played, but for its bots."""
    schedule, stop = config.schedule, config.stop
    return Format(
        deal_pairs=config.games.deal_pairs,
        batch=config.games.batch,
        kind=schedule.kind,
        challengers=frozenset(schedule.challengers),
        rounds=schedule.rounds,
        duplicate=config.games.duplicate,
        adaptive=stop.adaptive,
        confidence=stop.confidence,
        zone=stop.zone,
        weights=config.ratings.weights,
        budget=stop.budget,
        test=config.test,
    )


def facts_of_run(config: Config) -> dict[str, str]:
    """Give what `ResultsWriter.describe` is to store of a run."""
    facts = {
        "withdrawn": sorted(bot.name for bot in config.bots if bot.withdrawn),
        "isolated": sorted(bot.name for bot in config.bots if _is_isolated(config, bot)),
        "weights": config.ratings.weights,
        "anchors": config.ratings.anchor,
        "confidence": config.stop.confidence,
        "zone": config.stop.zone,
        "challengers": sorted(config.schedule.challengers),
        "rounds": config.schedule.rounds,
        "adaptive": config.stop.adaptive,
        "budget": config.stop.budget,
        "test": None if config.test is None else asdict(config.test),
    }
    return {
        IDENTITY: identity(config),
        DEAL_PAIRS: str(config.games.deal_pairs),
        BATCH: str(config.games.batch),
        _RUN: json.dumps(facts),
    }


def _is_isolated(config: Config, bot: Entrant) -> bool:
    """Tell whether nothing of the first leg reaches the second through memory or disk."""
    return config.isolation != "none" and shares_no_folder(bot)


def run_facts(results: Results) -> RunFacts:
    """Read what the last run stored."""
    facts = json.loads(results.meta(_RUN) or "{}")
    return RunFacts(
        withdrawn=frozenset(facts.get("withdrawn", ())),
        isolated=frozenset(facts.get("isolated", ())),
        weights=facts.get("weights", "equal"),
        anchors=facts.get("anchors", {}),
        confidence=facts.get("confidence", 0.95),
        zone=facts.get("zone", 20.0),
        challengers=frozenset(facts.get("challengers", ())),
        rounds=facts.get("rounds"),
        adaptive=facts.get("adaptive", False),
        budget=facts.get("budget"),
        test=Hypotheses(**facts["test"]) if facts.get("test") else None,
    )


def plan_of(results: Results) -> Plan:
    """Give the plan as it was last run."""
    schedule = json.loads(results.identity or "{}").get("schedule", {})
    facts = run_facts(results)
    form = Format(
        deal_pairs=results.deal_pairs,
        batch=int(results.meta(BATCH) or 1),
        kind=cast("Kind", schedule.get("kind", "round_robin")),
        challengers=facts.challengers,
        rounds=facts.rounds,
        duplicate=results.duplicate,
        adaptive=facts.adaptive,
        confidence=facts.confidence,
        zone=facts.zone,
        weights=facts.weights,
        budget=facts.budget,
        test=facts.test,
    )
    return Plan(results.bots(), form, facts.withdrawn)


def policy_of(results: Results) -> Policy:
    """Give what each kind of fault cost."""
    return Policy(**json.loads(results.identity or "{}").get("on_fault", {}))


def clock_of(results: Results) -> ClockLimits:
    """Give the clocks that the games were played on."""
    return limits_of(Clock(**json.loads(results.identity or "{}").get("clock", {})))


def limits_of(clock: Clock) -> ClockLimits:
    """Give the clocks of a config as the referee keeps them."""
    times = (clock.move_time, clock.hand_time, clock.game_time)
    move, hand, game = (inf if time is None else time for time in times)
    return ClockLimits(move, hand, game, clock.increment, clock.margin)


def tournament_of(results: Results, played: Played | None = None) -> Tournament:
    """Give what the standings need; the seed only when it is published."""
    facts, plan = run_facts(results), plan_of(results)
    suspended, mended = results.suspended(), results.mended()
    if played is None:
        played = results.played() if plan.form.waits else Played.counted(results.counts())
    outlook = plan.outlook(played)
    epochs = results.epochs()
    latest = epochs[-1] if epochs else None
    return Tournament(
        name=results.name,
        entries=[Entry(bot, bot in facts.isolated, bot in suspended, mended.get(bot)) for bot in plan.bots],
        games_planned=outlook.games,
        final=outlook.final,
        commitment=latest.commitment.hex() if latest else None,
        seed=latest.seed.hex() if latest and latest.published else None,
        weights=facts.weights,
        anchors=facts.anchors or {},
        rule=Rule(facts.confidence, facts.zone),
        label=latest.label if latest else None,
    )
