"""Who had what, and won; and how games differ that were played with a part and without it."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

import numpy as np
import polars as pl

from analysis.statistics.intervals import difference_interval, share_interval, simultaneous
from analysis.statistics.measures import SOME, event_values, scores_of, wins_of
from simulators.game import Game, Holding


def holdings(games: pl.DataFrame, declared: Sequence[Holding], values: Mapping[str, Any]) -> pl.DataFrame:
    """Return how often those won who had each thing, a line for each thing and way to have it.

    In: rows of games. Out: holding, thing, share, low, high (95 % for all lines at once; clustered by game, since several may have
    had the thing; no ends if it was had in fewer than 30 games), had (how many players a game, on average), games.
    """
    wins, found = wins_of(games), []
    for holding in declared:
        masks = games.select(f"{holding.column}_{seat + 1}" for seat in range(wins.shape[1])).to_numpy()
        for bit, thing in enumerate(holding.things(dict(values))):
            had = (masks >> bit & 1).astype(float)
            if had.any():
                found.append((holding.name, thing, had))
    z, lines = simultaneous(max(1, len(found))), []
    for way, thing, had in found:
        many, with_it = float(had.sum()), int(had.any(axis=1).sum())
        share = float((wins * had).sum()) / many
        rest = (had * (wins - share)).sum(axis=1)  # of a ratio of sums, linearised (Cochran 1977, 6.4)
        low, high = share_interval(share, sqrt(float((rest**2).sum())) / many, with_it, z)
        ends = {"low": low, "high": high} if with_it >= SOME else {"low": None, "high": None}
        told = {"holding": way, "thing": thing, "share": share, **ends, "had": many / len(wins), "games": len(wins)}
        lines.append(told)
    kinds = {"holding": pl.String, "thing": pl.String}
    numbers = {**dict.fromkeys(("share", "low", "high", "had"), pl.Float64), "games": pl.Int64}
    return pl.DataFrame(lines, schema={**kinds, **numbers})


def parts(games: pl.DataFrame, game: Game, values: Mapping[str, Any]) -> pl.DataFrame:
    """Return how games with each part differ from those without, measure by measure, where chance chose what was in play.

    In: rows of games. Measures are the mean score, by how much the first is ahead of the second, and all that is counted of a whole game.
    Out: part, thing, measure, unit, with, without, difference, low, high (95 % for all lines at once; none if either kind has fewer than 30
    games), games (of both).
    """
    scores = np.sort(scores_of(games), axis=1)
    unit = game.columns["scores"].unit
    turns = games["turns"].to_numpy().astype(float)
    measures = {"mean score": (scores.mean(axis=1), unit), "margin": (scores[:, -1] - scores[:, -2], unit)}
    measures |= {"turns": (turns, game.columns["turns"].unit), **event_values(games, game)}
    found = []
    for part in game.parts:
        masks = games[part.column].to_numpy()
        for bit, thing in enumerate(part.things(dict(values))):
            there = (masks >> bit & 1).astype(bool)
            if there.any() and not there.all():
                found += [(part.name, thing, there, measure) for measure in measures]
    lines = []
    for kind, thing, there, measure in found:
        counted, of = measures[measure]
        yes, no = counted[there], counted[~there]
        change = float(yes.mean() - no.mean())
        ends: dict[str, float | None] = {"low": None, "high": None}
        if min(len(yes), len(no)) >= SOME:
            low, high = difference_interval(yes, no, len(found))
            ends = {"low": low, "high": high}
        lines.append({
            "part": kind, "thing": thing, "measure": measure, "unit": of, "with": float(yes.mean()),
            "without": float(no.mean()), "difference": change, **ends, "games": len(there),
        })  # fmt: skip
    kinds = dict.fromkeys(("part", "thing", "measure", "unit"), pl.String)
    numbers = dict.fromkeys(("with", "without", "difference", "low", "high"), pl.Float64)
    return pl.DataFrame(lines, schema={**kinds, **numbers, "games": pl.Int64})
