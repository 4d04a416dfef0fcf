from hypothesis import given
from hypothesis import strategies as st

from gin_tournaments.names import NAME_LENGTH, file_name, is_name, pgn_names

NAMES = st.text(min_size=1, max_size=NAME_LENGTH).filter(is_name)


@given(NAMES)
def test_a_name_becomes_one_harmless_file_name(name: str) -> None:
    written = file_name(name)
    assert "/" not in written
    assert not written.startswith(".")
    assert 1 <= len(written.encode()) <= 120


def test_a_harmless_name_is_its_own_file_name() -> None:
    for name in ("greedy", "my class 2026", "Käthe-2", "a.b"):
        assert file_name(name) == name


@given(st.lists(NAMES, unique=True))
def test_different_names_have_different_file_names(names: list[str]) -> None:
    assert len({file_name(name) for name in names}) == len(names)


def test_names_that_only_differ_after_many_wide_letters_have_different_file_names() -> None:
    assert file_name("漢" * 59 + "a") != file_name("漢" * 59 + "b")


@given(st.lists(NAMES | st.sampled_from(["a'", 'a"', "a' (2)", "x" * 59 + '"', "x" * 59 + "'"]), unique=True))
def test_names_in_pgn_stay_unique_short_and_free_of_quotes(names: list[str]) -> None:
    written = pgn_names(names)
    assert list(written) == names
    assert len(set(written.values())) == len(names)
    assert all(len(name) <= NAME_LENGTH and '"' not in name and "\\" not in name for name in written.values())
