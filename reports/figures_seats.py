"""Figures about seats: the verdicts, the shares behind them, and how these settled."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, Rectangle
from matplotlib.ticker import NullLocator

from reports.style import (
    COLOURS,
    COLOURS_LIGHT,
    EDGE,
    INK,
    MUTED,
    SURFACE,
    WIDTH,
    among,
    beside,
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
    spread,
)  # fmt: skip
from reports.words import MIXED, counted

SYMBOLS = {"FAIR": "✓", "UNFAIR": "✗", "INCONCLUSIVE": "?"}
TINTS = {"FAIR": COLOURS_LIGHT["fair"], "UNFAIR": COLOURS_LIGHT["unfair"], "INCONCLUSIVE": COLOURS_LIGHT["unsure"]}
STRONG = {"FAIR": COLOURS[2], "UNFAIR": COLOURS[1], "INCONCLUSIVE": MUTED}
SHAPES = {"FAIR": "o", "UNFAIR": "s", "INCONCLUSIVE": "^"}
Line = dict[str, Any]


def worst_first(lines: Sequence[Line]) -> list[Line]:
    """Sort verdicts: the largest deviation first."""
    return sorted(lines, key=lambda line: -abs(line["deviation"]))


def deviation(line: Line) -> Any:
    """Return how far a line's share is from an equal share, and its interval, in percentage points."""
    return points([line], "share", less=1 / line["players"])[0]


def verdict_card(verdicts: pl.DataFrame, *, default: str, margin: float) -> Figure:
    """Draw a card of verdicts: a row for each number of players, a tile for each kind of table.

    In: players, population, word, seat, share, low, high, deviation, games.
    """
    counts, names = counts_of(verdicts), verdicts["population"].unique().to_list()
    alone = [name for name in names if name != MIXED]
    heads = [f"All play {cut(default, 24)}"]
    heads += ["All play the least fair strategy"] if len(alone) > 1 else []
    heads += ["Mixed tables"] if MIXED in names else []
    left, top, high, wide = 1.0, 0.3, 1.2, min(4.0, (WIDTH - 1.0 - EDGE) / len(heads))
    body = top + high * len(counts) + 0.05
    figure = sheet(
        "Is every seat as good as any other?",
        "The seat whose win share is farthest from an equal share, in percentage points (pp) with 95 % intervals "
        "that hold for all seats at once. On the small scales the line at the middle is an equal share, the band "
        f"around it the margin of ±{100 * margin:g} pp.",
        body,
    )  # fmt: skip
    figure.set_layout_engine("none")  # one tile after the other, in inches
    axes = figure.add_axes((0, 0, 1, body / figure.get_figheight()))
    axes.set(xlim=(0, WIDTH), ylim=(body, 0))
    axes.set_axis_off()
    rows = []
    for players in counts:
        by = {line["population"]: line for line in lines_of(verdicts, players=players)}
        worst = worst_first([line for name, line in by.items() if name != MIXED])
        row = [by.get(default), *(worst[:1] if len(alone) > 1 else []), *([by.get(MIXED)] if MIXED in names else [])]
        rows.append(row)
    spots = [deviation(line) for row in rows for line in row if line]
    reach = 1.05 * max(200 * margin, *(np.nanmax(np.abs(spot)) for spot in spots))
    for at, text in enumerate(heads):
        axes.text(left + at * wide, top - 0.1, text, fontsize=9, weight="bold", color=INK, va="bottom")
    for y, (players, row) in enumerate(zip(counts, rows, strict=True)):
        axes.text(EDGE, top + high * (y + 0.45), among(players), fontsize=11, weight="bold", color=INK, va="center")
        for x, line in enumerate(row):
            if line:
                told = line["population"] if len(alone) > 1 and x == 1 else ""
                corner, size = (left + x * wide, top + y * high), (wide - 0.1, high - 0.12)
                tile(axes, line, corner, size, (100 * margin, reach), told)
    return settled(figure)


def tile(
    axes: Axes,
    line: Line,
    corner: tuple[float, float],
    size: tuple[float, float],
    scale: tuple[float, float],
    named: str,
) -> None:
    """Draw a verdict: symbol, word, games, the worst seat, and its deviation on a scale of (margin, reach)."""
    (x, y), (wide, high), word, spot = corner, size, line["word"], deviation(line)

    def say(at: tuple[float, float], text: str, size: float, color: str = INK, **look: Any) -> None:
        axes.text(x + at[0], y + at[1], text, fontsize=size, color=color, va="center_baseline", **look)

    box = FancyBboxPatch((x + 0.05, y + 0.05), wide - 0.1, high - 0.1, boxstyle="round,pad=0.05", linewidth=0)
    box.set_facecolor(TINTS[word])
    axes.add_patch(box)
    axes.add_patch(Circle((x + 0.24, y + 0.24), 0.13, facecolor=STRONG[word], linewidth=0))
    say((0.24, 0.245), SYMBOLS[word], 10, SURFACE, weight="bold", ha="center")
    say((0.45, 0.245), word, 11, weight="bold")
    say((wide - 0.1, 0.245), counted(line["games"], "game"), 7.5, MUTED, ha="right")
    say((0.11, 0.54), f"seat {line['seat']}: {spread(spot)}", 8.5)
    if named:
        say((0.11, 0.73), f"all play {cut(named, int(wide / 0.083))}", 8, MUTED)
    gauge(axes, (x + wide / 2, y + high - 0.15), wide / 2 - 0.12, scale, spot, STRONG[word])


def gauge(
    axes: Axes, middle: tuple[float, float], half: float, scale: tuple[float, float], spot: Any, colour: str
) -> None:
    """Draw a deviation and its interval on a small scale, so many inches to either side."""
    (x, y), (margin, reach) = middle, scale
    inches = half / reach
    axes.add_patch(
        Rectangle((x - margin * inches, y - 0.07), 2 * margin * inches, 0.14, facecolor=SURFACE, linewidth=0)
    )
    axes.plot([x - half, x + half], [y, y], color=MUTED, linewidth=0.6)
    axes.plot([x, x], [y - 0.09, y + 0.09], color=MUTED, linewidth=1)
    value, low, high = x + spot * inches
    if np.isfinite(high - low):
        axes.add_patch(Rectangle((low, y - 0.017), high - low, 0.034, facecolor=INK, linewidth=0, zorder=2))
    axes.plot([value], [y], "o", color=colour, markeredgecolor=INK, markersize=6)


def seat_shares(seats: pl.DataFrame, *, default: str, margin: float) -> Figure:
    """Draw how far each seat is from an equal share, where all play the default strategy and at mixed tables.

    In: players, population, seat, share, low, high, games.
    """
    shown = seats.filter(pl.col("population").is_in([default, MIXED]))
    counts = counts_of(shown)
    looks = [look for look in ((default, COLOURS[0], "o"), (MIXED, COLOURS[1], "D")) if look[0] in shown["population"]]
    keys = [
        key(MIXED if name == MIXED else f"all play {cut(name, 60)}", colour, marker, hollow=name == MIXED)
        for name, colour, marker in looks
    ]
    seated = {players: shown.filter(players=players)["seat"].n_unique() for players in counts}
    figure = sheet(
        "How far each seat is from winning its equal share",
        f"Win share of each seat less an equal share; {games_of(shown)} each, whiskers are 95 % intervals that hold "
        f"for all seats at once. The band is the margin of ±{100 * margin:g} percentage points.",
        0.55 + sum(0.42 * seats + 0.38 for seats in seated.values()), keys,
    )  # fmt: skip
    rows = panels(figure, len(counts), sharex=True, height_ratios=list(seated.values()))[:, 0]
    for axes, players in zip(rows, counts, strict=True):
        head(axes, among(players), f"an equal share is {100 / players:.1f} %")
        level(axes, margin=margin)
        named = sorted(shown.filter(players=players)["seat"].unique().to_list())
        name_rows(axes, [f"seat {seat}" for seat in named])
        for at, (name, colour, marker) in enumerate(looks):
            lines = lines_of(shown, players=players, population=name)
            rows_at = np.array([named.index(line["seat"]) for line in lines]) + 0.36 * (at - (len(looks) - 1) / 2)
            face = SURFACE if name == MIXED else colour
            dots(
                axes, rows_at, points(lines, "share", less=1 / players), fmt=marker, color=colour, markerfacecolor=face
            )
            for line, y in zip(lines, rows_at, strict=True):
                beside(axes, y, f"{100 * line['share']:.1f} %", color=colour)
    finish_deviations(rows[-1])
    return settled(figure)


def finish_deviations(axes: Axes) -> None:
    """Label an axis of deviations, and leave room beside the whiskers for text."""
    axes.margins(x=0.08)
    signs(axes.xaxis)
    axes.set_xlabel("win share less an equal share, percentage points")


def forest(verdicts: pl.DataFrame, *, margin: float) -> Figure:
    """Draw all verdicts: the seat that deviates most at each kind of table, against the margin.

    In: players, population, word, seat, share, low, high, deviation, games.
    """
    counts = counts_of(verdicts)
    sizes = {players: verdicts.filter(players=players).height for players in counts}
    figure = sheet(
        "The seat that deviates most, whoever plays",
        f"Deviation of one seat's win share from an equal share; {games_of(verdicts)} each, whiskers are 95 % "
        f"intervals that hold for all seats at once. The band is the margin of ±{100 * margin:g} percentage points "
        "(pp); whether a seat is FAIR is a test at 5 % of each end, so whiskers may reach out of it.",
        0.55 + sum(0.185 * size + 0.36 for size in sizes.values()),
        [key(f"{symbol} {word}", STRONG[word], SHAPES[word]) for word, symbol in SYMBOLS.items()],
    )  # fmt: skip
    rows = panels(figure, len(counts), sharex=True, height_ratios=[size + 0.4 for size in sizes.values()])[:, 0]
    for axes, players in zip(rows, counts, strict=True):
        lines = worst_first(lines_of(verdicts, players=players))
        lines.sort(key=lambda line: line["population"] == MIXED)
        head(axes, among(players))
        level(axes, margin=margin)
        name_rows(axes, [cut(line["population"], 40) for line in lines], 8)
        for at, line in enumerate(lines):
            spot, word = deviation(line), line["word"]
            dots(axes, at, spot[None], fmt=SHAPES[word], color=STRONG[word], markersize=4.5, capsize=2, elinewidth=1.2)
            beside(axes, at, f"{SYMBOLS[word]} {word}")
            beside(axes, at, f"seat {line['seat']}  {spread(spot)}", 88)
    finish_deviations(rows[-1])
    return settled(figure)


def convergence(convergence: pl.DataFrame, *, margin: float) -> Figure:
    """Draw how the win share of the seat that deviates most settled as games were added.

    In: players, seat, games, share, low, high.
    """
    counts = counts_of(convergence)
    last = convergence.group_by("players", maintain_order=True).last()
    figure = sheet(
        "How the result settled as games were added",
        "Win share so far of the seat that deviates most in the end, less an equal share (dashed), up to "
        f"{games_of(last)}; shaded around it its 95 % interval at each moment. The flat band is the margin of "
        f"±{100 * margin:g} percentage points (pp).",
        2.9,
    )  # fmt: skip
    row = panels(figure, 1, len(counts), "y", sharex=True, sharey=True)[0]
    for axes, players in zip(row, counts, strict=True):
        lines = lines_of(convergence, players=players)
        spots = points(lines, "share", less=1 / players)
        games = [line["games"] for line in lines]
        level(axes, margin=margin, upright=False)
        axes.fill_between(games, spots[:, 1], spots[:, 2], color=COLOURS[0], alpha=0.28, linewidth=0)
        axes.plot(games, spots[:, 0], color=COLOURS[0], linewidth=1.6, marker="o" if len(games) == 1 else "")
        head(axes, f"{among(players)}, seat {lines[-1]['seat']}")
        axes.text(
            0.98, 0.03, spread(spots[-1]).replace(" (", "\n("), transform=axes.transAxes, ha="right", va="bottom",
            fontsize=8, color=INK, linespacing=1.3, bbox={"facecolor": SURFACE, "edgecolor": "none", "pad": 1.5},
        )  # fmt: skip
        axes.set_xlabel("games played")
    row[0].set_xscale("log")
    least, most = (int(str(found)) for found in (convergence["games"].min(), convergence["games"].max()))
    ticks = [10**power for power in range(10) if least <= 10**power <= most]
    ticks = ticks if len(ticks) > 1 else sorted({least, most})
    row[0].set_xticks(ticks, [thousands(tick) for tick in ticks])
    row[0].xaxis.set_minor_locator(NullLocator())
    row[0].set_ylabel("win share less an equal share, pp")
    final = max(np.nanmax(np.abs(deviation(line))) for line in last.to_dicts())
    row[0].set_ylim(-max(400 * margin, 1.2 * final), max(400 * margin, 1.2 * final))
    signs(row[0].yaxis)
    return settled(figure)


def thousands(games: float) -> str:
    """Write a round number in little room.

    >>> thousands(100), thousands(1e4), thousands(1e6)
    ('100', '10k', '1M')
    """
    return f"{games / 1e6:g}M" if games >= 1e6 else f"{games / 1e3:g}k" if games >= 1e3 else f"{games:g}"
