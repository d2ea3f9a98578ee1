"""Strategies for LEGO Kokoriko: (state, knobs) -> TAKE or LAY, or a seat.

`state` is simulators.kokoriko.State. The reference strategies, `random` and `collect`, mean exactly what
docs/games/kokoriko.md says, so that other simulators can be compared with this one. All others are our own.
"""

import numpy as np

from simulators.dice import pick
from simulators.jit import jit
from simulators.kokoriko import BROWN, GOLDEN_WORTH, GREY, LAY, TAKE, may_give_egg, score_of
from strategies import Strategy


@jit
def mine(state: np.record) -> int:
    """Hens of the colour rolled that the asked player has."""
    return state.hens[state.face, state.seat]


@jit
def would_lay(state: np.record) -> int:
    """Eggs that laying would bring, as far as they last."""
    hens = mine(state)
    return min(hens * (1 + (state.rooster == state.seat)), state.supply)


@jit
def lead(state: np.record) -> int:
    """Eggs that the asked player has more than the best of the others."""
    best = 0
    for seat in range(state.rules.players):
        if seat != state.seat:
            best = max(best, score_of(state, seat))
    return score_of(state, state.seat) - best


@jit
def ends_it(state: np.record) -> bool:
    """Tell whether laying now takes the last egg."""
    return mine(state) * (1 + (state.rooster == state.seat)) >= state.supply + state.rules.golden


@jit
def wins_by_ending(state: np.record) -> bool:
    """Tell whether laying now, which takes the last egg, wins alone."""
    return lead(state) + would_lay(state) + GOLDEN_WORTH * state.rules.golden > 0


def random(state: np.record, knobs: np.record) -> int:
    """Take or lay, each half of the time; whom it takes from is drawn, too."""
    return TAKE if pick(state, 2) else LAY


@jit
def any_of(state: np.record, eggs: int) -> int:
    """Draw a player who has a hen of the colour rolled (or may be asked for an egg)."""
    found = 0
    for seat in range(state.rules.players):
        found += can_be_robbed(state, seat, eggs)
    steps = pick(state, found)
    for seat in range(state.rules.players):
        if can_be_robbed(state, seat, eggs):
            if steps == 0:
                return seat
            steps -= 1
    return -1


@jit
def can_be_robbed(state: np.record, seat: int, eggs: int) -> bool:
    """Tell whether a player has what is to be taken."""
    if eggs:
        return may_give_egg(state, seat)
    return (seat != state.seat) & (state.hens[state.face, seat] > 0)


def hen_of_anyone(state: np.record, knobs: np.record) -> int:
    """Take a hen from anyone who has one, each equally likely."""
    return any_of(state, 0)


def egg_of_anyone(state: np.record, knobs: np.record) -> int:
    """Take an egg from anyone who has one, each equally likely."""
    return any_of(state, 1)


@jit
def next_to(state: np.record, seat: int) -> int:
    """Who sits next in turn order."""
    seat += 1
    return seat - state.rules.players * (seat == state.rules.players)


@jit
def richest(state: np.record, eggs: int) -> int:
    """The player with most eggs among those who have what is to be taken; the first of them in turn order."""
    best = 0
    seat = state.seat
    for steps in range(1, state.rules.players):
        seat = next_to(state, seat)
        # One number to be compared instead of branches: who has more eggs, then who comes first.
        best = max(best, can_be_robbed(state, seat, eggs) * ((score_of(state, seat) << 4) + 15 - steps))
    seat = state.seat + 15 - (best & 15)
    return seat - state.rules.players * (seat >= state.rules.players)


def hen_of_richest(state: np.record, knobs: np.record) -> int:
    """Take a hen from who has most eggs; the first in turn order."""
    return richest(state, 0)


def egg_of_richest(state: np.record, knobs: np.record) -> int:
    """Take an egg from who has most; the first in turn order."""
    return richest(state, 1)


@jit
def following(state: np.record, eggs: int) -> int:
    """The next player in turn order who has what is to be taken."""
    seat = state.seat
    for _ in range(state.rules.players - 1):
        seat = next_to(state, seat)
        if can_be_robbed(state, seat, eggs):
            return seat
    return -1


def hen_of_next(state: np.record, knobs: np.record) -> int:
    """Take a hen from the next player who has one."""
    return following(state, 0)


def egg_of_next(state: np.record, knobs: np.record) -> int:
    """Rob the next player who has an egg or a hen, whoever leads; else play as `collect`."""
    return following(state, 1)


def collect(state: np.record, knobs: np.record) -> int:
    """Take hens of a colour until there are `hens` of it, then lay; rob who has most eggs."""
    return LAY if mine(state) >= knobs.hens else TAKE


def layer(state: np.record, knobs: np.record) -> int:
    """Lay whenever there is a hen to do so."""
    return LAY


def grey_first(state: np.record, knobs: np.record) -> int:
    """Take grey hens, which come up twice as often, until there are `hens`; lay with any brown one."""
    return TAKE if state.face == GREY and mine(state) < knobs.hens else LAY


def brown_first(state: np.record, knobs: np.record) -> int:
    """Take brown hens until there are `hens`; lay with any grey one."""
    return TAKE if state.face == BROWN and mine(state) < knobs.hens else LAY


def rooster_first(state: np.record, knobs: np.record) -> int:
    """Lay with the rooster or with `hens` of a colour; without him take hens."""
    return LAY if state.rooster == state.seat or mine(state) >= knobs.hens else TAKE


@jit
def turns_left(state: np.record) -> float:
    """About how many turns each player still has: a turn takes little more than an egg from the supply."""
    return state.supply / (1.2 * state.rules.players)


def collector(state: np.record, knobs: np.record) -> int:
    """Take hens of a colour while the middle has any, then lay; robs hens only if it has none of that colour."""
    return TAKE if state.middle[state.face] else LAY


def thief(state: np.record, knobs: np.record) -> int:
    """Take hens of a colour until there are `hens` of it; then, if behind, rob another's hen rather than lay."""
    if mine(state) < knobs.hens:
        return TAKE
    return TAKE if state.middle[state.face] == 0 and lead(state) < 0 and not ends_it(state) else LAY


def finisher(state: np.record, knobs: np.record) -> int:
    """Play as `collect`, but lay the last egg only to win, and of the last `near` eggs any only to lead."""
    if ends_it(state):
        return LAY if wins_by_ending(state) else TAKE
    if state.supply <= knobs.near:
        return LAY if lead(state) + would_lay(state) > 0 else TAKE
    return LAY if mine(state) >= knobs.hens else TAKE


def farmer(state: np.record, knobs: np.record) -> int:
    """Take a hen while it will lay more, `patience` times, than laying brings now; end the game when ahead."""
    if ends_it(state):
        return LAY if wins_by_ending(state) else TAKE
    comes_up = 0.5 if state.face == GREY else 0.333  # by the colour's faces and the worm
    return TAKE if knobs.patience * comes_up * turns_left(state) > would_lay(state) else LAY


def why(question: str, state: np.record, knobs: np.record, choice: int) -> str:
    """Say how many hens of the colour there are."""
    if question != "hen":
        return ""
    hens = int(state.hens[state.face, state.seat])
    return f"{hens} of that colour"


PUSH = ("collect", "hens", range(1, 6))  # a strategy, its knob that says how far to go, and what to try
DEFAULT = "collect"  # plays when none is named
ORDINARY = {
    "hen": collect,
    "whose_hen": hen_of_richest,
    "whose_egg": egg_of_richest,
}  # answers of a strategy that has none of its own
TWO = {"hens": 2.0}
STRATEGIES = {
    "random": Strategy({"hen": random, "whose_hen": hen_of_anyone, "whose_egg": egg_of_anyone}),
    "collect": Strategy({"hen": collect}, TWO, why),
    "layer": Strategy({"hen": layer}),
    "grey": Strategy({"hen": grey_first}, TWO, why),
    "brown": Strategy({"hen": brown_first}, TWO, why),
    "rooster": Strategy({"hen": rooster_first}, {"hens": 3.0}, why),
    "collector": Strategy({"hen": collector}, why=why),
    "thief": Strategy({"hen": thief}, TWO, why),
    "finisher": Strategy({"hen": finisher}, {"hens": 2.0, "near": 6.0}, why),
    "farmer": Strategy({"hen": farmer}, {"patience": 1.0}, why),
    "rob_next": Strategy({"whose_egg": egg_of_next, "whose_hen": hen_of_next, "hen": collect}, TWO, why),
}
