"""Lines in, answers out: whatever a line holds, it costs that line alone."""

import io
import os
from collections.abc import Iterator

import pytest

from gin_rummy.errors import GinError
from gin_tournaments.json_lines import (
    LONGEST_LINE,
    BadJson,
    BadLine,
    Line,
    answer_lines,
    parse_json,
    read_lines,
)


def shown(items: Iterator[object]) -> list[str]:
    return [str(item) if isinstance(item, BadLine) else repr(item) for item in items]


def test_lines_are_numbered_from_one_and_lose_what_ends_them() -> None:
    assert list(read_lines(io.BytesIO(b"a\r\n\nc"))) == [Line(1, "a"), Line(2, ""), Line(3, "c")]


def test_bytes_that_are_no_text_cost_their_line_alone() -> None:
    _, bad, good = read_lines(io.BytesIO(b"a\n{\xff}\nc\n"))
    assert (str(bad), good) == ("line 2: is no UTF-8 text: byte 2 is 0xff", Line(3, "c"))


@pytest.mark.parametrize("length", [11, 19, 20, 21, 22, 500])
def test_a_line_that_is_too_long_is_told_once_and_left_out(length: int) -> None:
    lines = read_lines(io.BytesIO(b"a\n" + b"x" * length + b"\nc\n"), longest=10)
    assert shown(lines) == [repr(Line(1, "a")), "line 2: is longer than 10 bytes", repr(Line(3, "c"))]


def test_a_line_of_just_the_longest_length_is_read() -> None:
    assert list(read_lines(io.BytesIO(b"x" * 10 + b"\ny"), longest=10)) == [Line(1, "x" * 10), Line(2, "y")]


def test_a_last_line_that_is_too_long_ends_the_input() -> None:
    assert shown(read_lines(io.BytesIO(b"x" * 35), longest=10)) == ["line 1: is longer than 10 bytes"]


def test_a_line_is_there_before_the_next_one_is_sent() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stream, os.fdopen(writing, "wb", buffering=0) as sender:
        lines = read_lines(stream)
        sender.write(b"one\n")
        assert next(lines) == Line(1, "one")
        sender.write(b"two\n")
        assert next(lines) == Line(2, "two")


def test_an_error_is_told_in_place_of_the_answer_and_the_other_lines_are_answered() -> None:
    def answer(text: str) -> Iterator[str]:
        if text == "bad":
            raise GinError("is bad")
        yield text.upper()
        yield "and more"

    lines: list[Line | BadLine] = [Line(1, "a"), Line(2, "bad"), BadLine(3, "is long"), Line(4, "b")]
    assert [str(item) for item in answer_lines(lines, answer)] == [
        "A",
        "and more",
        "line 2: is bad",
        "line 3: is long",
        "B",
        "and more",
    ]


@pytest.mark.parametrize("text", ['{"a": [1, "x", null]}', " 5 ", '"\\ud800"'])
def test_what_json_allows_is_read(text: str) -> None:
    assert parse_json(text) is not None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is empty"),
        (" \t", "is empty"),
        ("Ac 2c", "is no JSON: .*, at column 1"),
        ('{"hand": [', "is no JSON: .*, at column 11"),
        ("[NaN]", "is no JSON: NaN is no number"),
        ("-Infinity", "is no JSON: -Infinity is no number"),
        ('{"a": 1, "b": 2, "a": 3}', "has the key 'a' twice in one object"),
        ("9" * 5000, "has a number of too many digits"),
        ("[" * 200_000, "is nested too deeply"),
        ('{"a":' * 200_000, "is nested too deeply"),
    ],
)
def test_anything_else_is_refused_in_few_words(text: str, why: str) -> None:
    with pytest.raises(BadJson, match=why) as refused:
        parse_json(text)
    assert len(str(refused.value)) < 200


def test_an_object_with_very_many_keys_is_no_work() -> None:
    keys = ",".join(f'"{number}":0' for number in range(60_000))
    assert len(keys) < LONGEST_LINE
    with pytest.raises(BadJson, match="has the key '59999' twice"):
        parse_json(f'{{{keys},"59999":0}}')
