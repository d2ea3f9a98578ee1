"""Figures about how a game goes: scores, length, who leads, and what luck decides."""

from itertools import accumulate
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from reports.style import (
    COLOURS,
    INK,
    PALE,
    SURFACE,
    among,
    beside,
    counts_of,
    dots,
    dress,
    games_of,
    head,
    key,
    level,
    lines_of,
    name_rows,
    named,
    panels,
    plain,
    points,
    settled,
    sheet,
    write,
)  # fmt: skip

MARKS = (("half are over", 50, "-"), ("95 % are over", 95, "--"))
OVERLAP = 1.4  # rows that the highest ridge reaches over


def bins(values: list[int], weights: list[float], least: int, most: int, most_bins: int = 60) -> tuple[Any, Any]:
    """Return (edges, percent) of a histogram of whole numbers, with as many numbers a bin as it takes."""
    width = max(1, -(-(most - least + 1) // most_bins))
    edges = np.arange(least, most + width + 1, width)
    heights, _ = np.histogram(values, edges, weights=weights)
    return edges - 0.5, 100 * heights / max(sum(weights), 1e-300)


def quantile(values: list[int], shares: list[float], level: float) -> int:
    """Return the least value that so many reach, from shares."""
    total = sum(shares)
    return next(
        value for value, sofar in zip(values, accumulate(shares), strict=True) if sofar >= level * total - 1e-12
    )


def score_ridgeline(scores: pl.DataFrame, *, unit: str) -> Figure:
    """Draw how final scores are spread by strategy, at mixed tables.

    In: players, strategy, score, games, share.
    """
    counts = counts_of(scores)
    lines = {
        (players, name): lines_of(scores.sort("score"), players=players, strategy=name)
        for players in counts
        for name in scores["strategy"].unique(maintain_order=True)
    }
    curves = {
        which: ([line["score"] for line in mine], [line["share"] for line in mine])
        for which, mine in lines.items()
        if mine
    }
    middles = {which: quantile(*curve, 0.5) for which, curve in curves.items()}
    strategies = sorted(
        {name for _, name in curves}, key=lambda name: -np.mean([m for (_, n), m in middles.items() if n == name])
    )
    least = min(quantile(*curve, 0.001) for curve in curves.values())
    most = max(quantile(*curve, 0.999) for curve in curves.values())
    drawn = {which: bins(*curve, least, most, 36) for which, curve in curves.items()}
    highest = max(heights.max() for _, heights in drawn.values())
    top = min(strategies.index(name) - OVERLAP * heights.max() / highest for (_, name), (_, heights) in drawn.items())
    played = games_of(scores.group_by("players", "strategy").agg(pl.col("games").sum()))
    figure = sheet(
        "Final scores by strategy",
        f"Tables of random strategies, {played} a strategy. Each ridge is the share of its games by score, all on "
        "one scale; thick line below: 90 % of games (P5 to P95); tick and number: the median.",
        0.8 + 0.42 * (len(strategies) - 0.4 - top),
    )  # fmt: skip
    row = panels(figure, 1, len(counts), "x", sharex=True, sharey=True)[0]
    for axes, players in zip(row, counts, strict=True):
        head(axes, among(players))
        for at, name in enumerate(strategies):
            if (players, name) in curves:
                edges, heights = drawn[players, name]
                ridge(axes, at, edges, OVERLAP * heights / highest)
                ends(axes, at, *curves[players, name])
        axes.set_xlabel(f"score, {unit}")
    name_rows(row[0], [named(name) for name in strategies])
    row[0].set_ylim(len(strategies) - 0.5, top - 0.1)
    row[0].set_xlim(least - 0.02 * (most - least) - 0.5, most + 0.12 * (most - least) + 0.5)
    for axes in row[1:]:
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
    return settled(figure)


def ridge(axes: Axes, at: int, edges: Any, heights: Any) -> None:
    """Draw one ridge, over those of the rows above it."""
    middles = (edges[1:] + edges[:-1]) / 2
    x = np.concatenate([[edges[0]], middles, [edges[-1]]])
    y = at - np.concatenate([[0], heights, [0]])
    axes.fill_between(x, at, y, color=PALE[0], linewidth=0, zorder=2 + at)
    axes.plot(x, y, color=COLOURS[0], linewidth=1, zorder=2 + at)


def ends(axes: Axes, at: int, values: list[int], shares: list[float]) -> None:
    """Mark P5, P50 and P95 below a ridge."""
    low, middle, high = (quantile(values, shares, part) for part in (0.05, 0.5, 0.95))
    axes.plot([low, high], [at, at], color=INK, linewidth=2.2, solid_capstyle="butt", zorder=90)
    axes.plot([middle, middle], [at - 0.16, at + 0.16], color=INK, linewidth=2, solid_capstyle="butt", zorder=90)
    beside(axes, at - 0.22, plain(middle), 0, ha="right")


def length(lengths: pl.DataFrame, length: pl.DataFrame, *, seconds: float, unit: str) -> Figure:
    """Draw how many turns games take, and how long that is.

    In: lengths: players, turns, games; length: players, measure ('turns, P50', 'turns, P95'), value, games.
    """
    counts = counts_of(lengths)
    least, most = int(str(lengths["turns"].min())), int(str(lengths["turns"].max()))
    figure = sheet(
        "How long games take",
        f"Share of games by their number of {unit} (of all players together); {games_of(length)} each, all play the "
        "default strategy." + (" Each panel has its own upward scale." if len(counts) > 1 else ""),
        1.1 + 1.25 * len(counts), [key(f"{name} (P{percent})", INK, "", dash) for name, percent, dash in MARKS],
    )  # fmt: skip
    rows = panels(figure, len(counts), 1, "y", sharex=True)[:, 0]
    for axes, players in zip(rows, counts, strict=True):
        lines = lines_of(lengths, players=players)
        edges, heights = bins([line["turns"] for line in lines], [line["games"] for line in lines], least, most)
        axes.stairs(heights, edges, fill=True, color=PALE[0])
        axes.stairs(heights, edges, color=COLOURS[0], linewidth=1)
        known, told = {line["measure"]: line["value"] for line in lines_of(length, players=players)}, []
        for name, percent, dash in MARKS:
            turns = known.get(f"turns, P{percent}")
            if turns is not None:
                axes.axvline(turns, color=INK, linewidth=1.3, linestyle=dash)
                told.append(f"{name} by {plain(turns)} {unit} ({plain(turns * seconds / 60)} min)")
        head(axes, among(players), "     ".join(told))
        axes.set_ylabel("% of games")
    room = max(0.03 * (most - least), 4 - (most - least) / 2)
    rows[-1].set_xlim(least - room - 0.5, most + room + 0.5)
    rows[-1].set_xlabel(unit)
    rows[-1].xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    minutes = rows[-1].secondary_xaxis(
        "bottom", functions=(lambda turns: turns * seconds / 60, lambda time: time * 60 / seconds)
    )
    dress(minutes, "")
    minutes.spines["bottom"].set_position(("outward", 36))
    minutes.set_xlabel(f"minutes, at {seconds:g} seconds a turn")
    return settled(figure)


STANDS = {"leader": ("who leads alone", COLOURS[0], "o", "-"), "last": ("who is last alone", COLOURS[1], "s", "--")}


def lead_timeline(leads: pl.DataFrame, lead_changes: pl.DataFrame) -> Figure:
    """Draw how often who leads, and who is last, at each tenth of a game wins it; and how often the lead changes hands.

    In: leads: players, who, tenth, share, low, high, games; lead_changes: players, changes, games, share.
    """
    counts = counts_of(leads)
    figure = sheet(
        "Does leading mean winning, and does the lead change hands?",
        "All play the default strategy. Left: wins of who stood alone at the top or bottom at each tenth of the "
        f"game; {games_of(leads)} a dot, whiskers are 95 % intervals, the dashed line is an equal share. Right: "
        "changes of the lead in a game, looked at ten times.",
        0.75 + 1.5 * len(counts),
        [key(name, colour, marker, line) for name, colour, marker, line in STANDS.values()],
    )  # fmt: skip
    grid = panels(figure, len(counts), 2, "y", sharex="col", sharey="col", width_ratios=[1.8, 1])
    for (stood, passed), players in zip(grid, counts, strict=True):
        head(stood, among(players))
        level(stood, 100 / players, upright=False)
        for who, (_, colour, marker, dash) in STANDS.items():
            mine = sorted(lines_of(leads, players=players, who=who), key=lambda line: line["tenth"])
            at, spots = [10 * line["tenth"] for line in mine], points(mine, "share")
            stood.plot(at, spots[:, 0], dash, color=colour, linewidth=1.5, zorder=2)
            dots(stood, at, spots, upright=True, fmt=marker, color=colour, markersize=4.5)
        for line in lines_of(lead_changes, players=players):
            percent = 100 * line["share"]
            passed.bar(line["changes"], percent, color=PALE[0], edgecolor=COLOURS[0])
            if percent >= 0.5:
                write(passed, line["changes"], percent, f"{percent:.0f}", dy=5, ha="center", fontsize=7.5)
        stood.set_ylabel("wins, % of games")
        passed.set_ylabel("% of games")
    grid[0, 0].set_ylim(-4, 104)
    grid[0, 0].set_xticks(range(10, 101, 10))
    grid[0, 1].margins(y=0.15)
    grid[0, 1].set_xlim(-0.7, max(4, int(str(lead_changes["changes"].max() or 0))) + 0.7)
    grid[0, 1].xaxis.set_major_locator(MaxNLocator(integer=True))
    grid[-1, 0].set_xlabel("% of the rounds over")
    grid[-1, 1].set_xlabel("changes of the lead")
    return settled(figure)


SOURCES = {"strategies": "strategies", "chance": "the game's chance", "whims": "players' whims"}
WIDE, NARROW = 14, 8  # percent of a bar: room for a name, for a number


def luck(luck: pl.DataFrame) -> Figure:
    """Draw what part of the variance of a win comes from strategies, from the game's chance, and from players' whims.

    In: players, source, share, low, high, games.
    """
    counts, sources = counts_of(luck), luck["source"].unique(maintain_order=True).to_list()
    figure = sheet(
        "What decides who wins",
        "Parts of the variance of a win, at tables of random strategies: what is explained by who plays which "
        f"strategy, by the game's chance, and by players' whims. {games_of(luck)} each; 95 % intervals in brackets.",
        0.6 + 0.85 * len(counts),
        [key(SOURCES.get(source, source), PALE[at % 3], "s") for at, source in enumerate(sources)],
    )  # fmt: skip
    axes = panels(figure, 1, 1, "x")[0, 0]
    for row, players in enumerate(counts):
        left = 0.0
        for at, source in enumerate(sources):
            for line in lines_of(luck, players=players, source=source):
                spot = points([line], "share")[0]
                axes.barh(row, spot[0], left=left, height=0.56, color=PALE[at % 3], edgecolor=SURFACE, linewidth=1.5)
                part(axes, (left, row), spot, SOURCES.get(source, source), at / max(1, len(sources) - 1))
                left += spot[0]
    name_rows(axes, [among(players) for players in counts])
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of the variance of a win")
    return settled(figure)


def part(axes: Axes, corner: tuple[float, int], spot: Any, source: str, place: float) -> None:
    """Write the number of a part in its bar, or beside it if it is narrow; `place` is 0 for the first, 1 for the last."""
    (left, row), (value, low, high) = corner, spot
    share, ends = f"{value:.0f} %", f"({low:.0f} to {high:.0f})" if np.isfinite(low + high) else ""
    x, y, ha, va = left + value / 2, float(row), "center", "center"
    if value >= WIDE:
        told = f"{source}\n{share} {ends}"
    elif value >= NARROW:
        told = f"{share}\n{ends}"
    else:
        told = f"{source} {share} {ends}"
        x, ha = {0.0: (left, "left"), 1.0: (left + value, "right")}.get(place, (min(max(x, 15), 85), "center"))
        y, va = (row - 0.31, "bottom") if 0 < place < 1 else (row + 0.31, "top")
    axes.text(x, y, told, ha=ha, va=va, fontsize=8.5, color=INK)
