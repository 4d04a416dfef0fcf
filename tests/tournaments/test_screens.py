import io
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from gin_tournaments.screen.live import SHORTEST_REDRAW, LiveView, screen
from gin_tournaments.screen.progress import Ended, Planned, Progress, SprtProgress
from gin_tournaments.screen.tables import final_tables
from gin_tournaments.statistics.standings import Standings
from tests.tournaments.sample_standings import BOT, FORTY, HOSTILE, PROGRESS, SIX, standings_of

GOLDEN = Path(__file__).parent / "golden"


def drawn(what: RenderableType, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None, legacy_windows=False)
    with console.capture() as capture:
        console.print(what)
    return "".join(line.rstrip() + "\n" for line in capture.get().splitlines())


@pytest.mark.parametrize("width", [80, 120])
def test_the_live_screen_is_as_it_was_approved(width: int) -> None:
    assert drawn(screen(SIX, PROGRESS, width, 24), width) == (GOLDEN / f"live_{width}.txt").read_text()


@pytest.mark.parametrize("width", [80, 120])
def test_the_final_tables_are_as_they_were_approved(width: int) -> None:
    assert drawn(final_tables(SIX, width), width) == (GOLDEN / f"final_{width}.txt").read_text()


@pytest.mark.parametrize("height", [8, 10, 16, 24, 50])
@pytest.mark.parametrize("standings", [SIX, FORTY], ids=["six bots", "forty bots"])
def test_the_live_screen_fits_any_terminal_from_80_columns(standings: Standings, height: int) -> None:
    lines = drawn(screen(standings, PROGRESS, 80, height), 80).splitlines()
    assert len(lines) <= height
    assert max(map(len, lines)) <= 80


SPRT = SprtProgress("patient", "greedy", 0, 20, 0.05, 0.05, 1.472, -2.944, 2.944, 64, 0.6, None)


@pytest.mark.parametrize("height", [10, 24])
def test_a_test_of_two_bots_is_on_the_live_screen(height: int) -> None:
    two = standings_of(SIX.bots[0], SIX.bots[2])
    lines = drawn(screen(two, replace(PROGRESS, sprt=SPRT), 80, height), 80).splitlines()
    assert len(lines) <= height
    assert max(map(len, lines)) <= 80
    assert lines[1:4] == [
        "SPRT: is patient stronger than greedy by 20 Elo (H1) or by 0 (H0)?",
        "LLR +1.47 [−2.94 ███████████████░░░░░ +2.94] · 64 pairs",
        "Elo difference +367 ± 49 (the table halves it) · +5.23 ± 0.98 points/hand",
    ]


def test_forty_bots_on_a_low_terminal_are_all_seen_page_by_page() -> None:
    pages = [drawn(screen(FORTY, PROGRESS, 80, 24, page), 80) for page in range(4)]
    seen = {bot.name for bot in FORTY.bots if any(bot.name in page for page in pages)}
    assert seen == {bot.name for bot in FORTY.bots}


LONG = tuple(replace(bot, name=f"{bot.name}-of-the-third-semester") for bot in SIX.bots)


def test_a_name_that_is_too_long_gives_way_and_the_figures_that_matter_do_not() -> None:
    wide = replace(BOT, name="n" * 60, elo=183.0, wins=12345, losses=12221, games=24566)
    text = drawn(screen(standings_of(wide), PROGRESS, 80, 24), 80)
    assert "n" * 23 in text
    assert "+183 ± 25" in text
    assert "12345–12221" in text
    assert "24566" not in text


@pytest.mark.parametrize("shown", ["live", "final"])
def test_long_names_push_columns_out_before_they_are_cut(shown: str) -> None:
    field = standings_of(*LONG)
    what = screen(field, PROGRESS, 80, 40) if shown == "live" else final_tables(field, 80)
    lines = drawn(what, 80).splitlines()
    rows = [line for line in lines if line.startswith(("1  ", "5  "))]
    assert len(rows) == (2 if shown == "live" else 6)
    assert all(len(line) <= 80 for line in lines)
    assert all(name[:23] in " ".join(rows) for name in (LONG[0].name, LONG[4].name))
    (header,) = (line for line in lines if line.startswith("rank"))
    assert "games" not in header
    assert "win %" not in header


def test_kinds_of_faults_that_somebody_had_stay_beside_long_names() -> None:
    lines = drawn(final_tables(standings_of(*LONG), 80), 80).splitlines()
    (header,) = (line for line in lines if "forfeit " in line and "bot" in line)
    assert "time-out" in header
    assert "crash" in header
    assert "protocol" not in header


def test_a_bot_without_a_complete_pair_has_no_rank_on_the_screen() -> None:
    without = replace(BOT, name="late", games=1, pairs=0)
    lines = drawn(final_tables(standings_of(BOT, without), 80), 80).splitlines()
    assert [line.split()[0] for line in lines if " late " in line] == ["–", "–", "–"]


def test_before_the_first_game_nothing_is_nan_and_the_bots_awaited_are_named() -> None:
    unrated = replace(BOT, name="alice", elo=None, elo_ci95=None, games=0, pairs=0, wins=0, losses=0)
    fresh = replace(unrated, points_per_hand=None, points_per_hand_ci95=None)
    progress = Progress("new", games_planned=600, games_played=0, missing=("alice", "bob"))
    text = drawn(screen(standings_of(fresh), progress, 80, 24), 80)
    assert "waiting for alice, bob" in text
    assert "0/600 games" in text
    assert "nan" not in text


def test_a_bots_name_writes_no_control_code_and_no_markup_on_the_screen() -> None:
    hostile = standings_of(replace(BOT, name=HOSTILE))
    for text in (drawn(screen(hostile, PROGRESS, 120, 24), 120), drawn(final_tables(hostile, 120), 120)):
        assert text.replace("\n", "").isprintable()
        assert "[bold red]" in text


def test_groups_with_no_games_between_them_are_told_apart() -> None:
    apart = standings_of(replace(BOT, name="a"), replace(BOT, name="b", group=1))
    text = drawn(final_tables(apart, 80), 80)
    assert "A 1  a" in text
    assert "B 1  b" in text
    assert "not comparable" in text


def test_marks_are_explained_only_where_they_occur() -> None:
    plain = drawn(final_tables(standings_of(BOT), 80), 80)
    marked = drawn(
        final_tables(standings_of(replace(BOT, isolated=False, suspended=True, forfeits=2)), 80), 80
    )
    assert "not isolated" not in plain
    assert "† games forfeited · ° not isolated · ‡ suspended" in marked


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


PLAN = Planned("class-2026", ("a", "b"), 1, 100, 0, "fixed seed", "3f2a" * 16, "results/class-2026.db")


def test_the_live_view_redraws_at_most_ten_times_a_second_and_ends_with_the_tables() -> None:
    out = io.StringIO()
    clock = Clock()
    console = Console(
        file=out, width=80, height=24, force_terminal=True, color_system=None, legacy_windows=False
    )
    with LiveView(console, clock) as view:
        view.planned(PLAN)
        drawings = 0
        for step in range(100):
            clock.now = step / 100
            before = out.tell()
            view.update(SIX, PROGRESS)
            drawings += out.tell() > before
        view.ended(SIX, Ended(complete=False, status=3, why="interrupted", to_continue="gin-referee again"))
    assert drawings == round(1 / SHORTEST_REDRAW)
    assert "How they play" in out.getvalue()
    assert out.getvalue().endswith("To continue: gin-referee again\n")


class SlowClock(Clock):
    """Each look at it costs 50 ms, so a drawing seems to take that long."""

    def __call__(self) -> float:
        self.now += 0.05
        return self.now


def test_a_screen_that_is_slow_to_draw_is_drawn_less_often() -> None:
    out = io.StringIO()
    clock = SlowClock()
    console = Console(
        file=out, width=80, height=24, force_terminal=True, color_system=None, legacy_windows=False
    )
    with LiveView(console, clock) as view:
        view.planned(PLAN)
        drawings = 0
        while clock.now < 10:
            before = out.tell()
            view.update(SIX, PROGRESS)
            drawings += out.tell() > before
    assert drawings <= 10


def test_the_live_view_gives_the_cursor_back_when_the_run_fails() -> None:
    out = io.StringIO()
    console = Console(
        file=out, width=80, height=24, force_terminal=True, color_system=None, legacy_windows=False
    )
    with pytest.raises(ZeroDivisionError):
        fail_while_shown(LiveView(console, Clock()))
    assert out.getvalue().rindex("\x1b[?25h") > out.getvalue().rindex("\x1b[?25l")


def fail_while_shown(live: LiveView) -> None:
    with live as view:
        view.planned(PLAN)
        view.update(SIX, PROGRESS)
        raise ZeroDivisionError
