"""How a bot is told where to play: command line options, each with an environment variable behind it."""

import argparse
import math
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from gin_rummy.errors import GinError

LANES = ("0", "1", "any")

_ADDRESS = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.%]+)\]|(?P<host>[^\s:\[\]/@]+)):(?P<port>\d{1,5})")


class BadOptions(GinError):
    """An option is missing or has a value that is not allowed."""


@dataclass(frozen=True, slots=True)
class Tls:
    """How the connection is secured: PEM bytes; *ca* None trusts the system's authorities."""

    ca: bytes | None = None
    certificate: bytes | None = None
    key: bytes | None = None
    name: str | None = None  # the name in the referee's certificate, where it is not the host's


@dataclass(frozen=True, slots=True)
class Options:
    """Where and as whom to play."""

    referee: str  # HOST:PORT
    token: str
    lane: int | None = None  # None: this one connection plays both legs
    wait: float = 60.0  # seconds to go on trying while the referee is not up
    tls: Tls | None = None  # None: plain text


def options_from(arguments: Sequence[str], environment: Mapping[str, str] = os.environ) -> Options:
    """Read the options of a bot's command line; an option there goes before its variable.

    Raises:
        BadOptions: in one line, what is wrong and what is allowed.
        SystemExit: with status 0, after `--help` was printed.
    """
    given = _parser().parse_args(arguments)

    def value(name: str) -> str | None:
        chosen: str | None = getattr(given, name)
        return chosen if chosen is not None else environment.get(f"GIN_{name.upper()}") or None

    referee = _address(value("referee"))
    plain = given.insecure or environment.get("GIN_INSECURE", "") not in ("", "0")
    files = {name: value(name) for name in ("tls_ca", "tls_cert", "tls_key", "tls_name")}
    return Options(
        referee=referee,
        token=_token(value("token")),
        lane=_lane(value("lane")),
        wait=_seconds(value("wait") or "60"),
        tls=_tls(referee, plain, files),
    )


class _Parser(argparse.ArgumentParser):
    """argparse prints its usage on several lines; here every mistake is one."""

    def error(self, message: str) -> None:  # type: ignore[override]  # it does not return either
        raise BadOptions(message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        description="A Gin Rummy bot. Each option can be set by the variable named with it.",
        epilog="Example: GIN_TOKEN=… python bot.py --referee 127.0.0.1:7777",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--referee", metavar="HOST:PORT", help="where the referee listens (GIN_REFEREE)")
    add("--token", help="what `register` printed (GIN_TOKEN, which other users of the machine cannot see)")
    add("--lane", metavar="0|1|any", help="play first legs only, second legs only, or both (GIN_LANE; any)")
    add("--wait", metavar="SECONDS", help="how long to go on trying to reach the referee (GIN_WAIT; 60)")
    add("--tls-ca", metavar="FILE", help="trust this authority's certificate (GIN_TLS_CA)")
    add("--tls-cert", metavar="FILE", help="show this certificate to the referee (GIN_TLS_CERT)")
    add("--tls-key", metavar="FILE", help="the key of --tls-cert (GIN_TLS_KEY)")
    add("--tls-name", metavar="NAME", help="the name in the referee's certificate (GIN_TLS_NAME; its host)")
    add("--insecure", action="store_true", help="no TLS to another machine: the token can be read on the way")
    return parser


def _address(text: str | None) -> str:
    if text is None:
        raise BadOptions("no referee: give --referee HOST:PORT or set GIN_REFEREE")
    match = _ADDRESS.fullmatch(text)
    if not match or not 0 < int(match["port"]) < 65536:
        raise BadOptions(f"--referee is {text!r}; it must be HOST:PORT, as in 127.0.0.1:7777")
    return text


def _token(text: str | None) -> str:
    if text is None:
        raise BadOptions("no token: give --token or set GIN_TOKEN to what `register` printed")
    token = text.strip()
    if not token or not all("!" <= character <= "~" for character in token):
        raise BadOptions("the token has characters that no token has; copy it again as `register` printed it")
    return token


def _lane(text: str | None) -> int | None:
    if text is None or text == "any":
        return None
    if text not in LANES:
        raise BadOptions(f"--lane is {text!r}; it must be 0, 1 or any")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if seconds < 0 or math.isnan(seconds):
        raise BadOptions(f"--wait is {text!r}; it must be a number of seconds, 0 or more")
    return seconds


def _tls(referee: str, plain: bool, files: Mapping[str, str | None]) -> Tls | None:
    """Choose TLS for other machines and where a file asks for it, else plain text."""
    if plain:
        if any(files.values()):
            raise BadOptions("--insecure means no TLS; leave it out, or the --tls options")
        return None
    if (files["tls_cert"] is None) != (files["tls_key"] is None):
        raise BadOptions("--tls-cert and --tls-key go together")
    if not any(files.values()) and _is_loopback(referee):
        return None
    return Tls(
        ca=_pem("--tls-ca", files["tls_ca"]),
        certificate=_pem("--tls-cert", files["tls_cert"]),
        key=_pem("--tls-key", files["tls_key"]),
        name=files["tls_name"],
    )


def _is_loopback(referee: str) -> bool:
    match = _ADDRESS.fullmatch(referee)
    host = (match["six"] or match["host"]) if match else ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _pem(option: str, name: str | None) -> bytes | None:
    if name is None:
        return None
    try:
        content = Path(name).read_bytes()
    except OSError as error:
        raise BadOptions(f"{option}: {name}: {error.strerror or error}") from None
    if b"-----BEGIN" not in content:
        raise BadOptions(f"{option}: {name} is no PEM file")
    return content
