"""Who is needed and not there, and for how long; pure: time comes in."""

from collections.abc import Iterable


class Attendance:
    """Watches for bots that are away longer than *patience* seconds (None: for ever)."""

    def __init__(self, patience: float | None) -> None:
        self._patience = patience
        self._since: dict[str, float] = {}

    @property
    def missing(self) -> tuple[str, ...]:
        """The bots that were needed and not there at the last look."""
        return tuple(self._since)

    def look(self, away: Iterable[str], now: float) -> list[str]:
        """Take note of who is needed and *away*; give those who have been for too long."""
        self._since = {name: self._since.get(name, now) for name in away}
        if self._patience is None:
            return []
        return [name for name, since in self._since.items() if now - since > self._patience]
