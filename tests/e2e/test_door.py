"""Who comes in, over what, and what strangers can write where: certificates, tokens, paint."""

import csv
import io
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.command import BOTS, Command, Desk, Line, example
from tests.e2e.test_remote_bots import ALICE, address

OPENSSL = shutil.which("openssl")
HOSTILE_NAME = "=HYPERLINK(1)|<b>*x*"
LOOKS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
"""What our own screen draws with."""


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """Make a key and a certificate for loopback that signs itself."""
    key, cert = folder / f"{name}.key.pem", folder / f"{name}.pem"
    subprocess.run(
        [
            str(OPENSSL), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
            "-nodes", "-keyout", key, "-out", cert, "-days", "2", "-subj", f"/CN={name}.example",
            "-addext", "subjectAltName=IP:127.0.0.1",
        ],
        check=True, capture_output=True,
    )  # fmt: skip
    return key, cert


@pytest.mark.skipif(OPENSSL is None, reason="needs openssl to make certificates")
@pytest.mark.parametrize("mutual", [False, True], ids=["server", "mutual"])
def test_a_remote_bot_plays_over_tls_and_none_without_it(desk: Desk, mutual: bool) -> None:
    (token,) = desk.run("register", "alice").stdout
    key, cert = certificate(desk.folder, "referee")
    own_key, own_cert = certificate(desk.folder, "alice")
    tls = {"cert": cert.name, "key": key.name} | ({"client_ca": own_cert.name} if mutual else {})
    desk.config(example("template"), ALICE, server={"tls": tls})
    run = desk.start("run-tournament", "cup.yaml", "--plain")
    referee = address(run)
    shown = ("--tls-cert", own_cert, "--tls-key", own_key) if mutual else ()

    plain = desk.dial("greedy", referee, token, "--wait", "1")
    untrusting = desk.dial("greedy", referee, token, "--tls-ca", own_cert, *shown)
    strangers = [plain, untrusting]
    if mutual:
        strangers.append(desk.dial("greedy", referee, token, "--tls-ca", cert, "--wait", "1"))
    assert [stranger.end() for stranger in strangers] == [1] * len(strangers)
    assert "its certificate is not trusted" in untrusting.words()

    alice = desk.dial("greedy", referee, token, "--tls-ca", cert, *shown)
    assert run.end() == 0, run.words()
    assert alice.end() == 0, alice.words()
    assert [game["reason"] for game in desk.games()] == ["target", "target"]


def test_those_who_guess_tokens_are_told_nothing_and_keep_nobody_waiting(desk: Desk) -> None:
    (token,) = desk.run("register", "alice").stdout
    desk.config(example("template"), ALICE)
    run = desk.start("run-tournament", "cup.yaml", "--plain")
    referee = address(run)
    guesses = [token[:-1] + ("0" if token[-1] != "0" else "1"), token.upper() + "x", "x", *"abcde"]
    guessers = [desk.dial("greedy", referee, guess) for guess in guesses]
    alice = desk.dial("greedy", referee, token)
    assert run.end() == 0, run.words()
    assert alice.end() == 0
    for guesser in guessers:
        assert guesser.end() == 1
        assert token not in guesser.words()
    assert "alice" not in " ".join(guesser.words() for guesser in guessers)


def painters(desk: Desk) -> list[Line]:
    """Give bots that draw, in their errors and in their name."""
    tokens = desk.folder / "tokens"
    tokens.mkdir()
    env = {"TOKENS": str(tokens)}
    return [
        {"name": HOSTILE_NAME, "command": f"python {BOTS / 'painting.py'} last-words", "env": env},
        {"name": "painter", "command": f"python {BOTS / 'painting.py'} exception", "env": env},
    ]


def shown_of_results(desk: Desk) -> Iterator[tuple[str, str]]:
    """Yield how results are shown, and what is shown."""
    file = str(desk.results)
    for command, forms in (
        ("standings", ("table", "csv", "md", "json")),
        ("export", ("csv", "jsonl", "pgn")),
    ):
        for form in forms:
            yield f"{command} {form}", "\n".join(desk.run(command, file, "--format", form).stdout)


def is_harmless(text: str) -> bool:
    """Tell whether printing *text* does nothing but show it."""
    return all(character.isprintable() for character in text.replace("\n", ""))


def test_nothing_that_bots_say_draws_on_a_screen_or_runs_in_a_spreadsheet(desk: Desk) -> None:
    desk.config(example("template"), *painters(desk))
    screen = desk.play_on_terminal()
    assert "\x1b]0;owned" not in screen
    assert "\x07" not in screen
    assert is_harmless(LOOKS.sub("", screen).replace("\r", ""))
    for folder in ("tokens", "results"):
        shutil.rmtree(desk.folder / folder)

    desk.config(example("template"), *painters(desk))
    run = desk.run("run-tournament", "cup.yaml", "--plain")
    evidence = [line for line in run.stdout if "owned" in line]
    assert len(evidence) == 2, run.words()
    assert is_harmless(run.words())
    shown = dict(shown_of_results(desk))
    assert "owned" in shown["export jsonl"]
    for form, text in shown.items():
        assert is_harmless(text), form
    for form in ("standings csv", "export csv"):
        cells = [cell for row in csv.reader(io.StringIO(shown[form])) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@")) and not is_number(cell)]
        assert "'" + HOSTILE_NAME in cells
    assert "<b>" not in shown["standings md"]
    assert {line.count(" | ") for line in shown["standings md"].splitlines() if line.startswith("| 1")} == {8}


def is_number(cell: str) -> bool:
    """Tell whether a cell is a number, which may begin with its sign."""
    try:
        float(cell)
    except ValueError:
        return False
    return True


def test_no_token_is_in_any_output_log_or_file_of_results(desk: Desk) -> None:
    (alices,) = desk.run("register", "alice").stdout
    desk.config(*painters(desk), ALICE)
    run = desk.start("run-tournament", "cup.yaml", "--json")
    referee = address(run)
    alice = desk.dial("greedy", referee, alices)
    stranger = desk.dial("greedy", referee, "f" * len(alices))
    assert run.end() == 0, run.words()
    told: list[Command] = [run, alice, stranger]
    for command in told:
        command.end()
    tokens = [alices, *((desk.folder / "tokens" / way).read_text() for way in ("last-words", "exception"))]
    assert all(len(token) >= 32 for token in tokens)
    outputs = [command.words() for command in told] + [desk.export()]
    kept = [path for folder in ("results", "home") for path in (desk.folder / folder).rglob("*")]
    contents = [path.read_bytes() for path in kept if path.is_file()]
    assert len(contents) >= 4
    for token in tokens:
        assert not any(token in output for output in outputs)
        assert not any(token.encode() in content for content in contents)
