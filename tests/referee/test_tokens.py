import pytest

from gin_referee.tokens import bearer_token, hash_token, make_token, owner_of


def test_a_token_is_32_random_bytes_in_letters_that_need_no_quoting() -> None:
    tokens = {make_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(token) == 43 and token.replace("-", "").replace("_", "").isalnum() for token in tokens)


def test_a_token_names_its_owner_by_the_stored_hashes() -> None:
    alice, bob = make_token(), make_token()
    hashes = {"alice": hash_token(alice), "bob": hash_token(bob)}
    assert owner_of(alice, hashes) == "alice"
    assert owner_of(bob, hashes) == "bob"


@pytest.mark.parametrize("wrong", ["", "x", "é", "\udcff", "a" * 10_000])
def test_a_wrong_token_has_no_owner(wrong: str) -> None:
    assert owner_of(wrong, {"alice": hash_token(make_token())}) is None


def test_the_hash_of_a_token_is_no_token() -> None:
    stored = hash_token(make_token())
    assert owner_of(stored, {"alice": stored}) is None


def test_the_hash_is_sha_256() -> None:
    assert hash_token("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_the_token_is_found_in_the_metadata_whatever_the_case_of_the_scheme() -> None:
    assert bearer_token([("user-agent", "x"), ("authorization", "Bearer abc")]) == "abc"
    assert bearer_token([("Authorization", b"bearer abc ")]) == "abc"


@pytest.mark.parametrize("value", ["", "Bearer", "Basic abc", "abc"])
def test_metadata_without_a_bearer_token_has_none(value: str) -> None:
    assert bearer_token([("authorization", value)]) is None
    assert bearer_token(None) is None
