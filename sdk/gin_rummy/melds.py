"""Melds, least deadwood, and what follows from it: what to discard, what to knock with, what to spread.

Nothing here knows whose turn it is. The hot paths take a `CardSet` or the plain int of one.
"""

from collections.abc import Iterator, Sequence

from gin_rummy.cards import (
    DECK_SIZE,
    FULL_DECK,
    NO_CARDS,
    VALUES,
    Card,
    CardSet,
    card_set,
    cards_in,
    show_cards,
)
from gin_rummy.errors import IllegalAction

_RANKS = 13
_SUIT = (1 << _RANKS) - 1


def _all_melds() -> dict[CardSet, CardSet]:
    """Map each of the 329 melds to the cards that, added singly, make it a longer meld."""
    sets = [
        card_set(rank + _RANKS * suit for suit in range(4) if suit != left_out)
        for rank in range(_RANKS)
        for left_out in range(5)
    ]
    runs = [
        card_set(range(suit + low, suit + high))
        for suit in range(0, DECK_SIZE, _RANKS)
        for low in range(_RANKS - 2)
        for high in range(low + 3, _RANKS + 1)
    ]
    fits: dict[CardSet, CardSet] = dict.fromkeys(sets + runs, NO_CARDS)
    for longer in fits:
        for card in cards_in(longer):
            shorter = CardSet(longer ^ 1 << card)
            if shorter in fits:
                fits[shorter] = CardSet(fits[shorter] | 1 << card)
    return fits


FITS = _all_melds()
"""Every meld there is, with the cards that fit it directly: the ends of a run, the fourth card of a set."""

_MELDS_FROM: list[list[CardSet]] = [[] for _ in range(DECK_SIZE)]
for _meld in FITS:
    _MELDS_FROM[(_meld & -_meld).bit_length() - 1].append(_meld)


def _in_runs(suit: int) -> int:
    """Give the cards of a 13-bit mask of one suit that stand in a stretch of three or more neighbours."""
    first = suit & suit >> 1 & suit >> 2
    return first | first << 1 | first << 2


def _sums() -> list[int]:
    """Give the value of each 13-bit mask of one suit."""
    sums = [0]
    for worth in VALUES[:_RANKS]:
        sums += [worth + below for below in sums]
    return sums


_IN_RUNS = [_in_runs(suit) for suit in range(_SUIT + 1)]
_SUMS = _sums()
_LEFT = [_SUMS[suit & ~melded] for suit, melded in enumerate(_IN_RUNS)]
"""The deadwood that the runs of a suit leave over: a stretch of three or more neighbours is melded whole."""

_MORE_THAN_ANY_HAND = _SUMS[_SUIT] * 4 + 1
_STARTS_OF_RUNS = card_set(suit + rank for suit in range(0, DECK_SIZE, _RANKS) for rank in range(_RANKS - 2))
_EVERY_SUIT = card_set(range(0, DECK_SIZE, _RANKS))
_WORTH = tuple(card_set(card for card in range(DECK_SIZE) if VALUES[card] >= worth) for worth in range(11))
_OF_VALUE = tuple(card_set(card for card in range(DECK_SIZE) if VALUES[card] == worth) for worth in range(11))


def value(cards: int) -> int:
    """Add up the deadwood values of *cards*: ace 1, pips, court cards 10."""
    return (
        _SUMS[cards & 0x1FFF] + _SUMS[cards >> 13 & 0x1FFF] + _SUMS[cards >> 26 & 0x1FFF] + _SUMS[cards >> 39]
    )


def is_meld(cards: int) -> bool:
    """Say whether *cards* are a set of three or four or a run of three or more, the ace low.

    >>> is_meld(0b111), is_meld(0b11)
    (True, False)
    """
    return cards in FITS


def deadwood(hand: int) -> int:
    """Find the least deadwood that melds can leave of *hand*, a `CardSet`.

    Made for hands of ten and eleven cards; thirty take up to a millisecond, forty up to a second.

    >>> deadwood(card_set([0, 1, 2, 12]))
    10
    """
    # The masks are literals because nothing here is called as often, and a global costs a look-up.
    low_suits, high_suits = hand & 0x3FFFFFF, hand >> 26
    clubs, diamonds = low_suits & 0x1FFF, low_suits >> 13
    hearts, spades = high_suits & 0x1FFF, high_suits >> 13
    threes = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    if threes:
        return _least_with_sets(clubs, diamonds, hearts, spades, threes)
    return _LEFT[clubs] + _LEFT[diamonds] + _LEFT[hearts] + _LEFT[spades]


def _least_with_sets(clubs: int, diamonds: int, hearts: int, spades: int, threes: int) -> int:
    """Try the sets of the ranks in *threes*, each held three or four times.

    A rank of which no card is in a run is melded whole. The others are tried one by one: no set, a set of all
    and, of four, each set of three.
    """
    contested = threes & (_IN_RUNS[clubs] | _IN_RUNS[diamonds] | _IN_RUNS[hearts] | _IN_RUNS[spades])
    kept = ~(threes ^ contested)
    clubs, diamonds, hearts, spades = clubs & kept, diamonds & kept, hearts & kept, spades & kept
    no_set = _LEFT[clubs] + _LEFT[diamonds] + _LEFT[hearts] + _LEFT[spades]
    if not contested or not no_set:
        return no_set
    rank = contested & -contested
    others = contested ^ rank
    c, d, h, s = clubs & ~rank, diamonds & ~rank, hearts & ~rank, spades & ~rank
    if others:
        no_set = _least_with_sets(clubs, diamonds, hearts, spades, others)
        full_set = _least_with_sets(c, d, h, s, others)
    else:
        full_set = _LEFT[c] + _LEFT[d] + _LEFT[h] + _LEFT[s]
    least = full_set if full_set < no_set else no_set
    if clubs & diamonds & hearts & spades & rank:
        return min(
            least,
            _least_with_sets(clubs, d, h, s, others),
            _least_with_sets(c, diamonds, h, s, others),
            _least_with_sets(c, d, hearts, s, others),
            _least_with_sets(c, d, h, spades, others),
        )
    return least


def _runs_and_sets(hand: int) -> tuple[int, int]:
    """Give the cards of *hand* that are in a run it holds, and those that are in a set."""
    first = hand & hand >> 1 & hand >> 2 & _STARTS_OF_RUNS
    low_suits, high_suits = hand & 0x3FFFFFF, hand >> 26
    both, any_of_two = low_suits & high_suits, low_suits | high_suits
    threes = (both & any_of_two >> 13 | both >> 13 & any_of_two) & 0x1FFF
    return first | first << 1 | first << 2, hand & threes * _EVERY_SUIT


def _dearest_unmatched(hand: int, legal: int) -> tuple[int, int]:
    """Give the cards of *hand* that are in none of its melds, and the dearest of those that are in *legal*.

    The latter are none as well where a run and a set compete for a card: only trying shows what is best then.
    """
    runs, sets = _runs_and_sets(hand)
    unmatched = hand & ~(runs | sets)
    dearest = 0
    if unmatched & legal and not runs & sets:
        worth = 10
        while not (dearest := unmatched & legal & _OF_VALUE[worth]):
            worth -= 1
    return unmatched, dearest


def _best_by_trial(hand: int, legal: int) -> tuple[int, int]:
    """Give the least deadwood after discarding one of *legal*, and the cards that leave it.

    A discard cannot save more than its value, so cheaper cards than the best saving are not tried.
    """
    before = deadwood(hand)
    least = _MORE_THAN_ANY_HAND
    best = 0
    for worth in range(10, 0, -1):
        if worth < before - least:
            break
        untried = hand & legal & _OF_VALUE[worth]
        while untried:
            card = untried & -untried
            untried ^= card
            left = deadwood(hand ^ card)
            if left < least:
                least = left
                best = card
            elif left == least:
                best |= card
    return least, best


def best_discards(hand: int, legal: int) -> CardSet:
    """Give the cards among *legal* whose discard leaves the least deadwood of *hand*, all that tie."""
    _, dearest = _dearest_unmatched(hand, legal)
    return CardSet(dearest or _best_by_trial(hand, legal)[1])


def deadwood_after_best_discard(hand: int, legal: int) -> int:
    """Find the least deadwood that a discard among *legal* leaves of *hand*.

    Raises:
        ValueError: when no card of *hand* is in *legal*.
    """
    unmatched, dearest = _dearest_unmatched(hand, legal)
    if dearest:
        return value(unmatched ^ dearest & -dearest)
    least, best = _best_by_trial(hand, legal)
    if not best:
        raise ValueError("no card of the hand may be discarded")
    return least


def knock_cards(hand: int, limit: int, legal: int) -> CardSet:
    """Give the cards among *legal* without which *hand*, of eleven, has deadwood <= *limit*."""
    excess = deadwood(hand) - limit
    if excess > 10:
        return NO_CARDS
    untried = hand & legal & _WORTH[max(excess, 0)]
    runs, sets = _runs_and_sets(hand)
    good = untried & ~(runs | sets)
    untried ^= good
    if excess > 0 and not runs & sets:
        return CardSet(good)  # to throw what can only be melded as it is saves nothing
    while untried:
        card = untried & -untried
        untried ^= card
        if deadwood(hand ^ card) <= limit:
            good |= card
    return CardSet(good)


def _arrangements(hand: int, least: int) -> Iterator[tuple[CardSet, ...]]:
    """Yield every way to meld *hand* that leaves *least*, its least deadwood; melds by their lowest card."""
    if value(hand) == least:
        yield ()
        return
    low = hand & -hand
    card = low.bit_length() - 1
    if deadwood(hand ^ low) == least - VALUES[card]:
        yield from _arrangements(hand ^ low, least - VALUES[card])
    for meld in _MELDS_FROM[card]:
        if meld & hand == meld and deadwood(hand ^ meld) == least:
            for others in _arrangements(hand ^ meld, least):
                yield (meld, *others)


def default_spread(hand: int, discarded: int) -> tuple[CardSet, ...]:
    """Choose the melds that *hand* lays down when the knocker names none; *discarded* is the discard pile.

    Least deadwood; then the fewest cards that fit one of the melds directly and may be the defender's, being
    neither in *hand* nor in *discarded*; then the smallest list of melds, each sorted in card order.
    """
    runs, sets = _runs_and_sets(hand)
    melded = runs | sets  # what fits in no meld of the hand is left over in every way to meld it
    ways = list(_arrangements(melded, deadwood(melded)))
    if len(ways) == 1:
        return ways[0]
    hidden = FULL_DECK & ~(hand | discarded)

    def preference(melds: tuple[CardSet, ...]) -> tuple[int, list[list[Card]]]:
        fitting = 0
        for meld in melds:
            fitting |= FITS[meld]
        return (fitting & hidden).bit_count(), [list(cards_in(meld)) for meld in melds]

    return min(ways, key=preference)


def best_melds(hand: int) -> tuple[CardSet, ...]:
    """Give melds that leave the least deadwood of *hand*: the default spread with an empty discard pile."""
    return default_spread(hand, NO_CARDS)


def check_spread(hand: int, spread: Sequence[CardSet], limit: int) -> int:
    """Give the deadwood that *spread*, as laid, leaves of *hand*, the cards kept when knocking.

    Raises:
        IllegalAction: when a meld is none, shares a card with another or holds one that is not in *hand*, or
            when the deadwood is above *limit*.
    """
    rest = hand
    for meld in spread:
        if meld not in FITS:
            raise IllegalAction(f"{_shown(meld)} is no meld")
        if meld & ~hand:
            raise IllegalAction(f"the spread holds {_shown(meld & ~hand)}, which the knocker does not keep")
        if meld & ~rest:
            raise IllegalAction(f"{_shown(meld & ~rest)} is in two melds of the spread")
        rest ^= meld
    left = value(rest)
    if left > limit:
        raise IllegalAction(f"the spread leaves deadwood {left}, the knock limit is {limit}")
    return left


def _shown(cards: int) -> str:
    return show_cards(cards_in(CardSet(cards & FULL_DECK))) or "a meld without cards"
