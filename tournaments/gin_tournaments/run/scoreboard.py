"""What is stored of a running tournament, folded game by game: the standings, the speed, the last faults."""

import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from gin_referee.records import GameRecord
from gin_rummy.deck import pairing_number
from gin_tournaments.game_ids import show_game
from gin_tournaments.run.conductor import BatchInPlay
from gin_tournaments.schedule.plan import Outlook, Plan, Played
from gin_tournaments.screen.progress import BotAtFault, GameStored, PairingInPlay, Progress, SprtProgress
from gin_tournaments.seeds import Label
from gin_tournaments.statistics.sprt import Sprt
from gin_tournaments.statistics.standings import Standings, Tournament, standings
from gin_tournaments.statistics.tallies import Tallies
from gin_tournaments.statistics.tally import BotTally
from gin_tournaments.store import Finished
from gin_tournaments.store.sums import tally_bots

FAULTS_KEPT = 10
NOTICES_KEPT = 5
SPEED_OVER = 10.0  # seconds
_NO_TIME = 1e-3


def game_stored(record: GameRecord) -> GameStored:
    """Give what may be shown of a game before the other leg of its pair is stored."""
    return GameStored(show_game(record.key), record.seats, record.winner, record.scores, record.reason)


class Scoreboard:
    """Counts what was stored; *tallies* are those of the games stored before."""

    def __init__(
        self, tournament: Tournament, plan: Plan, played: Played, tallies: Tallies, label: Label
    ) -> None:
        self.tournament = tournament
        self._plan = plan
        self._played = played
        self._tallies = tallies
        self._label = label
        self._speed: deque[tuple[float, int]] = deque([(time.monotonic(), len(played))])
        self._faults: deque[BotAtFault] = deque(maxlen=FAULTS_KEPT)
        self._notices: deque[str] = deque(maxlen=NOTICES_KEPT)
        self._standings: Standings | None = None

    @property
    def games_played(self) -> int:
        """Games stored."""
        return len(self._played)

    def stored(self, games: Sequence[Finished], bots: Mapping[int, BotTally]) -> None:
        """Count games that are stored now, and what *bots* did in them."""
        new = [game for game in games if game.record.key not in self._played]
        if len(new) < len(games):  # a recount from the store was ahead
            bots = tally_bots(new)
        for record, facts in new:
            self._played.add_game(record)
            self._tallies.add_result(facts)
        self._tallies.add_bots(bots)
        self._standings = None
        now = time.monotonic()
        self._speed.append((now, len(self._played)))
        while len(self._speed) > 2 and now - self._speed[0][0] > SPEED_OVER:
            self._speed.popleft()

    def recount(self, tallies: Tallies, played: Played) -> None:
        """Begin again from the store, after what is not added game by game: voids, faults in no game."""
        self._tallies, self._played, self._standings = tallies, played, None

    def again(self, tournament: Tournament) -> None:
        """Take what else the standings need from the store again, such as a seed that was published."""
        self.tournament, self._standings = tournament, None

    def planned(self, outlook: Outlook) -> None:
        """Take note of how many games there are to be."""
        if (outlook.games, outlook.final) != (self.tournament.games_planned, self.tournament.final):
            self.tournament = replace(self.tournament, games_planned=outlook.games, final=outlook.final)
            self._standings = None

    def suspended(self, bots: Iterable[str]) -> None:
        """Mark bots that were suspended."""
        names = set(bots)
        if names:
            entries = [
                replace(entry, suspended=True) if entry.name in names else entry
                for entry in self.tournament.entries
            ]
            self.tournament, self._standings = replace(self.tournament, entries=entries), None

    def games_of(self, bot: str) -> int:
        """Count the stored games of a bot."""
        number = self._plan.bots.index(bot)
        others = (other for other in range(len(self._plan.bots)) if other != number)
        return sum(self._played.of(pairing_number(number, other)) for other in others)

    def fault(self, fault: BotAtFault) -> None:
        """Remember a fault."""
        self._faults.append(fault)

    def notice(self, text: str) -> None:
        """Remember a notice."""
        self._notices.append(text)

    def standings(self) -> Standings:
        """Give the standings of what is stored."""
        if self._standings is None:
            self._standings = standings(self.tournament, self._tallies)
        return self._standings

    def sprt(self) -> SprtProgress | None:
        """Say where a test of the two bots stands, None when there is none."""
        test = self._plan.form.test
        if test is None:
            return None
        state = Sprt(test.elo0, test.elo1, test.alpha, test.beta).state(self._tallies.pairing(0))
        a, b = self._plan.bots
        return SprtProgress(
            a=a,
            b=b,
            elo0=test.elo0,
            elo1=test.elo1,
            alpha=test.alpha,
            beta=test.beta,
            llr=state.llr,
            lower=state.lower,
            upper=state.upper,
            pairs=state.units,
            score=state.score,
            accepted=state.accepted,
        )

    def progress(self, in_play: Iterable[BatchInPlay], missing: Iterable[str]) -> Progress:
        """Give how far the tournament is."""
        planned, played = self.tournament.games_planned, self.games_played
        speed = self._games_per_second()
        return Progress(
            tournament=self.tournament.name,
            games_planned=planned,
            games_played=played,
            games_per_second=speed,
            seconds_left=(planned - played) / speed if speed and self.tournament.final else None,
            in_play=tuple(
                PairingInPlay(batch.bots, batch.games - len(batch.out), batch.games) for batch in in_play
            ),
            missing=tuple(missing),
            last_faults=tuple(self._faults),
            notices=tuple(self._notices),
            commitment=self.tournament.commitment or "",
            label=self._label,
            sprt=self.sprt(),
        )

    def _games_per_second(self) -> float | None:
        (began, before), (ended, after) = self._speed[0], self._speed[-1]
        return (after - before) / (ended - began) if ended - began > _NO_TIME and after > before else None
