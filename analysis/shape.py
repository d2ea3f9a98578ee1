"""The shape of a game: how long, how close, who leads when, and whether one can still win from behind."""

from collections.abc import Iterator
from math import sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.histogram import Histogram, quantile_interval, sd_interval
from analysis.intervals import Z, share_interval

Wins = NDArray[np.float64]
QUANTILES = (5, 25, 50, 75, 95, 99)
DECIDED = 0.8  # share of games that a leader must win for the game to count as decided


def scores_of(games: pl.DataFrame) -> NDArray[np.int64]:
    """Return the final scores, (games, seats)."""
    names = [name for name in games.columns if name.startswith("scores_")]
    return games.select(names).to_numpy().astype(np.int64)


def wins_of(games: pl.DataFrame) -> Wins:
    """Return each seat's win share, (games, seats)."""
    seats = scores_of(games).shape[1]
    winners = games["winners"].to_numpy()
    return (winners[:, None] >> np.arange(seats) & 1) / np.bitwise_count(winners)[:, None]


def mean_line(measure: str, values: NDArray[Any], unit: str) -> dict[str, Any]:
    """Return a mean over games with its interval."""
    mean, n = float(values.mean()), len(values)
    half = Z * float(values.std(ddof=1)) / sqrt(n) if n > 1 else float("inf")
    return {"measure": measure, "value": mean, "low": mean - half, "high": mean + half, "unit": unit, "games": n}


def share_line(measure: str, flags: NDArray[Any], unit: str = "of games") -> dict[str, Any]:
    """Return a share of games with its interval."""
    share, n = float(flags.mean()), len(flags)
    low, high = share_interval(share, sqrt(share * (1 - share) / n), n)
    return {"measure": measure, "value": share, "low": low, "high": high, "unit": unit, "games": n}


def lines_frame(lines: list[dict[str, Any]]) -> pl.DataFrame:
    """Make a frame of measures."""
    kinds = {"measure": pl.String, "value": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    return pl.DataFrame(lines, schema={**kinds, "unit": pl.String, "games": pl.Int64})


def length(games: pl.DataFrame, seconds: float) -> pl.DataFrame:
    """Return how long games are: mean, standard deviation, quantiles and minutes, where a turn takes `seconds`.

    Out: measure, value, low, high (95 %), unit, games.
    """
    turns = Histogram(0, np.bincount(games["turns"].to_numpy()))
    lines = [mean_line("turns, mean", games["turns"].to_numpy().astype(float), "turns")]
    low, high = sd_interval(turns)
    lines.append({"measure": "turns, standard deviation", "value": turns.sd, "low": low, "high": high})
    for percent in QUANTILES:
        low, high = quantile_interval(turns, percent)
        lines.append({"measure": f"turns, P{percent}", "value": turns.quantile(percent), "low": low, "high": high})
    minutes = [
        {**line, "measure": line["measure"].replace("turns", "minutes")}
        for line in lines
        if "mean" in line["measure"] or "P" in line["measure"]
    ]
    for line in minutes:
        line |= {name: line[name] * seconds / 60 for name in ("value", "low", "high")} | {"unit": "minutes"}
    return lines_frame([{"unit": "turns", "games": turns.n, **line} for line in [*lines, *minutes]])


def lengths(games: pl.DataFrame) -> pl.DataFrame:
    """Return how many games took how many turns: (turns, games)."""
    return games.group_by("turns").agg(games=pl.len()).sort("turns")


def closeness(games: pl.DataFrame) -> pl.DataFrame:
    """Return how close games end: the margin of the winner, ties, tie-breaks, and how they end.

    `closeness` is 1 / root mean square of the difference between the first and the second score (Isaksen et al. 2016).
    Out: measure, value, low, high (95 %), unit, games.
    """
    ranked = np.sort(scores_of(games), axis=1)
    margin = (ranked[:, -1] - ranked[:, -2]).astype(float)
    squares = mean_line("", margin**2, "")
    lines = [mean_line("margin between first and second", margin, "points")]
    if squares["low"] > 0:
        ends = {end: 1 / sqrt(squares[of]) for end, of in (("value", "value"), ("low", "high"), ("high", "low"))}
        lines.append({"measure": "closeness", **ends, "unit": "per point", "games": len(margin)})
    lines.append(share_line("decided by one point or less", margin <= 1))
    lines.append(share_line("shared win", np.bitwise_count(games["winners"].to_numpy()) > 1))
    lines.append(share_line("decided by the tie-break", games["tiebreak"].to_physical().to_numpy() > 0))
    endings = games["ended"]
    lines += [share_line(f"ended: {word}", (endings == word).to_numpy()) for word in endings.dtype.categories]
    return lines_frame(lines)


def scores(seats: pl.DataFrame, key: str) -> pl.DataFrame:
    """Return the distribution of final scores by `key`: (key, score, games, share)."""
    found = seats.group_by(key, "scores").agg(games=pl.len()).sort(key, "scores")
    return found.rename({"scores": "score"}).with_columns(share=pl.col("games") / pl.col("games").sum().over(key))


def standings(games: pl.DataFrame) -> NDArray[np.int64]:
    """Return how all stood at each tenth of each game, (games, tenths, seats)."""
    return games["standing"].to_numpy().astype(np.int64)


def sole(standing: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return who led alone, by game and tenth; -1 where nobody did."""
    top = standing.max(axis=2, keepdims=True)
    leads = standing == top
    return np.where(leads.sum(axis=2) == 1, leads.argmax(axis=2), -1)


def leads(games: pl.DataFrame) -> pl.DataFrame:
    """Return how often who leads alone at each tenth of a game wins it, and who is last alone.

    In: rows of followed games. Out: who (leader, last), tenth, share (of wins), low, high (95 %), games (that had such a
    player), equal (share), and `freed`: (share - equal) / (1 - equal), which is 0 where leading means nothing and
    1 where it decides.
    """
    wins, standing = wins_of(games), standings(games)
    equal = 1 / wins.shape[1]
    lines = []
    for who, held in (("leader", sole(standing)), ("last", sole(-standing))):
        for tenth in range(standing.shape[1]):
            there = held[:, tenth] >= 0
            won = wins[there, held[there, tenth]]
            if len(won):
                line = mean_line("", won, "")
                low, high = share_interval(line["value"], float(won.std()) / sqrt(len(won)), len(won))
                lines.append(
                    {
                        "who": who,
                        "tenth": tenth + 1,
                        "share": line["value"],
                        "low": low,
                        "high": high,
                        "games": len(won),
                    }
                )
    kinds = {"who": pl.String, "tenth": pl.Int64, "share": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    found = pl.DataFrame(lines, schema={**kinds, "games": pl.Int64}).with_columns(equal=pl.lit(equal))
    return found.with_columns(freed=(pl.col("share") - equal) / (1 - equal))


def passings(games: pl.DataFrame) -> NDArray[np.int64]:
    """Return how often the lead passed from one player to another in each game, looked at ten times."""
    held = sole(standings(games))
    changes, holder = np.zeros(len(held), np.int64), np.full(len(held), -1)
    for now in held.T:
        passed = (now >= 0) & (now != holder)
        changes += passed & (holder >= 0)
        holder = np.where(passed, now, holder)
    return changes


def lead_changes(games: pl.DataFrame) -> pl.DataFrame:
    """Return how many games had how many changes of the lead: (changes, games, share)."""
    counts = np.bincount(passings(games))
    return pl.DataFrame({"changes": np.arange(len(counts)), "games": counts, "share": counts / counts.sum()})


def drama(games: pl.DataFrame) -> pl.DataFrame:
    """Return how the lead moves and how far winners come from behind.

    In: rows of followed games, looked at at each tenth. `drama` is the mean of (place of the winner - 1) / (players - 1) on the
    way (0: always first, 1: always last); `decided` is the first tenth at which who leads alone wins 80 % of games. Out:
    measure, value, low, high (95 %), unit, games.
    """
    standing, wins = standings(games), wins_of(games)
    changes = passings(games)
    on_the_way = standing[:, :-1]
    above = (on_the_way[:, :, None, :] > on_the_way[:, :, :, None]).sum(axis=3)
    beside = (on_the_way[:, :, None, :] == on_the_way[:, :, :, None]).sum(axis=3) - 1
    places = (above + beside / 2).mean(axis=1) / max(1, wins.shape[1] - 1)
    behind = (on_the_way.max(axis=2, keepdims=True) - on_the_way).max(axis=1)
    half = sole(-standing)[:, 4]
    last_won = np.where(half >= 0, np.take_along_axis(wins, np.maximum(half, 0)[:, None], axis=1)[:, 0], 0.0)
    led = sole(standing)
    led_half = np.where(led[:, 4] >= 0, np.take_along_axis(wins, np.maximum(led[:, 4], 0)[:, None], axis=1)[:, 0], 0.0)
    lines = [
        mean_line("lead changes", changes.astype(float), "a game"),
        share_line("no lead change", changes == 0),
        mean_line("drama", (places * wins).sum(axis=1), "0 to 1"),
        mean_line("most that the winner was behind", (behind * wins).sum(axis=1), "points"),
        mean_line("won by who led alone at half", led_half, "of games"),
        mean_line("won by who was last alone at half", last_won, "of games"),
    ]
    curve = leads(games).filter((pl.col("who") == "leader") & (pl.col("share") >= DECIDED))
    if curve.height:
        first = curve["tenth"].min()
        lines.append(
            {
                "measure": "decided",
                "value": float(str(first)) / 10,
                "low": None,
                "high": None,
                "unit": "of a game",
                "games": len(wins),
            }
        )
    return lines_frame(lines)


def counts(seats: pl.DataFrame, names: list[str], key: str = "strategy") -> Iterator[dict[str, Any]]:
    """Yield what players do: the mean of each counted column by `key`, and how the win share goes with it.

    In: rows of games and seats. Each line: key, column, mean, low, high (95 %), games, and `wins_by`: (value, share,
    games) for each value that came up.
    """
    for (who,), mine in seats.group_by(key, maintain_order=True):
        for name in names:
            line = mean_line(name, mine[name].to_numpy().astype(float), "")
            yield {
                key: str(who),
                "column": name,
                "mean": line["value"],
                "low": line["low"],
                "high": line["high"],
                "games": line["games"],
            }
