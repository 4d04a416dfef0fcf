"""The shape of tests/vectors/transcripts.jsonl, and the hands in it."""

import json
from typing import NotRequired, TypedDict, cast

from tests.rules.vectors import VECTORS

_FILE = VECTORS / "transcripts.jsonl"


class Deal(TypedDict):
    p0: list[str]
    p1: list[str]
    upcard: str


class Move(TypedDict):
    p: int
    a: str
    card: NotRequired[str]


class Final(TypedDict):
    """Seats by place; `deadwood` is as left by the play, `melds` as laid."""

    knocker: int | None
    deadwood: list[int] | None
    stock_left: int
    melds: list[list[list[str]]]


class Violation(TypedDict):
    i: int
    rule: str


class Standard(TypedDict):
    """What the standard rules say: forbidden moves, and the score with lay-offs as played or optimal."""

    violations: list[Violation]
    legal: bool
    result: str
    score: list[int]
    optimal_result: NotRequired[str]
    optimal_score: NotRequired[list[int]]
    optimal_defender_deadwood: NotRequired[int]


class Transcript(TypedDict):
    id: str
    dealer: int
    deal: Deal
    stock: list[str]
    actions: list[Move]
    final: Final
    std: Standard


TRANSCRIPTS = [cast(Transcript, json.loads(line)) for line in _FILE.read_text(encoding="utf-8").splitlines()]
