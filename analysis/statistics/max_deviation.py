"""How far the seat that deviates most is off, and by how much that differs between two sets of rules."""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.statistics.intervals import (
    ONE_SIDED,
    ROUNDING,
    beyond_rounding,
    bounded,
    farthest_change,
    interval_of,
    simultaneous,
    student,
)
from analysis.statistics.verdicts import LEAST

Means = NDArray[np.float64]  # (blocks, seats): what each seat won
Cells = Mapping[tuple[bool, ...], Means]  # by which of several rules are on; the same luck in all
Word = Literal["AS FAIR", "LESS FAIR", "INCONCLUSIVE"]
WORSE = 0.005  # of the win share: by how much a variant may be less fair than the game it varies
CHOOSING = 10  # one block of so many chooses which seat is watched


def deviations(means: Means) -> Means:
    """Return how far each seat is off in each block. Two seats mirror each other, and one is enough."""
    off: Means = means - 1 / means.shape[1]
    return off[:, :1] if off.shape[1] == 2 else off


def both_sides(shares: Means) -> Means:
    """Return deviations to both sides: those of the seats, and their negatives."""
    return np.concatenate([shares, -shares])


def largest(means: Means) -> float:
    """Return the largest deviation of a seat's share of wins from an equal one.

    >>> round(largest(np.array([[0.5, 0.25, 0.25], [0.3, 0.3, 0.4]])), 3)
    0.067
    """
    return float(np.abs(deviations(means).mean(axis=0)).max())


def bounds(one: Means, two: Means, errors: float, least: float = 0.0) -> tuple[float, float]:
    """Return bounds on how much larger the largest deviation is under the second rules, each side by so many standard errors (Student's).

    In: the same blocks of games under both. That the largest deviation of the second is at most that of the first and c more
    means that every side of every seat is: all must be shown, so no correction is due (as for equivalence). What
    they are compared with is one side of one seat of the first, no larger than its largest; the first tenth of the blocks
    chooses which, the others are compared. The lower bound is the same with sides changed. `least` is a variance that no
    change of a block is below.
    """
    cut = -(-len(one) // CHOOSING)
    first, second = deviations(one), deviations(two)
    of_one, of_two = (int(both_sides(off[:cut].mean(axis=0)).argmax()) for off in (first, second))
    rest = np.concatenate([first[cut:], second[cut:]], axis=1)
    covariance, seats = np.atleast_2d(np.cov(rest, rowvar=False)), first.shape[1]
    variances = np.diag(covariance)
    signed = np.block([[s * t * covariance[seats:, :seats] for s in (1, -1)] for t in (1, -1)])
    spread = np.tile(variances[seats:], 2)[:, None] + np.tile(variances[:seats], 2) - 2 * signed
    # A change that no block showed may be as large as between blocks on luck of their own.
    unshown = errors**2 * (variances[:seats] + variances[seats:]).max() / len(rest)
    known = np.maximum(beyond_rounding(spread), max(least, unshown))
    reach = student(errors, len(rest) - 1) * np.sqrt(known / len(rest))
    changes = both_sides(rest[:, seats:].mean(axis=0))[:, None] - both_sides(rest[:, :seats].mean(axis=0))
    low = float((changes - reach)[of_two].min())
    high = float((changes + reach)[:, of_one].max())
    return low, high


def against(one: Means, two: Means, block: float = 1, ways: int = 1) -> dict[str, Any]:
    """Return whether a variant is at least as fair as the game it varies, from the same blocks of `block` games under both.

    Out: base, variant (largest deviations of a seat), change, low, high (95 %, for so many `ways` to play at once), `word`: AS FAIR
    if a one-sided test at 5 % finds the change below half a percentage point (non-inferiority), LESS FAIR if the interval lies wholly
    above, else INCONCLUSIVE; gain (how many times as many games on luck of their own would be as exact, the mean over seats).
    """
    base, variant = largest(one), largest(two)
    change = variant - base
    found: dict[str, Any] = {"base": base, "variant": variant, "change": change, "low": None, "high": None}
    if len(one) < LEAST:
        return found | {"word": "INCONCLUSIVE", "gain": None}
    errors = simultaneous(ways)
    low, high = bounds(one, two, errors)
    word: Word = "INCONCLUSIVE"
    # Rules that rarely matter change few games: a change by so much, a game at a time, varies at least so much.
    if bounds(one, two, ONE_SIDED, WORSE / block)[1] < WORSE:
        word = "AS FAIR"
    elif low > WORSE:
        word = "LESS FAIR"
    spread = beyond_rounding((two - one).var(axis=0, ddof=1))
    varies = spread > 0
    alone = one.var(axis=0, ddof=1) + two.var(axis=0, ddof=1)
    gain = float((alone[varies] / spread[varies]).mean()) if varies.any() else None
    return found | {"low": min(low, change), "high": max(high, change), "word": word, "gain": gain}


def rule_effects(cells: Cells, names: Sequence[str], at_once: int) -> pl.DataFrame:
    """Return what each of several rules does to the seats, and each pair of them, from games under all 2^n combinations.

    In: by which rules are on, the same blocks of games. Out: rules (one, or two joined by " × "), of ("seat 1", ..., or "largest
    deviation"), change, low, high (95 %, for so many effects at once). Of one rule: what it changes, the mean over all settings of the
    others; of two: how much more the first changes where the second is on. Changes of seats are linear, so that their errors are
    those of the same sums block by block; those of the largest deviation are bounded setting by setting, and their
    bounds added up, so that they hold in 95 % or more. Fewer than 30 blocks say nothing (None).
    """
    lines = []
    for at, name in enumerate(names):
        lines += effect_of(cells, name, {at}, at_once)
    for pair in combinations(range(len(names)), 2):
        lines += effect_of(cells, " × ".join(names[at] for at in pair), set(pair), at_once)
    numbers = dict.fromkeys(["change", "low", "high"], pl.Float64)
    return pl.DataFrame(lines, schema_overrides=numbers)


def effect_of(cells: Cells, told: str, rules: set[int], at_once: int) -> list[dict[str, Any]]:
    """Return what one rule changes, or how two change what the other changes: a line for each seat, and the largest deviation."""
    settings = list(product((False, True), repeat=len(next(iter(cells)))))
    blocks, players = next(iter(cells.values())).shape
    each = 2 ** (len(settings[0]) - len(rules))  # settings of the other rules
    summed = sum(np.prod([1 if on[rule] else -1 for rule in rules]) * cells[on] for on in settings) / each
    summed[:, np.abs(summed).max(axis=0) <= ROUNDING] = 0.0
    farthest = 1.0 * len(rules)  # that a change can be, and a change of a change
    widest = farthest * max(farthest_change(cells[settings[0]], means) for means in cells.values())
    lines = []
    for seat in range(players):
        ends = interval_of(summed[:, seat], widest, at_once) if blocks >= LEAST else (None, None)
        low, high = bounded(ends, -farthest, farthest)
        change = float(summed[:, seat].mean())
        lines.append({"rules": told, "of": f"seat {seat + 1}", "change": change, "low": low, "high": high})
    switched = min(rules)
    pairs = [on for on in settings if not on[switched]]
    errors = simultaneous(len(pairs) * at_once)
    change = low = high = 0.0
    for off in pairs:
        on = (*off[:switched], True, *off[switched + 1 :])
        sign = 1 if all(off[rule] for rule in rules - {switched}) else -1
        change += sign * (largest(cells[on]) - largest(cells[off])) / each
        if blocks >= LEAST:
            least, most = bounds(cells[off], cells[on], errors)
            low += (least if sign > 0 else -most) / each
            high += (most if sign > 0 else -least) / each
    low, high = (max(-farthest, min(low, change)), min(farthest, max(high, change)))
    known = {"low": low, "high": high} if blocks >= LEAST else {"low": None, "high": None}
    return [*lines, {"rules": told, "of": "largest deviation", "change": change, **known}]
