import asyncio
import os
import socket
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path

import grpc
import pytest
from grpc import StatusCode, aio

from gin_referee.arena import Arena
from gin_referee.listening import CannotListen, Listen, Tls, is_loopback
from gin_referee.server import RefereeServer
from gin_referee.server_options import ServerOptions
from gin_referee.settings import Settings
from tests.referee.callers import PATIENCE, TOKENS, Caller


def listening(
    listen: Listen, then: Callable[[RefereeServer], Awaitable[None]] | None = None
) -> RefereeServer:
    """Start a server, do something beside it, stop it."""

    async def main() -> RefereeServer:
        arena = Arena(Settings())
        arena.expect("alice")
        options = ServerOptions(listen=listen, goodbye_timeout=0.1)
        async with asyncio.timeout(PATIENCE), RefereeServer(arena, TOKENS.get, options) as server:
            if then is not None:
                await then(server)
            return server

    return asyncio.run(main())


@pytest.mark.parametrize("address", ["127.0.0.1:0", "localhost:0", "127.0.0.7:0"])
def test_port_0_is_a_free_port_and_the_address_tells_which(address: str) -> None:
    server = listening(Listen(address))
    host, port = server.address.split(":")
    assert host == address.split(":")[0]
    assert int(port) > 0
    assert server.local_address == server.address


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", "referee.example:0"])
def test_a_plaintext_listener_that_others_can_reach_is_refused(address: str) -> None:
    with pytest.raises(CannotListen, match=r"tokens could be read on the way: .*--tls-cert.*--insecure"):
        listening(Listen(address))


def test_a_plaintext_listener_is_opened_on_purpose_and_own_bots_dial_loopback() -> None:
    server = listening(Listen("0.0.0.0:0", insecure=True))
    assert server.address.startswith("0.0.0.0:")
    assert server.local_address == server.address.replace("0.0.0.0", "127.0.0.1")  # noqa: S104


def test_loopback_is_told_from_the_rest() -> None:
    assert all(is_loopback(host) for host in ("127.0.0.1", "127.9.9.9", "::1", "localhost"))
    assert not any(
        is_loopback(host)
        for host in ("0.0.0.0", "::", "10.0.0.1", "example.org", "localhost.example")  # noqa: S104
    )


@pytest.mark.parametrize(
    "address", ["", "5000", ":5000", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:70000", "::1:5000", "h:-1"]
)
def test_what_is_no_address_is_told_with_an_example(address: str) -> None:
    with pytest.raises(
        CannotListen, match=r"is no address to listen on; say HOST:PORT, such as 127\.0\.0\.1:5000"
    ):
        listening(Listen(address))


def test_a_port_in_use_names_who_has_it() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(
            CannotListen, match=rf"port {port} is taken by process {os.getpid()} \(.+\); stop it"
        ):
            listening(Listen(f"127.0.0.1:{port}"))


def test_two_referees_never_share_a_port() -> None:
    async def then(server: RefereeServer) -> None:
        second = RefereeServer(Arena(Settings()), TOKENS.get, ServerOptions(listen=Listen(server.address)))
        with pytest.raises(CannotListen, match="is taken by process"):
            await second.start()
        async with aio.insecure_channel(server.address) as channel:
            assert (await Caller(channel).hello()).name == "alice"

    listening(Listen(), then)


def test_an_address_of_another_machine_is_an_error() -> None:
    with pytest.raises(CannotListen, match=r"cannot listen on 192\.0\.2\.1:0: "):
        listening(Listen("192.0.2.1:0", insecure=True))


def openssl(*words: str | Path) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True)


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the certificates of an authority, of a referee and of a bot."""
    folder = tmp_path_factory.mktemp("keys")
    new: list[str | Path] = [
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-noenc",
        "-days",
        "2",
    ]
    ca: list[str | Path] = ["-keyout", folder / "ca.key", "-out", folder / "ca.pem", "-subj", "/CN=authority"]
    openssl("req", "-x509", *new, *ca)
    for name in ("referee", "bot"):
        own: list[str | Path] = [
            "-keyout",
            folder / f"{name}.key",
            "-out",
            folder / f"{name}.pem",
            "-subj",
            f"/CN={name}",
        ]
        signed: list[str | Path] = [
            "-CA",
            folder / "ca.pem",
            "-CAkey",
            folder / "ca.key",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
        ]
        openssl("req", "-x509", *new, *own, *signed)
    return folder


def tls(keys: Path, mutual: bool = False) -> Listen:
    return Listen(tls=Tls(keys / "referee.pem", keys / "referee.key", keys / "ca.pem" if mutual else None))


def test_tls_takes_bots_that_trust_the_certificate_and_own_bots_on_loopback(keys: Path) -> None:
    async def then(server: RefereeServer) -> None:
        credentials = grpc.ssl_channel_credentials((keys / "ca.pem").read_bytes())
        async with aio.secure_channel(server.address, credentials) as channel:
            alice = Caller(channel)
            assert (await alice.hello()).name == "alice"
        async with aio.insecure_channel(server.address) as channel:
            assert (await Caller(channel).end())[0] is StatusCode.UNAVAILABLE
        async with aio.insecure_channel(server.local_address) as channel:
            assert (await Caller(channel, token="wrong").end())[0] is StatusCode.UNAUTHENTICATED  # noqa: S106

    assert is_loopback(listening(tls(keys), then).local_address.split(":")[0])


def test_mutual_tls_takes_only_bots_with_a_certificate_of_the_authority(keys: Path) -> None:
    async def then(server: RefereeServer) -> None:
        ca = (keys / "ca.pem").read_bytes()
        async with aio.secure_channel(server.address, grpc.ssl_channel_credentials(ca)) as channel:
            assert (await Caller(channel).end())[0] is StatusCode.UNAVAILABLE
        own = (keys / "bot.key").read_bytes(), (keys / "bot.pem").read_bytes()
        async with aio.secure_channel(server.address, grpc.ssl_channel_credentials(ca, *own)) as channel:
            assert (await Caller(channel).hello()).name == "alice"

    listening(tls(keys, mutual=True), then)


def test_a_file_that_cannot_be_read_is_named(keys: Path) -> None:
    with pytest.raises(CannotListen, match=r"cannot read .*missing\.pem: No such file"):
        listening(Listen(tls=Tls(keys / "missing.pem", keys / "referee.key")))


def test_a_key_that_does_not_fit_is_told_without_asking_for_a_password(keys: Path) -> None:
    locked = keys / "locked.key"
    openssl("ec", "-in", keys / "referee.key", "-aes128", "-passout", "pass:secret", "-out", locked)
    for key in (keys / "bot.key", keys / "referee.pem", locked):
        with pytest.raises(CannotListen, match="are no certificate and its key, unlocked"):
            listening(Listen(tls=Tls(keys / "referee.pem", key)))


def test_an_authority_that_is_none_is_told(keys: Path) -> None:
    with pytest.raises(CannotListen, match="holds no certificate of an authority"):
        listening(Listen(tls=Tls(keys / "referee.pem", keys / "referee.key", keys / "bot.key")))
