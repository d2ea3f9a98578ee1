"""How much of who wins is luck: the variance of a win, split by its sources."""

import numpy as np
import polars as pl

from analysis.intervals import Z

SOURCES = ("strategies", "deal", "whims")


def luck_shares(seats: pl.DataFrame) -> pl.DataFrame:
    """Return what part of the variance of a win comes from who plays what, from the deal, and from players' whims.

    In: rows of games and seats: tables of players drawn at random (`table`), each playing deals of its own (`block`),
    each deal several times with other whims. A nested analysis of variance (Searle, Casella and McCulloch 1992,
    3.3, balanced) gives the part that strategies explain, what the deal adds for those players, and what is left to
    whims; a source that explains less than noise has 0. The parts of all seats are averaged. Out: source, share,
    low, high (95 %, by the jackknife over tables), tables, games.
    """
    counts = seats.select(
        tables=pl.col("table").n_unique(),
        deals=pl.col("block").n_unique(),
        games=pl.col("game").n_unique(),
        players=pl.col("seat").n_unique(),
    ).row(0, named=True)
    tables, players = counts["tables"], counts["players"]
    deals, replicas = counts["deals"] // tables, counts["games"] // counts["deals"]
    wins = seats.sort("table", "game", "seat")["win_share"].to_numpy()
    wins = wins.reshape(tables, deals, replicas, players)
    by_deal = wins.mean(axis=2)
    by_table = by_deal.mean(axis=1)
    # One number a table and seat; what follows adds them up, with or without a table.
    within = wins.var(axis=2, ddof=1).mean(axis=1)
    between = replicas * by_deal.var(axis=1, ddof=1)

    def parts(kept: np.ndarray) -> np.ndarray:
        whims, deal = within[kept].mean(axis=0), between[kept].mean(axis=0)
        strategies = replicas * deals * by_table[kept].var(axis=0, ddof=1)
        found = np.array([(strategies - deal) / (replicas * deals), (deal - whims) / replicas, whims])
        total = np.maximum(found.sum(axis=1), 0)
        return np.asarray(total / total.sum() if total.sum() else total)

    share = parts(np.ones(tables, bool))
    without = np.array([parts(np.arange(tables) != table) for table in range(tables)])
    error = np.sqrt((tables - 1) / tables * ((without - without.mean(axis=0)) ** 2).sum(axis=0))
    return pl.DataFrame({
        "source": SOURCES, "share": share, "low": np.maximum(share - Z * error, 0), "high": np.minimum(share + Z * error, 1),
    }).with_columns(tables=pl.lit(tables), games=pl.lit(counts["games"]))  # fmt: skip
