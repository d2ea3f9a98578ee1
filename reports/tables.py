"""Results as text for a terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

PER_CENT = 100


def percent(value: float, digits: int = 2) -> str:
    """Write a share.

    >>> percent(0.26574)
    '26.57 %'
    """
    return f"{value * PER_CENT:.{digits}f} %"


def interval(low: float, high: float, scale: float = 1.0, digits: int = 2) -> str:
    """Write an interval."""
    return f"{low * scale:.{digits}f}–{high * scale:.{digits}f}"


def table(title: str, heads: Sequence[tuple[str, str]], lines: Sequence[Sequence[str]]) -> Table:
    """Draw lines under heads (name, "left" or "right")."""
    drawn = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name, justify in heads:
        drawn.add_column(name, justify="right" if justify == "right" else "left", overflow="fold")
    for line in lines:
        drawn.add_row(*line)
    return drawn


def wins_and_scores(title: str, frame: pl.DataFrame, key: str) -> Table:
    """Draw win shares and scores, a line for each strategy or seat."""
    heads = [(key, "left"), ("wins", "right"), ("95 %", "right"), ("score", "right"), ("95 %", "right")]
    heads += [("sd", "right"), ("P5", "right"), ("P25", "right"), ("P50", "right"), ("P75", "right"), ("P95", "right")]
    lines = [
        [
            str(line[key]),
            percent(line["win_share"]),
            interval(line["win_low"], line["win_high"], PER_CENT),
            f"{line['score_mean']:.2f}",
            interval(line["score_low"], line["score_high"]),
            f"{line['score_sd']:.2f}",
            *[str(line[f"score_p{p}"]) for p in ("05", "25", "50", "75", "95")],
        ]
        for line in frame.to_dicts()
    ]
    return table(title, heads, lines)


def counts(frame: pl.DataFrame, key: str) -> Table:
    """Draw the means of all that a game counts by seat, a line for each strategy or seat."""
    names = frame.columns[frame.columns.index("score_p95") + 1 :]
    heads = [(key, "left"), *[(name, "right") for name in names]]
    lines = [[str(line[key]), *[f"{line[name]:.3f}" for name in names]] for line in frame.to_dicts()]
    return table("means a game", heads, lines)


def measures(frame: pl.DataFrame) -> Table:
    """Draw the measures of whole games."""
    lines = []
    for line in frame.to_dicts():
        if line["unit"] == "of games":
            lines.append([line["measure"], percent(line["value"]), interval(line["low"], line["high"], PER_CENT)])
        else:
            digits = 0 if "quantile" in line["measure"] else 2
            value = f"{line['value']:.{digits}f}"
            lines.append([line["measure"], value, interval(line["low"], line["high"], 1, digits)])
    return table("whole games", [("measure", "left"), ("value", "right"), ("95 %", "right")], lines)


def summary(run: Any) -> RenderableType:
    """Draw everything about a run: who plays, wins and scores, counts, whole games, how to play it again."""
    made = run.provenance
    parts: list[RenderableType] = []
    head = f"{made['title']}, {run.rules.variant} rules, {run.players} players: {run.games:,} games"
    parts.append(Text(head, style="bold"))
    if run.games < run.asked:
        parts.append(Text(f"stopped: {run.games:,} of {run.asked:,} games were played", style="bold red"))
    if made["changed_rules"]:
        parts.append(Text("rules changed: " + ", ".join(f"{n}={v}" for n, v in made["changed_rules"].items())))
    if len(set(run.strategies)) == 1:
        parts.append(Text(f"every seat plays {run.strategies[0]}"))
    else:
        seats = "seats rotated" if run.rotations > 1 else "seats as listed"
        parts.append(Text(f"{', '.join(run.strategies)} ({seats})"))
        parts += [Text(), wins_and_scores("by strategy", run.by_strategy, "strategy"), Text()]
        parts.append(counts(run.by_strategy, "strategy"))
    parts += [Text(), wins_and_scores("by seat (seat 1 starts)", run.by_seat, "seat"), Text()]
    parts += [counts(run.by_seat, "seat"), Text(), measures(run.by_game), Text()]
    speed = run.games / run.seconds if run.seconds else 0.0
    parts.append(
        Text(
            f"seed {run.seed}; rules {made['rules_digest']}; strategies {made['strategies_digest']}; "
            f"millionfold {made['version']}; {speed:,.0f} games a second"
        )
    )
    parts.append(Text(f"again: {made['command']}"))
    return Group(*parts)


def rule_table(lines: Sequence[Mapping[str, Any]]) -> RenderableType:
    """Draw the rules of a game, each with what is known about it."""
    parts: list[RenderableType] = []
    for line in lines:
        parts.append(Text.assemble((f"{line['name']} = {line['value']}", "bold"), f" {line['unit']}"))
        parts.append(Text(f"  {line['meaning']}"))
        parts.append(Text(f"  possible: {line['possible']}; plausible: {line['plausible']}"))
        parts.append(Text(f"  {line['confidence']}: {line['source']}"))
    return Group(*parts)


def strategy_table(lines: Sequence[Mapping[str, str]]) -> Table:
    """Draw the strategies of a game with ideas and knobs."""
    heads = [("name", "left"), ("knobs", "left"), ("idea", "left")]
    return table("", heads, [[line["name"], line["knobs"], line["idea"]] for line in lines])


def story(events: Sequence[Mapping[str, Any]]) -> RenderableType:
    """Tell a game, a line a turn."""
    parts = []
    for event in events:
        who = f"{event['turn']:>3}  seat {event['seat']} ({event['strategy']}) " if event["turn"] else ""
        why = f" Why: {event['why']}." if event.get("why") else ""
        parts.append(Text(f"{who}{event['text']}{why}"))
    return Group(*parts)


def show(console: Console, drawn: RenderableType) -> None:
    """Print, wrapping at the terminal's width."""
    console.print(drawn)
