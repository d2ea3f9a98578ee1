"""What would make the seats alike: the smallest change of a rule that a game declares adjustable."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.intervals import ONE_SIDED
from simulators.rules import Rule, Value, write

TRIES = 5  # changes that are played in full before giving up
Shares = NDArray[np.float64]  # (populations, seats)


@dataclass(frozen=True)
class Change:
    """A changed rule, how large the change is, and how far off the worst seat would be."""

    value: Value
    size: int
    off: float  # one-sided upper bound of the largest deviation in all populations, as expected

    @property
    def text(self) -> str:
        """The value as it is typed."""
        return write(self.value)


def worst(shares: Shares, errors: Shares) -> float:
    """Return by how much a seat may be off in some population, by one-sided bounds at 5 %."""
    return float((np.abs(shares - 1 / shares.shape[1]) + ONE_SIDED * errors).max())


def changes(
    rule: Rule, now: Value, values: Sequence[Value], shares: Shares, errors: Shares, play: Callable[[Value], Shares]
) -> Iterator[Change]:  # fmt: skip
    """Yield all changes of a rule to one of these values, with what they are expected to do.

    `shares` and `errors` are those as things are; `play(value)` plays a few games with another value, and returns the shares by
    as much as luck alone allows nearer to what more games would give: on the same luck. A rule of one number a seat
    is taken for linear: what several seats get adds up.
    """
    players = shares.shape[1]
    before = play(now)
    if isinstance(now, tuple) and len(now) == players:
        whole = [value for value in values if isinstance(value, int)]
        each = []
        for seat in range(players):
            more = tuple(had + (other == seat) for other, had in enumerate(now))
            each.append(play(more) - before)
        tried = np.array([v for v in product(whole, repeat=players) if min(v) == min(whole) and v != now])
        for value in tried:
            steps = value - np.array(now)
            expected = shares + sum(step * response for step, response in zip(steps, each, strict=True))
            yield Change(tuple(value.tolist()), int(np.abs(steps).sum()), worst(expected, errors))
        return
    for at, value in enumerate(values):
        if value != now:
            size = abs(value - now) if isinstance(value, int) and isinstance(now, int) else at + 1
            yield Change(value, int(size), worst(shares + play(value) - before, errors))


def in_turn(found: Sequence[Change], margin: float) -> list[Change]:
    """Return what to try: the smallest changes that are expected to do, or the one that comes nearest."""
    good = sorted((change for change in found if change.off < margin), key=lambda change: (change.size, change.off))
    return good[:TRIES] or sorted(found, key=lambda change: (change.off, change.size))[:1]


def settle_on(
    tries: Sequence[Change], judge: Callable[[Change, bool], Mapping[str, Any]]
) -> tuple[Change, Mapping[str, Any]] | None:
    """Return the first change that is FAIR on the luck it was found with and on fresh luck, or the last that was tried.

    `judge(change, fresh)` plays it in full and returns the verdict on all populations; that on fresh luck is returned.
    """
    found = None
    for change in tries:
        last = change is tries[-1]
        if not last and judge(change, False)["word"] != "FAIR":
            continue
        found = change, judge(change, True)
        if found[1]["word"] == "FAIR":
            break
    return found
