"""A results file checked from its seeds to its standings."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from gin_referee.records import UNPLAYED, GameRecord
from gin_rummy.deck import SEED_SIZE, commitment, deal_key
from gin_rummy.rules import Rules
from gin_tournaments.game_ids import show_game
from gin_tournaments.schedule.plan import Plan, Played
from gin_tournaments.seeds import FIXED, LABELS, fixed_seed, needs_entropy
from gin_tournaments.statistics.game_facts import GameFacts, facts_of
from gin_tournaments.statistics.json_value import Json
from gin_tournaments.statistics.standings import standings
from gin_tournaments.statistics.standings_json import standings_to_json
from gin_tournaments.statistics.tallies import Tallies
from gin_tournaments.store import Epoch, Results
from gin_tournaments.tournament import plan_of, policy_of, tournament_of
from gin_tournaments.verify.difference import Difference
from gin_tournaments.verify.faults import check_faults
from gin_tournaments.verify.games import DealtFrom, check_game
from gin_tournaments.verify.standings import check_standings


@dataclass(slots=True)
class ResultsChecker:
    """Checks a whole results file; `check` yields the differences, and the counts say what was looked at.

    *results* stay open as long as this is used.
    """

    results: Results
    games: int = 0
    hands: int = 0
    actions: int = 0
    epochs: list[Epoch] = field(default_factory=list)
    _counted: Tallies = field(default_factory=Tallies)

    def check(self) -> Iterator[Difference]:
        """Yield what is wrong, in the order: seeds, games, plan, standings.

        Raises:
            StoreError: when the file is damaged, so that it is not known what it says.
        """
        with self.results.as_one():
            yield from self._check(self.results)

    def _check(self, results: Results) -> Iterator[Difference]:
        results.check()
        self.epochs = results.epochs()
        rules, plan = results.rules, plan_of(results)
        yield from _check_epochs(self.epochs)
        yield from _check_fixed(self.epochs, json.loads(results.identity or "{}").get("seed"))
        keys = {epoch.number: deal_key(epoch.seed, epoch.entropy, results.name) for epoch in self.epochs}
        suspended = {mark.bot for mark in results.marks() if mark.mark == "suspended"}
        games = _Games(results, plan.form.most_deal_pairs, keys, suspended)
        self._counted = counted = Tallies(duplicate=results.duplicate)
        for record in results.games():
            self._count(record)
            yield from games.check(record)
            facts = _facts(record, rules)
            if facts is None:
                yield Difference("cannot be counted", show_game(record.key))
            else:
                counted.add(facts)
        results.add_fault_events(counted)
        tournament, stored = tournament_of(results), results.tallies()
        yield from _check_plan(plan, results.played(), complete=standings(tournament, stored).complete)
        yield from check_standings(tournament, stored, counted)

    def standings_again(self) -> dict[str, Json]:
        """Give the standings of the games that `check` played again, without think times."""
        return standings_to_json(standings(tournament_of(self.results), self._counted))

    def _count(self, record: GameRecord) -> None:
        self.games += 1
        self.hands += len(record.hands)
        self.actions += sum(len(hand.actions) for hand in record.hands)


def _facts(record: GameRecord, rules: Rules) -> GameFacts | None:
    """Count a game, None when its hands are so far from the rules that it cannot be."""
    try:
        return facts_of(record, rules)
    except (ValueError, LookupError):
        return None


def _check_epochs(epochs: list[Epoch]) -> Iterator[Difference]:
    for place, epoch in enumerate(epochs):
        name = f"epoch {epoch.number}"
        if epoch.number != place:
            yield Difference(f"{name} stands in place of epoch {place}")
        if len(epoch.seed) != SEED_SIZE or commitment(epoch.seed) != epoch.commitment:
            yield Difference(f"{name}: the seed is not the one that was committed to")
        if epoch.label not in LABELS:
            yield Difference(f"{name}: {epoch.label!r} is none of {', '.join(LABELS)}")
        elif needs_entropy(epoch.label) not in (None, bool(epoch.entropy)):
            there = "there is public entropy" if epoch.entropy else "there is no public entropy"
            yield Difference(f"{name}: labelled {epoch.label}, and {there}")
        if not epoch.published and place < len(epochs) - 1:
            yield Difference(f"{name}: its seed is not published, and another followed it")


def _check_fixed(epochs: list[Epoch], fixed: str | None) -> Iterator[Difference]:
    """Compare how the seeds are labelled with what the tournament's identity says of a fixed one."""
    for epoch in epochs:
        name = f"epoch {epoch.number}"
        if fixed is None and epoch.label == FIXED:
            yield Difference(f"{name}: labelled {FIXED}, and the tournament has none")
        elif fixed is not None and epoch.label != FIXED:
            yield Difference(f"{name}: labelled {epoch.label}, and the tournament has a {FIXED}")
        if fixed is not None and fixed != fixed_seed(epoch.commitment):
            yield Difference(f"{name}: its commitment is not that of the tournament's {FIXED}")
    if fixed is not None and len(epochs) > 1:
        yield Difference(f"there are {len(epochs)} epochs, and a {FIXED} has one")


class _Games:
    """What is checked of each game, given in the order of their keys."""

    def __init__(
        self, results: Results, most_deal_pairs: int, keys: dict[int, bytes], suspended: set[str]
    ) -> None:
        self._rules = results.rules
        self._policy = policy_of(results)
        self._duplicate = results.duplicate
        self._attempts = results.attempts()
        self._most_deal_pairs = most_deal_pairs
        self._keys = keys
        self._suspended = suspended
        self._last: GameRecord | None = None
        self.seen = Played()

    def check(self, record: GameRecord) -> Iterator[Difference]:
        key, game = record.key, show_game(record.key)
        if key in self.seen:
            yield Difference("is there twice", game)
        self.seen.add_game(record)
        if key.deal_pair >= self._most_deal_pairs or key.leg not in (0, 1):
            yield Difference("is not in the plan", game)
        attempt = self._attempts.get((key.pairing, key.deal_pair), 0)
        if record.attempt != attempt:
            yield Difference(f"is attempt {record.attempt} of its pair, and {attempt} counts", game)
        if record.epoch not in self._keys:
            yield Difference(f"is of epoch {record.epoch}, which has no seed", game)
        yield from self._check_pair(game, record)
        deal_pair = key.deal_pair if self._duplicate else 2 * key.deal_pair + key.leg
        source = DealtFrom(deal_pair, self._keys.get(record.epoch))
        yield from check_game(record, self._rules, source)
        yield from check_faults(record, self._rules, self._policy)
        if record.reason in UNPLAYED:
            yield from self._check_unplayed(game, record)

    def _check_pair(self, game: str, record: GameRecord) -> Iterator[Difference]:
        last, self._last = self._last, record
        if last is None or last.key[:2] != record.key[:2]:
            return
        if last.epoch != record.epoch:
            yield Difference(f"is of epoch {record.epoch}, the other game of its pair of {last.epoch}", game)

    def _check_unplayed(self, game: str, record: GameRecord) -> Iterator[Difference]:
        """Look at who lost a game that nobody played: a bot that was out, or both."""
        losers = [name for seat, name in enumerate(record.seats) if seat != record.winner]
        if record.reason == "suspended" and self._suspended.isdisjoint(losers):
            yield Difference(f"lost by {' and '.join(losers)} as suspended, and was not", game)


def _check_plan(plan: Plan, played: Played, *, complete: bool) -> Iterator[Difference]:
    missing = [key for _, keys in plan.left(played) for key in keys]
    if missing:
        first = show_game(missing[0])
        games = "1 game of the plan is" if len(missing) == 1 else f"{len(missing)} games of the plan are"
        yield Difference(f"{games} not stored; the first is {first}")
    elif not complete:
        yield Difference("the plan is not played to its end")
