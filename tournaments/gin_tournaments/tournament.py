"""What a results file says of its tournament besides the games: its plan, and what standings need to know.

Written when a run begins, read by everybody who shows results, so that a run and a report say the same.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Literal, cast

from gin_referee.clocks import ClockLimits
from gin_referee.faults import Policy
from gin_tournaments.config import Config, identity
from gin_tournaments.config.model import Clock
from gin_tournaments.plan import Plan, Played
from gin_tournaments.statistics.separation import Rule
from gin_tournaments.statistics.standings import Entry, Tournament
from gin_tournaments.store import Results
from gin_tournaments.store.results import BATCH, DEAL_PAIRS, IDENTITY

_RUN = "run"


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What may change between two runs and is known from the last one; bots by name."""

    withdrawn: frozenset[str] = frozenset()
    isolated: frozenset[str] = frozenset()
    weights: Literal["equal", "games"] = "equal"
    anchors: Mapping[str, float] | None = None
    confidence: float = 0.95
    zone: float = 20.0


def facts_of_run(config: Config) -> dict[str, str]:
    """Give what `ResultsWriter.describe` is to store of a run."""
    facts = {
        "withdrawn": sorted(bot.name for bot in config.bots if bot.withdrawn),
        "isolated": sorted(bot.name for bot in config.bots if _is_isolated(config, bot.run_as)),
        "weights": config.ratings.weights,
        "anchors": config.ratings.anchor,
        "confidence": config.stop.confidence,
        "zone": config.stop.zone,
    }
    return {
        IDENTITY: identity(config),
        DEAL_PAIRS: str(config.games.deal_pairs),
        BATCH: str(config.games.batch),
        _RUN: json.dumps(facts),
    }


def _is_isolated(config: Config, run_as: str | None) -> bool:
    """Tell whether nothing of the first leg reaches the second: processes of ours as a user of their own."""
    return config.isolation != "none" and run_as is not None


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
    )


def plan_of(results: Results) -> Plan:
    """Give the plan as it was last run."""
    schedule = json.loads(results.identity or "{}").get("schedule", {})
    return Plan(
        bots=results.bots(),
        deal_pairs=results.deal_pairs,
        batch=int(results.meta(BATCH) or 1),
        withdrawn=run_facts(results).withdrawn,
        duplicate=results.duplicate,
        kind=cast("str", schedule.get("kind", "round_robin")),
    )


def policy_of(results: Results) -> Policy:
    """Give what each kind of fault cost."""
    return Policy(**json.loads(results.identity or "{}").get("on_fault", {}))


def clock_of(results: Results) -> ClockLimits:
    """Give the clocks that the games were played on."""
    clock = Clock(**json.loads(results.identity or "{}").get("clock", {}))
    times = (clock.move_time, clock.hand_time, clock.game_time)
    move, hand, game = (inf if time is None else time for time in times)
    return ClockLimits(move, hand, game, clock.increment, clock.margin)


def tournament_of(results: Results, played: Played | None = None) -> Tournament:
    """Give what the standings need; the seed only when it is published."""
    facts, plan = run_facts(results), plan_of(results)
    suspended, mended = results.suspended(), results.mended()
    epochs = results.epochs()
    latest = epochs[-1] if epochs else None
    return Tournament(
        name=results.name,
        entries=[Entry(bot, bot in facts.isolated, bot in suspended, mended.get(bot)) for bot in plan.bots],
        games_planned=plan.games(played or results.played()),
        commitment=latest.commitment.hex() if latest else None,
        seed=latest.seed.hex() if latest and latest.published else None,
        weights=facts.weights,
        anchors=facts.anchors or {},
        rule=Rule(facts.confidence, facts.zone),
    )
