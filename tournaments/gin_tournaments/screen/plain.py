"""A running tournament in plain lines, for pipes and log files: one per interval, fault and notice."""

import time
from collections.abc import Callable
from types import TracebackType

from rich.console import Console

from gin_tournaments.screen import figures
from gin_tournaments.screen.printable import one_line, printable
from gin_tournaments.screen.progress import BotAtFault, Ended, GameStored, Planned, Progress, RoundBegun
from gin_tournaments.screen.sprt_lines import sprt_line, sprt_question
from gin_tournaments.screen.tables import final_tables
from gin_tournaments.statistics.standings import Standings

INTERVAL = 5.0  # seconds between two lines of progress
LEADERS = 3
LONGEST_EVIDENCE = 300


def plan_lines(plan: Planned) -> list[str]:
    """Give the lines that stand before the first game."""
    games = f"{plan.games} games" + (f", {plan.games_played} of them played" if plan.games_played else "")
    pairings = figures.counted(plan.pairings, "pairing")
    return [
        f"{printable(plan.tournament)}: {len(plan.bots)} bots, {pairings}, {games}",
        f"deals: {plan.label}, commitment {printable(plan.commitment)}",
        f"results in {printable(plan.results)}",
    ]


def progress_line(standings: Standings, progress: Progress) -> str:
    """Give how far the tournament is and who leads, in one line."""
    facts = [f"{progress.games_played}/{progress.games_planned} games"]
    if progress.games_per_second is not None:
        facts.append(figures.speed(progress.games_per_second))
    if progress.seconds_left is not None:
        facts.append(f"{figures.duration(progress.seconds_left)} left")
    if progress.missing:
        facts.append("waiting for " + ", ".join(map(printable, progress.missing)))
    leaders = (bot for bot in standings.bots[:LEADERS] if bot.games)
    facts += [f"{figures.rank(bot)} {printable(bot.name)} {figures.elo(bot)}" for bot in leaders]
    return " · ".join(facts)


def fault_text(fault: BotAtFault) -> str:
    """Give whose fault it was, what it cost and what shows it, in one line."""
    evidence = one_line(fault.evidence, LONGEST_EVIDENCE)
    if fault.opponent is None or fault.cost is None:
        return f"{fault.kind} of {printable(fault.bot)} outside its games: {evidence}"
    return (
        f"{fault.kind} of {printable(fault.bot)} against {printable(fault.opponent)} "
        f"in game {fault.game}, {fault.cost.replace('_', ' ')}: {evidence}"
    )


def end_lines(end: Ended) -> list[str]:
    """Give how the run ended and how to go on."""
    lines = [printable(end.why)] if end.why else []
    if end.to_continue:
        lines.append(f"To continue: {printable(end.to_continue)}")
    return lines


def sprt_end(standings: Standings, end: Ended) -> list[str]:
    """Give where a test of two bots stands at the end of a run."""
    test = end.sprt
    return [] if test is None else [sprt_question(test), sprt_line(test, standings)]


class PlainView:
    """A tournament told in lines on a console that may be a file."""

    def __init__(
        self, console: Console, clock: Callable[[], float] = time.monotonic, interval: float = INTERVAL
    ) -> None:
        self._console = console
        self._clock = clock
        self._interval = interval
        self._began = clock()
        self._told_at = float("-inf")

    def __enter__(self) -> "PlainView":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is held."""

    def planned(self, plan: Planned) -> None:
        """Say what will be played."""
        for line in plan_lines(plan):
            self._write(line)

    def round_begun(self, begun: RoundBegun) -> None:
        """The lines of progress say it."""

    def game(self, game: GameStored) -> None:
        """The lines of progress say it."""

    def fault(self, fault: BotAtFault) -> None:
        """Say it at once."""
        self._write(self._at(fault_text(fault)))

    def notice(self, text: str) -> None:
        """Say it at once."""
        self._write(self._at(printable(text)))

    def update(self, standings: Standings, progress: Progress) -> None:
        """Say how far it is, once an interval."""
        now = self._clock()
        if now - self._told_at >= self._interval:
            self._told_at = now
            self._write(self._at(progress_line(standings, progress)))
            if progress.sprt is not None:
                self._write(self._at(sprt_line(progress.sprt, standings)))

    def ended(self, standings: Standings, end: Ended) -> None:
        """Print the final tables."""
        self._console.print(final_tables(standings, self._console.width))
        for line in [*sprt_end(standings, end), *end_lines(end)]:
            self._write(line)

    def _at(self, line: str) -> str:
        return f"{self._clock() - self._began:7.1f} s  {line}"

    def _write(self, line: str) -> None:
        self._console.out(line, highlight=False)
