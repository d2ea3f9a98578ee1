"""Figures of who had what and won, and of what each part of a game changes."""

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes
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
    look_of,
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
    things = ranked(more, pl.col("holding") == ways[-1], "more")
    figure = sheet(
        "Who had what, and won",
        f"The share of wins of those who had each, less an equal share, in percentage points (pp), where all play "
        f"{cut(default, 40)}; {games_of(holdings)}. Whiskers are 95 % intervals that hold for all at once. Having something "
        f"goes together with winning for many reasons; only what chance gave is worth what is shown.",
        0.6 + 0.21 * len(things),
        [key(way, COLOURS[at], MARKERS[at]) for at, way in enumerate(ways)],
    )  # fmt: skip
    for axes, players in by_players(figure, counts, things):
        for at, way in enumerate(ways):
            shift = shifted(at, len(ways))
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
    return settled(figure)


def ranked(lines: pl.DataFrame, of: pl.Expr, by: str) -> list[str]:
    """List all things, first those of some lines, by the mean of a column, the highest first."""
    means = lines.filter(of).group_by("thing", maintain_order=True).agg(pl.col(by).mean())
    found = means.sort(by, descending=True, maintain_order=True)
    return list(dict.fromkeys([*found["thing"].to_list(), *lines["thing"].to_list()]))


def by_players(figure: Figure, counts: Sequence[int], things: Sequence[str]) -> Iterator[tuple[Axes, int]]:
    """Yield a panel of win shares for each number of players, with a row for each thing."""
    row = panels(figure, 1, len(counts), sharex=True, sharey=True)[0]
    for axes, players in zip(row, counts, strict=True):
        head(axes, among(players))
        level(axes)
        name_rows(axes, [cut(thing, 34) for thing in things], 8)
        signs(axes.xaxis)
        axes.set_xlabel("win share, pp")
        yield axes, players


def shifted(at: int, count: int) -> float:
    """Return how far below its row a marker of several lies."""
    return 0.18 * (2 * at - count + 1)


def parts(parts: pl.DataFrame, *, default: str) -> Figure:
    """Draw what each part changes: a row for each, a panel for each measure, a marker for each number of players.

    In: players, part, thing, measure, unit, difference, low, high, games.
    """
    counts, measures = counts_of(parts), parts["measure"].unique(maintain_order=True).to_list()
    things = parts["thing"].unique(maintain_order=True).to_list()
    figure = sheet(
        "What each part changes",
        f"The mean of games with each {parts['part'][0]} in play less that of games without it, where chance chose, and all play "
        f"{cut(default, 40)}; {games_of(parts)} in all. Whiskers are 95 % intervals that hold for all at once.",
        0.9 + 0.16 * len(things) * (1 + len(counts)),
        [key(among(players), *look_of(players)) for players in counts],
    )  # fmt: skip
    row = panels(figure, 1, len(measures), sharey=True)[0]
    for axes, measure in zip(row, measures, strict=True):
        lines = lines_of(parts, measure=measure)
        head(axes, measure)
        level(axes)
        name_rows(axes, [cut(thing, 24) for thing in things], 8)
        for at, players in enumerate(counts):
            colour, marker = look_of(players)
            shift = 0.7 * (at - (len(counts) - 1) / 2) / len(counts)
            for line in lines:
                if line["players"] == players:
                    spot = points([line], "difference", scale=1)
                    look: dict[str, Any] = {
                        "fmt": marker,
                        "color": colour,
                        "markersize": 3.5,
                        "capsize": 0,
                        "elinewidth": 1.1,
                    }
                    dots(axes, things.index(line["thing"]) + shift, spot, **look)
        signs(axes.xaxis)
        axes.set_xlabel(lines[0]["unit"])
    return settled(figure)
