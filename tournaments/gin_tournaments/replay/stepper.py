"""Where somebody stands who steps through a game, and what is shown there: keys come in, lines go out."""

from gin_tournaments.replay.picture import Picture
from gin_tournaments.replay.scenes import GameReplay, Scene

NEXT = (" ", "\r", "\n", "n", "\x1b[C", "\x1bOC")
BACK = ("b", "\x7f", "\x08", "\x1b[D", "\x1bOD")
NEXT_HAND = ("h", "\x1b[B", "\x1bOB", "\t")
BACK_HAND = ("H", "\x1b[A", "\x1bOA")
QUIT = ("q", "Q", "\x1b")
KEYS = "n, space, →: next · b, ←: back · h, ↓: next hand · H, ↑: hand before · q: quit"


class Stepper:
    """A place in a game with hands; it begins at the deal of hand *number*."""

    def __init__(self, replay: GameReplay, number: int = 0) -> None:
        self._replay = replay
        self._picture = Picture(replay.record.seats)
        self._number = self._place = 0
        self._scenes: list[Scene] = []
        self._go_to(number)

    @property
    def scene(self) -> Scene:
        """What is looked at."""
        return self._scenes[self._place]

    def press(self, key: str) -> bool:
        """Take a key; say whether to go on. Keys that mean nothing change nothing."""
        last = self._number == len(self._replay.record.hands) - 1
        if key in QUIT:
            return False
        if key in NEXT_HAND and not last:
            self._go_to(self._number + 1)
        elif key in BACK_HAND:
            self._go_to(self._number - 1 if self._place == 0 and self._number else self._number)
        elif key in NEXT:
            self._next(last=last)
        elif key in BACK:
            self._back()
        return True

    def lines(self) -> list[str]:
        """Draw the scene; after the last of the game how it ended, too."""
        lines = self._picture.lines(self.scene)
        at_end = self.scene.table.result is not None
        if at_end and self._number == len(self._replay.record.hands) - 1:
            lines += ["", *self._picture.game_lines(self._replay)]
        return lines

    def place(self) -> str:
        """Say where this is."""
        hands = len(self._replay.record.hands)
        return f"hand {self._number} of 0–{hands - 1}, scene {self._place} of 0–{len(self._scenes) - 1}"

    def _next(self, *, last: bool) -> None:
        if self._place < len(self._scenes) - 1:
            self._place += 1
        elif not last:
            self._go_to(self._number + 1)

    def _back(self) -> None:
        if self._place:
            self._place -= 1
        elif self._number:
            self._go_to(self._number - 1)
            self._place = len(self._scenes) - 1

    def _go_to(self, number: int) -> None:
        self._number = number
        self._scenes = self._replay.scenes(number)
        self._place = 0


def printed(replay: GameReplay, number: int | None = None) -> list[str]:
    """Draw every scene of hand *number*, or of all hands, and how the game ended."""
    picture = Picture(replay.record.seats)
    numbers = range(len(replay.record.hands)) if number is None else (number,)
    lines: list[str] = []
    for hand in numbers:
        for scene in replay.scenes(hand):
            lines += [*picture.lines(scene), ""]
    if number is None or number == len(replay.record.hands) - 1:
        lines += picture.game_lines(replay)
    return lines
