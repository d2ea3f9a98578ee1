"""Which strategies win: one player of each among players of each other, and effects of strategy and seat at mixed tables."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.findings import Findings, Job
from analysis.lab import MIXED, Lab
from analysis.questions.seats import DESIGNS
from analysis.statistics.intervals import (
    ROUNDING,
    Error,
    beyond_rounding,
    bounded,
    farthest_change,
    mean_interval,
    simultaneous,
)
from analysis.statistics.shares import apart
from analysis.statistics.verdicts import LEAST


def dominance(differences: pl.DataFrame) -> pl.DataFrame:
    """Return the pairs of strategies of which one does better in every field, beyond doubt.

    In: one row a pair and field, strategy and other in the same field on the same luck: strategy, other, field,
    difference, se, farthest, blocks. Out: better, worse, least (the smallest difference), low (its lower end, in intervals that hold
    for all pairs and fields at once), fields.
    """
    lines = []
    for (one, two), pair in differences.group_by("strategy", "other", maintain_order=True):
        fields = pair.to_dicts()
        for better, worse, sides in ((one, two, fields), (two, one, list(map(turned, fields)))):
            least = min(sides, key=lambda line: line["difference"])
            lows = [ends(line, differences.height)[0] for line in sides]
            if min(lows) > 0:
                found = {"least": least["difference"], "low": ends(least, differences.height)[0], "fields": len(sides)}
                lines.append({"better": better, "worse": worse, **found})
    kinds = {"better": pl.String, "worse": pl.String, "least": pl.Float64, "low": pl.Float64}
    return pl.DataFrame(lines, schema={**kinds, "fields": pl.Int64}).sort("low", descending=True)


def ends(line: Mapping[str, Any], at_once: int) -> tuple[float, float]:
    """Return the interval of a difference; 95 %, for so many differences at once."""
    error, blocks = Error(line["se"], line["blocks"] - 1), line["blocks"]
    low, high = bounded(mean_interval(line["difference"], error, blocks, line["farthest"], at_once), -1, 1)
    assert low is not None and high is not None  # `pairs_of` has two blocks or more
    return low, high


def turned(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return a difference as the other strategy sees it."""
    return {**line, "strategy": line["other"], "other": line["strategy"], "difference": -line["difference"]}


def balance(differences: pl.DataFrame, margin: float) -> dict[str, Any]:
    """Return whether choosing a strategy matters, and none is the answer to everything.

    In: as for `dominance`. DOMINATED: one strategy surely does better than every other in every field, by more than `margin` of the
    win share; POINTLESS: all surely differ by less, everywhere; BALANCED: two surely differ by more somewhere, and every
    strategy is surely beaten or nearly met (within the margin) somewhere; else INCONCLUSIVE, as with fewer than 30 blocks. Intervals hold for all pairs and
    fields at once. Out: word; best (the strategy whose least advantage is largest), its rival and the field there, least, low,
    high; better, worse, where they differ most (in `where`), most, most_low, most_high.
    """
    lines = differences.to_dicts()
    both = [*lines, *map(turned, lines)]

    def told(line: dict[str, Any]) -> tuple[float, float, float]:
        return line["difference"], *ends(line, len(lines))

    mine = {
        name: [line for line in both if line["strategy"] == name]
        for name in sorted({line["strategy"] for line in both})
    }
    least = {name: tuple(min(end) for end in zip(*map(told, lines), strict=True)) for name, lines in mine.items()}
    best = max(least, key=lambda name: least[name])
    weakest = min(mine[best], key=lambda line: line["difference"])
    widest = max(both, key=lambda line: line["difference"])
    if min(line["blocks"] for line in lines) < LEAST:
        word = "INCONCLUSIVE"
    elif all(told(line)[2] < margin for line in both):
        word = "POINTLESS"
    elif any(low > margin for _, low, _ in least.values()):
        word = "DOMINATED"
    elif any(told(line)[1] > margin for line in both) and all(high < margin for _, _, high in least.values()):
        word = "BALANCED"
    else:
        word = "INCONCLUSIVE"
    return {
        "word": word, "best": best, "rival": weakest["other"], "field": weakest["field"],
        **dict(zip(("least", "low", "high"), least[best], strict=True)),
        "better": widest["strategy"], "worse": widest["other"], "where": widest["field"],
        **dict(zip(("most", "most_low", "most_high"), told(widest), strict=True)),
    }  # fmt: skip


def choice_impact(matrix: pl.DataFrame, differences: pl.DataFrame, field: str) -> dict[str, Any]:
    """Return how much choosing matters in a field: the best and the worst strategy there, and the difference in win share.

    In: rows of `strategy`, `field`, share, low, high, games, blocks; and of pairs, as for `dominance`. The interval takes the two shares as independent, and best and worst as
    if they had been named beforehand. Out: field, and of the best and of the worst strategy, share, low, high; difference,
    low, high (95 %), games (of each strategy but the field's own); `rivals`: those that can't be told from the best, in
    intervals that hold for all others at once; `ranked`: whether there are the 30 blocks that say anything of that.
    """
    here = matrix.filter(pl.col("field") == field).sort("share")
    worst, best = here.row(0, named=True), here.row(-1, named=True)
    gap = best["share"] - worst["share"]
    least, most = gap - apart(best, worst), min(1.0, gap + apart(worst, best))
    rivals = []
    for line in differences.filter(field=field).to_dicts():
        low, high = ends(line, max(1, here.height - 1))
        if best["strategy"] in (line["strategy"], line["other"]) and low <= 0 <= high:
            rivals.append(line["other"] if line["strategy"] == best["strategy"] else line["strategy"])
    return {
        "field": field, "best": best["strategy"], "best_share": best["share"], "best_low": best["low"],
        "best_high": best["high"], "worst": worst["strategy"], "worst_share": worst["share"], "worst_low": worst["low"],
        "worst_high": worst["high"], "difference": gap, "low": least, "high": most,
        "games": max(best["games"], worst["games"]), "rivals": ", ".join(rivals),
        "ranked": max(best["blocks"], worst["blocks"]) >= LEAST,
    }  # fmt: skip


def effects(seats: pl.DataFrame) -> pl.DataFrame:
    """Return what each seat and each strategy adds to the win share at mixed tables, from one regression.

    In: rows of games and seats of many tables, none of whose games or blocks share a number. Win share = equal share + effect of the seat
    + effect of the strategy, each set of effects weighted to a mean of 0; ordinary least squares with errors clustered by
    table (Liang and Zeger 1986), since whom a strategy happened to meet is the same in all blocks of a table. Out: kind,
    name, effect, se, low, high (95 %), games, tables.
    """
    from statsmodels.regression.linear_model import OLS

    kinds = {"seat": sorted(seats["seat"].unique().to_list()), "strategy": names_of(seats)}
    columns, terms = [np.ones(seats.height)], []
    for kind, names in kinds.items():
        values = seats[kind].cast(pl.String).to_numpy()
        flags = np.column_stack([values == str(name) for name in names]).astype(float)
        centred = flags - flags.mean(axis=0)
        columns += list(centred[:, 1:].T)  # the first is what the others leave
        terms.append((kind, names, flags.mean(axis=0)))
    groups = seats["table"].rank("dense").to_numpy()
    fitted = OLS(seats["win_share"].to_numpy(), np.column_stack(columns)).fit(
        cov_type="cluster", cov_kwds={"groups": groups}
    )
    covariance = fitted.cov_params()
    counts = {"games": seats["game"].n_unique(), "tables": seats["table"].n_unique()}
    reach = simultaneous(1, max(1, counts["tables"] - 1))
    lines, first = [], 1
    for kind, names, weights in terms:
        cells = slice(first, first + len(names) - 1)
        first = cells.stop
        # Effects against the first name; then against the mean over all that were seated.
        against_first = np.eye(len(names))[:, 1:]
        centring = against_first - weights @ against_first
        values = centring @ fitted.params[cells]
        variances = np.diag(centring @ covariance[cells, cells] @ centring.T)
        errors = np.sqrt(beyond_rounding(variances, max(np.trace(covariance), ROUNDING)))
        lines += [
            {"kind": kind, "name": str(name), "effect": value, "se": error, "low": value - reach * error, "high": value + reach * error}
            for name, value, error in zip(names, values.tolist(), errors.tolist(), strict=True)
        ]  # fmt: skip
    return pl.DataFrame(lines).with_columns(pl.lit(count).alias(name) for name, count in counts.items())


def names_of(seats: pl.DataFrame) -> list[str]:
    """List the strategies that sit somewhere, in alphabetical order."""
    return sorted(seats["strategy"].cast(pl.String).unique().to_list())


def pairs_of(by_field: Mapping[str, Mapping[str, NDArray[np.float64]]]) -> pl.DataFrame:
    """Compare all strategies in each field, block by block: they met the same luck there.

    In: by field and strategy, the strategy's share in each block. Out: strategy, other, field, difference, se, farthest (how far off a
    block's difference is, or may be: `farthest_change`, or 1 where no block differs), blocks, vrf
    (against samples on luck of their own; None where nothing varies but by rounding); nothing for a single block.
    """
    lines = []
    for field, by_name in by_field.items():
        for one, two in combinations(sorted(by_name), 2):
            a, b = by_name[one], by_name[two]
            if len(a) < 2:
                continue
            change = a - b
            spread, mean = float(beyond_rounding(change.var(ddof=1))), float(change.mean())
            alone = float(beyond_rounding(a.var(ddof=1) + b.var(ddof=1)))
            lines.append({
                "strategy": one, "other": two, "field": field,
                "difference": mean if spread or abs(mean) > ROUNDING else 0.0,
                "se": sqrt(spread / len(change)),
                "farthest": max(float(np.abs(change - mean).max()), farthest_change(a, b) or 1.0),
                "blocks": len(change), "vrf": alone / spread if spread else None,
            })  # fmt: skip
    kinds = {"strategy": pl.String, "other": pl.String, "field": pl.String}
    numbers = dict.fromkeys(("difference", "se", "farthest"), pl.Float64)
    return pl.DataFrame(lines, schema={**kinds, **numbers, "blocks": pl.Int64, "vrf": pl.Float64})


def jobs(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played: one of each strategy among players of each other."""
    names = lab.names(players)
    yield from meetings(lab, players, findings)
    if len(names) > 1 and MIXED in lab.populations(players):
        yield Job(0, partial(rank, lab, players, findings))


def meetings(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List all fields: for each strategy, one of each other among its players."""
    names = lab.names(players)
    for other in names if len(names) > 1 else ():
        yield Job(lab.plan.few * (len(names) - 1), partial(meet, lab, players, findings, other))


def meet(lab: Lab, players: int, findings: Findings, other: str) -> None:
    """One of each strategy among players of another: all on the same luck."""
    equal = 1 / players
    lines: list[dict[str, Any]] = []
    blocks: dict[str, Any] = {}
    for name in lab.names(players):
        if name == other:
            same = {"share": equal, "se": 0.0, "low": None, "high": None, "vrf": None}
            lines.append({"strategy": name, "field": other, "games": 0, "blocks": 0, **same})
            continue
        blocks[name], line = lab.among(players, name, other, lab.plan.few)
        lines.append({"strategy": name, "field": other, **line})
        blocks[other] = np.full(len(blocks[name]), equal)
    frame = pl.DataFrame(lines, schema_overrides=dict.fromkeys(["low", "high", "vrf"], pl.Float64))
    findings.keep("matrix", players, frame)
    pairs = pairs_of({other: blocks})
    findings.keep("pairs", players, pairs)
    gains = frame["vrf"].drop_nulls()
    told = [{"question": f"strategies among {other}", "design": DESIGNS["seat"], "gain": gains.mean()}]
    if pairs.height:
        gain = pairs["vrf"].drop_nulls().median()
        told.append({"question": f"differences of strategies among {other}", "design": "the same luck", "gain": gain})
    findings.keep("variance", players, told)


def rank(lab: Lab, players: int, findings: Findings) -> None:
    """Look over all fields: who dominates whom, and how much choosing matters."""
    findings.keep("dominance", players, dominance(findings.kept("pairs", players)))
    choose(lab, players, findings)


def choose(lab: Lab, players: int, findings: Findings) -> None:
    """Judge how much choosing matters among players of the default strategy."""
    matrix, pairs = findings.kept("matrix", players), findings.kept("pairs", players)
    findings.keep("choice", players, [choice_impact(matrix, pairs, lab.plan.cast.default)])


def weigh(lab: Lab, players: int, findings: Findings) -> None:
    """Judge whether choosing matters, and none is the answer to everything."""
    matrix, pairs = findings.kept("matrix", players), findings.kept("pairs", players)
    if not pairs.height:
        return
    told = balance(pairs, lab.plan.margin)
    games = matrix.filter(pl.col("games") > 0)["games"].min()
    findings.keep("balance", players, [told | {"games": games}])
    choose(lab, players, findings)
