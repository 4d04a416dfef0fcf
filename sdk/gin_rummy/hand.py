"""One hand, from the deal to its score: a state machine over the phases, and nothing else.

It does no I/O and draws no random number; the deck comes in as it was shuffled.
"""

from bisect import bisect
from collections.abc import Sequence
from typing import cast

from gin_rummy.actions import BIG_GIN, KNOCK, PASS, STOCK, TAKE, UPCARD
from gin_rummy.cards import (
    CARD_IDS,
    DECK_SIZE,
    VALUES,
    Card,
    CardSet,
    card_bytes,
    card_set,
    cards_in,
    show_card,
)
from gin_rummy.errors import BadCards, IllegalAction
from gin_rummy.explain import show_action, show_actions, wrong_phase
from gin_rummy.melds import (
    best_discards,
    check_spread,
    deadwood,
    deadwood_after_best_discard,
    default_spread,
    knock_cards,
)
from gin_rummy.phases import MOVES, Phase
from gin_rummy.result import End, HandResult
from gin_rummy.rules import Rules
from gin_rummy.scoring import score_forfeit, score_hand

HAND_SIZE = 10
STOCK_AT_DEAL = DECK_SIZE - 2 * HAND_SIZE - 1
STOCK_NEVER_DRAWN = 2

_UPCARD_OFFER, _DRAW, _DISCARD, _OVER = Phase  # an enum's attributes are slow to read in the hot path
_OFFERED = bytes((PASS, TAKE))
_DRAWS = bytes((UPCARD, STOCK))
_CODES = bytes(entry & 0x7F for entry in range(256))  # of the log's entries
_ALONE = [bytes((card,)) for card in range(DECK_SIZE)]


def check_deck(deck: bytes) -> None:
    """Refuse a deck that is no permutation of the 52 card ids.

    Raises:
        BadCards: which says what is wrong with it.
    """
    if len(deck) == DECK_SIZE and frozenset(deck) == CARD_IDS:
        return
    for place, card in enumerate(deck):
        if card >= DECK_SIZE:
            raise BadCards(f"the deck holds {card} at place {place}, which is no card")
        if card in deck[:place]:
            raise BadCards(f"the deck holds {show_card(Card(card))} twice")
    raise BadCards(f"the deck has {len(deck)} cards in place of {DECK_SIZE}")


class Hand:
    """One hand in play.

    The attributes are to be read only: `rules`, `deck` (52 ids as dealt), `dealer`, `phase`, `to_act`,
    `cards` (by seat, the ids it holds, ascending), `known` (of these, those it took from the discard pile),
    `discard_pile` (oldest first, the upcard last), `stock_left`, `drawn` (the card just drawn, in the
    discard phase), `taken` (it came from the discard pile), `knock_limit`, `log` (one byte an action, forced
    ones too: seat << 7 | code), and `spread` and `result`, None until the end.

    Raises:
        BadCards: when *deck* is no permutation of the 52 cards.
    """

    __slots__ = (
        "_hands",
        "_split",
        "cards",
        "dealer",
        "deck",
        "discard_pile",
        "drawn",
        "knock_limit",
        "known",
        "log",
        "phase",
        "result",
        "rules",
        "spread",
        "stock_left",
        "taken",
        "to_act",
    )

    def __init__(self, rules: Rules, deck: bytes, dealer: int) -> None:
        check_deck(deck)
        non_dealer = 1 - dealer
        self.rules = rules
        self.deck = deck
        self.dealer = dealer
        self.phase = _UPCARD_OFFER
        self.to_act = non_dealer
        of_non_dealer = bytes(sorted(deck[0 : 2 * HAND_SIZE : 2]))
        of_dealer = bytes(sorted(deck[1 : 2 * HAND_SIZE : 2]))
        self.cards = [of_non_dealer, of_dealer] if dealer else [of_dealer, of_non_dealer]
        # plain ints: to wrap each new set in CardSet would take a tenth of the time of a decision
        self._hands: list[int] = [card_set(cards) for cards in self.cards]
        self.known = [b"", b""]
        self.discard_pile = bytearray((deck[2 * HAND_SIZE],))
        self.stock_left = STOCK_AT_DEAL
        self.drawn: int | None = None
        self.taken = False
        self.knock_limit = rules.knock_limit_of(Card(deck[2 * HAND_SIZE]))
        self.log = bytearray()
        self.spread: tuple[CardSet, ...] | None = None
        self.result: HandResult | None = None
        self._split = _split_stock(deck, dealer) if rules.stock == "split" else None

    @property
    def hands(self) -> Sequence[CardSet]:
        """The cards that each seat holds, as sets."""
        return cast("Sequence[CardSet]", self._hands)

    @property
    def upcard(self) -> Card | None:
        """The top of the discard pile; None when it was taken just now and lay alone."""
        return Card(self.discard_pile[-1]) if self.discard_pile else None

    @property
    def decisions(self) -> int:
        """Actions so far, passes and forced draws included."""
        return len(self.log)

    @property
    def actions(self) -> bytes:
        """The codes of the log, without the seats."""
        return bytes(self.log.translate(_CODES))

    def copy(self) -> "Hand":
        """Give a hand of its own in the same state, to try actions on."""
        twin = Hand.__new__(Hand)
        for name in Hand.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._hands = self._hands.copy()
        twin.cards = self.cards.copy()
        twin.known = self.known.copy()
        twin.discard_pile = self.discard_pile.copy()
        twin.log = self.log.copy()
        twin._split = self._split and (self._split[0].copy(), self._split[1].copy())
        return twin

    def legal(self) -> bytes:
        """List the legal actions of the seat to act, ascending; none when the hand is over."""
        if self.phase is _DRAW:
            return _DRAWS
        if self.phase is not _DISCARD:
            return _OFFERED if self.phase is _UPCARD_OFFER else b""
        discards = self.cards[self.to_act]
        if self.taken and self.drawn is not None:
            discards = discards.replace(_ALONE[self.drawn], b"")
        excess = deadwood(self._hands[self.to_act]) - self.knock_limit
        if excess > 10:  # a discard saves no more than its value
            return discards
        return discards + self._legal_ends()

    def _legal_ends(self) -> bytes:
        hand = self._hands[self.to_act]
        knocks = card_bytes(knock_cards(hand, self.knock_limit, self._discards()))
        codes = bytes(KNOCK + card for card in knocks)
        return codes + bytes((BIG_GIN,)) if self.rules.big_gin and deadwood(hand) == 0 else codes

    def apply(self, code: int, spread: Sequence[CardSet] | None = None) -> None:
        """Make the action *code* of the seat to act, and the forced move that may follow it.

        *spread* names the melds that a knock or big gin lays down; without it `melds.default_spread` does.

        Raises:
            IllegalAction: saying why it is forbidden and what is legal; the state is unchanged.
        """
        if code not in MOVES[self.phase]:
            raise self._illegal(code, wrong_phase(code, self.phase))
        if KNOCK <= code < PASS or code == BIG_GIN:
            self._lay_down(code, spread)
        elif spread:
            raise self._illegal(code, "only a knock or big gin lays down a spread")
        elif code < KNOCK:
            self._discard(code)
        elif code == STOCK:
            self._draw_from_stock()
        elif code == PASS:
            self._pass()
        else:
            self._draw_upcard(code)

    def forfeit(self, seat: int) -> None:
        """End the hand for a fault of *seat*.

        Raises:
            ValueError: when the hand is over.
        """
        if self.phase is _OVER:
            raise ValueError("the hand is over")
        cards = self._hands[seat]
        if cards.bit_count() > HAND_SIZE:
            left = deadwood_after_best_discard(cards, self._discards())
        else:
            left = deadwood(cards)
        self._end(score_forfeit(self.rules, seat, left))

    def substitute_action(self) -> int:
        """Give the action that the referee plays for a bot at fault; never a knock.

        Pass, draw from the stock, or the legal discard that leaves least deadwood, then of highest value,
        then of lowest card id.

        Raises:
            ValueError: when the hand is over.
        """
        if self.phase is _OVER:
            raise ValueError("the hand is over")
        if self.phase is _UPCARD_OFFER:
            return PASS
        if self.phase is _DRAW:
            return STOCK
        best = best_discards(self._hands[self.to_act], self._discards())
        return max(cards_in(best), key=VALUES.__getitem__)

    def _discards(self) -> int:
        """The cards that the seat to act may throw: not the one it just took from the discard pile."""
        hand = self._hands[self.to_act]
        return hand ^ 1 << self.drawn if self.taken and self.drawn is not None else hand

    def _discard(self, card: int) -> None:
        seat = self.to_act
        bit = 1 << card
        if not self._hands[seat] & bit or (self.taken and card == self.drawn):
            raise self._illegal(card, self._why_not_thrown(card))
        self._throw(seat, self._hands[seat] ^ bit, _ALONE[card])
        self.discard_pile.append(card)
        self.log.append(seat << 7 | card)
        if self.stock_left <= STOCK_NEVER_DRAWN or len(self.log) >= self.rules.max_decisions_per_hand:
            self._end(HandResult(End.VOID))
            return
        self.drawn = None
        self.taken = False
        self.phase = _DRAW
        self.to_act = 1 - seat

    def _draw_from_stock(self) -> None:
        seat = self.to_act
        card = self.deck[-self.stock_left] if self._split is None else _draw_of(self._split, seat)
        self.stock_left -= 1
        self._pick_up(seat, card)
        self.log.append(seat << 7 | STOCK)

    def _draw_upcard(self, code: int) -> None:
        seat = self.to_act
        card = self.discard_pile.pop()
        self._pick_up(seat, card)
        self.known[seat] = _with(self.known[seat], card)
        self.taken = True
        self.log.append(seat << 7 | code)

    def _pass(self) -> None:
        seat = self.to_act
        self.log.append(seat << 7 | PASS)
        self.to_act = 1 - seat
        if seat == self.dealer:
            self._draw_from_stock()  # forced: both have passed

    def _lay_down(self, code: int, spread: Sequence[CardSet] | None) -> None:
        seat = self.to_act
        card = None if code == BIG_GIN else Card(code - KNOCK)
        kept, limit = self._kept(code, card)
        thrown = b"" if card is None else _ALONE[card]
        if spread is None:
            spread = default_spread(kept, card_set(self.discard_pile + thrown))
        else:
            try:
                check_spread(kept, spread, limit)
            except IllegalAction as error:
                raise self._illegal(code, str(error)) from None
        self._throw(seat, kept, thrown)
        self.discard_pile += thrown
        self.log.append(seat << 7 | code)
        self.spread = tuple(spread)
        upcard = Card(self.deck[2 * HAND_SIZE])
        self._end(score_hand(self.rules, upcard, seat, kept, self.spread, self.hands[1 - seat], card))

    def _kept(self, code: int, card: Card | None) -> tuple[CardSet, int]:
        """Give the cards that the knocker keeps and the deadwood they may have, or refuse the knock."""
        hand = self._hands[self.to_act]
        if card is None:
            if not self.rules.big_gin:
                raise self._illegal(code, "big gin is not played under these rules")
            kept, limit = hand, 0
        else:
            if not self._discards() >> card & 1:
                raise self._illegal(code, self._why_not_thrown(card))
            kept, limit = hand ^ 1 << card, self.knock_limit
        left = deadwood(kept)
        if left > limit:
            raise self._illegal(code, f"it leaves deadwood {left}, the limit is {limit}")
        return CardSet(kept), limit

    def _pick_up(self, seat: int, card: int) -> None:
        self._hands[seat] |= 1 << card
        self.cards[seat] = _with(self.cards[seat], card)
        self.drawn = card
        self.phase = _DISCARD

    def _throw(self, seat: int, kept: int, thrown: bytes) -> None:
        """Leave a seat the set *kept*, without the card *thrown*, which is empty with big gin."""
        self._hands[seat] = kept
        self.cards[seat] = self.cards[seat].replace(thrown, b"")
        if self.known[seat]:
            self.known[seat] = self.known[seat].replace(thrown, b"")

    def _end(self, result: HandResult) -> None:
        self.result = result
        self.phase = _OVER
        self.drawn = None
        self.taken = False

    def _why_not_thrown(self, card: int) -> str:
        if self._hands[self.to_act] >> card & 1:
            return "the card just taken from the discard pile may not be discarded in the same turn"
        return f"{show_card(Card(card))} is not in the hand"

    def _illegal(self, code: int, why: str) -> IllegalAction:
        return IllegalAction(f"{show_action(code)} is illegal: {why}; legal: {show_actions(self.legal())}")


def _with(cards: bytes, card: int) -> bytes:
    """Put *card* in its place among *cards*, ascending."""
    place = bisect(cards, card)
    return cards[:place] + _ALONE[card] + cards[place:]


def _split_stock(deck: bytes, dealer: int) -> tuple[bytearray, bytearray]:
    """Part the stock: by seat, the cards it draws, the last of the array first (docs/deck.md)."""
    stock = deck[: -STOCK_AT_DEAL - 1 : -1]
    of_non_dealer, of_dealer = bytearray(stock[::2]), bytearray(stock[1::2])
    return (of_non_dealer, of_dealer) if dealer else (of_dealer, of_non_dealer)


def _draw_of(split: tuple[bytearray, bytearray], seat: int) -> int:
    own, other = split[seat], split[1 - seat]
    return own.pop() if own else other.pop(0)
