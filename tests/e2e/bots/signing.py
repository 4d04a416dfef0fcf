"""A plain bot that says for each game which process plays it."""

import os
import sys

from gin_sdk import Bot, Discard, Knock, Pass, Stock, View, run


class Signing(Bot):
    """Plays as the template does."""

    def game_started(self) -> None:
        print("process", os.getpid(), file=sys.stderr, flush=True)

    def upcard(self, view: View) -> Pass:
        return Pass()

    def draw(self, view: View) -> Stock:
        return Stock()

    def discard(self, view: View) -> Discard | Knock:
        card = view.best_discards()[0]
        return Knock(card) if view.can_knock(card) else Discard(card)


if __name__ == "__main__":
    run(Signing)
