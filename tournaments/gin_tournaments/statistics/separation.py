"""When two bots are told apart: a confidence sequence, so that looking again and again costs no certainty."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gin_tournaments.statistics.bradley_terry import Matrix
from gin_tournaments.statistics.joint_fit import Fit

Verdict = Literal["separated", "tied", "open"]

_REFERENCE = 1.96
_NO_VARIANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Rule:
    """The rule of decision: certainty per comparison, and the indifference zone in Elo.

    |z| ≥ √((tr + 1)/(tr) · ln((tr + 1)/α²)) with t the information relative to that at which 1.96 errors are
    the zone, and r tuned so that the bound is tightest there: H. Robbins, Annals of Mathematical Statistics
    41, 1970; S. R. Howard et al., Annals of Statistics 49, 2021.
    """

    confidence: float = 0.95
    zone: float = 20.0

    def half_widths(self, variances: Matrix) -> Matrix:
        """Give how far each difference (Elo) may be off, given its variance now; inf where unknown."""
        log_alpha = math.log(1 - self.confidence)
        tuning = -2 * log_alpha + math.log(1 - 2 * log_alpha)
        known = variances > _NO_VARIANCE
        variance = np.where(known, variances, 1.0)
        grown = (self.zone / _REFERENCE) ** 2 / variance * tuning
        bound = np.sqrt((grown + 1) / grown * (np.log1p(grown) - 2 * log_alpha))
        return np.where(known, bound * np.sqrt(variance), np.inf)


@dataclass(frozen=True, slots=True, eq=False)
class Separation:
    """What is decided between a fit's bots: row above (1), below (−1) or not told from (0) column."""

    above: Matrix
    tied: Matrix

    def verdict(self, row: int, other: int) -> Verdict:
        """Give the verdict on two bots."""
        if self.above[row, other]:
            return "separated"
        return "tied" if self.tied[row, other] else "open"

    def rank_range(self, row: int) -> tuple[int, int]:
        """Give the best and the worst rank that the decisions leave a bot in its group."""
        return 1 + int((self.above[row] < 0).sum()), len(self.above) - int((self.above[row] > 0).sum())


def separate(fit: Fit, rule: Rule) -> Separation:
    """Decide on every two bots of a fit."""
    differences = fit.elo[:, None] - fit.elo[None, :]
    own = np.diag(fit.covariance)
    half_widths = rule.half_widths(own[:, None] + own[None, :] - 2 * fit.covariance)
    apart = np.abs(differences) >= half_widths
    return Separation(
        np.where(apart, np.sign(differences), 0.0),
        np.where(apart, 0.0, np.abs(differences) + half_widths <= rule.zone),
    )
