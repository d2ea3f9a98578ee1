"""The figure of a run: win shares and scores. No pyplot, no global state."""

from itertools import accumulate
from textwrap import shorten
from typing import Any

from matplotlib.figure import Figure

from reports.style import COLOURS, escaped, own_look, short


@own_look()
def run_figure(run: Any) -> Figure:
    """Draw the win shares of a run with 95 % intervals, and the distribution of the scores of each strategy."""
    scores, fair = run.score_curves(), 1 / run.players
    frame, key = (run.by_strategy, "strategy") if len(scores) > 1 else (run.by_seat, "seat")
    made = run.provenance
    title = f"{run.provenance['title']}, {run.rules.variant} rules, {run.players} players"
    if len(scores) == 1:
        title += f", all play {run.strategies[0].split('/')[-1]}"
    if made["changed_rules"]:
        title += f" ({', '.join(f'{name}={value}' for name, value in made['changed_rules'].items())})"
    figure = Figure(figsize=(9.5, 3.6 + 0.25 * max(0, len(scores) - 2)), layout="constrained")
    figure.suptitle(escaped(shorten(title, 110, placeholder=" …")), fontsize=11)
    digests = f"rules {made['rules_digest']}, strategies {made['strategies_digest']}, millionfold {made['version']}"
    figure.supxlabel(
        f"seed {run.seed}, {digests}\n{escaped(shorten(made['command'], 160, placeholder=' …'))}",
        fontsize=6.5,
        color="0.35",
    )
    wins, spread = figure.subplots(1, 2)
    lines = frame.to_dicts()
    for at, line in enumerate(lines):
        share = 100 * line["win_share"]
        ends = [[share - 100 * line["win_low"]], [100 * line["win_high"] - share]]
        colour = COLOURS[at % len(COLOURS)] if len(scores) > 1 else COLOURS[0]
        wins.errorbar(share, at, xerr=ends, fmt="o", capsize=4, color=colour)
        wins.annotate(
            f"{share:.2f} %", (share, at), xytext=(0, 7), textcoords="offset points", ha="center", fontsize=9,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5},
        )  # fmt: skip
    wins.axvline(100 * fair, color="0.4", linestyle="--", linewidth=1, zorder=0)
    wins.annotate(
        f"an equal share, {100 * fair:.1f} %", (100 * fair, 1), xycoords=("data", "axes fraction"),
        xytext=(3, -3), textcoords="offset points", va="top", fontsize=8, color="0.3",
    )  # fmt: skip
    names = [f"{key} {line[key]}" if key == "seat" else short(line[key]) for line in lines]
    wins.set_yticks(range(len(lines)), names)
    wins.set_ylim(len(lines) - 0.4, -0.9)
    wins.margins(x=0.2)
    wins.set_xlabel(f"wins, % of {lines[0]['games']:,} games (95 % interval)")
    for at, (name, values, shares) in enumerate(scores):
        spread.plot(
            values, list(accumulate(100 * share for share in shares)), color=COLOURS[at % len(COLOURS)],
            linestyle=("-", "--", "-.", ":")[at % 4], label=short(name), linewidth=1.6, drawstyle="steps-post",
        )  # fmt: skip
    spread.set_xlabel(f"score, {run.rules.game.columns['scores'].unit}")
    spread.set_ylabel("% of games with at most that score")
    spread.set_ylim(0, 101)
    spread.set_xlim(left=min(0, *(values[0] for _, values, _ in scores)))
    if len(scores) > 1:
        spread.legend(frameon=False, fontsize=7, ncols=2, loc="lower left", bbox_to_anchor=(0, 1))
    for axes in (wins, spread):
        axes.spines[["top", "right"]].set_visible(False)
    return figure
