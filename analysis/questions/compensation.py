"""What a seat is worth in points."""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.statistics.intervals import simultaneous
from analysis.statistics.measures import scores_of

FARTHEST = 60  # points: the most that is tried as a seat's worth


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
