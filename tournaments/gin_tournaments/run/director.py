"""Plays a tournament: joins the plan, the referee, the bots' processes, the store and what shows it.

One event loop, and no decision of its own that another module can make: who plays next is the `Conductor`'s,
what is handed to the arena the `Matchmaker`'s, which process runs the `Crew`'s, who failed too often the
`Suspension`'s.
"""

import asyncio
import contextlib
import signal
from collections.abc import Iterator, Mapping
from enum import Enum, auto
from pathlib import Path
from time import time as now
from typing import NamedTuple

from gin_referee.arena import Arena
from gin_referee.door import Authenticate, Caller
from gin_referee.effects import Closing, FaultNotice, Voided
from gin_referee.events import Bug, Event, Joined
from gin_referee.launcher import Launcher
from gin_referee.records import FaultKind, GameRecord
from gin_referee.server import RefereeServer
from gin_referee.tokens import hash_token, make_token, owner_of
from gin_sdk.version import __version__
from gin_tournaments.config import Config
from gin_tournaments.game_ids import show_game
from gin_tournaments.run.attendance import Attendance
from gin_tournaments.run.conductor import Conductor
from gin_tournaments.run.crew import Crew, Ended
from gin_tournaments.run.items import FaultRun
from gin_tournaments.run.matchmaker import Matchmaker
from gin_tournaments.run.opening import Opened
from gin_tournaments.run.scoreboard import Scoreboard, game_stored
from gin_tournaments.run.seen import MOST_REPLAYS, Dealing, dealt_now
from gin_tournaments.run.settings import arena_settings, command_of, lanes, pairings_at_once, server_options
from gin_tournaments.run.storing import STOP_SIGNALS
from gin_tournaments.run.suspension import Suspension
from gin_tournaments.run.writer import Writer
from gin_tournaments.sandbox import NOTICE, runs_as_we_do
from gin_tournaments.screen.progress import BotAtFault, RoundBegun
from gin_tournaments.screen.view import View
from gin_tournaments.statistics.tally import BotTally
from gin_tournaments.store import Batch, FaultEvent, Mark, Results, ResultsWriter

TICK = 0.25  # seconds between two looks at who is missing, and two offers to the view
SHOWING = 20.0  # times as long as the standings took to work out, nothing is shown: that of many bots is slow
BUG_LOG = "referee.log"


class End(Enum):
    """Why a run ended."""

    PLAYED = auto()
    INTERRUPTED = auto()
    ABSENT = auto()
    TIME = auto()


class Outcome(NamedTuple):
    """How a run ended: why, how many faults of ours it met, which bots were absent.

    *given_up*: games that are not played, because their deal pair was dealt as often as it can be.
    """

    end: End
    bugs: int = 0
    absent: tuple[str, ...] = ()
    given_up: int = 0


class Director:
    """One run of a tournament; made and run in one event loop."""

    def __init__(
        self,
        config: Config,
        store: ResultsWriter,
        opened: Opened,
        board: Scoreboard,
        view: View,
        logs: Path,
    ) -> None:
        self._config = config
        self._store = store
        self._board = board
        self._view = view
        self._logs = logs
        self._bots = {bot.name: bot for bot in config.bots if not bot.withdrawn}
        suspended = store.suspended()
        self._commands = {
            name: command
            for name, bot in self._bots.items()
            if name not in suspended and (command := command_of(bot)) is not None
        }
        self._tokens = {(name, lane): make_token() for name in self._commands for lane in lanes(config)}
        self._arena = Arena(arena_settings(config, opened.epoch.commitment, __version__))
        for bot in self._bots.values():
            fresh = config.isolation == "process" and not bot.remote
            self._arena.expect(bot.name, at_once=bot.at_once, ours=not bot.remote, fresh=fresh)
        self._suspension = Suspension(config.suspend_after, store.fault_runs())
        self._attendance = Attendance(config.join.timeout)
        played = store.played()
        self._conductor = Conductor(opened.plan, played, pairings_at_once(config))
        dealing = Dealing(
            {bot.name for bot in self._bots.values() if bot.remote},
            {pair for pair, attempt in dealt_now(store).items() if attempt >= MOST_REPLAYS},
            self._arena.is_connected,
            lambda item: self._writer.put(item),
        )
        self._matchmaker = Matchmaker(
            opened.plan,
            opened.dealer,
            config.rules,
            played,
            store.attempts(),
            dict.fromkeys(suspended, "suspended"),
            self._conductor,
            lambda change: self._server.apply(change),
            lambda item: self._writer.put(item),
            dealing,
        )
        self._absent: dict[str, None] = {}
        self._outside_events = 0
        self._round = -1
        self._bugs = 0

    async def run(self) -> Outcome:
        """Play until nothing is left or somebody stops it; everything finished is stored when this returns.

        Raises:
            GinError: when the referee cannot listen, a bot cannot be started, or results cannot be stored.
        """
        self._end: asyncio.Future[End] = asyncio.get_running_loop().create_future()
        async with contextlib.AsyncExitStack() as leaving:
            leaving.enter_context(self._stoppable())
            self._writer = await Writer.start(self._store, self._stored, self._fail)
            leaving.push_async_callback(self._writer.close)
            self._server = RefereeServer(self._arena, self._authenticate(), server_options(self._config))
            await self._server.start()
            self._launcher = Launcher(
                self._server.local_address, self._logs, lambda end: self._crew.exited(end)
            )
            self._crew = Crew(
                self._launcher,
                self._commands,
                self._tokens,
                self._config.games.processes_at_once,
                self._process_ended,
                self._fail,
            )
            leaving.push_async_callback(self._let_go)
            end = await self._play(leaving)
        return Outcome(end, self._bugs, tuple(self._absent), len(self._matchmaker.given_up))

    async def _play(self, leaving: contextlib.AsyncExitStack) -> End:
        if runs_as_we_do(self._bots.values()):
            self._notice(NOTICE)
        if any(bot.remote for bot in self._bots.values()):
            self._notice(f"bots dial in at {self._server.address}")
        for work in (self._take_events(), self._watch()):
            task = asyncio.create_task(work)
            task.add_done_callback(self._task_ended)
            leaving.callback(task.cancel)
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._in_a_callback)
        self._go_on()
        if self._config.stop.time is not None:
            loop.call_later(self._config.stop.time, self._finish, End.TIME)
        return await self._end

    async def _let_go(self) -> None:
        """Let everybody go, and store what is finished."""
        await self._crew.close()
        await asyncio.gather(self._server.stop("the tournament is over"), self._launcher.stop())
        for event in self._server.past_events():
            if isinstance(event, GameRecord):
                self._writer.put(event)

    @contextlib.contextmanager
    def _stoppable(self) -> Iterator[None]:
        """End the run when somebody presses Ctrl-C or asks this process to end.

        What is ignored stays ignored: `nohup` and shells that start us in the background rely on it.
        """
        loop = asyncio.get_running_loop()
        heeded = [number for number in STOP_SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
        for number in heeded:
            loop.add_signal_handler(number, self._finish, End.INTERRUPTED)
        try:
            yield
        finally:
            for number in heeded:
                loop.remove_signal_handler(number)

    def _authenticate(self) -> Authenticate:
        hashes = {Caller(name, (lane,)): hash_token(token) for (name, lane), token in self._tokens.items()}
        hashes |= {
            Caller(bot.name): bot.token_hash for bot in self._bots.values() if bot.remote and bot.token_hash
        }
        return lambda token: owner_of(token, hashes)

    def _finish(self, end: End) -> None:
        if not self._end.done():
            self._end.set_result(end)

    def _fail(self, error: BaseException) -> None:
        if not self._end.done():
            self._end.set_exception(error)

    def _in_a_callback(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        """End the run when whoever reads what is shown left, wherever that is noticed."""
        error = context.get("exception")
        if isinstance(error, BrokenPipeError):
            self._fail(error)
        else:
            loop.default_exception_handler(context)

    def _task_ended(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail(error)

    async def _take_events(self) -> None:
        async for event in self._server.events():
            self._take(event)

    async def _watch(self) -> None:
        time = asyncio.get_running_loop().time
        show_at = time()
        while True:
            self._look_for_missing()
            if (began := time()) >= show_at:
                progress = self._board.progress(self._conductor.in_play.values(), self._attendance.missing)
                self._view.update(self._board.standings(), progress)
                show_at = time() + SHOWING * (time() - began)
            await asyncio.sleep(TICK)

    def _go_on(self) -> None:
        """Hand out what can be played now, start who is needed for it, and end when nothing is left."""
        self._matchmaker.fill()
        if self._conductor.round > self._round:
            self._round = self._conductor.round
            self._view.round_begun(RoundBegun(self._round, self._conductor.games_of_round(self._round)))
        if self._conductor.finished:
            self._finish(End.PLAYED)
            return
        wanted = {name for playing in self._conductor.in_play.values() for name in playing.bots}
        self._crew.want(wanted, self._conductor.soon())

    def _take(self, event: Event) -> None:
        match event:
            case GameRecord():
                self._game_over(event)
            case FaultNotice():
                self._fault_in_game(event)
            case Voided():
                self._void(event)
            case Joined():
                self._crew.joined(event.name, event.lane)
                self._matchmaker.fill()
            case Closing() if event.restart:
                self._crew.replace(event.name, event.lane)
            case Bug():
                self._bug(event.traceback)

    def _game_over(self, record: GameRecord) -> None:
        for seat, name in enumerate(record.seats):
            if record.hands and all(fault.seat != seat for fault in record.faults):
                if self._suspension.finished(name):
                    self._writer.put(FaultRun(name, 0))
                self._crew.played(name)
        if self._matchmaker.finished(record):
            self._go_on()

    def _void(self, game: Voided) -> None:
        if game.bug is not None:
            self._bug(game.bug)
        self._matchmaker.voided(game)
        self._go_on()

    def _fault_in_game(self, notice: FaultNotice) -> None:
        fault = notice.fault
        self._show_fault(
            BotAtFault(
                notice.bot, notice.opponent, show_game(notice.key), fault.kind, fault.cost, fault.evidence
            )
        )
        self._count_fault(notice.bot, notice.event)

    def _fault_outside(self, bot: str, kind: FaultKind, evidence: str) -> None:
        """Take a fault that cost no game, such as a process that ended before it had said Hello."""
        self._writer.put(FaultEvent(bot, kind, evidence, now()))
        self._show_fault(BotAtFault(bot, None, None, kind, None, evidence))
        self._outside_events += 1
        self._count_fault(bot, -self._outside_events)

    def _show_fault(self, fault: BotAtFault) -> None:
        self._board.fault(fault)
        self._view.fault(fault)

    def _count_fault(self, bot: str, event: int) -> None:
        if bot in self._matchmaker.out:
            return
        suspended = self._suspension.fault(bot, event)
        running = self._suspension.running[bot]
        self._writer.put(FaultRun(bot, running))
        if suspended:
            reason = f"{running} faults with no game finished without one in between"
            self._writer.put(Mark(bot, "suspended", reason, now(), self._board.games_of(bot)))
            self._notice(f"{bot} is suspended: {reason}; it loses the games it has left")
            self._crew.dismiss(bot)
            self._matchmaker.leave([bot], "suspended")
            self._go_on()

    def _process_ended(self, end: Ended) -> None:
        """Take the end of a process that nobody asked for: a fault of a decision it owes, or of its own."""
        at_fault = self._server.apply(
            lambda arena, time: arena.exited(end.name, end.lane, end.evidence, time)
        )
        if not at_fault and not self._end.done():
            before = "" if end.said_hello else "before it said Hello: "
            self._fault_outside(end.name, "crash", before + end.evidence)

    def _look_for_missing(self) -> None:
        absent = self._attendance.look(self._away(), self._server.now())
        if absent and not self._end.done():
            self._go_on_without(absent)

    def _away(self) -> list[str]:
        """Name the bots that are needed, not there, and in no game whose clocks run."""
        in_play = [name for playing in self._conductor.in_play.values() for name in playing.bots]
        remote = [name for name in self._conductor.soon() if self._bots[name].remote]
        return [
            name
            for name in dict.fromkeys([*in_play, *remote])
            if name not in self._matchmaker.out
            and name not in self._absent
            and not self._arena.is_connected(name)
            and not self._arena.games_in_flight(name)
        ]

    def _go_on_without(self, absent: list[str]) -> None:
        """Do about bots that are absent what the config says."""
        join = self._config.join
        self._absent.update(dict.fromkeys(absent))
        for name in absent:
            self._notice(f"{name} is absent: it was not there for {join.timeout:g} s")
        if join.absent == "abort":
            self._finish(End.ABSENT)
            return
        for name in absent:
            self._crew.dismiss(name)
        if join.absent == "forfeit":
            self._matchmaker.leave(absent, "absent")
        else:
            for name in absent:
                self._matchmaker.skip(name)
        self._go_on()

    def _stored(self, batch: Batch, bots: Mapping[int, BotTally]) -> None:
        """Show what is stored now; the file itself is the writer's as long as it runs."""
        self._matchmaker.dealt(batch.dealt)
        if batch.voids or batch.events:
            with Results.open(self._store.path) as results:
                self._board.recount(results.tallies(), results.played())
        else:
            self._board.stored(batch.games, bots)
        if outlook := self._conductor.outlook():
            self._board.planned(outlook)
        self._board.suspended(mark.bot for mark in batch.marks if mark.mark == "suspended")
        for game in batch.games:
            self._view.game(game_stored(game.record))

    def _notice(self, text: str) -> None:
        self._board.notice(text)
        self._view.notice(text)

    def _bug(self, traceback: str) -> None:
        """Keep the traceback of a fault of ours, and say where."""
        self._bugs += 1
        self._logs.mkdir(parents=True, exist_ok=True)
        log = self._logs / BUG_LOG
        with log.open("a", encoding="utf-8") as file:
            file.write(traceback + "\n")
        self._notice(f"a fault of ours; what we need to mend it is in {log}")
