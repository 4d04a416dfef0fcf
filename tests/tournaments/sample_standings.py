"""Standings and progress for the tests of what is shown: six bots, a field of forty, and hostile names."""

from dataclasses import replace
from types import MappingProxyType

from gin_tournaments.screen.progress import BotAtFault, PairingInPlay, Progress
from gin_tournaments.statistics.standings import BotStanding, Standings
from gin_tournaments.statistics.style import style_of
from gin_tournaments.statistics.tally import Play

BOT = BotStanding(
    rank=1,
    rank_range=(1, 1),
    name="bot",
    group=0,
    elo=0.0,
    elo_ci95=25.0,
    elo_bound=None,
    vs_next=None,
    verdict=None,
    points_per_hand=0.0,
    points_per_hand_ci95=1.0,
    games=104,
    pairs=52,
    wins=52,
    losses=52,
    draws=0,
    isolated=True,
    faults=MappingProxyType({}),
    forfeits=0,
    suspended=False,
    ms_p50=0.05,
    ms_p99=0.2,
    style=style_of(Play()),
    elo_of_order=0.0,
)


def standings_of(*bots: BotStanding) -> Standings:
    return Standings("class-2026", 600, 312, "3f2a" * 16, None, bots)


def placed(
    rank: int, name: str, rank_range: tuple[int, int], elo: tuple[float, float], points: tuple[float, float]
) -> BotStanding:
    bot = replace(BOT, rank=rank, name=name, rank_range=rank_range, elo=elo[0], elo_ci95=elo[1])
    bot = replace(bot, elo_of_order=elo[0])
    return replace(bot, points_per_hand=points[0], points_per_hand_ci95=points[1])


SIX = standings_of(
    replace(
        placed(1, "patient", (1, 1), (183.4, 24.6), (5.231, 0.981)),
        vs_next=0.999,
        verdict="separated",
        wins=78,
        losses=26,
        style=style_of(Play(1000, 31, 9120, 310, 420, 35, 12, 400, 11_200, 500, 2_900, 2_300)),
    ),
    replace(
        placed(2, "watcher", (2, 3), (95.2, 22.1), (3.1, 0.92)),
        vs_next=0.734,
        verdict="open",
        wins=66,
        losses=37,
        draws=1,
    ),
    replace(
        placed(3, "greedy", (2, 4), (81.0, 21.9), (2.87, 0.9)),
        vs_next=0.512,
        verdict="tied",
        wins=65,
        losses=39,
    ),
    replace(
        placed(4, "simple", (3, 4), (74.9, 22.0), (2.5, 0.91)),
        vs_next=0.998,
        verdict="separated",
        wins=64,
        losses=40,
        faults={"timeout": 2, "crash": 1},
        forfeits=3,
        ms_p99=4812.0,
    ),
    replace(
        placed(5, "template", (5, 5), (-150.0, 30.4), (-3.0, 1.2)),
        vs_next=1.0,
        verdict="separated",
        wins=38,
        losses=65,
        draws=1,
    ),
    replace(
        placed(6, "random", (6, 6), (0.0, 0.0), (-10.7, 1.31)),
        elo=None,
        elo_ci95=None,
        elo_bound=("≤", -284.0),
        wins=0,
        losses=104,
        style=style_of(Play(1000, 260, 24_800, 1, 9, 0, 4, 650, 41_000, 500, -5_100, -5_400)),
    ),
)

FORTY = standings_of(
    *(
        placed(
            place,
            f"student-{place:02}",
            (max(1, place - 2), min(40, place + 2)),
            (400.0 - 20 * place, 18.0),
            (0.0, 1.0),
        )
        for place in range(1, 41)
    )
)

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
    label="fixed seed",
)

HOSTILE = "\x1b[31m=cmd|' /C calc'!A0 [bold red]<b>|\u202e\r\nname"
