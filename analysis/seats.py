"""Does where you sit decide who wins? Shares by seat against a margin, and what a seat is worth."""

from collections.abc import Sequence
from math import ceil, inf
from typing import Any, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.intervals import ONE_SIDED, Z, share_interval, simultaneous
from analysis.shape import scores_of
from analysis.shares import block_means, shares

Word = Literal["FAIR", "UNFAIR", "INCONCLUSIVE"]
MARGIN = 0.025  # of the win share: what a family game may miss an equal share by
STRICT = 0.01  # and a tournament game
LEAST = 30  # blocks: fewer say nothing
FARTHEST = 60  # points: the most that is tried as a seat's worth


def noticeable_after(deviation: float, players: int) -> float:
    """Return after how many plays a group could tell that a seat deviates so much: when a 95 % interval excludes an equal share.

    >>> round(noticeable_after(0.01, 4)), noticeable_after(0.0, 4)
    (7203, inf)
    """
    equal = 1 / players
    return Z**2 * equal * (1 - equal) / deviation**2 if deviation else inf


def seat_shares(seats: pl.DataFrame, margin: float = MARGIN) -> pl.DataFrame:
    """Return each seat's win share with 95 % intervals that hold for all seats at once, and its verdict.

    In: rows of games and seats. Out: `shares` by seat, and: deviation from an equal share; `word`: FAIR if two
    one-sided tests at 5 % each find it within `margin` of an equal share (Schuirmann 1987), UNFAIR if its simultaneous
    interval lies wholly outside, else INCONCLUSIVE, as it is with fewer than 30 blocks (`margin` stands beside it);
    `settles`: how many games would settle it as likely as not (None: it is settled, or lies at the margin); `strict`: the
    word for a margin of 1 percentage point; `noticed`: after how many plays a group could tell, at the observed deviation,
    and `noticed_least`, at the largest that the interval allows (None: never).
    """
    players = seats["seat"].n_unique()
    found = shares(seats, "seat", simultaneous(players))
    lines = []
    for row in found.iter_rows(named=True):
        deviation = row["share"] - 1 / players
        largest = max(abs(row["low"] - 1 / players), abs(row["high"] - 1 / players))
        word, settles = judge(row, players, margin)
        lines.append({
            "deviation": deviation, "margin": margin, "word": word, "settles": settles, "strict": judge(row, players, STRICT)[0],
            "noticed": finite(noticeable_after(deviation, players)),
            "noticed_least": finite(noticeable_after(largest, players)),
        })  # fmt: skip
    words = {"word": pl.String, "settles": pl.Int64, "strict": pl.String}
    schema = {"deviation": pl.Float64, "margin": pl.Float64, **words, "noticed": pl.Int64}
    return pl.concat([found, pl.DataFrame(lines, {**schema, "noticed_least": pl.Int64})], how="horizontal")


def finite(number: float) -> int | None:
    """Round up; nothing for infinity."""
    return ceil(number) if number < 1e15 else None


def judge(row: dict[str, Any], players: int, margin: float) -> tuple[Word, int | None]:
    """Return a seat's verdict, and about how many games would settle it if these don't."""
    equal = 1 / players
    deviation, error = abs(row["share"] - equal), row["se"]
    low, high = row["share"] - ONE_SIDED * error, row["share"] + ONE_SIDED * error
    if not error:  # games that don't differ say what as many independent ones would
        low, high = share_interval(row["share"], 0.0, row["games"], ONE_SIDED)
    if row["blocks"] < LEAST:
        return "INCONCLUSIVE", None
    if equal - margin < low and high < equal + margin:
        return "FAIR", None
    if row["low"] > equal + margin or row["high"] < equal - margin:
        return "UNFAIR", None
    room = abs(deviation - margin)
    if not error or room < margin / 100:
        return "INCONCLUSIVE", None
    reach = ONE_SIDED if deviation < margin else simultaneous(players)
    return "INCONCLUSIVE", max(row["games"] + 1, ceil(row["games"] * (reach * error / room) ** 2))


def verdict(seats: pl.DataFrame) -> dict[str, object]:
    """Return the verdict on all seats from `seat_shares`: FAIR only if all are, UNFAIR if any is.

    It names the seat that deviates most; `strict` is the verdict for a margin of 1 percentage point.
    """
    rows = seats.to_dicts()
    worst = max(rows, key=lambda row: abs(row["deviation"]))
    word = together([row["word"] for row in rows])
    unsettled = [row for row in rows if row["word"] == "INCONCLUSIVE"]
    beyond = [row["settles"] for row in unsettled if abs(row["deviation"]) > row["margin"] and row["settles"]]
    every = [row["settles"] for row in unsettled]  # one beyond the margin is enough, within it all are needed
    settles = min(beyond) if beyond else None if None in every else max(every, default=None)
    return {
        "word": word,
        "strict": together([row["strict"] for row in rows]),
        "seat": worst["seat"],
        **{name: worst[name] for name in ("share", "low", "high", "deviation", "games", "blocks")},
        "settles": settles if word == "INCONCLUSIVE" else None,
    }


def together(words: Sequence[Word]) -> Word:
    """Return the verdict on all from the verdicts on each."""
    return "UNFAIR" if "UNFAIR" in words else "INCONCLUSIVE" if "INCONCLUSIVE" in words else "FAIR"


def worth(games: pl.DataFrame) -> pl.DataFrame:
    """Return what each seat is worth in points: how many the others' advantage makes up for.

    In: rows of games. A seat is given points at the end of each game, and the winner is found anew (those who tie
    share the win), until its share reaches 1 / players; between whole numbers of points the share is interpolated. Out: seat,
    games, share (without points), worth (positive: the seat is good, and would have to give points away), low, high (95 % for
    all seats at once, from those of its share), per_point (change of its share by one point). None where no number of points
    up to 60 does it.
    """
    scores = scores_of(games)
    n, players = scores.shape
    lines = []
    for seat in range(players):
        others = np.delete(scores, seat, axis=1)
        best = others.max(axis=1)
        ties = (others == best[:, None]).sum(axis=1)
        behind = best - scores[:, seat]  # more points than these win, as many tie
        # The share by points given, from how many games each number of points decides.
        points = np.arange(-FARTHEST, FARTHEST + 1)
        clipped = np.clip(behind, -FARTHEST - 1, FARTHEST + 1) + FARTHEST + 1
        wins = np.concatenate([[0], np.cumsum(np.bincount(clipped, minlength=2 * FARTHEST + 3))])[1:-2]
        tied = np.bincount(clipped, weights=1 / (ties + 1), minlength=2 * FARTHEST + 3)[1:-1]
        curve = (wins + tied) / n
        error = float(np.sqrt((players - 1) / n)) / players  # where its share is equal
        ends = [level(points, curve, 1 / players + side * simultaneous(players) * error) for side in (0, -1, 1)]
        given, least, most = ends
        lines.append({
            "seat": seat + 1, "games": n, "share": float(curve[FARTHEST]),
            "worth": None if given is None else -given,
            "low": None if most is None else -most,
            "high": None if least is None else -least,
            "per_point": float(curve[FARTHEST + 1] - curve[FARTHEST - 1]) / 2,
        })  # fmt: skip
    numbers = dict.fromkeys(["share", "worth", "low", "high", "per_point"], pl.Float64)
    return pl.DataFrame(lines, schema={"seat": pl.UInt8, "games": pl.Int64, **numbers})


def level(points: NDArray[np.int64], curve: NDArray[np.float64], share: float) -> float | None:
    """Return at how many points a rising curve reaches a share: in the middle, where it stays there for a while."""
    if not curve[0] <= share <= curve[-1]:
        return None
    last, first = np.interp(share, curve, points), -np.interp(-share, -curve[::-1], -points[::-1])
    return float(last + first) / 2


def convergence(seats: pl.DataFrame, looks: int = 40) -> pl.DataFrame:
    """Return how the share of the seat that deviates most settled: (seat, games, share, low, high) at `looks` points."""
    final = shares(seats, "seat")
    players = final.height
    seat = final.sort((pl.col("share") - 1 / players).abs())["seat"][-1]
    values = block_means(seats, "seat")[seat]
    each = final["games"][0] / len(values)
    at = np.unique(np.geomspace(min(30, len(values)), len(values), looks).astype(int))
    total, squares = np.cumsum(values)[at - 1], np.cumsum(values**2)[at - 1]
    mean = total / at
    half = simultaneous(players) * np.sqrt(np.maximum(squares / at - mean**2, 0) / np.maximum(at - 1, 1))
    half[at < 2] = np.nan
    found = pl.DataFrame({"games": (at * each).astype(int), "share": mean, "low": mean - half, "high": mean + half})
    return found.select(pl.lit(seat).alias("seat"), pl.all().fill_nan(None))
