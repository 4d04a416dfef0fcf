"""How errors look to a caller: the one place where gRPC status codes are made."""

from typing import NamedTuple

from grpc import StatusCode

from gin_referee.door import NotAuthenticated
from gin_referee.faults import BotBrokeProtocol, Refused


class Status(NamedTuple):
    """How a call ends."""

    code: StatusCode
    text: str


class TooManyStreams(Exception):
    """More streams than the referee takes."""


class HelloLate(Exception):
    """No Hello came in time."""


class Stopping(Exception):
    """The referee ends; the text is the reason."""


_CODES: dict[type[Exception], StatusCode] = {
    NotAuthenticated: StatusCode.UNAUTHENTICATED,
    TooManyStreams: StatusCode.RESOURCE_EXHAUSTED,
    HelloLate: StatusCode.DEADLINE_EXCEEDED,
    Stopping: StatusCode.UNAVAILABLE,
    BotBrokeProtocol: StatusCode.INVALID_ARGUMENT,
}


def status_of(error: Exception) -> Status:
    """Give the status for *error*; one not meant for a caller is INTERNAL, and its text stays here."""
    if isinstance(error, Refused):
        return Status(StatusCode[error.code], str(error))
    for kind, code in _CODES.items():
        if isinstance(error, kind):
            return Status(code, str(error))
    return Status(StatusCode.INTERNAL, "a fault of the referee; it is in its log")
