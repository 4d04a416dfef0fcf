"""Start here: copy this folder, rename the class, and make it better."""

from gin_sdk import Bot, Discard, Knock, Pass, Stock, Take, Upcard, View, run


class Mine(Bot):
    # The start of a hand: the first upcard is offered. Your ten cards are view.hand, the card is view.upcard.
    # view.deadwood() is what they leave unmelded, view.deadwood_with_upcard() the same with it for another.
    def upcard(self, view: View) -> Take | Pass:
        return Pass()

    # Your turn begins: Upcard() takes the top of view.discard_pile, Stock() a card that nobody has seen.
    def draw(self, view: View) -> Upcard | Stock:
        return Stock()

    # You hold eleven cards, view.drawn is the new one. view.deadwood(card) is what is left without that card.
    def discard(self, view: View) -> Discard | Knock:
        card = view.best_discards()[0]
        return Knock(card) if view.can_knock(card) else Discard(card)


if __name__ == "__main__":
    run(Mine)
