"""The standings: one fold from the tallies to a value that tables, screens and exports show."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from gin_referee.records import FaultKind
from gin_tournaments.statistics.joint_fit import Method
from gin_tournaments.statistics.points import PairingPoints, Points, bot_points
from gin_tournaments.statistics.ranking import ranked
from gin_tournaments.statistics.ratings import Bound, Group, Ratings, rate
from gin_tournaments.statistics.separation import Rule, Separation, Verdict, separate
from gin_tournaments.statistics.style import Style, style_of
from gin_tournaments.statistics.tallies import Tallies
from gin_tournaments.statistics.tally import BotTally, PairingTally


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot of the tournament, numbered by its place among the entries.

    *mended_after*: how many of its games were stored when it came back mended; None if it never did.
    """

    name: str
    isolated: bool = True
    suspended: bool = False
    mended_after: int | None = None
    luck: float | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """What the standings need besides the games; `anchors` by name, `seed` None until published.

    `label` says how the seed is bound (docs/deck.md); `final` is false while results have still to decide
    what is played beyond `games_planned`.
    """

    name: str
    entries: Sequence[Entry]
    games_planned: int
    commitment: str | None = None
    seed: str | None = None
    weights: Literal["equal", "games"] = "equal"
    anchors: Mapping[str, float] = field(default_factory=dict)
    rule: Rule = field(default_factory=Rule)
    label: str | None = None
    final: bool = True

    def method(self) -> Method:
        """Give the method of rating, anchors by number."""
        numbers = {entry.name: number for number, entry in enumerate(self.entries)}
        anchors = {numbers[name]: elo for name, elo in self.anchors.items() if name in numbers}
        return Method(weights=self.weights, anchors=anchors)


@dataclass(frozen=True, slots=True)
class BotStanding:
    """One row; docs/statistics.md explains each column.

    `group` numbers the sets of bots with games between them; ranks of different groups are not comparable.
    `elo` is None with a perfect record (then `elo_bound`) or without a complete deal pair. `elo_of_order` is
    the fit's own number, by which the rows are in order, for a bound too. `vs_next` and `verdict` are about
    the next row of the group, None in the last.
    """

    rank: int
    rank_range: tuple[int, int]
    name: str
    group: int
    elo: float | None
    elo_ci95: float | None
    elo_bound: Bound | None
    vs_next: float | None
    verdict: Verdict | None
    points_per_hand: float | None
    points_per_hand_ci95: float | None
    games: int
    pairs: int
    wins: int
    losses: int
    draws: int
    isolated: bool
    faults: Mapping[FaultKind, int]
    forfeits: int
    suspended: bool
    ms_p50: float | None
    ms_p99: float | None
    style: Style
    mended_after: int | None = None
    elo_of_order: float | None = None

    @property
    def win_rate(self) -> float | None:
        """Share of the games won, a drawn one counting half; None without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a tournament, group by group (the largest first), best bot first."""

    tournament: str
    games_planned: int
    games_played: int
    commitment: str | None
    seed: str | None
    bots: tuple[BotStanding, ...]
    label: str | None = None
    final: bool = True

    @property
    def complete(self) -> bool:
        """Say whether every planned game was played, and no more will be planned."""
        return self.final and self.games_played >= self.games_planned


def standings(tournament: Tournament, tallies: Tallies) -> Standings:
    """Compute the standings; the order in which games were tallied changes no bit of them."""
    fold = _Fold(tournament, tallies)
    rows = [row for number, group in enumerate(fold.ratings.groups) for row in fold.rows(number, group)]
    return Standings(
        tournament.name,
        tournament.games_planned,
        tallies.games,
        tournament.commitment,
        tournament.seed,
        tuple(rows),
        tournament.label,
        tournament.final,
    )


class _Fold:
    """What all rows share, computed once."""

    def __init__(self, tournament: Tournament, tallies: Tallies) -> None:
        self.tournament = tournament
        self.bots = tallies.bots
        self.pairings = {(tally.a, tally.b): tally for tally in tallies.pairings.values()}
        self.ratings: Ratings = rate(len(tournament.entries), self.pairings.values(), tournament.method())
        self.records = _records(len(tournament.entries), self.pairings.values())
        self.points = _points_of_all(len(tournament.entries), tallies)

    def rows(self, number: int, group: Group) -> list[BotStanding]:
        """Make the rows of a group, best first."""
        order = ranked(group, self.points, self.pairings, [entry.name for entry in self.tournament.entries])
        decided = separate(group.fit, self.tournament.rule) if group.fit else None
        return [self._row(number, group, order, place, decided) for place in range(len(order))]

    def _row(
        self, number: int, group: Group, order: Sequence[int], place: int, decided: Separation | None
    ) -> BotStanding:
        bot = order[place]
        entry, tally = self.tournament.entries[bot], self.bots.get(bot, BotTally())
        record = self.records[bot]
        points, bound = self.points.get(bot), self.ratings.bounds.get(bot)
        fitted, width = _elo(group, bot) if record.pairs else (None, None)
        elo, ci95 = (fitted, width) if bound is None else (None, None)
        vs_next, verdict = _next(group, order, place, decided)
        return BotStanding(
            rank=place + 1,
            rank_range=_rank_range(group, bot, decided),
            name=entry.name,
            group=number,
            elo=elo,
            elo_ci95=ci95,
            elo_bound=bound,
            vs_next=vs_next,
            verdict=verdict,
            points_per_hand=points.mean if points else None,
            points_per_hand_ci95=points.ci95 if points else None,
            games=record.wins + record.draws + record.losses,
            pairs=record.pairs,
            wins=record.wins,
            losses=record.losses,
            draws=record.draws,
            isolated=entry.isolated,
            faults=dict(sorted(tally.faults.items())),
            forfeits=tally.games_forfeited,
            suspended=entry.suspended,
            ms_p50=tally.think_times.milliseconds(0.5),
            ms_p99=tally.think_times.milliseconds(0.99),
            style=style_of(tally.play, entry.luck),
            mended_after=entry.mended_after,
            elo_of_order=fitted,
        )


class _Record(NamedTuple):
    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: int = 0


def _records(bots: int, tallies: Iterable[PairingTally]) -> list[_Record]:
    """Count each bot's games and complete rated deal pairs over its pairings."""
    records = [_Record()] * bots
    for tally in tallies:
        for bot, wins, losses in ((tally.a, tally.wins, tally.losses), (tally.b, tally.losses, tally.wins)):
            old = records[bot]
            records[bot] = _Record(
                old.wins + wins, old.draws + tally.draws, old.losses + losses, old.pairs + tally.pairs
            )
    return records


def _points_of_all(bots: int, tallies: Tallies) -> dict[int, Points]:
    own: dict[int, list[PairingPoints]] = {bot: [] for bot in range(bots)}
    for number in sorted(tallies.pairings):
        points, tally = tallies.points(number), tallies.pairings[number]
        if points is not None:
            own[tally.a].append(points)
            own[tally.b].append(points.turned())
    found = {bot: bot_points(points) for bot, points in own.items()}
    return {bot: points for bot, points in found.items() if points is not None}


def _elo(group: Group, bot: int) -> tuple[float | None, float | None]:
    if group.fit is None or bot not in group.fit.bots:
        return None, None
    row = group.fit.bots.index(bot)
    return float(group.fit.elo[row]), group.fit.half_width(row)


def _rank_range(group: Group, bot: int, decided: Separation | None) -> tuple[int, int]:
    if decided is None or group.fit is None:
        return 1, len(group.members)
    return decided.rank_range(group.fit.bots.index(bot))


def _next(
    group: Group, order: Sequence[int], place: int, decided: Separation | None
) -> tuple[float | None, Verdict | None]:
    if decided is None or group.fit is None or place + 1 == len(order):
        return None, None
    row, other = (group.fit.bots.index(order[at]) for at in (place, place + 1))
    return group.fit.superiority(row, other), decided.verdict(row, other)
