"""The standings as text for other programs: CSV for spreadsheets, Markdown for documents."""

import csv
import io

from gin_tournaments.screen import figures
from gin_tournaments.screen.printable import csv_text, markdown_text
from gin_tournaments.screen.tables import FAULT_KINDS, legend, standings_columns
from gin_tournaments.statistics.standings import BotStanding, Standings

CSV_COLUMNS = (
    *("rank", "rank_low", "rank_high", "name", "group", "elo", "elo_ci95", "elo_bound", "vs_next", "verdict"),
    *("points_per_hand", "points_per_hand_ci95", "games", "pairs", "wins", "losses", "draws", "win_rate"),
    *("isolated", *FAULT_KINDS, "forfeits", "suspended", "mended_after", "ms_p50", "ms_p99"),
)

ORDO_COLUMNS = ("#", "PLAYER", "RATING", "ERROR", "POINTS", "PLAYED", "(%)")


def standings_csv(standings: Standings) -> str:
    """Give the fields of `standings --format json`, a bot a row; a name is never a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    writer.writerows(map(_csv_row, standings.bots))
    return out.getvalue()


def _csv_row(bot: BotStanding) -> tuple[object, ...]:
    return (
        *(bot.rank, *bot.rank_range, csv_text(bot.name), bot.group, bot.elo, bot.elo_ci95),
        "" if bot.elo_bound is None else f"{bot.elo_bound[0]} {bot.elo_bound[1]:.0f}",
        *(bot.vs_next, bot.verdict, bot.points_per_hand, bot.points_per_hand_ci95),
        *(bot.games, bot.pairs, bot.wins, bot.losses, bot.draws, bot.win_rate, int(bot.isolated)),
        *(bot.faults.get(kind, 0) for kind in FAULT_KINDS),
        *(bot.forfeits, int(bot.suspended), bot.mended_after, bot.ms_p50, bot.ms_p99),
    )


def standings_ordo(standings: Standings) -> str:
    """Give a rating list as CSV in the columns of Ordo, which other programs read.

    A perfect record has the number that it is ordered by, without an error: a bound may lie below the ratings
    of those that were beaten.
    """
    lines = [",".join(f'"{column}"' for column in ORDO_COLUMNS)]
    for bot in standings.bots:
        elo = bot.elo_of_order
        name = csv_text(bot.name).replace('"', '""')
        points = bot.wins + bot.draws / 2
        cells = (
            str(bot.rank),
            f'"{name}"',
            "-" if elo is None else f"{elo:.1f}",
            "-" if bot.elo_ci95 is None else f"{bot.elo_ci95:.1f}",
            f"{points:.1f}",
            str(bot.games),
            "-" if bot.win_rate is None else f"{100 * bot.win_rate:.1f}",
        )
        lines.append(",".join(cells))
    return "\n".join(lines) + "\n"


def standings_markdown(standings: Standings) -> str:
    """Give the first panel of the standings as a Markdown table with its caption."""
    columns = standings_columns(wide=True)
    lines = [
        _markdown_row(["rank", "bot", *(column.header for column in columns)]),
        _markdown_row(["---", "---", *("---:" for _ in columns)]),
    ]
    several = figures.grouped(standings.bots)
    for bot in standings.bots:
        name = markdown_text(bot.name) + figures.marks(bot)
        lines.append(
            _markdown_row([figures.rank(bot, several), name, *(column.figure(bot) for column in columns)])
        )
    how_far = f"{standings.games_played} of {standings.games_planned} games."
    return "\n".join([*lines, "", *legend(standings.bots), how_far, ""])


def _markdown_row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
