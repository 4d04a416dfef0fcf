"""How single values of a config are written: durations, sizes, names, addresses; parsed and shown."""

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, WithJsonSchema
from pydantic_core import PydanticCustomError

from gin_tournaments.names import A_NAME, NAME_LENGTH, is_name

ALLOWED = "x-allowed"
"""The JSON schema keyword with what a value may be, in words; error messages quote it."""

_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_DURATION = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,6})?)(ms|s|m|h)", re.ASCII)
_LONGEST = 24 * 366 * 3600.0
_A_DURATION = "a duration such as 250ms, 5s, 2m or 1h"

_BYTES = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
_SIZE = re.compile(r"([0-9]{1,12})(B|KiB|MiB|GiB)", re.ASCII)
_A_SIZE = "a size such as 64KiB, 512MiB or 2GiB"


def not_allowed(value: object, allowed: str) -> PydanticCustomError:
    """Make the error that says a value is not what a key allows."""
    return PydanticCustomError("gin_value", "{what}", {"what": f"{shown(value)} is not allowed: {allowed}"})


def shown(value: object) -> str:
    """Print a value as it may stand in a one-line message: short, and without control characters."""
    if value is None:
        return "an empty value"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = ascii(value) if isinstance(value, str) and not value.isprintable() else repr(value)
    return text if len(text) <= 80 else text[:77] + "…"


def parse_duration(text: object) -> float:
    """Read a duration in seconds.

    Raises:
        PydanticCustomError: when it is none, or longer than a year.

    >>> parse_duration("250ms"), parse_duration("2m")
    (0.25, 120.0)
    """
    match = _DURATION.fullmatch(text) if isinstance(text, str) else None
    seconds = float(match[1]) * _UNITS[match[2]] if match else None
    if seconds is None or seconds > _LONGEST:
        raise not_allowed(text, f"{_A_DURATION}, a year at most")
    return seconds


def show_duration(seconds: float | None) -> str:
    """Print a duration in its largest whole unit.

    >>> show_duration(0.25), show_duration(90.0), show_duration(None)
    ('250ms', '90s', 'none')
    """
    if seconds is None:
        return "none"
    for unit in ("h", "m", "s"):
        if seconds and seconds % _UNITS[unit] == 0:
            return f"{seconds / _UNITS[unit]:.0f}{unit}"
    return f"{round(seconds * 1000, 6):g}ms" if seconds else "0s"


def parse_size(text: object) -> int:
    """Read a size in bytes.

    Raises:
        PydanticCustomError: when it is none.

    >>> parse_size("512MiB")
    536870912
    """
    match = _SIZE.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise not_allowed(text, _A_SIZE)
    return int(match[1]) * _BYTES[match[2]]


def show_size(size: int | None) -> str:
    """Print a size in its largest whole unit.

    >>> show_size(10 << 20)
    '10MiB'
    """
    if size is None:
        return "none"
    unit = next(unit for unit in ("GiB", "MiB", "KiB", "B") if size % _BYTES[unit] == 0)
    return f"{size // _BYTES[unit]}{unit}"


def _some_time(value: object) -> float:
    seconds = parse_duration(value)
    if not seconds:
        raise not_allowed(value, f"{_A_DURATION}, more than nothing")
    return seconds


def _time_or_none(value: object) -> float | None:
    if value == "none":
        return None
    try:
        return _some_time(value)
    except PydanticCustomError as error:
        raise not_allowed(value, f"{_A_DURATION}, more than nothing, or none") from error


def _size_or_none(value: object) -> int | None:
    if value == "none":
        return None
    try:
        return parse_size(value)
    except PydanticCustomError as error:
        raise not_allowed(value, f"{_A_SIZE}, or none") from error


def _count_or_none(value: object) -> object:
    return None if value == "none" else value


def _name(text: str) -> str:
    if not is_name(text):
        raise not_allowed(text, A_NAME)
    return text


def _address(text: str) -> str:
    host, colon, port = text.rpartition(":")
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    plain = not re.search(r"[\s\[\]/]", bare) and (":" not in bare or bare != host)
    if not (colon and bare and plain and re.fullmatch(r"[0-9]{1,5}", port, re.ASCII) and int(port) < 65536):
        raise not_allowed(text, "HOST:PORT, such as 127.0.0.1:0 (any free port) or [::1]:50051")
    return text


def _text_schema(allowed: str, pattern: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "pattern": pattern, ALLOWED: allowed})


_DURATION_PATTERN = rf"^{_DURATION.pattern}$"
_SHOW_DURATION = PlainSerializer(show_duration, return_type=str)
_SHOW_SIZE = PlainSerializer(show_size, return_type=str)

Duration = Annotated[
    float, BeforeValidator(parse_duration), _SHOW_DURATION, _text_schema(_A_DURATION, _DURATION_PATTERN)
]
"""Seconds; nothing at all is allowed."""

TimeOrNone = Annotated[
    float | None,
    BeforeValidator(_time_or_none),
    _SHOW_DURATION,
    _text_schema(f"{_A_DURATION}, or none", rf"^(none|{_DURATION.pattern})$"),
]
"""Seconds, more than 0, or None for `none`."""

Size = Annotated[int, BeforeValidator(parse_size), _SHOW_SIZE, _text_schema(_A_SIZE, rf"^{_SIZE.pattern}$")]
"""Bytes."""

SizeOrNone = Annotated[
    int | None,
    BeforeValidator(_size_or_none),
    _SHOW_SIZE,
    _text_schema(f"{_A_SIZE}, or none", rf"^(none|{_SIZE.pattern})$"),
]
"""Bytes, or None for `none`."""

Count = Annotated[int, Field(ge=1, le=1_000_000)]

CountOrNone = Annotated[
    Count | None,
    BeforeValidator(_count_or_none),
    PlainSerializer(lambda count: "none" if count is None else count),
    WithJsonSchema(
        {
            "anyOf": [{"type": "integer", "minimum": 1}, {"const": "none"}],
            ALLOWED: "a whole number of at least 1, or none",
        }
    ),
]
"""A number of at least 1, or None for `none`."""

Name = Annotated[
    str,
    AfterValidator(_name),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": NAME_LENGTH, ALLOWED: A_NAME}),
]

Address = Annotated[
    str,
    AfterValidator(_address),
    WithJsonSchema(
        {"type": "string", "pattern": r"^.+:[0-9]{1,5}$", ALLOWED: "HOST:PORT, such as 127.0.0.1:0"}
    ),
]
