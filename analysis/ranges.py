"""How far numbers go where open rules are tried together, and in how many cells they are surely above or below nothing."""

from collections.abc import Iterator
from typing import Any

import polars as pl

from analysis.findings import Findings
from analysis.questions import attacks
from analysis.statistics.intervals import Z, simultaneous

GAME = "a game"  # the kind of what is measured of whole games, which has nothing to be above or below of
ENDS = ("low", "high")


def numbers(findings: Findings, players: int, default: str) -> pl.DataFrame:
    """Return the numbers that a study found: kind, thing, unit, mean, low, high (95 %), games.

    Of strategies among players of the default one, and of who had what, how much more than an equal share they won; of parts and
    attacks, the difference that they make; of whole games, means.
    """
    lines = [*fields(findings, players, default)]
    for numbers_of in (had, parts, swings, games):
        lines += numbers_of(findings, players)
    kinds = dict.fromkeys(("kind", "thing", "unit"), pl.String)
    ends = dict.fromkeys(("mean", *ENDS), pl.Float64)
    return pl.DataFrame(lines, schema={**kinds, **ends, "games": pl.Int64})


def beyond(line: dict[str, Any], equal: float) -> dict[str, Any]:
    """Return how much more than an equal share is won, with its interval if it has one."""
    ends = {end: None if line[end] is None else line[end] - equal for end in ENDS}
    return {"unit": "of games", "mean": line["share"] - equal, **ends, "games": line["games"]}


def fields(findings: Findings, players: int, default: str) -> Iterator[dict[str, Any]]:
    """Yield what one player of each strategy wins among players of the default one."""
    for line in findings.lines("matrix", players):
        if line["field"] == default and line["strategy"] != default:
            yield {"kind": f"one among {default}", "thing": line["strategy"], **beyond(line, 1 / players)}


def had(findings: Findings, players: int) -> Iterator[dict[str, Any]]:
    """Yield what those won who had each thing."""
    for line in findings.lines("holdings", players):
        yield {"kind": line["holding"], "thing": line["thing"], **beyond(line, 1 / players)}


def parts(findings: Findings, players: int) -> Iterator[dict[str, Any]]:
    """Yield by how much games with each part differ from those without."""
    for line in findings.lines("parts", players):
        told = {name: line[name] for name in ("unit", *ENDS, "games")}
        yield {"kind": f"{line['part']}: {line['measure']}", "thing": line["thing"], "mean": line["difference"], **told}


def swings(findings: Findings, players: int) -> Iterator[dict[str, Any]]:
    """Yield what one attack changes of the win share of the attacker, the attacked and the others."""
    for line in findings.lines("swing", players):
        told = {"unit": "of the win share", "mean": line["swing"], **{name: line[name] for name in (*ENDS, "games")}}
        yield {"kind": "swing of an attack", "thing": line["who"], **told}


def games(findings: Findings, players: int) -> Iterator[dict[str, Any]]:
    """Yield means of whole games."""
    for frame in ("length", "events", "closeness"):
        for line in findings.lines(frame, players):
            if frame != "length" or line["measure"] == "turns, mean":
                told = {name: line[name] for name in ("unit", *ENDS, "games")}
                yield {"kind": GAME, "thing": line["measure"], "mean": line["value"], **told}
    last = findings.lines("last_attack", players)
    unfollowed = sum(line["share"] for line in last if line["outcome"] == attacks.MORE)
    for line in last if unfollowed <= attacks.UNFOLLOWED else ():
        told = {"unit": "of games", "mean": line["share"], **{name: line[name] for name in (*ENDS, "games")}}
        yield {"kind": GAME, "thing": f"last attack: {line['outcome']}", **told}


def ranges(judged: pl.DataFrame, cells: pl.DataFrame) -> pl.DataFrame:
    """Return how far each number goes over cells, of those that every cell has; of means of whole games, over the cells that have it.

    In: `numbers` as judged, and of all cells, told apart by `value`. Out: kind, thing, unit, judged (None if it isn't there), least,
    middle (the median), most, more, less (in how many cells the interval lies above or below 0, each by itself; None for means of whole
    games), either (whether it lies above 0 in one and below in another, in intervals that hold for all cells at once), cells.
    """
    names, counted, count = ["kind", "thing", "unit"], pl.col("kind") != GAME, cells["value"].n_unique()
    low, high = (pl.col("mean") + (pl.col(end) - pl.col("mean")) * simultaneous(count) / Z for end in ENDS)
    by_thing = cells.group_by(names, maintain_order=True).agg(
        least=pl.col("mean").min(), middle=pl.col("mean").median(), most=pl.col("mean").max(),
        more=(pl.col("low") > 0).sum().cast(pl.Int64), less=(pl.col("high") < 0).sum().cast(pl.Int64),
        either=(low > 0).any() & (high < 0).any(), cells=pl.len().cast(pl.Int64),
    )  # fmt: skip
    everywhere = by_thing.filter((pl.col("cells") == count) | ~counted)
    found = everywhere.join(judged.select(*names, judged="mean"), on=names, how="left", maintain_order="left")
    signs = [pl.when(counted).then(name).alias(name) for name in ("more", "less", "either")]
    return found.select(*names, "judged", "least", "middle", "most", *signs, "cells")
