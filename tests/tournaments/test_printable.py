import csv
import io
import unicodedata
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from gin_tournaments.screen.formats import CSV_COLUMNS, standings_csv, standings_markdown
from gin_tournaments.screen.printable import csv_text, markdown_text, printable, shown
from gin_tournaments.statistics.standings import Standings
from tests.tournaments.sample_standings import BOT, HOSTILE, SIX, standings_of

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@given(ANY_TEXT)
def test_what_is_shown_holds_no_control_format_or_line_separating_character(text: str) -> None:
    categories = {unicodedata.category(c) for c in printable(text)}
    assert not categories & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(st.text(st.characters(categories=("L", "N", "P", "S"))))
def test_ordinary_text_is_shown_as_it_is(text: str) -> None:
    assert printable(text) == text


@given(ANY_TEXT, st.integers(1, 20))
def test_text_is_cut_before_it_is_escaped_so_a_long_one_costs_nothing(text: str, longest: int) -> None:
    assert printable(text, longest) == (
        printable(text) if len(text) <= longest else printable(text[: longest - 1]) + "…"
    )


@given(ANY_TEXT)
def test_a_rich_screen_takes_no_markup_from_what_is_shown(text: str) -> None:
    console = Console(file=io.StringIO(), width=10_000, color_system="truecolor", force_terminal=True)
    with console.capture() as capture:
        console.print(shown("[bold red]" + text), soft_wrap=True, end="")
    assert capture.get() == "[bold red]" + printable(text)


@given(ANY_TEXT)
def test_a_cell_of_a_csv_file_is_never_a_formula(text: str) -> None:
    assert not csv_text(text).lstrip().startswith(("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"))


def test_a_markdown_cell_opens_no_column_tag_link_or_mention() -> None:
    made = markdown_text("a|b <img src=x> [x](http://x) www.x.y @all `c` \\")
    assert made == ("a\\|b &lt;img src=x&gt; \\[x\\](http\\://x) www\\.x.y \\@all \\`c\\` \\\\")


def test_the_csv_has_a_row_a_bot_in_the_columns_of_the_json() -> None:
    rows = list(csv.DictReader(io.StringIO(standings_csv(SIX))))
    assert tuple(rows[0]) == CSV_COLUMNS
    assert [row["name"] for row in rows] == [bot.name for bot in SIX.bots]
    assert (rows[0]["elo"], rows[0]["rank_low"], rows[3]["timeout"]) == ("183.4", "1", "2")
    assert (rows[5]["elo"], rows[5]["elo_bound"], rows[5]["verdict"]) == ("", "≤ -284", "")


@pytest.mark.parametrize("render", [standings_csv, standings_markdown], ids=["csv", "markdown"])
def test_a_hostile_name_keeps_to_its_row(render: Callable[[Standings], str]) -> None:
    usual, hostile = (render(standings_of(replace(BOT, name=name))) for name in ("usual", HOSTILE))
    assert hostile.count("\n") == usual.count("\n")
    assert hostile.replace("\n", "").isprintable()


def test_the_markdown_table_has_the_columns_of_the_screen() -> None:
    lines = standings_markdown(SIX).splitlines()
    assert (
        lines[0]
        == "| rank | bot | Elo ± 95 % | vs next | points/hand ± 95 % | W–L (D) | win % | games | pairs |"
    )
    assert lines[2] == "| 1 | patient | +183 ± 25 | separated | +5.23 ± 0.98 | 78–26 | 75.0 | 104 | 52 |"
