"""The figure of how far numbers go where open rules are tried together."""

from collections.abc import Sequence

import polars as pl
from matplotlib.figure import Figure

from reports.figures_holdings import by_players, ranked, shifted
from reports.style import COLOURS, INK, MARKERS, counts_of, cut, finite, key, lines_of, settled, sheet


def ranges(ranges: pl.DataFrame, kinds: Sequence[str], *, rule: str, default: str) -> Figure:
    """Draw how far win shares go over all cells: a row for each thing, a panel for each number of players, a bar for each kind.

    In: players, kind, thing, judged, least, middle, most, cells. Things whose middle is highest in the last kind come first.
    """
    shown = ranges.filter(pl.col("kind").is_in(kinds))
    counts = counts_of(shown)
    things = ranked(shown, pl.col("kind") == kinds[-1], "middle")
    cells = int(str(shown["cells"].max()))
    figure = sheet(
        "How far do win shares go?",
        f"Win share less an equal share, in percentage points (pp), where all or all others play {cut(default, 40)}. Bars go from the least to the most of "
        f"all {cells} {rule} (chance widens them), a marker shows the middle one, a cross what was judged.",
        0.6 + (0.13 + 0.1 * len(kinds)) * len(things),
        [*(key(kind, COLOURS[at], MARKERS[at], "-") for at, kind in enumerate(kinds)), key("as judged", INK, "x")],
    )  # fmt: skip
    for axes, players in by_players(figure, counts, things):
        for at, kind in enumerate(kinds):
            lines = lines_of(shown, players=players, kind=kind)
            where = [things.index(line["thing"]) + shifted(at, len(kinds)) for line in lines]
            spots = [[100 * finite(line[name]) for line in lines] for name in ("least", "middle", "most", "judged")]
            least, middle, most, judged = spots
            axes.hlines(where, least, most, color=COLOURS[at], linewidth=1.6, alpha=0.7, zorder=2)
            axes.plot(middle, where, MARKERS[at], color=COLOURS[at], markersize=4, zorder=3)
            axes.plot(judged, where, "x", color=INK, markersize=4, markeredgewidth=1, zorder=4)
    return settled(figure)
