"""How often each whole number came up, and what that says of a population: exact sums, quantiles, intervals."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.intervals import Ends, Error, mean_interval, ranks_around

Counts = NDArray[np.int64]
LEAST = 100  # values: fewer don't say how much they spread, as rare ones that lie far off decide


@dataclass(frozen=True)
class Histogram:
    """How often each whole number from `low` on came up."""

    low: int
    counts: Counts

    @property
    def n(self) -> int:
        """How many there are."""
        return int(self.counts.sum())

    def power_sum(self, power: int) -> int:
        """Return the sum of the values to a power, exactly."""
        return sum(int(count) * (self.low + at) ** power for at, count in enumerate(self.counts) if count)

    def moment(self, power: int) -> float:
        """Return the mean of the values to a power."""
        return self.power_sum(power) / self.n if self.n else float("nan")

    @property
    def mean(self) -> float:
        """The mean."""
        return self.moment(1)

    @property
    def sd(self) -> float | None:
        """The standard deviation of the sample (divisor n - 1); None of one value."""
        if self.n < 2:
            return None
        return sqrt(max(0.0, self.moment(2) - self.mean**2) * self.n / (self.n - 1))

    @property
    def farthest(self) -> float:
        """How far from the mean a value is, at most; 1 at least."""
        there = np.flatnonzero(self.counts) + self.low
        return max(1.0, *(abs(float(there[end]) - self.mean) for end in (0, -1))) if len(there) else 1.0

    def at(self, rank: int) -> int | None:
        """Return the value of a rank, counted from 1; None if there is none."""
        return self.low + int(np.searchsorted(np.cumsum(self.counts), rank)) if 1 <= rank <= self.n else None

    def quantile(self, percent: float) -> int:
        """Return the least value that at least `percent` % of all don't exceed."""
        reached = np.cumsum(self.counts) * 100 >= max(percent * self.n, 1)
        return self.low + int(np.argmax(reached))


def sd_interval(values: Histogram) -> Ends:
    """Return the 95 % interval of a standard deviation: that of the mean of squares; none with fewer than 100 values."""
    n, mean, sd = values.n, values.mean, values.sd
    if sd is None or n < LEAST:
        return None, None
    fourth = sum(int(c) * (values.low + at - mean) ** 4 for at, c in enumerate(values.counts) if c) / n
    error = Error(sqrt(max(0.0, fourth - sd**4) / n), n - 1)
    low, high = mean_interval(sd**2, error, n, values.farthest**2)
    return sqrt(max(0.0, low or 0.0)), sqrt(high or 0.0)


def quantile_interval(values: Histogram, percent: float) -> tuple[int | None, int | None]:
    """Return the 95 % interval of a quantile, between two of the values; None for an end beyond them all."""
    first, last = ranks_around(percent, values.n)
    return values.at(first), values.at(last)
