"""Sentences on how far numbers go where open rules are tried together."""

from collections.abc import Mapping, Sequence
from typing import Any

from reports.grid import FEW
from reports.sentences import About, Frames, rows
from reports.words import GAME, code, listed

Line = Mapping[str, Any]
BELOW = (
    "Numbers were found anew under each as well. *More* and *less* are than an equal share, or than in games without a part, where the interval says so; "
    "*either way* is more under some and less under others. The table has how far each number goes."
)


def ranges(frames: Frames, about: About) -> list[str]:
    """Say of which things all combinations agree that they bring more, or less, and of which they don't; and what is the same in all."""
    lines = rows(frames, "ranges")
    if not lines:
        return []
    told = [BELOW]
    for players in about["players"]:
        mine = [line for line in lines if line["players"] == players]
        for kind in dict.fromkeys(line["kind"] for line in mine):
            said = (same if kind == GAME else signs)([line for line in mine if line["kind"] == kind])
            if said:
                told.append(f"**{players} players, {kind}:** {said}.")
    return told


def same(lines: Sequence[Line]) -> str:
    """Say which numbers are the same everywhere."""
    found = [code(line["thing"]) for line in lines if line["least"] == line["most"] == line["judged"]]
    return (
        f"the same in all {lines[0]['cells']}, and so resting on nothing that was changed: {listed(found)}"
        if found
        else ""
    )


def signs(lines: Sequence[Line]) -> str:
    """Say which things surely bring more everywhere, which less, and which more here and less there."""
    cells = lines[0]["cells"]
    more = [code(line["thing"]) for line in lines if line["more"] == cells]
    less = [code(line["thing"]) for line in lines if line["less"] == cells]
    both = [code(line["thing"]) for line in lines if line["more"] and line["less"]]
    each = [f"{words} in all {cells} {listed(names)}" for words, names in (("more", more), ("less", less)) if names]
    if both:
        each.append(f"either way {listed(both) if len(both) <= FEW else f'{len(both)} of {len(lines)}'}")
    return "; ".join(each)
