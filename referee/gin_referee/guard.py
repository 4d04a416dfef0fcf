"""The program that starts one bot and leaves nothing of it behind.

The launcher runs it, a process for each bot, with a socket to the referee as its standard input. It takes the
order from there, starts the bot, keeps its output in a capped file, and waits. When the bot ends, or the
socket closes for whatever reason (the referee may be killed), it kills every descendant of the bot, also
those that made a session of their own: as a *subreaper* it is the parent of all orphans below it. Then it
reports how the bot ended and removes the bot's working folder. Linux only.

It starts for every bot, so it imports little: no dataclasses, no typing, no json, no subprocess.
"""

import ctypes
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator

from gin_referee.logs import CappedLog
from gin_referee.orders import Order, encode_message

CONTROL = 0
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_CHUNK = 65536
_OUTPUT_REPORTED = 4096
_KILL_TIMEOUT = 5.0
_CANNOT_EXEC = 127


class CannotStart(Exception):
    """The bot was not started; the text says which step failed and why."""


def main() -> None:
    """Serve one order from the socket on standard input, to the end."""
    body = _receive_order()
    if body is None:
        return
    order = Order.decode(body)
    try:
        _guard(order)
    finally:
        _remove_folder(order.folder)


def _guard(order: Order) -> None:
    signal.signal(signal.SIGTERM, _leave)
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    family = Family()
    pipe, bots_output = os.pipe()
    try:
        output = Output(pipe, order)
        family.bot = _start(order, bots_output)
    except CannotStart as error:
        _report(b"failed", str(error).encode("utf-8", "replace"))
        return
    finally:
        os.close(bots_output)
    try:
        _report(b"started", b"%d" % family.bot)
        _wait(family, output)
    finally:
        family.kill()
    output.drain()
    _report(b"exited %d" % os.waitstatus_to_exitcode(family.status), output.tail)


class Output:
    """What the bot writes: a pipe's reading end, the file it goes to, and its last few kilobytes."""

    def __init__(self, pipe: int, order: Order) -> None:
        os.set_blocking(pipe, False)
        self.pipe = pipe
        self.tail = b""
        try:
            self._log = CappedLog(order.log, order.log_cap)
        except OSError as error:
            raise CannotStart(f"cannot write its log {os.fsdecode(order.log)}: {error.strerror}") from error

    def read(self) -> bool:
        """Move one chunk into the file; false at the end of the pipe and when there is nothing to read."""
        try:
            data = os.read(self.pipe, _CHUNK)
        except BlockingIOError:
            return False
        self._log.write(data)
        self.tail = (self.tail + data)[-_OUTPUT_REPORTED:]
        return bool(data)

    def drain(self) -> None:
        """Move what is left in the pipe into the file, and close both."""
        while self.read():
            pass
        os.close(self.pipe)
        self._log.close()


class Family:
    """The bot and all its descendants. An object for a process: it takes over SIGCHLD."""

    def __init__(self) -> None:
        self.bot = 0
        self.status: int = signal.SIGKILL
        self.ended = False
        self.wakeup, writing = os.pipe()
        os.set_blocking(self.wakeup, False)
        os.set_blocking(writing, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)

    def reap(self) -> bool:
        """Bury the children that have ended; false when none is left."""
        try:
            while True:
                child, status = os.waitpid(-1, os.WNOHANG)
                if child == 0:
                    return True
                if child == self.bot:
                    self.status, self.ended = status, True
        except ChildProcessError:
            return False

    def kill(self) -> None:
        """Kill until nobody is left, or until the kernel has not let go of somebody for five seconds."""
        give_up = time.monotonic() + _KILL_TIMEOUT
        pause = 0.001
        if not self.ended:
            _try_to_kill(os.killpg, self.bot)
        while self.reap() and time.monotonic() < give_up:
            for process in _descendants(os.getpid()):
                _try_to_kill(os.kill, process)
            time.sleep(pause)
            pause = min(pause * 2, 0.05)


def _wait(family: Family, output: Output) -> None:
    """Return when the bot has ended or the referee has closed its end of the socket."""
    poll = select.poll()
    for file in (CONTROL, output.pipe, family.wakeup):
        poll.register(file, select.POLLIN)
    while True:
        ready = {file for file, _ in poll.poll()}
        if CONTROL in ready and not _read_control():
            return
        if family.wakeup in ready:
            os.read(family.wakeup, _CHUNK)
            family.reap()
            if family.ended:
                return
        if output.pipe in ready and not output.read():
            poll.unregister(output.pipe)


def _read_control() -> bytes:
    try:
        return os.read(CONTROL, _CHUNK)
    except OSError:
        return b""


def _start(order: Order, output: int) -> int:
    """Start the bot with its standard output and error on *output*; raise CannotStart when exec fails."""
    guard = os.getpid()
    errors, childs_errors = os.pipe()
    child = os.fork()
    if child == 0:
        _become_the_bot(order, output, childs_errors, guard)
    os.close(childs_errors)
    error = os.read(errors, _CHUNK)  # ends empty when exec has closed the other end
    os.close(errors)
    if error:
        os.waitpid(child, 0)
        raise CannotStart(error.decode("utf-8", "replace"))
    return child


def _become_the_bot(order: Order, output: int, errors: int, guard: int) -> None:
    step = "cannot set up its process"
    try:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        for ignored_by_python in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(ignored_by_python, signal.SIG_DFL)
        step = "cannot set its limits"
        _set_limits(order)
        if order.user is not None:
            step = f"cannot run as user {order.user[0]}"
            _change_user(*order.user)
        step = "cannot enter its working folder"
        os.chdir(order.folder)
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == guard:
            step = f"cannot run {os.fsdecode(order.argv[0])}"
            os.execvpe(order.argv[0], order.argv, order.env)  # noqa: S606 - the operator's command, no shell
    except (OSError, ValueError) as error:
        os.write(errors, f"{step}: {getattr(error, 'strerror', None) or error}".encode())
    finally:
        os._exit(_CANNOT_EXEC)


def _set_limits(order: Order) -> None:
    """Bound what one process may take.

    Memory is RLIMIT_DATA: it counts private writable memory, while RLIMIT_AS would stop every runtime that
    reserves addresses it never uses (Go, Java, Node, gRPC). RLIMIT_NPROC counts all threads of a user, so
    the bot may have *processes* on top of those that run now; the kernel does not hold root to it.
    """
    _limit(resource.RLIMIT_CORE, 0)
    if order.memory is not None:
        _limit(resource.RLIMIT_DATA, order.memory)
    if order.files is not None:
        _limit(resource.RLIMIT_NOFILE, order.files)
    if order.cpu is not None:
        _limit(resource.RLIMIT_CPU, order.cpu, order.cpu + 1)
    if order.processes is not None:
        user = os.getuid() if order.user is None else order.user[0]
        _limit(resource.RLIMIT_NPROC, _threads_of(user) + order.processes)


def _limit(what: int, soft: int, hard: int | None = None) -> None:
    allowed = resource.getrlimit(what)[1]
    highest = sys.maxsize if allowed == resource.RLIM_INFINITY else allowed
    resource.setrlimit(what, (min(soft, highest), min(soft if hard is None else hard, highest)))


def _change_user(uid: int, gid: int, groups: list[int]) -> None:
    os.setgroups(groups)
    os.setgid(gid)
    os.setuid(uid)


def _processes() -> Iterator[tuple[int, list[bytes]]]:
    """Yield every process and what follows its name in /proc/PID/stat, state and parent first (proc(5))."""
    for name in os.listdir("/proc"):  # noqa: PTH208 - pathlib would double the time to start
        if name.isdigit():
            try:
                file = os.open(f"/proc/{name}/stat", os.O_RDONLY)
            except OSError:
                continue
            try:
                yield int(name), os.read(file, 4096).rpartition(b")")[2].split()
            except OSError:
                continue
            finally:
                os.close(file)


def _descendants(of: int) -> list[int]:
    """List the processes below process *of*, without the dead ones."""
    children: dict[int, list[int]] = {}
    dead = set()
    for process, (state, parent, *_) in _processes():
        children.setdefault(int(parent), []).append(process)
        if state in b"ZX":
            dead.add(process)
    below = []
    unseen = [of]
    while unseen:
        found = children.pop(unseen.pop(), [])
        below += found
        unseen += found
    return [process for process in below if process not in dead]


def _threads_of(user: int) -> int:
    """Count the threads that run as *user*."""
    count = 0
    for process, fields in _processes():
        try:
            if os.stat(f"/proc/{process}").st_uid == user:  # noqa: PTH116
                count += int(fields[17])
        except OSError:
            continue
    return count


def _try_to_kill(kill: Callable[[int, int], None], process: int) -> None:
    try:
        kill(process, signal.SIGKILL)
    except OSError:
        return


def _report(headline: bytes, text: bytes) -> None:
    """Tell the referee, if it is still there."""
    message = encode_message(headline, text)
    try:
        while message:
            message = message[os.write(CONTROL, message) :]
    except OSError:
        return


def _receive_order() -> bytes | None:
    """Read the order; None when the referee is gone before it is whole."""
    data = b""
    while b"\n" not in data:
        chunk = _read_control()
        if not chunk:
            return None
        data += chunk
    size, _, body = data.partition(b"\n")
    while len(body) < int(size):
        chunk = _read_control()
        if not chunk:
            return None
        body += chunk
    return body


def _prctl(option: int, value: int) -> None:
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    if prctl(option, value, 0, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _leave(*_: object) -> None:
    raise SystemExit(1)


def _remove_folder(folder: bytes) -> None:
    import shutil  # only now: it takes as long to import as all the rest

    shutil.rmtree(folder, ignore_errors=True)
