"""One GAME a line (docs/formats.md); it holds nothing that depends on timing."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from pydantic import JsonValue

from gin_referee.records import GameRecord
from gin_rummy.notation import hand_to_json
from gin_rummy.rules import Rules
from gin_tournaments.game_ids import show_game
from gin_tournaments.schedule.plan import pairing_of


def json_lines(games: Iterable[tuple[GameRecord, bool]], rules: Rules) -> Iterator[str]:
    """Yield a line for each game, given with whether both legs of its deal pair are stored.

    Until then `hands` is null: the other leg is played on the same cards.
    """
    written_rules = asdict(rules)
    for record, whole_pair in games:
        yield json.dumps(game_to_json(record, written_rules, show_hands=whole_pair)) + "\n"


def game_to_json(record: GameRecord, rules: dict[str, JsonValue], *, show_hands: bool) -> dict[str, object]:
    """Give the GAME object of a game."""
    fault = record.fault
    return {
        "id": show_game(record.key),
        "pairing": list(pairing_of(record.key.pairing)),
        "deal_pair": record.key.deal_pair,
        "leg": record.key.leg,
        "epoch": record.epoch,
        "attempt": record.attempt,
        "seats": list(record.seats),
        "rules": rules,
        "winner": record.winner,
        "scores": list(record.scores),
        "sheet": list(record.sheet),
        "columns": None if record.columns is None else [list(column) for column in record.columns],
        "reason": record.reason,
        "fault": fault and {"seat": fault.seat, "kind": fault.kind, "evidence": fault.evidence},
        "hands": [hand_to_json(hand) for hand in record.hands] if show_hands else None,
    }
