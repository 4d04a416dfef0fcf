"""Floods at the door, while two bots play: their games go on, and how much slower is reported.

Everything that a stranger without a token can send: connections that say garbage or nothing, HTTP/2 streams
that are opened and reset, pings and settings without end.
"""

import argparse
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import yaml

from chaos.matrix import look_at
from tests.e2e.command import EXAMPLES, PROGRAM

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEADERS, RST_STREAM, SETTINGS, PING = 1, 3, 4, 6
END_HEADERS, CANCEL = 4, 8
GARBAGE_CONNECTIONS = 1500
HALF_OPEN = 200
GAMES_IN_FLIGHT = 2  # one decision a message: each is a measurement of what one costs
MOST_MEMORY = 1000  # MB; one of a hundred is usual
PATIENCE = 300.0

Address = tuple[str, int]
Flood = Callable[[Address, threading.Event], int]
"""Sends until it is told to stop; gives how many it were."""


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """Write an HTTP/2 frame (RFC 9113, 4.1)."""
    head = len(payload).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big")
    return head + payload


def literal(name: str, value: str) -> bytes:
    """Write a header field that needs no table (RFC 7541, 6.2.2)."""
    return b"\x00" + b"".join(bytes((len(text),)) + text.encode() for text in (name, value))


CALL = b"".join(
    literal(name, value)
    for name, value in {
        ":method": "POST",
        ":scheme": "http",
        ":path": "/gin.v1.RefereeService/Play",
        ":authority": "referee",
        "content-type": "application/grpc",
        "te": "trailers",
        "authorization": "Bearer guess",
    }.items()
)


@contextmanager
def http2(to: Address) -> Iterator[socket.socket]:
    """Open an HTTP/2 connection, whose answers nobody reads."""
    with socket.create_connection(to, timeout=5.0) as connection:
        connection.sendall(PREFACE + frame(SETTINGS, 0, 0))
        threading.Thread(target=_swallow, args=(connection,), daemon=True).start()
        yield connection


def _swallow(connection: socket.socket) -> None:
    with suppress(OSError):
        while connection.recv(65536):
            pass


def again_and_again(write: Callable[[int], bytes]) -> Flood:
    """Make a flood of frames on one connection after the other, as long as each is suffered."""

    def flood(to: Address, stop: threading.Event) -> int:
        sent = 0
        while not stop.is_set():
            with suppress(OSError), http2(to) as connection:
                stream = 1
                while not stop.is_set() and stream < 1 << 30:
                    connection.sendall(b"".join(write(stream + 2 * number) for number in range(50)))
                    stream += 100
                    sent += 50
        return sent

    return flood


def garbage(to: Address, stop: threading.Event) -> int:
    """Connect, say garbage, and leave it open; so many times."""
    opened: list[socket.socket] = []
    for _ in range(GARBAGE_CONNECTIONS):
        if stop.is_set():
            break
        with suppress(OSError):
            connection = socket.create_connection(to, timeout=5.0)
            opened.append(connection)
            connection.sendall(os.urandom(200))
    stop.wait()
    for connection in opened:
        connection.close()
    return len(opened)


def half_open(to: Address, stop: threading.Event) -> int:
    """Connect so many times and never say a word; again when the referee has closed them."""
    count = 0
    while not stop.is_set():
        opened = []
        for _ in range(HALF_OPEN):
            with suppress(OSError):
                opened.append(socket.create_connection(to, timeout=5.0))
        count += len(opened)
        stop.wait(3.0)
        for connection in opened:
            connection.close()
    return count


FLOODS: dict[str, Flood] = {
    "rapid resets": again_and_again(
        lambda stream: (
            frame(HEADERS, END_HEADERS, stream, CALL)
            + frame(RST_STREAM, 0, stream, CANCEL.to_bytes(4, "big"))
        )
    ),
    "pings": again_and_again(lambda stream: frame(PING, 0, 0, stream.to_bytes(8, "big"))),
    "settings": again_and_again(lambda _: frame(SETTINGS, 0, 0)),
    "garbage connections": garbage,
    "half-open connections": half_open,
}


@dataclass(frozen=True, slots=True)
class Calm:
    """How games went: think times as the referee measured them (ms), and its most memory (MB)."""

    games: int
    faults: int
    seconds: float
    p50: float
    p99: float
    memory: int
    sent: int


def play(folder: Path, flood: Flood | None, deal_pairs: int) -> Calm:
    """Play a tournament of a bot of ours and a remote one under a flood; the folder must be empty."""
    env = {**os.environ, "TMPDIR": str(folder)}
    registered = subprocess.run(
        [PROGRAM, "register", "remote", "--registry", "bots.json"],
        cwd=folder, env=env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    token = registered.stdout.strip()
    config = {
        "name": "flooded",
        "seed": "flooded",
        "bots": [
            {"name": "local", "command": f"python {EXAMPLES / 'template' / 'bot.py'}"},
            {"name": "remote", "remote": True},
        ],
        "rules": {"target": 30},
        "games": {"deal_pairs": deal_pairs, "at_once": GAMES_IN_FLIGHT},
        "isolation": "none",
    }
    (folder / "flooded.yaml").write_text(yaml.safe_dump(config))
    run = subprocess.Popen(
        [PROGRAM, "run-tournament", "flooded.yaml", "--json", "--registry", "bots.json"],
        cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    bot = None
    stop = threading.Event()
    sent: list[int] = []
    try:
        assert run.stdout is not None
        lines: list[str] = []
        while not (found := re.search(r"dial in at ([\d.]+):(\d+)", (line := run.stdout.readline()))):
            assert line, lines
            lines.append(line)
        to = found[1], int(found[2])
        words = [sys.executable, str(EXAMPLES / "template" / "bot.py"), "--referee", f"{to[0]}:{to[1]}"]
        bot = subprocess.Popen(
            words, env={**env, "GIN_TOKEN": token}, stderr=subprocess.DEVNULL, start_new_session=True
        )
        first = run.stdout.readline()
        while '"event": "game"' not in first:
            assert first
            first = run.stdout.readline()
        began = time.monotonic()
        flooding = threading.Thread(target=lambda: sent.append(flood(to, stop)) if flood else None)
        flooding.start()
        memory = 0
        events = []
        for line in chain([first], run.stdout):
            events.append(json.loads(line))
            memory = max([memory, *(look.memory for look in look_at(run.pid))])
        seconds = time.monotonic() - began
        assert run.wait(PATIENCE) == 0, events[-1:]
    finally:
        stop.set()
        for process in (run, bot):
            if process is not None:
                process.kill()
                process.wait()
        assert run.stdout is not None
        run.stdout.close()
    flooding.join()
    standings = [event for event in events if event["event"] == "standings"][-1]
    return Calm(
        games=sum(event["event"] == "game" for event in events),
        faults=sum(event["event"] == "fault" for event in events),
        seconds=seconds,
        p50=max(bot["ms_p50"] for bot in standings["bots"]),
        p99=max(bot["ms_p99"] for bot in standings["bots"]),
        memory=memory,
        sent=sum(sent),
    )


def main() -> None:
    """Play in quiet and under each flood, and print what each did."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deal-pairs", type=int, default=150)
    parser.add_argument("--floods", nargs="*", default=list(FLOODS), choices=list(FLOODS))
    chosen = parser.parse_args()
    quiet = None
    for name in ("quiet", *chosen.floods):
        with tempfile.TemporaryDirectory(prefix="gin-chaos-") as folder:
            seen = play(Path(folder), FLOODS.get(name), chosen.deal_pairs)
        quiet = quiet or seen
        assert seen.games == 2 * chosen.deal_pairs, seen
        assert not seen.faults, seen
        assert seen.memory < MOST_MEMORY, seen
        print(
            f"{name:22} {seen.games} games in {seen.seconds:5.1f} s, no fault; a decision took"
            f" {seen.p50:.1f} ms (median), {seen.p99:.1f} ms (p99): {seen.p99 / quiet.p99:.1f} × quiet;"
            f" {seen.memory} MB; {seen.sent} sent",
            flush=True,
        )


if __name__ == "__main__":
    main()
