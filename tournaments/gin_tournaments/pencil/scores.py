"""The score of a knock, with the lay-offs chosen for the defender (docs/commands.md, `score`)."""

from collections.abc import Sequence
from typing import NamedTuple

from gin_rummy.cards import NO_CARDS, Card, CardSet, card_set, cards_in, show_card, show_cards
from gin_rummy.errors import IllegalAction
from gin_rummy.fields import BadField, a_mapping, melds, refuse_misspelt, required, shown
from gin_rummy.melds import check_spread, deadwood, default_spread
from gin_rummy.result import End, HandResult
from gin_rummy.rules import Rules
from gin_rummy.scoring import score_hand
from gin_tournaments.pencil.reading import hand_of, rules_of
from gin_tournaments.pencil.showing import deadwood_line, meld_lists, melds_line

DEFENDER_SIZE = (10,)
KNOCKER, DEFENDER = 0, 1
_SIDES = ("knocker", "defender")
_FIELDS = ("knocker", "spread", "defender", "rules", "upcard", "player")


class Knocked(NamedTuple):
    """A hand that was knocked: what the knocker kept, all eleven cards with big gin, and its spread.

    `upcard` is the first of the hand.
    """

    rules: Rules
    upcard: Card
    kept: CardSet
    spread: tuple[CardSet, ...]
    defender: CardSet

    @property
    def result(self) -> HandResult:
        """The score; the knocker is seat 0."""
        big_gin = self.kept.bit_count() > DEFENDER_SIZE[0]
        thrown = None if big_gin else self.upcard  # which card was thrown does not count
        return score_hand(self.rules, self.upcard, KNOCKER, self.kept, self.spread, self.defender, thrown)


def knocker_sizes(rules: Rules) -> tuple[int, ...]:
    """Say how many cards a knocker may show: ten, and eleven where big gin is played."""
    return (10, 11) if rules.big_gin else (10,)


def spread_of(
    rules: Rules, upcard: Card, kept: CardSet, named: Sequence[CardSet] | None
) -> tuple[CardSet, ...]:
    """Give the spread that the knocker named, or without one the default spread with an empty discard pile.

    Raises:
        IllegalAction: when the cards or the spread do not allow a knock.
    """
    limit = rules.knock_limit_of(upcard) if kept.bit_count() == DEFENDER_SIZE[0] else 0
    left = deadwood(kept)
    if left > limit:
        allowed = f"the knock limit is {limit}" if limit else "only gin ends this hand"
        raise IllegalAction(f"deadwood {left} is too much to knock with; {allowed}")
    spread = default_spread(kept, NO_CARDS) if named is None else tuple(named)
    check_spread(kept, spread, limit)
    return spread


def check_apart(kept: CardSet, defender: CardSet) -> None:
    """Refuse hands that share cards.

    Raises:
        IllegalAction: which names them.
    """
    if kept & defender:
        raise IllegalAction(f"{show_cards(cards_in(CardSet(kept & defender)))} is in both hands")


def knocked_from_json(value: object, base: Rules) -> Knocked:
    """Read `{"knocker": [cards], "spread", "defender": [10 cards], "rules", "upcard"}` (docs/commands.md).

    Raises:
        BadField: for what is missing or malformed.
        BadRules: when the rules make no sense.
        IllegalAction: when the rules forbid the knock.
    """
    fields = a_mapping(value, "the line")
    refuse_misspelt(fields, _FIELDS)
    rules, upcard = rules_of(fields, base)
    kept = card_set(hand_of(required(fields, "knocker"), "knocker", knocker_sizes(rules)))
    defender = card_set(hand_of(required(fields, "defender"), "defender", DEFENDER_SIZE))
    check_apart(kept, defender)
    named = None if fields.get("spread") is None else melds(fields["spread"], "spread")
    return Knocked(rules, upcard, kept, spread_of(rules, upcard, kept, named), defender)


def score_to_json(value: object, base: Rules) -> dict[str, object]:
    """Answer the object that `knocked_from_json` reads; `player` is copied, for the scoresheet.

    Raises:
        GinError: as `knocked_from_json` does.
    """
    result = knocked_from_json(value, base).result
    fields = a_mapping(value, "the line")
    answer: dict[str, object] = {"player": _player(fields["player"])} if "player" in fields else {}
    winner = KNOCKER if result.winner == KNOCKER else DEFENDER
    return answer | {
        "end": result.end.name.lower(),
        "winner": _SIDES[winner],
        "points": result.points[winner],
        "knocker_deadwood": result.knocker_deadwood,
        "defender_deadwood": result.defender_deadwood,
        "spread": meld_lists(result.spread),
        "defender_melds": meld_lists(result.defender_melds),
        "layoffs": [{"card": show_card(card), "onto": place} for card, place in result.lay_offs],
    }


def _player(value: object) -> str | int:
    if isinstance(value, str) or (isinstance(value, int) and value in (0, 1) and not isinstance(value, bool)):
        return value
    raise BadField("player", f"{shown(value)} is neither a name nor a seat")


def score_lines(knocked: Knocked) -> list[str]:
    """Tell the score to a person."""
    result = knocked.result
    laid = sum(knocked.spread)
    melded = sum(result.defender_melds) | card_set(card for card, _ in result.lay_offs)
    lines = [
        f"Knocker lays down  {melds_line(result.spread)}",
        f"and keeps          {deadwood_line(CardSet(knocked.kept & ~laid))}",
        f"Defender melds     {melds_line(result.defender_melds)}",
    ]
    if result.lay_offs:
        lines.append(f"and lays off       {_lay_offs(result)}")
    return [
        *lines,
        f"and is left with   {deadwood_line(CardSet(knocked.defender & ~melded))}",
        "",
        _verdict(knocked, result),
    ]


def _lay_offs(result: HandResult) -> str:
    onto: dict[int, list[Card]] = {}
    for card, place in result.lay_offs:
        onto.setdefault(place, []).append(card)
    return ", ".join(
        f"{show_cards(cards)} on {show_cards(cards_in(result.spread[place]))}"
        for place, cards in onto.items()
    )


_SAID = {End.KNOCK: "", End.GIN: "Gin! ", End.BIG_GIN: "Big gin! ", End.UNDERCUT: "Undercut! "}


def _verdict(knocked: Knocked, result: HandResult) -> str:
    winner = DEFENDER if result.winner == DEFENDER else KNOCKER
    how = _how_many(knocked.rules, result)
    if knocked.rules.points_multiplier_of(knocked.upcard) == 2:
        how = f"2 × ({how})"
    return f"{_SAID[result.end]}{_SIDES[winner].title()} scores {how} = {result.points[winner]}."


def _how_many(rules: Rules, result: HandResult) -> str:
    of_knocker, of_defender = result.knocker_deadwood, result.defender_deadwood
    if result.end is End.KNOCK:
        return f"{of_defender} - {of_knocker}"
    if result.end is End.UNDERCUT:
        return f"{of_knocker} - {of_defender} + {rules.undercut_bonus}"
    return f"{of_defender} + {rules.big_gin_bonus if result.end is End.BIG_GIN else rules.gin_bonus}"
