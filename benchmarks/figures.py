"""The figures that `make bench` measures, with their bounds and aims, and how they are shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Figures: TypeAlias = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: *bound* is what it has to keep, *aim* what it should; `None` for one that is only watched."""

    key: str
    what: str
    bound: float | None = None
    aim: float | None = None
    less_is_better: bool = False

    def keeps(self, value: float, limit: float | None) -> bool:
        """Tell whether *value* keeps *limit*."""
        return limit is None or (value <= limit if self.less_is_better else value >= limit)


FIGURES = (
    Figure("wire_ratio", "decisions/s by the real command ÷ bare gRPC ping-pong", 15, 28),
    Figure("greedy_games_s_ratio", "games/s of greedy ÷ decisions/s of the ping-pong", 0.04, 0.08),
    Figure("wire_vs_openspiel", "decisions/s by the real command ÷ OpenSpiel in process", 1.2, 2.5),
    Figure("latency_ratio", "p50 of a decision, one game at once ÷ the ping-pong's", 1.5, 1.2, True),
    Figure("sdk_us", "a decision in the SDK, gRPC included, with a bot that does nothing, µs", 5, None, True),
    Figure("engine_ratio", "random legal play of Hand ÷ OpenSpiel's from Python", 6, 12),
    Figure("deadwood_ratio", "least deadwood of ten cards, hands/s ÷ OpenSpiel's", 2, 3),
    Figure("deadwood11_us", "best discards of eleven cards, µs"),
    Figure("layoff_us", "the joint lay-off, µs"),
    Figure("conn_kb", "memory of a connected bot, with 1,000 of them, KB", 80, 45, True),
    Figure("game_kb", "memory of a game in flight, with 10,000 of them, KB", 4, 2.5, True),
    Figure("crowd_ratio", "decisions/s with 100 bots in 50 pairings ÷ with 2 bots", 0.5, 0.9),
    Figure("record_bytes", "results file, bytes a hand of greedy play", 120, 75, True),
    Figure("growth_ratio", "to store a game and refresh, 1,000,000 games stored ÷ 1,000", 1.3, 1.05, True),
    Figure("standings_s_1m", "`standings` on 1,000,000 games of 40 bots, s", 3, 1, True),
    Figure("startup_ratio", "`gin-referee --help` ÷ `python -c pass`", 8, 4, True),
)


def table(figures: Figures) -> Iterable[str]:
    """Give the lines of a table of what was measured, with its bound and aim and how it stands to them."""
    yield f"{'':22}{'measured':>9}{'bound':>8}{'aim':>7}"
    for figure in FIGURES:
        if figure.key in figures:
            value = figures[figure.key]
            sign = "≤" if figure.less_is_better else "≥"
            bound = "" if figure.bound is None else f"{sign}{figure.bound:g}"
            aim = "" if figure.aim is None else f"{sign}{figure.aim:g}"
            yield f"{figure.key:22}{value:9.4g}{bound:>8}{aim:>7}  {_verdict(figure, value):8} {figure.what}"


def _verdict(figure: Figure, value: float) -> str:
    if figure.bound is None:
        return ""
    if not figure.keeps(value, figure.bound):
        return "MISSED"
    return "aim" if figure.keeps(value, figure.aim) else "ok"
