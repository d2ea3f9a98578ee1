"""What if the rulebook was meant otherwise? The seats with each plausible value of each open rule."""

from collections.abc import Iterator
from functools import partial

from analysis.findings import Findings, Job
from analysis.lab import Lab
from analysis.questions.ways_to_play import half, verdict_under
from simulators.rules import Rule


def jobs(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played: all ways to play with each value, but for rules that were set or are changed together."""
    plan = lab.plan
    for rule in plan.game.rules:
        for text in rule.plausible if rule.name not in {*plan.game.grid, *plan.changes} else ():
            games = half(lab) * len(lab.populations(players))
            yield Job(games, partial(suppose, lab, players, findings, rule, text))


def suppose(lab: Lab, players: int, findings: Findings, rule: Rule, text: str) -> None:
    """Judge the seats with another plausible value of a rule that the rulebook leaves open."""
    changes = {rule.name: text}
    if not lab.possible(players, changes):  # together with other rules
        return
    here = lab.same_rules(players, changes)
    same = here or lab.plays_alike(players, changes)
    (judged,) = findings.lines("counts", players)
    found = judged if same else verdict_under(lab, players, changes, half(lab))
    findings.keep("unknown", players, [{"rule": rule.name, "value": text, "here": here, "same": same, **found}])
