"""The map of a grid: each answer under all combinations of two rules that the rulebook leaves open."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.figures_seats import STRONG, SYMBOLS, TINTS
from reports.grid import is_verdict
from reports.style import (
    COLOURS,
    INK,
    MUTED,
    SURFACE,
    among,
    counts_of,
    cut,
    games_of,
    head,
    key,
    lines_of,
    panels,
    settled,
    sheet,
)  # fmt: skip
from reports.words import CROSS, LUCK, OPEN, STRATEGY, listed, signed

Line = dict[str, Any]
TILE = 0.34  # inches from one row of tiles to the next
LETTERS = "ABCD"  # of names; a colour for each
MANY = 12  # columns: with more there is no room for numbers
OTHER = "another"  # name for all that have no letter of their own
Look = tuple[str, Any]  # of a tile: what is written on it, and its colour


def verdict_map(grid: pl.DataFrame, *, margin: float, default: str) -> Figure:
    """Draw the answer to each question in each cell: a row of maps for each question, a map for each number of players.

    In: players, question, rule, value ("6 × 10"), here, answer, near, state, share, games.
    """
    counts, questions = counts_of(grid), grid["question"].unique(maintain_order=True).to_list()
    names, values = grid["rule"][0].split(CROSS), list(dict.fromkeys(grid["value"].to_list()))
    pairs = [value.split(CROSS) for value in values]
    # Of two rules a map for each number of players, of one a line for each in one map.
    wide = len(names) == 1
    rows = [among(players) for players in reversed(counts)] if wide else list(dict.fromkeys(y for y, _ in pairs))
    columns = values if wide else list(dict.fromkeys(x for _, x in pairs))
    body = sum(0.62 + TILE * len(rows) for _ in questions) + 0.1
    letters = lettered(grid.filter(pl.col("question") == STRATEGY)["answer"].to_list())
    numbers = sorted(
        {
            line["answer"]
            for line in grid.to_dicts()
            if not is_verdict(line["question"]) and line["question"] != STRATEGY
        },
        key=in_order,
    )
    told = (
        f"Each tile: the answer with {'one value of ' * (len(names) == 1) + listed(names)}, all else as judged{'; framed: as judged' * grid['here'].any()}. Seats: "
        f"the verdict at a margin of ±{100 * margin:g} pp, and how far the seat that decides it is from an equal share, in "
        f"percentage points. {'Luck or skill: L or S, and how many per cent of who wins the strategies explain. ' * (LUCK in questions)}"
        f"Other questions: who wins most among players of {cut(default, 40)}. Bold: another answer than as judged; "
        f"grey: it can't be told from that one, or isn't settled. Each tile by itself at 95 %, all on the same luck; {games_of(grid)} "
        "of each match."
    )
    if letters:
        told += f" {listed([f'{letter}: {cut(name, 24)}' for name, letter in letters.items()])}."
    keys = [key(f"{symbol} {word}", STRONG[word]) for word, symbol in SYMBOLS.items()]
    figure = sheet("Which answers hold whatever the rulebook leaves open?", told, body, keys)
    maps = panels(figure, len(questions), 1 if wide else len(counts), "")
    for line, question in zip(maps, questions, strict=True):
        for at, players in enumerate(counts):
            axes = line[0 if wide else at]
            head(axes, question if wide else f"{among(players)}: {question}")
            frame(axes, rows, columns)
            axes.set_xlabel(names[-1])
            axes.set_ylabel("" if wide else names[0])
            for cell in lines_of(grid, question=question, players=players):
                text, colour = look(cell, letters, numbers)
                up, across = (among(players), cell["value"]) if wide else cell["value"].split(CROSS)
                tile(axes, (columns.index(across), rows.index(up)), text, colour, cell, len(columns) > MANY)
    return settled(figure)


def lettered(answers: Sequence[str]) -> dict[str, str]:
    """Return the letter of each name, the commonest first; of those that come last, one for all."""
    by = Counter(answer for answer in answers if answer != OPEN)
    ranked = [name for name, _ in by.most_common()]
    few = len(ranked) <= len(LETTERS)
    return dict(zip(ranked if few else [*ranked[: len(LETTERS) - 1], OTHER], LETTERS, strict=False))


def in_order(answer: str) -> float:
    """Sort numbers as numbers, and what isn't settled first."""
    return -inf if answer == OPEN else float(answer)


def look(line: Line, letters: Mapping[str, str], numbers: Sequence[str]) -> Look:
    """Return what is written on a tile, and its colour: a verdict's, a strategy's, or the deeper the larger a number is."""
    answer = line["answer"]
    if line["question"] == LUCK:
        tint = TINTS[OPEN] if answer == OPEN else to_rgba(COLOURS[5], 0.6 if answer == "SKILL" else 0.1)
        return f"{SYMBOLS.get(answer, answer[0])}\n{100 * line['share']:.0f}", tint
    if is_verdict(line["question"]):
        off = signed(100 * (line["share"] - 1 / line["players"]), 1)
        return f"{SYMBOLS[answer]}\n{off}", TINTS[answer]
    if answer == OPEN:
        return SYMBOLS[OPEN], TINTS[OPEN]
    if line["question"] == STRATEGY:
        letter = letters.get(answer) or letters[OTHER]
        return letter, shade(letter)
    return answer, to_rgba(COLOURS[5], 0.1 + 0.6 * numbers.index(answer) / len(numbers))


def shade(letter: str) -> Any:
    """Return the pale colour of a letter."""
    return to_rgba(COLOURS[LETTERS.index(letter)], 0.35)


def frame(axes: Axes, rows: Sequence[str], columns: Sequence[str]) -> None:
    """Prepare a map: a value for each row of tiles, and for each column, or every tenth if there are many."""
    axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(-0.5, len(rows) - 0.5))
    shown = range(0, len(columns), 10 if len(columns) > MANY else 1)
    axes.set_xticks(shown, [cut(columns[at], 16) for at in shown], fontsize=8)
    axes.set_yticks(range(len(rows)), [cut(text, 16) for text in rows], fontsize=8)
    axes.tick_params(length=0)
    axes.spines[["left", "bottom"]].set_visible(False)


def tile(axes: Axes, at: tuple[int, int], text: str, colour: Any, line: Line, small: bool) -> None:
    """Draw a tile: framed as judged, bold where the answer flips, grey where it is open; a small one has no number."""
    x, y = at
    axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor=SURFACE, linewidth=1, zorder=1))
    if line["here"]:
        axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, edgecolor=INK, linewidth=1.6, zorder=3))
    weight, ink = ("bold" if line["state"] == "flips" else "normal"), (MUTED if line["state"] == "open" else INK)
    told = text.split("\n")[0] if small else text
    axes.text(x, y, told, fontsize=6.5, weight=weight, color=ink, ha="center", va="center", linespacing=1.0, zorder=4)
