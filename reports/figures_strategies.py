"""Figures about choices: which strategy beats which, how far to push, what attacks do."""

import re
from bisect import bisect
from collections.abc import Mapping, Sequence
from itertools import pairwise
from textwrap import fill
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from reports.style import (
    BAND,
    COLOURS,
    GRID,
    INK,
    MUTED,
    STEPS,
    SURFACE,
    among,
    counts_of,
    cut,
    dots,
    escaped,
    games_of,
    head,
    key,
    level,
    lines_of,
    look_of,
    name_rows,
    named,
    panels,
    plain,
    points,
    settled,
    sheet,
    signed,
    write,
)  # fmt: skip

BOUNDS = (-35, -20, -10, -5, -1, 1, 5, 10, 20, 35)  # percentage points between the steps of colour
MANY = 8  # strategies: with more, cells hold whole numbers
WIDE = 10  # times the least step: an axis with larger ones is logarithmic


def strategy_heatmap(matrix: pl.DataFrame, *, default: str) -> Figure:
    """Draw what one player of each strategy wins among players of each other, less an equal share.

    In: players, strategy, field, share, low, high, games. Strategies are sorted by their mean over all fields.
    """
    counts = counts_of(matrix)
    more = matrix.with_columns(more=100 * (pl.col("share") - 1 / pl.col("players")))
    others = more.filter(pl.col("strategy") != pl.col("field"))
    ranked = others.group_by("strategy").agg(pl.col("more").mean()).sort("more", "strategy", descending=[True, False])
    names = ranked["strategy"].to_list() or matrix["strategy"].unique().to_list()
    labels = [named(name) + (" *" if name == default else "") for name in names]
    long = any("\n" in label for label in labels)
    columns = min(len(counts), max(2, int(12 / len(names))))
    rows, side = -(-len(counts) // columns), max(0.27, min(0.42, 3.8 / len(names)))
    blank = any(
        len({line["strategy"] for line in lines_of(matrix, players=players)}) < len(names) for players in counts
    )
    figure = sheet(
        "What one player of a strategy wins among players of another",
        f"Win share less an equal share, percentage points: row among players of column; {games_of(others)} a cell. "
        "Hatched: the 95 % interval includes 0. Blue is more, orange less. The strongest comes first (mean over all "
        "columns); * is the default." + (" Blank: plays as another does, and was left out." if blank else ""),
        rows * (side * len(names) + 0.35) + (1.6 if long else 0.9),
    )  # fmt: skip
    grid = list(panels(figure, rows, columns, "", sharey=True).flat)
    for axes in grid[len(counts) :]:
        axes.remove()
    for at, (axes, players) in enumerate(zip(grid, counts, strict=False)):
        head(axes, among(players))
        for line in lines_of(more, players=players):
            cell(axes, line, (names.index(line["field"]), names.index(line["strategy"])), len(names) > MANY)
        name_rows(axes, labels, 8)
        name_columns(axes, labels if at + columns >= len(counts) else [""] * len(labels), long)
        axes.spines[:].set_visible(False)
    return settled(figure)


def name_columns(axes: Axes, names: Sequence[str], long: bool) -> None:
    """Write names below the columns, upright if they are long."""
    look: dict[str, Any] = {"rotation": 90, "va": "center", "fontsize": 7} if long else {"rotation": 40, "fontsize": 8}
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.set_xticks(range(len(names)), names, rotation_mode="anchor", ha="right", **look)
    axes.tick_params(axis="x", length=0)


def cell(axes: Axes, line: dict[str, Any], at: tuple[int, int], whole: bool) -> None:
    """Draw one cell: its step of colour, its number, hatched if that can't be told from 0; empty for its own field."""
    (x, y), more = at, line["more"]
    if line["strategy"] == line["field"]:
        axes.plot([x], [y], marker="x", color=GRID, markersize=4)
        return
    step = bisect(BOUNDS, more)
    low, _, high = sorted(points([line], "share", less=1 / line["players"])[0])
    unsure = low <= 0 <= high
    look: dict[str, Any] = {"edgecolor": SURFACE, "linewidth": 0.8}
    if unsure:
        look = {"edgecolor": MUTED, "linewidth": 0, "hatch": "////"}
    axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=STEPS[step], **look))
    text = signed(more) if not whole else f"{more:+.0f}".replace("-", "−").replace("+0", "0").replace("−0", "0")
    colour = SURFACE if step in (0, 1, 9, 10) else INK
    behind = {"facecolor": STEPS[step], "edgecolor": "none", "pad": 1} if unsure else None
    axes.text(x, y, text, fontsize=7, color=colour, ha="center", va="center", bbox=behind)


def effects(effects: pl.DataFrame) -> Figure:
    """Draw what each seat and each strategy adds to the win share, from one regression for each number of players.

    In: players, kind, name, effect, low, high, games.
    """
    counts, kinds = counts_of(effects), effects["kind"].unique(maintain_order=True).to_list()
    kinds_of = {kind: ranked(effects.filter(kind=kind)) for kind in kinds}
    each = 0.14 + 0.085 * len(counts)
    figure = sheet(
        "What a seat and a strategy add to the win share",
        "At tables of random strategies: effects from one regression for each number of players, each kind with a "
        f"mean of 0; {games_of(effects)} each, whiskers are 95 % intervals.",
        0.6 + sum(each * len(names) + 0.36 for names in kinds_of.values()),
        [key(among(players), *look_of(players)) for players in counts],
    )  # fmt: skip
    rows = panels(figure, len(kinds), sharex=True, height_ratios=[len(names) + 0.6 for names in kinds_of.values()])[
        :, 0
    ]
    for axes, (kind, names) in zip(rows, kinds_of.items(), strict=True):
        head(axes, f"each {kind}")
        level(axes)
        name_rows(axes, [f"{kind} {name}" if name.isdigit() else named(name) for name in names])
        for place, players in enumerate(counts):
            lines = lines_of(effects, kind=kind, players=players)
            at = np.array([names.index(line["name"]) for line in lines]) + 0.7 * ((place + 0.5) / len(counts) - 0.5)
            colour, marker = look_of(players)
            dots(axes, at, points(lines, "effect"), fmt=marker, color=colour, markersize=4.5, capsize=2)
        for y in range(1, len(names)):
            axes.axhline(y - 0.5, color=GRID, linewidth=0.5)
    rows[-1].set_xlabel("change of the win share, percentage points")
    return settled(figure)


def ranked(effects: pl.DataFrame) -> list[str]:
    """Sort what has an effect: seats by their numbers, all else by its mean effect."""
    found = effects.group_by("name").agg(pl.col("effect").mean()).sort("effect", "name", descending=[True, False])
    names: list[str] = found["name"].to_list()
    return sorted(names, key=lambda name: (len(name), name)) if all(name.isdigit() for name in names) else names


def push_curve(push: pl.DataFrame, push_best: pl.DataFrame, *, strategy: str, knob: str, unit: str) -> Figure:
    """Draw what a player wins who stops at each number, and how often such a player goes bust, if that can happen.

    In: push: players, value, share, low, high, games, and where there are busts: busts, busts_low, busts_high; push_best: players,
    value, share, close_from, close_to.
    """
    counts, busts = counts_of(push), "busts" in push.columns
    figure = sheet(
        "How far to push one's luck" if busts else "How far to go",
        f"One player of {cut(strategy, 60)} at each value of {knob}, among players of the default strategy; "
        f"{games_of(push)} a dot, whiskers are 95 % intervals. Star: the best value; shaded: within one percentage "
        "point of it; dashed: an equal share.",
        4.6 if busts else 3.0,
    )  # fmt: skip
    rows = panels(
        figure, 1 + busts, len(counts), "y", sharex=True, sharey="row", height_ratios=[3, 2] if busts else [1]
    )
    steps = [after - before for before, after in pairwise(sorted(push["value"].unique().to_list()))]
    half = min(steps, default=1) / 2
    for column, players in zip(rows.T, counts, strict=True):
        lines = sorted(lines_of(push, players=players), key=lambda line: line["value"])
        at, (colour, marker), top = [line["value"] for line in lines], look_of(players), column[0]
        head(top, among(players))
        level(top, 100 / players, upright=False)
        spots = [points(lines, "share"), *([points(lines, "busts", "busts_", scale=1)] if busts else [])]
        for axes, seen in zip(column, spots, strict=True):
            axes.plot(at, seen[:, 0], color=colour, linewidth=1.2, zorder=2)
            dots(axes, at, seen, upright=True, fmt=marker, color=colour, markersize=4)
        for best in lines_of(push_best, players=players):
            for axes in column:
                axes.axvspan(best["close_from"] - half, best["close_to"] + half, color=BAND, linewidth=0, zorder=0)
            top.plot(best["value"], 100 * best["share"], marker="*", color=INK, markersize=11, zorder=4)
            side = 1 if best["value"] <= (at[0] + at[-1]) / 2 else -1
            told, ha = f"{plain(best['value'])}: {100 * best['share']:.1f} %", "left" if side > 0 else "right"
            write(top, best["value"], 100 * best["share"], told, 8 * side, 6, weight="bold", ha=ha)
        column[-1].set_xlabel(f"{knob}, {unit}" if busts else knob)
    rows[0, 0].set_ylabel("wins, % of games")
    if busts:
        rows[1, 0].set_ylabel("busts a game")
    for axes in rows[:, 0]:
        most = axes.get_ylim()[1]
        axes.set_ylim(-0.03 * most, 1.05 * most)
    return settled(figure)


def along(values: Sequence[float]) -> NDArray[np.float64]:
    """Return where values stand on an axis of as many units as there are steps: a logarithmic one if they span a lot.

    >>> along([0, 1, 2, 5, 8]).tolist(), along([1, 10, 100, 1000]).tolist()
    ([0.0, 0.5, 1.0, 2.5, 4.0], [0.0, 1.0, 2.0, 3.0])
    """
    given = np.array(values, float)
    steps = np.diff(given)
    if len(given) > 1 and steps.max() > WIDE * steps.min():
        given = np.log(np.maximum(given, given[given > 0].min() / WIDE))
    places: NDArray[np.float64] = (given - given[0]) / ((given[-1] - given[0]) or 1) * (len(given) - 1)
    return places


def gift_curves(gifts: pl.DataFrame, *, meanings: Mapping[str, str], default: str) -> Figure:
    """Draw what one player wins who alone is given something, by how much of it; a panel for each rule.

    In: players, rule, value, share, low, high, games. `meanings` are what the rules mean, by name.
    """
    counts = counts_of(gifts)
    values = {rule: sorted(gifts.filter(rule=rule)["value"].unique().to_list()) for rule in meanings}
    values = {rule: tried for rule, tried in values.items() if tried}
    figure = sheet(
        "What things are worth to one player",
        f"One player alone has so much of something, among players of {cut(default, 40)}; {games_of(gifts)} a dot, whiskers are "
        "95 % intervals, dashed lines an equal share. Hollow: what all others have. Where values lie far "
        "apart the axis is logarithmic.",
        3.9,
        [key(among(players), *look_of(players)) for players in counts],
    )  # fmt: skip
    widths = [max(2.6, len(tried)) for tried in values.values()]
    row = panels(figure, 1, len(values), "y", sharey=True, width_ratios=widths)[0]
    for axes, width, (rule, tried) in zip(row, widths, values.items(), strict=True):
        head(axes, rule)
        places = along(tried)
        for at, players in enumerate(counts):
            lines = {line["value"]: line for line in lines_of(gifts, players=players, rule=rule)}
            known = [place for place, value in enumerate(tried) if value in lines]
            spots = points([lines[tried[place]] for place in known], "share")
            colour, marker = look_of(players)
            shifted = places[known] + 0.12 * (at - (len(counts) - 1) / 2)
            axes.axhline(100 / players, color=colour, linewidth=0.8, linestyle=(0, (4, 2)), zorder=1)
            axes.plot(shifted, spots[:, 0], color=colour, linewidth=1, zorder=2)
            dots(axes, shifted, spots, upright=True, fmt=marker, color=colour, markersize=4.5)
            nothing = [at for at, place in enumerate(known) if not lines[tried[place]]["games"]]
            axes.plot(
                shifted[nothing],
                spots[nothing, 0],
                marker,
                color=colour,
                markerfacecolor=SURFACE,
                markersize=5,
                zorder=4,
            )
        axes.set_xticks(places, [f"{value:g}" for value in tried])
        axes.set_xlim(-0.6, len(tried) - 0.4)
        axes.set_xlabel(fill(escaped(re.split("[,:]", meanings[rule])[0]), max(16, int(90 * width / sum(widths)))))
    row[0].set_ylabel("wins, % of games")
    row[0].set_ylim(0, None)
    return settled(figure)


WHO = {"attacker": (COLOURS[0], "o"), "attacked": (COLOURS[1], "s"), "each other player": (COLOURS[2], "^")}


def attack_panel(places: pl.DataFrame, swings: pl.DataFrame, *, attack: str, hit: str, unit: str) -> Figure:
    """Draw whom attacks hit, what they take, and what each of them changes; a row for each number of players.

    In: places: players, place, share, low, high, blind, taken, taken_low, taken_high, attacks, games; swings: players,
    who, number, swing, low, high, games.
    """
    counts = counts_of(places)
    keys = [key(f"{hit}s"), key("if chosen blindly", INK, "d", hollow=True)]
    figure = sheet(
        f"{attack}: whom it hits, what it takes, and what it changes",
        f"All play the default strategy; {games_of(places)} each, whiskers are 95 % intervals. Left and middle: by how "
        "the attacked stood among all who could have been (1st is best). Right: win shares less those in the same "
        f"games if that one {hit} took nothing, in percentage points (pp), among {games_of(swings)} that had it.",
        0.75 + sum(1.1 + 0.12 * players for players in counts),
        [*keys, *(key(who, *look) for who, look in WHO.items())],
    )  # fmt: skip
    sizes = {"width_ratios": [1, 0.8, 1.7], "height_ratios": [1.1 + 0.12 * players for players in counts]}
    grid = panels(figure, len(counts), 3, "both", sharex="col", **sizes)
    for (whom, taken, swung), players in zip(grid, counts, strict=True):
        lines = lines_of(places, players=players)
        rows = range(len(lines))
        head(whom, among(players))
        dots(whom, rows, points(lines, "share"), color=MUTED)
        whom.plot([100 * line["blind"] for line in lines], rows, "d", color=INK, markerfacecolor="none", markersize=9)
        dots(taken, rows, points(lines, "taken", "taken_", scale=1), color=MUTED)
        for axes in (whom, taken):
            name_rows(axes, [f"stood {ordinal(line['place'])}" for line in lines])
        taken.set_yticklabels([])
        level(swung, upright=False)
        for at, (who, (colour, marker)) in enumerate(WHO.items()):
            mine = lines_of(swings, players=players, who=who)
            numbers = np.array([line["number"] for line in mine]) + 0.12 * (at - 1)
            spots = points(mine, "swing")
            swung.plot(numbers, spots[:, 0], color=colour, linewidth=0.8, zorder=2)
            dots(swung, numbers, spots, upright=True, fmt=marker, color=colour, markersize=4.5)
        swung.set_ylabel("pp of win share")
    most = swings["number"].max()
    grid[-1, 2].set_xticks(range(1, int(str(most or 1)) + 1))
    labels = (f"% of {hit}s", f"taken, {unit} (mean)", f"number of the {hit} in its game")
    for axes, label in zip(grid[-1], labels, strict=True):
        axes.set_xlabel(label)
    for axes in grid[0, :2]:
        axes.set_xlim(0, 1.05 * axes.get_xlim()[1])
    spots = points(swings.to_dicts(), "swing").clip(-100, 100)
    for axes in grid[:, 2]:
        axes.set_ylim(1.1 * np.nanmin(spots, initial=-1), 1.1 * np.nanmax(spots, initial=1))
    return settled(figure)


def ordinal(place: int) -> str:
    """Write a place.

    >>> ordinal(1), ordinal(2), ordinal(4)
    ('1st', '2nd', '4th')
    """
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")
