"""The standings as JSON, in the names of docs/statistics.md."""

from dataclasses import asdict
from typing import get_args

from gin_referee.records import FaultKind
from gin_tournaments.statistics.json_value import Json
from gin_tournaments.statistics.standings import BotStanding, Standings


def standings_to_json(standings: Standings) -> dict[str, Json]:
    """Give the value of `standings --format json`."""
    return {
        "tournament": standings.tournament,
        "complete": standings.complete,
        "games_planned": standings.games_planned,
        "games_played": standings.games_played,
        "commitment": standings.commitment,
        "seed": standings.seed,
        "bots": [_bot(bot) for bot in standings.bots],
    }


def _bot(bot: BotStanding) -> dict[str, Json]:
    return {
        "rank": bot.rank,
        "rank_range": list(bot.rank_range),
        "name": bot.name,
        "group": bot.group,
        "elo": bot.elo,
        "elo_ci95": bot.elo_ci95,
        "elo_bound": list(bot.elo_bound) if bot.elo_bound else None,
        "vs_next": bot.vs_next,
        "verdict": bot.verdict,
        "points_per_hand": bot.points_per_hand,
        "points_per_hand_ci95": bot.points_per_hand_ci95,
        "games": bot.games,
        "pairs": bot.pairs,
        "wins": bot.wins,
        "losses": bot.losses,
        "draws": bot.draws,
        "win_rate": bot.win_rate,
        "isolated": bot.isolated,
        "faults": {kind: bot.faults.get(kind, 0) for kind in get_args(FaultKind)},
        "forfeits": bot.forfeits,
        "suspended": bot.suspended,
        "mended_after": bot.mended_after,
        "ms_p50": bot.ms_p50,
        "ms_p99": bot.ms_p99,
        "style": asdict(bot.style),
    }
