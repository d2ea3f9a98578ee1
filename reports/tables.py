"""Results as text for a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from reports.words import counted, joined

PER_CENT = 100
SOME = 10  # games that are all alike: fewer may be so by chance
LEAST_NAME = 18  # columns of a terminal for the names of lines


def percent(value: float, digits: int = 2) -> str:
    """Write a share.

    >>> percent(0.26574)
    '26.57 %'
    """
    return f"{value * PER_CENT:.{digits}f} %"


def interval(low: float | None, high: float | None, scale: float = 1.0, digits: int = 2) -> str:
    """Write an interval, which may have one end, or a dash where there is none.

    >>> interval(0.25, 0.26, 100), interval(-0.5, 1.25), interval(None, 7, digits=0), interval(None, None)
    ('25.00–26.00', '-0.50 to 1.25', 'up to 7', '–')
    """
    return joined(low, high, lambda end: f"{end * scale:.{digits}f}") or "–"


@dataclass(frozen=True)
class Numbers:
    """Lines of numbers under heads; the first column, `key`, names them.

    In a narrow terminal each line of numbers becomes a paragraph: nothing is left out.
    """

    title: str
    key: str
    heads: Sequence[str]
    lines: Sequence[Sequence[str]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Draw the table for the width there is."""
        columns = zip(*[line[1:] for line in self.lines], strict=True) if self.lines else []
        widths = [max(len(head), *map(len, cells)) + 2 for head, cells in zip(self.heads, columns, strict=False)]
        if options.max_width < LEAST_NAME + sum(widths):
            yield Text(self.title, style="bold")
            for name, *cells in self.lines:
                yield Text(f"{self.key} {name}" if name.isdecimal() else name)
                pairs = [f"{head} {cell}" for head, cell in zip(self.heads, cells, strict=True)]
                yield Padding(Text(", ".join(pairs)), (0, 0, 0, 2))
            return
        drawn = Table(title=Text(self.title), title_justify="left", title_style="bold", box=None, pad_edge=False)
        drawn.padding = (0, 2, 0, 0)
        drawn.add_column(Text(self.key), overflow="fold")
        for head in self.heads:
            drawn.add_column(Text(head), justify="right", no_wrap=True)
        for line in self.lines:
            drawn.add_row(*map(Text, line))  # a name in brackets is no markup
        yield drawn


def wins_and_scores(title: str, frame: pl.DataFrame, key: str) -> Numbers:
    """Draw win shares and mean scores with intervals, a line for each strategy or seat."""
    lines = [
        [
            str(line[key]),
            percent(line["win_share"]),
            interval(line["win_low"], line["win_high"], PER_CENT),
            f"{line['score_mean']:.2f}",
            interval(line["score_low"], line["score_high"]),
        ]
        for line in frame.to_dicts()
    ]
    return Numbers(title, key, ["wins", "95 %", "score", "95 %"], lines)


def spreads(frame: pl.DataFrame, key: str, unit: str) -> Numbers:
    """Draw how the scores spread: standard deviation and quantiles."""
    names = [name for name in frame.columns if name.startswith("score_p")]
    heads = ["sd", *[f"P{int(name.removeprefix('score_p'))}" for name in names]]
    lines = [
        [
            str(line[key]),
            "–" if line["score_sd"] is None else f"{line['score_sd']:.2f}",
            *[str(line[name]) for name in names],
        ]
        for line in frame.to_dicts()
    ]
    return Numbers(f"spread of scores, {unit}", key, heads, lines)


def counts(frame: pl.DataFrame, key: str) -> Numbers:
    """Draw the means of all that a game counts by seat, a line for each strategy or seat."""
    names = [name for name in frame.columns[frame.columns.index("score_p95") + 1 :] if not name.endswith("_se")]
    lines = [[str(line[key]), *[f"{line[name]:.2f}" for name in names]] for line in frame.to_dicts()]
    return Numbers("means a game (what they count: docs/columns.md)", key, names, lines)


def measures(frame: pl.DataFrame) -> Numbers:
    """Draw the measures of whole games."""
    lines = []
    for line in frame.to_dicts():
        if line["unit"] == "of games":
            lines.append([line["measure"], percent(line["value"]), interval(line["low"], line["high"], PER_CENT)])
        else:
            digits = 0 if "quantile" in line["measure"] else 2
            value = "–" if line["value"] is None else f"{line['value']:.{digits}f}"
            lines.append([line["measure"], value, interval(line["low"], line["high"], 1, digits)])
    return Numbers("whole games", "measure", ["value", "95 %"], lines)


def lines_of(title: str, frame: pl.DataFrame, key: str, unit: str) -> list[RenderableType]:
    """Draw all tables with a line for each strategy or seat."""
    return [Text(), wins_and_scores(title, frame, key), Text(), spreads(frame, key, unit), Text(), counts(frame, key)]


def summary(run: Any) -> RenderableType:
    """Draw everything about a run: who plays, wins and scores, counts, whole games, how to play it again."""
    made = run.provenance
    parts: list[RenderableType] = []
    unit = run.rules.game.columns["scores"].unit
    head = f"{made['title']}, {run.rules.variant} rules, {run.players} players: {counted(run.games, 'game')}"
    parts.append(Text(head, style="bold"))
    if run.games < run.asked:
        parts.append(Text(f"stopped: {run.games:,} of {run.asked:,} games were played", style="bold red"))
    if made["changed_rules"]:
        parts.append(Text("rules changed: " + ", ".join(f"{n}={v}" for n, v in made["changed_rules"].items())))
    if made["caveat"]:
        parts.append(Text(f"{made['caveat']}."))
    if len(set(run.strategies)) == 1:
        parts.append(Text(f"every seat plays {run.strategies[0]}"))
    else:
        seats = "all change seats from game to game" if run.rotations > 1 else "seats as listed"
        parts.append(Text(f"{', '.join(run.strategies)} ({seats})"))
        parts += lines_of("by strategy", run.by_strategy, "strategy", unit)
    parts += lines_of("by seat (seat 1 starts)", run.by_seat, "seat", unit)
    parts += [Text(), measures(run.by_game), Text()]
    alike = (run.by_seat["win_se"] == 0).all() and run.by_seat["win_share"].n_unique() == 1
    if alike and len(set(run.strategies)) == 1 and run.games >= SOME:
        parts.append(Text("In every game the win is shared: players who do the same on the same luck tie."))
    speed = run.games / run.seconds if run.seconds else 0.0
    parts.append(
        Text(
            f"seed {run.seed}; rules {made['rules_digest']}; strategies {made['strategies_digest']}; "
            f"millionfold {made['version']}; {speed:,.0f} games a second"
        )
    )
    return Group(*parts)


def verdicts(frame: pl.DataFrame) -> Numbers:
    """Draw the verdicts of a report, a line for each number of players and way to play."""
    lines = [
        [
            f"{line['players']} players, {line['population']}",
            line["word"],
            str(line["seat"]),
            f"{line['deviation'] * PER_CENT:+.2f}",
            interval(line["low"] - 1 / line["players"], line["high"] - 1 / line["players"], PER_CENT),
            f"{line['games']:,}",
        ]
        for line in frame.to_dicts()
    ]
    heads = ["verdict", "worst seat", "pp off", "95 %", "games"]
    return Numbers("Is it fair? By who plays", "who plays", heads, lines)


def differences(frame: pl.DataFrame, one: str, two: str) -> RenderableType:
    """Draw what changes between two sets of rules, a table for each number of players."""
    parts: list[RenderableType] = [Text(f"from {one} to {two}, on the same luck", style="bold")]
    for (players,), lines in frame.group_by("players", maintain_order=True):
        rows = []
        for line in lines.to_dicts():
            scale = PER_CENT if line["unit"] == "of games" else 1
            unit = "% of games" if line["unit"] == "of games" else line["unit"]
            values = [f"{line[side] * scale:.2f}" for side in ("one", "two", "difference")]
            rows.append([f"{line['measure']} ({unit})", *values, interval(line["low"], line["high"], scale)])
        title = f"{players} players, {counted(lines['games'][0], 'game')} under each"
        parts += [Text(), Numbers(title, "measure", ["first", "second", "change", "95 %"], rows)]
    if any(line["difference"] == 0 and line["high"] for line in frame.to_dicts()):
        parts += [
            Text(),
            Text("Where nothing changed, the interval says how large a change these games may have missed."),
        ]
    return Group(*parts)


def rule_table(lines: Sequence[Mapping[str, Any]]) -> RenderableType:
    """Draw the rules of a game, each with what is known about it."""
    parts: list[RenderableType] = []
    for line in lines:
        parts.append(Text.assemble((f"{line['name']} = {line['value']}", "bold"), f" {line['unit']}"))
        parts.append(Text(f"  {line['meaning']}"))
        plausible = f"; plausible: {' or '.join(line['plausible'])}" if line["plausible"] else ""
        parts.append(Text(f"  possible: {line['possible']}{plausible}"))
        parts.append(Text(f"  {line['confidence']}: {line['source']}"))
        parts += [Text(f"    {text}") for text in line["lines"]]
    return Group(*parts)


def strategy_list(lines: Sequence[Mapping[str, str]]) -> RenderableType:
    """List the strategies of a game with ideas and knobs."""
    parts: list[RenderableType] = []
    for line in lines:
        parts.append(Text.assemble((line["name"], "bold"), f"  {line['knobs']}"))
        parts.append(Text(f"  {line['idea']}"))
    return Group(*parts)


def story(told: Mapping[str, Any], number: int, events: Sequence[Mapping[str, Any]]) -> RenderableType:
    """Tell a game, a line a turn."""
    head = f"{told['title']}, {told['variant']} rules, {told['players']} players: game {number} of seed {told['seed']}"
    changed = ", ".join(f"{name}={value}" for name, value in told["changed_rules"].items())
    parts = [Text(head, style="bold"), Text(f"rules {told['rules_digest']}{f' ({changed})' if changed else ''}")]
    if told["caveat"]:
        parts.append(Text(f"{told['caveat']}."))
    for event in events:
        who = f"{event['turn']:>3}  seat {event['seat']} ({event['strategy']}) " if event["turn"] else ""
        why = f" Why: {event['why']}." if event.get("why") else ""
        parts.append(Text(f"{who}{event['text']}{why}"))
    return Group(*parts)
