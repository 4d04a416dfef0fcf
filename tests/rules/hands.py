"""Hands for properties, close enough together that sets and runs compete; and ways to name them."""

from collections.abc import Sequence

from hypothesis import strategies as st

from gin_rummy.cards import CardSet, card_set, parse_cards


def cards_of(cards: str | Sequence[str]) -> CardSet:
    """Gather cards from their texts, in a list or with spaces between."""
    return card_set(parse_cards(cards.split() if isinstance(cards, str) else cards))


def melds_of(*melds: str | Sequence[str]) -> tuple[CardSet, ...]:
    return tuple(map(cards_of, melds))


@st.composite
def close_cards(draw: st.DrawFn, count: int, *, ranks: int = 5) -> list[int]:
    """Draw *count* different cards from *ranks* neighbouring ranks."""
    lowest = draw(st.integers(0, 13 - ranks))
    near = [suit * 13 + rank for suit in range(4) for rank in range(lowest, lowest + ranks)]
    return draw(st.lists(st.sampled_from(near), min_size=count, max_size=count, unique=True))


def any_cards(count: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 51), min_size=count, max_size=count, unique=True)


def hands(count: int) -> st.SearchStrategy[CardSet]:
    """Draw sets of *count* cards, most of them full of melds that share cards."""
    return st.one_of(close_cards(count), close_cards(count, ranks=8), any_cards(count)).map(card_set)
