import io
import json
from datetime import UTC, datetime

from rich.console import Console

from gin_tournaments.screen.ndjson import NdjsonView
from gin_tournaments.screen.plain import PlainView, fault_text, progress_line
from gin_tournaments.screen.progress import BotAtFault, Ended, GameStored, Planned, RoundBegun
from gin_tournaments.screen.view import View
from tests.tournaments.sample_standings import HOSTILE, PROGRESS, SIX

PLAN = Planned("class-2026", ("a", "b"), 1, 100, 12, "fixed seed", "3f2a" * 16, "results/class-2026.db")
GAME = GameStored("0.0.1", ("a", "b"), None, (96, 96), "cap")
FAULT = BotAtFault("simple", "random", "11.0.0", "crash", "forfeit_game", "exit status 1:\n  KeyError: 'Kc'")
END = Ended(complete=True, status=0, why="all 100 games are played")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def noon() -> datetime:
    return datetime(2026, 11, 30, 12, tzinfo=UTC)


def play_through(view: View, clock: Clock) -> None:
    """Tell a view of everything, with an update every tenth of a second for eleven seconds."""
    with view:
        view.planned(PLAN)
        view.round_begun(RoundBegun(0, 20))
        view.game(GAME)
        for tenth in range(111):
            clock.now = tenth / 10
            view.update(SIX, PROGRESS)
        view.fault(FAULT)
        view.notice(f"note from {HOSTILE}")
        view.ended(SIX, END)


def test_plain_lines_come_once_an_interval_and_once_a_fault_and_notice() -> None:
    clock = Clock()
    out = io.StringIO()
    play_through(PlainView(Console(file=out, width=120), clock, interval=5.0), clock)
    lines = out.getvalue().splitlines()
    assert lines[:3] == [
        "class-2026: 2 bots, 1 pairing, 100 games, 12 of them played",
        f"deals: fixed seed, commitment {'3f2a' * 16}",
        "results in results/class-2026.db",
    ]
    assert [line.split(" s  ")[0].strip() for line in lines[3:8]] == ["0.0", "5.0", "10.0", "11.0", "11.0"]
    assert lines[6].endswith("game 11.0.0, forfeit game: exit status 1: KeyError: 'Kc'")
    assert lines[8].startswith("Standings of class-2026")
    assert lines[-1] == "all 100 games are played"
    assert all(line.isprintable() for line in lines)


def test_a_line_of_progress_says_how_far_how_fast_who_is_missing_and_who_leads() -> None:
    assert progress_line(SIX, PROGRESS) == (
        "312/600 games · 41 games/s · 7 s left · waiting for alice"
        " · 1 patient +183 ± 25 · 2–3 watcher +95 ± 22 · 2–4 greedy +81 ± 22"
    )


def test_evidence_of_any_length_and_content_is_one_printable_line() -> None:
    text = fault_text(BotAtFault(HOSTILE, "b", "0.0.0", "protocol", "forfeit_game", HOSTILE * 10_000))
    assert text.isprintable()
    assert len(text) < 2000


def test_json_lines_hold_every_event_and_nothing_else_is_written() -> None:
    clock = Clock()
    out = io.StringIO()
    play_through(NdjsonView(out, clock, noon, interval=5.0), clock)
    events = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [event["event"] for event in events] == [
        *(
            "plan",
            "round",
            "game",
            "standings",
            "standings",
            "standings",
            "fault",
            "notice",
            "standings",
            "end",
        ),
    ]
    assert {event["time"] for event in events} == {"2026-11-30T12:00:00.000+00:00"}
    assert [events[2][key] for key in ("id", "seats", "winner", "scores", "reason")] == [
        *("0.0.1", ["a", "b"], None, [96, 96], "cap"),
    ]
    assert events[3]["tournament"] == "class-2026"
    assert events[6]["kind"] == "crash"
    assert events[-1]["status"] == 0


def test_a_json_line_carries_no_control_code() -> None:
    out = io.StringIO()
    NdjsonView(out, Clock(), noon).notice(HOSTILE)
    assert out.getvalue().removesuffix("\n").isprintable()
    assert json.loads(out.getvalue())["text"] == HOSTILE
