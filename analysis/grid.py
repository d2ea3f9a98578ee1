"""Rules that the rulebook leaves open, changed together: which answers hold all over the grid of their values, and which flip."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import polars as pl

from analysis import ranges
from analysis.questions import luck
from analysis.questions.push import CLOSE
from analysis.statistics.shares import apart
from analysis.statistics.verdicts import LEAST

if TYPE_CHECKING:
    from analysis.study import Study

# Questions; about seats there is one more for each reading.
SEATS, STRATEGY, LUCK = "seats", "best strategy", "luck or skill"
OPEN = "INCONCLUSIVE"
LEAST_DEALT = 2000  # games that tell luck from skill
CROSS = " × "  # between the rules of a grid, and between their values
Line = dict[str, Any]
Verdicts = Mapping[str, Mapping[str, Any]]  # on seats, by question
# Returns the verdict on seats of a study with some rules changed:
Judge = Callable[["Study", Mapping[str, str]], Mapping[str, Any]]


def cells(study: "Study", players: int) -> list[dict[str, str]]:
    """List the possible combinations of values of the rules that the game wants changed together, but for those that were set.

    Values are the plausible ones, or those that were asked for.
    """
    names = [name for name in study.game.grid if name not in study.changes]
    by_name = {rule.name: rule for rule in study.game.rules}
    texts_of = [study.tried.get(name, by_name[name].plausible) for name in names]
    found = (dict(zip(names, texts, strict=True)) for texts in product(*texts_of) if names)
    return [values for values in found if study.possible(players, values)]


def readings(study: "Study", players: int) -> dict[str, dict[str, str]]:
    """List the questions about seats, each with the rules that it changes: as judged, and under the other readings of open rules.

    These are the rules that the game wants read anew in every cell, but for those that were set.
    """
    found: dict[str, dict[str, str]] = {SEATS: {}}
    for rule in study.game.rules:
        for text in rule.plausible if rule.name in study.game.readings and rule.name not in study.changes else ():
            changes = {rule.name: text}
            if study.possible(players, changes) and not study.same_rules(players, changes):
                found[f"{SEATS}, {rule.name}={text}"] = changes
    return found


def answers(study: "Study", players: int, verdicts: Verdicts) -> list[Line]:
    """Return what a study found, a line for each question: seats, the best strategy, the best knob, luck or skill.

    Each has question, answer, near (answers that can't be told from it, or cost one percentage point at most), share, low, high,
    games. Answers of fewer than 30 blocks are INCONCLUSIVE; luck has 100 tables.
    """
    told = ("share", "low", "high", "games")
    lines = [
        {"question": question, "answer": verdict["word"], "near": "", "seat": verdict["seat"], **{name: verdict[name] for name in told}}
        for question, verdict in verdicts.items()
    ]  # fmt: skip
    for line in study.kept("choice", players).to_dicts():
        best = {name: line[f"best_{name}"] for name in ("share", "low", "high")}
        lines.append(
            {"question": STRATEGY, "answer": line["best"], "near": line["rivals"], **best, "games": line["games"]}
        )
    for line in study.kept("push_best", players).to_dicts():
        near = ", ".join(f"{value:g}" for value in as_good(study.kept("push", players), line["value"]))
        best = {name: line[name] for name in told}
        lines.append({"question": knob(study), "answer": f"{line['value']:g}", "near": near, **best})
    sources = study.kept("luck", players)
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


def knob(study: "Study") -> str:
    """Name the question how far to go."""
    return f"best {study.cast.push.knob} of {study.cast.push.strategy}" if study.cast.push else ""


def chart(
    study: "Study", players: int, values: Mapping[str, str], games: int, judged: Verdicts, judge: Judge,
    see: Callable[["Study"], None] = lambda there: None,
) -> None:  # fmt: skip
    """Answer everything under other values of the grid's rules, and keep whether each answer is the one that was judged.

    `judged` are the verdicts on seats as judged; `judge` gives those there, and `see` plays what else is to be known there. Every
    other match is of so many games.
    """
    default = study.cast.default
    before = {line["question"]: line for line in answers(study, players, judged)}
    here = study.same_rules(players, values)
    found, there = list(before.values()), study
    if not here:
        there = replace(study, changes={**study.changes, **values}, found=defaultdict(list))
        verdicts = {question: judge(there, changes) for question, changes in readings(study, players).items()}
        if STRATEGY in before:
            there.meet(players, default, games)
            there.choose(players)
        if knob(study) in before:
            there.push(players, games)
        if LUCK in before:
            replace(there, games=max(games, LEAST_DEALT)).deal(players)
        see(there)
        found = answers(there, players, verdicts)
    where = {"rule": CROSS.join(values), "value": CROSS.join(values.values()), "here": here}
    lines = [{**where, **line, "state": state(line, before[line["question"]])} for line in found]
    study.keep("grid", players, pl.DataFrame(lines, schema_overrides={"seat": pl.Int64}, infer_schema_length=None))
    told = ranges.numbers(there, players)
    study.keep("numbers", players, told.select(*(pl.lit(value).alias(name) for name, value in where.items()), pl.all()))


def hold(study: "Study", players: int, judged: Verdicts) -> None:
    """Keep in how many cells each answer that was judged holds, flips, is open, or is settled, and how far each number goes."""
    lines = []
    grid = study.kept("grid", players)
    for line in answers(study, players, judged):
        states = grid.filter(question=line["question"])["state"].to_list()
        counts = {name: states.count(name) for name in ("holds", "flips", "open", "settled")}
        lines.append({"question": line["question"], "answer": line["answer"], "cells": len(states), **counts})
    study.keep("held", players, lines)
    numbers = study.kept("numbers", players)
    if numbers.height:
        study.keep("ranges", players, ranges.ranges(ranges.numbers(study, players), numbers))


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
