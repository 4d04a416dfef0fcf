"""The real command, as a process: its lines as they come, its end, and nothing of it left afterwards."""

import fcntl
import json
import os
import pty
import queue
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, TypeAlias

import yaml

from gin_tournaments.export import json_lines
from gin_tournaments.store import Results

PROGRAM = Path(sys.executable).with_name("gin-referee")
BOTS = Path(__file__).parent / "bots"
EXAMPLES = Path(__file__).parents[2] / "example_bots"
PATIENCE = 60.0  # seconds until a test that hangs is given up

Line: TypeAlias = dict[str, object]


class Command:
    """A process in a folder; `stdout` and `stderr` grow while it runs."""

    def __init__(self, words: Sequence[str | Path], folder: Path, env: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            words,
            cwd=folder,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.stdout: list[str] = []
        self.stderr: list[str] = []
        self._new: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._readers = [
            threading.Thread(target=self._read, args=(pipe, lines), daemon=True)
            for pipe, lines in ((self.process.stdout, self.stdout), (self.process.stderr, self.stderr))
        ]
        for reader in self._readers:
            reader.start()

    @property
    def events(self) -> list[Line]:
        """What `--json` has written so far."""
        return [json.loads(line) for line in self.stdout]

    def of(self, event: str) -> list[Line]:
        """Give the events of one kind."""
        return [line for line in self.events if line["event"] == event]

    def line(self, wanted: Callable[[str], bool]) -> str:
        """Wait for the next line of either output that is *wanted*."""
        while (line := self._new.get(timeout=PATIENCE)) is not None:
            if wanted(line):
                return line
        raise AssertionError(f"it ended before: {self.words()}")

    def event(self, kind: str) -> Line:
        """Wait for the next event of a kind."""
        return dict(json.loads(self.line(lambda line: f'"event": "{kind}"' in line)))

    def signal(self, number: int) -> None:
        """Send a signal to this process alone."""
        self.process.send_signal(number)

    def end(self) -> int:
        """Wait for the end, and give the exit status."""
        status = self.process.wait(PATIENCE)
        for reader in self._readers:
            reader.join(PATIENCE)
        return status

    def close(self) -> None:
        """Leave no process behind, whatever the test did."""
        if self.process.poll() is None:
            self.process.kill()
        self.end()
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()

    def words(self) -> str:
        """Everything it said."""
        return "\n".join([*self.stdout, *self.stderr])

    def _read(self, pipe: IO[str], lines: list[str]) -> None:
        for line in pipe:
            lines.append(line.rstrip("\n"))
            self._new.put(lines[-1])
        self._new.put(None)


class Desk:
    """A folder in which an organiser works: writes configs and runs commands."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.home.mkdir()
        self.env = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "XDG_DATA_HOME": str(self.home / "data"),
            "TMPDIR": str(folder),
            "LANG": "C.UTF-8",
        }
        self._commands: list[Command] = []

    @property
    def results(self) -> Path:
        """Where results are unless told otherwise."""
        return self.folder / "results" / "cup.db"

    def config(self, *bots: object, deal_pairs: int = 1, file: str = "cup.yaml", **sections: object) -> str:
        """Write the config of a small tournament, with a process a bot; give its name."""
        facts: dict[str, object] = {
            "name": "cup",
            "seed": "e2e",
            "rules": {"target": 10},
            "bots": list(bots),
            "games": {"deal_pairs": deal_pairs},
            "isolation": "none",
        }
        for key, value in sections.items():
            old = facts.get(key)
            facts[key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
        (self.folder / file).write_text(yaml.safe_dump(facts, sort_keys=False, allow_unicode=True))
        return file

    def start(self, *arguments: str) -> Command:
        """Start a `gin-referee …`."""
        return self._start([PROGRAM, *arguments])

    def start_limited(self, limit: str, *arguments: str) -> Command:
        """Start a `gin-referee …` below a limit of the shell."""
        return self._start(["/bin/sh", "-c", f'{limit}; exec "$0" "$@"', PROGRAM, *arguments])

    def dial(self, bot: str, referee: str, token: str, *options: str | Path) -> Command:
        """Start an example bot as its author would, on a machine of its own."""
        words: list[str | Path] = [
            sys.executable,
            EXAMPLES / bot / "bot.py",
            "--referee",
            referee,
            "--token",
            token,
            *options,
        ]
        return self._start(words)

    def play_on_terminal(self) -> str:
        """Run the tournament on a terminal of 80 by 24; give everything that was written to it."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        run = subprocess.Popen(
            [PROGRAM, "run-tournament", "cup.yaml"],
            cwd=self.folder,
            env={**self.env, "TERM": "xterm"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        try:
            written = b""
            while True:
                try:
                    data = os.read(ours, 65536)
                except OSError:  # the other side is closed
                    break
                written += data
            assert run.wait(PATIENCE) == 0
        finally:
            os.close(ours)
            if run.poll() is None:
                run.kill()
                run.wait()
        return written.decode()

    def _start(self, words: Sequence[str | Path]) -> Command:
        command = Command(words, self.folder, self.env)
        self._commands.append(command)
        return command

    def run(self, *arguments: str, status: int = 0) -> Command:
        """Run a command to its end, which must be with *status*."""
        command = self.start(*arguments)
        assert command.end() == status, command.words()
        return command

    def play(self, *arguments: str, status: int = 0) -> Command:
        """Run `run-tournament --json` to its end."""
        return self.run("run-tournament", "cup.yaml", "--json", *arguments, status=status)

    def export(self) -> str:
        """Give what `export --format jsonl` writes."""
        with Results.open(self.results) as results:
            return "".join(json_lines(results.games_and_pairs(), results.rules))

    def games(self) -> list[Line]:
        """Give the games of the results as in the export."""
        return [json.loads(line) for line in self.export().splitlines()]

    def close(self) -> None:
        """End what still runs."""
        for command in self._commands:
            command.close()


def example(name: str, called: str | None = None) -> Line:
    """Give the entry of an example bot."""
    return {"name": called or name, "command": f"python {EXAMPLES / name / 'bot.py'}"}


def evil(deed: str, once: Path | None = None, **more: object) -> Line:
    """Give the entry of a bot that does a bad thing; *once* is the folder that remembers it."""
    env = {} if once is None else {"env": {"ONCE": str(once)}}
    return {"name": deed, "command": f"python {BOTS / 'evil.py'} {deed}", **env, **more}


def descendants(pid: int) -> set[int]:
    """Give the processes below a process."""
    below: set[int] = set()
    parents = {pid}
    while parents:
        parents = {child for child, parent in _parents().items() if parent in parents} - below
        below |= parents
    return below


def _parents() -> dict[int, int]:
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:  # it ended meanwhile
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    return parents


def alive(pid: int) -> bool:
    """Tell whether a process runs; one that only waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
