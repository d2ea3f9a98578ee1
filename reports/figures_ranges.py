"""The figure of how far numbers go where open rules are tried together."""

from collections.abc import Sequence

import polars as pl
from matplotlib.figure import Figure

from reports.style import (
    COLOURS,
    INK,
    MARKERS,
    among,
    counts_of,
    cut,
    head,
    key,
    level,
    lines_of,
    name_rows,
    panels,
    settled,
    sheet,
    signs,
)  # fmt: skip


def ranges(ranges: pl.DataFrame, kinds: Sequence[str], *, rule: str, default: str) -> Figure:
    """Draw how far win shares go over all cells: a row for each thing, a panel for each number of players, a bar for each kind.

    In: players, kind, thing, judged, least, middle, most, cells. Things whose middle is highest in the last kind come first.
    """
    shown = ranges.filter(pl.col("kind").is_in(kinds))
    counts = counts_of(shown)
    last = shown.filter(kind=kinds[-1]).group_by("thing", maintain_order=True).agg(pl.col("middle").mean())
    ranked = last.sort("middle", descending=True, maintain_order=True)
    things = list(dict.fromkeys([*ranked["thing"].to_list(), *shown["thing"].to_list()]))
    cells = int(str(shown["cells"].max()))
    figure = sheet(
        "How far do win shares go?",
        f"Win share less an equal share, in percentage points (pp), where all or all others play {cut(default, 40)}. Bars go from the least to the most of "
        f"all {cells} {rule} (chance widens them), a marker shows the middle one, a cross what was judged.",
        0.6 + (0.13 + 0.1 * len(kinds)) * len(things),
        [*(key(kind, COLOURS[at], MARKERS[at], "-") for at, kind in enumerate(kinds)), key("as judged", INK, "x")],
    )  # fmt: skip
    row = panels(figure, 1, len(counts), sharex=True, sharey=True)[0]
    for axes, players in zip(row, counts, strict=True):
        head(axes, among(players))
        level(axes)
        name_rows(axes, [cut(thing, 34) for thing in things], 8)
        for at, kind in enumerate(kinds):
            shift = 0.18 * (2 * at - len(kinds) + 1)
            lines = lines_of(shown, players=players, kind=kind)
            where = [things.index(line["thing"]) + shift for line in lines]
            least, middle, most, judged = (
                [100 * (line[name] if line[name] is not None else float("nan")) for line in lines]
                for name in ("least", "middle", "most", "judged")
            )
            axes.hlines(where, least, most, color=COLOURS[at], linewidth=1.6, alpha=0.7, zorder=2)
            axes.plot(middle, where, MARKERS[at], color=COLOURS[at], markersize=4, zorder=3)
            axes.plot(judged, where, "x", color=INK, markersize=4, markeredgewidth=1, zorder=4)
        signs(axes.xaxis)
        axes.set_xlabel("win share, pp")
    return settled(figure)
