"""The reference engine: OpenSpiel's gin rummy, called from Python as its users do."""

import random
from collections.abc import Sequence

import pyspiel

_GAME = pyspiel.load_game("gin_rummy")
_UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


def play_at_random(hands: int, *, clone: bool = False) -> int:
    """Play hands with random legal actions and count the decisions, chance apart.

    *clone*: begin each with a copy of a state that is dealt already, which spares OpenSpiel the deal.
    """
    begin = _dealt().clone if clone else _GAME.new_initial_state
    return sum(_play(begin()) for _ in range(hands))


def _dealt() -> "pyspiel.State":
    state = _GAME.new_initial_state()
    while state.is_chance_node():
        _act(state)
    return state


def _play(state: "pyspiel.State") -> int:
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        _act(state)
    return decisions


def _act(state: "pyspiel.State") -> None:
    actions = state.legal_actions()
    state.apply_action(actions[int(random.random() * len(actions))])


def least_deadwood(hands: Sequence[list[int]]) -> int:
    """Find the least deadwood of each hand; count the hands."""
    find = _UTILS.min_deadwood
    for hand in hands:
        find(hand)
    return len(hands)
