"""Nonsense from a bot, a little of it; `make chaos` sends a million actions and 100,000 messages."""

from hypothesis import given, settings

from chaos.fuzz import Table, messages, play_nonsense, policies, seeds
from gin_referee.faults import Policy
from gin_rummy.rules import Rules
from tests.rules.playing import all_rules

table = Table()


@given(all_rules(), policies, seeds)
@settings(max_examples=15, deadline=None)
def test_random_actions_end_every_game_once_and_none_by_a_bug_of_ours(
    rules: Rules, policy: Policy, seed: int
) -> None:
    assert play_nonsense(rules, policy, seed, count=300) >= 300


@given(messages)
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_a_message_or_a_fault(data: bytes) -> None:
    table.hear(data)
    table.nonsense.check()
