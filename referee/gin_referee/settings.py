"""What the referee of one tournament plays by, as one value."""

from dataclasses import dataclass, field

from gin_referee.clocks import ClockLimits
from gin_referee.faults import Policy
from gin_rummy.rules import Rules


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of an `Arena`; times in seconds, `inf` for none.

    *reconnect_grace*: how long a bot may be away while it owes a decision. *startup_time*: how long a process
    that was started again may take to say Hello, its clocks standing still. *at_once*: games in flight of a
    connection. *run* marks the sessions of this arena, so that one of an earlier referee is not taken for
    them.
    """

    rules: Rules = field(default_factory=Rules)
    policy: Policy = field(default_factory=Policy)
    clock: ClockLimits = field(default_factory=ClockLimits)
    reconnect_grace: float = 10.0
    startup_time: float = 60.0
    at_once: int = 128
    tournament: str = ""
    commitment: bytes = b""
    anonymous: bool = False
    referee_version: str = ""
    run: str = ""
