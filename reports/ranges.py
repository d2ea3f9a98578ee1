"""Sentences on how far numbers go where open rules are tried together."""

from collections.abc import Mapping, Sequence
from typing import Any

from reports.grid import FEW
from reports.sentences import About, Frames, rows
from reports.words import GAME, code, listed

Line = Mapping[str, Any]
BELOW = (
    "Numbers were found anew under each as well, of what all of them have; what goes by the same name may do something else there. “More” and “less” are "
    "than an equal share, or than in games without it, where the interval lies wholly on that side; “either way”: surely more under one and less under another."
)


def ranges(frames: Frames, about: About) -> list[str]:
    """Say of which things all combinations agree that they bring more, or less, and of which they don't; and what is the same in all."""
    lines = rows(frames, "ranges")
    if not lines:
        return []
    told = []
    for players in about["players"]:
        mine = [line for line in lines if line["players"] == players]
        for kind in dict.fromkeys(line["kind"] for line in mine):
            said = (same if kind == GAME else signs)([line for line in mine if line["kind"] == kind])
            if said:
                told.append(f"**{players} players, {kind}:** {said}.")
    return [BELOW, *told] if told else []


def same(lines: Sequence[Line]) -> str:
    """Say which numbers, but for shares of games, are exactly the same everywhere."""
    cells = max(line["cells"] for line in lines)
    all_have = [line for line in lines if line["cells"] == cells and line["unit"] != "of games"]
    found = [code(line["thing"]) for line in all_have if line["least"] == line["most"]]
    return f"exactly the same in all {cells}: {listed(found)}" if found else ""


def signs(lines: Sequence[Line]) -> str:
    """Say which things surely bring more everywhere, which less, and which more here and less there."""
    cells = lines[0]["cells"]
    each = []
    for words in ("more", "less"):
        found = [code(line["thing"]) for line in lines if line[words] == cells]
        mostly = [line for line in lines if cells > line[words] > cells / 2 and not line["either"]]
        most = [f"{code(line['thing'])} ({line[words]})" for line in mostly]
        each += [f"{words} in all {cells} {listed(found)}"] * bool(found)
        each += [f"{words} in most {listed(most)}"] * bool(most)
    either = [code(line["thing"]) for line in lines if line["either"]]
    if either:
        each.append(f"either way {listed(either) if len(either) <= FEW else f'{len(either)} of {len(lines)}'}")
    return "; ".join(each)
