"""Student's t distribution, as scipy has it.

scipy.special takes half a second to import, which most commands do without: it is imported when it is used.
"""

CONFIDENCE = 0.95


def t_quantile(degrees: int, confidence: float = CONFIDENCE) -> float:
    """Give the factor of a two-sided interval of Student's t.

    >>> round(t_quantile(9), 3)
    2.262
    """
    from scipy.special import stdtrit

    return float(stdtrit(max(degrees, 1), (1 + confidence) / 2))


def t_probability(degrees: int, t: float) -> float:
    """Give the chance that a t-distributed value is below *t*.

    >>> t_probability(5, 0.0)
    0.5
    """
    from scipy.special import stdtr

    return float(stdtr(degrees, t))
