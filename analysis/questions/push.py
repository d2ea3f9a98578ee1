"""Push your luck: how far to push, and how much it matters to get that right."""

from collections.abc import Iterator
from functools import partial

import polars as pl

from analysis.findings import Findings, Job
from analysis.lab import Lab
from analysis.runs.samples import sample_seats
from analysis.statistics import measures
from analysis.statistics.shares import apart, shares

CLOSE = 0.01  # of the win share: what counts as nearly as good as the best


def best_push(curve: pl.DataFrame) -> dict[str, float | None]:
    """Return the best place to stop, and how sharp the optimum is.

    In: one row a place to stop (`value`), in order: share, low, high, games, blocks. Out: value, share, low, high (95 %); `close_from` and
    `close_to`, the places around it that cost at most one percentage point of the win share; `sharpness`, what the nearer of
    the neighbours costs per unit; `tied`, how many places can't be told from the best, itself included,
    in intervals that hold for all others at once.
    """
    rows = curve.sort("value").to_dicts()
    at = max(range(len(rows)), key=lambda place: rows[place]["share"])
    best = rows[at]
    near = at
    while near > 0 and best["share"] - rows[near - 1]["share"] <= CLOSE:
        near -= 1
    far = at
    while far + 1 < len(rows) and best["share"] - rows[far + 1]["share"] <= CLOSE:
        far += 1
    beside = [
        abs(best["share"] - rows[n]["share"]) / abs(best["value"] - rows[n]["value"])
        for n in (at - 1, at + 1)
        if 0 <= n < len(rows)
    ]
    others = max(1, len(rows) - 1)
    tied = sum(best["share"] - row["share"] <= apart(best, row, others) for row in rows)
    return {
        "value": best["value"], "share": best["share"], "low": best["low"], "high": best["high"],
        "close_from": rows[near]["value"], "close_to": rows[far]["value"],
        "sharpness": min(beside) if beside else None, "tied": tied, "games": best["games"],
    }  # fmt: skip


def jobs(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played: one player who stops at each number."""
    if lab.plan.cast.push:
        games = lab.plan.some * len(lab.plan.cast.push.players)
        yield Job(games, partial(go, lab, players, findings, lab.plan.some))


def go(lab: Lab, players: int, findings: Findings, games: int) -> None:
    """One player who stops at each number, among players of the default strategy, on the same luck."""
    plan, lines = lab.plan, []
    if not plan.cast.push:
        return
    for value, player in plan.cast.push.players.items():
        match = lab.match(players, [player, *[plan.cast.default] * (players - 1)], luck="seat")
        sample = sample_seats(match, games, plan.threads)
        mine = sample.filter(pl.col("strategy") == player.label)
        line = shares(mine, "strategy").row(0, named=True)
        found = {key: line[key] for key in ("share", "se", "low", "high", "games", "blocks")}
        if player.label == plan.cast.strategies[plan.cast.default].label:  # one among its like
            found |= {"share": 1 / players, "se": 0.0, "low": None, "high": None}
        if plan.game.busts:
            counted = mine.with_columns(busts=pl.sum_horizontal(*plan.game.busts))
            (busts,) = measures.counts(counted, ["busts"])
            found |= {"busts": busts["mean"], "busts_low": busts["low"], "busts_high": busts["high"]}
        lines.append({"value": float(value), **found})
    curve = pl.DataFrame(lines, schema_overrides={"low": pl.Float64, "high": pl.Float64})
    findings.keep("push", players, curve)
    findings.keep("push_best", players, [best_push(curve)])
