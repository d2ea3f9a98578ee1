"""Two sets of rules on the same luck: what changes, game by game."""

from math import inf, sqrt

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.questions.attacks import attack_values
from analysis.questions.game_arc import course_values, ending_values
from analysis.statistics.intervals import beyond_rounding, bounded, interval_of
from analysis.statistics.measures import MOST, Values, scores_of, wins_of
from simulators.game import Game
from simulators.rules import RuleSet


def followed(game: Game) -> list[str]:
    """Return what has to be kept of how games go to compare them."""
    return ["rounds", "attacks"] if game.attack else ["rounds"]


def values_of(games: pl.DataFrame, rules: RuleSet) -> Values:
    """Return all that is measured of each game, from rows of games `followed`: (a value a game, unit) by measure.

    What players do is a mean over the seats.
    """
    game = rules.game
    wins, scores = wins_of(games), scores_of(games)
    unit = game.columns["scores"].unit
    found: Values = {f"seat {seat + 1} wins": (wins[:, seat], "of games") for seat in range(wins.shape[1])}
    found["turns"] = (games["turns"].to_numpy().astype(float), game.columns["turns"].unit)
    found["score"] = (scores.mean(axis=1), unit)
    found["score of the winner"] = (scores.max(axis=1).astype(float), unit)
    found |= ending_values(games, rules.extras, unit) | course_values(games, unit)
    if game.attack:
        found |= attack_values(games, game.attack.one)
    for name in game.counted:
        columns = [column for column in games.columns if column.rpartition("_")[0] == name]
        found[name] = (games.select(columns).to_numpy().mean(axis=1), "a player")
    return found


def compare(one: Values, two: Values) -> pl.DataFrame:
    """Return by how much each measure of the second rules exceeds that of the first, game by game on the same luck.

    Out: measure, unit, one, two (means), difference, se, low, high (95 %; of seats, for all seats at once), spread (standard
    deviation of a game under the first rules), gain (how many times as many games on luck of their own would be as
    exact; None where nothing varies), games. Measures that only one side has are left out; ends are None where so few games
    say nothing.
    """
    seats = sum(measure.startswith("seat ") for measure in one)
    lines = []
    for measure, (first, unit) in one.items():
        if measure in two:
            at_once = seats if measure.startswith("seat ") else 1
            changed = difference(first, two[measure][0], at_once)
            most = MOST.get(unit, inf)
            changed["low"], changed["high"] = bounded((changed["low"], changed["high"]), -most, most)
            lines.append({"measure": measure, "unit": unit, **changed})
    numbers = ["one", "two", "difference", "se", "low", "high", "spread", "gain"]
    kinds = {"measure": pl.String, "unit": pl.String, **dict.fromkeys(numbers, pl.Float64), "games": pl.Int64}
    return pl.DataFrame(lines, schema=kinds)


def difference(one: NDArray[np.float64], two: NDArray[np.float64], at_once: int = 1) -> dict[str, float | int | None]:
    """Return the paired difference of two measures, with its interval for so many at once.

    A change that hasn't been seen yet may be as large as between two games that have nothing to do with one another, or as 1.
    """
    first, second = one.astype(float), two.astype(float)
    change, n = second - first, len(first)
    variance = float(beyond_rounding(change.var(ddof=1))) if n > 1 else 0.0
    alone = float(first.var(ddof=1) + second.var(ddof=1)) if n > 1 else 0.0
    low, high = interval_of(change, max(1.0, sqrt(beyond_rounding(alone))), at_once)
    return {
        "one": float(first.mean()), "two": float(second.mean()), "difference": float(change.mean()),
        "se": sqrt(variance / n) if n > 1 else None, "low": low, "high": high,
        "spread": sqrt(beyond_rounding(first.var(ddof=1))) if n > 1 else None,
        "gain": alone / variance if variance else None, "games": n,
    }  # fmt: skip
