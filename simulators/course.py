"""How a game goes: who stands where at each tenth of it, and who attacks whom, kept if someone asks.

A game that is followed marks how its players stand after each round, or every attack of one on another, or both. When it
is over, it looks up its tenths (`look`), which are all that is kept of its rounds: one `Outline` a game.
"""

from typing import Any

import numpy as np

from simulators.columns import Column
from simulators.jit import jit

SEATS = 6
MARKS = 256  # rounds that there is room for, a power of two
ROUNDS = MARKS - 1  # the most of a game that is followed: so many a byte counts
ATTACKS = 12  # the most that are listed
TENTHS = 10
FOLLOWED = ("rounds", "attacks")

Outline = np.dtype((np.record, [
    ("rounds", np.uint8),
    ("standing", np.int16, (TENTHS, SEATS)),
    ("attacks", np.uint8),
    ("attack_by", np.uint8, ATTACKS),
    ("attack_on", np.uint8, ATTACKS),
    ("attack_could", np.uint8, ATTACKS),
    ("attack_taken", np.int16, ATTACKS),
    ("attack_standing", np.int16, (ATTACKS, SEATS)),
]))  # fmt: skip

Course = np.dtype((np.record, [
    ("follow_rounds", np.int64),                # 1: keep how all stand after each round
    ("follow_attacks", np.int64),               # 1: keep each attack
    ("watched", np.int64),                      # 1: say when something happens that nobody is asked about
    ("rounds", np.int64),                       # that have been marked
    ("marks", np.int64, (MARKS, SEATS)),       # how all stood, by round and seat, in the game's own terms
    ("attack_marks", np.int64, (ATTACKS, SEATS)),   # and before each attack
    ("outline", Outline),
]))  # fmt: skip

COLUMNS = {
    "rounds": Column("rounds", "rounds, the last one (whole or not) included", 1, ROUNDS),
    "standing": Column(
        "points",
        "what the score would be if the game ended when 1/10, ..., 10/10 of its rounds are over",
        -32768,
        32767,
    ),
    "attacks": Column("attacks", f"attacks of all players; the first {ATTACKS} are listed", 0, 255),
    "attack_by": Column("seat", "who attacked, from 0", 0, SEATS - 1),
    "attack_on": Column("seat", "who was attacked, from 0", 0, SEATS - 1),
    "attack_could": Column(
        "seats", "who could have been attacked, bit by bit as for winners; the attacker doesn't count", 1, 63
    ),
    "attack_taken": Column("points", "what the attack took from the attacked", -32768, 32767),
    "attack_standing": Column("points", "how all stood before the attack, as for standing", -32768, 32767),
}


@jit
def begin(course: np.record) -> None:
    """Forget the last game."""
    listed: Any = min(course.outline.attacks, ATTACKS)
    for at in range(listed):
        course.outline.attack_by[at] = course.outline.attack_on[at] = course.outline.attack_could[at] = 0
        course.outline.attack_taken[at] = 0
        for seat in range(SEATS):
            course.outline.attack_standing[at, seat] = 0
    course.rounds = course.outline.attacks = 0


@jit
def next_round(course: np.record) -> int:
    """Return where in `marks` to keep how all stand after a round, and count it.

    A game of more than ROUNDS marks the first place again, and counts no further: the engine refuses it.
    """
    at = course.rounds & (MARKS - 1)
    course.rounds += course.rounds < MARKS
    return at


@jit
def look(course: np.record, tenth: int) -> int:
    """Return the first round by which tenth / 10 of all rounds are over, from 0."""
    return (tenth * course.rounds + TENTHS - 1) // TENTHS - 1


@jit
def attack(course: np.record, by: int, on: int, could: int, taken: int) -> None:
    """Keep an attack; how all stood before it is for the game to keep, in `attack_marks` or the outline. See COLUMNS."""
    at = np.uint64(course.outline.attacks)
    course.outline.attacks = at + (at < 255)
    if at < ATTACKS:
        course.outline.attack_by[at] = by
        course.outline.attack_on[at] = on
        course.outline.attack_could[at] = could
        course.outline.attack_taken[at] = taken
