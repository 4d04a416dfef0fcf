"""Who may come in: a token for a name, and a wait for those who keep guessing."""

from collections import OrderedDict
from collections.abc import Callable, Iterable

from gin_referee.tokens import bearer_token
from gin_rummy.errors import GinError

Authenticate = Callable[[str], str | None]
"""Names the bot of a token, or None; compares in constant time (`gin_referee.tokens.owner_of`)."""

FREE_MISTAKES = 3
FIRST_DELAY = 0.1
LONGEST_DELAY = 5.0
FORGET_AFTER = 60.0
MOST_PEERS = 1024


class NotAuthenticated(GinError):
    """The call has no token, or one that belongs to no bot."""


def name_of_caller(metadata: Iterable[tuple[str, str | bytes]] | None, authenticate: Authenticate) -> str:
    """Name the bot that makes a call; raise NotAuthenticated with what to do about it."""
    token = bearer_token(metadata)
    if token is None:
        raise NotAuthenticated("the call carries no token; send it as metadata, authorization: Bearer TOKEN")
    name = authenticate(token)
    if name is None:
        raise NotAuthenticated("no bot of this referee has this token; `register` shows a bot's token once")
    return name


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
