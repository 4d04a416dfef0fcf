"""Thinks a draw or two ahead, knocks early or with little, and else plays for gin."""

from gin_rummy.cards import VALUES, card_set
from gin_rummy.melds import FITS, deadwood
from gin_sdk import Bot, Discard, Knock, Pass, Stock, Take, Upcard, View, run

PAIRS = [
    [meld ^ 1 << card for meld in FITS if meld >> card & 1 and meld.bit_count() == 3] for card in range(52)
]

# Found by playing thousands of games against simple; none of them is delicate.
EARLY = 24  # with so much stock left, any knock is worth taking: the opponent has melded little
LITTLE = 5  # later only with so little deadwood: the opponent might undercut, and gin is near
AHEAD = 2.0  # draws whose hope counts
DANGER = 8.0  # deadwood that it is worth to keep a card which surely gives the opponent a meld
MAYBE = 0.3  # how much an unseen card counts as being in the opponent's hand


class Patient(Bot):
    def upcard(self, view: View) -> Take | Pass:
        return Take() if helps(view) else Pass()

    def draw(self, view: View) -> Upcard | Stock:
        return Upcard() if helps(view) else Stock()

    def discard(self, view: View) -> Discard | Knock:
        card = view.best_discards()[0]
        left = view.deadwood(card)
        if view.can_knock(card) and (view.stock_left >= EARLY or left <= LITTLE):
            return Knock(card)
        hand = card_set(view.hand)
        unseen, known = card_set(view.unseen), card_set(view.opponent_known)
        hopes = [x for x in view.unseen if any(pair & hand == pair for pair in PAIRS[x])]

        def cost(card: int) -> float:
            kept = hand ^ 1 << card
            least = deadwood(kept)
            if least > left + 10:
                return float(least)
            gain = sum(least + VALUES[x] - deadwood(kept | 1 << x) for x in hopes) / len(view.unseen)
            near = [pair for pair in PAIRS[card] if pair & (unseen | known) == pair]
            risk = sum(MAYBE ** (pair & unseen).bit_count() for pair in near)
            return least - AHEAD * gain + DANGER * risk

        return Discard(min((action.card for action in view.legal if isinstance(action, Discard)), key=cost))


def helps(view: View) -> bool:
    """Tell whether the upcard would be melded: it then adds less than its value."""
    if view.upcard is None:
        return False
    hand = card_set(view.hand)
    return deadwood(hand | 1 << view.upcard) < deadwood(hand) + VALUES[view.upcard]


if __name__ == "__main__":
    run(Patient)
