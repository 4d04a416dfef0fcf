"""Every fault in every phase: the stated ending, the opponent told at once, every other game complete.

What the arena can see of a fault is here; `make chaos` does the same with real processes (`chaos.matrix`). A
bot that has not said Hello has sent no message, so of the faults only those of its process are possible.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import pytest

from gin_referee.faults import Refused
from gin_referee.outbox import MOST_STRAYS
from gin_referee.records import FaultKind
from gin_referee.settings import Settings
from gin_rummy.actions import BIG_GIN, KNOCK, PASS, STOCK
from gin_rummy.rules import Rules
from gin_sdk.v1 import gin_pb2 as pb
from tests.referee.driver import NEVER_LEGAL, Client, Driver, actions, choose_well, spec, specs

SLOW_START = 8.0
OWING = {"upcard offer": pb.PHASE_UPCARD_OFFER, "draw": pb.PHASE_DRAW, "discard": pb.PHASE_DISCARD}
IDLE = ("after a knock", "between hands", "between games")
BEFORE_HELLO = "before hello"
GAMES = 3


class Table:
    """`bad` and `good` on the way to a phase, beside a pairing that has nothing to do with it."""

    def __init__(self, phase: str) -> None:
        self.phase = phase
        self.driver = Driver(Settings(rules=Rules(target=30), at_once=2))
        self.driver.expect("bad", ours=True)
        self.good = self.driver.join("good")
        for name in ("one", "other"):
            self.driver.join(name, choose_well)
        self.driver.submit(specs("one", "other", 1, pairing=1))
        self.bad: Client | None = None
        if phase != BEFORE_HELLO:
            self.bad = self.driver.connect("bad")
        games = [spec("bad", "good", pair) for pair in range(GAMES)]
        self.driver.submit(games[:1] if phase == "between games" else games)
        if self.bad is not None:
            self._go_to(self.bad)
        self.later = games[1:] if phase == "between games" else []

    @property
    def client(self) -> Client:
        assert self.bad is not None
        return self.bad

    @property
    def turn(self) -> pb.Turn | None:
        """What `bad` owes."""
        return self.client.asked[0] if self.client.asked else None

    def a_turn(self) -> pb.Turn:
        """What `bad` owes, or would like to."""
        return self.turn or pb.Turn(game=0, turn=9_999, legal=bytes((PASS,)))

    def say(self, *answers: pb.Turn, code: int | None = None) -> None:
        """Let `bad` answer, what it owes or something else."""
        self.driver.send(self.client, actions(*answers, code=code))
        for turn in answers:
            if turn in self.client.asked:
                self.client.asked.remove(turn)

    def begin_later_games(self) -> None:
        """Begin what was held back so that there was a time between games."""
        self.driver.submit(self.later)
        self.later = []

    def others_play_on(self, seconds: float) -> None:
        """Let everybody but `bad` play well, and time pass."""
        self.begin_later_games()
        self.good.choose = choose_well
        self.driver.play()
        self.driver.wait(seconds)

    def play_on(self) -> None:
        """Let `bad`, in a new process if need be, and `good` play well from here on."""
        self.begin_later_games()
        if self.bad is None or self.bad.goodbye is not None or not self.driver.arena.is_connected("bad"):
            self.bad = self.driver.connect("bad")
        self.client.asked = type(self.client.asked)(
            turn for turn in self.client.asked if turn.game not in self.client.overs
        )
        self.client.choose = self.good.choose = choose_well
        self.driver.play()

    def _go_to(self, bad: Client) -> None:
        dice = Random(1)
        while not self._is_there(bad):
            mover = bad if bad.asked else self.good
            turn = mover.asked[0]
            self.driver.answer(mover, turn, code=choose_well(turn, dice))

    def _is_there(self, bad: Client) -> bool:
        if self.phase in OWING:
            return bool(bad.asked) and bad.asked[0].phase == OWING[self.phase]
        if self.phase == "between games":
            return bool(bad.overs)
        over = bad.hand_overs[-1] if bad.hand_overs else None
        return (
            over is not None
            and not bad.asked
            and not bad.overs
            and over.you_knocked == (self.phase == "after a knock")
        )


Deed = Callable[[Table], None]


def ends_with(evidence: str) -> Deed:
    def deed(table: Table) -> None:
        table.driver.arena.exited("bad", None, evidence, table.driver.now)

    return deed


def raises_in_a_game(table: Table) -> None:
    turn = table.a_turn()
    failed = pb.Failed(game=turn.game, turn=turn.turn, error="ZeroDivisionError: division by zero")
    table.driver.send(table.client, pb.PlayRequest(failed=failed))


def is_silent(table: Table) -> None:
    """It is stopped, sleeps, or never reads: nothing comes from it."""
    table.others_play_on(5.2)


def is_late(table: Table) -> None:
    is_silent(table)
    table.say(table.a_turn())


def answers_twice(table: Table) -> None:
    turn = table.a_turn()
    table.say(turn)
    table.say(turn, turn)


def answers_another_game(table: Table) -> None:
    table.say(pb.Turn(game=77, turn=0, legal=bytes((PASS,))))


def answers_an_old_turn(table: Table) -> None:
    turn = table.a_turn()
    table.say(pb.Turn(game=turn.game, turn=max(turn.turn - 1, 0) + 5_000, legal=bytes((PASS,))))


def chooses(code: int) -> Deed:
    return lambda table: table.say(table.a_turn(), code=code)


def throws_a_card_it_does_not_hold(table: Table) -> None:
    turn = table.a_turn()
    table.say(turn, code=next(card for card in range(52) if card not in turn.hand))


def knocks_with_too_much(table: Table) -> None:
    turn = table.a_turn()
    knocks = [KNOCK + card for card in turn.hand] or [KNOCK]
    table.say(turn, code=next(code for code in knocks if code not in turn.legal))


def names_a_spread_of_no_cards(table: Table) -> None:
    turn = table.a_turn()
    action = pb.Action(game=turn.game, turn=turn.turn, action=KNOCK, spread=[b"\xff\xfe\xfd"])
    table.driver.send(table.client, pb.PlayRequest(actions=pb.Actions(actions=[action])))


def breaks(evidence: str) -> Deed:
    def deed(table: Table) -> None:
        table.driver.arena.broke_protocol(table.client.session.id, evidence, table.driver.now)

    return deed


def floods_with(request: pb.PlayRequest, times: int) -> Deed:
    def deed(table: Table) -> None:
        for _ in range(times):
            table.driver.send(table.client, request)

    return deed


def says(request: pb.PlayRequest) -> Deed:
    return lambda table: table.driver.send(table.client, request)


def closes_the_stream(table: Table) -> None:
    table.begin_later_games()
    table.driver.arena.disconnect(table.client.session.id, table.driver.now)
    table.others_play_on(10.2)


def is_refused(code: str, name: str = "bad", major: int = 1) -> Deed:
    def deed(table: Table) -> None:
        with pytest.raises(Refused) as refusal:
            table.driver.arena.connect(name, pb.Hello(protocol_major=major), table.driver.now)
        assert refusal.value.code == code

    return deed


def connects_twice(table: Table) -> None:
    if table.bad is None:
        table.bad = table.driver.connect("bad")
    is_refused("ALREADY_EXISTS")(table)


def starts_slowly(table: Table) -> None:
    """Its process ends, and the next needs eight seconds, more than a move may take."""
    ends_with("exit status 1")(table)
    table.driver.deliver()
    table.others_play_on(SLOW_START)


def cannot_be_started(table: Table) -> None:
    table.begin_later_games()
    for _ in range(2):
        ends_with("there is no file bot")(table)
        table.driver.deliver()
        table.others_play_on(0.0)


STALE = pb.PlayRequest(actions=pb.Actions(actions=[pb.Action(game=99, turn=0, action=PASS)] * 256))
PONG = pb.PlayRequest(pong=pb.Pong(id=1))
EXITS = (
    "exit status 0",
    "exit status 1; it printed: KeyError: 7",
    "exit status 1; it printed: MemoryError",
    "exit status 1; it printed: OSError: [Errno 24] Too many open files",
    "killed by SIGKILL; it printed nothing",
    "killed by SIGSEGV; it printed nothing",
)


@dataclass(frozen=True)
class Stated:
    """What a fault costs while a decision is owed, and how many events it is; what while none is.

    *before_hello*: whether a process can do it that has not said Hello.
    """

    deed: Deed
    owing: FaultKind | None = None
    idle: FaultKind | None = None
    evidence: str = ""
    before_hello: bool = False
    events: int = 1


MATRIX: dict[str, Stated] = {
    **{f"ends: {exit_}": Stated(ends_with(exit_), "crash", None, exit_, True) for exit_ in EXITS},
    "cannot be started": Stated(cannot_be_started, "crash", "crash", "there is no file", True, 2),
    "starts slowly": Stated(starts_slowly, "crash", None, "exit status 1", True),
    "raises in a game": Stated(raises_in_a_game, "crash", None, "ZeroDivisionError"),
    "is silent": Stated(is_silent, "timeout", "timeout", "no answer in"),
    "is late": Stated(is_late, "timeout", "timeout", "no answer in"),
    "answers twice": Stated(answers_twice),
    "answers another game": Stated(answers_another_game),
    "answers an old turn": Stated(answers_an_old_turn),
    "illegal: no action": Stated(chooses(NEVER_LEGAL), "illegal", None, "legal:"),
    "illegal: the largest number": Stated(chooses(2**32 - 1), "illegal", None, "legal:"),
    "illegal: big gin": Stated(chooses(BIG_GIN), "illegal", None, "legal:"),
    "illegal: a card it does not hold": Stated(throws_a_card_it_does_not_hold, "illegal", None, "legal:"),
    "illegal: a knock with too much": Stated(knocks_with_too_much, "illegal", None, "legal:"),
    "illegal: a spread of no cards": Stated(names_a_spread_of_no_cards, "illegal", None, "legal:"),
    "garbage": Stated(breaks("it sent 4 bytes that are no PlayRequest"), "protocol", None, "no PlayRequest"),
    "10 MB": Stated(breaks("it sent a message of 10000000 bytes"), "protocol", None, "10000000 bytes"),
    "never reads": Stated(breaks("it does not read: 256 messages"), "protocol", None, "does not read"),
    "floods with answers": Stated(
        floods_with(STALE, MOST_STRAYS // 256 + 1), "protocol", None, "answers to nothing"
    ),
    "floods with pongs": Stated(floods_with(PONG, MOST_STRAYS + 1), "protocol", None, "answers to nothing"),
    "says hello again": Stated(
        says(pb.PlayRequest(hello=pb.Hello(protocol_major=1))), "protocol", None, "a second Hello"
    ),
    "says nothing": Stated(says(pb.PlayRequest()), "protocol", None, "without content"),
    "closes the stream": Stated(closes_the_stream, "disconnect", "disconnect", "did not come back"),
    "connects twice": Stated(connects_twice, before_hello=True),
    "connects with a name of nobody": Stated(is_refused("NOT_FOUND", name="eve"), before_hello=True),
    "an older protocol": Stated(is_refused("FAILED_PRECONDITION", major=0), before_hello=True),
    "a newer protocol": Stated(is_refused("FAILED_PRECONDITION", major=2), before_hello=True),
}
WRONG_PHASE = {"upcard offer": STOCK, "draw": PASS, "discard": STOCK}


def cells() -> Iterator[tuple[str, str]]:
    for fault, stated in MATRIX.items():
        yield from ((fault, phase) for phase in (*OWING, *IDLE))
        if stated.before_hello:
            yield fault, BEFORE_HELLO


@pytest.mark.parametrize(("fault", "phase"), [*cells()])
def test_a_fault_ends_as_stated_and_hurts_nobody_else(fault: str, phase: str) -> None:
    stated = MATRIX[fault]
    table = Table(phase)
    driver, told_before = table.driver, len(table.good.overs)
    kind = stated.owing if phase in OWING else stated.idle if phase in IDLE else None

    stated.deed(table)
    driver.deliver()
    expected = 0 if kind is None else stated.events if phase in OWING else 1
    assert [notice.fault.kind for notice in driver.faults] == [kind] * expected
    for notice in driver.faults:
        assert (notice.bot, notice.opponent) == ("bad", "good")
        assert stated.evidence in notice.fault.evidence
    told = list(table.good.overs.values())[told_before:] if kind else []
    if expected == 1:
        assert told[-1].result == pb.GAME_RESULT_WON, "told at once, before anybody plays on"
        assert (told[-1].reason, told[-1].at_fault) == ("fault", pb.AT_FAULT_OPPONENT)
        assert (told[-1].fault, told[-1].evidence) == (kind, "")

    table.play_on()
    driver.wait(100.0)
    assert len(driver.faults) == expected, "the rest is played without a fault"
    assert len(driver.records) == 2 + GAMES
    lost = [record for record in driver.records.values() if record.fault is not None]
    assert len(lost) == expected
    for record in lost:
        assert record.winner == record.seats.index("good")
        assert (record.reason, record.fault) == ("fault", record.faults[-1])
    assert all(record.reason == "target" for record in driver.records.values() if record.fault is None)
    assert driver.arena.games_in_flight() == []


@pytest.mark.parametrize("phase", OWING)
def test_an_action_of_another_phase_is_illegal(phase: str) -> None:
    table = Table(phase)
    table.say(table.a_turn(), code=WRONG_PHASE[phase])
    (notice,) = table.driver.faults
    assert notice.fault.kind == "illegal"
    assert "; legal: " in notice.fault.evidence


def test_the_card_just_taken_cannot_be_thrown_back_by_a_discard_or_by_a_knock() -> None:
    for base in (0, KNOCK):
        table = Table("draw")
        taken = table.a_turn().upcard
        table.say(table.a_turn(), code=106)
        assert table.turn is not None
        assert table.turn.taken
        table.say(table.turn, code=base + taken)
        (notice,) = table.driver.faults
        assert notice.fault.kind == "illegal"


@pytest.mark.parametrize("phase", [*OWING, *IDLE])
def test_a_process_of_ours_that_stays_away_or_hangs_as_it_starts_is_replaced(phase: str) -> None:
    table = Table(phase)
    closes_the_stream(table)
    table.driver.wait(60.0)
    closings = [closing for closing in table.driver.closings if closing.restart]
    assert [(closing.name, closing.connection) for closing in closings] == [("bad", None)] * 2
    assert [notice.fault.kind for notice in table.driver.faults] == ["disconnect", "crash"]
    assert table.driver.arena.exited("bad", None, "killed by SIGKILL", table.driver.now)
    table.play_on()
    assert len(table.driver.records) == 2 + GAMES
    assert len(table.driver.faults) == 2
