"""Push your luck: how far to push, and how much it matters to get that right."""

import polars as pl

from analysis.statistics.shares import apart

CLOSE = 0.01  # of the win share: what counts as nearly as good as the best


def best_push(curve: pl.DataFrame) -> dict[str, float | None]:
    """Return the best place to stop, and how sharp the optimum is.

    In: one row a place to stop (`value`), in order: share, low, high, games. Out: value, share, low, high (95 %); `close_from` and
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
