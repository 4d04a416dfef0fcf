"""A running tournament as JSON lines, for programs: `run-tournament --json`.

Each line is an object with `event` (plan, round, game, standings, fault, notice, end) and `time` (UTC, ISO
8601). Everything outside ASCII is escaped, so a line can neither break nor draw on a terminal.
"""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from types import TracebackType
from typing import TextIO

from gin_tournaments.screen.progress import BotAtFault, Ended, GameStored, Planned, Progress, RoundBegun
from gin_tournaments.statistics.standings import Standings
from gin_tournaments.statistics.standings_json import standings_to_json

INTERVAL = 5.0  # seconds between two standings


def now_utc() -> datetime:
    """Give the time now."""
    return datetime.now(UTC)


class NdjsonView:
    """A tournament told as one JSON object a line, each written at once and whole."""

    def __init__(
        self,
        out: TextIO,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = now_utc,
        interval: float = INTERVAL,
    ) -> None:
        self._out = out
        self._clock = clock
        self._now = now
        self._interval = interval
        self._told_at = float("-inf")

    def __enter__(self) -> "NdjsonView":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is held."""

    def planned(self, plan: Planned) -> None:
        """Write `plan`."""
        self._write("plan", asdict(plan))

    def round_begun(self, begun: RoundBegun) -> None:
        """Write `round`."""
        self._write("round", asdict(begun))

    def game(self, game: GameStored) -> None:
        """Write `game`."""
        facts = asdict(game)
        self._write("game", {"id": facts.pop("game"), **facts})

    def fault(self, fault: BotAtFault) -> None:
        """Write `fault`."""
        self._write("fault", asdict(fault))

    def notice(self, text: str) -> None:
        """Write `notice`."""
        self._write("notice", {"text": text})

    def update(self, standings: Standings, progress: Progress) -> None:
        """Write `standings`, once an interval, with how fast it goes."""
        now = self._clock()
        if now - self._told_at >= self._interval:
            self._told_at = now
            pace: dict[str, object] = {
                "games_per_second": progress.games_per_second,
                "seconds_left": progress.seconds_left,
            }
            if progress.sprt is not None:
                pace["sprt"] = asdict(progress.sprt)
            self._write("standings", {**standings_to_json(standings), **pace})

    def ended(self, standings: Standings, end: Ended) -> None:
        """Write the last `standings`, and `end`."""
        self._write("standings", standings_to_json(standings))
        facts = asdict(end)
        if end.sprt is None:
            del facts["sprt"]
        self._write("end", facts)

    def _write(self, event: str, facts: Mapping[str, object]) -> None:
        at = self._now().isoformat(timespec="milliseconds")
        self._out.write(json.dumps({"event": event, "time": at, **facts}) + "\n")
        self._out.flush()
