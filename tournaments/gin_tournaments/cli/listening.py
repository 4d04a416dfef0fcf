"""The options that say where the referee listens, in place of a config's section `server`."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import cast

import click

from gin_tournaments.cli.options import Command
from gin_tournaments.config import Config


@dataclass(frozen=True, slots=True)
class Listening:
    """What was said of it; None and False say nothing."""

    listen: str | None
    cert: Path | None
    key: Path | None
    insecure: bool

    def over(self, config: Config) -> Config:
        """Give *config* with these in the place of its own; files are relative to the current folder."""
        server = config.server
        tls = server.tls
        if self.cert is not None and self.key is not None:
            files = {"cert": str(self.cert.resolve()), "key": str(self.key.resolve())}
            tls = tls.model_copy(update=files)
        insecure = self.insecure or server.insecure
        changed = {"listen": self.listen or server.listen, "tls": tls, "insecure": insecure}
        return config.model_copy(update={"server": server.model_copy(update=changed)})


_OPTIONS = (
    click.option("--listen", metavar="HOST:PORT", help="Where bots dial in, in place of server.listen."),
    click.option(
        "--tls-cert",
        type=click.Path(dir_okay=False, path_type=Path),
        help="The referee's certificate chain (PEM), in place of server.tls.cert.",
    ),
    click.option(
        "--tls-key", type=click.Path(dir_okay=False, path_type=Path), help="Its key, with --tls-cert."
    ),
    click.option("--insecure", is_flag=True, help="Listen beyond this machine without a certificate."),
)


def listening_options(command: Command) -> Command:
    """Give a command these options; it is called with a Listening as *listening*."""

    @wraps(command)
    def called(
        *, listen: str | None, tls_cert: Path | None, tls_key: Path | None, insecure: bool, **others: object
    ) -> object:
        if (tls_cert is None) != (tls_key is None):
            raise click.UsageError("--tls-cert and --tls-key need each other")
        return command(listening=Listening(listen, tls_cert, tls_key, insecure), **others)

    whole: Callable[..., object] = called
    for option in reversed(_OPTIONS):
        whole = option(whole)
    return cast("Command", whole)
