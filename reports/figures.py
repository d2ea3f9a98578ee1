"""Figures: a small frame in, a matplotlib Figure out. No pyplot, no global state."""

import polars as pl
from matplotlib.figure import Figure

# Okabe and Ito's colours (2008), told apart by colour-blind eyes and in grey.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")


def run_figure(
    frame: pl.DataFrame, key: str, scores: list[tuple[str, list[int], list[float]]], unit: str, title: str, fair: float
) -> Figure:
    """Draw win shares with 95 % intervals, and the distributions of scores.

    `frame` has a line for each `key` (strategy or seat); `scores` lists (name, values, shares of games) in `unit`.
    """
    figure = Figure(figsize=(9, 3.4), layout="constrained")
    figure.suptitle(title, fontsize=11)
    wins, ridge = figure.subplots(1, 2)
    lines = frame.to_dicts()
    for at, line in enumerate(lines):
        share = 100 * line["win_share"]
        ends = [[share - 100 * line["win_low"]], [100 * line["win_high"] - share]]
        wins.errorbar(share, at, xerr=ends, fmt="o", capsize=4, color=COLOURS[at % len(COLOURS)])
        wins.annotate(f"{share:.2f} %", (share, at), xytext=(0, 7), textcoords="offset points", ha="center", fontsize=9)
    wins.axvline(100 * fair, color="0.4", linestyle="--", linewidth=1)
    wins.annotate(
        f"an equal share, {100 * fair:.1f} %", (100 * fair, 1), xycoords=("data", "axes fraction"),
        xytext=(3, -3), textcoords="offset points", va="top", fontsize=8, color="0.3",
    )  # fmt: skip
    wins.set_yticks(range(len(lines)), [f"{key} {line[key]}" if key == "seat" else line[key] for line in lines])
    wins.set_ylim(len(lines) - 0.4, -0.9)
    wins.margins(x=0.15)
    wins.set_xlabel(f"wins, % of {lines[0]['games']:,} games (95 % interval)")
    for at, (name, values, shares) in enumerate(scores):
        ridge.plot(
            values, [100 * share for share in shares], color=COLOURS[at % len(COLOURS)],
            linestyle=("-", "--", "-.", ":")[at % 4], label=name, linewidth=1.4,
        )  # fmt: skip
    ridge.set_xlabel(f"score, {unit}")
    ridge.set_ylabel("% of games")
    ridge.set_ylim(bottom=0)
    ridge.set_xlim(left=0)
    ridge.legend(frameon=False, fontsize=9)
    for axes in (wins, ridge):
        axes.spines[["top", "right"]].set_visible(False)
    return figure
