"""The figure of a comparison: what changes between two sets of rules."""

from typing import Any

import numpy as np
import polars as pl
from matplotlib.figure import Figure

from reports.style import (
    COLOURS,
    MUTED,
    SURFACE,
    among,
    beside,
    counts_of,
    cut,
    dots,
    finite,
    games_of,
    head,
    key,
    level,
    lines_of,
    name_rows,
    own_look,
    panels,
    plain,
    settled,
    sheet,
)

SURE, UNSURE = COLOURS[0], MUTED


@own_look()
def differences(compared: pl.DataFrame, *, one: str, two: str, strategy: str) -> Figure:
    """Draw by how much each measure differs, in standard deviations of a game, and both values.

    In: players, measure, unit, one, two, difference, low, high, spread, games.
    """
    counts = counts_of(compared)
    sizes = {players: compared.filter(players=players).height for players in counts}
    figure = sheet(
        f"What changes from {cut(one, 40)} to {cut(two, 40)}",
        f"Difference of each measure's mean, in standard deviations of one game under {cut(one, 40)}; all play "
        f"{cut(strategy, 40)}, {games_of(compared)} under each, on the same luck; whiskers are 95 % intervals. No dot: it never "
        "varied before.",
        0.55 + sum(0.185 * size + 0.36 for size in sizes.values()),
        [key("surely not 0", SURE), key("may be 0", UNSURE, "D", hollow=True)],
    )  # fmt: skip
    rows = panels(figure, len(counts), sharex=True, height_ratios=[size + 0.4 for size in sizes.values()])[:, 0]
    for axes, players in zip(rows, counts, strict=True):
        lines = lines_of(compared, players=players)
        head(axes, among(players))
        level(axes)
        name_rows(axes, [cut(line["measure"], 48) for line in lines], 8)
        for at, line in enumerate(lines):
            if line["spread"]:
                spots = np.array([[finite(line[end]) / line["spread"] for end in ("difference", "low", "high")]])
                dots(axes, at, spots, capsize=2, elinewidth=1.2, markersize=4.5, **look(line))
            beside(axes, at, values(line))
    rows[-1].set_xlabel("difference, standard deviations of one game")
    return settled(figure)


def values(line: dict[str, Any]) -> str:
    """Write both values of a measure."""
    share = line["unit"] == "of games"
    one, two = (plain(100 * line[side] if share else line[side]).replace("-", "−") for side in ("one", "two"))
    return f"{one} → {two} {'% of games' if share else line['unit']}"


def look(line: dict[str, Any]) -> dict[str, Any]:
    """Return how a difference is drawn: full where it surely isn't 0."""
    if line["low"] is not None and (line["low"] > 0 or line["high"] < 0):
        return {"fmt": "o", "color": SURE}
    return {"fmt": "D", "color": UNSURE, "markerfacecolor": SURFACE}
