"""Figures of a fairness study: against the base game, rule by rule, and with other readings of the rulebook."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Circle, Rectangle
from matplotlib.textpath import TextPath
from matplotlib.ticker import MaxNLocator

from reports.figures_seats import SHAPES, STRONG, SYMBOLS, TINTS
from reports.style import (
    BAND,
    COLOURS,
    EDGE,
    GRID,
    INK,
    MUTED,
    SURFACE,
    WIDTH,
    among,
    beside,
    counts_of,
    cut,
    dots,
    escaped,
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
    signed,
    signs,
    write,
)  # fmt: skip
from reports.words import LARGEST, MIXED

Line = dict[str, Any]
AS = {"AS FAIR": "FAIR", "LESS FAIR": "UNFAIR", "INCONCLUSIVE": "INCONCLUSIVE"}  # words that look the same
SLOT = 0.16  # inches from one row to the next, where there are many
ROW = 0.29  # inches from one row of tiles to the next
SMALL = 6.5  # points of type


def against(against: pl.DataFrame, *, worse: float) -> Figure:
    """Draw whether a variant is at least as fair as the game it varies: a row for each kind of table, the worst first.

    In: players, population, base, variant, change, low, high, word, games.
    """
    counts = counts_of(against)
    sizes = {players: against.filter(players=players).height for players in counts}
    pp, spots = f"{100 * worse:g} pp", points(against.to_dicts(), "change")
    blank = " No whisker: too few games." if np.isnan(spots).any() else ""
    figure = sheet(
        "Is the variant at least as fair as the base game?",
        "By how many percentage points (pp) the seat that deviates most is farther from an equal share than in the base "
        f"game, and how far it is off in both (base → variant); {games_of(against)} under each, on the same luck. "
        "Whiskers are 95 % intervals that hold for all rows at once. AS FAIR: a one-sided 5 % test of that row alone finds "
        f"it less than {pp} worse, though its whisker, which is wider, may end beyond; LESS FAIR: the whisker lies "
        f"wholly beyond.{blank}",
        0.55 + sum(0.185 * size + 0.36 for size in sizes.values()),
        [key(f"{SYMBOLS[look]} {word}", STRONG[look], SHAPES[look]) for word, look in AS.items()]
        + [key(f"{pp} worse, the most that counts as fair", INK, "", "-")],
    )  # fmt: skip
    ends = np.append(spots[np.isfinite(spots)], [0, 200 * worse])
    room = 0.05 * (ends.max() - ends.min())
    low, high = ends.min() - room, ends.max() + room
    rows = panels(figure, len(counts), sharex=True, height_ratios=[size + 0.4 for size in sizes.values()])[:, 0]
    for axes, players in zip(rows, counts, strict=True):
        lines = sorted(lines_of(against, players=players), key=lambda line: -line["change"])
        lines.sort(key=lambda line: line["population"] == MIXED)
        head(axes, among(players))
        axes.axvspan(100 * worse, high, color=TINTS["UNFAIR"], linewidth=0, zorder=0)
        axes.axvline(100 * worse, color=INK, linewidth=1, zorder=1)
        level(axes)
        name_rows(axes, [cut(line["population"], 40) for line in lines], 8)
        for at, (line, spot) in enumerate(zip(lines, points(lines, "change"), strict=True)):
            look = AS[line["word"]]
            dots(axes, at, spot[None], fmt=SHAPES[look], color=STRONG[look], markersize=4.5, capsize=2, elinewidth=1.2)
            beside(axes, at, f"{SYMBOLS[look]} {line['word']}")
            beside(axes, at, f"{100 * line['base']:.2f} → {100 * line['variant']:.2f} pp", 88)
        axes.set_xlim(low, high)
    write(rows[0], 1, 1, "base → variant", 88, 6, fontsize=7.5, color=MUTED, va="bottom", xycoords="axes fraction")
    signs(rows[-1].xaxis)
    rows[-1].set_xlabel("← fairer      change of the largest deviation of a seat, percentage points      less fair →")
    return settled(figure)


def rule_effects(effects: pl.DataFrame, *, population: str) -> Figure:
    """Draw what each rule of a variant does to the seats: a column for each number of players, rows grouped by rules.

    In: players, population, rules, of ("seat 1", ... or "largest deviation"), change, low, high, games.
    """
    shown = effects.filter(population=population)
    counts, groups = counts_of(shown), shown["rules"].unique(maintain_order=True).to_list()
    names = [LARGEST, *sorted(set(shown["of"].to_list()) - {LARGEST}, key=lambda name: (len(name), name))]
    each = len(names) + 1.4  # a line for what the group is about, and a gap
    who = f"at {MIXED}" if population == MIXED else f"where all play {cut(population, 60)}"
    others, two = "", ""
    if len(groups) > 1:
        others = " (the mean over the others on and off)"
        two = " A × B: how much more A changes where B is on than off."
    figure = sheet(
        "Which rule does it?",
        f"What switching one of the variant's rules on changes{others}: how far the seat that deviates most is from an equal "
        "share (below 0: fairer), and the win share of each seat, in percentage points "
        f"(pp).{two} This is {who}: {games_of(shown)} under each combination of the rules, on the same luck. Whiskers are "
        "95 % intervals that hold for all that is told at once, with every number of players.",
        0.75 + SLOT * each * len(groups),
        [key(f"{LARGEST} of a seat", INK, "D"), key("win share of a seat", COLOURS[0]),
         key("hollow: may be 0", MUTED, hollow=True)],
    )  # fmt: skip
    row = panels(figure, 1, len(counts), sharex=True, sharey=True)[0]
    labels = {group * each + 1 + at: name for group in range(len(groups)) for at, name in enumerate(names)}
    for axes, players in zip(row, counts, strict=True):
        head(axes, among(players))
        level(axes)
        for at, (group, name) in enumerate((group, name) for group in groups for name in names):
            for line in lines_of(shown, players=players, rules=group, of=name):
                effect(axes, list(labels)[at], line)
        for group in range(len(groups)):
            axes.axhspan(group * each + 0.5, group * each + 1.5, color=BAND, linewidth=0, zorder=0)
            # The line above holds what the group is about, written across all columns.
            axes.axhspan(group * each - 0.9, group * each + 0.49, color=SURFACE, linewidth=0, zorder=2)
        axes.set_yticks(list(labels), list(labels.values()), fontsize=8)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_ylim(each * len(groups) - 0.9, -0.6)
        axes.xaxis.set_major_locator(MaxNLocator(4 if len(counts) > 3 else 8, steps=[1, 2, 5, 10]))
        signs(axes.xaxis)
        axes.margins(x=0.08)
        axes.set_xlabel("change, pp")
    settled(figure)
    for group, name in enumerate(groups):
        _, y = figure.transFigure.inverted().transform(row[0].transData.transform((0, group * each)))
        text = fitted(name, WIDTH - 2 * EDGE, 8.5, "bold")
        figure.text(EDGE / WIDTH, y, text, fontsize=8.5, weight="bold", color=INK, va="center")
    return figure


def effect(axes: Axes, at: float, line: Line) -> None:
    """Draw what a rule changes: full where it surely isn't 0."""
    spot = points([line], "change")
    _, low, high = spot[0]
    marker, colour = ("D", INK) if line["of"] == LARGEST else ("o", COLOURS[0])
    face = colour if low > 0 or high < 0 else SURFACE  # not known: neither
    dots(axes, at, spot, fmt=marker, color=colour, markerfacecolor=face, markersize=4.5, capsize=2, elinewidth=1.2)
    if line["of"] == LARGEST:
        beside(axes, at, signed(spot[0][0]), 3)


def unknown(unknown: pl.DataFrame, *, margin: float) -> Figure:
    """Draw the verdict under each plausible value of the rules that the rulebook leaves open: a tile for each number of players.

    In: players, rule, value, here, same, word, seat, deviation, games.
    """
    counts, rules = counts_of(unknown), unknown["rule"].unique(maintain_order=True).to_list()
    values = {rule: unknown.filter(rule=rule)["value"].unique(maintain_order=True).to_list() for rule in rules}
    judged = {line["players"]: line["word"] for line in lines_of(unknown, here=True)}
    others = [line for line in lines_of(unknown, here=False) if line["players"] in judged]
    changed = [line for line in others if another(line, judged)]
    told = " None gives another verdict than as judged." if others else ""
    if changed:
        told = f" Outlined: another verdict than as judged ({len(changed)} of {len(others)})"
        if any(line["word"] == "INCONCLUSIVE" for line in changed):
            told += "; fewer games alone can make one INCONCLUSIVE"
        told += "."
    told += " Blank: impossible." if unknown.height < len(counts) * sum(map(len, values.values())) else ""
    body = 0.1 + ROW * (sum(map(len, values.values())) + len(rules))
    figure = sheet(
        "Does the verdict depend on what the rulebook leaves open?",
        "The verdict with each plausible value of an open rule, all else as judged, and the seat that deviates most of those "
        f"that decide it: its win share less an equal share, in percentage points (pp); {games_of(unknown)} of each way to "
        f"play. FAIR: every seat surely within the margin of ±{100 * margin:g} pp (tests at 5 %); UNFAIR: some seat's 95 % "
        f"interval, which holds for all seats of all ways to play at once, wholly beyond.{told}",
        body,
        [key(f"{symbol} {word}", STRONG[word]) for word, symbol in SYMBOLS.items()],
    )  # fmt: skip
    figure.set_layout_engine("none")  # one tile after the other, in inches
    axes = figure.add_axes((0, 0, 1, body / figure.get_figheight()))
    axes.set(xlim=(0, WIDTH), ylim=(body, 0))
    axes.set_axis_off()
    labels = {
        (rule, value): ending(lines_of(unknown, rule=rule, value=value)) for rule in rules for value in values[rule]
    }
    needed = [inches(escaped(value + end), 8, weight) for (_, value), (end, weight) in labels.items()]
    needed += [inches(escaped(rule), 8.5, "bold") for rule in rules]
    left = EDGE + 0.24 + min(2.4, max(1, *needed))
    wide = min(1.7, (WIDTH - EDGE - left) / len(counts))
    for at, players in enumerate(counts):
        axes.text(
            left + at * wide, 0.65 * ROW, among(players), fontsize=9, weight="bold", color=INK, va="center_baseline"
        )
    y = 0.0
    for rule in rules:
        text = fitted(rule, left - EDGE - 0.12, 8.5, "bold")
        axes.text(EDGE, y + 0.65 * ROW, text, fontsize=8.5, weight="bold", color=INK, va="center_baseline")
        for value in values[rule]:
            y += ROW
            end, weight = labels[rule, value]
            text = in_two(value, left - EDGE - 0.2, 8, weight, end)
            look: Line = {"fontsize": 8, "va": "center_baseline"}
            if "\n" in text:
                look = {"fontsize": SMALL, "va": "center", "linespacing": 1.1}
            axes.text(EDGE + 0.12, y + ROW / 2, text, color=INK, weight=weight, **look)
            for line in lines_of(unknown, rule=rule, value=value):
                corner = (left + counts.index(line["players"]) * wide, y)
                verdict(axes, line, corner, wide - 0.05, another(line, judged))
        y += ROW
    return settled(figure)


def another(line: Line, judged: dict[int, str]) -> bool:
    """Tell whether a verdict is another than the one that was judged for that number of players."""
    return line["players"] in judged and judged[line["players"]] != line["word"]


def ending(lines: Sequence[Line]) -> tuple[str, str]:
    """Return what is written after a value, and the weight of both: bold if the verdict was given for it."""
    here = [str(line["players"]) for line in lines if line["here"]]
    some = f" with {', '.join(here)}" if len(here) < len(lines) else ""
    return (f" (as judged{some})", "bold") if here else ("", "normal")


def verdict(axes: Axes, line: Line, corner: tuple[float, float], wide: float, outlined: bool) -> None:
    """Draw a tile: symbol, deviation and seat; muted if the value changes nothing in play."""
    (x, y), word, high = corner, line["word"], ROW - 0.04
    middle, idle = y + ROW / 2, line["same"] and not line["here"]
    box = Rectangle((x, y + 0.02), wide, high, facecolor=SURFACE if idle else TINTS[word], linewidth=0)
    if idle or outlined:
        box.set(edgecolor=INK if outlined else GRID, linewidth=1.4 if outlined else 0.8)
    axes.add_patch(box)
    if idle:
        axes.text(x + wide / 2, middle, "no change", fontsize=7.5, color=MUTED, ha="center", va="center")
        return
    axes.add_patch(Circle((x + 0.14, middle), 0.085, facecolor=STRONG[word], linewidth=0))
    usual: Line = {"va": "center_baseline", "color": INK}
    axes.text(x + 0.14, middle, SYMBOLS[word], fontsize=7, weight="bold", ha="center", **(usual | {"color": SURFACE}))
    unit = " pp" if wide > 1.25 else ""  # in less room the words above have to say it
    axes.text(x + 0.28, middle, f"{signed(100 * line['deviation'])}{unit}", fontsize=8, **usual)
    seat = f"seat {line['seat']}"
    axes.text(x + wide - 0.06, middle, seat, fontsize=SMALL, ha="right", **(usual | {"color": MUTED}))


def inches(text: str, size: float, weight: str = "normal") -> float:
    """Return how wide a line of text is."""
    if not text.strip():  # it has no outline
        return 0
    return float(TextPath((0, 0), text, size=size, prop=FontProperties(weight=weight)).get_extents().x1) / 72


def fitted(text: str, wide: float, size: float, weight: str = "normal") -> str:
    """Return text, escaped, that is no wider than so many inches: its beginning and an ellipsis if it has to be."""
    text = " ".join(text.split())
    if inches(escaped(text), size, weight) <= wide:
        return escaped(text)
    return escaped(text[: fitting(text, wide, size, weight)].rstrip()) + "…"


def fitting(text: str, wide: float, size: float, weight: str) -> int:
    """Return how many characters of a text fit before an ellipsis."""
    return max(1, bisect_right(range(len(text)), wide, key=lambda n: inches(escaped(text[:n]) + "…", size, weight)) - 1)


def in_two(text: str, wide: float, size: float, weight: str, end: str = "") -> str:
    """Return text, escaped, and its end in one line that fits, or in two of smaller letters.

    It is broken after a comma or a space if there is one, and cut if need be; its end is not.
    """
    text = " ".join(text.split())
    if inches(escaped(text + end), size, weight) <= wide:
        return escaped(text) + end
    first, rest = text, ""
    if inches(escaped(text), SMALL, weight) > wide:
        room = fitting(text, wide, SMALL, weight)
        broken = max(text.rfind(mark, 0, room) for mark in ", ") + 1 or room
        first, rest = text[:broken].rstrip(), text[broken:]
    below = fitted(rest, wide - inches(end, SMALL, weight), SMALL, weight) + end
    return f"{escaped(first)}\n{below.lstrip()}"
