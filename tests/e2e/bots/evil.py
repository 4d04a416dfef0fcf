"""`python evil.py DEED`: a plain bot that does one bad thing, once a lane if ONCE names a folder.

The folder remembers what was done also when the process is started again.
"""

import os
import sys
import time
from pathlib import Path

from gin_sdk import BigGin, Bot, Discard, Knock, Pass, Stock, Take, Upcard, View, run

FEWEST_SECONDS = 1.5  # that `slow` needs before it dials


def is_time() -> bool:
    """Tell whether the deed is due: always, or the first time in this lane."""
    folder = os.environ.get("ONCE")
    if folder is None:
        return True
    try:
        (Path(folder) / f"{sys.argv[1]}.{os.environ.get('GIN_LANE', 'any')}").touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


class Plain(Bot):
    """Plays the same from the same cards."""

    def upcard(self, view: View) -> Take | Pass:
        return Pass()

    def draw(self, view: View) -> Upcard | Stock:
        return Stock()

    def discard(self, view: View) -> Discard | Knock | BigGin:
        card = view.best_discards()[0]
        return Knock(card) if view.can_knock(card) else Discard(card)


class Crasher(Plain):
    """Its process ends in the middle of a game, with a last word."""

    def discard(self, view: View) -> Discard | Knock | BigGin:
        if is_time():
            print("out of luck", file=sys.stderr, flush=True)
            os._exit(1)
        return super().discard(view)


class Sleeper(Plain):
    """Thinks for ever, and hears nothing meanwhile."""

    def discard(self, view: View) -> Discard | Knock | BigGin:
        if is_time():
            time.sleep(1000)
        return super().discard(view)


class Liar(Plain):
    """Throws a card that it does not hold."""

    def discard(self, view: View) -> Discard | Knock | BigGin:
        return Discard(view.unseen[0]) if is_time() else super().discard(view)


class Raiser(Plain):
    """Makes a mistake in one game."""

    def discard(self, view: View) -> Discard | Knock | BigGin:
        if is_time():
            raise KeyError("a card I thought I had")
        return super().discard(view)


def quit_early() -> None:
    """End before a word was said to the referee."""
    if is_time():
        print("no licence found", file=sys.stderr, flush=True)
        sys.exit(7)


def start_slowly() -> None:
    """Load a large model, so to say."""
    time.sleep(FEWEST_SECONDS)


BOTS = {"crash": Crasher, "hang": Sleeper, "lie": Liar, "raise": Raiser}
BEGINNINGS = {"quit": quit_early, "slow": start_slowly}

if __name__ == "__main__":
    deed = sys.argv[1]
    if deed in BEGINNINGS:
        BEGINNINGS[deed]()
    run(BOTS.get(deed, Plain), sys.argv[2:])
