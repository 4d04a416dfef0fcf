"""The exit statuses of every command (README, "Exit statuses")."""

from enum import IntEnum


class Status(IntEnum):
    """What a command tells whoever started it."""

    DONE = 0
    NOT_SO = 1  # what was asked for does not hold, or the input is bad
    USAGE = 2
    INTERRUPTED = 3
    OUR_FAULT = 4
    INCOMPLETE = 5
