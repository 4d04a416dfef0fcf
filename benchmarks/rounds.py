"""Rounds of alternating measurements: on a busy machine what is compared is measured side by side."""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import process_time

Task = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to measure: rounds of each comparison, and the share of the full amount in each."""

    rounds: int = 5
    share: float = 1.0

    def of(self, amount: int) -> int:
        """Give this share of *amount*."""
        return max(round(amount * self.share), 1)


FULL = Effort()
QUICK = Effort(rounds=1, share=0.1)


@dataclass(slots=True)
class Measured:
    """Figures by their keys, and lines worth reading beside them."""

    figures: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, other: "Measured") -> None:
        """Take in what *other* measured."""
        self.figures |= other.figures
        self.notes += other.notes


def alternate(rounds: int, *tasks: Task) -> list[list[float]]:
    """Run the tasks in turn, *rounds* times; give the results of each task."""
    results: list[list[float]] = [[] for _ in tasks]
    for _ in range(rounds):
        for task, values in zip(tasks, results, strict=True):
            gc.collect()
            values.append(task())
    return results


def ratio(values: Sequence[float], references: Sequence[float]) -> float:
    """Give the median over the rounds of value ÷ reference."""
    return median(value / reference for value, reference in zip(values, references, strict=True))


def per_second(work: Callable[[], int], clock: Callable[[], float] = process_time) -> Task:
    """Make a task of *work*, which tells how many it did: the number in a second of *clock*.

    Processor time is what matters between two programs of one process; beside one of many processes, which
    share the machine with whatever else runs, it has to be `perf_counter`.
    """

    def task() -> float:
        began = clock()
        count = work()
        return count / (clock() - began)

    return task
