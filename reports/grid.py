"""Sentences on a grid: which answers hold whatever the rulebook leaves open, and which flip."""

from collections.abc import Mapping, Sequence
from typing import Any

from reports.sentences import About, Frames, rows
from reports.words import CROSS, SEATS, code, listed

Line = Mapping[str, Any]
FEW = 4  # cells that are told one by one


def grid(frames: Frames, about: About) -> list[str]:
    """Say for each question and number of players in how many cells the answer holds, and where it flips."""
    lines = rows(frames, "held")
    if not lines:
        return []
    cells = rows(frames, "grid")
    names = cells[0]["rule"].split(CROSS)
    values = [list(dict.fromkeys(cell["value"].split(CROSS)[side] for cell in cells)) for side in range(len(names))]
    tried = listed([f"{code(name)} ({ends[0]} to {ends[-1]})" for name, ends in zip(names, values, strict=True)])
    here = listed([code(text) for text in dict.fromkeys(settings(cell) for cell in cells if cell["here"])])
    told = [f"The rulebook leaves {tried} open; everything was asked again under all combinations (as judged: {here})."]
    return told + [f"**{line['players']} players, {line['question']}:** {one(frames, line)}" for line in lines]


def short(frames: Frames, about: About) -> list[str]:
    """Say in one sentence whether the verdict on seats holds all over the grid."""
    lines = rows(frames, "held", question=SEATS)
    if not lines:
        return []
    names = listed([code(name) for name in rows(frames, "grid")[0]["rule"].split(CROSS)])
    each = [f"{line['answer']} in {line['holds']} of {line['cells']} with {line['players']} players" for line in lines]
    flips = sum(line["flips"] for line in lines)
    told = f"and it flips in {flips}" if flips else "and it is nowhere shown to flip"
    return [f"Under all combinations of {names}, which the rulebook leaves open, seats are {listed(each)}, {told}."]


def one(frames: Frames, line: Line) -> str:
    """Say in how many cells an answer holds, and which other answers there are."""
    cells = rows(frames, "grid", players=line["players"], question=line["question"])
    answer = write(line["question"], line["answer"])
    if line["holds"] == line["cells"]:
        return f"{answer} holds in all {line['cells']}."
    told = f"{answer} in {line['holds']} of {line['cells']}"
    flips = [cell for cell in cells if cell["state"] == "flips"]
    if flips:
        others = {cell["answer"]: [other for other in flips if other["answer"] == cell["answer"]] for cell in flips}
        each = [f"{write(line['question'], name)} in {where(found)}" for name, found in others.items()]
        told += f"; it flips to {listed(each)}"
    else:
        told += "; nowhere is it shown to flip"
    if line["open"]:
        settled = "it is open" if line["question"] == SEATS else "another is as good, or can't be told from it"
        told += f"; in {line['open']} {settled}"
    return f"{told}."


def where(cells: Sequence[Line]) -> str:
    """Say in which cells, if they are few, or in how many."""
    if len(cells) > FEW:
        return str(len(cells))
    return f"{len(cells)} ({listed([code(settings(cell)) for cell in cells])})"


def settings(cell: Line) -> str:
    """Write the values of a cell as they are typed."""
    names, values = (cell[side].split(CROSS) for side in ("rule", "value"))
    return " ".join(f"{name}={value}" for name, value in zip(names, values, strict=True))


def write(question: str, answer: str) -> str:
    """Write an answer: a verdict as it is, all else as what can be typed."""
    return answer if question == SEATS else code(answer)
