"""A balance report: its questions, in their order."""

from analysis.findings import Findings, Frames, Progress, work
from analysis.lab import Lab
from analysis.questions import (
    attacks,
    combinations,
    game_arc,
    gifts,
    luck,
    matchups,
    mixed_tables,
    push,
    readings,
    seats,
)

QUESTIONS = (game_arc, seats, mixed_tables, luck, matchups, push, gifts, attacks, readings, combinations)


def study(lab: Lab, progress: Progress | None = None) -> Frames:
    """Play everything and return the frames; `progress` is told how many games are done, and of how many."""
    findings = Findings()
    jobs = [
        job for players in lab.plan.counts for question in QUESTIONS for job in question.jobs(lab, players, findings)
    ]
    work(jobs, progress)
    return findings.whole()
