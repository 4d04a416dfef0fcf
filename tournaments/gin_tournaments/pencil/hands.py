"""The melds and the deadwood of a hand, and what each discard leaves (docs/commands.md, `hand`)."""

from collections.abc import Sequence
from typing import NamedTuple

from gin_rummy.cards import Card, CardSet, card_set, cards_in, show_card, show_cards
from gin_rummy.fields import a_mapping, refuse_misspelt, required
from gin_rummy.melds import best_discards, best_melds, deadwood
from gin_rummy.rules import Rules
from gin_tournaments.pencil.reading import check_size, hand_of, rules_of
from gin_tournaments.pencil.showing import card_list, deadwood_line, meld_lists, melds_line

SIZES = (10, 11)
_FIELDS = ("hand", "rules", "upcard")


class StudiedHand(NamedTuple):
    """A hand in the order given; `discards` is what each card leaves when thrown, empty with ten cards."""

    hand: tuple[Card, ...]
    knock_limit: int
    deadwood: int
    melds: tuple[CardSet, ...]
    discards: dict[Card, int]

    @property
    def unmatched(self) -> CardSet:
        """The cards in no meld."""
        return CardSet(card_set(self.hand) & ~sum(self.melds))

    @property
    def best_discards(self) -> tuple[Card, ...]:
        """The discards that leave least, in card order."""
        held = card_set(self.hand)
        return tuple(cards_in(best_discards(held, held)))

    @property
    def knock_cards(self) -> tuple[Card, ...]:
        """The discards that leave no more than the knock limit, in card order."""
        return tuple(sorted(card for card, left in self.discards.items() if left <= self.knock_limit))


def study(hand: Sequence[Card], knock_limit: int) -> StudiedHand:
    """Work out a hand of ten or eleven different cards.

    Raises:
        BadCards: when there are more or fewer.
    """
    check_size(hand, SIZES)
    held = card_set(hand)
    discards = {card: deadwood(held ^ 1 << card) for card in hand} if len(hand) == max(SIZES) else {}
    return StudiedHand(tuple(hand), knock_limit, deadwood(held), best_melds(held), discards)


def hand_to_json(value: object, base: Rules) -> dict[str, object]:
    """Answer `{"hand": [10 or 11 cards], "rules", "upcard"}`, the last two optional.

    Raises:
        BadField: for what is missing or malformed.
        BadRules: when the rules make no sense.
    """
    fields = a_mapping(value, "the line")
    refuse_misspelt(fields, _FIELDS)
    hand = hand_of(required(fields, "hand"), "hand", SIZES)
    rules, upcard = rules_of(fields, base)
    studied = study(hand, rules.knock_limit_of(upcard))
    answer: dict[str, object] = {
        "hand": card_list(studied.hand),
        "deadwood": studied.deadwood,
        "melds": meld_lists(studied.melds),
        "unmatched": card_list(cards_in(studied.unmatched)),
    }
    if studied.discards:
        answer |= {
            "deadwood_after_discard": min(studied.discards.values()),
            "best_discards": card_list(studied.best_discards),
            "can_knock": bool(studied.knock_cards),
            "big_gin": studied.deadwood == 0,
        }
    return answer


def hand_lines(studied: StudiedHand) -> list[str]:
    """Tell a hand to a person."""
    lines = [
        f"Melds      {melds_line(studied.melds)}",
        f"Unmatched  {deadwood_line(studied.unmatched)}",
        f"Deadwood   {studied.deadwood}",
    ]
    if not studied.discards:
        return [*lines, "", _low_enough(studied.deadwood, studied.knock_limit)]
    return [*lines, "", "Discard  leaves", *_discard_lines(studied), "", *_knock_lines(studied)]


def _low_enough(left: int, knock_limit: int) -> str:
    enough = "Low" if left <= knock_limit else "Not low"
    return f"{enough} enough to knock: {_limit(knock_limit)}."


def _discard_lines(studied: StudiedHand) -> list[str]:
    least_first = sorted(studied.discards.items(), key=lambda discard: (discard[1], discard[0]))
    return [
        f"{show_card(card):7}  {left:6}  {_what_it_allows(left, studied.knock_limit)}".rstrip()
        for card, left in least_first
    ]


def _what_it_allows(left: int, knock_limit: int) -> str:
    if left > knock_limit:
        return ""
    return "gin" if left == 0 else "knock"


def _knock_lines(studied: StudiedHand) -> list[str]:
    limit = _limit(studied.knock_limit)
    may = f"You may knock with {show_cards(studied.knock_cards)}"
    lines = [f"{may if studied.knock_cards else 'You may not knock'}: {limit}."]
    if studied.deadwood == 0:
        lines.append("All eleven cards are melded: big gin, where it is played.")
    return lines


def _limit(knock_limit: int) -> str:
    return f"the knock limit is {knock_limit}" if knock_limit else "only gin ends the hand"
