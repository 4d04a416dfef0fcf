"""`python guest.py WHAT …`: a plain bot that takes much more of one thing than it needs, or looks around."""

import os
import subprocess
import sys
from pathlib import Path

from gin_sdk import Bot, Discard, Knock, Pass, Stock, View, run


def memory() -> object:
    return bytearray(1 << 30)


def files() -> object:
    return [Path("/dev/null").open() for _ in range(200)]


def processes() -> object:
    return [subprocess.Popen(["sleep", "1000"]) for _ in range(40)]


def cpu() -> object:
    while True:
        pass


FOODS = {"memory": memory, "files": files, "processes": processes, "cpu": cpu}


def look(paths: list[str]) -> None:
    """Say of each file what it is to this bot, and of the environment of the process that started it."""
    for path in (*paths, f"/proc/{os.getppid()}/environ"):
        try:
            print(f"{path}: {len(Path(path).read_bytes())} bytes", file=sys.stderr)
        except OSError as error:
            print(f"{path}: {error.strerror}", file=sys.stderr)


class Guest(Bot):
    """Plays as the template does, when it has eaten."""

    def upcard(self, view: View) -> Pass:
        return Pass()

    def draw(self, view: View) -> Stock:
        return Stock()

    def discard(self, view: View) -> Discard | Knock:
        if sys.argv[1] in FOODS:
            FOODS[sys.argv[1]]()
        card = view.best_discards()[0]
        return Knock(card) if view.can_knock(card) else Discard(card)


if __name__ == "__main__":
    if sys.argv[1] == "look":
        look(sys.argv[2:])
    run(Guest, [])
