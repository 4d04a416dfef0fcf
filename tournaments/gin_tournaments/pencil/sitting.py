"""A scoresheet that is kept line by line, typed by people or piped in; and the talk with the people."""

from collections.abc import Callable, Iterator

from gin_rummy.errors import GinError
from gin_rummy.rules import Rules
from gin_tournaments.pencil.dialogue import Ask, Say
from gin_tournaments.pencil.entries import check_players, help_lines, read_entry
from gin_tournaments.pencil.sheet import Scoresheet
from gin_tournaments.pencil.sheet_text import sheet_lines, standing

DEFAULT_PLAYERS = ("A", "B")
SheetLines = Callable[[Scoresheet], list[str]]


class Sitting:
    """A sheet and the commands on it; *after_change* gives what to tell when a hand is entered or undone."""

    def __init__(self, sheet: Scoresheet, after_change: SheetLines) -> None:
        self.sheet = sheet
        self.ended = False
        self._after_change = after_change

    def take(self, line: str) -> Iterator[str]:
        """Do what a line says and yield what there is to tell; after `quit`, which sets `ended`, nothing.

        Raises:
            GinError: when the line cannot be used; the sheet is unchanged.
        """
        command = line.strip().casefold()
        if self.ended:
            return
        if command == "quit":
            self.ended = True
        elif command == "help":
            yield from help_lines(self.sheet.players, self.sheet.rules)
        elif command == "sheet":
            yield from sheet_lines(self.sheet)
        elif command == "undo":
            self.sheet.undo()
            yield from self._after_change(self.sheet)
        else:
            self.sheet.enter(read_entry(line, self.sheet.players, self.sheet.rules))
            yield from self._after_change(self.sheet)


def keep_sheet(rules: Rules, players: tuple[str, str] | None, ask: Ask, say: Say) -> Scoresheet:
    """Keep a sheet with people, who are asked for their names first; give it as it stands when they end."""
    sheet = Scoresheet(rules, players or _ask_for_players(ask, say))
    sitting = Sitting(sheet, lambda changed: ["", *sheet_lines(changed), ""])
    say("Enter each hand as it is won:")
    for line in help_lines(sheet.players, rules):
        say(line)
    while not sitting.ended:
        typed = ask(_question(sheet))
        if typed is None or (not typed.strip() and sheet.score.finished):
            break
        if typed.strip():
            _take(sitting, typed, say)
        else:
            say(f"  {standing(sheet)}")
    return sheet


def _question(sheet: Scoresheet) -> str:
    if sheet.score.finished:
        return "Over (Enter ends, undo takes the last hand back)> "
    return f"Hand {len(sheet.entries) + 1}> "


def _take(sitting: Sitting, typed: str, say: Say) -> None:
    try:
        for line in sitting.take(typed):
            say(line)
    except GinError as error:
        say(f"  {error}")


def _ask_for_players(ask: Ask, say: Say) -> tuple[str, str]:
    while True:
        first = _ask_for_name("First player", DEFAULT_PLAYERS[0], ask)
        second = _ask_for_name("Second player", DEFAULT_PLAYERS[1], ask)
        try:
            check_players((first, second))
        except GinError as error:
            say(f"  {error}")
        else:
            return first, second


def _ask_for_name(question: str, default: str, ask: Ask) -> str:
    return (ask(f"{question} (Enter: {default}): ") or "").strip() or default
