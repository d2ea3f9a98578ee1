"""Rules that the rulebook leaves open, changed together: which answers hold all over the grid of their values, and which flip."""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import polars as pl

from analysis import ranges
from analysis.findings import Findings
from analysis.lab import Lab
from analysis.questions import luck, matchups, push
from analysis.questions.push import CLOSE
from analysis.questions.readings import readings
from analysis.statistics.shares import apart
from analysis.statistics.verdicts import LEAST

STRATEGY, LUCK = "best strategy", "luck or skill"  # questions; those about seats are `readings`
OPEN = "INCONCLUSIVE"
LEAST_DEALT = 2000  # games that tell luck from skill
CROSS = " × "  # between the rules of a grid, and between their values
Line = dict[str, Any]
Verdicts = Mapping[str, Mapping[str, Any]]  # on seats, by question
# Returns the verdict on seats under rules of a lab, with some changed:
Judge = Callable[[Lab, Mapping[str, str]], Mapping[str, Any]]
See = Callable[[Lab, Findings], None]  # plays what else is to be known there


def cells(lab: Lab, players: int) -> list[dict[str, str]]:
    """List the possible combinations of values of the rules that the game wants changed together, but for those that were set.

    Values are the plausible ones, or those that were asked for.
    """
    names = [name for name in lab.plan.game.grid if name not in lab.plan.changes]
    by_name = {rule.name: rule for rule in lab.plan.game.rules}
    texts_of = [lab.plan.tried.get(name, by_name[name].plausible) for name in names]
    found = (dict(zip(names, texts, strict=True)) for texts in product(*texts_of) if names)
    return [values for values in found if lab.possible(players, values)]


def answers(lab: Lab, players: int, findings: Findings, verdicts: Verdicts) -> list[Line]:
    """Return what a study found, a line for each question: seats, the best strategy, the best knob, luck or skill.

    Each has question, answer, near (answers that can't be told from it, or cost one percentage point at most), share, low, high,
    games. Answers of fewer than 30 blocks are INCONCLUSIVE; luck has 100 tables.
    """
    told = ("share", "low", "high", "games")
    lines = [
        {"question": question, "answer": verdict["word"], "near": "", "seat": verdict["seat"], **{name: verdict[name] for name in told}}
        for question, verdict in verdicts.items()
    ]  # fmt: skip
    for line in findings.lines("choice", players):
        best = {name: line[f"best_{name}"] for name in ("share", "low", "high")}
        lines.append(
            {"question": STRATEGY, "answer": line["best"], "near": line["rivals"], **best, "games": line["games"]}
        )
    for line in findings.lines("push_best", players):
        near = ", ".join(f"{value:g}" for value in as_good(findings.kept("push", players), line["value"]))
        best = {name: line[name] for name in told}
        lines.append({"question": knob(lab), "answer": f"{line['value']:g}", "near": near, **best})
    sources = findings.kept("luck", players)
    if sources.height:
        verdict = luck.luck_verdict(sources)
        lines.append(
            {"question": LUCK, "answer": verdict["word"], "near": "", **{name: verdict[name] for name in told}}
        )
    return [line | {"answer": OPEN, "near": ""} if line["games"] < LEAST * players else line for line in lines]


def as_good(push: pl.DataFrame, best: float) -> list[float]:
    """Return the other numbers to stop at that cost at most one percentage point, or can't be told from the best.

    In intervals that hold for all others at once.
    """
    lines = {line["value"]: line for line in push.to_dicts()}
    most = lines.pop(best)
    return [
        value for value, line in lines.items()
        if most["share"] - line["share"] <= max(CLOSE, apart(most, line, len(lines)))
    ]  # fmt: skip


def knob(lab: Lab) -> str:
    """Name the question how far to go."""
    push = lab.plan.cast.push
    return f"best {push.knob} of {push.strategy}" if push else ""


def chart(
    lab: Lab, players: int, findings: Findings, values: Mapping[str, str], judged: Verdicts, judge: Judge,
    see: See = lambda there, found: None,
) -> None:  # fmt: skip
    """Answer everything under other values of the grid's rules, and keep whether each answer is the one that was judged.

    `judged` are the verdicts on seats as judged; `judge` gives those there. Matches of strategies are of a tenth of the games.
    """
    before = {line["question"]: line for line in answers(lab, players, findings, judged)}
    here = lab.same_rules(players, values)
    found, told = list(before.values()), findings
    if not here:
        there, told = lab.with_rules(values), Findings()
        few = lab.plan.few
        verdicts = {question: judge(there, changes) for question, changes in readings(lab, players).items()}
        if STRATEGY in before:
            matchups.meet(there, players, told, lab.plan.cast.default)
            matchups.choose(there, players, told)
        if knob(lab) in before:
            push.go(there, players, told, few)
        if LUCK in before:
            luck.deal(there.under(games=max(few, LEAST_DEALT)), players, told)
        see(there, told)
        found = answers(there, players, told, verdicts)
    where = {"rule": CROSS.join(values), "value": CROSS.join(values.values()), "here": here}
    lines = [{**where, **line, "state": state(line, before[line["question"]])} for line in found]
    findings.keep("grid", players, pl.DataFrame(lines, schema_overrides={"seat": pl.Int64}, infer_schema_length=None))
    numbers = ranges.numbers(told, players, lab.plan.cast.default)
    findings.keep(
        "numbers", players, numbers.select(*(pl.lit(value).alias(name) for name, value in where.items()), pl.all())
    )


def hold(lab: Lab, players: int, findings: Findings, judged: Verdicts) -> None:
    """Keep in how many cells each answer that was judged holds, flips, is open, or is settled, and how far each number goes."""
    lines = []
    grid = findings.kept("grid", players)
    for line in answers(lab, players, findings, judged):
        states = grid.filter(question=line["question"])["state"].to_list()
        counts = {name: states.count(name) for name in ("holds", "flips", "open", "settled")}
        lines.append({"question": line["question"], "answer": line["answer"], "cells": len(states), **counts})
    findings.keep("held", players, lines)
    numbers = findings.kept("numbers", players)
    if numbers.height:
        told = ranges.numbers(findings, players, lab.plan.cast.default)
        findings.keep("ranges", players, ranges.ranges(told, numbers))


def state(line: Mapping[str, Any], judged: Mapping[str, Any]) -> str:
    """Tell whether the answer that was judged comes out ("holds"), another one is surely better ("flips"), or neither is shown ("open").

    Where nothing was settled as judged, whatever answer comes out is "settled".
    """
    if line["answer"] == OPEN:
        return "open"
    if judged["answer"] == OPEN:
        return "settled"
    if line["answer"] == judged["answer"]:
        return "holds"
    return "open" if judged["answer"] in line["near"].split(", ") else "flips"
