"""The live screen of a running tournament: `screen` draws it as a value, `LiveView` shows it on a terminal.

The screen fits any height: where not all bots do, it turns pages. It shows only what is stored.
"""

import time
from collections.abc import Callable, Sequence
from math import ceil
from types import TracebackType

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from gin_tournaments.screen import figures
from gin_tournaments.screen.plain import end_lines, fault_text, plan_lines, sprt_end
from gin_tournaments.screen.printable import printable, shown
from gin_tournaments.screen.progress import BotAtFault, Ended, GameStored, Planned, Progress, RoundBegun
from gin_tournaments.screen.sprt_lines import sprt_question, sprt_ratio, sprt_strength
from gin_tournaments.screen.tables import final_tables, legend, standings_table
from gin_tournaments.statistics.standings import BotStanding, Standings

SHORTEST_REDRAW = 0.1  # seconds: at most ten a second
REST = 20  # times what a drawing took: the games have the processor, a large field is drawn less often
SECONDS_PER_PAGE = 5.0
FAULTS_SHOWN = 3
NOTICES_SHOWN = 2
FEWEST_ROWS = 5


def screen(
    standings: Standings, progress: Progress, width: int, height: int, page: int = 0
) -> RenderableType:
    """Draw the tournament for a terminal of *width* × *height*; of a field that does not fit, page *page*.

    What gives way on a low terminal is the legend first, then notices and faults, the bots last.
    """
    head = _headline(progress)
    news = _news(progress)
    caption = [Text(line, style="dim") for line in legend(standings.bots)]
    test = _test(standings, progress)
    fixed = 3 + len(test)  # headline, table header, progress bar
    rows = height - fixed - len(news) - len(caption)
    if rows < min(FEWEST_ROWS, len(standings.bots)):
        rows += len(caption)
        caption = []
    while news and rows < min(FEWEST_ROWS, len(standings.bots)):
        news.pop()
        rows += 1
    bots, pages = _page(standings.bots, max(rows, 2), page)
    return Group(
        head, *test, standings_table(bots, width, standings.bots), *pages, _bar(progress), *news, *caption
    )


def _page(bots: Sequence[BotStanding], rows: int, page: int) -> tuple[Sequence[BotStanding], list[Text]]:
    """Give the bots of a page and, if there are several, the line that says so; it takes one of the rows."""
    if len(bots) <= rows:
        return bots, []
    size = rows - 1
    page %= ceil(len(bots) / size)
    first = min(page * size, len(bots) - size)  # the last page is full, too
    line = f"bots {first + 1}–{first + size} of {len(bots)}, the others in turn"
    return bots[first : first + size], [Text(line, style="dim")]


def _headline(progress: Progress) -> Text:
    line = shown(progress.tournament, "bold")
    if progress.commitment:
        line.append(f" · commitment {printable(progress.commitment, 17)}", style="dim not bold")
    line.append(f" · {progress.label}", style="dim not bold")
    return _one_line(line)


def _test(standings: Standings, progress: Progress) -> list[Text]:
    """Give the lines of a test of two bots: what is asked, and how far the answer is."""
    test = progress.sprt
    if test is None:
        return []
    lines = sprt_question(test), sprt_ratio(test), sprt_strength(test, standings)
    return [_one_line(Text(line, style="bold")) for line in lines if line]


def _bar(progress: Progress) -> Table:
    """Draw the bar with games done, speed and time left."""
    facts = [f"{progress.games_played}/{progress.games_planned} games"]
    if progress.games_per_second is not None:
        facts.append(figures.speed(progress.games_per_second))
    if progress.seconds_left is not None:
        facts.append(f"{figures.duration(progress.seconds_left)} left")
    grid = Table.grid(padding=(0, 1), expand=True)
    grid.add_column(ratio=1)
    grid.add_column(no_wrap=True)
    total = max(progress.games_planned, 1)
    grid.add_row(ProgressBar(total=total, completed=progress.games_played), " · ".join(facts))
    return grid


def _news(progress: Progress) -> list[Text]:
    """Give a line each for the bots awaited, the pairings in play, the last faults and notices."""
    lines = []
    if progress.missing:
        lines.append(Text("waiting for ", style="yellow").append_text(shown(", ".join(progress.missing))))
    if progress.in_play:
        lines.append(Text("in play ", style="dim").append_text(_in_play(progress)))
    for label, style, texts in (
        ("fault ", "red", map(fault_text, progress.last_faults[-FAULTS_SHOWN:])),
        ("note ", "yellow", progress.notices[-NOTICES_SHOWN:]),
    ):
        lines.extend(Text(label, style=style).append_text(shown(text)) for text in texts)
    return [_one_line(line) for line in lines]


def _in_play(progress: Progress) -> Text:
    pairings = (
        f"{printable(' – '.join(pairing.bots))} {pairing.games_played}/{pairing.games_planned}"
        for pairing in progress.in_play
    )
    return Text(", ".join(pairings))


def _one_line(line: Text) -> Text:
    line.no_wrap = True
    line.overflow = "ellipsis"
    return line


class LiveView:
    """A tournament shown on a terminal while it runs, and its final tables when it ends."""

    def __init__(self, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._clock = clock
        self._live = Live(console=console, auto_refresh=False, transient=True, vertical_overflow="crop")
        self._next_drawing = float("-inf")

    def __enter__(self) -> "LiveView":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give the terminal back, whatever happened."""
        self._live.stop()

    def planned(self, plan: Planned) -> None:
        """Say above the screen what will be played, and begin to draw."""
        for line in plan_lines(plan):
            self._console.print(Text(line))
        self._live.start()

    def round_begun(self, begun: RoundBegun) -> None:
        """The bar says it."""

    def game(self, game: GameStored) -> None:
        """The table says it."""

    def fault(self, fault: BotAtFault) -> None:
        """The last faults are part of the progress."""

    def notice(self, text: str) -> None:
        """Print what must not scroll away with the screen."""
        self._console.print(shown(text, "yellow"))

    def update(self, standings: Standings, progress: Progress) -> None:
        """Draw how things stand, unless that was done just now."""
        now = self._clock()
        if now < self._next_drawing:
            return
        width, height = self._console.size
        page = int(now / SECONDS_PER_PAGE)
        self._live.update(screen(standings, progress, width, height - 1, page), refresh=True)
        self._next_drawing = now + max(SHORTEST_REDRAW, REST * (self._clock() - now))

    def ended(self, standings: Standings, end: Ended) -> None:
        """Take the screen away and print the final tables."""
        self._live.stop()
        self._console.print(final_tables(standings, self._console.width))
        for line in [*sprt_end(standings, end), *end_lines(end)]:
            self._console.print(Text(line))
