from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gin_referee.logs import CappedLog, last_lines, log_name

CAP = 4096


def written(path: Path, *chunks: bytes, cap: int = CAP) -> bytes:
    log = CappedLog(str(path), cap)
    for chunk in chunks:
        log.write(chunk)
    log.close()
    return path.read_bytes()


def numbered(count: int) -> list[bytes]:
    return [b"line %06d\n" % number for number in range(count)]


def test_a_short_log_is_kept_byte_for_byte(tmp_path: Path) -> None:
    chunks = numbered(100)
    assert written(tmp_path / "log", *chunks) == b"".join(chunks)


def test_a_log_that_fills_its_cap_exactly_leaves_nothing_out(tmp_path: Path) -> None:
    assert written(tmp_path / "log", b"x" * CAP) == b"x" * CAP


def test_a_long_log_keeps_its_head_and_its_latest_lines_within_the_cap(tmp_path: Path) -> None:
    lines = numbered(10_000)
    kept = written(tmp_path / "log", *lines)
    assert len(kept) <= CAP
    assert kept[: CAP // 2] == b"".join(lines)[: CAP // 2]
    assert kept.endswith(b"".join(lines[-80:]))


def test_a_chunk_larger_than_the_cap_is_cut_in_the_middle(tmp_path: Path) -> None:
    whole = b"".join(numbered(100_000))
    kept = written(tmp_path / "log", whole)
    assert len(kept) <= CAP
    assert kept[:2048] == whole[:2048]
    assert kept[-900:] == whole[-900:]


def left_out(kept: bytes) -> int:
    return int(kept.split(b"[...")[1].split()[0])


def test_the_log_counts_what_it_left_out(tmp_path: Path) -> None:
    whole = b"".join(numbered(5_000))
    kept = written(tmp_path / "log", *numbered(5_000))
    mark = kept[kept.index(b"\n[...") : kept.index(b"...]\n") + 5]
    assert left_out(kept) == len(whole) - (len(kept) - len(mark))


def test_a_log_is_continued_when_the_bot_is_started_again(tmp_path: Path) -> None:
    lines = numbered(3_000)
    written(tmp_path / "log", *lines[:1_000])
    written(tmp_path / "log", *lines[1_000:1_500])
    kept = written(tmp_path / "log", *lines[1_500:])
    assert len(kept) <= CAP
    assert kept[: CAP // 2] == b"".join(lines)[: CAP // 2]
    assert kept.endswith(b"".join(lines[-80:]))
    assert left_out(kept) > len(b"".join(lines)) - CAP


def test_a_log_is_shortened_when_its_cap_became_smaller(tmp_path: Path) -> None:
    written(tmp_path / "log", *numbered(300))
    kept = written(tmp_path / "log", b"the end\n", cap=2048)
    assert len(kept) <= 2048
    assert kept.endswith(b"the end\n")


@settings(max_examples=60, deadline=None)
@given(chunks=st.lists(st.integers(0, 3_000), max_size=30), cap=st.integers(0, 4_096))
def test_a_log_never_exceeds_its_cap_and_always_ends_with_the_latest_byte(
    tmp_path_factory: pytest.TempPathFactory, chunks: list[int], cap: int
) -> None:
    path = tmp_path_factory.mktemp("logs") / "log"
    pieces = [bytes([number % 256]) * size for number, size in enumerate(chunks)]
    kept = written(path, *pieces, cap=cap)
    whole = b"".join(pieces)
    assert len(kept) <= max(cap, 1024)
    assert kept[-100:] == whole[-100:]
    assert kept[:500] == whole[:500]


def test_a_full_disk_loses_output_and_nothing_else(tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    log = CappedLog(str(full), CAP)
    log.write(b"lost\n")
    log.close()


def test_the_names_of_logs_cannot_leave_their_folder_and_differ_for_different_bots() -> None:
    names = ["a/b", "a%2Fb", "..", ".", ".hidden", "%2E.", "a", "Zoë ♠"]
    logs = {log_name(name, lane) for name in names for lane in (0, 1, None)}
    assert len(logs) == 3 * len(names)
    assert all("/" not in log and not log.startswith(".") for log in logs)


def test_the_longest_name_of_a_bot_still_makes_a_file(tmp_path: Path) -> None:
    for letter in ("♠", "/", "🂡"):
        written(tmp_path / log_name(letter * 60, None), b"it works\n")


def test_the_last_lines_are_shown_without_control_characters() -> None:
    output = b"first\nsecond\n\x1b]0;title\x07\n\x1b[2Jthird\r\n\xff\xfefourth\x00\x7f\n\n"
    assert last_lines(output, lines=3) == "]0;title\n[2Jthird\n��fourth"


def test_a_long_line_of_output_is_cut() -> None:
    assert last_lines(b"x" * 5_000, width=10) == "x" * 10


def test_a_syntax_error_keeps_its_file_line_and_code() -> None:
    output = b"""  File "/home/class/bob/bot.py", line 12
    def draw(self, view)
                        ^
SyntaxError: expected ':'
"""
    shown = last_lines(output)
    assert [word in shown for word in ("bot.py", "line 12", "def draw(self, view)", "expected ':'")] == [
        True
    ] * 4


def test_a_module_that_node_does_not_find_is_named_in_spite_of_the_stack_after_it() -> None:
    output = b"""node:internal/modules/cjs/loader:1228
  throw err;
  ^

Error: Cannot find module '@grpc/grpc-js'
Require stack:
- /home/class/bob/bot.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)
    at Module._load (node:internal/modules/cjs/loader:1051:27)
    at Module.require (node:internal/modules/cjs/loader:1311:19)
    at require (node:internal/modules/helpers:179:18)
    at Object.<anonymous> (/home/class/bob/bot.js:3:14)
    at node:internal/main/run_main_module:28:49 {
  code: 'MODULE_NOT_FOUND',
  requireStack: [ '/home/class/bob/bot.js' ]
}

Node.js v20.19.0
"""
    assert last_lines(output).startswith("Error: Cannot find module '@grpc/grpc-js'\n")
