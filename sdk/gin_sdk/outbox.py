"""Answers waiting to be sent, gathered into as few messages as the referee's limits allow."""

from gin_sdk.seat import Seat
from gin_sdk.v1 import gin_pb2 as pb

DEFAULT_BATCH = 256
ACTION_BYTES = 64  # bounds an action with a spread of eleven cards


class Outbox:
    """Requests in the order of the decisions; many answers share a message."""

    __slots__ = ("_add", "_left", "_limit", "_requests")

    def __init__(self, max_batch: int, max_message_bytes: int) -> None:
        limit = max_batch or DEFAULT_BATCH
        if max_message_bytes:
            limit = min(limit, max_message_bytes // ACTION_BYTES)
        self._limit = max(limit, 1)
        self._requests: list[pb.PlayRequest] = []
        self._left = 0

    def put(self, seat: Seat) -> None:
        """Queue the last answer of *seat*."""
        if seat.error is not None:
            self.put_failed(seat.game, seat.turn, seat.error)
            return
        if not self._left:
            request = pb.PlayRequest()
            self._requests.append(request)
            self._add = request.actions.actions.add
            self._left = self._limit
        self._left -= 1
        action = self._add()
        action.game, action.turn, action.action = seat.game, seat.turn, seat.code
        if seat.spread:
            action.spread.extend(seat.spread)

    def put_failed(self, game: int, turn: int, error: str) -> None:
        """Queue a decision that could not be made."""
        self._requests.append(pb.PlayRequest(failed=pb.Failed(game=game, turn=turn, error=error)))
        self._left = 0

    def put_first(self, request: pb.PlayRequest) -> None:
        """Queue *request* ahead of all that waits."""
        self._requests.insert(0, request)

    def put_last(self, request: pb.PlayRequest) -> None:
        """Queue *request* behind all that waits."""
        self._requests.append(request)
        self._left = 0

    def take(self) -> list[pb.PlayRequest]:
        """Hand over all that waits."""
        requests, self._requests = self._requests, []
        self._left = 0
        return requests
