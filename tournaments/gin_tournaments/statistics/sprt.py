"""A sequential test of two bots over deal pairs: whether the first is stronger by *elo0* or by *elo1*."""

import math
from dataclasses import dataclass
from typing import Literal

from gin_rummy.errors import GinError
from gin_tournaments.statistics.joint_fit import ELO
from gin_tournaments.statistics.tally import PairingTally


class BadHypotheses(GinError):
    """The two hypotheses or the chances of error make no test."""


@dataclass(frozen=True, slots=True)
class SprtState:
    """Where a test stands: the log-likelihood ratio, its bounds, and which hypothesis is accepted, if any.

    `score` is the first bot's share of the points of its games, None before the first unit.
    """

    llr: float
    lower: float
    upper: float
    units: int
    score: float | None
    accepted: Literal["elo0", "elo1"] | None


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of *elo0* against *elo1* > *elo0*, with chances *alpha* and *beta* of accepting the wrong one.

    Raises:
        BadHypotheses: when they make no test.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise BadHypotheses(f"elo0 {self.elo0} must be below elo1 {self.elo1}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadHypotheses(f"alpha {self.alpha} and beta {self.beta} must be between 0 and 0.5")

    def state(self, tally: PairingTally) -> SprtState:
        """Give the state of the test after the units of a pairing.

        LLR = n·(s1 − s0)·(2s − s0 − s1) / (2·variance), with s the mean score of a unit and the variance that
        of the units (normal approximation of A. Wald's test: M. Van den Bergh, "A practical introduction to
        the GSPRT", 2019). One virtual unit of two equal bots' spread keeps the variance above 0.
        """
        lower = math.log(self.beta / (1 - self.alpha))
        upper = math.log((1 - self.beta) / self.alpha)
        units = tally.units.total()
        if not units:
            return SprtState(0.0, lower, upper, 0, None, None)
        score, variance = _score(tally)
        low, high = _expected(self.elo0), _expected(self.elo1)
        llr = units * (high - low) * (2 * score - low - high) / (2 * variance)
        accepted: Literal["elo0", "elo1"] | None = None
        if llr <= lower or llr >= upper:
            accepted = "elo1" if llr > 0 else "elo0"
        return SprtState(llr, lower, upper, units, score, accepted)


def _expected(elo: float) -> float:
    return 1 / (1 + math.exp(-elo / ELO))


def _score(tally: PairingTally) -> tuple[float, float]:
    """Give the mean score of a unit (0..1) and the variance of a unit's score."""
    shares = [(scored / (2 * games), games, count) for (games, scored), count in sorted(tally.units.items())]
    units = tally.units.total()
    mean = math.fsum(share * count for share, _, count in shares) / units
    virtual = math.fsum(count / (4 * games) for _, games, count in shares) / units
    spread = math.fsum(count * (share - mean) ** 2 for share, _, count in shares)
    return mean, (spread + virtual) / units
