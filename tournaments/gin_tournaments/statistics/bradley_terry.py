"""Bradley–Terry strengths by maximum likelihood, in natural logarithms of odds, for one group of bots.

p(a beats b) = 1 / (1 + exp(s_b − s_a)), a drawn game is half a win (R. A. Bradley, M. E. Terry, Biometrika
39, 1952).
"""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.special import expit

Vector: TypeAlias = npt.NDArray[np.float64]
Matrix: TypeAlias = npt.NDArray[np.float64]

_LONGEST_STEP = 1.0
_CONVERGED = 1e-8  # the step after it would be its square
_MOST_STEPS = 1000


class Strengths(NamedTuple):
    """Of n bots: strengths (n), chances that row beats column and the inverse information (n × n)."""

    strengths: Vector
    chances: Matrix
    inverse: Matrix


def fit(games: Matrix, scores: Matrix, prior: float) -> Strengths:
    """Fit n strengths to weighted numbers of games and the rows' scores against the columns (n × n).

    *prior* is the number of virtual drawn games of each bot against a phantom of strength 0. Without any,
    every bot must reach every other along games not lost, else there is no finite maximum; the mean strength
    is 0 then, and the inverse is the generalised one on differences.

    A Newton step is shortened until no difference changes by more than 1: since the third derivative of the
    log-likelihood is bounded by the second, each such step goes uphill (F. Bach, Electronic Journal of
    Statistics 4, 2010), so that the iteration cannot fail to converge.
    """
    strengths = np.zeros(len(games))
    excess = scores.sum(axis=1) + prior / 2
    for _ in range(_MOST_STEPS):
        chances, information = _curvature(games, strengths, prior)
        slope = excess - (games * chances).sum(axis=1) - prior * expit(strengths)
        step = np.linalg.solve(information, slope)
        strengths += step * min(1.0, _LONGEST_STEP / max(_widest(step), _LONGEST_STEP))
        if np.abs(step).max() < _CONVERGED:
            break
    chances, information = _curvature(games, strengths, prior)
    return Strengths(strengths, chances, np.asarray(np.linalg.inv(information), dtype=np.float64))


def _curvature(games: Matrix, strengths: Vector, prior: float) -> tuple[Matrix, Matrix]:
    """Give the chances and the information; without a prior, with the constant direction filled up."""
    chances = expit(strengths[:, None] - strengths[None, :])
    information = laplacian(games * chances * chances.T)
    if prior:
        own = expit(strengths)
        information.flat[:: len(information) + 1] += prior * own * (1 - own)
    else:
        information += np.trace(information) / len(information) ** 2
    return chances, information


def laplacian(weights: Matrix) -> Matrix:
    """Sum w·e·eᵀ over all pairs of bots, e = e_a − e_b; the weights are symmetric, their diagonal unused."""
    spread = -weights
    np.fill_diagonal(spread, 0)
    np.fill_diagonal(spread, -spread.sum(axis=1))
    return spread


def _widest(step: Vector) -> float:
    """Give the largest change of a difference between two bots, or a bot and the phantom."""
    return float(max(step.max(), 0.0) - min(step.min(), 0.0))
