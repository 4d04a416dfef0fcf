"""`python painting.py WAY`: a bot that tries to draw on the organiser's screen, once, as it loses a game.

WAY is how: `last-words` on standard error as it crashes, or `exception` in the text of an exception. Its
token goes into a file of the folder TOKENS, so that a test knows what must be nowhere else.
"""

import os
import sys
from pathlib import Path

from gin_sdk import Bot, Discard, Knock, Pass, Stock, View, run

PAINT = "\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b31m\u202e=cmd|' /C calc'!A0 <script>alert(1)</script> [x](http://x)\r\n"


class Painting(Bot):
    """Plays like the template bot."""

    def upcard(self, view: View) -> Pass:
        return Pass()

    def draw(self, view: View) -> Stock:
        return Stock()

    def discard(self, view: View) -> Discard | Knock:
        done = Path(os.environ["TOKENS"]) / sys.argv[1]
        if not done.exists():
            done.write_text(os.environ["GIN_TOKEN"])
            if sys.argv[1] == "exception":
                raise ValueError(PAINT)
            os.write(2, PAINT.encode())
            os._exit(1)
        card = view.best_discards()[0]
        return Knock(card) if view.can_knock(card) else Discard(card)


if __name__ == "__main__":
    run(Painting, sys.argv[2:])
