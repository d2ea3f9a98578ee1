"""Does where you sit decide who wins? Shares by seat against a margin."""

from bisect import bisect_left
from collections.abc import Sequence
from math import ceil, hypot, inf, sqrt
from statistics import NormalDist
from typing import Any, Literal, NamedTuple

import numpy as np
import polars as pl

from analysis.runs.samples import SeatSample, Totals
from analysis.statistics.intervals import ONE_SIDED, Z, beyond_rounding, share_interval, simultaneous, student
from analysis.statistics.shares import share_line

Word = Literal["FAIR", "UNFAIR", "INCONCLUSIVE"]
MARGIN = 0.025  # of the win share: what a family game may miss an equal share by
STRICT = 0.01  # and a tournament game
LEAST = 30  # blocks: fewer say nothing
NORMAL = NormalDist()
POWER = NORMAL.inv_cdf(0.8)  # standard errors that lie between what four groups in five see and what is there
SETTLES = {"settles": 0.5, "settles_surely": 0.8}  # chances to settle a verdict
MOST = 10**12  # games


class Reach(NamedTuple):
    """How many standard errors a verdict reaches to each side of a share."""

    test: float  # of a one-sided test at 5 %
    interval: float  # of an interval that holds for all seats at once in 95 %


def reach_of(seats: int) -> Reach:
    """Return the reach for a number of games that was fixed before, where intervals hold for so many seats at once."""
    return Reach(ONE_SIDED, simultaneous(seats))


def noticeable_after(deviation: float, players: int) -> float:
    """Return after how many plays four groups in five could tell that a seat deviates so much: their 95 % interval excludes an equal share.

    >>> round(noticeable_after(0.01, 4)), noticeable_after(0.0, 4)
    (14717, inf)
    """
    equal = 1 / players
    return (Z + POWER) ** 2 * equal * (1 - equal) / deviation**2 if deviation else inf


def settled_with(deviation: float, error: float, games: int, margin: float, reach: Reach, chance: float) -> int | None:
    """Return how many games, played afresh, settle a verdict with so large a chance; None if they are more than 10^12.

    The chance is taken over what the deviation may be, after `games` games that found it with an `error`, if nothing else is
    known of it (an assurance: O'Hagan, Stevens and Campbell 2005, Pharmaceutical Statistics 4, 187-201). Where several seats
    are a few points off each, it is less: a rough guess.

    >>> settled_with(0.02, 0.011, 1500, 0.025, reach_of(4), 0.5), settled_with(0.02, 0.011, 1500, 0.025, reach_of(4), 0.8)
    (8711, 75956)
    """

    def chance_with(number: int) -> float:
        own = error * sqrt(games / number)
        spread = hypot(error, own)
        within, beyond = margin - reach.test * own, margin + reach.interval * own
        fair = NORMAL.cdf((within - deviation) / spread) - NORMAL.cdf((-within - deviation) / spread)
        return max(0.0, fair) + NORMAL.cdf((deviation - beyond) / spread) + NORMAL.cdf((-deviation - beyond) / spread)

    numbers = range(games + 1, MOST + 1)
    at = bisect_left(numbers, chance, key=chance_with)
    return numbers[at] if at < len(numbers) else None


def even_games(error: float, games: int, seats: int, margin: float, test: float, chance: float) -> int:
    """Return how many games find equal seats FAIR, one and all, with so large a chance; `games` had an `error`."""
    chance_each = NORMAL.inv_cdf(1 - (1 - chance) / (2 * seats))
    return ceil(games * (error * (test + chance_each) / margin) ** 2)


def seat_shares(played: Totals, margin: float = MARGIN, reach: Reach | None = None) -> pl.DataFrame:
    """Return each seat's win share with 95 % intervals that hold for all seats at once, and its verdict.

    Out: `shares` by seat, and: deviation from an equal share; `word`: FAIR if two
    one-sided tests at 5 % each find it within `margin` of an equal share (Schuirmann 1987), UNFAIR if its simultaneous
    interval lies wholly outside, else INCONCLUSIVE, as it is with fewer than 30 blocks (`margin` stands beside it);
    `settles` and `settles_surely`: roughly how many games, played afresh, may settle it, and probably do (`settled_with` chances of 0.5
    and 0.8, but no fewer than would find equal seats FAIR; None: it is settled, too many would be needed, or the standard error is
    larger than the margin or 0, or there are fewer than 30 blocks, so that nothing is known yet); `strict`: the word for a margin of 1 percentage point; `noticed`: after how many plays four groups in
    five could tell, at the observed deviation, and `noticed_least`, at the largest that the interval allows (None: never). `reach` is that of these seats alone unless
    given: wider for more seats, or for looks before the end.
    """
    players = len(played.means)
    far = reach or reach_of(players)
    lines = []
    numbers = zip(*(part.tolist() for part in (played.shares(), played.errors(), played.spreads)), strict=True)
    for seat, (share, error, spreads) in enumerate(numbers):
        row = share_line(share, error, spreads / played.games, played.blocks, played.games, far.interval)
        deviation = row["share"] - 1 / players
        largest = max(abs(row["low"] - 1 / players), abs(row["high"] - 1 / players))
        word = judge(row, players, margin, far)
        needed: dict[str, int | None] = dict.fromkeys(SETTLES)
        if word == "INCONCLUSIVE" and 0 < error <= margin and played.blocks >= LEAST:
            for name, chance in SETTLES.items():
                guess = settled_with(deviation, error, played.games, margin, far, chance)
                needed[name] = guess and max(guess, even_games(error, played.games, players, margin, far.test, chance))
        lines.append({
            "seat": seat + 1, **row, "deviation": deviation, "margin": margin, "word": word, **needed,
            "strict": judge(row, players, STRICT, far),
            "noticed": finite(noticeable_after(deviation, players)),
            "noticed_least": finite(noticeable_after(largest, players)),
        })  # fmt: skip
    counts = dict.fromkeys([*SETTLES, "noticed", "noticed_least"], pl.Int64)
    return pl.DataFrame(lines, schema_overrides={"seat": pl.UInt8, "vrf": pl.Float64, **counts})


def by_table(tables: Sequence[SeatSample]) -> SeatSample:
    """Take tables for blocks: their players are a sample, too."""
    means = np.array([table.means.mean(axis=0) for table in tables])
    spread = np.mean([table.spread for table in tables], axis=0) + means.var(axis=0)  # within tables, and between
    return SeatSample(means, spread, sum(table.games for table in tables))


def finite(number: float) -> int | None:
    """Round up; nothing for infinity."""
    return ceil(number) if number < 1e15 else None


def judge(row: dict[str, Any], players: int, margin: float, reach: Reach) -> Word:
    """Return a seat's verdict."""
    equal, share, blocks = 1 / players, row["share"], row["blocks"]
    if blocks < LEAST:
        return "INCONCLUSIVE"
    half = student(reach.test, blocks - 1) * row["se"]
    low, high = share - half, share + half
    if not half:  # blocks that don't differ say what as many independent games would
        low, high = share_interval(share, 0.0, blocks, reach.test)
    if equal - margin < low and high < equal + margin:
        return "FAIR"
    return "UNFAIR" if row["low"] > equal + margin or row["high"] < equal - margin else "INCONCLUSIVE"


def verdict(seats: pl.DataFrame) -> dict[str, object]:
    """Return the verdict on all seats from `seat_shares`: FAIR only if all are, UNFAIR if any is.

    It names the seat that deviates most; `strict` is the verdict for a margin of 1 percentage point.
    """
    rows = seats.to_dicts()
    worst = max(rows, key=lambda row: round(abs(row["deviation"]), 12))  # the first of equals
    word = together([row["word"] for row in rows])
    unsettled = [row for row in rows if row["word"] == "INCONCLUSIVE"]
    return {
        "word": word,
        "strict": together([row["strict"] for row in rows]),
        "seat": worst["seat"],
        **{name: worst[name] for name in ("share", "low", "high", "deviation", "games", "blocks")},
        **{name: needed_for(unsettled, name) if word == "INCONCLUSIVE" else None for name in SETTLES},
    }


def needed_for(unsettled: Sequence[dict[str, Any]], name: str) -> int | None:
    """Return how many games settle seats: of those that lie beyond the margin one is enough, else all are needed."""
    beyond = [row[name] for row in unsettled if abs(row["deviation"]) > row["margin"] and row[name]]
    every = [row[name] for row in unsettled]
    return min(beyond) if beyond else None if None in every else max(every, default=None)


def together(words: Sequence[Word]) -> Word:
    """Return the verdict on all from the verdicts on each."""
    return "UNFAIR" if "UNFAIR" in words else "INCONCLUSIVE" if "INCONCLUSIVE" in words else "FAIR"


def convergence(sample: SeatSample, looks: int = 40) -> pl.DataFrame:
    """Return how the share of the seat that deviates most settled: (seat, games, share, low, high) at `looks` points."""
    blocks, players = sample.means.shape
    seat = int(np.abs(sample.means.mean(axis=0) - 1 / players).argmax())
    values = sample.means[:, seat]
    at = np.unique(np.geomspace(min(30, blocks), blocks, looks).astype(int))
    total, squares = np.cumsum(values)[at - 1], np.cumsum(values**2)[at - 1]
    mean = total / at
    errors = np.sqrt(beyond_rounding(squares / at - mean**2) / np.maximum(at - 1, 1))
    z = simultaneous(players)
    ends = [share_interval(*told, z) for told in zip(mean.tolist(), errors.tolist(), at.tolist(), strict=True)]
    low, high = zip(*ends, strict=True)
    games = (at * (sample.games / blocks)).astype(int)
    found = pl.DataFrame({"games": games, "share": mean, "low": low, "high": high})
    return found.select(pl.lit(seat + 1, pl.UInt8).alias("seat"), pl.all())
