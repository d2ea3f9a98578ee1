"""How sure a number is."""

from collections.abc import Sequence
from math import fsum, hypot, inf, isinf, log, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import bdtrik, betaincinv, stdtrit

Ends = tuple[float | None, float | None]  # of an interval; None where so few games say nothing

CONFIDENCE = 0.95
ROUNDING = 1e-12  # what differs less doesn't differ
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
ONE_SIDED = NormalDist().inv_cdf(CONFIDENCE)


def simultaneous(intervals: int, degrees: float = inf) -> float:
    """Return how many standard errors make `intervals` intervals hold all together in 95 % (Bonferroni).

    `degrees` are those of freedom of the errors, where they come from few games (Student 1908, Biometrika 6, 1-25).

    >>> round(simultaneous(1), 2), round(simultaneous(4), 2), round(simultaneous(1, degrees=1), 2)
    (1.96, 2.5, 12.71)
    """
    held = 1 - (1 - CONFIDENCE) / (2 * intervals)
    return NormalDist().inv_cdf(held) if isinf(degrees) else float(stdtrit(degrees, held))


def student(z: float, degrees: float) -> float:
    """Return how many standard errors that come from few games reach as far as `z` known ones.

    >>> round(student(1.96, 9), 2)
    2.26
    """
    return float(stdtrit(max(1, degrees), NormalDist().cdf(z)))


def unseen(z: float, farthest: float, draws: int) -> float:
    """Return the standard error that stands for what no draw has shown yet, and may be as far off as `farthest`.

    What hasn't happened in n draws may happen in ln(1 / a) of n, where an interval of `z` standard errors leaves a chance of a outside at
    either end (as a share of 0 does, Clopper and Pearson 1934).

    >>> round(1.96 * unseen(1.96, 1, 1000), 5)
    0.00369
    """
    return -log(NormalDist().cdf(-z)) / z * farthest / draws


def beyond_rounding(variance: ArrayLike, size: float = 1.0) -> NDArray[np.float64]:
    """Return variances, with 0 for those that rounding alone can make of squares of about `size`, even below 0.

    What is left has a root, and may divide other variances.

    >>> beyond_rounding([-1e-17, 1e-17, 0.25]).tolist(), float(beyond_rounding(1e-9, size=10_000))
    ([0.0, 0.0, 0.25], 0.0)
    """
    return np.where(np.less_equal(variance, ROUNDING * size), 0.0, variance)


def share_interval(share: float, error: float, draws: int, z: float = Z) -> tuple[float, float]:
    """Return the interval of a win share, from its standard error over so many independent draws; 95 % unless `z` says otherwise.

    A draw is a game on luck of its own, or a block of games that share luck.

    Exact for games that are won or lost (Clopper and Pearson 1934, Biometrika 26, 404-413); else at the effective number
    of games, share (1 - share) / error^2, of Student's t (Korn and Graubard 1998, Survey Methodology 24, 193-201): shared wins, blocks and
    several seats a game make it differ from `draws`. A share without an error (0 or 1, or the same in every draw so far) counts as `draws` games.

    >>> [round(end, 4) for end in share_interval(0.25, (0.25 * 0.75 / 1000) ** 0.5, 1000)]
    [0.2234, 0.2781]
    >>> [round(end, 3) for end in share_interval(0.0, 0.0, 10)]
    [0.0, 0.308]
    """
    if not draws:
        return 0.0, 1.0
    outside, n = NormalDist().cdf(-z), float(draws)
    spread = max(0.0, share * (1 - share))
    if error > ROUNDING and spread > 0:
        alone, few = spread / error**2, (z / student(z, draws - 1)) ** 2
        n = alone
        if alone > draws:  # few draws say little of how much better than chance they are
            n = max(draws, few * alone)
        elif alone < draws - 1.5:  # else they are games that are won or lost, with an estimated error
            n = few * alone
    won, lost = share * n, (1 - share) * n
    low = float(betaincinv(won, lost + 1, outside)) if won > 0 else 0.0
    high = float(betaincinv(won + 1, lost, 1 - outside)) if lost > 0 else 1.0
    return min(share, low), max(share, high)


class Error(NamedTuple):
    """The standard error of a mean, and its degrees of freedom."""

    size: float
    degrees: float


def mean_interval(mean: float, error: Error, games: int, farthest: float, intervals: int = 1) -> Ends:
    """Return the interval of a mean over games; 95 %, for so many `intervals` at once.

    Student's, widened by what hasn't been seen yet (`unseen`): values as far from the mean as the `farthest`. It fades as games grow: in a
    thousand it widens what happens in one game of twenty by 4 %, but what happens in one of five hundred by 65 %.

    >>> mean_interval(80, Error(0, 0), 1, 0), [round(end, 1) for end in mean_interval(80, Error(0, 29), 30, 1)]
    ((None, None), [79.9, 80.1])
    """
    if error.degrees < 1:
        return None, None
    half = simultaneous(intervals, error.degrees) * hypot(error.size, unseen(simultaneous(intervals), farthest, games))
    return mean - half, mean + half


def farthest_change(one: NDArray[np.float64], two: NDArray[np.float64]) -> float:
    """Return how far off a change of a share may be that no block showed, from the same blocks under both.

    Three standard deviations of blocks that have nothing to do with one another, and 1 at most: so that blocks of many games are off by less.
    """
    return min(1.0, 3 * sqrt(beyond_rounding((one.var(axis=0) + two.var(axis=0)).max())))


def interval_of(values: NDArray[np.float64], least: float = 1.0, intervals: int = 1) -> Ends:
    """Return the interval of the mean of independent values; one that hasn't been seen may be off by `least`."""
    n = len(values)
    if n < 2:
        return None, None
    error = Error(sqrt(beyond_rounding(values.var(ddof=1)) / n), n - 1)
    mean = float(values.mean())
    return mean_interval(mean, error, n, max(least, float(np.abs(values - mean).max())), intervals)


def difference_interval(one: NDArray[np.float64], two: NDArray[np.float64], intervals: int = 1) -> Ends:
    """Return the interval of the difference of the means of independent values, two or more of each; 95 %, for so many `intervals` at once.

    Student's, with the degrees of the smaller sample, and widened as a mean is.
    """
    z, size = simultaneous(intervals), 0.0
    for values in (one, two):
        farthest = max(1.0, float(np.abs(values - values.mean()).max()))
        size += float(values.var(ddof=1)) / len(values) + unseen(z, farthest, len(values)) ** 2
    change, half = float(one.mean() - two.mean()), simultaneous(intervals, min(len(one), len(two)) - 1) * sqrt(size)
    return change - half, change + half


def bounded(ends: Ends, least: float, most: float = inf) -> Ends:
    """Return the part of an interval that is possible.

    >>> bounded((-31.7, 30.7), -1, 1), bounded((None, None), 0)
    ((-1, 1), (None, None))
    """
    low, high = ends
    return None if low is None else max(low, least), None if high is None else min(high, most)


def ranks_around(percent: float, games: int) -> tuple[int, int]:
    """Return between which of the values of so many games, in order and counted from 1, a quantile surely lies (95 %).

    The first may be 0, and the second one more than there are: then no value is surely below it, or above it
    (David and Nagaraja 2003, Order Statistics, 7.1).

    >>> ranks_around(50, 5), ranks_around(50, 6), ranks_around(5, 1000)
    ((0, 6), (1, 6), (37, 65))
    """
    share, outside = percent / 100, (1 - CONFIDENCE) / 2
    first = 0 if (1 - share) ** games > outside else int(np.ceil(bdtrik(outside, games, share)))
    last = games + 1 if share**games > outside else int(np.ceil(bdtrik(1 - outside, games, share))) + 1
    return first, min(last, games + 1)


def stratified_error(strata: Sequence[tuple[int, float, float]]) -> Error:
    """Return the standard error of a mean over games that come in fixed proportions from `strata`.

    A stratum (the games of one rotation of the seats) is (games, sum of values, sum of squares). What differs
    between strata is design, not noise (Cochran 1977, Sampling Techniques, 5.9); where one has too few games
    to say how they spread, all are taken together.

    >>> stratified_error([(2, 0, 0), (2, 2, 2)])
    Error(size=0.0, degrees=2)
    """
    if any(0 < games < 2 for games, _, _ in strata):
        strata = [(sum(n for n, _, _ in strata), fsum(s for _, s, _ in strata), fsum(q for _, _, q in strata))]
    total = sum(games for games, _, _ in strata)
    variance = 0.0
    for games, summed, squares in strata:
        if games > 1:
            variance += games * float(beyond_rounding(squares - summed**2 / games, squares)) / (games - 1)
    return Error(sqrt(variance) / total if total else 0.0, sum(max(0, games - 1) for games, _, _ in strata))
