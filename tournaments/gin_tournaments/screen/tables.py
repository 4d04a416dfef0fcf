"""The standings as rich tables, values that whoever has a console prints; no screen is touched here.

`standings_table`, `style_table` and `reliability_table` are the three panels of docs/statistics.md;
`final_tables` puts them under each other with their captions.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import get_args

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gin_referee.records import FaultKind
from gin_tournaments.names import NAME_LENGTH
from gin_tournaments.screen import figures
from gin_tournaments.screen.fitting import Column, fitting
from gin_tournaments.screen.printable import shown
from gin_tournaments.statistics.hollywood import COLUMNS, ColumnSums, Tally
from gin_tournaments.statistics.standings import BotStanding, Standings

WIDE = 100  # columns from which on there is room for what a narrow terminal leaves out
FAULT_KINDS: tuple[FaultKind, ...] = get_args(FaultKind)

_RANK = Column("", figures.rank)

# Headers of the second and third panel, where there is room and where there is not.
_STYLE_WIDE = (
    *("gin %", "knock %", "undercuts %", "undercut %", "void %"),
    *("deadwood lost", "turns/hand", "dealer", "non-dealer"),
)
_STYLE_NARROW = ("gin", "knock", "u-cuts", "u-cut", "void", "deadw.", "turns", "dealer", "non-d.")
_STYLE_CAPTION = "% of hands; points per hand as dealer and non-dealer"
_FAULTS_WIDE = ("illegal", "time-outs", "crashes", "disconnects", "protocol", "forfeits")
_FAULTS_NARROW = ("illegal", "time-out", "crash", "disc.", "protocol", "forfeit")


def standings_columns(wide: bool) -> tuple[Column, ...]:
    """Give the columns of the standings after rank and name."""
    columns: tuple[Column, ...] = (
        Column("Elo ± 95 %", lambda bot: figures.elo(bot, with_record=wide)),
        Column("vs next", figures.versus_next, goes=1),
        Column(
            "points/hand ± 95 %" if wide else "pts/hand ±95 %",
            lambda bot: figures.with_error(bot.points_per_hand, bot.points_per_hand_ci95, 2),
        ),
        Column("W–L (D)", figures.record),
        Column("win %", lambda bot: figures.share(bot.win_rate), goes=2),
        Column("games", lambda bot: str(bot.games), goes=3),
    )
    return (*columns, Column("pairs", lambda bot: str(bot.pairs), goes=4)) if wide else columns


def standings_table(
    bots: Sequence[BotStanding], width: int, field: Sequence[BotStanding] | None = None
) -> Table:
    """Give the first panel for a terminal of *width* columns; all *bots* of a *field* have the same."""
    several = figures.grouped(bots)
    rank = Column("rank", lambda bot: figures.rank(bot, several))
    return _table(bots, (rank, Column("", figures.marks), *standings_columns(width >= WIDE)), width, field)


def style_table(bots: Sequence[BotStanding], width: int) -> Table:
    """Give the second panel, how each bot plays; the column of luck is there when it was worked out."""
    headers = _STYLE_WIDE if width >= WIDE else _STYLE_NARROW
    goes = (0, 0, 2, 1, 5, 3, 4, 0, 0)
    columns = [
        Column(header, figure, rank) for header, figure, rank in zip(headers, _STYLE, goes, strict=True)
    ]
    if any(bot.style.luck is not None for bot in bots):
        columns.append(Column("luck", lambda bot: figures.with_error(bot.style.luck, None, 2)))
    return _table(bots, (_RANK, *columns), width)


_STYLE: tuple[Callable[[BotStanding], str], ...] = (
    lambda bot: figures.share(bot.style.gin_rate),
    lambda bot: figures.share(bot.style.knock_rate),
    lambda bot: figures.share(bot.style.undercut_rate),
    lambda bot: figures.share(bot.style.undercut_suffered_rate),
    lambda bot: figures.share(bot.style.void_rate),
    lambda bot: figures.mean(bot.style.deadwood_when_losing),
    lambda bot: figures.mean(bot.style.turns_per_hand),
    lambda bot: figures.with_error(bot.style.points_as_dealer, None, 2),
    lambda bot: figures.with_error(bot.style.points_as_non_dealer, None, 2),
)


def reliability_table(bots: Sequence[BotStanding], width: int) -> Table:
    """Give the third panel: faults by kind, games forfeited, and the time of a decision.

    Where there is no room, the kinds of faults that nobody had are left out.
    """
    *kinds, forfeits = _FAULTS_WIDE if width >= WIDE else _FAULTS_NARROW
    columns = (
        *(_faults(header, kind, bots) for header, kind in zip(kinds, FAULT_KINDS, strict=True)),
        Column(forfeits, lambda bot: str(bot.forfeits)),
        Column("ms p50", lambda bot: figures.milliseconds(bot.ms_p50), goes=1),
        Column("ms p99", lambda bot: figures.milliseconds(bot.ms_p99)),
    )
    return _table(bots, (_RANK, *columns), width)


def _faults(header: str, kind: FaultKind, bots: Sequence[BotStanding]) -> Column:
    occurs = any(bot.faults.get(kind) for bot in bots)
    place = FAULT_KINDS.index(kind)
    return Column(header, lambda bot: str(bot.faults.get(kind, 0)), goes=0 if occurs else 2 + place)


def columns_table(bots: Sequence[BotStanding], sums: Mapping[str, ColumnSums]) -> RenderableType:
    """Give the panel of a Hollywood tournament: the three columns of all games, their points and sheets."""
    headers = (
        *(f"column {number}" for number in range(1, COLUMNS + 1)),
        *("all", "points", "with bonuses"),
    )
    table = _empty("", *headers)
    for bot in bots:
        own = sums.get(bot.name, ColumnSums())
        table.add_row(
            figures.rank(bot),
            _name(bot),
            *(_column(tally) for tally in (*own.columns, own.total)),
            *(f"{mine}:{theirs}" for mine, theirs in (own.points, own.sheet)),
        )
    return Group(
        Text(), _heading("Hollywood", "columns won–lost (drawn); points and sheets for:against"), table
    )


def _column(tally: Tally) -> str:
    drawn = f" ({tally.drawn})" if tally.drawn else ""
    return f"{tally.won}–{tally.lost}{drawn}"


def legend(bots: Sequence[BotStanding]) -> tuple[str, ...]:
    """Give the caption of the first panel, in lines of at most 80 columns; marks only where they occur."""
    marks = (
        (any(bot.elo_bound for bot in bots), "≥ ≤ bound of a perfect record"),
        (any(bot.forfeits for bot in bots), f"{figures.FORFEITED} games forfeited"),
        (any(not bot.isolated for bot in bots), f"{figures.NOT_ISOLATED} not isolated"),
        (any(bot.suspended for bot in bots), f"{figures.SUSPENDED} suspended"),
        *(
            (True, f"{figures.MENDED} mended after {bot.mended_after} games")
            for bot in bots
            if bot.mended_after is not None
        ),
    )
    lines = [
        "Elo relative to this field, average 0; +100 wins about 64 % of games.",
        "vs next: chance to be really stronger; told apart at 5 % a comparison.",
    ]
    if figures.grouped(bots):
        lines.append("A, B …: groups with no games between them, not comparable.")
    if any(occurs for occurs, _ in marks):
        lines.append(" · ".join(text for occurs, text in marks if occurs))
    return tuple(lines)


def final_tables(standings: Standings, width: int) -> RenderableType:
    """Give the three panels with their captions, for the end of a run and for `standings`."""
    bots = standings.bots
    far = f"{standings.games_played} of {standings.games_planned} games"
    parts: list[RenderableType] = [
        _heading(
            f"Standings of {standings.tournament}", far if standings.complete else f"{far}, not complete"
        ),
        standings_table(bots, width),
        *(Text(line, style="dim") for line in legend(bots)),
    ]
    if standings.games_played:
        parts += [Text(), _heading("How they play", _STYLE_CAPTION), style_table(bots, width)]
        parts += [Text(), _heading("Reliability", "faults by kind, think time of a decision")]
        parts += [reliability_table(bots, width)]
    return Group(*parts, Text(), *_provenance(standings))


def _provenance(standings: Standings) -> list[Text]:
    """Give the lines by which the deals can be checked."""
    known = (("deals", standings.label), ("commitment", standings.commitment), ("seed", standings.seed))
    return [
        Text(f"{label} ", style="dim", overflow="fold").append_text(shown(value))
        for label, value in known
        if value
    ]


def _heading(title: str, what: str) -> Text:
    return shown(title, "bold").append(f" · {what}", style="dim not bold")


def _name(bot: BotStanding) -> Text:
    name = shown(bot.name, longest=NAME_LENGTH)
    name.no_wrap = True  # the column may be squeezed, and rich squeezes only what may wrap
    name.overflow = "ellipsis"
    return name


def _table(
    bots: Sequence[BotStanding],
    columns: Sequence[Column],
    width: int,
    field: Sequence[BotStanding] | None = None,
) -> Table:
    """Make a table of rank, name and figures; where it is narrow columns give way, then the names."""
    names = [_name(bot).plain for bot in field or bots]
    first, *others = fitting(columns, field or bots, width, names)
    table = _empty(first.header, *(column.header for column in others))
    for bot in bots:
        table.add_row(first.figure(bot), _name(bot), *(column.figure(bot) for column in others))
    return table


def _empty(first: str, *headers: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column(first, no_wrap=True)
    table.add_column("bot", min_width=6)
    for header in headers:
        table.add_column(header, justify="right", no_wrap=True)
    return table
