"""Who may come in: a token for a name and its lanes, and a wait for those who keep guessing."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import NamedTuple

from gin_referee.faults import Refused
from gin_referee.lanes import lane_of, lane_words
from gin_referee.tokens import bearer_token
from gin_rummy.errors import GinError
from gin_sdk.v1 import gin_pb2 as pb
from gin_sdk.wire import LANES


class Caller(NamedTuple):
    """What a token stands for: a bot, and the lanes that it may say Hello for (None: any lane).

    A process that is started for one lane has a token that is good for no other, so that what it remembers
    stays in its lane.
    """

    name: str
    lanes: tuple[int | None, ...] = tuple(LANES)


Authenticate = Callable[[str], Caller | None]
"""Tells who has a token, None if nobody; compares in constant time (`gin_referee.tokens.owner_of`)."""

FREE_MISTAKES = 3
FIRST_DELAY = 0.1
LONGEST_DELAY = 5.0
FORGET_AFTER = 60.0
MOST_PEERS = 1024


class NotAuthenticated(GinError):
    """The call has no token, or one that belongs to no bot."""


def caller_of(metadata: Iterable[tuple[str, str | bytes]] | None, authenticate: Authenticate) -> Caller:
    """Tell who makes a call; raise NotAuthenticated with what to do about it."""
    token = bearer_token(metadata)
    if token is None:
        raise NotAuthenticated("the call carries no token; send it as metadata, authorization: Bearer TOKEN")
    caller = authenticate(token)
    if caller is None:
        raise NotAuthenticated("no bot of this referee has this token; `register` shows a bot's token once")
    return caller


def check_lane(caller: Caller, hello: pb.Hello) -> None:
    """Let a Hello pass that is for a lane of its caller's.

    Raises:
        Refused: for a lane that is not, does not exist, or another protocol.
    """
    lane = lane_of(hello)
    if lane not in caller.lanes:
        own = " or ".join(map(lane_words, caller.lanes))
        raise Refused(
            "PERMISSION_DENIED",
            f"this token of {caller.name} is good for {own}, not for {lane_words(lane)}: "
            "say Hello for the lane in GIN_LANE, or for any lane where that is not set",
        )


class Backoff:
    """How long a peer waits for the answer to a wrong token; a right one is never kept waiting.

    Bots of one machine share an address, so nobody is locked out: only the answers to mistakes slow down.
    Times are seconds. The peers remembered are bounded.
    """

    def __init__(self) -> None:
        self._mistakes: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def delay(self, peer: str, now: float) -> float:
        """Count a mistake of *peer* (gRPC's `ipv4:127.0.0.1:40000`) and tell how long it is to wait."""
        address = peer.rpartition(":")[0]
        count, last = self._mistakes.pop(address, (0, now))
        count = 1 if now - last > FORGET_AFTER else count + 1
        self._mistakes[address] = (count, now)
        if len(self._mistakes) > MOST_PEERS:
            self._mistakes.popitem(last=False)
        if count <= FREE_MISTAKES:
            return 0.0
        return min(FIRST_DELAY * 2.0 ** min(count - FREE_MISTAKES - 1, 10), LONGEST_DELAY)
