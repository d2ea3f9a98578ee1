"""What seats and strategies add where strategies are drawn at random, and what their players do."""

from collections.abc import Iterator
from functools import partial

import polars as pl

from analysis.findings import Findings, Job
from analysis.lab import MIXED, Lab
from analysis.questions import matchups
from analysis.questions.game_arc import scores
from analysis.questions.seats import DESIGNS, judge, mean_gain
from analysis.runs.samples import SeatSample
from analysis.statistics import measures, verdicts
from analysis.statistics.shares import shares


def jobs(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played: tables drawn at random, if the games are enough."""
    if MIXED in lab.populations(players):
        yield Job(lab.plan.games, partial(mix, lab, players, findings))


def mix(lab: Lab, players: int, findings: Findings) -> None:
    """Tables of random strategies: effects of seats and strategies, and what players do."""
    kept = lab.table_rows(players, luck="seat")
    wins = [rows["win_share"].to_numpy().reshape(-1, players) for rows in kept]
    tables = [SeatSample(won, won.var(axis=0, ddof=1), len(won)) for won in wins]
    judge(lab, players, findings, MIXED, verdicts.by_table(tables).totals())
    rows = pl.concat(kept)
    by_table = rows.with_columns(block=pl.col("table"))  # the tables are a sample, too
    findings.keep("effects", players, matchups.effects(rows))
    words = pl.col("strategy").cast(pl.String)
    findings.keep("strategies", players, shares(by_table, "strategy").with_columns(words))
    findings.keep("scores", players, scores(rows, "strategy").with_columns(words))
    findings.keep("does", players, measures.counts(by_table, lab.plan.game.counted))
    gain = {"question": "seats, mixed tables", "design": DESIGNS["seat"], "gain": mean_gain(shares(rows, "seat"))}
    findings.keep("variance", players, [gain])
