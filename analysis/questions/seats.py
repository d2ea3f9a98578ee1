"""Does where you sit decide who wins? Tables at which all play one strategy."""

from collections.abc import Iterator
from functools import partial

import polars as pl

from analysis.findings import Findings, Job
from analysis.lab import MIXED, TABLES, Lab
from analysis.runs.samples import Totals
from analysis.statistics import verdicts
from simulators.engine import Luckiness

DESIGNS: dict[Luckiness, str] = {
    "game": "every game its own luck",
    "seat": "rotated blocks, luck by seat",
    "player": "rotated blocks, luck by player",
    "deal": "the same deal, other whims",
}


def jobs(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played: each strategy in all seats."""
    for name in lab.names(players):
        yield Job(lab.plan.games, partial(sit, lab, players, findings, name))


def sit(lab: Lab, players: int, findings: Findings, name: str) -> None:
    """All play one strategy: whether the seat matters."""
    sample = lab.seat_sample(players, name)
    found = judge(lab, players, findings, name, sample.totals())
    design = DESIGNS[lab.design(players, name)]
    findings.keep(
        "variance", players, [{"question": f"seats, all play {name}", "design": design, "gain": mean_gain(found)}]
    )
    if name == lab.plan.cast.default:
        findings.keep("convergence", players, verdicts.convergence(sample))


def judge(
    lab: Lab, players: int, findings: Findings, population: str, played: Totals, reach: verdicts.Reach | None = None
) -> pl.DataFrame:
    """Keep the seat shares of a population of tables, which are returned, and the verdict on them."""
    found = verdicts.seat_shares(played, lab.plan.margin, reach)
    if population == MIXED and lab.drawn == TABLES:  # more games would rather be more at each table than more tables
        found = found.with_columns(pl.lit(None, pl.Int64).alias(name) for name in verdicts.SETTLES)
    told = pl.lit(population).alias("population")
    findings.keep("seats", players, found.select(told, pl.all()))
    told_of_all = pl.DataFrame(
        [{"population": population, **verdicts.verdict(found)}],
        schema_overrides=dict.fromkeys(verdicts.SETTLES, pl.Int64),
    )
    findings.keep("verdicts", players, told_of_all)
    return found


def mean_gain(found: pl.DataFrame) -> float | None:
    """Return the variance reduction of blocks, the mean over what `shares` compared."""
    gain = found["vrf"].drop_nulls().mean()
    return float(str(gain)) if gain is not None else None
