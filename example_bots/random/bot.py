"""Any legal action, each as likely as the others."""

from typing import cast

from gin_sdk import BigGin, Bot, Discard, Knock, Pass, Stock, Take, Upcard, View, run


class Random(Bot):
    def upcard(self, view: View) -> Take | Pass:
        return cast(Take | Pass, self.random.choice(view.legal))

    def draw(self, view: View) -> Upcard | Stock:
        return cast(Upcard | Stock, self.random.choice(view.legal))

    def discard(self, view: View) -> Discard | Knock | BigGin:
        return cast(Discard | Knock | BigGin, self.random.choice(view.legal))


if __name__ == "__main__":
    run(Random)
