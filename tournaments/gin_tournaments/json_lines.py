"""Numbered lines in, answers out: what is wrong with a line is told with its number, then the next is read.

No line is held that is longer than `LONGEST_LINE`, whoever sends it. What lines are about is not known here.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, NamedTuple, NoReturn

from gin_rummy.errors import GinError
from gin_rummy.fields import shown

LONGEST_LINE = 1 << 20
"""Bytes of the longest line that is read; the record of a hand has a few thousand."""


class Line(NamedTuple):
    """A line, its number from 1, without what ends it."""

    number: int
    text: str


class BadLine(GinError):
    """A line cannot be read or answered; the text begins with its number."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"line {number}: {why}")
        self.number = number


class BadJson(GinError):
    """A text is no JSON that we read; the message says why."""


def read_lines(stream: BinaryIO, longest: int = LONGEST_LINE) -> Iterator[Line | BadLine]:
    """Yield each line as soon as it is there; one that is too long or no UTF-8 text as a `BadLine`."""
    number = 0
    while raw := stream.readline(longest + 1):
        number += 1
        whole = raw.endswith(b"\n")
        if len(raw) > longest and not whole:
            yield BadLine(number, f"is longer than {longest} bytes")
            _skip_line(stream, longest)
            continue
        try:
            yield Line(number, raw.decode().rstrip("\r\n"))
        except UnicodeDecodeError as error:
            yield BadLine(number, f"is no UTF-8 text: byte {error.start + 1} is {raw[error.start]:#04x}")


def _skip_line(stream: BinaryIO, at_once: int) -> None:
    while (part := stream.readline(at_once)) and not part.endswith(b"\n"):
        pass


def answer_lines(
    lines: Iterable[Line | BadLine], answer: Callable[[str], Iterable[str]]
) -> Iterator[str | BadLine]:
    """Yield what *answer* says of each line; a `GinError` of it becomes the `BadLine` of the line."""
    for line in lines:
        if isinstance(line, BadLine):
            yield line
            continue
        try:
            yield from answer(line.text)
        except GinError as error:
            yield BadLine(line.number, str(error))


def parse_json(text: str) -> object:
    """Read one JSON value, by the standard: no NaN and no key twice in an object.

    Raises:
        BadJson: for any other text.
    """
    if not text.strip():
        raise BadJson("is empty")
    try:
        value: object = json.loads(text, object_pairs_hook=_each_key_once, parse_constant=_no_such_number)
    except json.JSONDecodeError as error:
        raise BadJson(f"is no JSON: {error.msg}, at column {error.colno}") from None
    except RecursionError:
        raise BadJson("is nested too deeply") from None
    except ValueError:
        raise BadJson("has a number of too many digits") from None
    return value


def _each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise BadJson(f"has the key {shown(twice)} twice in one object")
    return fields


def _no_such_number(name: str) -> NoReturn:
    raise BadJson(f"is no JSON: {name} is no number")
