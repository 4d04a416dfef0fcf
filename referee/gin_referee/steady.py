"""A clock that stands still while the referee does not run, so that no bot pays for it; reads no time itself.

A referee that is stopped, starved of processors, or busy with one long thing reads late what came in time. It
beats as long as it runs; a beat that does not come in time is time in which it could hear nobody.
"""

PERIOD = 0.05  # seconds between two beats
TOLERANCE = 0.1  # seconds that a beat may be late: that much is everyday life


class SteadyClock:
    """Turns the time of the event loop (seconds) into the time of the games.

    `lost` is how much the first is ahead. `beat` is to be called every `PERIOD`.
    """

    def __init__(self, time: float) -> None:
        self.lost = 0.0
        self._next = time + PERIOD
        self._last = time

    def read(self, time: float) -> float:
        """Give the time of the games at *time* of the loop, which never goes back."""
        if time - self._next > TOLERANCE:
            self.lost += time - max(self._next, self._last)
            self._next = time
        self._last = time
        return time - self.lost

    def beat(self, time: float) -> None:
        """Note that the referee runs."""
        self.read(time)
        self._next = time + PERIOD
