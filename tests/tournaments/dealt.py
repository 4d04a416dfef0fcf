"""A small tournament that was dealt from a seed and played by the referee's own game, faults included."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path

from gin_referee.clocks import ClockLimits
from gin_referee.faults import Policy
from gin_referee.game import Game, unplayed
from gin_referee.records import FaultKind, GameKey, GameRecord, GameSpec
from gin_rummy.actions import KNOCK, PASS, STOCK
from gin_rummy.deck import commitment, deal_key
from gin_rummy.rules import Rules
from gin_tournaments.schedule.batches import Played
from gin_tournaments.schedule.plan import Dealer, Plan
from gin_tournaments.schedule.schedules import Format
from gin_tournaments.statistics.game_facts import facts_of
from gin_tournaments.store import Batch, Epoch, Finished, Mark, ResultsWriter

NAME = "dealt"
SEED = bytes(range(32))
BOTS = ("alpha", "beta", "gamma")
RULES = Rules(target=30)
EVERYTHING = Rules(
    variant="oklahoma",
    oklahoma_spade_doubles=True,
    hollywood=True,
    big_gin=True,
    target=50,
    dealer="winner",
    stock="split",
)
POLICY = Policy(illegal="substitute", timeout="forfeit_hand", max_faults=3)
FAULTS: Mapping[GameKey, Mapping[int, FaultKind]] = {
    GameKey(0, 0, 0): {2: "illegal", 5: "illegal"},
    GameKey(0, 1, 1): {4: "timeout"},
    GameKey(1, 1, 0): {7: "crash"},
}
SUSPENDED = GameKey(2, 1, 1)


def played(spec: GameSpec, rules: Rules = RULES, faults: Mapping[int, FaultKind] | None = None) -> GameRecord:
    """Play a game out: from the stock, throwing what leaves least deadwood, knocking at once."""
    game = Game(spec, rules, POLICY, ClockLimits())
    while game.reason is None:
        hand = game.hand
        kind = (faults or {}).get(game.turn)
        if kind is not None:
            game.fault(kind, f"{kind} at decision {game.turn}")
        else:
            legal, best = hand.legal(), hand.substitute_action()
            best += KNOCK * (best < KNOCK and KNOCK + best in legal)
            game.play(STOCK if STOCK in legal else PASS if PASS in legal else best, None, 0.002)
        if hand.result is not None:
            game.end_hand()
    return game.record()


def plan(*, duplicate: bool = True) -> Plan:
    return Plan(BOTS, Format(deal_pairs=2, batch=1, duplicate=duplicate))


@cache
def games(rules: Rules = RULES, *, duplicate: bool = True) -> tuple[GameRecord, ...]:
    """Play the whole plan, games in the order of their keys; one game is lost by a bot that was suspended."""
    made = plan(duplicate=duplicate)
    dealer = Dealer(deal_key(SEED, b"", NAME), 0, rules.first_dealer)
    records = []
    for _, keys in made.left(Played()):
        for key in keys:
            spec = dealer.spec(made, key)
            if key == SUSPENDED:
                records.append(unplayed(spec, rules, 1, "suspended"))
            else:
                records.append(played(spec, rules, FAULTS.get(key)))
    return tuple(sorted(records, key=lambda record: record.key))


def identity(rules: Rules = RULES, *, duplicate: bool = True, seed: str | None = None) -> str:
    return json.dumps(
        {
            "name": NAME,
            "seed": seed,
            "rules": asdict(rules),
            "games": {"duplicate": duplicate},
            "on_fault": asdict(POLICY),
            "clock": {"move_time": "5s"},
        }
    )


def write(
    path: Path,
    records: Sequence[GameRecord],
    rules: Rules = RULES,
    *,
    duplicate: bool = True,
    published: bool = True,
    fixed: str | None = None,
    epochs: Sequence[Epoch] = (),
) -> Path:
    """Write a results file with these games; *fixed* is what the identity says of the seed."""
    writer = ResultsWriter.open(path)
    try:
        known = identity(rules, duplicate=duplicate, seed=fixed)
        writer.describe({"identity": known, "deal_pairs": "2", "batch": "1"})
        writer.enter(BOTS)
        for epoch in epochs or [Epoch(0, SEED, commitment(SEED), published=published)]:
            writer.add_epoch(epoch)
        loser = [record.seats[1 - (record.winner or 0)] for record in records if record.key == SUSPENDED]
        writer.save(
            Batch(
                games=[Finished(record, facts_of(record, rules)) for record in records],
                marks=[Mark(name, "suspended", "too many faults", 1.0, 3) for name in loser],
            )
        )
    finally:
        writer.close()
    return path
