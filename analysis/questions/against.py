"""Is a variant at least as fair as the game it varies, and which of its rules does it? The same luck under both."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

import polars as pl

from analysis.compare import compare, followed, values_of
from analysis.findings import Findings, Job
from analysis.lab import Lab
from analysis.runs.samples import SeatSample, sample_games
from analysis.statistics.max_deviation import against, largest, rule_effects
from simulators.rules import Value, write

BASE = "base"


def jobs(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played: the variant and the game that it varies."""
    if factors(lab, players):
        yield Job(2 * lab.plan.games, partial(change, lab, players, findings))


def factors(lab: Lab, players: int) -> dict[str, Value]:
    """Return the rules that the variant changes and nobody else has, with what they are in the game it varies."""
    plan, base = lab.plan, lab.under(variant=BASE)
    if plan.variant == BASE or not base.possible(players, {}):
        return {}
    before, here = base.rules(players).values, lab.rules(players).values
    changed = plan.game.variants[plan.variant]
    return {name: before[name] for name in changed if name not in plan.changes and before[name] != here[name]}


def settings(lab: Lab, players: int) -> dict[tuple[bool, ...], dict[str, str]]:
    """Return all combinations of the variant's rules that are possible: which are on, and the changes that turn the others off."""
    own = factors(lab, players)
    found = {}
    for on in product((False, True), repeat=len(own)):
        off = {name: write(value) for (name, value), kept in zip(own.items(), on, strict=True) if not kept}
        if lab.possible(players, off):
            found[on] = off
    return found


def compare_seats(lab: Lab, players: int, findings: Findings, population: str, here: SeatSample) -> None:
    """Compare the seats of a population with those under the rules without the variant's own."""
    own = factors(lab, players)
    told, cells = {"population": population}, {}
    for on, off in settings(lab, players).items():
        cells[on] = lab.seat_sample(players, population, off).means if off else here.means
        values = lab.rules(players, off).values
        setting = " ".join(f"{name}={write(values[name])}" for name in own)
        line = {**told, "rules": setting, "largest": largest(cells[on]), "games": here.games}
        findings.keep("cells", players, [line])
    ways = sum(len(lab.populations(count)) for count in lab.plan.counts)
    found = against(cells[(False,) * len(own)], here.means, here.games / len(here.means), ways)
    findings.keep("against", players, [{**told, **found, "games": here.games}])
    if len(own) > 1 and len(cells) == 2 ** len(own):
        effects = rule_effects(cells, list(own), effects_at_once(lab)).with_columns(games=pl.lit(here.games))
        findings.keep("rule_effects", players, effects.select(pl.lit(population).alias("population"), pl.all()))


def effects_at_once(lab: Lab) -> int:
    """Return how many effects of rules are told of a population: of each rule and pair, on each seat and the largest deviation."""
    rules = [len(factors(lab, players)) for players in lab.plan.counts]
    return sum((n + n * (n - 1) // 2) * (players + 1) for n, players in zip(rules, lab.plan.counts, strict=True))


def change(lab: Lab, players: int, findings: Findings) -> None:
    """Compare everything else with the game that the variant varies."""
    plan, found = lab.plan, []
    for side in (lab.under(variant=BASE), lab):
        match = side.match(players, [plan.cast.default], follow=followed(plan.game))
        found.append(values_of(sample_games(match, plan.games, plan.threads), match.rules))
    findings.keep("changes", players, compare(*found))


def against_all(lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return whether a variant is as fair in all populations: the line that changes most of those that got the word.

    And how many are as fair, less fair, and open, and `most`, the largest change that any of the intervals allows.
    """
    words, highs = [line["word"] for line in lines], [line["high"] for line in lines]
    word = next((word for word in ("LESS FAIR", "INCONCLUSIVE") if word in words), "AS FAIR")
    return {
        **max((line for line in lines if line["word"] == word), key=lambda line: line["change"]),
        "as_fair": words.count("AS FAIR"), "less_fair": words.count("LESS FAIR"), "inconclusive": words.count("INCONCLUSIVE"),
        "most": None if None in highs else max(highs),
    }  # fmt: skip
