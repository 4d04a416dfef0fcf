import pytest

from gin_rummy.rules import BadRules, Rules
from gin_sdk.v1 import gin_pb2 as pb
from gin_sdk.wire import rules_of
from tests.sdk.fake_referee import STANDARD


def changed(**changes: object) -> pb.Rules:
    rules = pb.Rules()
    rules.CopyFrom(STANDARD)
    rules.MergeFrom(pb.Rules(**changes))  # type: ignore[arg-type]
    return rules


def test_the_standard_rules_are_the_default() -> None:
    assert rules_of(STANDARD) == Rules()


def test_rules_of_a_number_of_hands_have_no_target() -> None:
    message = changed(format="hands", hands=8, max_hands_per_game=100)
    message.target = 0
    assert rules_of(message) == Rules(format="hands", hands=8)


def test_a_variant_sets_its_own_knock_limit() -> None:
    assert rules_of(changed(variant="oklahoma", oklahoma_ace="gin", knock_limit=7)) == Rules(
        variant="oklahoma", oklahoma_ace="gin"
    )
    straight = changed(variant="straight", big_gin=True)
    straight.knock_limit = 0
    assert rules_of(straight) == Rules(variant="straight", big_gin=True)


def test_rules_of_a_later_version_are_refused() -> None:
    with pytest.raises(BadRules, match="variant"):
        rules_of(changed(variant="tonk"))
