"""The upcard only for a meld, least deadwood otherwise: what a careful beginner does."""

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
    """Tell whether the upcard makes a meld with cards of the hand, be it the best use of them or not."""
    card = view.upcard
    if card is None:
        return False
    rank, suit = card % 13, card - card % 13
    near = [suit + rank + step in view.hand and 0 <= rank + step < 13 for step in (-2, -1, 1, 2)]
    in_run = (near[0] and near[1]) or (near[1] and near[2]) or (near[2] and near[3])
    return in_run or sum(other % 13 == rank for other in view.hand) >= 2


if __name__ == "__main__":
    run(Simple)
