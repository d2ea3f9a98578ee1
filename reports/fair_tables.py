"""The answer to whether a variant is fair, for a terminal: the verdict, a table of reasons, and what would mend it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from reports import fair
from reports.sentences import About, Frames, rows
from reports.tables import PER_CENT, Numbers, interval
from reports.words import MIXED

Line = Mapping[str, Any]


def points(line: Line, name: str = "deviation") -> str:
    """Write a difference in percentage points."""
    return f"{line[name] * PER_CENT:+.2f}"


def ends(line: Line, less: float = 0.0) -> str:
    """Write an interval in percentage points."""
    known = line["low"] is not None and line["high"] is not None
    return interval(line["low"] - less, line["high"] - less, PER_CENT) if known else interval(None, None)


def who(population: str) -> str:
    """Say who plays."""
    return population if population == MIXED else f"all {population}"


def seats(line: Line) -> list[str]:
    """Write the verdict on seats."""
    counts = f"{line['fair']}/{line['unfair']}/{line['inconclusive']}"
    told = [line["word"], line["strict"], counts, who(line["population"]), str(line["seat"]), points(line)]
    return [*told, ends(line, 1 / line["players"])]


def strategies(line: Line) -> list[str]:
    """Write the verdict on strategies."""
    return [line["word"], line["best"], f"{line['rival']} among {line['field']}", points(line, "least"), ends(line)]


def luck(line: Line) -> list[str]:
    """Write the verdict on luck."""
    return [line["word"], f"{line['share'] * PER_CENT:.1f} %", ends(line)]


def against(line: Line) -> list[str]:
    """Write whether the variant is as fair as the base game."""
    counts = f"{line['as_fair']}/{line['less_fair']}/{line['inconclusive']}"
    largest = f"{line['base'] * PER_CENT:.2f} → {line['variant'] * PER_CENT:.2f}"
    return [line["word"], counts, who(line["population"]), largest, points(line, "change"), ends(line)]


def tables(frames: Frames, about: About) -> Iterator[Numbers]:
    """Yield the tables, a line for each number of players."""
    seat_heads = ["verdict", "at 1 pp", "fair/unfair/open", "farthest off", "seat", "pp off", "95 %"]
    strategy_heads = ["verdict", "best", "least advantage, over", "pp", "95 %"]
    base_heads = ["verdict", "as fair/less/open", "changes most", "pp off", "change, pp", "95 %"]
    known: list[tuple[str, str, Sequence[str], Callable[[Line], list[str]]]] = [
        ("Seats: does where you sit decide?", "counts", seat_heads, seats),
        ("Strategies: is one the answer to everything?", "balance", strategy_heads, strategies),
        ("Luck: how much is skill?", "skill", ["verdict", "who plays what explains", "95 %"], luck),
        ("Against the base game: is it at least as fair?", "against_counts", base_heads, against),
    ]
    for title, name, heads, write in known:
        lines = rows(frames, name)
        if lines:
            yield Numbers(title, "players", heads, [[str(line["players"]), *write(line)] for line in lines])
    effects = rows(frames, "rule_effects", population=about["default"], of="largest deviation")
    heads = [f"{players} players" for players in about["players"]]
    if effects:
        found = {(line["rules"], line["players"]): f"{points(line, 'change')} ({ends(line)})" for line in effects}
        names = dict.fromkeys(line["rules"] for line in effects)
        cells = [[name, *(found.get((name, players), "–") for players in about["players"])] for name in names]
        yield Numbers("Which rule does it? Change of the largest deviation, pp (95 %)", "rule", heads, cells)
    changed = [[name, *cells] for name, cells in fair.changes(frames, about)]
    if changed:
        yield Numbers(
            "What else changes? From base to variant (±: 95 % interval of the change)", "measure", heads, changed
        )
    supposed = rows(frames, "unknown")
    if supposed:
        yield Numbers("What the rulebook leaves open: does the verdict hold?", "rule", heads, settings(supposed, about))


def settings(lines: Sequence[Line], about: About) -> list[list[str]]:
    """Write a line for each plausible value, a verdict for each number of players."""
    found = {(line["rule"], line["value"], line["players"]): line for line in lines}
    told = []
    for rule, value in dict.fromkeys((line["rule"], line["value"]) for line in lines):
        cells = []
        for players in about["players"]:
            line = found.get((rule, value, players))
            cells.append(f"{line['word']} {points(line)}" if line else "–")
        now = any(found[at]["here"] for at in found if at[:2] == (rule, value))
        told.append([f"{rule}={value}{' (now)' if now else ''}", *cells])
    return told


def answer(frames: Frames, about: About) -> RenderableType:
    """Draw the whole answer."""
    first, *rest = (fair.plain(text) for text in fair.verdict(frames, about))
    parts: list[RenderableType] = [Text(first, style="bold"), *map(Text, rest)]
    for table in tables(frames, about):
        parts += [Text(), table]
    for title, says in (
        ("By rule and seat", fair.rules(frames, about)),
        ("Unknown components", fair.unknown(frames, about)),
        ("What would mend it", fair.fixes(frames, about)),
        ("How sure this is", fair.method(frames, about)[1:]),
    ):
        if says:
            parts += [Text(), Text(title, style="bold"), *(Text(fair.plain(text)) for text in says)]
    return Group(*parts)
