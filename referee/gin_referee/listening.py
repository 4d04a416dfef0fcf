"""Where the referee listens, with TLS or without, and why it cannot."""

import errno
import ipaddress
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
from grpc import aio

from gin_rummy.errors import GinError

_TCP_LISTEN = "0A"  # the state in /proc/net/tcp
_LAST_PORT = 0xFFFF


class CannotListen(GinError):
    """The address, the port, a certificate or the lack of one: the text says which, and what to do."""


@dataclass(frozen=True, slots=True)
class Tls:
    """Files in PEM form: a certificate chain, its key and the authority of the bots' certificates, if any."""

    certificate: Path
    key: Path
    client_ca: Path | None = None

    def credentials(self) -> grpc.ServerCredentials:
        """Read the files; raise CannotListen when one of them is not what it should be."""
        self._check()
        authority = None if self.client_ca is None else self.client_ca.read_bytes()
        pair = (self.key.read_bytes(), self.certificate.read_bytes())
        return grpc.ssl_server_credentials([pair], authority, require_client_auth=authority is not None)

    def _check(self) -> None:
        for file in (self.certificate, self.key, self.client_ca):
            if file is not None:
                try:
                    file.read_bytes()
                except OSError as error:
                    raise CannotListen(f"cannot read {file}: {error.strerror}") from error
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            context.load_cert_chain(self.certificate, self.key, password="")
        except (ssl.SSLError, ValueError) as error:
            raise CannotListen(
                f"{self.certificate} and {self.key} are no certificate and its key, unlocked ({error})"
            ) from error
        if self.client_ca is not None:
            try:
                context.load_verify_locations(self.client_ca)
            except ssl.SSLError as error:
                raise CannotListen(
                    f"{self.client_ca} holds no certificate of an authority ({error})"
                ) from error


@dataclass(frozen=True, slots=True)
class Listen:
    """Where to listen: `HOST:PORT`, port 0 for any; beyond loopback with *tls*, or *insecure* on purpose."""

    address: str = "127.0.0.1:0"
    tls: Tls | None = None
    insecure: bool = False


def open_ports(server: aio.Server, listen: Listen) -> tuple[str, str]:
    """Make *server* listen; give the address for bots anywhere and the one for bots of this machine.

    They differ with TLS, where the bots that we start get a plaintext port on loopback, and on `0.0.0.0`.

    Raises:
        CannotListen: before anything is opened, where possible.
    """
    credentials = check_listen(listen)
    host, port = _host_and_port(listen.address)
    try:
        if credentials is None:
            port = server.add_insecure_port(_join(host, port))
            local = _join(_LOCAL.get(host, host), port)
        else:
            port = server.add_secure_port(_join(host, port), credentials)
            local = _join("127.0.0.1", server.add_insecure_port("127.0.0.1:0"))
    except RuntimeError as error:
        raise CannotListen(f"cannot listen on {listen.address}: {error}") from error
    return _join(host, port), local


def check_listen(listen: Listen) -> grpc.ServerCredentials | None:
    """Give the credentials to listen with, None without TLS; nothing stays open.

    Raises:
        CannotListen: when that address, port or certificate would not do.
    """
    host, port = _host_and_port(listen.address)
    if listen.tls is None and not listen.insecure and not is_loopback(host):
        raise CannotListen(
            f"{listen.address} can be reached from elsewhere, and tokens could be read on the way: "
            "give a certificate (--tls-cert, --tls-key), listen on 127.0.0.1, or say --insecure"
        )
    credentials = None if listen.tls is None else listen.tls.credentials()
    _check_free(host, port)
    return credentials


_LOCAL = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104 - compared, not bound


def is_loopback(host: str) -> bool:
    """Tell whether *host* is reached from this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _host_and_port(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    bracketed = host.startswith("[") and host.endswith("]")
    bare = host[1:-1] if bracketed else host
    is_port = port.isascii() and port.isdigit() and int(port) <= _LAST_PORT
    if not bare or not is_port or (":" in bare and not bracketed):
        raise CannotListen(f"{address!r} is no address to listen on; say HOST:PORT, such as 127.0.0.1:5000")
    return bare, int(port)


def _join(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _check_free(host: str, port: int) -> None:
    """Try the port with a plain socket, which says what is wrong and logs nothing."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen(1)
    except OSError as error:
        where = _join(host, port)
        if error.errno == errno.EADDRINUSE:
            raise CannotListen(
                f"port {port} is taken by {_holder(port)}; stop it, or take another port (0: any)"
            ) from error
        raise CannotListen(f"cannot listen on {where}: {error.strerror}") from error


def _holder(port: int) -> str:
    """Name the process that listens on *port*, as far as we may know (Linux)."""
    sockets = {f"socket:[{inode}]" for inode in _listening_inodes(port)}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if any(str(file.readlink()) in sockets for file in (process / "fd").iterdir()):
                return f"process {process.name} ({(process / 'comm').read_text().strip()})"
        except OSError:
            continue
    return "another program, perhaps a referee of another user"


def _listening_inodes(port: int) -> Iterator[str]:
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            rows = Path(table).read_text().splitlines()[1:]
        except OSError:
            continue
        for row in rows:
            _, local, _, state, *_, inode = row.split()[:10]
            if state == _TCP_LISTEN and int(local.rpartition(":")[2], 16) == port:
                yield inode
