"""Remembers what the opponent takes, throws and refuses, does not feed it, and keeps what can still meld."""

from gin_rummy.cards import VALUES, card_set
from gin_rummy.melds import FITS, deadwood
from gin_sdk import Bot, Card, Discard, HandSummary, Knock, Pass, Stock, Take, Upcard, View, run

THREES = [meld for meld in FITS if meld.bit_count() == 3]
PAIRS = [[meld ^ 1 << card for meld in THREES if meld >> card & 1] for card in range(52)]
HOPE = 0.8  # deadwood that each unseen card is worth which would meld with the card and one more
FEAR = 6.0  # deadwood that it is worth to keep a card which surely gives the opponent a meld


class Watcher(Bot):
    def __init__(self) -> None:
        self.unwanted = 0  # the cards that the opponent threw or left lying in this hand, as a set
        self.top: Card | None = None

    def hand_over(self, summary: HandSummary) -> None:
        self.unwanted, self.top = 0, None

    def upcard(self, view: View) -> Take | Pass:
        return Take() if self.wants_upcard(view) else Pass()

    def draw(self, view: View) -> Upcard | Stock:
        return Upcard() if self.wants_upcard(view) else Stock()

    def discard(self, view: View) -> Discard | Knock:
        self.watch(view)
        best = view.best_discards()[0]
        if view.can_knock(best):
            return Knock(best)
        throws = [action.card for action in view.legal if isinstance(action, Discard)]
        return Discard(min(throws, key=lambda card: self.cost(view, card)))

    def cost(self, view: View, card: Card) -> float:
        hand, held, unseen = card_set(view.hand), card_set(view.opponent_known), card_set(view.unseen)
        hope = sum(1 for pair in PAIRS[card] if pair & hand and pair & unseen)
        melds = [pair for pair in PAIRS[card] if pair & (held | unseen) == pair]  # that it gives the opponent
        cold = sum(1 for pair in PAIRS[card] if pair & self.unwanted)
        danger = sum(0.3 ** (pair & unseen).bit_count() for pair in melds) * 0.8**cold
        return view.deadwood(card) + HOPE * hope + FEAR * danger

    def wants_upcard(self, view: View) -> bool:
        """Tell whether the upcard would be melded: it then adds less than its value."""
        self.watch(view)
        hand, card = card_set(view.hand), view.discard_pile[-1]
        return deadwood(hand | 1 << card) < deadwood(hand) + VALUES[card]

    def watch(self, view: View) -> None:
        for yours, action in view.events:
            if isinstance(action, Discard):
                self.top = action.card
            elif isinstance(action, Stock | Pass) and self.top is None:
                self.top = view.discard_pile[0]
            if not yours and self.top is not None and isinstance(action, Discard | Stock | Pass):
                self.unwanted |= 1 << self.top


if __name__ == "__main__":
    run(Watcher)
