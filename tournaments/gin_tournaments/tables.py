"""The standings as rich tables, values that whoever has a console prints; no screen is touched here.

`standings_table`, `play_table` and `reliability_table` are the three panels of docs/statistics.md;
`final_tables` puts them under each other with their captions.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gin_tournaments import figures
from gin_tournaments.printable import shown
from gin_tournaments.standing_facts import BotFacts, StandingsFacts
from gin_tournaments.statistics.tally import Play

WIDE = 100  # columns from which on there is room for what a narrow terminal leaves out
LONGEST_NAME = 60

Column: TypeAlias = tuple[str, Callable[[BotFacts], str]]

FAULT_KINDS = ("illegal", "timeout", "crash", "disconnect", "protocol")

# Headers of the second and third panel, where there is room and where there is not.
_PLAY_WIDE = (
    *("gin %", "knock %", "undercuts", "undercut by", "void %"),
    *("deadwood lost", "turns/hand", "dealer", "non-dealer"),
)
_PLAY_NARROW = ("gin %", "knock %", "u-cuts", "u-cut by", "void %", "deadw.", "turns", "dealer", "non-d.")
_FAULTS_WIDE = ("illegal", "time-outs", "crashes", "disconnects", "protocol", "forfeits")
_FAULTS_NARROW = ("illegal", "time-out", "crash", "disc.", "protocol", "forfeit")


def standings_columns(wide: bool) -> tuple[Column, ...]:
    """Give the columns of the standings but the name: header and figure."""
    columns: tuple[Column, ...] = (
        ("Elo ± 95 %", lambda bot: figures.elo(bot, with_record=wide)),
        ("vs next", figures.versus_next),
        (
            "points/hand ± 95 %" if wide else "pts/hand ±95 %",
            lambda bot: figures.with_error(bot.points_per_hand, bot.points_per_hand_ci95, 2),
        ),
        ("W–L (D)", figures.record),
        ("win %", lambda bot: figures.percent(bot.win_rate, 1).removesuffix(" %")),
        ("games", lambda bot: str(bot.games)),
    )
    return (*columns, ("pairs", lambda bot: str(bot.pairs))) if wide else columns


def standings_table(bots: Sequence[BotFacts], width: int) -> Table:
    """Give the first panel for a terminal of *width* columns."""
    columns = standings_columns(width >= WIDE)
    table = _table("rank", "", *(header for header, _ in columns))
    for bot in bots:
        table.add_row(
            figures.rank(bot), _name(bot), figures.marks(bot), *(figure(bot) for _, figure in columns)
        )
    return table


def play_table(bots: Sequence[BotFacts], plays: Mapping[str, Play], width: int) -> Table:
    """Give the second panel, how each bot plays, for the bots whose hands are in *plays*.

    Shares are of a bot's hands, deadwood is the mean of the hands it lost, turns the mean of a hand; dealer
    and non-dealer are the mean point differences of the hands that it dealt and of the others.
    """
    table = _table("", *(_PLAY_WIDE if width >= WIDE else _PLAY_NARROW))
    for bot in bots:
        if bot.name in plays:
            table.add_row(figures.rank(bot), _name(bot), *_play_figures(plays[bot.name]))
    return table


def _play_figures(play: Play) -> tuple[str, ...]:
    undealt = play.hands - play.dealt
    return (
        _share(play.gins, play.hands),
        _share(play.knocks, play.hands),
        str(play.undercuts_made),
        str(play.undercuts_suffered),
        _share(play.voids, play.hands),
        _mean(play.deadwood_lost, play.hands_lost),
        _mean(play.turns, play.hands),
        figures.with_error(play.dealt_diff / play.dealt if play.dealt else None, None, 2),
        figures.with_error(play.undealt_diff / undealt if undealt else None, None, 2),
    )


def reliability_table(bots: Sequence[BotFacts], width: int) -> Table:
    """Give the third panel: faults by kind, games forfeited, and the time of a decision."""
    table = _table("", *(_FAULTS_WIDE if width >= WIDE else _FAULTS_NARROW), "ms p50", "ms p99")
    for bot in bots:
        table.add_row(
            figures.rank(bot),
            _name(bot),
            *(str(bot.faults.get(kind, 0)) for kind in FAULT_KINDS),
            str(bot.forfeits),
            figures.milliseconds(bot.ms_p50),
            figures.milliseconds(bot.ms_p99),
        )
    return table


def legend(bots: Sequence[BotFacts]) -> tuple[str, ...]:
    """Give the caption of the first panel, in lines of at most 80 columns, with the marks that occur."""
    marks = (
        (any(bot.elo_bound for bot in bots), "≥ ≤ bound of a perfect record"),
        (any(bot.forfeits for bot in bots), f"{figures.FORFEITED} games forfeited"),
        (any(not bot.isolated for bot in bots), f"{figures.NOT_ISOLATED} not isolated"),
        (any(bot.suspended for bot in bots), f"{figures.SUSPENDED} suspended"),
    )
    marked = " · ".join(text for occurs, text in marks if occurs)
    return (
        "Elo relative to this field, average 0; +100 wins about 64 % of games.",
        "vs next: chance to be really stronger; told apart at 5 % a comparison.",
        *((marked,) if marked else ()),
    )


def final_tables(standings: StandingsFacts, plays: Mapping[str, Play], width: int) -> RenderableType:
    """Give the three panels with their captions, for the end of a run and for `standings`."""
    bots = standings.bots
    parts: list[RenderableType] = [
        _heading(f"Standings of {standings.tournament}", _how_far(standings)),
        standings_table(bots, width),
        *(Text(line, style="dim") for line in legend(bots)),
    ]
    if plays:
        parts += [
            Text(),
            _heading("How they play", "shares of hands, means per hand"),
            play_table(bots, plays, width),
        ]
    parts += [
        Text(),
        _heading("Reliability", "faults by kind, think time of a decision"),
        reliability_table(bots, width),
    ]
    parts += [Text(), *_provenance(standings)]
    return Group(*parts)


def _how_far(standings: StandingsFacts) -> str:
    games = f"{standings.games_played} of {standings.games_planned} games"
    return f"{games}, complete" if standings.complete else f"{games}, not complete"


def _provenance(standings: StandingsFacts) -> list[Text]:
    """Give the lines by which the deals can be checked."""
    lines = []
    if standings.commitment:
        lines.append(Text(f"commitment {standings.commitment}", style="dim", overflow="fold"))
    if standings.seed:
        lines.append(Text("seed ", style="dim", overflow="fold").append_text(shown(standings.seed)))
    return lines


def _heading(title: str, what: str) -> Text:
    return shown(title, "bold").append(f" · {what}", style="dim not bold")


def _name(bot: BotFacts) -> Text:
    name = shown(bot.name, longest=LONGEST_NAME)
    name.no_wrap = True  # the column may be squeezed, and rich squeezes only what may wrap
    name.overflow = "ellipsis"
    return name


def _table(first: str, *headers: str) -> Table:
    """Make a table of rank, name and figures; where it is narrow only the name gives way."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column(first, no_wrap=True)
    table.add_column("bot", min_width=6)
    for header in headers:
        table.add_column(header, justify="right", no_wrap=True)
    return table


def _share(count: int, of: int) -> str:
    return figures.percent(count / of, 1).removesuffix(" %") if of else figures.UNKNOWN


def _mean(total: int, of: int) -> str:
    return f"{total / of:.1f}" if of else figures.UNKNOWN
