"""Who had what, and won: the win share of those who had each of a game's things."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

import polars as pl

from analysis.intervals import Z
from analysis.shape import SOME, wins_of
from simulators.game import Holding


def holdings(games: pl.DataFrame, declared: Sequence[Holding], values: Mapping[str, Any]) -> pl.DataFrame:
    """Return how often those won who had each thing, a line for each thing and way to have it.

    In: rows of games. Out: holding, thing, share, low, high (95 %, clustered by game: several may have had the thing; no ends if
    fewer than 30 had), had (how many players a game, on average), games.
    """
    wins, lines = wins_of(games), []
    for holding in declared:
        masks = games.select(f"{holding.column}_{seat + 1}" for seat in range(wins.shape[1])).to_numpy()
        for bit, thing in enumerate(holding.things(dict(values))):
            had = (masks >> bit & 1).astype(float)
            many = float(had.sum())
            if not many:
                continue
            share = float((wins * had).sum()) / many
            rest = (had * (wins - share)).sum(axis=1)  # of a ratio of sums, linearised (Cochran 1977, 6.4)
            half = Z * sqrt(float((rest**2).sum())) / many
            known = many >= SOME
            lines.append({
                "holding": holding.name, "thing": thing, "share": share, "low": max(0.0, share - half) if known else None,
                "high": min(1.0, share + half) if known else None, "had": many / len(wins), "games": len(wins),
            })  # fmt: skip
    kinds = {"holding": pl.String, "thing": pl.String}
    numbers = {**dict.fromkeys(("share", "low", "high", "had"), pl.Float64), "games": pl.Int64}
    return pl.DataFrame(lines, schema={**kinds, **numbers})
