"""A bot's output: kept in a capped file, and shown as a few harmless lines.

The guard of every bot imports this module, so it needs `os` only: what starts in 12 ms would take 40 ms with
the usual imports.
"""

import os

_MARK = b"\n[... %20d bytes left out here ...]\n"
_MARK_SIZE = len(_MARK % 0)
SMALLEST_CAP = 1024


class CappedLog:
    """A file of at most *cap* bytes that keeps the head of what is written to it and the latest tail.

    The first half stays for ever; of the other half, when it is full, the older part gives way to a line that
    counts the bytes left out. The file reads in order at any moment, also after a crash; one that exists is
    continued. A full disk loses output, never the writer.
    """

    def __init__(self, path: str | bytes, cap: int) -> None:
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        self._file = os.open(path, flags, 0o600)
        self._cap = max(cap, SMALLEST_CAP)
        self._head = self._cap // 2
        self._kept = (self._cap - self._head - _MARK_SIZE) // 2
        self._size = os.fstat(self._file).st_size
        self._left_out = self._read_mark()

    def write(self, data: bytes) -> None:
        """Append *data*, leaving out what stands before it once the file is full."""
        try:
            if self._size + len(data) > self._cap:
                data = self._fill_head(data)
                data = self._make_room(data)
            self._append(data)
        except OSError:
            self._size = os.fstat(self._file).st_size

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _append(self, data: bytes) -> None:
        self._size += os.pwrite(self._file, data, self._size)

    def _fill_head(self, data: bytes) -> bytes:
        room = max(self._head - self._size, 0)
        if room:
            self._append(data[:room])
        return data[room:]

    def _make_room(self, data: bytes) -> bytes:
        """Shorten the tail so that it and what is returned of *data* take half of the room."""
        latest = data[-self._kept :]
        tail_at = self._head + (_MARK_SIZE if self._left_out else 0)
        stays = max(min(self._kept - len(latest), self._size - tail_at), 0)
        old_tail = os.pread(self._file, stays, self._size - stays)
        self._left_out += self._size - tail_at - stays + len(data) - len(latest)
        tail = _MARK % self._left_out + old_tail
        os.pwrite(self._file, tail, self._head)
        self._size = self._head + len(tail)
        os.ftruncate(self._file, self._size)
        return latest

    def _read_mark(self) -> int:
        before, after = _MARK.split(b"%20d")
        mark = os.pread(self._file, _MARK_SIZE, self._head)
        count = mark[len(before) : len(mark) - len(after)]
        whole = len(mark) == _MARK_SIZE and mark.startswith(before) and mark.endswith(after)
        return int(count) if whole and count.strip().isdigit() else 0


def log_name(bot: str, lane: int | None) -> str:
    """Name the log file of a bot's connection; two bots never share one.

    >>> log_name("greedy", 0), log_name("a/b", None)
    ('greedy.0.err', 'a%2Fb.any.err')
    """
    special = "/%\0"
    safe = "".join(f"%{ord(letter):02X}" if letter in special else letter for letter in bot)
    if safe.startswith("."):
        safe = "%2E" + safe[1:]
    return f"{safe}.{'any' if lane is None else lane}.err"


LINES_SHOWN = 6
"""As many as Python needs to say which line of which file is no Python, and Node.js what is missing."""


def last_lines(output: bytes, lines: int = LINES_SHOWN, width: int = 200) -> str:
    r"""Show the last *lines* lines of *output* that say something, free of control characters.

    Lines without a letter or digit say nothing, nor do the frames of a JavaScript stack, which come after
    the cause and would push it out.

    >>> last_lines(b"Traceback\n\x1b[31mKeyError: 7\x1b[0m\n\n", lines=1)
    '[31mKeyError: 7[0m'
    """
    text = output.decode("utf-8", "replace")
    shown = (
        "".join(c if c.isprintable() else " " * (c == "\t") for c in line).rstrip()
        for line in text.splitlines()
    )
    return "\n".join([line[:width] for line in shown if _says_something(line)][-lines:])


def _says_something(line: str) -> bool:
    is_frame = line.startswith(" ") and line.lstrip().startswith("at ")
    return any(map(str.isalnum, line)) and not is_frame
