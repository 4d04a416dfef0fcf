"""A secured connection, with certificates that are made for the test."""

import asyncio
import shutil
import subprocess
from pathlib import Path

import grpc
import pytest

from gin_sdk import Bot, Discard, Pass, Stock, View
from gin_sdk.client import play
from gin_sdk.options import Options, Tls
from tests.sdk.fake_referee import TOKEN, Conversation, fake_referee

OPENSSL = shutil.which("openssl")

pytestmark = pytest.mark.skipif(OPENSSL is None, reason="needs openssl to make certificates")


class Plain(Bot):
    def upcard(self, view: View) -> Pass:
        return Pass()

    def draw(self, view: View) -> Stock:
        return Stock()

    def discard(self, view: View) -> Discard:
        return Discard(view.hand[0])


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """Make a key and a certificate for referee.example that signs itself."""
    folder: Path = tmp_path_factory.mktemp("tls")
    subprocess.run(
        [
            str(OPENSSL), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
            "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-days", "2", "-subj", "/CN=referee.example",
            "-addext", "subjectAltName=DNS:referee.example",
        ],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip
    return (folder / "key.pem").read_bytes(), (folder / "cert.pem").read_bytes()


async def short(referee: Conversation) -> None:
    """Greet and part."""
    await referee.welcome()
    assert referee.metadata["authorization"] == f"Bearer {TOKEN}"
    await referee.goodbye()


def played(pair: tuple[bytes, bytes] | None, tls: Tls | None) -> int:
    """Play against a referee with TLS, or without where *pair* is None."""

    async def scenario() -> int:
        server = grpc.ssl_server_credentials([pair]) if pair else None
        async with fake_referee(short, tls=server) as referee:
            return await play(Plain, Options(referee.address, TOKEN, tls=tls, wait=3))

    return asyncio.run(scenario())


def test_a_bot_plays_over_tls_with_the_authority_it_was_given(pair: tuple[bytes, bytes]) -> None:
    assert played(pair, Tls(ca=pair[1], name="referee.example")) == 0


@pytest.mark.parametrize(
    ("trusted", "name", "said"),
    [
        (False, "referee.example", "its certificate is not trusted (--tls-ca"),
        (True, None, "its certificate is for another name (--tls-name)"),
    ],
    ids=["untrusted", "misnamed"],
)
def test_a_referee_that_cannot_be_trusted_is_not_spoken_to(
    trusted: bool,
    name: str | None,
    said: str,
    pair: tuple[bytes, bytes],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert played(pair, Tls(ca=pair[1] if trusted else None, name=name)) == 1
    assert said in capsys.readouterr().err


def test_a_referee_without_tls_is_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert played(None, Tls()) == 1
    assert "it speaks no TLS (--insecure" in capsys.readouterr().err
