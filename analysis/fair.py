"""Is a variant fair? The questions whose answers are the verdict and its reasons, in their order."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import polars as pl

from analysis import robustness
from analysis.findings import Findings, Frames, Job, Progress, work
from analysis.lab import MIXED, Lab
from analysis.questions import against, fixes, luck, matchups, readings, unknown, ways_to_play
from analysis.questions.ways_to_play import half, lines_under, of_all


def strategies(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played to tell whether one strategy is the answer to everything."""
    yield from matchups.meetings(lab, players, findings)
    if len(lab.names(players)) > 1:
        yield Job(0, partial(matchups.weigh, lab, players, findings))


def skill(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played to tell luck from skill."""
    for job in luck.jobs(lab, players, findings):
        yield job
        yield Job(0, partial(judge_luck, players, findings))


def judge_luck(players: int, findings: Findings) -> None:
    """Judge how much is luck."""
    findings.keep("skill", players, [luck.luck_verdict(findings.kept("luck", players))])


def combinations(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played to ask everything again under each combination of open rules."""
    few, populations = lab.plan.few, lab.populations(players)
    dealt = max(few, robustness.LEAST_DEALT) if MIXED in populations else 0
    seats = half(lab) * len(populations) * len(readings.readings(lab, players))
    cells = robustness.cells(lab, players)
    for values in cells:
        games = seats + few * (len(lab.names(players)) - 1) + dealt
        yield Job(games, partial(chart, lab, players, findings, values))
    if cells:
        yield Job(0, partial(hold, lab, players, findings))


def chart(lab: Lab, players: int, findings: Findings, values: Mapping[str, str]) -> None:
    """Answer everything under other values of the rules of the game's grid, in all ways to play."""
    most = lab.plan.most and min(lab.plan.most, half(lab))  # there are too many cells to settle each
    as_judged = findings.kept("verdicts", players)
    worst_first = as_judged.sort(pl.col("deviation").abs(), descending=True)["population"].to_list()

    def judge(there: Lab, changes: Mapping[str, str]) -> dict[str, Any]:
        found = []
        for line in lines_under(there.under(most=most), players, worst_first, changes, half(lab)):
            found.append(line)
            if line["word"] == "UNFAIR":  # then all together are, whatever the others are
                break
        return of_all(found)

    robustness.chart(lab, players, findings, values, verdicts(lab, players, findings), judge)


def verdicts(lab: Lab, players: int, findings: Findings) -> dict[str, Mapping[str, Any]]:
    """Return the verdicts on seats as judged and under other readings, by question."""
    supposed = {(line["rule"], line["value"]): line for line in findings.lines("unknown", players)}
    (judged,) = findings.lines("counts", players)
    return {
        question: supposed[next(iter(changes.items()))] if changes else judged
        for question, changes in readings.readings(lab, players).items()
    }


def hold(lab: Lab, players: int, findings: Findings) -> None:
    """Keep which answers hold under all combinations."""
    robustness.hold(lab, players, findings, verdicts(lab, players, findings))


Ask = Callable[[Lab, int, Findings], Iterator[Job]]
QUESTIONS: tuple[Ask, ...] = (
    ways_to_play.jobs, strategies, skill, against.jobs, unknown.jobs, combinations, fixes.jobs,
)  # fmt: skip


def answer(lab: Lab, progress: Progress | None = None) -> Frames:
    """Play everything and return the frames; `progress` is told how many games are done, and of how many."""
    findings = Findings()
    jobs = [job for players in lab.plan.counts for ask in QUESTIONS for job in ask(lab, players, findings)]
    work([*jobs, Job(0, partial(conclude, lab, findings))], progress)
    return findings.whole()


def conclude(lab: Lab, findings: Findings) -> None:
    """Keep the verdict on everything."""
    worst = of_all([line for players in lab.plan.counts for line in findings.lines("counts", players)])
    findings.frames["verdict"].append(pl.DataFrame([worst]))
