"""`hand`, `score`, `scoresheet` and `deal` as they are run: real processes, real pipes, a real terminal."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gin_tournaments.cli import run
from gin_tournaments.exit_status import Status
from tests.rules.vectors import VECTORS, deal_cases

DOCUMENT = Path(__file__).parents[2] / "docs" / "commands.md"
EXAMPLES = re.findall(
    r"^```console\n\$ (.*?)\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.DOTALL | re.MULTILINE
)
PROGRAM = str(Path(sys.executable).parent / "gin-referee")
TEN = "Ac 2c 3c 7d 7h 7s Tc Jc Qc 2h"
DEFENDER = "4c 5c 5d 5h 7c Kd Kh Ks 9h 9s"
GOOD_HAND = json.dumps({"hand": TEN.split()}).encode()
GOOD_SCORE = json.dumps({"knocker": TEN.split(), "defender": DEFENDER.split()}).encode()
GOOD = {"hand": GOOD_HAND, "score": GOOD_SCORE, "scoresheet": b"Ann 5"}
BAD_LINES = {
    "empty": b"",
    "blank": b"   ",
    "no JSON": b"Ac 2c 3c",
    "no object": b"[1, 2]",
    "null": b"null",
    "no fields": b"{}",
    "nine cards": json.dumps({"hand": TEN.split()[:9], "knocker": TEN.split()[:9], "defender": []}).encode(),
    "a card twice": GOOD_HAND.replace(b"2h", b"Ac"),
    "no card": GOOD_SCORE.replace(b"2h", b"1s"),
    "10 MB": b'{"hand": "' + b"x" * 10_000_000 + b'"}',
    "10 MB of brackets": b"[" * 10_000_000,
    "nested": b'{"hand":' + b"[" * 400_000,
    "nested and whole": b'{"hand":' + b"[" * 900 + b"]" * 900 + b"}",
    "no text": b'{"hand": ["\xff\xfe"]}',
    "a huge number": b'{"hand": ' + b"9" * 100_000 + b"}",
    "a number beyond floats": b'{"hand": 1e999, "knocker": -1e999, "defender": 0}',
    "NaN": b'{"hand": NaN}',
    "a control character": b'{"hand": "\x1b[31m\x00"}',
    "half a surrogate pair": b'{"hand": ["\\ud800"], "\\udfff": 1}',
    "odd types": b'{"hand": {"0": true}, "knocker": 1.5, "defender": null, "rules": "all", "points": {}}',
    "cards of odd types": b'{"hand": [[], {}, null, true, 1.5], "knocker": [[]], "defender": [{}]}',
}


def piped(command: str, *lines: bytes, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [PROGRAM, command, *options], input=b"\n".join(lines) + b"\n", capture_output=True, check=False
    )


@pytest.mark.parametrize("command", ["hand", "score"])
def test_each_bad_line_is_told_with_its_number_and_the_others_are_answered(command: str) -> None:
    lines = [line for bad in BAD_LINES.values() for line in (bad, GOOD[command])]
    ended = piped(command, *lines)
    assert ended.returncode == Status.NOT_SO
    answers = ended.stdout.splitlines()
    told = ended.stderr.decode().splitlines()
    fine = json.loads(answers[0])
    if command == "score":
        assert all(json.loads(answer) == fine for answer in answers)
        assert len(answers) == len(BAD_LINES)
    for number, line in enumerate(told):
        assert line.startswith(f"gin-referee: line {2 * number + 1}: ")
        assert line.isprintable()
        assert len(line) < 400
    assert b"Traceback" not in ended.stderr


def test_a_scoresheet_leaves_bad_lines_out_and_ends_with_the_sheet() -> None:
    ended = piped("scoresheet", *BAD_LINES.values(), b"A 24", b"B gin 12")
    assert ended.returncode == Status.NOT_SO
    told = ended.stderr.decode().splitlines()
    assert [line.split(":")[1] for line in told] == [f" line {n}" for n in range(1, len(BAD_LINES) + 1)]
    assert ended.stdout.decode().splitlines()[-1] == "To go to 100: A 76, B 63."


@pytest.mark.parametrize("command", ["hand", "score", "scoresheet"])
def test_good_lines_end_with_status_0_and_nothing_said_besides(command: str) -> None:
    line = b"A 5" if command == "scoresheet" else GOOD[command]
    ended = piped(command, line)
    assert (ended.returncode, ended.stderr) == (Status.DONE, b"")


@pytest.mark.parametrize("name", ["deadwood_10.jsonl", "deadwood_11.jsonl"])
def test_a_file_of_hands_is_answered_line_by_line(name: str) -> None:
    lines = (VECTORS / name).read_bytes().splitlines()
    ended = piped("hand", *lines)
    assert ended.returncode == Status.DONE
    found = [json.loads(answer)["deadwood"] for answer in ended.stdout.splitlines()]
    assert found == [json.loads(line)["deadwood"] for line in lines]


def test_an_answer_comes_before_the_next_line_is_sent() -> None:
    with subprocess.Popen([PROGRAM, "hand"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for _ in range(2):
            program.stdin.write(GOOD_HAND + b"\n")
            program.stdin.flush()
            assert json.loads(program.stdout.readline())["deadwood"] == 2


def test_a_reader_that_stops_early_is_told_nothing() -> None:
    with subprocess.Popen(
        [PROGRAM, "hand"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        program.stdout.close()
        _, told = program.communicate(b"\n".join([GOOD_HAND] * 1000))
    assert told == b""


def test_score_can_be_piped_into_scoresheet() -> None:
    scored = piped("score", GOOD_SCORE[:-1] + b', "player": "Bob"}')
    sheet = piped(
        "scoresheet", scored.stdout.rstrip(), options=("--players", "Ann", "Bob", "--format", "json")
    )
    assert json.loads(sheet.stdout)["scores"] == [0, 16]


def test_every_deal_of_the_vectors_is_recomputed(capsys: pytest.CaptureFixture[str]) -> None:
    for case in deal_cases():
        options = ["--seed", case["server_seed"], "--tournament", case["tournament_id"]]
        options += ["--entropy", case["public_entropy"], "--deal", case["deal_index"]]
        assert run(["deal", *options]) == Status.DONE
        answer = json.loads(capsys.readouterr().out)
        assert answer["deck"] == [card[0] + card[1].lower() for card in case["cards"].split()]
        ranks = ["A23456789TJQK".index(card[0]) for card in case["cut"]]
        assert answer.pop("first_dealer") == int(ranks[0] > ranks[1])
        del answer["deck"]
        assert answer == {name: case[name] for name in ("commitment", "key", "bot_seeds", "cut")}


def test_a_seed_may_be_the_text_of_a_config(capsys: pytest.CaptureFixture[str]) -> None:
    demo = "2a97516c354b68848cdbd8f54a226a0a55b21ed138e207ad6c5cbb9c00aa5aea"  # SHA-256 of "demo"
    for seed in (["--seed-text", "demo"], ["--seed", demo]):
        assert run(["deal", *seed, "--deal", "7"]) == Status.DONE
    first, second = capsys.readouterr().out.splitlines()
    assert first == second


@pytest.mark.parametrize(
    "options",
    [
        ["--deal", "0"],
        ["--seed", "00" * 32],
        ["--seed", "00" * 31, "--deal", "0"],
        ["--seed", "demo", "--deal", "0"],
        ["--seed", "00" * 32, "--seed-text", "demo", "--deal", "0"],
        ["--seed", "00" * 32, "--deal", "-1"],
        ["--seed", "00" * 32, "--deal", str(2**64)],
        ["--seed", "00" * 32, "--deal", "0", "--entropy", "0"],
        ["--seed", "00" * 32, "--deal", "0", "--entropy", "0 0"],
    ],
)
def test_a_deal_that_is_not_asked_for_properly_is_a_usage_error(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["deal", *options]) == Status.USAGE
    assert capsys.readouterr().out == ""


def test_cards_as_arguments_get_an_answer_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hand", *TEN.split(), "10h"]) == Status.DONE
    assert "You may knock with 2h Th: the knock limit is 10." in capsys.readouterr().out
    assert run(["hand", "--rule", "variant=oklahoma", "--upcard", "Ah", f"{TEN},kd"]) == Status.DONE
    assert "You may not knock: the knock limit is 1." in capsys.readouterr().out


@pytest.mark.parametrize("cards", [["1s"], TEN.split()[:9], [*TEN.split()[:9], "Ac"], ["\ud800"], [""]])
def test_bad_cards_as_arguments_are_told_in_one_line(
    cards: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["hand", *cards]) == Status.NOT_SO
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["hand", "--upcard", "Ac"],
        ["hand", "--rule", "target", TEN],
        ["score", "--rule", "targt=5"],
        ["score", "--rule", "target=five"],
        ["scoresheet", "--target", "0"],
        ["scoresheet", "--hollywood", "--rule", "format=hands", "--rule", "hands=5"],
        ["scoresheet", "--players", "Ann", "ann"],
    ],
)
def test_options_that_make_no_sense_are_usage_errors(arguments: list[str]) -> None:
    assert run(arguments) == Status.USAGE


@pytest.mark.parametrize("command", ["hand", "score", "scoresheet"])
def test_a_closed_standard_input_is_a_usage_error(command: str) -> None:
    ended = subprocess.run(["sh", "-c", f'"{PROGRAM}" {command} <&-'], capture_output=True, check=False)
    assert ended.returncode == Status.USAGE
    assert b"there is no standard input" in ended.stderr


@pytest.mark.parametrize("command", ["hand", "score", "scoresheet", "deal"])
def test_nothing_heavy_is_imported(command: str) -> None:
    script = (
        "import sys; from gin_tournaments.cli import run; run(sys.argv[1:]);"
        "print(*{'numpy', 'scipy', 'pydantic', 'grpc', 'yaml', 'sqlite3'} & sys.modules.keys())"
    )
    arguments = ["deal", "--seed-text", "x", "--deal", "0"] if command == "deal" else [command]
    ended = subprocess.run(
        [sys.executable, "-c", script, *arguments], input=b"", capture_output=True, check=True
    )
    assert ended.stdout.splitlines()[-1] == b""


def typed(arguments: list[str], *lines: bytes) -> tuple[str, int]:
    """Run the program on a terminal, type each line when the program asks, and give all that was shown."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="dumb", PYTHONIOENCODING="utf-8:strict")
        os.execv(PROGRAM, [PROGRAM, *arguments])  # noqa: S606 - our own program
    shown = b""
    waiting = list(lines)
    asked_at = 0
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # how Linux tells that the other side has closed the terminal
            break
        if not part:
            break
        shown += part
        if waiting and shown[asked_at:].endswith((b": ", b"> ")):
            asked_at = len(shown)
            os.write(terminal, waiting.pop(0))
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    assert not waiting
    return shown.decode(errors="replace").replace("\r\n", "\n"), os.waitstatus_to_exitcode(status)


def test_a_person_is_asked_for_the_hands_and_told_the_score() -> None:
    shown, status = typed(
        ["score"], b"Ac 1s\n", TEN.encode() + b"\n", b"\n", b"\xff\n", DEFENDER.encode() + b"\n", b"\n"
    )
    assert status == Status.DONE
    assert "'1s' is no card" in shown
    assert "that is no UTF-8 text" in shown
    assert "Knocker scores 18 - 2 = 16." in shown


def test_people_keep_a_sheet_and_end_it_with_end_of_file() -> None:
    shown, status = typed(
        ["scoresheet"], b"Ann\n", b"Bob\n", b"ann 24\n", b"bob gin 12\n", b"undo\n", b"\x04"
    )
    assert status == Status.DONE
    assert "Hand 3> undo" in shown
    assert shown.splitlines()[-1] == "To go to 100: Ann 76, Bob 100."


def test_an_interrupted_sheet_ends_with_the_status_of_an_interrupt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Not on a terminal: readline loses a ^C that comes just before it waits for keys.
    def interrupted(question: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("gin_tournaments.cli.scoresheet.is_typed", lambda: True)
    monkeypatch.setattr("gin_tournaments.cli.scoresheet.ask", interrupted)
    assert run(["scoresheet"]) == Status.INTERRUPTED
    assert capsys.readouterr().err.strip() == "gin-referee: interrupted"


def test_on_a_terminal_hand_says_what_it_needs() -> None:
    shown, status = typed(["hand"])
    assert status == Status.USAGE
    assert "name ten or eleven CARDS" in shown


def test_questions_stay_out_of_a_sheet_that_goes_to_a_file(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    os.write(master, b"ann 24\nquit\n")
    with (tmp_path / "sheet.txt").open("wb") as sheet:
        ended = subprocess.run(
            [PROGRAM, "scoresheet", "--players", "Ann", "Bob"],
            stdin=slave,
            stdout=sheet,
            stderr=subprocess.PIPE,
            check=False,
        )
    os.close(master)
    os.close(slave)
    assert (ended.returncode, ended.stderr) == (Status.DONE, b"Hand 1> Hand 2> ")
    assert (tmp_path / "sheet.txt").read_text(encoding="utf-8").endswith("To go to 100: Ann 76, Bob 100.\n")


@pytest.mark.parametrize(("command", "answer"), EXAMPLES, ids=[command[-60:] for command, _ in EXAMPLES])
def test_every_example_of_the_document_gives_what_it_shows(command: str, answer: str) -> None:
    path = f"{Path(PROGRAM).parent}{os.pathsep}{os.environ['PATH']}"
    ended = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env={**os.environ, "PATH": path},
    )
    assert (ended.stdout, ended.stderr) == (answer, "")


def test_the_document_has_an_example_of_each_command() -> None:
    commands = {match for command, _ in EXAMPLES for match in re.findall(r"gin-referee (\w+)", command)}
    assert commands == {"hand", "score", "scoresheet", "deal"}
