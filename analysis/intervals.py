"""How sure a number is."""

from collections.abc import Sequence
from math import fsum, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

CONFIDENCE = 0.95
ROUNDING = 1e-12  # what differs less doesn't differ
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
ONE_SIDED = NormalDist().inv_cdf(CONFIDENCE)


def simultaneous(intervals: int) -> float:
    """Return how many standard errors make `intervals` intervals hold all together in 95 % (Bonferroni).

    >>> round(simultaneous(1), 2), round(simultaneous(4), 2)
    (1.96, 2.5)
    """
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * intervals))


def beyond_rounding(variance: ArrayLike, size: float = 1.0) -> NDArray[np.float64]:
    """Return variances, with 0 for those that rounding alone can make of squares of about `size`, even below 0.

    What is left has a root, and may divide other variances.

    >>> beyond_rounding([-1e-17, 1e-17, 0.25]).tolist(), float(beyond_rounding(1e-9, size=10_000))
    ([0.0, 0.0, 0.25], 0.0)
    """
    return np.where(np.less_equal(variance, ROUNDING * size), 0.0, variance)


def share_interval(share: float, error: float, games: int, z: float = Z) -> tuple[float, float]:
    """Return the interval of a win share, from its standard error over `games` games; 95 % unless `z` says otherwise.

    Wilson's score interval (Wilson 1927, JASA 22, 209-212) at the effective number of games,
    share (1 - share) / error^2: shared wins and several seats a game make it differ from `games`.
    A share without an error (0 or 1, or the same in every game so far) counts as `games` games.

    >>> [round(end, 4) for end in share_interval(0.25, (0.25 * 0.75 / 1000) ** 0.5, 1000)]
    [0.2242, 0.2778]
    >>> [round(end, 3) for end in share_interval(0.0, 0.0, 10)]
    [0.0, 0.278]
    """
    if not games:
        return 0.0, 1.0
    spread = max(0.0, share * (1 - share))
    n = spread / error**2 if error > ROUNDING and spread > 0 else games
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * sqrt(spread / n + z**2 / (4 * n**2))
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def stratified_error(strata: Sequence[tuple[int, float, float]]) -> float:
    """Return the standard error of a mean over games that come in fixed proportions from `strata`.

    A stratum (the games of one rotation of the seats) is (games, sum of values, sum of squares). What differs
    between strata is design, not noise (Cochran 1977, Sampling Techniques, 5.9); where one has too few games
    to say how they spread, all are taken together.

    >>> stratified_error([(2, 0, 0), (2, 2, 2)])
    0.0
    """
    if any(0 < games < 2 for games, _, _ in strata):
        strata = [(sum(n for n, _, _ in strata), fsum(s for _, s, _ in strata), fsum(q for _, _, q in strata))]
    total = sum(games for games, _, _ in strata)
    variance = 0.0
    for games, summed, squares in strata:
        if games > 1:
            variance += games * float(beyond_rounding(squares - summed**2 / games, squares)) / (games - 1)
    return sqrt(variance) / total if total else 0.0
