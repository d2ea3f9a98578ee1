"""How much of who wins is luck: the variance of a win, split by its sources."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.findings import Findings, Job
from analysis.lab import MIXED, Lab
from analysis.statistics.intervals import beyond_rounding, simultaneous

HALF = 0.5
SOURCES = ("strategies", "chance", "whims")


def luck_verdict(luck: pl.DataFrame) -> dict[str, Any]:
    """Return whether luck decides who wins, from `luck_shares`.

    `word`: LUCK if who plays what surely explains less than half of the variance of a win, SKILL if more, else
    INCONCLUSIVE; and share, low, high (95 %), games.
    """
    line = luck.filter(source="strategies").row(0, named=True)
    varies = luck["share"].sum() > 0  # else there is nothing to explain
    word = "LUCK" if varies and line["high"] < HALF else "SKILL" if line["low"] > HALF else "INCONCLUSIVE"
    return {"word": word, **{name: line[name] for name in ("share", "low", "high", "games")}}


def luck_shares(seats: pl.DataFrame) -> pl.DataFrame:
    """Return what part of the variance of a win comes from who plays what, from the game's chance, and from players' whims.

    In: rows of games and seats: tables of players drawn at random (`table`), each playing deals of its own (`block`),
    each deal several times with other whims. A nested analysis of variance (Searle, Casella and McCulloch 1992,
    3.3, balanced) gives the part that strategies explain, what chance (the deal, dice) adds for those players, and what is
    left to whims; a source that explains less than noise has 0. The parts of all seats are added up. Out: source, share,
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

    def parts(kept: NDArray[np.bool_]) -> NDArray[np.float64]:
        whims, chance = within[kept].mean(axis=0), between[kept].mean(axis=0)
        strategies = replicas * deals * by_table[kept].var(axis=0, ddof=1)
        found = [(strategies - chance) / (replicas * deals), (chance - whims) / replicas, whims]
        summed = np.array(found).sum(axis=1)  # over seats; below 0 where a source explains less than noise
        total = float(beyond_rounding(summed.sum()))
        return summed / total if total > 0 else np.zeros(len(SOURCES))

    share = parts(np.ones(tables, np.bool_))
    without = np.array([parts(np.arange(tables) != table) for table in range(tables)])
    half = simultaneous(1, tables - 1) * np.sqrt(
        (tables - 1) / tables * ((without - without.mean(axis=0)) ** 2).sum(axis=0)
    )
    low, high = np.clip(share - half, 0, 1), np.clip(share + half, 0, 1)
    shown = np.maximum(share, 0)
    shown /= max(float(shown.sum()), 1e-300)
    found = pl.DataFrame({"source": SOURCES, "share": shown, "low": low, "high": high})
    return found.with_columns(tables=pl.lit(tables), games=pl.lit(counts["games"]))


def jobs(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played: tables drawn at random, if the games are enough."""
    if MIXED in lab.populations(players):
        yield Job(lab.plan.games, partial(deal, lab, players, findings))


def deal(lab: Lab, players: int, findings: Findings) -> None:
    """Tables drawn at random, each deal played twice with other whims: where luck comes from."""
    rows = lab.table_rows(players, wins_only=True, luck="deal", rotate=False)
    findings.keep("luck", players, luck_shares(pl.concat(rows)))
