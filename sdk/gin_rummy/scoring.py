"""What a hand and a game are worth: pure folds, no play."""

from collections.abc import Sequence
from typing import Literal

from gin_rummy.cards import Card, CardSet
from gin_rummy.layoff import Defence, defend
from gin_rummy.melds import best_melds, deadwood, value
from gin_rummy.result import End, HandResult
from gin_rummy.rules import Rules


def points_of_knock(
    rules: Rules, knocker_deadwood: int, defender_deadwood: int, big_gin: bool = False
) -> tuple[End, int, int]:
    """Score a knock by deadwood: how the hand ended, the points, and 1 if they are the defender's, else 0.

    *knocker_deadwood* is as laid, *defender_deadwood* after the lay-offs, of which gin allows none. Nothing
    is doubled here.

    >>> points_of_knock(Rules(), 8, 2)
    (<End.UNDERCUT: 4>, 31, 1)
    """
    if big_gin:
        return End.BIG_GIN, defender_deadwood + rules.big_gin_bonus, 0
    if knocker_deadwood == 0:
        return End.GIN, defender_deadwood + rules.gin_bonus, 0
    if knocker_deadwood < defender_deadwood:
        return End.KNOCK, defender_deadwood - knocker_deadwood, 0
    return End.UNDERCUT, knocker_deadwood - defender_deadwood + rules.undercut_bonus, 1


def score_hand(
    rules: Rules,
    upcard: Card,
    knocker: int,
    kept: CardSet,
    spread: Sequence[CardSet],
    defender: CardSet,
    last_discard: Card | None,
) -> HandResult:
    """Settle a hand that seat *knocker* ended by laying *spread* from the cards *kept*: lay-offs and points.

    *upcard* is the first of the hand, which may double the points; *last_discard* is None with big gin.
    *spread* must be valid (`melds.check_spread`).
    """
    big_gin = last_discard is None
    laid = sum(spread)
    left = value(kept & ~laid)
    defence = defend(spread, defender) if left else Defence(deadwood(defender), best_melds(defender), ())
    end, points, to_defender = points_of_knock(rules, left, defence.deadwood, big_gin)
    points *= rules.points_multiplier_of(upcard)
    winner = knocker ^ to_defender
    return HandResult(
        end=end,
        points=(0, points) if winner else (points, 0),
        winner=winner,
        knocker=knocker,
        spread=tuple(spread),
        knocker_deadwood=left,
        defender_deadwood=defence.deadwood,
        defender_melds=defence.melds,
        lay_offs=defence.lay_offs,
        last_discard=last_discard,
    )


def score_forfeit(rules: Rules, offender: int, offender_deadwood: int) -> HandResult:
    """Settle a hand that seat *offender* forfeits, with the least deadwood it could reach; not doubled."""
    points = rules.forfeit_points + offender_deadwood
    return HandResult(end=End.FORFEIT, points=(points, 0) if offender else (0, points), winner=1 - offender)


def next_dealer(rules: Rules, dealer: int, result: HandResult) -> int:
    """Give the seat that deals after a hand that *dealer* dealt: the same one after a void hand."""
    if result.winner is None:
        return dealer
    if rules.dealer == "alternate":
        return 1 - dealer
    return result.winner if rules.dealer == "winner" else 1 - result.winner


class Column:
    """One game on the scoresheet: points and hands won by seat, and who won it. Hollywood has three."""

    __slots__ = ("_target", "hands_won", "points", "winner")

    def __init__(self, target: int | None) -> None:
        self._target = target
        self.points = [0, 0]
        self.hands_won = [0, 0]
        self.winner: int | None = None

    @property
    def closed(self) -> bool:
        """Whether a seat has reached the target; a closed column takes no more scores."""
        return self._target is not None and max(self.points) >= self._target

    def add(self, seat: int, points: int) -> None:
        """Enter a hand that *seat* won."""
        self.points[seat] += points
        self.hands_won[seat] += 1
        if self.closed:
            self.winner = seat

    def end(self) -> None:
        """Give the column, if it is open, to the higher score; equal scores are a draw."""
        if not self.closed:
            self.winner = _higher(self.points)

    def sheet(self, rules: Rules) -> tuple[int, int]:
        """Add the bonuses: game bonus and shutout for the winner, boxes for both."""
        first, second = (self._sheet_of(seat, rules) for seat in (0, 1))
        return first, second

    def _sheet_of(self, seat: int, rules: Rules) -> int:
        points = self.points[seat]
        if seat == self.winner:
            shutout = self.hands_won[1 - seat] == 0
            points = (points + rules.game_bonus) * (rules.shutout_multiplier if shutout else 1)
        return points + rules.box_bonus * self.hands_won[seat]


def _higher(pair: Sequence[int]) -> int | None:
    return None if pair[0] == pair[1] else int(pair[1] > pair[0])


class GameScore:
    """The score of one game: a fold over the results of its hands.

    `reason` is "target", "hands" (so many have scored), "cap" (so many were dealt) or "fault", None while the
    game goes on; `winner` is a seat, None also for a draw.
    """

    __slots__ = ("_columns", "_total", "hands_played", "reason", "rules", "winner")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        target = rules.target if rules.format == "game" else None
        self._columns = tuple(Column(target) for _ in range(3 if rules.hollywood else 1))
        self._total = Column(None) if rules.hollywood else self._columns[0]
        self.hands_played = 0
        self.winner: int | None = None
        self.reason: Literal["target", "hands", "cap", "fault"] | None = None

    @property
    def scores(self) -> tuple[int, int]:
        """The points of play by seat: those of the hands, whatever the columns took of them."""
        return self._total.points[0], self._total.points[1]

    @property
    def hands_won(self) -> tuple[int, int]:
        """Hands won by seat, forfeited ones included."""
        return self._total.hands_won[0], self._total.hands_won[1]

    @property
    def hands_scored(self) -> int:
        """Hands that somebody won."""
        return sum(self._total.hands_won)

    @property
    def finished(self) -> bool:
        """Whether no hand is to follow."""
        return self.reason is not None

    @property
    def columns(self) -> tuple[tuple[int, int], ...] | None:
        """Hollywood's three columns, points by seat; None in a plain game."""
        if not self.rules.hollywood:
            return None
        return tuple((column.points[0], column.points[1]) for column in self._columns)

    @property
    def sheet_columns(self) -> tuple[Column, ...]:
        """The columns themselves, to be read only: Hollywood's three, or the one of a plain game."""
        return self._columns

    @property
    def column_sheets(self) -> tuple[tuple[int, int], ...]:
        """Each column with its bonuses: Hollywood's three, or the one of a plain game."""
        return tuple(column.sheet(self.rules) for column in self._columns)

    @property
    def sheet(self) -> tuple[int, int]:
        """The scoresheet's totals by seat, bonuses included; they never decide who wins."""
        sheets = self.column_sheets
        return sum(first for first, _ in sheets), sum(second for _, second in sheets)

    def add(self, result: HandResult) -> None:
        """Enter the next hand, a void one too.

        Raises:
            ValueError: when the game is over.
        """
        if self.finished:
            raise ValueError("the game is over")
        self.hands_played += 1
        if result.winner is not None:
            self._enter(result.winner, result.points[result.winner])
        if all(column.closed for column in self._columns):
            self._end("target")
        elif self.hands_scored == self.rules.hands:
            self._end("hands")
        elif self.hands_played >= self.rules.cap_of_hands:
            self._end("cap")

    def forfeit(self, winner: int) -> None:
        """End the game for a fault: seat *winner* wins it, and every column still open."""
        for column in self._columns:
            if not column.closed:
                column.winner = winner
        self.winner = winner
        self.reason = "fault"

    def _enter(self, seat: int, points: int) -> None:
        count_for_it = self._total.hands_won[seat] + 1
        taking = [column for column in self._columns[:count_for_it] if not column.closed]
        for column in taking or self._next_open(count_for_it):
            column.add(seat, points)
        if self.rules.hollywood:
            self._total.add(seat, points)

    def _next_open(self, start: int) -> list[Column]:
        return [column for column in self._columns[start:] if not column.closed][:1]

    def _end(self, reason: Literal["target", "hands", "cap"]) -> None:
        for column in self._columns:
            column.end()
        columns_won = [sum(column.winner == seat for column in self._columns) for seat in (0, 1)]
        self.winner = _higher(columns_won)
        self.reason = reason
