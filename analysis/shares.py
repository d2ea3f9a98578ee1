"""Win shares with intervals that respect blocks: games that share luck are no independent games."""

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.intervals import Z, share_interval


def shares(seats: pl.DataFrame, key: str, z: float = Z) -> pl.DataFrame:
    """Return the win share of each value of `key` (seat, strategy), from rows of games and seats with blocks.

    Out: key, games, blocks, share, se, low, high (95 % unless `z` says otherwise), vrf. The standard error is that of the
    block means; `vrf`, the variance reduction, is how many times as many games without blocks would be as exact
    (None where the shares don't vary).
    """
    by_block = seats.group_by(key, "block").agg(share=pl.col("win_share").mean())
    over_blocks = by_block.group_by(key).agg(
        blocks=pl.len(), share=pl.col("share").mean(), se=pl.col("share").std() / pl.len().sqrt()
    )
    alone = seats.group_by(key).agg(games=pl.col("game").n_unique(), alone=pl.col("win_share").var() / pl.len())
    found = over_blocks.join(alone, on=key).sort(key)
    found = found.with_columns(
        se=pl.col("se").fill_null(0.0),
        vrf=pl.when(pl.col("se") > 0).then(pl.col("alone") / pl.col("se") ** 2),
    )
    ends = [share_interval(row["share"], row["se"], row["games"], z) for row in found.iter_rows(named=True)]
    low, high = zip(*ends, strict=True)
    return found.select(key, "games", "blocks", "share", "se", pl.Series("low", low), pl.Series("high", high), "vrf")


def block_share(wins: NDArray[np.float64], z: float = Z) -> dict[str, Any]:
    """Return the win share of one player, (blocks, games of a block), as `shares` gives it, without the key."""
    means = wins.mean(axis=1)
    error = float(means.std(ddof=1)) / len(means) ** 0.5 if len(means) > 1 else 0.0
    share = float(means.mean())
    low, high = share_interval(share, error, wins.size, z)
    vrf = float(wins.var(ddof=1)) / wins.size / error**2 if error else None
    counts = {"games": wins.size, "blocks": len(means)}
    return {**counts, "share": share, "se": error, "low": low, "high": high, "vrf": vrf}


def differences(seats: pl.DataFrame, other: pl.DataFrame, key: str) -> pl.DataFrame:
    """Return by how much the win share of each value of `key` differs between two samples on the same luck, by blocks.

    Out: key, blocks, difference, se, low, high (95 %), vrf (against two samples on luck of their own).
    """
    pairs = [
        frame.group_by(key, "block").agg(pl.col("win_share").mean().alias(name))
        for frame, name in ((seats, "one"), (other, "two"))
    ]
    both = pairs[0].join(pairs[1], on=[key, "block"], validate="1:1")
    change = pl.col("one") - pl.col("two")
    found = both.group_by(key).agg(
        blocks=pl.len(),
        difference=change.mean(),
        se=change.std() / pl.len().sqrt(),
        vrf=pl.when(change.var() > 0).then((pl.col("one").var() + pl.col("two").var()) / change.var()),
    )
    half = Z * pl.col("se")
    ends = {"low": pl.col("difference") - half, "high": pl.col("difference") + half}
    return found.with_columns(**ends).select(key, "blocks", "difference", "se", "low", "high", "vrf").sort(key)
