"""Strategies for The Heroes of Kaskaria: (state, knobs) -> PILE, OPEN + slot, or a set (or NONE, to draw no further card).

`state` is simulators.kaskaria.State. The reference strategies, `random` and `patient`, mean exactly what
docs/games/kaskaria.md says, so that other simulators can be compared with this one. All others are our own.
"""

import numpy as np

from simulators.dice import pick
from simulators.jit import jit
from simulators.kaskaria import (
    COLOURS,
    OPEN,
    PILE,
    SET,
    SLOTS,
    held_by,
    may_draw,
)
from strategies import Strategy


@jit
def whole(state: np.record, colour: int) -> int:
    """The set of all cards of a colour that the asked player has."""
    return SET + (colour << 6) + state.hand[state.seat, colour]


@jit
def collect(state: np.record) -> int:
    """Take the open card whose colour the hand holds most of, ties to the first; from the pile if it holds none."""
    held = state.held[state.seat]
    best = 0
    for slot in range(SLOTS):
        count = held >> (state.display[slot] & -4) & 15
        best = max(best, (count << 2) + SLOTS - slot)  # ties to the first
    return (OPEN + SLOTS - (best & 3)) * (best > SLOTS)  # PILE is 0


@jit
def fullest(state: np.record) -> int:
    """The colour that the asked player has most cards of; ties to the first."""
    held = state.held[state.seat]
    best = 0
    for colour in range(COLOURS):
        best = max(best, (held >> (colour << 2) & 15) << 4 | (COLOURS - colour))
    return COLOURS - (best & 15)


def random(state: np.record, knobs: np.record) -> int:
    """Any legal action, each equally likely; sets are of all cards of a colour."""
    drawing = (OPEN + SLOTS) * may_draw(state)
    found = drawing
    for colour in range(COLOURS):
        found += held_by(state, state.seat, colour) >= 2
    steps = pick(state, found)
    if steps < drawing:
        return steps
    steps -= drawing
    for colour in range(COLOURS):
        if held_by(state, state.seat, colour) >= 2:
            if steps == 0:
                return whole(state, colour)
            steps -= 1
    return PILE


def draw_any(state: np.record, knobs: np.record) -> int:
    """Draw from the pile or take an open card, each equally likely."""
    return pick(state, OPEN + SLOTS)


def patient(state: np.record, knobs: np.record) -> int:
    """Collect open cards of the colours in hand, and play `set` cards or more of one."""
    colour = fullest(state)
    count = held_by(state, state.seat, colour)
    if (count >= knobs.set and count >= 2) or not may_draw(state):
        return whole(state, colour)
    return collect(state)


def draw_to_collect(state: np.record, knobs: np.record) -> int:
    """Draw the open card whose colour the hand holds most of, else from the pile."""
    return collect(state)


DEFAULT = "patient"  # plays when none is named
ORDINARY = {"draw": draw_to_collect}  # answers of a strategy that has none of its own
THREE = {"set": 3.0}
STRATEGIES = {
    "random": Strategy({"turn": random, "draw": draw_any}),
    "patient": Strategy({"turn": patient}, THREE),
}
