"""A scene as lines of text: what was done, its time and faults, both hands with their melds, the piles."""

from collections.abc import Iterator, Sequence
from math import inf

from gin_referee.records import Fault
from gin_rummy.actions import STOCK, TAKE, UPCARD
from gin_rummy.cards import NO_CARDS, Card, CardSet, card_set, cards_in, show_card, show_cards
from gin_rummy.explain import show_action
from gin_rummy.hand import Hand
from gin_rummy.melds import best_melds, value
from gin_rummy.result import HandResult
from gin_tournaments.replay.scenes import GameReplay, Move, Scene
from gin_tournaments.screen import figures
from gin_tournaments.screen.printable import one_line, printable

LONGEST_EVIDENCE = 300
_PILE_SHOWN = 12
_DRAWS = (TAKE, UPCARD, STOCK)


class Picture:
    """Draws the scenes of a game between two *players*, by seat."""

    def __init__(self, players: Sequence[str]) -> None:
        self._names = [printable(name) for name in players]
        self._width = max(map(len, self._names))

    def lines(self, scene: Scene) -> list[str]:
        """Draw a scene: what was done, the table, and in the end the score."""
        table = scene.table
        lines = [self._head(scene)] if scene.move is None else self._did(scene.move, table)
        lines += [self._cards(seat, table) for seat in (0, 1)]
        lines.append(f"  stock {table.stock_left} · discard pile {_pile(table)}")
        if table.result is not None:
            lines += self._outcome(table.result, scene.before)
        return lines

    def _head(self, scene: Scene) -> str:
        table = scene.table
        limit = f"knock limit {table.knock_limit}" if table.knock_limit else "gin only"
        doubled = table.rules.points_multiplier_of(Card(table.deck[20])) > 1
        points = ", points doubled" if doubled else ""
        deals = f"{self._names[table.dealer]} deals, {limit}{points}"
        return f"Hand {scene.number}: {deals} · score {self._score(scene.before)}"

    def _did(self, move: Move, table: Hand) -> list[str]:
        actor, other = self._names[move.seat], self._names[1 - move.seat]
        done = [f"{actor}: {_described(code, table)}" for code in move.codes[:1]]
        done += [f"{other}: {_described(code, table)}, forced" for code in move.codes[1:]]
        words = "; ".join(done) or f"{actor} forfeits the hand"
        faults = [f"  ! {actor}: {_fault_text(fault)}" for fault in move.faults]
        return [*faults, f"{move.decision:3}  {words}{_time(move)}"]

    def _cards(self, seat: int, table: Hand) -> str:
        turn = "→" if table.result is None and table.to_act == seat else " "
        cards = table.hands[seat]
        melds, laid_off = _laid(cards, table.result, seat)
        rest = CardSet(cards & ~sum(melds) & ~laid_off)
        marked = " ".join(f"[{show_cards(cards_in(meld))}]" for meld in melds)
        dealer = "dealer" if table.dealer == seat else ""
        shown = f"{marked} {show_cards(cards_in(rest))}".strip()
        return f"{turn} {self._names[seat]:{self._width}} {dealer:6}  {shown}  = {value(rest)}"

    def _outcome(self, result: HandResult, before: tuple[int, int]) -> Iterator[str]:
        if result.knocker is not None:
            defender = self._names[1 - result.knocker]
            for card, onto in result.lay_offs:
                meld = show_cards(cards_in(result.spread[onto]))
                yield f"  {defender} lays off {show_card(card)} on [{meld}]"
            own = f"{self._names[result.knocker]} {result.knocker_deadwood}"
            yield f"  deadwood: {own}, {defender} {result.defender_deadwood}"
        if result.winner is None:
            yield f"  {result.end.words}: nobody scores"
            return
        after = before[0] + result.points[0], before[1] + result.points[1]
        points = result.points[result.winner]
        scores = f"{self._names[result.winner]} scores {points}"
        yield f"  {result.end.words}: {scores} · score {self._score(after)}"

    def game_lines(self, replay: GameReplay) -> list[str]:
        """Draw how the game ended: the score, the sheet with its bonuses, and Hollywood's three columns."""
        record, score = replay.record, replay.final_score
        won = "a draw" if record.winner is None else f"{self._names[record.winner]} wins"
        lines = [f"The game is over ({record.reason}): {won} · score {self._score(score.scores)}"]
        if record.fault is not None:
            lines.append(f"  ! {self._names[record.fault.seat]}: {_fault_text(record.fault)}")
        if score.columns is not None:
            pairs = zip(score.columns, score.column_sheets, strict=True)
            lines += [
                f"  column {number}: {self._score(points)} · with bonuses {self._score(sheet)}"
                for number, (points, sheet) in enumerate(pairs, 1)
            ]
        return [*lines, f"  sheet, with bonuses: {self._score(score.sheet)}"]

    def _score(self, pair: Sequence[int]) -> str:
        return ", ".join(f"{name} {points}" for name, points in zip(self._names, pair, strict=True))


def _laid(cards: CardSet, result: HandResult | None, seat: int) -> tuple[tuple[CardSet, ...], CardSet]:
    """Give the melds to mark and the cards laid off: as laid down, and before that the best there are."""
    if result is None or result.knocker is None:
        return best_melds(cards), NO_CARDS
    if result.knocker == seat:
        return result.spread, NO_CARDS
    return result.defender_melds, card_set(card for card, _ in result.lay_offs)


def _described(code: int, table: Hand) -> str:
    """Say an action, and which card a draw gave, when it is in the hand yet."""
    drawn = f": {show_card(Card(table.drawn))}" if table.drawn is not None and code in _DRAWS else ""
    return show_action(code) + drawn


def _time(move: Move) -> str:
    if move.think is None:
        return ""
    had = "" if move.had == inf else f" of {figures.duration(move.had)}"
    return f" · {figures.milliseconds(move.think * 1000)} ms{had}"


def _fault_text(fault: Fault) -> str:
    evidence = one_line(fault.evidence, LONGEST_EVIDENCE)
    return f"{fault.kind}, {fault.cost.replace('_', ' ')}: {evidence}"


def _pile(table: Hand) -> str:
    if not table.discard_pile:
        return "empty"
    shown = show_cards(Card(card) for card in reversed(table.discard_pile[-_PILE_SHOWN:]))
    below = len(table.discard_pile) - _PILE_SHOWN
    return f"{shown} and {below} more" if below > 0 else shown
