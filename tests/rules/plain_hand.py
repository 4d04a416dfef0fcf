"""A hand played by the letter of the rules, with lists and brute force: slow, and no code of the real one."""

from gin_rummy.rules import Rules
from tests.rules.brute_force import least_after_lay_off, least_deadwood, spread_by_the_rules, worth


def rank_value(card: int) -> int:
    return min(card % 13 + 1, 10)


class PlainHand:
    """Actions are a word and a card, which only "discard" and "knock" heed."""

    def __init__(self, rules: Rules, deck: list[int], dealer: int) -> None:
        self.rules = rules
        self.dealer = dealer
        self.held: list[list[int]] = [[], []]
        for number, card in enumerate(deck[:20]):
            self.held[(1 - dealer + number) % 2].append(card)
        self.first_upcard = deck[20]
        self.pile = [deck[20]]
        self.stock = deck[21:]
        self.own = {1 - dealer: deck[21::2], dealer: deck[22::2]}
        self.turn = 1 - dealer
        self.passes = 0
        self.offered = True
        self.just_drawn: int | None = None
        self.just_taken: int | None = None
        self.made = 0
        self.end: tuple[str, int, int] | None = None

    def limit(self) -> int:
        if self.rules.variant == "straight":
            return 0
        if self.rules.variant == "standard":
            return self.rules.knock_limit
        gin_only = self.first_upcard % 13 == 0 and self.rules.oklahoma_ace == "gin"
        return 0 if gin_only else rank_value(self.first_upcard)

    def legal(self) -> list[tuple[str, int]]:
        if self.end is not None:
            return []
        if self.offered:
            return [("pass", 0), ("take", 0)]
        if self.just_drawn is None:
            return [("upcard", 0), ("stock", 0)]
        mine = sorted(self.held[self.turn])
        may_go = [card for card in mine if card != self.just_taken]
        knocks = [card for card in may_go if least_deadwood(frozenset(mine) - {card}) <= self.limit()]
        all_melded = least_deadwood(frozenset(mine)) == 0
        big = [("big gin", 0)] if self.rules.big_gin and all_melded else []
        return [("discard", card) for card in may_go] + [("knock", card) for card in knocks] + big

    def make(self, word: str, card: int) -> None:
        self.made += 1
        mine = self.held[self.turn]
        if word == "pass":
            self.passes += 1
            self.turn = 1 - self.turn
            if self.passes == 2:
                self.offered = False
                self.make("stock", 0)
        elif word in ("take", "upcard"):
            self.offered = False
            self.just_drawn = self.just_taken = self.pile.pop()
            mine.append(self.just_drawn)
        elif word == "stock":
            self.just_drawn = self.draw()
            mine.append(self.just_drawn)
        elif word == "discard":
            mine.remove(card)
            self.pile.append(card)
            self.just_drawn = self.just_taken = None
            self.turn = 1 - self.turn
            if len(self.stock) <= 2 or self.made >= self.rules.max_decisions_per_hand:
                self.end = ("VOID", 0, 0)
        else:
            if word == "knock":
                mine.remove(card)
                self.pile.append(card)
            self.settle(big=word == "big gin")

    def draw(self) -> int:
        if self.rules.stock == "shared":
            card = self.stock[0]
        else:
            mine, theirs = self.own[self.turn], self.own[1 - self.turn]
            card = mine.pop(0) if mine else theirs.pop()
        self.stock.remove(card)
        return card

    def settle(self, big: bool) -> None:
        mine, theirs = frozenset(self.held[self.turn]), frozenset(self.held[1 - self.turn])
        spread = tuple(frozenset(meld) for meld in spread_by_the_rules(mine, frozenset(self.pile)))
        left = worth(mine) - sum(map(worth, spread))
        if left == 0:
            name = "BIG_GIN" if big else "GIN"
            bonus = self.rules.big_gin_bonus if big else self.rules.gin_bonus
            points = least_deadwood(theirs) + bonus
        else:
            points = least_after_lay_off(spread, theirs) - left
            name = "KNOCK" if points > 0 else "UNDERCUT"
            if points <= 0:
                points -= self.rules.undercut_bonus
        doubled = self.rules.oklahoma_spade_doubles and self.first_upcard // 13 == 3
        points *= 2 if doubled else 1
        mine_first = (max(points, 0), max(-points, 0))
        self.end = (name, *(mine_first if self.turn == 0 else mine_first[::-1]))
