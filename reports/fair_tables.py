"""The answer to whether a variant is fair, for a terminal: the verdict, a table of reasons, and what would mend it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from reports import fair, grid, ranges
from reports.sentences import About, Frames, rows
from reports.tables import PER_CENT, Numbers, interval
from reports.words import LARGEST, MIXED, OPEN

Line = Mapping[str, Any]


def rounded(share: float, digits: int = 2) -> float:
    """Round percentage points; 0 has no sign."""
    return round(share * PER_CENT, digits) + 0.0


def points(line: Line, name: str = "deviation") -> str:
    """Write a difference in percentage points."""
    return f"{rounded(line[name]):+.2f}"


def ends(line: Line, less: float = 0.0, digits: int = 2) -> str:
    """Write an interval in percentage points."""
    if line["low"] is None or line["high"] is None:
        return interval(None, None)
    return interval(rounded(line["low"] - less, digits), rounded(line["high"] - less, digits), 1, digits)


def who(population: str) -> str:
    """Say who plays."""
    return population if population == MIXED else f"all {population}"


def counted(line: Line) -> str:
    """Write how many ways to play got which word."""
    return f"{line['fair']}/{line['unfair']}/{line['inconclusive']}"


def farthest(line: Line) -> list[str]:
    """Write where a seat is farthest off, which, and by how much."""
    return [who(line["population"]), str(line["seat"]), points(line), ends(line, 1 / line["players"])]


def by_players(title: str, heads: list[str], lines: Iterable[Line], write: Callable[[Line], list[str]]) -> Numbers:
    """Draw a line for each number of players."""
    return Numbers(title, "players", heads, [[str(line["players"]), *write(line)] for line in lines])


def crossed(title: str, key: str, names: Iterable[str], cells: Mapping[tuple[str, int], str], about: About) -> Numbers:
    """Draw a line for each name, and a column for each number of players."""
    counts = about["players"]
    lines = [[name, *(cells.get((name, players), "–") for players in counts)] for name in dict.fromkeys(names)]
    return Numbers(title, key, [f"{players} players" for players in counts], lines)


def seats(frames: Frames, about: About) -> Numbers:
    """Draw the verdict on seats, with what a margin of one point says if another was asked for."""
    narrow = about["margin"] != fair.STRICT
    heads = ["verdict", *["at 1 pp"] * narrow, "fair/unfair/open", "farthest off", "seat", "pp off", "95 %"]

    def write(line: Line) -> list[str]:
        return [line["word"], *[line["strict"]] * narrow, counted(line), *farthest(line)]

    return by_players("Seats: does where you sit decide?", heads, rows(frames, "counts"), write)


def strategies(frames: Frames, about: About) -> Numbers:
    """Draw the verdict on strategies."""

    def write(line: Line) -> list[str]:
        least = [f"{line['rival']} among {line['field']}", points(line, "least"), ends(line)]
        return [line["word"], line["best"], *least]

    heads = ["verdict", "holds up best", "least advantage over", "pp", "95 %"]
    return by_players("Strategies: is one the answer to everything?", heads, rows(frames, "balance"), write)


def luck(frames: Frames, about: About) -> Numbers:
    """Draw the verdict on luck."""

    def write(line: Line) -> list[str]:
        return [line["word"], f"{line['share'] * PER_CENT:.1f} %", ends(line, digits=1)]

    heads = ["verdict", "who plays what explains", "95 %"]
    return by_players("Luck: how much is skill?", heads, rows(frames, "skill"), write)


def against(frames: Frames, about: About) -> Numbers:
    """Draw whether the variant is at least as fair as the game it varies."""

    def write(line: Line) -> list[str]:
        counts = f"{line['as_fair']}/{line['less_fair']}/{line['inconclusive']}"
        largest = f"{rounded(line['base']):.2f} → {rounded(line['variant']):.2f}"
        return [line["word"], counts, who(line["population"]), largest, points(line, "change"), ends(line)]

    heads = ["verdict", "as fair/less/open", "worst change", "pp off: base → variant", "change", "95 %"]
    return by_players("Against the base game: is it at least as fair?", heads, rows(frames, "against_counts"), write)


def effects(frames: Frames, about: About) -> Numbers:
    """Draw which rule of the variant changes how far the seat that is farthest off is."""
    lines = rows(frames, "rule_effects", population=about["default"], of=LARGEST)
    cells = {(line["rules"], line["players"]): f"{points(line, 'change')} ({ends(line)})" for line in lines}
    title = "Which rule does it? Change of the farthest seat's distance, pp (95 %)"
    return crossed(title, "rule", [name for name, _ in cells], cells, about)


def changes(frames: Frames, about: About) -> Numbers:
    """Draw what else the variant changes."""
    lines = fair.changes(frames, about)
    cells = {(name, count): cell for name, told in lines for count, cell in zip(about["players"], told, strict=True)}
    title = f"What else changes? base → {about['variant']}"
    return crossed(title, "measure", [name for name, _ in lines], cells, about)


def unknown(frames: Frames, about: About) -> Numbers:
    """Draw the verdict with each plausible value of what the rulebook leaves open."""
    lines = rows(frames, "unknown")
    judged = {("as judged", line["players"]): verdict(line) for line in rows(frames, "counts") if lines}
    cells = {(fair.setting(line), line["players"]): supposed(line) for line in lines}
    names = [*[name for name, _ in judged], *[fair.setting(line) for line in lines if not line["here"]]]
    return crossed("What the rulebook leaves open: does the verdict hold?", "rule", names, judged | cells, about)


def verdict(line: Line) -> str:
    """Write a verdict, and how far which seat is off."""
    return f"{line['word']} seat {line['seat']} {points(line)}"


def supposed(line: Line) -> str:
    """Write the verdict with a plausible value, where it isn't the one that was judged."""
    return "as judged" if line["here"] else "no change" if line["same"] else verdict(line)


def held(frames: Frames, about: About) -> Numbers:
    """Draw in how many cells of the grid each answer holds, flips and is open."""
    lines = rows(frames, "held")
    cells = {
        (line["question"], line["players"]): f"{line['answer']}: {line['holds']}/{line['flips']}/{line['open']}"
        if line["answer"] != OPEN
        else f"{OPEN}: {line['settled']} settled"
        for line in lines
    }
    title = "Answers under open rules: comes out/flips/open"
    return crossed(title, "question", [name for name, _ in cells], cells, about)


def fixes(frames: Frames, about: About) -> Numbers:
    """Draw what the best change of each adjustable rule does."""
    before = {line["players"]: counted(line) for line in rows(frames, "counts")}
    heads = ["verdict", "fair/unfair/open", "before", "pp off", "95 %"]
    lines = []
    for line in rows(frames, "fixes"):
        change, off = f"{line['players']} players, {fair.plain(fair.fix(line))}", farthest(line)[-2:]
        lines.append([change, line["word"], counted(line), before[line["players"]], *off])
    return Numbers("What would mend it?", "change", heads, lines)


PARTS = (
    (seats, (fair.seats,)),
    (fixes, (fair.fixes,)),
    (strategies, (fair.strategy_words,)),
    (luck, (fair.luck_words,)),
    (against, (fair.against_words, fair.worst_words)),
    (effects, (fair.rules,)),
    (changes, (fair.change_words,)),
    (unknown, (fair.unknown, fair.as_judged)),
    (held, (grid.grid, ranges.ranges)),
)  # a table, and the sentences below it


def answer(frames: Frames, about: About) -> RenderableType:
    """Draw the whole answer."""
    first, *rest = (fair.plain(text) for text in fair.verdict(frames, about))
    parts: list[RenderableType] = [Text(first, style="bold"), *map(Text, rest)]
    for draw, say in PARTS:
        table = draw(frames, about)
        says = [Text(fair.plain(text)) for write in say for text in write(frames, about)]
        if table.lines or says:
            parts += [Text(), table if table.lines else Text(table.title, style="bold"), *says]
    parts += [Text(), Text("How sure is this?", style="bold")]
    return Group(*parts, *(Text(fair.plain(text)) for text in fair.method(frames, about)))
