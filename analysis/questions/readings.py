"""Does it matter how the rulebook is read? The seats under other readings of open rules."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from analysis.findings import Findings, Job
from analysis.lab import Lab
from analysis.statistics import verdicts

SEATS = "seats"  # the question as judged; there is one more for each reading


def jobs(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played: all play the default strategy under each reading."""
    yield Job(lab.plan.some * (len(readings(lab, players)) - 1), partial(read, lab, players, findings))


def readings(lab: Lab, players: int) -> dict[str, dict[str, str]]:
    """List the questions about seats, each with the rules that it changes: as judged, and under the other readings of open rules.

    These are the rules that the game wants read anew in every combination of others, but for those that were set.
    """
    found: dict[str, dict[str, str]] = {SEATS: {}}
    game, changed = lab.plan.game, lab.plan.changes
    for rule in game.rules:
        for text in rule.plausible if rule.name in game.readings and rule.name not in changed else ():
            changes = {rule.name: text}
            if lab.possible(players, changes) and not lab.same_rules(players, changes):
                found[f"{SEATS}, {rule.name}={text}"] = changes
    return found


def judge_usual(lab: Lab, players: int, changes: Mapping[str, str], games: int) -> dict[str, Any]:
    """Return the verdict on seats under changed rules where all play the default strategy."""
    default = lab.plan.cast.default
    blocks = -(-games // lab.block(players, default))
    sample = lab.seat_sample(players, default, changes, blocks=blocks)
    return verdicts.verdict(verdicts.seat_shares(sample.totals(), lab.plan.margin))


def read(lab: Lab, players: int, findings: Findings) -> None:
    """Judge the seats under other readings of the rulebook."""
    lines = [
        {"question": question, **judge_usual(lab, players, changes, lab.plan.some)}
        for question, changes in readings(lab, players).items()
        if changes
    ]
    findings.keep("readings", players, lines)


def usual_verdicts(lab: Lab, players: int, findings: Findings) -> dict[str, dict[str, Any]]:
    """Return the verdicts on seats where all play the default strategy, by question."""
    judged = findings.kept("verdicts", players).filter(population=lab.plan.cast.default).row(0, named=True)
    return {SEATS: judged, **{line["question"]: line for line in findings.lines("readings", players)}}
