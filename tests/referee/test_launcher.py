"""Real processes below real guards. A FIFO tells that a family is gone: it ends with its last writer."""

import asyncio
import os
import pwd
import signal
import subprocess
import sys
import textwrap
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from gin_referee.commands import BotCannotStart, BotCommand, Limits, check_command
from gin_referee.launcher import BotExit, BotProcess, Launcher, exit_words

ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root can change users")

# A bot with a child, an orphan and an orphan in a session of its own; all hold the FIFO open and stay.
FAMILY = """
import os, signal, sys, time
fifo = os.open(sys.argv[1], os.O_WRONLY)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
def live():
    os.write(fifo, b".")
    time.sleep(1000)
    os._exit(0)
if os.fork() == 0:
    live()
for detach in (lambda: None, os.setsid):
    child = os.fork()
    if child == 0:
        detach()
        if os.fork() == 0:
            detach()
            live()
        os._exit(0)
    os.waitpid(child, 0)
"""
STAYS = FAMILY + "live()\n"
CRASHES = FAMILY + "os.abort()\n"
FAMILY_SIZE = 4


def python(code: str, *words: str, name: str = "bot", limits: Limits | None = None) -> BotCommand:
    return BotCommand(name, (sys.executable, "-c", textwrap.dedent(code), *words), limits=limits or Limits())


def launched(
    tmp_path: Path, play: Callable[[Launcher], Awaitable[None]], referee: str = "127.0.0.1:9"
) -> list[BotExit]:
    ended: list[BotExit] = []

    async def main() -> None:
        async with Launcher(referee, tmp_path / "logs", ended.append) as launcher:
            await play(launcher)

    asyncio.run(main())
    return ended


def run_to_the_end(tmp_path: Path, bot: BotCommand, lane: int | None = 0, token: str = "t") -> BotExit:  # noqa: S107
    async def play(launcher: Launcher) -> None:
        await (await launcher.start(bot, lane, token)).wait()

    (ended,) = launched(tmp_path, play)
    return ended


def log_of(tmp_path: Path, name: str = "bot.0.err") -> str:
    return (tmp_path / "logs" / name).read_text()


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    path = tmp_path / "fifo"
    os.mkfifo(path)
    return path


def threads() -> int:
    return len(list(Path("/proc/self/task").iterdir()))


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("pass", "exit status 0"),
        ("raise SystemExit(3)", "exit status 3"),
        ("import os; os.kill(os.getpid(), 11)", "killed by SIGSEGV"),
    ],
)
def test_the_end_of_a_bot_is_told_in_words(tmp_path: Path, code: str, words: str) -> None:
    ended = run_to_the_end(tmp_path, python(code))
    assert ended.words == words
    assert not ended.asked


def test_a_bot_meets_the_signals_that_python_ignores(tmp_path: Path) -> None:
    assert (
        run_to_the_end(tmp_path, BotCommand("bot", ("/bin/sh", "-c", "kill -PIPE $$"))).words
        == "killed by SIGPIPE"
    )


def test_a_signal_without_a_name_has_its_number() -> None:
    assert exit_words(-77) == "killed by signal 77"


def test_the_evidence_of_a_crash_is_what_the_bot_printed_last(tmp_path: Path) -> None:
    ended = run_to_the_end(tmp_path, python("print('hello', flush=True); {}['queen']"))
    assert ended.evidence.startswith("exit status 1; it printed: ")
    assert ended.evidence.endswith("KeyError: 'queen'")


def test_the_log_has_standard_output_and_standard_error(tmp_path: Path) -> None:
    run_to_the_end(tmp_path, python("import sys; print('out', flush=True); print('err', file=sys.stderr)"))
    assert log_of(tmp_path) == "out\nerr\n"


def test_each_lane_has_a_log_of_its_own_and_a_new_start_continues_it(tmp_path: Path) -> None:
    for lane in (0, 1, None, 0):
        run_to_the_end(tmp_path, python("import os; print('lane', os.environ.get('GIN_LANE'))"), lane=lane)
    assert log_of(tmp_path, "bot.0.err") == "lane 0\nlane 0\n"
    assert log_of(tmp_path, "bot.1.err") == "lane 1\n"
    assert log_of(tmp_path, "bot.any.err") == "lane None\n"


def test_a_bot_that_prints_without_end_fills_its_log_to_the_cap_and_no_further(tmp_path: Path) -> None:
    code = """
        import os
        for number in range(64):
            os.write(1, b"x" * 2**20)
        print("\\nthe end")
        """
    ended = run_to_the_end(tmp_path, python(code, limits=Limits(log=2**16)))
    assert ended.output.endswith("the end")
    log = log_of(tmp_path)
    assert len(log) <= 2**16
    assert log.endswith("the end\n")


def test_a_bot_finds_a_clean_environment_and_what_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_OF_THE_OPERATOR", "1")
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    code = """if True:
        import os
        print(*sorted(f"{name}={value}" for name, value in os.environ.items() if name != "PATH"), sep="\\n")
        print(os.getcwd())
        """
    bot = BotCommand(
        "bot", (sys.executable, "-c", code), env={"LEVEL": "3", "GIN_TOKEN": "mine", "LANG": "C"}
    )
    run_to_the_end(tmp_path, bot, lane=1, token="secret")  # noqa: S106
    *names, folder = log_of(tmp_path, "bot.1.err").splitlines()
    assert names == [
        "GIN_LANE=1",
        "GIN_REFEREE=127.0.0.1:9",
        "GIN_TOKEN=secret",
        f"HOME={folder}",
        "LANG=C",
        "LC_CTYPE=C.UTF-8",  # Python's own doing (PEP 538)
        "LEVEL=3",
        f"TMPDIR={folder}",
    ]


def test_the_working_folder_is_gone_when_the_bot_is(tmp_path: Path) -> None:
    code = "import os; os.makedirs('a/b'); open('a/b/c', 'w').close(); print(os.getcwd())"
    run_to_the_end(tmp_path, python(code))
    assert not Path(log_of(tmp_path).strip()).exists()


def test_a_bot_has_no_open_files_but_the_standard_ones(tmp_path: Path) -> None:
    run_to_the_end(tmp_path, python("import os; print(os.listdir('/proc/self/fd')[:-1], os.read(0, 1))"))
    assert log_of(tmp_path) == "['0', '1', '2'] b''\n"


def test_a_bot_leads_a_session_and_a_process_group_of_its_own(tmp_path: Path) -> None:
    run_to_the_end(
        tmp_path, python("import os; print(os.getsid(0) == os.getpgid(0) == os.getpid() != os.getppid())")
    )
    assert log_of(tmp_path) == "True\n"


def test_a_stopped_bot_takes_all_its_descendants_with_it(tmp_path: Path, fifo: Path) -> None:
    async def play(launcher: Launcher) -> None:
        process = await launcher.start(python(STAYS, str(fifo)), 0, "t")
        with await asyncio.to_thread(fifo.open, "rb", 0) as family:
            assert len(await asyncio.to_thread(read_all_of, family.fileno(), FAMILY_SIZE)) == FAMILY_SIZE
            await process.stop(grace=0)
            assert await asyncio.to_thread(family.read) == b""

    (ended,) = launched(tmp_path, play)
    assert ended.asked
    assert ended.words == "killed by SIGKILL"


def read_all_of(file: int, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = os.read(file, size - len(data))
        if not more:
            break
        data += more
    return data


def test_a_bot_that_crashes_leaves_no_descendant(tmp_path: Path, fifo: Path) -> None:
    async def play(launcher: Launcher) -> None:
        process = await launcher.start(python(CRASHES, str(fifo)), 0, "t")
        with await asyncio.to_thread(fifo.open, "rb") as family:
            ended = await process.wait()
            assert ended.words == "killed by SIGABRT"
            await asyncio.to_thread(family.read)

    launched(tmp_path, play)


def test_a_polite_bot_is_not_killed(tmp_path: Path) -> None:
    async def play(launcher: Launcher) -> None:
        process = await launcher.start(python("raise SystemExit(7)"), 0, "t")
        assert (await process.stop(grace=30)).words == "exit status 7"

    launched(tmp_path, play)


REFEREE = """
import asyncio, sys
from pathlib import Path
from gin_referee.commands import BotCommand
from gin_referee.launcher import Launcher

async def main():
    launcher = Launcher("127.0.0.1:9", Path(sys.argv[1]), print)
    for lane in (0, 1):
        await launcher.start(BotCommand("bot", (sys.executable, "-c", sys.argv[2], sys.argv[3])), lane, "t")
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.parametrize("death", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_bot_outlives_a_referee_that_is_killed(tmp_path: Path, fifo: Path, death: signal.Signals) -> None:
    words = [sys.executable, "-c", REFEREE, str(tmp_path / "logs"), STAYS, str(fifo)]
    with subprocess.Popen(words, stderr=subprocess.DEVNULL) as referee, fifo.open("rb", 0) as family:
        assert len(read_all_of(family.fileno(), 2 * FAMILY_SIZE)) == 2 * FAMILY_SIZE
        referee.send_signal(death)
        assert family.read() == b""  # the end of the FIFO: nobody has it open


@pytest.mark.parametrize("death", [signal.SIGKILL, signal.SIGTERM])
def test_a_bot_whose_guard_is_killed_ends_too(tmp_path: Path, fifo: Path, death: signal.Signals) -> None:
    code = """
        import os, sys, time
        os.write(os.open(sys.argv[1], os.O_WRONLY), b"%d" % os.getppid())
        time.sleep(1000)
        """

    async def play(launcher: Launcher) -> None:
        process = await launcher.start(python(code, str(fifo)), 0, "t")
        with await asyncio.to_thread(fifo.open, "rb", 0) as bot:
            os.kill(int(await asyncio.to_thread(os.read, bot.fileno(), 20)), death)
            assert (await process.wait()).returncode is None
            assert await asyncio.to_thread(bot.read) == b""

    launched(tmp_path, play)


def test_a_cancelled_start_leaves_no_process(tmp_path: Path, fifo: Path) -> None:
    async def play(launcher: Launcher) -> None:
        start = asyncio.create_task(launcher.start(python(STAYS, str(fifo)), 0, "t"))
        await asyncio.sleep(0)
        start.cancel()
        with pytest.raises(asyncio.CancelledError):
            await start

    launched(tmp_path, play)


def test_many_bots_leave_no_file_and_no_thread_behind(tmp_path: Path) -> None:
    async def play(launcher: Launcher) -> None:
        before = open_files()
        bots = [python("import time; time.sleep(1000)", name=f"bot {number}") for number in range(12)]
        started: list[BotProcess] = await asyncio.gather(*(launcher.start(bot, 0, "t") for bot in bots))
        assert open_files() == before + len(bots)
        assert len(launcher.processes) == len(bots)
        await launcher.stop(grace=0)
        assert not any(process.running for process in started)
        assert len(launcher.processes) == 0
        assert open_files() == before
        assert threads() == before_all

    before_all = threads()
    assert len(launched(tmp_path, play)) == 12


def test_the_guard_imports_nothing_slow() -> None:
    heavy = "{'typing', 'dataclasses', 'json', 're', 'subprocess', 'socket', 'pathlib', 'grpc', 'asyncio'}"
    code = "import sys; sys.path.append(sys.argv[1]); import gin_referee.guard; "
    code += f"print({heavy} & set(sys.modules))"
    packages = str(Path(sys.modules[Launcher.__module__].__file__ or "").parent.parent)
    words = [sys.executable, "-I", "-S", "-c", code, packages]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout == "set()\n"


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ((), "bot: its command is empty"),
        (("no-such-program",), "bot: no command no-such-program is in PATH"),
        (("/no/such/program",), "bot: there is no file /no/such/program"),
        (("/etc/passwd",), "bot: /etc/passwd cannot be run: it is not executable"),
        (("/etc/",), "bot: /etc/ cannot be run: it is a folder"),
        (
            ("./bot.py",),
            "bot: the command ./bot.py must be an absolute path: a bot has a working folder of its own",
        ),
    ],
)
def test_a_command_that_cannot_be_started_is_an_error_at_once(
    tmp_path: Path, command: tuple[str, ...], text: str
) -> None:
    with pytest.raises(BotCannotStart) as error:
        check_command(BotCommand("bot", command))
    assert str(error.value) == text
    with pytest.raises(BotCannotStart):
        run_to_the_end(tmp_path, BotCommand("bot", command))


def test_a_command_that_only_the_kernel_refuses_is_an_error_of_the_start(tmp_path: Path) -> None:
    script = tmp_path / "bot"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    check_command(BotCommand("bot", (str(script),)))
    with pytest.raises(BotCannotStart, match=r"bot: cannot run .*: No such file or directory"):
        run_to_the_end(tmp_path, BotCommand("bot", (str(script),)))


def test_a_log_that_cannot_be_written_is_an_error_of_the_start(tmp_path: Path) -> None:
    (tmp_path / "logs" / "bot.0.err").mkdir(parents=True)
    with pytest.raises(BotCannotStart, match="bot: cannot write its log"):
        run_to_the_end(tmp_path, python("pass"))


def test_an_unknown_user_is_an_error_at_once() -> None:
    with pytest.raises(BotCannotStart, match="run_as: there is no user nobody-of-this-name"):
        check_command(BotCommand("bot", (sys.executable,), run_as="nobody-of-this-name"))


@ROOT_ONLY
def test_a_bot_runs_as_the_user_it_was_given_in_a_folder_it_can_write(tmp_path: Path) -> None:
    user = pwd.getpwnam("nobody")
    bot = BotCommand("bot", ("/bin/sh", "-c", "id -u; id -g; echo x > file && cat file"), run_as="nobody")
    assert run_to_the_end(tmp_path, bot).words == "exit status 0"
    assert log_of(tmp_path) == f"{user.pw_uid}\n{user.pw_gid}\nx\n"


def test_memory_is_limited(tmp_path: Path) -> None:
    bot = python("block = bytearray(2**29)", limits=Limits(memory=2**28))
    assert "MemoryError" in run_to_the_end(tmp_path, bot).evidence


def test_processor_time_is_limited(tmp_path: Path) -> None:
    bot = python("while True: pass", limits=Limits(cpu=1))
    assert run_to_the_end(tmp_path, bot).words == "killed by SIGXCPU"


def test_open_files_are_limited(tmp_path: Path) -> None:
    bot = python("files = [open('/dev/null') for _ in range(50)]", limits=Limits(files=30))
    assert "Too many open files" in run_to_the_end(tmp_path, bot).evidence


@ROOT_ONLY
def test_processes_are_limited(tmp_path: Path) -> None:
    script = "for n in 1 2 3 4 5 6 7 8; do sleep 1000 & done; echo all of them"
    bot = BotCommand("bot", ("/bin/sh", "-c", script), limits=Limits(processes=4), run_as="nobody")
    assert "all of them" not in run_to_the_end(tmp_path, bot).output


def test_no_core_is_dumped(tmp_path: Path) -> None:
    run_to_the_end(tmp_path, python("import resource; print(resource.getrlimit(resource.RLIMIT_CORE))"))
    assert log_of(tmp_path) == "(0, 0)\n"
