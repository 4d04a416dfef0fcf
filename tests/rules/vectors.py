"""Reads `tests/vectors`: answers on which independent programs agree."""

import json
from pathlib import Path
from typing import TypedDict

VECTORS = Path(__file__).parent.parent / "vectors"


class TenCards(TypedDict):
    id: str
    hand: list[str]
    deadwood: int
    melds: list[list[str]]


class ElevenCards(TenCards):
    deadwood_after_discard: int
    best_discards: list[str]


class WitnessedLayOff(TypedDict):
    card: str
    onto: int


class Witness(TypedDict):
    melds: list[list[str]]
    layoffs: list[WitnessedLayOff]


class HandScore(TypedDict):
    winner: str
    kind: str
    points: int


class LayOffCase(TypedDict):
    id: str
    knocker_hand: list[str]
    knocker_melds: list[list[str]]
    knocker_deadwood: int
    knocker_min_deadwood: int
    defender_hand: list[str]
    defender_deadwood: int
    witness: Witness
    deadwood_without_layoff: int
    result: HandScore


class DealCase(TypedDict):
    server_seed: str
    public_entropy: str
    tournament_id: str
    deal_index: str
    commitment: str
    key: str
    deck: list[int]
    cards: str
    bot_seeds: list[str]
    cut: list[str]


def hands_of_ten() -> list[TenCards]:
    return [json.loads(line) for line in _lines("deadwood_10.jsonl")]


def hands_of_eleven() -> list[ElevenCards]:
    return [json.loads(line) for line in _lines("deadwood_11.jsonl")]


def lay_off_cases() -> list[LayOffCase]:
    return [json.loads(line) for line in _lines("layoff.jsonl")]


def deal_cases() -> list[DealCase]:
    return [*json.loads((VECTORS / "deck.json").read_text(encoding="utf-8"))]


def _lines(name: str) -> list[str]:
    return (VECTORS / name).read_text(encoding="utf-8").splitlines()
