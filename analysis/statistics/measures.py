"""What is measured of games that were followed: values game by game, and lines with intervals."""

from collections.abc import Iterator, Mapping, Sequence
from math import inf, sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.runs.rows import win_shares
from analysis.statistics.intervals import Error, bounded, interval_of, mean_interval, share_interval
from analysis.statistics.shares import clustered
from simulators.game import Game

Wins = NDArray[np.float64]
Values = dict[str, tuple[NDArray[Any], str]]  # by measure: a value a game, and its unit
MOST = {"of games": 1.0, "0 to 1": 1.0}  # that a value may be, by unit
DECIDED = 0.8  # share of games that a leader must win for the game to count as decided
SOME = 30  # games: fewer of a kind say nothing


def scores_of(games: pl.DataFrame) -> NDArray[np.int64]:
    """Return the final scores, (games, seats)."""
    names = [name for name in games.columns if name.startswith("scores_")]
    return games.select(names).to_numpy().astype(np.int64)


def wins_of(games: pl.DataFrame) -> Wins:
    """Return each seat's win share, (games, seats)."""
    seats = np.arange(scores_of(games).shape[1])
    return win_shares(games["winners"].to_numpy()[:, None], seats)


def mean_line(measure: str, values: NDArray[Any], unit: str) -> dict[str, Any]:
    """Return the mean of a count, or of a number from 0 to 1, with its interval."""
    low, high = bounded(interval_of(values), 0, MOST.get(unit, inf))
    return {
        "measure": measure,
        "value": float(values.mean()),
        "low": low,
        "high": high,
        "unit": unit,
        "games": len(values),
    }


def part_line(measure: str, parts: NDArray[Any], unit: str = "of games") -> dict[str, Any]:
    """Return a share of games with its interval; shared wins count in parts."""
    share, n = float(parts.mean()), len(parts)
    low, high = share_interval(share, float(parts.std()) / sqrt(n), n)
    return {"measure": measure, "value": share, "low": low, "high": high, "unit": unit, "games": n}


def lines_frame(lines: list[dict[str, Any]]) -> pl.DataFrame:
    """Make a frame of measures."""
    kinds = {"measure": pl.String, "value": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    return pl.DataFrame(lines, schema={**kinds, "unit": pl.String, "games": pl.Int64})


def value_line(measure: str, values: NDArray[Any], unit: str) -> dict[str, Any]:
    """Return a measure over games with its interval: a share of games, or a mean."""
    return part_line(measure, values, unit) if unit == "of games" else mean_line(measure, values, unit)


def counts(seats: pl.DataFrame, names: list[str], key: str = "strategy") -> Iterator[dict[str, Any]]:
    """Yield what players do: the mean of each counted column by `key`, a game and seat.

    In: rows of games and seats. Each line: key, column, mean, low, high (95 %, clustered by block), blocks.
    """
    for (who,), mine in seats.group_by(key, maintain_order=True):
        for name in names:
            mean, error, blocks = clustered(mine, "block", name)
            farthest = max(1.0, float((mine[name] - mean).abs().max()))  # type: ignore[arg-type]
            low, high = bounded(mean_interval(mean, Error(error, blocks - 1), blocks, farthest), 0)
            yield {key: str(who), "column": name, "mean": mean, "low": low, "high": high, "blocks": blocks}


def event_values(games: pl.DataFrame, game: Game) -> Values:
    """Return what else than turns is counted of a whole game: (a value a game, unit) by measure."""
    return {name: (games[name].to_numpy().astype(float), game.columns[name].unit) for name in game.events}


def surely_from(rows: Sequence[Mapping[str, Any]], name: str) -> Any:
    """Return the first value of a column from which on, to the last row, the lower ends lie at 80 % or above; None if there is none."""
    first = None
    for row in reversed(rows):
        if row["low"] is None or row["low"] < DECIDED:
            break
        first = row[name]
    return first
