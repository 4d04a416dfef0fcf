"""From the config's words to the referee's: clocks, policies, limits, addresses and commands."""

import os
import secrets
from math import inf
from pathlib import Path

from gin_referee.commands import BotCommand, Limits
from gin_referee.faults import Policy
from gin_referee.listening import Listen, Tls
from gin_referee.server_options import ServerOptions
from gin_referee.settings import Settings
from gin_tournaments.config import Config, Entrant
from gin_tournaments.tournament import limits_of

_SPARE_STREAMS = 64
"""Connections beyond those of the tournament's bots: reconnecting ones, and callers with a wrong token."""


def arena_settings(config: Config, commitment: bytes, version: str) -> Settings:
    """Give what the arena plays by."""
    return Settings(
        rules=config.rules,
        policy=Policy(**config.on_fault.model_dump()),
        clock=limits_of(config.clock),
        reconnect_grace=config.join.reconnect_grace,
        startup_time=inf if config.join.timeout is None else config.join.timeout,
        at_once=config.games.at_once,
        tournament=config.name,
        commitment=commitment,
        anonymous=config.anonymous,
        referee_version=version,
        run=secrets.token_hex(8),
    )


def server_options(config: Config) -> ServerOptions:
    """Give how the server listens."""
    server = config.server
    files = server.tls
    tls = None
    if files.cert is not None and files.key is not None:
        client_ca = None if files.client_ca is None else Path(files.client_ca)
        tls = Tls(Path(files.cert), Path(files.key), client_ca)
    times = [config.clock.move_time, config.clock.hand_time, config.clock.game_time]
    return ServerOptions(
        listen=Listen(server.listen, tls, server.insecure),
        longest_think=min((time for time in times if time is not None), default=None),
        most_streams=2 * len(config.bots) + _SPARE_STREAMS,
    )


def pairings_at_once(config: Config) -> int:
    """Give how many pairings play at the same time; auto leaves a processor to the referee."""
    chosen = config.games.pairings_at_once
    return max(len(os.sched_getaffinity(0)) - 1, 1) if chosen == "auto" else chosen


def lanes(config: Config) -> tuple[int | None, ...]:
    """Give the lanes of a bot that is started here."""
    return (None,) if config.isolation == "none" else (0, 1)


def command_of(entrant: Entrant) -> BotCommand | None:
    """Give how a bot is started; None when it dials in."""
    if entrant.command is None:
        return None
    limits = entrant.limits
    return BotCommand(
        entrant.name,
        entrant.command,
        entrant.env,
        Limits(
            memory=limits.memory,
            processes=limits.processes,
            files=limits.files,
            cpu=None if limits.cpu is None else max(round(limits.cpu), 1),
            log=limits.log,
        ),
        entrant.run_as,
    )
