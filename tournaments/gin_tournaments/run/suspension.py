"""When a bot has failed so often in a row that it plays no more; pure."""

from collections.abc import Mapping


class Suspension:
    """Counts each bot's fault events with no game finished without a fault of its own in between."""

    def __init__(self, after: int, running: Mapping[str, int] | None = None) -> None:
        self._after = after
        self._last_event: dict[str, int] = {}
        self.running: dict[str, int] = dict(running or {})
        """The events in a row by bot; stored, so that they go on in a continued run."""

    def fault(self, bot: str, event: int) -> bool:
        """Count a fault event (one crash has one number, whatever it costs); say whether that suspends."""
        if self._last_event.get(bot) == event:
            return False
        self._last_event[bot] = event
        self.running[bot] = self.running.get(bot, 0) + 1
        return self.running[bot] >= self._after

    def finished(self, bot: str) -> bool:
        """Note that a game ended without a fault of *bot*; say whether that ends a row of events."""
        return self.running.pop(bot, 0) > 0
