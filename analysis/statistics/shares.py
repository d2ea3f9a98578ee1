"""Win shares with intervals that respect blocks: games that share luck are no independent games."""

from collections.abc import Mapping
from math import hypot, inf
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.statistics.intervals import ROUNDING, Z, share_interval, simultaneous


def shares(seats: pl.DataFrame, key: str, z: float = Z) -> pl.DataFrame:
    """Return the win share of each value of `key` (seat, strategy), from rows of games and seats with blocks.

    Out: key, games, blocks, share, se, low, high (95 % unless `z` says otherwise), vrf. Errors are clustered by block: games
    of one share luck. `vrf`, the variance reduction, is how many times as many games without blocks would be as exact
    (None where the shares don't vary).
    """
    lines = []
    for value in seats[key].unique().sort().to_list():
        mine = seats.filter(pl.col(key) == value)
        share, error, blocks = clustered(mine, "block")
        _, alone, games = clustered(mine, "game")
        low, high = share_interval(share, error, blocks, z)
        line = {key: value, "games": games, "blocks": blocks, "share": share, "se": error, "low": low, "high": high}
        lines.append({**line, "vrf": (alone / error) ** 2 if error else None})
    counts = {"games": pl.Int64, "blocks": pl.Int64, "vrf": pl.Float64}
    return pl.DataFrame(lines, schema_overrides={key: seats.schema[key], **counts})


def clustered(rows: pl.DataFrame, by: str, of: str = "win_share") -> tuple[float, float, int]:
    """Return the mean of a column, its error by what each cluster of rows adds up to, and how many clusters there are.

    A ratio of two sums over clusters (Cochran 1977, Sampling Techniques, 6.3), so that each row counts alike in clusters of
    different sizes. The error is 0 where there is one cluster.
    """
    which = rows.select(pl.col(by).rank("dense") - 1).to_series().to_numpy().astype(np.int64)
    summed, count = np.bincount(which, weights=rows[of].to_numpy()), np.bincount(which)
    mean, n = float(summed.sum() / count.sum()), len(count)
    rest = summed - mean * count
    error = float(np.sqrt((rest**2).sum() * n / (n - 1))) / int(count.sum()) if n > 1 else 0.0
    return mean, error if error > ROUNDING else 0.0, n


def error_of(means: NDArray[np.float64]) -> float:
    """Return the standard error of the mean of independent numbers; 0 if they are all alike."""
    return float(means.std(ddof=1)) / len(means) ** 0.5 if np.ptp(means) > ROUNDING else 0.0


def share_line(share: float, error: float, spread: float, blocks: int, games: int, z: float = Z) -> dict[str, Any]:
    """Return a win share as `shares` gives it; `spread` is the variance of the win share of a single game."""
    low, high = share_interval(share, error, blocks, z)
    vrf = spread / games / error**2 if error > ROUNDING else None
    return {"games": games, "blocks": blocks, "share": share, "se": error, "low": low, "high": high, "vrf": vrf}


def apart(more: Mapping[str, Any], less: Mapping[str, Any], at_once: int = 1) -> float:
    """Return by how much one share must exceed another for both to be told apart, for so many at once (95 %).

    From the intervals of both (Newcombe 1998, Statistics in Medicine 17, 873-890), as if luck were not shared, which makes it harder.
    A share that can't vary has no interval. In: share, low, high, blocks.
    """
    blocks = min((row["blocks"] for row in (more, less) if row["low"] is not None), default=inf)
    degrees = max(1, blocks - 1)
    below = more["share"] - more["low"] if more["low"] is not None else 0.0
    above = less["high"] - less["share"] if less["high"] is not None else 0.0
    return simultaneous(at_once, degrees) / simultaneous(1, degrees) * hypot(below, above)
