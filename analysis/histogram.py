"""How often each whole number came up, and what that says of a population: exact sums, quantiles, intervals."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from analysis.intervals import Z

Counts = NDArray[np.int64]


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
    def sd(self) -> float:
        """The standard deviation of the sample (divisor n - 1)."""
        if self.n < 2:
            return 0.0
        return sqrt(max(0.0, self.moment(2) - self.mean**2) * self.n / (self.n - 1))

    def quantile(self, percent: float) -> int:
        """Return the least value that at least `percent` % of all don't exceed."""
        reached = np.cumsum(self.counts) * 100 >= max(percent * self.n, 1)
        return self.low + int(np.argmax(reached))


def sd_interval(values: Histogram) -> tuple[float, float]:
    """Return the 95 % interval of a standard deviation, by the fourth moment (delta method)."""
    n, mean, sd = values.n, values.mean, values.sd
    if n < 2 or sd == 0:
        return sd, sd
    fourth = sum(int(c) * (values.low + at - mean) ** 4 for at, c in enumerate(values.counts) if c) / n
    half = Z * sqrt(max(0.0, fourth / sd**4 - 1) / n) * sd / 2
    return sd - half, sd + half


def quantile_interval(values: Histogram, percent: float) -> tuple[int, int]:
    """Return the 95 % interval of a quantile: the quantiles at the ends of its binomial interval."""
    half = Z * sqrt(percent * (100 - percent) / values.n)
    return values.quantile(max(0.0, percent - half)), values.quantile(min(100.0, percent + half))
