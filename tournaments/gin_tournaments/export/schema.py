"""The JSON schema of a line of `export --format jsonl`; `python -m gin_tournaments.export.schema FILE`."""

import json
import sys
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from gin_referee.records import FaultKind, Reason

_CARD = r"^[A2-9TJQK][cdhs]$"

Card: TypeAlias = Annotated[str, Field(pattern=_CARD)]
Seat: TypeAlias = Literal[0, 1]
Count: TypeAlias = Annotated[int, Field(ge=0)]
Pair: TypeAlias = tuple[int, int]
Spread: TypeAlias = list[Annotated[list[Card], Field(min_length=3)]]
Action: TypeAlias = (
    tuple[Literal["pass", "take", "upcard", "stock"]]
    | tuple[Literal["discard"], Card]
    | tuple[Literal["knock"], Card, Spread]
    | tuple[Literal["big_gin"], Spread]
)


class _Object(BaseModel):
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True, allow_inf_nan=False)


class HandObject(_Object):
    """One hand."""

    deal: Annotated[str, Field(pattern=r"^\d+$")] | None = None
    """Index of the deal, a 64-bit number (docs/deck.md)."""
    deck: Annotated[list[Card], Field(min_length=52, max_length=52)]
    """All cards as dealt: ten to each seat in turn, the non-dealer first, then the upcard, then the stock."""
    dealer: Seat
    """The seat that dealt."""
    actions: list[Action]
    """Every action in order, forced ones included; the spread names the knocker's melds."""
    end: Literal["knock", "gin", "big_gin", "undercut", "void", "forfeit"]
    """How the hand ended."""
    points: Pair
    """Points of the hand by seat."""


class FaultObject(_Object):
    """The fault that ended a game."""

    seat: Seat
    """Whose it was."""
    kind: FaultKind
    """What it was."""
    evidence: str
    """What shows it."""


class GameObject(_Object):
    """One game of a tournament; numbers count from 0."""

    id: Annotated[str, Field(pattern=r"^\d+\.\d+\.[01]$")]
    """pairing.deal_pair.leg."""
    pairing: tuple[Count, Count]
    """The two bots by order of entry, the earlier first."""
    deal_pair: Count
    """Number of the deal pair in its pairing."""
    leg: Seat
    """First or second game of the deal pair; in leg 0 the earlier entrant has seat 0."""
    epoch: Count
    """Number of the seed that it was dealt from."""
    attempt: Count
    """How often the deal pair was begun anew."""
    seats: tuple[str, str]
    """Names by seat."""
    rules: dict[str, JsonValue]
    """The options of the rules (docs/rules.md)."""
    winner: Seat | None
    """The seat that won, null in a draw."""
    scores: Pair
    """Points of play by seat."""
    sheet: Pair
    """Points with all bonuses by seat."""
    columns: list[Pair] | None
    """Hollywood: the three columns."""
    reason: Reason
    """Why the game ended."""
    fault: FaultObject | None
    """The fault that ended it."""
    hands: list[HandObject] | None
    """All hands; null until both games of the deal pair are stored."""


def schema_text() -> str:
    """Give the schema as it is published in docs/game.schema.json."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **GameObject.model_json_schema()}
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def main(arguments: list[str]) -> int:
    """Write the schema to a file; gives the exit status."""
    Path(arguments[0]).write_text(schema_text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
