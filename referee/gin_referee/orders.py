"""What the launcher tells a guard to start, and how the two speak.

Every guard imports this module, so it imports nothing.

The socket between them carries one order to the guard. Back come messages, each a headline and a text:
`started` (the bot's process number), `failed` (why), `exited STATUS` (the last output; the status as in
`subprocess.Popen.returncode`). The guard ends when the referee's end of the socket closes.
"""


class Order:
    """What the launcher wants started.

    `user` is (uid, gid, groups) or None to run as the caller; `memory` (bytes of data a process),
    `processes`, `files` (open ones a process) and `cpu` (seconds a process) are limits or None; `folder` is
    the bot's working folder, removed in the end.
    """

    def __init__(
        self,
        *,
        argv: list[bytes],
        env: dict[bytes, bytes],
        folder: bytes,
        log: bytes,
        log_cap: int,
        user: tuple[int, int, list[int]] | None = None,
        memory: int | None = None,
        processes: int | None = None,
        files: int | None = None,
        cpu: int | None = None,
    ) -> None:
        self.argv = argv
        self.env = env
        self.folder = folder
        self.log = log
        self.log_cap = log_cap
        self.user = user
        self.memory = memory
        self.processes = processes
        self.files = files
        self.cpu = cpu

    def encode(self) -> bytes:
        """Write the order as a byte count, a line end and fields that end with a NUL each."""
        limits = (self.memory, self.processes, self.files, self.cpu)
        user = () if self.user is None else (self.user[0], self.user[1], *self.user[2])
        fields = [
            self.folder,
            self.log,
            b"%d" % self.log_cap,
            b" ".join(b"%d" % number for number in user),
            *(b"" if limit is None else b"%d" % limit for limit in limits),
            b"%d" % len(self.argv),
            *self.argv,
            *(name + b"=" + value for name, value in self.env.items()),
        ]
        body = b"".join(field + b"\0" for field in fields)
        return b"%d\n" % len(body) + body

    @classmethod
    def decode(cls, body: bytes) -> "Order":
        """Read what `encode` wrote after the byte count."""
        folder, log, log_cap, user, memory, processes, files, cpu, count, *rest = body.split(b"\0")[:-1]
        ids = [int(number) for number in user.split()]
        words = int(count)
        return cls(
            argv=rest[:words],
            env=dict(_name_and_value(item) for item in rest[words:]),
            folder=folder,
            log=log,
            log_cap=int(log_cap),
            user=(ids[0], ids[1], ids[2:]) if ids else None,
            memory=int(memory) if memory else None,
            processes=int(processes) if processes else None,
            files=int(files) if files else None,
            cpu=int(cpu) if cpu else None,
        )


def _name_and_value(item: bytes) -> tuple[bytes, bytes]:
    name, _, value = item.partition(b"=")
    return name, value


def encode_message(headline: bytes, text: bytes) -> bytes:
    """Write one message of a guard: the headline, the size of the text, a line end, the text."""
    return headline + b" %d\n" % len(text) + text


def decode_messages(data: bytes) -> tuple[list[tuple[list[str], bytes]], bytes]:
    r"""Split *data* into whole messages, as (words of the headline, text), and the rest.

    >>> decode_messages(b"started 2\n42exited -9 3\nby")
    ([(['started'], b'42')], b'exited -9 3\nby')
    """
    messages = []
    while b"\n" in data:
        line, _, rest = data.partition(b"\n")
        *words, size = line.decode().split()
        if len(rest) < int(size):
            break
        messages.append((words, rest[: int(size)]))
        data = rest[int(size) :]
    return messages, data
