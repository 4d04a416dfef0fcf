"""Least deadwood now, whatever comes later: takes what lowers it, throws what lowers it, knocks at once."""

from gin_sdk import Bot, Discard, Knock, Pass, Stock, Take, Upcard, View, run


class Greedy(Bot):
    def upcard(self, view: View) -> Take | Pass:
        return Take() if lowers(view) else Pass()

    def draw(self, view: View) -> Upcard | Stock:
        return Upcard() if lowers(view) else Stock()

    def discard(self, view: View) -> Discard | Knock:
        card = self.random.choice(view.best_discards())
        return Knock(card) if view.can_knock(card) else Discard(card)


def lowers(view: View) -> bool:
    """Tell whether taking the upcard and throwing another card leaves less deadwood than there is."""
    return view.deadwood_with_upcard() < view.deadwood()


if __name__ == "__main__":
    run(Greedy)
