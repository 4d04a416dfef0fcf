"""Hands as action histories of OpenSpiel's `gin_rummy`, which `state.apply_action` plays one after the other.

Card s·13 + r, ace 0, suits in the order s c d h; 52 the upcard, 53 the stock, 54 pass, 55 knock, 56 + m lays
meld m down. Player 0 is the non-dealer. Cards that are dealt or drawn are chance's actions.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from gin_referee.records import GameRecord
from gin_rummy.actions import BIG_GIN, KNOCK, PASS, STOCK, TAKE, UPCARD
from gin_rummy.cards import Card, CardSet, cards_in
from gin_rummy.record import HandRecord, replay
from gin_rummy.result import End, HandResult
from gin_rummy.rules import Rules
from gin_tournaments.errors import StoreError
from gin_tournaments.game_ids import show_game
from gin_tournaments.statistics.hand_walk import walk

THEIR_UPCARD, THEIR_STOCK, THEIR_PASS, THEIR_KNOCK, THEIR_MELDS = 52, 53, 54, 55, 56
_THEIR_SUIT = (1, 2, 3, 0)  # of our c d h s
_WALL = 2  # cards of the stock that are never drawn
_LONGEST_RUN = 5  # there; a longer one is several melds


def openspiel_lines(games: Iterable[tuple[GameRecord, bool]], rules: Rules) -> Iterator[str]:
    """Yield a JSON object for each hand of the games, each given with whether its deal pair is stored whole.

    `complete` says whether the hand ends there, too: not after a forfeit or a cap. Of a game whose other leg
    is not stored no hand is shown.

    Raises:
        StoreError: when the rules are none that OpenSpiel plays.
    """
    name = _game_of(rules)
    for game, whole_pair in games:
        for number, hand in enumerate(game.hands if whole_pair else ()):
            yield json.dumps(_line(name, game, number, hand, rules)) + "\n"


def _game_of(rules: Rules) -> str:
    """Give the name to load the game by."""
    plain = Rules()
    for option in ("variant", "big_gin", "stock"):
        if getattr(rules, option) != getattr(plain, option):
            raise StoreError(
                f"OpenSpiel plays standard rules only, without {option}: {getattr(rules, option)}"
            )
    return (
        f"gin_rummy(gin_bonus={rules.gin_bonus},knock_card={rules.knock_limit},"
        f"undercut_bonus={rules.undercut_bonus})"
    )


def _line(name: str, game: GameRecord, number: int, hand: HandRecord, rules: Rules) -> dict[str, object]:
    first = 1 - hand.dealer
    return {
        "id": show_game(game.key),
        "hand": number,
        "game": name,
        "players": [game.seats[first], game.seats[hand.dealer]],
        "actions": history(hand, rules),
        "points": [hand.points[first], hand.points[hand.dealer]],
        "complete": hand.end != End.FORFEIT and not _capped(hand),
    }


def _capped(hand: HandRecord) -> bool:
    """Say whether a void hand ended before its stock did."""
    return hand.end == End.VOID and len(hand.deck) - 21 - hand.actions.count(STOCK) > _WALL


def history(hand: HandRecord, rules: Rules) -> list[int]:
    """Give the actions of one hand, chance's included."""
    deck = hand.deck
    actions = [their_card(Card(card)) for card in (*deck[0:20:2], *deck[1:20:2], deck[20])]
    for step in walk(hand):
        if step.code == STOCK:
            (drawn,) = cards_in(CardSet(step.hands[step.seat] & step.stock))
            actions += [THEIR_STOCK, their_card(drawn)]
        elif step.code in (TAKE, UPCARD):
            actions.append(THEIR_UPCARD)
        elif step.code == PASS:
            actions.append(THEIR_PASS)
        elif step.code < KNOCK:
            actions.append(their_card(Card(step.code)))
    result = replay(hand, rules).result
    if result is not None and result.knocker is not None and hand.actions[-1] != BIG_GIN:
        actions += _showdown(Card(hand.actions[-1] - KNOCK), result)
    elif hand.end == End.VOID and not _capped(hand):
        actions.append(THEIR_PASS)
    return actions


def _showdown(discard: Card, result: HandResult) -> list[int]:
    """Give the knock in its parts: discard and melds; then the lay-offs, which gin has not; then melds."""
    actions = [THEIR_KNOCK, their_card(discard), *_laid(result.spread), THEIR_PASS]
    if result.knocker_deadwood:
        lay_offs = sorted(
            result.lay_offs, key=lambda lay_off: _distance(lay_off[0], result.spread[lay_off[1]])
        )
        actions += [*(their_card(card) for card, _ in lay_offs), THEIR_PASS]
    return [*actions, *_laid(result.defender_melds), THEIR_PASS]


def _distance(card: Card, meld: CardSet) -> int:
    """Give how far a card is laid off from a meld: nearer ones come first."""
    return min(abs(card - other) for other in cards_in(meld)) if _is_run(meld) else 1


def _laid(melds: Sequence[CardSet]) -> list[int]:
    return [THEIR_MELDS + number for meld in melds for number in their_melds(meld)]


def their_card(card: Card) -> int:
    """Give the number of a card there."""
    return _THEIR_SUIT[card // 13] * 13 + card % 13


def their_melds(meld: CardSet) -> list[int]:
    """Give the numbers (0..184) of the melds there that make up a meld; a run of six or more is several.

    65 sets by rank, those of three by the suit that is missing, then the one of four; then runs by length,
    suit and rank of the lowest card.
    """
    cards = sorted(map(their_card, cards_in(meld)))
    suit, rank = divmod(cards[0], 13)
    if not _is_run(meld):
        missing = {0, 1, 2, 3} - {card // 13 for card in cards}
        return [5 * rank + (missing.pop() if missing else 4)]
    numbers = []
    for length in _lengths(len(cards)):
        before = 65 + sum(4 * (14 - shorter) for shorter in range(3, length))
        numbers.append(before + suit * (14 - length) + rank)
        rank += length
    return numbers


def _lengths(cards: int) -> list[int]:
    """Split a run into lengths of three to five.

    >>> [_lengths(cards) for cards in (5, 6, 7, 8, 9, 10, 11)]
    [[5], [3, 3], [4, 3], [5, 3], [5, 4], [5, 5], [5, 3, 3]]
    """
    if cards <= _LONGEST_RUN:
        return [cards]
    first = min(_LONGEST_RUN, cards - 3)
    return [first, *_lengths(cards - first)]


def _is_run(meld: CardSet) -> bool:
    return all(second == first + 1 for first, second in pairwise(cards_in(meld)))
