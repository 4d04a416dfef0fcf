"""What both sides of the wire agree on: the protocol, the lanes, and the rules that a Welcome announces."""

from dataclasses import fields
from typing import cast

from gin_rummy.rules import Rules
from gin_sdk.v1 import gin_pb2 as pb

PROTOCOL_MAJOR = 1
PROTOCOL_MINOR = 0
LANES = {None: pb.LANE_ANY, 0: pb.LANE_FIRST, 1: pb.LANE_SECOND}
"""The lanes on the wire; None is any lane."""

MOST_SPREAD_CARDS = 11  # a hand has no more, so a longer spread is a mistake that would only fill a message


def rules_of(message: pb.Rules) -> Rules:
    """Read the rules. Numbers that another option replaces are left at what `Rules` has for them.

    Raises:
        BadRules: when a value is one that this version does not know.
    """
    replaced = {"hands"}
    if message.format == "hands":
        replaced = {"target", "max_hands_per_game"}
    if message.variant != "standard":
        replaced.add("knock_limit")
    names = [field.name for field in fields(Rules) if field.name not in replaced]
    given = {name: cast(object, getattr(message, name)) for name in names}
    return Rules(**given)  # type: ignore[arg-type]  # Rules checks them itself
