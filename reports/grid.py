"""Sentences on a grid: which answers hold whatever the rulebook leaves open, and which flip."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from reports.sentences import About, Frames, rows
from reports.words import CROSS, LUCK, OPEN, SEATS, SPACE, code, listed

Line = Mapping[str, Any]
FEW = 4  # cells that are told one by one


def grid(frames: Frames, about: About) -> list[str]:
    """Say for each question and number of players in how many cells the answer comes out, and where another one does."""
    lines = rows(frames, "held")
    if not lines:
        return []
    cells = rows(frames, "grid")
    names = cells[0]["rule"].split(CROSS)
    values = [list(dict.fromkeys(cell["value"].split(CROSS)[side] for cell in cells)) for side in range(len(names))]
    tried = listed([f"{code(name)} ({ends(texts)})" for name, texts in zip(names, values, strict=True)])
    here = listed([code(text) for text in dict.fromkeys(settings(cell) for cell in cells if cell["here"])])
    others = {rule["name"]: rule["value"] for rule in about["open_rules"]}
    judged = here or f"{listed([code(f'{name}={others[name]}') for name in names])}, which is none of them"
    head = (
        f"The rulebook leaves {tried} open, so what follows was asked again under {combinations(names)} (as judged: {judged}): on the same luck, each by "
        f"itself at 95{SPACE}%."
    )
    return [head, *(f"**{line['players']} players, {line['question']}:** {one(frames, line)}" for line in lines)]


def ends(values: Sequence[str]) -> str:
    """Write which values were tried: a few one by one.

    >>> ends(["4", "5", "6", "7"]), ends(["proposed", "harsh"])
    ('4 to 7', 'proposed and harsh')
    """
    return f"{values[0]} to {values[-1]}" if len(values) > 3 else listed(values)


def combinations(names: Sequence[str]) -> str:
    """Write under what everything was asked."""
    return "all combinations" if len(names) > 1 else "each value"


def short(frames: Frames, about: About, who: str = "") -> list[str]:
    """Say in one sentence whether the verdict on seats comes out all over the grid; `who` plays."""
    lines = rows(frames, "held", question=SEATS)
    if not lines:
        return []
    names = rows(frames, "grid")[0]["rule"].split(CROSS)
    each = [f"{told_of(frames, line)} with {line['players']} players" for line in lines]
    under = f"{combinations(names)} of {listed([code(name) for name in names])}, which the rulebook leaves open"
    return [f"Under {under}, seats are{who} {listed(each)}."]


def told_of(frames: Frames, line: Line) -> str:
    """Say in how many cells a verdict comes out, another one, or neither."""
    if line["answer"] == OPEN:
        cells = rows(frames, "grid", players=line["players"], question=line["question"])
        settled = [cell for cell in cells if cell["answer"] != OPEN]
        return f"{OPEN} as judged" + f" ({counts_of(SEATS, settled)} of {line['cells']})" * bool(settled)
    others = {"flips": "another verdict in", "open": "open in"}
    each = [f"{words} {line[state]}" for state, words in others.items() if line[state]]
    return f"{line['answer']} in {line['holds']} of {line['cells']}" + (f" ({listed(each)})" if each else "")


def one(frames: Frames, line: Line) -> str:
    """Say in how many cells an answer comes out, and which other answers there are."""
    cells = rows(frames, "grid", players=line["players"], question=line["question"])
    if line["answer"] == OPEN:
        return f"{OPEN} as judged; of all {line['cells']}, {counts_of(line['question'], cells)}."
    answer = write(line["question"], line["answer"])
    if line["holds"] == line["cells"]:
        return f"{answer} in all {line['cells']}."
    told = f"{answer} in {line['holds']} of {line['cells']}"
    flips = [cell for cell in cells if cell["state"] == "flips"]
    by_answer = {cell["answer"]: [other for other in flips if other["answer"] == cell["answer"]] for cell in flips}
    each = [f"{write(line['question'], name)} in {where(found)}" for name, found in by_answer.items()]
    told += f"; instead surely {listed(each)}" if each else "; no other answer is sure"
    return told + (f"; {line['open']} {'is' if line['open'] == 1 else 'are'} open." if line["open"] else ".")


def counts_of(question: str, cells: Sequence[Line]) -> str:
    """Say in how many cells each answer comes out, the commonest first."""
    counts = Counter(cell["answer"] for cell in cells)
    return listed([f"{write(question, answer)} in {count}" for answer, count in counts.most_common()])


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
    return answer if answer == OPEN or is_verdict(question) else code(answer)


def is_verdict(question: str) -> bool:
    """Tell whether a question is answered by a verdict: that on seats, under whichever reading, or on luck."""
    return question.startswith(SEATS) or question == LUCK
