"""The figure of who had what, and won."""

from typing import Any

import polars as pl
from matplotlib.figure import Figure

from reports.style import (
    COLOURS,
    MARKERS,
    among,
    counts_of,
    cut,
    dots,
    games_of,
    head,
    key,
    level,
    lines_of,
    name_rows,
    panels,
    points,
    settled,
    sheet,
    signs,
)  # fmt: skip


def holdings(holdings: pl.DataFrame, *, default: str) -> Figure:
    """Draw how much more than an equal share those won who had each thing: a row for each thing, a panel for each number of players.

    In: players, holding, thing, share, low, high, games. Things that were worth most in the last way to have them come first.
    """
    counts, ways = counts_of(holdings), holdings["holding"].unique(maintain_order=True).to_list()
    more = holdings.with_columns(more=pl.col("share") - 1 / pl.col("players"))
    ranked = more.filter(holding=ways[-1]).group_by("thing").agg(pl.col("more").mean()).sort("more", descending=True)
    things = list(dict.fromkeys([*ranked["thing"].to_list(), *holdings["thing"].to_list()]))
    figure = sheet(
        "Who had what, and won",
        f"The share of wins of those who had each, less an equal share, in percentage points (pp), where all play "
        f"{cut(default, 40)}; {games_of(holdings)}. Whiskers are 95 % intervals, each by itself. Having something goes "
        "together with winning for many reasons; only what chance gave is worth what is shown.",
        0.6 + 0.21 * len(things),
        [key(way, COLOURS[at], MARKERS[at]) for at, way in enumerate(ways)],
    )  # fmt: skip
    row = panels(figure, 1, len(counts), sharex=True, sharey=True)[0]
    for axes, players in zip(row, counts, strict=True):
        head(axes, among(players))
        level(axes)
        name_rows(axes, [cut(thing, 34) for thing in things], 8)
        for at, way in enumerate(ways):
            shift = 0.18 * (2 * at - len(ways) + 1)
            for line in lines_of(holdings, players=players, holding=way):
                spot = points([line], "share", less=1 / players)
                look: dict[str, Any] = {
                    "fmt": MARKERS[at],
                    "color": COLOURS[at],
                    "markersize": 4,
                    "capsize": 0,
                    "elinewidth": 1.2,
                }
                dots(axes, things.index(line["thing"]) + shift, spot, **look)
        signs(axes.xaxis)
        axes.set_xlabel("win share, pp")
    return settled(figure)
