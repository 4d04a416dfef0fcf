"""One run of a tournament as its operator sees it: from opening the results to the last table."""

import asyncio
import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gin_tournaments.config import Config
from gin_tournaments.config.values import show_duration
from gin_tournaments.exit_status import Status
from gin_tournaments.run.director import Director, End, Outcome
from gin_tournaments.run.opening import Opened, open_tournament
from gin_tournaments.run.provenance import gather_provenance, note_provenance
from gin_tournaments.run.scoreboard import Scoreboard
from gin_tournaments.schedule.schedules import pairings
from gin_tournaments.screen.progress import Ended, Planned
from gin_tournaments.screen.sprt_lines import sprt_verdict
from gin_tournaments.screen.view import View
from gin_tournaments.store import ResultsWriter
from gin_tournaments.tournament import tournament_of


def play_tournament(config: Config, results: Path, view: View, command: Sequence[str]) -> Status:
    """Play what is left of a tournament, store every game, and show it; *command* is what goes on with it.

    Raises:
        GinError: when the results do not fit, a bot cannot start, or something cannot be opened or stored.
    """
    made_with = gather_provenance(config)
    store = ResultsWriter.open(results)
    try:
        opened = open_tournament(config, store)
        note_provenance(store, made_with)
        board = Scoreboard(
            tournament_of(store), opened.plan, store.played(), store.tallies(), opened.epoch.label
        )
        with view:
            view.planned(_planned(opened, board, results))
            outcome = asyncio.run(_play(config, store, opened, board, view))
            _publish(store, opened, board)
            board.again(tournament_of(store))
            ended = replace(_ended(config, board, outcome, shlex.join(command)), sprt=board.sprt())
            view.ended(board.standings(), ended)
        return Status(ended.status)
    except BrokenPipeError:  # nobody reads what is shown any more; what is finished is stored
        return Status.INTERRUPTED
    finally:
        store.close()


def logs_of(results: Path) -> Path:
    """Give the folder of the bots' logs, beside the results."""
    return results.with_suffix(".logs")


async def _play(
    config: Config, store: ResultsWriter, opened: Opened, board: Scoreboard, view: View
) -> Outcome:
    if next(opened.plan.left(opened.played), None) is None:
        return Outcome(End.PLAYED)
    return await Director(config, store, opened, board, view, logs_of(store.path)).run()


def _planned(opened: Opened, board: Scoreboard, results: Path) -> Planned:
    plan = opened.plan
    return Planned(
        tournament=board.tournament.name,
        bots=plan.bots,
        pairings=len(pairings(plan.form, plan.field)),
        games=board.tournament.games_planned,
        games_played=board.games_played,
        label=opened.epoch.label,
        commitment=opened.epoch.commitment.hex(),
        results=str(results),
    )


def _publish(store: ResultsWriter, opened: Opened, board: Scoreboard) -> None:
    """Publish the seed once the last game of the plan is stored."""
    if board.standings().complete and not opened.epoch.published:
        store.publish(opened.epoch.number)


def _ended(config: Config, board: Scoreboard, outcome: Outcome, command: str) -> Ended:
    complete = board.standings().complete
    left = f"{board.tournament.games_planned - board.games_played} games"
    if config.stop.adaptive or config.test is not None:
        left = "games"  # how many, results will decide
    if outcome.end is End.INTERRUPTED and not complete:
        return Ended(False, Status.INTERRUPTED, f"Stopped; {left} are left, all others are stored.", command)
    if outcome.bugs:
        why = f"{outcome.bugs} faults of ours; they are in the log."
        return Ended(complete, Status.OUR_FAULT, why, "" if complete else command)
    if not complete:
        return Ended(False, Status.INCOMPLETE, _why_incomplete(config, outcome, left), command)
    test = board.sprt()
    if test is not None:
        return Ended(True, Status.DONE, sprt_verdict(test))
    return Ended(True, Status.DONE, f"All {board.games_played} games of {config.name} are played.")


def _why_incomplete(config: Config, outcome: Outcome, left: str) -> str:
    absent = ", ".join(outcome.absent)
    if outcome.end is End.TIME:
        return f"The time of {show_duration(config.stop.time)} is up (stop.time); {left} are left."
    if outcome.end is End.ABSENT:
        return f"Ended because {absent} is absent (join.absent: abort); {left} are left."
    if outcome.absent:
        return f"{left} were not played: absent: {absent}."
    if outcome.given_up:
        return (
            f"{left} were not played: their deals were begun and broken off as often as there are new ones."
        )
    if config.stop.budget is None:
        return f"{left} were not played."
    return f"The budget of {config.stop.budget} games is used up (stop.budget); {left} are left."
