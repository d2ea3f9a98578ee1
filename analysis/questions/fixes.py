"""What would make the seats alike: the smallest change of a rule that a game declares adjustable."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.findings import Findings, Job
from analysis.lab import Lab
from analysis.questions.ways_to_play import verdict_under
from analysis.statistics.intervals import ONE_SIDED
from simulators.errors import MOST_SEED
from simulators.rules import Rule, Value, write

FEWER = 5  # of so many games one is played to see what a value of an adjustable rule does
TRIES = 5  # changes that are played in full before giving up
Shares = NDArray[np.float64]  # (populations, seats)


@dataclass(frozen=True)
class Change:
    """A changed rule, how large the change is, and how far off the worst seat would be."""

    value: Value
    size: int
    off: float  # rough upper end of the largest deviation in all populations

    @property
    def text(self) -> str:
        """The value as it is typed."""
        return write(self.value)


def worst(shares: Shares, errors: Shares) -> float:
    """Return roughly how far a seat may be off in some population: by 1.64 standard errors more than it is."""
    return float((np.abs(shares - 1 / shares.shape[1]) + ONE_SIDED * errors).max())


def changes(
    now: Value, values: Sequence[Value], shares: Shares, errors: Shares, play: Callable[[Value], Shares]
) -> Iterator[Change]:  # fmt: skip
    """Yield all changes of a rule to one of these values, with what they are expected to do.

    `shares` and `errors` are those as things are; `play(value)` plays a few games with another value, on the luck that `play(now)`
    has, too: their difference is what the value does. A rule of one number a seat is taken for linear from the least
    number for all on: what several seats get adds up.
    """
    players = shares.shape[1]
    before = play(now)
    if isinstance(now, tuple) and len(now) == players:
        whole = [value for value in values if isinstance(value, int)]
        none = (min(whole),) * players
        least = play(none)
        each = np.array(
            [play(tuple(had + (other == seat) for other, had in enumerate(none))) - least for seat in range(players)]
        )
        for given in product(whole, repeat=players):
            if min(given) == min(whole) and given != now:
                expected = shares + least - before + np.tensordot(np.subtract(given, none), each, 1)
                yield Change(given, int(np.abs(np.subtract(given, now)).sum()), worst(expected, errors))
        return
    for at, value in enumerate(values):
        if value != now:
            size = abs(value - now) if isinstance(value, int) and isinstance(now, int) else at + 1
            yield Change(value, size, worst(shares + play(value) - before, errors))


def in_turn(found: Sequence[Change], margin: float) -> list[Change]:
    """Return what to try: the smallest changes that are expected to do, or the one that comes nearest."""
    good = sorted((change for change in found if change.off < margin), key=lambda change: (change.size, change.off))
    return good[:TRIES] or sorted(found, key=lambda change: (change.off, change.size))[:1]


def choose(tries: Sequence[Change], judge: Callable[[Change], Mapping[str, Any]]) -> Change | None:
    """Return the first change that is FAIR when played in full, or the one that comes nearest.

    `judge` plays it and returns the verdict on all populations: its word, how many are unfair and fair, and the deviation.
    """
    judged: list[tuple[int, int, float, int]] = []
    for change in tries:
        verdict = judge(change)
        if verdict["word"] == "FAIR":
            return change
        judged.append((verdict["unfair"], -verdict["fair"], abs(verdict["deviation"]), len(judged)))
    return tries[min(judged)[-1]] if judged else None


def jobs(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:
    """List what is to be played, if it is called for: a few games with each value of each adjustable rule, some of all."""
    for rule in lab.plan.game.rules:
        if rule.name in lab.plan.game.adjustable:
            games = 2 * lab.plan.games * len(lab.populations(players))
            yield Job(games, partial(mend, lab, players, findings, rule))


def mend(lab: Lab, players: int, findings: Findings, rule: Rule) -> None:
    """Look for the smallest change of an adjustable rule that makes every seat FAIR, and verify it on fresh luck."""
    plan, name = lab.plan, rule.name
    values = [value for value in plan.game.adjustable[name] if lab.possible(players, {name: write(value)})]
    (judged,) = findings.lines("counts", players)
    if judged["word"] != "UNFAIR" or all(lab.plays_alike(players, {name: write(value)}) for value in values):
        return
    names, now = lab.names(players), lab.rules(players).values[name]
    samples = [lab.seat_sample(players, who).totals() for who in names]
    shares = np.array([sample.shares() for sample in samples])
    errors = np.array([sample.errors() for sample in samples])

    def few(value: Value) -> Shares:
        found = []
        for who in names:
            blocks = max(1, plan.games // FEWER // lab.block(players, who))
            found.append(lab.seat_sample(players, who, {name: write(value)}, blocks=blocks).means.mean(axis=0))
        return np.array(found)

    found = list(changes(now, values, shares, errors, few))
    change = choose(
        in_turn(found, plan.margin), lambda change: verdict_under(lab, players, {name: change.text}, plan.games)
    )
    if change:
        # One look at luck that nothing was chosen by.
        fresh = lab.under(seed=int(np.random.default_rng([plan.seed, MOST_SEED]).integers(MOST_SEED)))
        verdict = verdict_under(fresh, players, {name: change.text}, plan.games)
        told = {"rule": name, "now": write(now), "value": change.text, "size": change.size}
        findings.keep("fixes", players, [told | verdict])
