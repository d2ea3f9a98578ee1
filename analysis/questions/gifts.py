"""What things are worth: how often one player wins who alone is given something."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import polars as pl

from analysis.findings import Findings, Job
from analysis.lab import Lab
from analysis.statistics.measures import surely_from
from simulators.engine import Player

CURVE = 5  # values, the usual one included: with fewer, a rule is no question of how much


def decisive(gifts: pl.DataFrame) -> pl.DataFrame:
    """Return how much of each gift decides the game: from where on whoever has it surely wins 80 % of games or more.

    In: rule, value, share, low, high, games. Out, a line for each rule of which at least five values are known: rule, value (from this one of
    those tried on the lower ends of the intervals lie at 80 % or above; None: not even with the most), most (the most that
    was tried), and what it wins: share, low, high, games.
    """
    lines = []
    for rule in gifts["rule"].unique(maintain_order=True):
        tried = gifts.filter(rule=rule).sort("value").to_dicts()
        if len(tried) >= CURVE:
            last = tried[-1]
            won = {name: last[name] for name in ("share", "low", "high", "games")}
            lines.append({"rule": rule, "value": surely_from(tried, "value"), "most": last["value"], **won})
    kinds = {"rule": pl.String, "value": pl.Int64, "most": pl.Int64, "low": pl.Float64, "high": pl.Float64}
    return pl.DataFrame(lines, schema_overrides={name: kind for name, kind in kinds.items() if lines})


def jobs(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played: one player with each gift."""
    if given := gifts(lab, players):
        yield Job(lab.plan.some * len(given), partial(give, lab, players, findings))


def usual(lab: Lab, players: int) -> dict[str, int]:
    """Return what players of the default strategy have of all that could be given, where all have the same."""
    values: Mapping[str, Any] = lab.rules(players).values
    own = lab.plan.cast.strategies[lab.plan.cast.default].traits
    found = {rule: {own.get(rule, value) for value in values[rule]} for rule in lab.plan.game.gifts}
    return {rule: here.pop() for rule, here in found.items() if len(here) == 1}


def gifts(lab: Lab, players: int) -> dict[tuple[str, int], Player]:
    """List who is given something that the others don't have."""
    have = usual(lab, players)
    return {(rule, value): who for (rule, value), who in lab.plan.cast.gifts.items() if have.get(rule, value) != value}


def give(lab: Lab, players: int, findings: Findings) -> None:
    """One player who is given something, among players of the default strategy: what it is worth.

    Without gifts the seats of a block have equal shares exactly, so nothing has to be played to compare with (0 games).
    """
    none = {"games": 0, "blocks": 0, "share": 1 / players, "se": 0.0, "low": None, "high": None}
    lines = [{"rule": rule, "value": value, **none} for rule, value in usual(lab, players).items()]
    for (rule, value), player in gifts(lab, players).items():
        _, line = lab.among(players, player, lab.plan.cast.default, lab.plan.some)
        lines.append({"rule": rule, "value": value, **line})
    found = pl.DataFrame(lines, schema_overrides=dict.fromkeys(["low", "high", "vrf"], pl.Float64))
    findings.keep("gifts", players, found)
    findings.keep("decisive", players, decisive(found))
