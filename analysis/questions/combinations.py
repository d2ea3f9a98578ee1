"""Everything asked again under all combinations of open rules, where all play the default strategy."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from analysis import robustness
from analysis.findings import Findings, Job
from analysis.lab import MIXED, Lab
from analysis.questions import attacks, game_arc
from analysis.questions.readings import judge_usual, readings, usual_verdicts
from analysis.runs.samples import sample_games


def jobs(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played: a few games of everything under each combination."""
    plan, cells = lab.plan, robustness.cells(lab, players)
    matches = len(lab.names(players)) - 1 + (len(plan.cast.push.players) if plan.cast.push else 0)
    dealt = max(plan.few, robustness.LEAST_DEALT) if MIXED in lab.populations(players) else 0
    seats = plan.some * (1 + len(readings(lab, players)))
    hits = plan.few // 2 * (1 + len(attacks.spares(lab, players)))
    for values in cells:
        yield Job(seats + plan.few * matches + hits + dealt, partial(suppose, lab, players, findings, values))
    if cells:
        yield Job(0, partial(hold, lab, players, findings))


def suppose(lab: Lab, players: int, findings: Findings, values: Mapping[str, str]) -> None:
    """Answer everything under other values of the rules of the game's grid."""
    plan = lab.plan

    def judge(there: Lab, changes: Mapping[str, str]) -> dict[str, Any]:
        return judge_usual(there, players, changes, plan.some)

    def see(there: Lab, found: Findings) -> None:
        games = sample_games(there.match(players, [plan.cast.default]), plan.some, plan.threads)
        game_arc.describe(there, players, found, games)
        attacks.hit(there, players, found, max(1, plan.few // 2))

    robustness.chart(lab, players, findings, values, usual_verdicts(lab, players, findings), judge, see)


def hold(lab: Lab, players: int, findings: Findings) -> None:
    """Keep which answers hold under all of them."""
    robustness.hold(lab, players, findings, usual_verdicts(lab, players, findings))
