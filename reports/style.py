"""How figures look: inks with a light and a dark value, dressed axes, numbers in words, and how they are written."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from io import BytesIO
from math import isfinite, nan
from pathlib import Path
from textwrap import fill
from typing import Any

import numpy as np
import polars as pl
from matplotlib import rc_context, rcParamsDefault
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter
from matplotlib.transforms import Bbox
from numpy.typing import NDArray

from reports import words
from reports.words import counted

FORMATS = ("png", "svg", "pdf")
WIDTH = 9.5  # inches
EDGE = 0.12  # inches that stay empty around everything
# All that matplotlib can be set to, but for its backend, which is no look and which `rc_context` wouldn't put back.
LOOK: dict[Any, Any] = {name: value for name, value in rcParamsDefault.items() if name != "backend"} | {
    "text.hinting": "none",  # letters as wide on a screen as in print, or labels get cut off
    "svg.hashsalt": "millionfold",  # or ids in an SVG are random
}
FEWEST = 2  # players: they have the first colour

# CSS variables: (light, dark). Figures are drawn in the light values; `svg` names the variables.
# c1 to c6 are Okabe and Ito's colours (2008), told apart by colour-blind eyes and in grey; t1 to t3 their tints.
# d1 to d11 go from much less to much more, after ColorBrewer's PuOr and RdBu; numbers on d1, d2, d10 and d11 are
# written in `surface`.
VARIABLES = {
    "ink": ("#1a1a1a", "#ebe9e4"),
    "muted": ("#595d63", "#a9adb4"),
    "grid": ("#d9dadc", "#363b43"),
    "surface": ("#ffffff", "#14161a"),
    "band": ("#e4ecf4", "#212c39"),
    "fair": ("#dff0ea", "#14342b"),
    "unfair": ("#fbe4d6", "#43261a"),
    "unsure": ("#ededee", "#2a2d33"),
    "c1": ("#0072b2", "#4a9fdc"),
    "c2": ("#d55e00", "#f08b45"),
    "c3": ("#009e73", "#3cc79b"),
    "c4": ("#cc79a7", "#e3a0c6"),
    "c5": ("#e69f00", "#f4c152"),
    "c6": ("#56b4e9", "#a3dcf9"),
    "t1": ("#8cc0dd", "#2c5471"),
    "t2": ("#ecb78c", "#774b2d"),
    "t3": ("#8cd3bd", "#266654"),
    "d1": ("#7f3b08", "#fccb7e"),
    "d2": ("#b35806", "#d3902f"),
    "d3": ("#e08214", "#84581d"),
    "d4": ("#fdb863", "#573e1f"),
    "d5": ("#fee0b6", "#352c22"),
    "d6": ("#f7f7f7", "#1f2228"),
    "d7": ("#d1e5f0", "#1f2f3d"),
    "d8": ("#92c5de", "#234561"),
    "d9": ("#4393c3", "#2d6a98"),
    "d10": ("#2166ac", "#5aa5db"),
    "d11": ("#053061", "#a9daf9"),
}
COLOURS_LIGHT = {name: light for name, (light, _) in VARIABLES.items()}
COLOURS_DARK = {name: dark for name, (_, dark) in VARIABLES.items()}
INK, MUTED, GRID, SURFACE, BAND = (COLOURS_LIGHT[name] for name in ("ink", "muted", "grid", "surface", "band"))
COLOURS = tuple(COLOURS_LIGHT[f"c{n}"] for n in range(1, 7))
PALE = tuple(COLOURS_LIGHT[f"t{n}"] for n in range(1, 4))
STEPS = tuple(COLOURS_LIGHT[f"d{n}"] for n in range(1, 12))
MARKERS = ("o", "s", "^", "D", "v", "P")


@contextmanager
def own_look() -> Iterator[None]:
    """Set matplotlib to our look, whatever a user's own settings say, while figures are made or drawn.

    Most settings are read when something is made, the others when it is drawn: whatever others call to do either is
    decorated with this.
    """
    with rc_context(LOOK):
        yield


def sheet(title: str, told: str, body: float, keys: Sequence[Line2D] = ()) -> Figure:
    """Start a figure: a title, a line or two that tell how to read it, a key, and `body` inches below for axes."""
    lines = fill(told.replace(" %", "\u00a0%"), 132).replace("\u00a0", " ")
    head = 0.42 + 0.19 * (1 + lines.count("\n")) + (0.36 if keys else 0.06)
    height = head + body
    figure = Figure(figsize=(WIDTH, height), label=title)
    figure.set_layout_engine(
        "constrained", rect=(0, 0, 1, 1 - head / height), w_pad=EDGE, h_pad=EDGE / 2, wspace=0.03, hspace=0.03
    )
    left, top = EDGE / WIDTH, 1 - EDGE / height
    figure.text(left, top, title, fontsize=13, weight="bold", color=INK, va="top")
    figure.text(left, top - 0.29 / height, lines, fontsize=9, color=MUTED, va="top", linespacing=1.35)
    if keys:
        figure.legend(
            handles=keys, loc="lower left", bbox_to_anchor=(left, 1 - (head - 0.1) / height), ncols=len(keys),
            frameon=False, fontsize=9, labelcolor=INK, borderaxespad=0, borderpad=0, handletextpad=0.5, columnspacing=1.8,
        )  # fmt: skip
    return figure


def settled(figure: Figure) -> Figure:
    """Give all axes their places for good, so that it looks the same wherever and however often it is drawn."""
    engine = figure.get_layout_engine()
    if engine:
        engine.execute(figure)
    figure.set_layout_engine("none")
    return figure


def panels(figure: Figure, rows: int = 1, columns: int = 1, grid: str = "x", **options: Any) -> NDArray[Any]:
    """Return dressed axes, (rows, columns), with grid lines across `grid`."""
    found: NDArray[Any] = figure.subplots(rows, columns, squeeze=False, **options)
    for axes in found.flat:
        dress(axes, grid)
    return found


def dress(axes: Axes, grid: Any = "x") -> None:
    """Give axes their inks: no box around them, faint grid lines across `grid` ('x', 'y', 'both' or '')."""
    axes.set_facecolor("none")
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(MUTED)
    axes.tick_params(which="both", color=MUTED, labelcolor=INK, labelsize=8.5, length=3)
    axes.set_axisbelow(True)
    for label in (axes.xaxis.label, axes.yaxis.label):
        label.set(color=INK, fontsize=9)
    if grid:
        axes.grid(axis=grid, color=GRID, linewidth=0.7)


def name_rows(axes: Axes, names: Sequence[str], size: float = 8.5) -> None:
    """Write a name at each row, the first at the top, instead of an axis; smaller if any takes two lines."""
    size = min(size, 7) if any("\n" in name for name in names) else size
    axes.set_yticks(range(len(names)), names, fontsize=size)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def head(axes: Axes, text: str, aside: str = "") -> None:
    """Write what a panel is about over its left edge, with an aside after it."""
    axes.set_title(text, loc="left", fontsize=9.5, weight="bold", color=INK, pad=6)
    if aside:
        axes.set_title(aside, loc="right", fontsize=8, color=MUTED, pad=6)


def write(axes: Axes, x: float, y: float, text: str, dx: float = 0, dy: float = 0, **look: Any) -> None:
    """Write small text at a point of the data, shifted by points of type."""
    usual: dict[str, Any] = {"fontsize": 8, "color": INK, "ha": "left", "va": "center"}
    axes.annotate(text, (x, y), xytext=(dx, dy), textcoords="offset points", **(usual | look))


def beside(axes: Axes, at: float, text: str, dx: float = 6, **look: Any) -> None:
    """Write small text beside a row, so many points of type right of the axes."""
    write(axes, 1, at, text, dx, fontsize=7.5, xycoords=axes.get_yaxis_transform(), **look)


def level(axes: Axes, at: float = 0, margin: float | None = None, upright: bool = True) -> None:
    """Draw the line of an equal share, and the margin around it as a band."""
    line, span = (axes.axvline, axes.axvspan) if upright else (axes.axhline, axes.axhspan)
    if margin is not None:
        span(at - 100 * margin, at + 100 * margin, color=BAND, linewidth=0, zorder=0)
    line(at, color=MUTED, linewidth=1, linestyle=(0, (4, 2)), zorder=1)


def points(
    lines: Iterable[Mapping[str, Any]], value: str, prefix: str = "", less: float = 0, scale: float = 100
) -> NDArray[np.float64]:
    """Return (value, low, high) of each line, less something and in percent; NaN for what isn't known."""
    found = [[finite(line[name]) for name in (value, f"{prefix}low", f"{prefix}high")] for line in lines]
    return scale * (np.array(found, float).reshape(-1, 3) - less)


def finite(value: float | None) -> float:
    """Return a number, NaN if there is none or it has no end."""
    return float(value) if value is not None and isfinite(value) else nan


def dots(axes: Axes, at: Any, spots: NDArray[np.float64], upright: bool = False, **look: Any) -> None:
    """Draw a dot for each of `points`, with its interval if known; `at` is the row, or the column if upright."""
    value, low, high = spots.T
    ends = np.maximum([value - low, high - value], 0)
    where = {"x": at, "y": value, "yerr": ends} if upright else {"x": value, "y": at, "xerr": ends}
    usual: dict[str, Any] = {
        "fmt": "o",
        "markersize": 5,
        "elinewidth": 1.4,
        "capsize": 2.5,
        "capthick": 1.2,
        "zorder": 3,
    }
    axes.errorbar(**(where | usual | look))


def key(label: str, colour: str = MUTED, marker: str = "o", line: Any = "none", hollow: bool = False) -> Line2D:
    """Return an entry of a figure's key."""
    inner = SURFACE if hollow else colour
    return Line2D(
        [], [], color=colour, marker=marker, markerfacecolor=inner, markersize=6, linestyle=line, linewidth=1.6,
        label=label,
    )  # fmt: skip


def look_of(players: int) -> tuple[str, str]:
    """Return the colour and the marker of a number of players, the same in all figures."""
    return COLOURS[(players - FEWEST) % len(COLOURS)], MARKERS[(players - FEWEST) % len(MARKERS)]


def counts_of(frame: pl.DataFrame) -> list[int]:
    """Return the numbers of players in a frame."""
    return sorted(frame["players"].unique().to_list())


def lines_of(frame: pl.DataFrame, **where: Any) -> list[dict[str, Any]]:
    """Return the lines of a frame that have these values."""
    return frame.filter(*(pl.col(name) == value for name, value in where.items())).to_dicts()


def among(players: int) -> str:
    """Write a number of players."""
    return counted(players, "player")


def signs(axis: Axis) -> None:
    """Write the numbers of an axis with their signs."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:+g}".replace("-", "−") if value else "0"))


def games_of(*frames: pl.DataFrame) -> str:
    """Write how many games were played for a line of these frames."""
    found = [games for frame in frames for games in frame["games"].drop_nulls().to_list() if games]
    return words.span(found or [0])


def signed(value: float) -> str:
    """Write percentage points with their sign, at most three digits.

    >>> signed(1.413), signed(-12.34), signed(0.0), signed(float("nan"))
    ('+1.41', '−12.3', '0.00', '–')
    """
    if not isfinite(value):
        return "–"
    return words.signed(value, 2 if abs(value) < 9.995 else 1)


def spread(spot: Iterable[float]) -> str:
    """Write percentage points and their interval.

    >>> spread((1.413, 1.06, 1.77)), spread((1.4, float("nan"), float("nan")))
    ('+1.41 pp (+1.06 to +1.77)', '+1.40 pp')
    """
    value, low, high = spot
    ends = f" ({signed(low)} to {signed(high)})" if isfinite(low) and isfinite(high) else ""
    return f"{signed(value)} pp{ends}"


def plain(value: float) -> str:
    """Write a number with at most three digits, whole from 100 on.

    >>> plain(58.0), plain(14.47), plain(0.25), plain(151.2)
    ('58', '14.5', '0.25', '151')
    """
    return f"{value:.3g}" if isfinite(value) and abs(value) < 999.5 else f"{value:,.0f}" if isfinite(value) else "–"


def escaped(text: str) -> str:
    """Return text in which a dollar is a dollar, not mathematics."""
    return text.replace("$", r"\$")


def short(label: str, width: int = 24) -> str:
    """Write a strategy's label in lines that fit beside an axis, a file without its folders."""
    file, found, rest = label.rpartition(".py:")
    named = f"{Path(file).name}.py:{rest}" if found else label
    return escaped(fill(named.replace(":", ": "), width).replace(": ", ":"))


def named(label: str, width: int = 24) -> str:
    """Write a strategy's label in two lines at most."""
    lines = short(label, width).split("\n")
    return "\n".join(lines[:2]) + ("…" if len(lines) > 2 else "")


def cut(label: str, most: int) -> str:
    """Write a strategy's label in one line of so many characters at most."""
    line = short(label, 999)
    return line if len(line) <= most else line[: most - 1].removesuffix("\\") + "…"


@own_look()
def drawn(figure: Figure, kind: str, caveat: str = "") -> bytes:
    """Draw a figure as bytes, with a caveat below it if it is to lie alone; the same figure gives the same bytes."""
    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    found, box = BytesIO(), None
    width, height = figure.get_size_inches()
    lines = fill(f"Beware: {caveat}.", 132)
    if caveat:
        below = 0.19 * (1 + lines.count("\n")) + 2 * EDGE
        box = Bbox.from_bounds(0, -below, width, height + below)
        note = figure.text(EDGE / width, -EDGE / height, lines, fontsize=9, color=MUTED, va="top", linespacing=1.35)
    figure.savefig(found, format=kind, dpi=160, metadata=dates[kind], bbox_inches=box)
    if caveat:
        note.remove()
    return found.getvalue()


def svg(picture: bytes, title: str, prefix: str, variables: bool = True) -> str:
    """Return a figure drawn as SVG as an element to be put into a page: as wide as there is room, its inks CSS variables.

    All ids begin with `prefix`, so figures on one page don't clash. Without `variables` the inks keep their light
    values, for what prints pages and knows no variables inside SVG.
    """
    text = picture.decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r"\s*<defs>\s*<style.*?</style>\s*</defs>", "", text, count=1, flags=re.DOTALL)
    opening, rest = text.split(">", 1)
    opening = re.sub(r'\s(?:width|height)="[^"]*"', "", opening)
    opening += ' style="stroke-linejoin: round; stroke-linecap: butt"'  # what the style sheet said of everything
    opening += f' role="img" aria-label="{escape(title)}"'
    text = f"{opening}>{rest}"
    names: dict[str, str] = {}  # short ones, and no longer digits than a screen shows: half of the bytes

    def rename(found: re.Match[str]) -> str:
        return found[1] + names.setdefault(found[2], f"{prefix}{len(names)}")

    text = re.sub(r'(\bid="|href="#|url\(#)([^")]+)', rename, text)
    text = re.sub(r' d="[^"]*"|translate\([^)]*\)', lambda found: re.sub(r"(\.\d\d)\d+", r"\1", found[0]), text)
    text = re.sub(r"\n\s*", "\n", text)
    if variables:
        inks = {light: f"var(--{name}, {light})" for name, light in COLOURS_LIGHT.items()}
        text = re.sub(r'(?<=: |=")#[0-9a-f]{6}\b', lambda found: inks.get(found[0], found[0]), text)
    return text.strip()
