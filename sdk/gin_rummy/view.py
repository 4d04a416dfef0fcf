"""What a seat may know of a hand, for the wire and for bots; hidden cards have no way in."""

from math import inf
from typing import NamedTuple, NoReturn

from gin_rummy.actions import BIG_GIN, KNOCK, Action, decode
from gin_rummy.cards import FULL_DECK, Card, CardSet, card_set, cards_in, cards_of, show_cards
from gin_rummy.hand import Hand
from gin_rummy.lazy import lazy
from gin_rummy.melds import best_discards, best_melds, deadwood, deadwood_after_best_discard
from gin_rummy.phases import Phase
from gin_rummy.rules import Rules
from gin_rummy.turns import Turn, TurnFacts

YOU, OPPONENT = 0, 1
NO_LIMIT_MS = 0xFFFFFFFF  # the wire's time left where no clock runs
_EVENTS = tuple([bytes(((entry >> 7) ^ seat, entry & 0x7F)) for entry in range(256)] for seat in (0, 1))
_ACTIONS: tuple[Action, ...] = tuple(decode(code) for code in range(BIG_GIN + 1))
_NO_DISCARDS = bytes(range(KNOCK, 256))


class Seen(NamedTuple):
    """What one seat may know of a hand now; names and meanings are those of the wire's `Turn`.

    `legal` and `drawn` are empty for the seat that is not to act: they would tell what the other holds.
    """

    phase: int
    legal: bytes
    hand: bytes
    drawn: int | None
    taken: bool
    upcard: int | None
    discard_pile: bytes
    opponent_known: bytes
    stock_left: int
    knock_limit: int
    dealer: bool


def seen_by(hand: Hand, seat: int) -> Seen:
    """Show *hand* to *seat*: its own cards and what lies or happened in the open."""
    to_act = seat == hand.to_act
    pile = bytes(hand.discard_pile)
    return Seen(
        phase=int(hand.phase),
        legal=hand.legal() if to_act else b"",
        hand=hand.cards[seat],
        drawn=hand.drawn if to_act else None,
        taken=hand.taken,
        upcard=pile[-1] if pile else None,
        discard_pile=pile,
        opponent_known=hand.known[1 - seat],
        stock_left=hand.stock_left,
        knock_limit=hand.knock_limit,
        dealer=seat == hand.dealer,
    )


def events_for(hand: Hand, seat: int, since: int = 0) -> bytes:
    """Give the actions from number *since* on, two bytes each: 0 you or 1 the opponent, then the code.

    A draw from the stock names no card, so both seats may see all of it.
    """
    return b"".join(map(_EVENTS[seat].__getitem__, hand.log[since:]))


class Event(NamedTuple):
    """Something that happened at the table: who did it, and what."""

    yours: bool
    action: Action


class View:
    """What a bot sees when it is asked: read-only, worked out when looked at, cards in card order.

    Nothing in it is hidden from a player at the table. Times are seconds.
    """

    rules: Rules
    """The rules of the game."""
    _turn: TurnFacts

    def __init__(self, turn: TurnFacts, rules: Rules) -> None:
        own = self.__dict__
        own["_turn"] = turn
        own["rules"] = rules

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name}: a view is read-only")

    def __repr__(self) -> str:
        return f"<View of game {self.game} turn {self.turn}: {self.phase.name}, {show_cards(self.hand)}>"

    @lazy
    def phase(self) -> Phase:
        """What is to be decided."""
        return Phase(self._turn.phase)

    @lazy
    def legal(self) -> tuple[Action, ...]:
        """Every legal action; a knock stands without a spread, which is yours to name."""
        return tuple([_ACTIONS[code] for code in self._turn.legal])

    @lazy
    def hand(self) -> tuple[Card, ...]:
        """Your cards: ten, eleven when you are to discard."""
        return cards_of(self._turn.hand)

    @lazy
    def drawn(self) -> Card | None:
        """The card you have just drawn, when you are to discard."""
        drawn = self._turn.drawn
        return Card(drawn) if drawn is not None and self.phase is Phase.DISCARD else None

    @property
    def taken(self) -> bool:
        """Whether `drawn` came from the discard pile, so that it may not be thrown now."""
        return self._turn.taken

    @property
    def upcard(self) -> Card | None:
        """The top of the discard pile; None when you have just taken the only card of it."""
        pile = self._turn.discard_pile
        return Card(pile[-1]) if pile else None

    @lazy
    def discard_pile(self) -> tuple[Card, ...]:
        """The discard pile, oldest first, the upcard last."""
        return cards_of(self._turn.discard_pile)

    @lazy
    def opponent_known(self) -> tuple[Card, ...]:
        """Cards that the opponent took from the discard pile and still holds."""
        return cards_of(self._turn.opponent_known)

    @lazy
    def unseen(self) -> tuple[Card, ...]:
        """Cards that may be in the stock or, unknown to you, in the opponent's hand."""
        turn = self._turn
        seen = card_set(turn.hand + turn.discard_pile + turn.opponent_known)
        return tuple(cards_in(CardSet(FULL_DECK ^ seen)))

    @property
    def stock_left(self) -> int:
        """How many cards the stock has; at two the hand ends."""
        return self._turn.stock_left

    @property
    def knock_limit(self) -> int:
        """The most deadwood to knock with in this hand; 0 is gin only."""
        return self._turn.knock_limit

    @property
    def score(self) -> int:
        """Your points of play in this game so far."""
        return self._turn.score

    @property
    def opponent_score(self) -> int:
        """The opponent's points of play so far."""
        return self._turn.opponent_score

    @property
    def dealer(self) -> bool:
        """Whether you dealt this hand."""
        return self._turn.dealer

    @property
    def time_left(self) -> float:
        """Seconds for this decision, infinite where no clock runs."""
        left = self._turn.time_left_ms
        return left / 1000 if left < NO_LIMIT_MS else inf

    @property
    def latency(self) -> float:
        """Seconds that your last decision in this game took, the margin that is not charged among them."""
        return self._turn.latency_ms / 1000

    @lazy
    def events(self) -> tuple[Event, ...]:
        """What happened since your last turn in this game, oldest first."""
        pairs = self._turn.events
        return tuple(
            Event(who == YOU, _ACTIONS[code]) for who, code in zip(pairs[::2], pairs[1::2], strict=True)
        )

    @property
    def game(self) -> int:
        """The game, numbered as in this session."""
        return self._turn.game

    @property
    def turn(self) -> int:
        """Your turn, numbered in this game."""
        return self._turn.turn

    def deadwood(self, without: Card | None = None) -> int:
        """Work out the least deadwood of your cards, all of them, or after throwing the card *without*."""
        hand = self._hand_set
        return deadwood(hand if without is None else hand & ~(1 << without))

    def deadwood_with_upcard(self) -> int:
        """Work out the least deadwood of your ten cards once you took the upcard and threw another."""
        hand, pile = self._hand_set, self._turn.discard_pile
        return deadwood_after_best_discard(hand | 1 << pile[-1], hand) if pile else deadwood(hand)

    def melds(self) -> tuple[tuple[Card, ...], ...]:
        """Choose melds of your cards that leave the least deadwood."""
        return tuple(tuple(cards_in(meld)) for meld in self._best_melds)

    def best_discards(self) -> tuple[Card, ...]:
        """Find the legal discards that leave the least deadwood, all that tie; none when none is due."""
        return self._best_discards

    def can_knock(self, card: Card) -> bool:
        """Whether you may knock now, throwing *card*."""
        return KNOCK + card in self._turn.legal

    @lazy
    def _hand_set(self) -> CardSet:
        return card_set(self._turn.hand)

    @lazy
    def _best_melds(self) -> tuple[CardSet, ...]:
        return best_melds(self._hand_set)

    @lazy
    def _best_discards(self) -> tuple[Card, ...]:
        hand, legal = self._hand_set, self._turn.legal
        any_card = legal.startswith(self._turn.hand)  # discards are listed first
        discards = hand if any_card else card_set(legal.translate(None, _NO_DISCARDS))
        return tuple(cards_in(best_discards(hand, discards))) if discards else ()


def view_of(hand: Hand, seat: int, since: int = 0, score: int = 0, opponent_score: int = 0) -> View:
    """View a hand played in this process as its player at *seat* would; events from action *since* on."""
    events = events_for(hand, seat, since)
    turn = Turn(**seen_by(hand, seat)._asdict(), score=score, opponent_score=opponent_score, events=events)
    return View(turn, hand.rules)
