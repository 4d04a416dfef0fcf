"""2,000 hands by our rules, each decision mirrored in OpenSpiel, an engine that shares no code with us.

OpenSpiel 2.0 plays another game in a few places. All of them are here, and nothing else may differ:

1. The card just taken from the discard pile may be discarded there in the same turn, by a knock too.
2. With two cards left in the stock the player on turn may still knock with the upcard, or pass, there; here
   the hand is void when the discard is made.
3. A hand ends there undecided after fifty draws of the upcard. Here it goes on to the cap of decisions.
4. A knock is several moves there: to knock, the discard, each meld.
5. The defender lays off card by card there, as it likes. It is made to lay off as our rules do, so what is
   compared is that those lay-offs are allowed, and the score that they give.
6. Oklahoma's ace always means gin only there; here that is `oklahoma_ace: gin`.
7. Deadwood of eleven cards is there what a best arrangement of them leaves without its dearest card. That
   may be more than the best discard leaves, and then a knock may be missed.
8. Equal deadwood scores nothing there; here it is an undercut, worth the bonus alone.
"""

from collections.abc import Sequence
from random import Random
from typing import Protocol, cast

import pytest

from gin_rummy.actions import KNOCK, PASS, STOCK, TAKE, UPCARD
from gin_rummy.cards import RANKS, SUITS, CardSet, card_set, cards_in, show_card
from gin_rummy.hand import Hand
from gin_rummy.melds import deadwood, deadwood_after_best_discard
from gin_rummy.phases import Phase
from gin_rummy.result import End
from gin_rummy.rules import Rules
from tests.rules.playing import choose, shuffled

pytestmark = [pytest.mark.oracle, pytest.mark.slow, pytest.mark.timeout(600)]
pyspiel = pytest.importorskip(
    "pyspiel", reason="the independent engine is not installed; `make oracle` does it (extra `oracle`)"
)

DRAW_UPCARD, DRAW_STOCK, SAY_PASS, SAY_KNOCK = 52, 53, 54, 55
MOST_UPCARDS = 50
THEIR_SUITS = "scdh"


class State(Protocol):
    """What is used of a state of theirs."""

    def apply_action(self, action: int) -> None: ...
    def legal_actions(self) -> list[int]: ...
    def action_to_string(self, action: int) -> str: ...
    def is_chance_node(self) -> bool: ...
    def is_terminal(self) -> bool: ...
    def current_player(self) -> int: ...
    def returns(self) -> list[float]: ...
    def hands(self) -> list[list[int]]: ...
    def deadwood(self) -> list[int]: ...
    def discard_pile(self) -> list[int]: ...
    def upcard(self) -> int | None: ...
    def stock_size(self) -> int: ...
    def knock_card(self) -> int: ...
    def finished_layoffs(self) -> bool: ...
    def clone(self) -> "State": ...


def theirs(card: int) -> int:
    """Give their number of a card of ours."""
    return THEIR_SUITS.index(SUITS[card // 13]) * 13 + card % 13


def ours(card: int) -> int:
    """Give our number of a card of theirs."""
    return SUITS.index(THEIR_SUITS[card // 13]) * 13 + card % 13


def dealt(game: "Game", deck: bytes, dealer: int) -> State:
    """Deal our deck there; their player 0 is the non-dealer."""
    state = game.new_initial_state()
    for card in [*deck[0:20:2], *deck[1:20:2], deck[20]]:
        state.apply_action(theirs(card))
    return state


class Game(Protocol):
    """Their game with its parameters."""

    def new_initial_state(self) -> State: ...


def game_of(rules: Rules) -> Game:
    parameters = {"oklahoma": rules.variant == "oklahoma"}
    return cast(Game, pyspiel.load_game("gin_rummy", parameters))


class Mirror:
    """One hand of ours and the same one there; seats of ours by `player`."""

    def __init__(self, hand: Hand, state: State) -> None:
        self.hand = hand
        self.state = state
        self.upcards = 0

    def player(self, seat: int) -> int:
        return seat ^ (1 - self.hand.dealer)

    def compare(self) -> None:
        """See that both have the same table before a decision, and the same legal actions."""
        hand, state = self.hand, self.state
        assert state.current_player() == self.player(hand.to_act)
        for seat in (0, 1):
            there = state.hands()[self.player(seat)]
            assert card_set(map(ours, there)) == hand.hands[seat]
            self.compare_deadwood(hand.hands[seat], state.deadwood()[self.player(seat)])
        assert state.stock_size() == hand.stock_left
        self.compare_legal()

    def compare_deadwood(self, cards: CardSet, there: int) -> None:
        if cards.bit_count() == 10:
            assert there == deadwood(cards)
        else:
            assert deadwood_after_best_discard(cards, cards) <= there <= deadwood(cards)  # 7.

    def compare_legal(self) -> None:
        hand, there = self.hand, set(self.state.legal_actions())
        legal = hand.legal()
        if hand.phase is Phase.UPCARD_OFFER:
            assert (there, legal) == ({DRAW_UPCARD, SAY_PASS}, bytes((PASS, TAKE)))
        elif hand.phase is Phase.DRAW:
            assert (there, legal) == ({DRAW_UPCARD, DRAW_STOCK}, bytes((UPCARD, STOCK)))
        else:
            taken = {theirs(hand.drawn)} if hand.taken and hand.drawn is not None else set()  # 1.
            assert {theirs(code) for code in legal if code < KNOCK} == there - taken - {SAY_KNOCK}
            knocks = {code - KNOCK for code in legal if code >= KNOCK}
            if SAY_KNOCK in there or not knocks:
                assert knocks == self.knocks_there() - {ours(card) for card in taken}
            else:
                assert self.state.deadwood()[self.state.current_player()] > hand.knock_limit  # 7.

    def knocks_there(self) -> set[int]:
        """Give the cards that one may knock with there."""
        if SAY_KNOCK not in self.state.legal_actions():
            return set()
        tried = self.state.clone()
        tried.apply_action(SAY_KNOCK)
        return {ours(action) for action in tried.legal_actions()}

    def apply(self, code: int) -> None:
        """Make an action here and there."""
        hand, state = self.hand, self.state
        before, drawer = len(hand.log), hand.to_act
        hand.apply(code)
        if KNOCK <= code < PASS:
            self.knock(code, drawer)
            return
        for made in hand.actions[before:]:
            if made == STOCK:
                state.apply_action(DRAW_STOCK)
                assert state.is_chance_node()
                assert hand.drawn is not None
                state.apply_action(theirs(hand.drawn))
            else:
                self.upcards += made in (TAKE, UPCARD)
                state.apply_action(
                    {PASS: SAY_PASS, TAKE: DRAW_UPCARD, UPCARD: DRAW_UPCARD}.get(made, theirs(made % 52))
                )

    def knock(self, code: int, seat: int) -> None:
        """Say a knock there in its parts, and let the defender lay off and meld as our result has it."""
        result = self.hand.result
        assert result is not None
        self.state.apply_action(SAY_KNOCK)
        self.state.apply_action(theirs(code - KNOCK))
        self.lay(result.spread)
        left = [theirs(card) for card, _ in result.lay_offs]
        while left:
            card = next(card for card in left if card in self.state.legal_actions())
            self.state.apply_action(card)
            left.remove(card)
        if not self.state.finished_layoffs():  # after gin there are none
            self.state.apply_action(SAY_PASS)
        self.lay(result.defender_melds)

    def lay(self, melds: Sequence[CardSet]) -> None:
        """Lay melds down, in an order that is allowed, and say that this is all."""
        for meld in sorted(melds):
            self.state.apply_action(self.meld_action(meld))
        if not self.state.is_terminal() and SAY_PASS in self.state.legal_actions():
            self.state.apply_action(SAY_PASS)

    def meld_action(self, meld: CardSet) -> int:
        legal = {self.melded(action): action for action in self.state.legal_actions() if action > SAY_KNOCK}
        assert meld in legal, [show_card(card) for card in cards_in(meld)]
        return legal[meld]

    def melded(self, action: int) -> CardSet:
        """Read which cards an action of theirs lays down."""
        text = self.state.action_to_string(action).rpartition(" ")[2]
        cards = (text[at : at + 2] for at in range(0, len(text), 2))
        return card_set(SUITS.index(card[1]) * 13 + RANKS.index(card[0]) for card in cards)

    def compare_end(self) -> None:
        """See that the hand ended the same there."""
        result = self.hand.result
        assert result is not None
        if result.end is End.VOID:
            assert self.state.is_terminal() or self.hand.stock_left == 2  # 2.
            return
        assert self.state.is_terminal()
        tied = result.knocker_deadwood == result.defender_deadwood and result.end is End.UNDERCUT  # 8.
        diff = 0 if tied else result.points[0] - result.points[1]
        assert self.state.returns()[self.player(0)] == diff


def mirrored(rules: Rules, game: Game, random: Random) -> End | None:
    """Play one hand in both; give how it ended, None when it cannot end the same there (3. and 7.)."""
    hand = Hand(rules, shuffled(random), random.randrange(2))
    mirror = Mirror(hand, dealt(game, hand.deck, hand.dealer))
    assert mirror.state.knock_card() == hand.knock_limit
    while hand.result is None:
        mirror.compare()
        code = choose(hand, random, knocking=0.3)
        if KNOCK <= code < PASS and SAY_KNOCK not in mirror.state.legal_actions():
            return None
        mirror.apply(code)
        if hand.result is None and mirror.state.is_terminal():
            assert mirror.upcards >= MOST_UPCARDS
            return None
    mirror.compare_end()
    return hand.result.end


@pytest.mark.parametrize(
    ("rules", "hands", "seed"),
    [(Rules(), 1500, 1), (Rules(variant="oklahoma", oklahoma_ace="gin"), 500, 2)],
    ids=["standard", "oklahoma"],
)
def test_hands_go_the_same_way_in_another_engine(rules: Rules, hands: int, seed: int) -> None:
    random, game = Random(seed), game_of(rules)
    ends = [mirrored(rules, game, random) for _ in range(hands)]
    for end in (End.KNOCK, End.GIN, End.UNDERCUT, End.VOID):
        assert ends.count(end) > hands // 100, end
    assert ends.count(None) < hands // 20
