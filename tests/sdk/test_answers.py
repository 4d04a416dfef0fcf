import pytest

from gin_sdk import BigGin, Card, Discard, Knock, Pass, Stock, Take, Upcard
from gin_sdk.answers import NoAction, answer_of


class Number:
    """An integer of another library, as numpy's are."""

    def __index__(self) -> int:
        return 7


class Unprintable:
    def __repr__(self) -> str:
        raise ValueError("no repr")


@pytest.mark.parametrize(
    ("action", "code", "spread"),
    [
        (Pass(), 104, ()),
        (Take(), 105, ()),
        (Upcard(), 106, ()),
        (Stock(), 107, ()),
        (Discard(Card(51)), 51, ()),
        (Knock(Card(0)), 52, ()),
        (BigGin(), 108, ()),
        (
            Knock(Card(51), [[Card(0), Card(1), Card(2)], (Card(4), Card(17), Card(30))]),
            103,
            (b"\0\1\2", b"\4\x11\x1e"),
        ),
        (BigGin([{Card(3)}]), 108, (b"\3",)),
    ],
)
def test_an_action_becomes_its_number_on_the_wire(
    action: object, code: int, spread: tuple[bytes, ...]
) -> None:
    assert answer_of("discard", action) == (code, spread)


def test_a_card_of_another_integer_type_is_a_card() -> None:
    assert answer_of("discard", Discard(Number())) == (7, ())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("method", "value", "said"),
    [
        ("draw", None, "draw() returned None; it must return Upcard() or Stock()"),
        ("upcard", True, "upcard() returned True; it must return Take() or Pass()"),
        ("draw", Stock, "draw() returned the class Stock, not an object of it (Stock(...)); it must return"),
        ("discard", "Qc", "discard() returned 'Qc'; it must return Discard(card), Knock(card) or BigGin()"),
        ("discard", Discard("Qc"), "where 'Qc' is no Card"),  # type: ignore[arg-type]
        ("discard", Discard(Card(52)), "where 52 is no Card"),
        ("discard", Knock(Card(-1)), "where -1 is no Card"),
        ("discard", Discard(1.5), "where 1.5 is no Card"),  # type: ignore[arg-type]
        ("discard", Knock(Card(1), [[Card(99)]]), "where 99 is no Card"),
        ("discard", Knock(Card(1), 5), "whose spread is no list of lists of cards"),  # type: ignore[arg-type]
        ("discard", Knock(Card(1), [5]), "whose spread is no list of lists of cards"),  # type: ignore[list-item]
        ("discard", BigGin([[Card(1)] * 12]), "a spread of more than 11 cards"),
        ("discard", BigGin([[]] * 12), "a spread of more than 11 cards"),
        ("draw", Unprintable(), "draw() returned an object of Unprintable; it must"),
        ("draw", "x" * 1000, "..."),
    ],
)
def test_a_value_that_is_no_action_is_named_with_what_is_wanted(
    method: str, value: object, said: str
) -> None:
    with pytest.raises(NoAction) as failure:
        answer_of(method, value)
    assert said in str(failure.value)
    assert len(str(failure.value)) < 300
