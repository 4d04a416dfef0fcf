"""The upcard only for a meld, least deadwood otherwise: what a careful beginner does."""

from gin_rummy.cards import VALUES, card_set
from gin_rummy.melds import deadwood
from gin_sdk import Bot, Discard, Knock, Pass, Stock, Take, Upcard, View, run


class Simple(Bot):
    def upcard(self, view: View) -> Take | Pass:
        return Take() if melds(view) else Pass()

    def draw(self, view: View) -> Upcard | Stock:
        return Upcard() if melds(view) else Stock()

    def discard(self, view: View) -> Discard | Knock:
        card = self.random.choice(view.best_discards())  # never the card just taken: that is not legal
        return Knock(card) if view.can_knock(card) else Discard(card)


def melds(view: View) -> bool:
    """Tell whether the upcard lies in a meld when it is taken: it then adds less than its value."""
    if view.upcard is None:
        return False
    hand = card_set(view.hand)
    return deadwood(hand | 1 << view.upcard) < deadwood(hand) + VALUES[view.upcard]


if __name__ == "__main__":
    run(Simple)
