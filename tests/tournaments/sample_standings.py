"""Standings and progress for the tests of what is shown: six bots, a field of forty, and hostile names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from gin_tournaments.progress import BotAtFault, PairingInPlay, Progress
from gin_tournaments.standing_facts import Verdict
from gin_tournaments.statistics.tally import Play


@dataclass(frozen=True)
class Bot:
    name: str
    rank: int = 1
    rank_range: tuple[int, int] = (1, 1)
    elo: float | None = 0.0
    elo_ci95: float | None = 25.0
    elo_bound: tuple[str, float] | None = None
    vs_next: float | None = None
    verdict: Verdict | None = None
    points_per_hand: float | None = 0.0
    points_per_hand_ci95: float | None = 1.0
    games: int = 200
    pairs: int = 100
    wins: int = 100
    losses: int = 100
    draws: int = 0
    win_rate: float | None = 0.5
    isolated: bool = True
    faults: Mapping[str, int] = field(default_factory=dict)
    forfeits: int = 0
    suspended: bool = False
    ms_p50: float | None = 0.05
    ms_p99: float | None = 0.2


@dataclass(frozen=True)
class Standings:
    bots: Sequence[Bot]
    tournament: str = "class-2026"
    complete: bool = False
    games_planned: int = 600
    games_played: int = 312
    commitment: str | None = "3f2a" * 16
    seed: str | None = None


SIX = Standings(
    (
        Bot(
            "patient",
            1,
            (1, 1),
            183.4,
            24.6,
            None,
            0.999,
            "separated",
            5.231,
            0.981,
            104,
            52,
            78,
            26,
            0,
            0.75,
        ),
        Bot("watcher", 2, (2, 3), 95.2, 22.1, None, 0.734, "open", 3.1, 0.92, 104, 52, 66, 37, 1, 0.639),
        Bot("greedy", 3, (2, 4), 81.0, 21.9, None, 0.512, "tied", 2.87, 0.9, 104, 52, 65, 39, 0, 0.625),
        replace(
            Bot(
                "simple",
                4,
                (3, 4),
                74.9,
                22.0,
                None,
                0.998,
                "separated",
                2.5,
                0.91,
                104,
                52,
                64,
                40,
                0,
                0.615,
            ),
            faults={"timeout": 2, "crash": 1},
            forfeits=3,
            ms_p99=4812.0,
        ),
        Bot("template", 5, (5, 5), -150.0, 30.4, None, 1.0, "separated", -3.0, 1.2, 104, 52, 38, 65, 1, 0.37),
        Bot("random", 6, (6, 6), None, None, ("≤", -284.0), None, None, -10.7, 1.31, 104, 52, 0, 104, 0, 0.0),
    )
)

PLAYS = {
    "patient": Play(1000, 31, 9120, 310, 420, 35, 12, 400, 11_200, 500, 2_900, 2_300),
    "random": Play(1000, 260, 24_800, 1, 9, 0, 4, 650, 41_000, 500, -5_100, -5_400),
    "simple": Play(),
}

PROGRESS = Progress(
    tournament="class-2026",
    games_planned=600,
    games_played=312,
    games_per_second=41.24,
    seconds_left=7.0,
    in_play=(PairingInPlay(("greedy", "simple"), 12, 40), PairingInPlay(("patient", "watcher"), 39, 40)),
    missing=("alice",),
    last_faults=(
        BotAtFault("simple", "greedy", "7.3.1", "timeout", "forfeit_game", "no answer within move_time 5 s"),
        BotAtFault("simple", "random", "11.0.0", "crash", "forfeit_game", "exit status 1:\n  KeyError: 'Kc'"),
    ),
    notices=("bots run as you and could read the seed: see run_as",),
    commitment="3f2a" * 16,
    seed_mode="in the config",
)

FORTY = Standings(
    tuple(
        Bot(
            f"student-{place:02}",
            place,
            (max(1, place - 2), min(40, place + 2)),
            400.0 - 20 * place,
            18.0,
            vs_next=0.8,
        )
        for place in range(1, 41)
    )
)

HOSTILE = "\x1b[31m=cmd|' /C calc'!A0 [bold red]<b>|\u202e\r\nname"
