"""Rules that the rulebook leaves open, changed together: which answers hold all over the grid of their values, and which flip."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from math import hypot
from typing import TYPE_CHECKING, Any

import polars as pl

from analysis.intervals import simultaneous
from analysis.pushes import CLOSE
from analysis.seats import LEAST
from simulators.errors import BadInput

if TYPE_CHECKING:
    from analysis.study import Study

SEATS, STRATEGY = "seats", "best strategy"  # questions
OPEN = "INCONCLUSIVE"
CROSS = " × "  # between the rules of a grid, and between their values
Line = dict[str, Any]


def cells(study: "Study", players: int) -> list[dict[str, str]]:
    """List the possible combinations of values of the rules that the game wants changed together, but for those that were set.

    Values are the plausible ones, or those that were asked for.
    """
    names = [name for name in study.game.grid if name not in study.changes]
    by_name = {rule.name: rule for rule in study.game.rules}
    texts_of = [study.tried.get(name, by_name[name].plausible) for name in names]
    found = []
    for texts in product(*texts_of) if names else ():
        values = dict(zip(names, texts, strict=True))
        try:
            study.rules(players, values)
        except BadInput:
            continue
        found.append(values)
    return found


def answers(study: "Study", players: int, verdict: Mapping[str, Any]) -> list[Line]:
    """Return what a study found, a line for each question: seats, the best strategy, the best knob.

    Each has question, answer, near (answers that can't be told from it, or cost one percentage point at most), share, low, high,
    games. The best strategy and knob of fewer than 30 blocks are INCONCLUSIVE.
    """
    told = {name: verdict[name] for name in ("share", "low", "high", "games")}
    lines = [{"question": SEATS, "answer": verdict["word"], "near": "", "seat": verdict["seat"], **told}]
    for line in study.kept("choice", players).to_dicts():
        best = {name: line[f"best_{name}"] for name in ("share", "low", "high")}
        lines.append(
            {"question": STRATEGY, "answer": line["best"], "near": line["rivals"], **best, "games": line["games"]}
        )
    for line in study.kept("push_best", players).to_dicts():
        best = {name: line[name] for name in ("share", "low", "high", "games")}
        near = ", ".join(f"{value:g}" for value in as_good(study.kept("push", players), line["value"]))
        lines.append({"question": knob(study), "answer": f"{line['value']:g}", "near": near, **best})
    return [line | {"answer": OPEN, "near": ""} if line["games"] < LEAST * players else line for line in lines]


def as_good(push: pl.DataFrame, best: float) -> list[float]:
    """Return the other numbers to stop at that cost at most one percentage point, or can't be told from the best.

    In intervals that hold for all others at once, as if luck were not shared, which makes it harder to tell them apart.
    """
    lines = {line["value"]: line for line in push.to_dicts()}
    most = lines.pop(best)
    z = simultaneous(max(1, len(lines)))
    return [
        value for value, line in lines.items()
        if most["share"] - line["share"] <= max(CLOSE, z * hypot(most["se"], line["se"]))
    ]  # fmt: skip


def knob(study: "Study") -> str:
    """Name the question how far to go."""
    return f"best {study.cast.push.knob} of {study.cast.push.strategy}" if study.cast.push else ""


def chart(
    study: "Study", players: int, values: Mapping[str, str], games: int, judged: Mapping[str, Any], judge: Callable[["Study"], Mapping[str, Any]]
) -> None:  # fmt: skip
    """Answer everything under other values of the grid's rules, and keep whether each answer is the one that was judged.

    `judged` is the verdict on seats as judged; `judge` gives the one there. Every other match is of so many games.
    """
    default = study.cast.default
    before = {line["question"]: line for line in answers(study, players, judged)}
    here = study.rules(players, values).digest == study.rules(players).digest
    found = list(before.values())
    if not here:
        there = replace(study, changes={**study.changes, **values}, found=defaultdict(list))
        verdict = judge(there)
        if STRATEGY in before:
            there.meet(players, default, games)
            there.choose(players)
        if knob(study) in before:
            there.push(players, games)
        found = answers(there, players, verdict)
    where = {"rule": CROSS.join(values), "value": CROSS.join(values.values()), "here": here}
    lines = [{**where, **line, "state": state(line, before[line["question"]])} for line in found]
    study.keep("grid", players, pl.DataFrame(lines, schema_overrides={"seat": pl.Int64}, infer_schema_length=None))


def hold(study: "Study", players: int, judged: Mapping[str, Any]) -> None:
    """Keep in how many cells each answer that was judged holds, flips and is open."""
    lines = []
    grid = study.kept("grid", players)
    for line in answers(study, players, judged):
        states = grid.filter(question=line["question"])["state"].to_list()
        counts = {name: states.count(name) for name in ("holds", "flips", "open")}
        lines.append({"question": line["question"], "answer": line["answer"], "cells": len(states), **counts})
    study.keep("held", players, lines)


def state(line: Mapping[str, Any], judged: Mapping[str, Any]) -> str:
    """Tell whether the answer that was judged comes out ("holds"), another one is surely better ("flips"), or neither is shown ("open")."""
    if OPEN in (line["answer"], judged["answer"]):
        return "open"
    if line["answer"] == judged["answer"]:
        return "holds"
    return "open" if judged["answer"] in line["near"].split(", ") else "flips"
