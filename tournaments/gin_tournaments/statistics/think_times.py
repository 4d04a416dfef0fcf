"""Think times as a histogram of fixed size, so that a percentile costs no list of all decisions."""

from collections import Counter
from collections.abc import Iterable

_STEPS = 32  # buckets per doubling: a bucket is at most 1/32 of its value wide


def _bucket(microseconds: int) -> int:
    """Number the bucket of a time: each value its own up to 63, then 32 to a doubling."""
    shift = max(microseconds.bit_length() - 6, 0)
    return shift * _STEPS + (microseconds >> shift)


_TABLED = 1 << 12  # microseconds that most decisions keep to: a small table is read faster than a large one
_BUCKETS = tuple(map(_bucket, range(_TABLED)))


def _middle(bucket: int) -> float:
    """Give the middle of a bucket in microseconds."""
    shift = max(bucket // _STEPS - 1, 0)
    low = (bucket - shift * _STEPS) << shift
    return low + ((1 << shift) - 1) / 2


class ThinkTimes:
    """Counts of think times by size; adding and joining commute exactly.

    >>> times = ThinkTimes()
    >>> times.add([1000, 2000, 3000])
    >>> round(times.milliseconds(0.5), 1)
    2.0
    """

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def add(self, microseconds: Iterable[int]) -> None:
        """Count the times of some decisions."""
        self.counts.update([_BUCKETS[time] if time < _TABLED else _bucket(time) for time in microseconds])

    def join(self, other: "ThinkTimes") -> None:
        """Count everything that *other* counted."""
        self.counts.update(other.counts)

    def milliseconds(self, share: float) -> float | None:
        """Give the time that *share* (0..1) of the decisions kept to, within 2 %; None without any."""
        rank = share * self.counts.total()
        below = 0
        for bucket in sorted(self.counts):
            below += self.counts[bucket]
            if below >= rank:
                return _middle(bucket) / 1000
        return None
