"""Strategies for LEGO Kokoriko: (state, knobs) -> TAKE or LAY, or a seat.

`state` is simulators.kokoriko.State. The reference strategies, `random` and `collect`, mean exactly what
docs/games/kokoriko.md says, so that other simulators can be compared with this one. All others are our own.
"""

import numpy as np

from simulators.dice import pick
from simulators.game import count_in_words
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
    """Tell whether laying now, which takes the last egg, wins, be it with others."""
    return lead(state) + would_lay(state) + GOLDEN_WORTH * state.rules.golden >= 0


@jit
def to_win(state: np.record, choice: int) -> int:
    """What was chosen; but the last egg is laid if that wins, and only then."""
    if ends_it(state):
        return LAY if wins_by_ending(state) else TAKE
    return choice


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


def steady(state: np.record, knobs: np.record) -> int:
    """Take hens of a colour until there are `hens` of it, then lay; but lay the last egg only to win."""
    return to_win(state, LAY if mine(state) >= knobs.hens else TAKE)


def layer(state: np.record, knobs: np.record) -> int:
    """Lay whenever there is a hen to do so; but lay the last egg only to win."""
    return to_win(state, LAY)


def grey_first(state: np.record, knobs: np.record) -> int:
    """Take grey hens, which come up twice as often, until there are `hens`; lay with any brown one."""
    return to_win(state, TAKE if state.face == GREY and mine(state) < knobs.hens else LAY)


def brown_first(state: np.record, knobs: np.record) -> int:
    """Take brown hens until there are `hens`; lay with any grey one."""
    return to_win(state, TAKE if state.face == BROWN and mine(state) < knobs.hens else LAY)


def rooster_first(state: np.record, knobs: np.record) -> int:
    """Lay with the rooster or with `hens` of a colour; without him take hens."""
    return to_win(state, LAY if state.rooster == state.seat or mine(state) >= knobs.hens else TAKE)


@jit
def turns_left(state: np.record) -> float:
    """About how many turns each player still has: a turn takes little more than an egg from the supply."""
    return state.supply / (1.2 * state.rules.players)


def collector(state: np.record, knobs: np.record) -> int:
    """Take hens of a colour while the middle has any, then lay; robs hens only if it has none of that colour."""
    return to_win(state, TAKE if state.middle[state.face] else LAY)


def thief(state: np.record, knobs: np.record) -> int:
    """Take hens of a colour until there are `hens` of it; then, if behind, rob another's hen rather than lay."""
    robs = state.middle[state.face] == 0 and lead(state) < 0
    return to_win(state, TAKE if mine(state) < knobs.hens or robs else LAY)


def finisher(state: np.record, knobs: np.record) -> int:
    """Play as `collect`, but lay the last egg only to win, and of the last `near` eggs any only to lead."""
    if state.supply <= knobs.near:
        return to_win(state, LAY if lead(state) + would_lay(state) > 0 else TAKE)
    return to_win(state, LAY if mine(state) >= knobs.hens else TAKE)


def farmer(state: np.record, knobs: np.record) -> int:
    """Take a hen while it will lay more, `patience` times, than laying brings now; end the game when ahead."""
    comes_up = 0.5 if state.face == GREY else 0.333  # by the colour's faces and the worm
    return to_win(state, TAKE if knobs.patience * comes_up * turns_left(state) > would_lay(state) else LAY)


def why_end(state: np.record, choice: int) -> str:
    """Say what laying the last egg would come to; nothing if others are left, or if the player doesn't heed it."""
    if not ends_it(state) or wins_by_ending(state) != (choice == LAY):
        return ""
    return (
        "that takes the last egg, and then nobody has more"
        if choice == LAY
        else "laying would take the last egg and lose"
    )


def why(question: str, state: np.record, knobs: np.record, choice: int) -> str:
    """Say how many hens of the colour there are."""
    if question != "hen":
        return ""
    return why_end(state, choice) or f"{state.hens[state.face, state.seat]} of that colour"


def why_rooster(question: str, state: np.record, knobs: np.record, choice: int) -> str:
    """Say whether it is the rooster, or how many hens there are."""
    told = why(question, state, knobs, choice)
    return f"{told}, and the rooster" if told and state.rooster == state.seat else told


def why_middle(question: str, state: np.record, knobs: np.record, choice: int) -> str:
    """Say how many hens of the colour are in the middle."""
    if question != "hen":
        return ""
    return why_end(state, choice) or f"{state.middle[state.face] or 'none'} of that colour in the middle"


def why_lead(question: str, state: np.record, knobs: np.record, choice: int) -> str:
    """Say how many hens of the colour there are, and who leads by how many eggs."""
    told = why(question, state, knobs, choice)
    by = lead(state)
    return f"{told}, {count_in_words(abs(by), 'egg')} {'behind' if by < 0 else 'ahead'}" if told else ""


def why_patience(question: str, state: np.record, knobs: np.record, choice: int) -> str:
    """Say what laying brings now, and about how many turns there will be to lay."""
    if question != "hen":
        return ""
    left = f"about {turns_left(state):.1f} turns are left to each"
    return why_end(state, choice) or f"laying brings {would_lay(state)} now, and {left}"


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
    "layer": Strategy({"hen": layer}, why=why),
    "grey": Strategy({"hen": grey_first}, TWO, why),
    "brown": Strategy({"hen": brown_first}, TWO, why),
    "rooster": Strategy({"hen": rooster_first}, {"hens": 3.0}, why_rooster),
    "collector": Strategy({"hen": collector}, why=why_middle),
    "thief": Strategy({"hen": thief}, TWO, why_lead),
    "finisher": Strategy({"hen": finisher}, {"hens": 2.0, "near": 6.0}, why_lead),
    "farmer": Strategy({"hen": farmer}, {"patience": 1.0}, why_patience),
    "rob_next": Strategy({"whose_egg": egg_of_next, "whose_hen": hen_of_next, "hen": steady}, TWO, why),
}
