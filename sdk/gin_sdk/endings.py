"""How a stream can end, and whether there is any point in another one."""

import grpc

from gin_rummy.errors import GinError


class Refused(GinError):
    """The referee will not play with this bot, now or later; the text says why."""


class Lost(GinError):
    """The stream is gone, or never was; another may be had."""


_WHY = {
    grpc.StatusCode.UNAUTHENTICATED: "the referee does not know this token",
    grpc.StatusCode.PERMISSION_DENIED: "the referee refuses this bot",
    grpc.StatusCode.ALREADY_EXISTS: "this bot plays already, from elsewhere",
    grpc.StatusCode.FAILED_PRECONDITION: "this bot and the referee do not fit together",
    grpc.StatusCode.INVALID_ARGUMENT: "the referee cannot use what this bot sent",
    grpc.StatusCode.NOT_FOUND: "the referee does not know this bot",
    grpc.StatusCode.OUT_OF_RANGE: "the referee cannot use what this bot sent",
    grpc.StatusCode.RESOURCE_EXHAUSTED: "the referee has no room for this bot",
    grpc.StatusCode.UNIMPLEMENTED: "there is a server, but it is no referee of protocol gin.v1",
}

_OTHER_NAME = "its certificate is for another name (--tls-name)"
_TLS_MISTAKES = (
    ("CERTIFICATE_VERIFY_FAILED", "its certificate is not trusted (--tls-ca names the authority to trust)"),
    ("Hostname Verification Check failed", _OTHER_NAME),
    ("is not in peer certificate", _OTHER_NAME),  # the same, as grpcio says it before 1.78
    ("WRONG_VERSION_NUMBER", "it speaks no TLS (--insecure, if the token may be read on the way)"),
)


def ending(code: grpc.StatusCode, details: str | None, welcomed: bool) -> Refused | Lost:
    """Tell what the status of an ended stream means for the bot.

    A referee with no room at the door may have it soon, so that is worth another try.
    """
    said = f": {details}" if details else ""
    for mark, why in _TLS_MISTAKES:
        if mark in said:
            return Refused(f"no secure connection to the referee: {why}")
    if code is grpc.StatusCode.RESOURCE_EXHAUSTED and not welcomed:
        return Lost(_WHY[code] + said)
    if code in _WHY:
        return Refused(_WHY[code] + said)
    return Lost(f"{code.name}{said}")
