"""The reference strategies of Wojowoce, which mean exactly what docs/games/wojowoce.md says, and answers in any way.

So other simulators can be compared with this one.
"""

import numpy as np

from simulators.dice import pick
from simulators.jit import jit
from simulators.wojowoce.cards import COLOURS
from simulators.wojowoce.table import (
    NONE,
    SWAP_COCKTAIL,
    follow,
    may_aim,
    may_discard,
    may_hit,
    may_react,
    may_redirect,
    may_take,
)


def random(state: np.record, knobs: np.record) -> int:
    """Lay any card, use every ability in any way, and react half of the time."""
    return pick(state, state.cards[state.seat])


def highest(state: np.record, knobs: np.record) -> int:
    """Lay the card of the highest value, use every ability in any way, and react whenever possible."""
    seat = state.seat & 7
    best = most = 0
    for at in range(state.cards[seat]):
        warrior = state.hand[seat, at] & 31
        rank = (state.rules.value[warrior] + 8 << 5) - warrior  # ties to the first in the list
        if rank > most:
            best, most = at, rank
    return best


def use(state: np.record, knobs: np.record) -> int:
    """Use every ability."""
    return 1


@jit
def ways_to_hit(state: np.record, seat: int) -> int:
    """In how many ways the asked player may aim at a player: each card counts."""
    if not may_aim(state, seat):
        return 0
    if state.rules.op[state.attack] > SWAP_COCKTAIL:
        return 1
    found = 0
    for at in range(state.placed[seat]):
        found += may_hit(state, state.attack, seat, at)
    return found


@jit
def way_to_hit(state: np.record, seat: int, number: int) -> int:
    """Aim at a player in the way of this number, from 0."""
    if state.rules.op[state.attack] <= SWAP_COCKTAIL:
        for at in range(state.placed[seat]):
            if may_hit(state, state.attack, seat, at):
                if number == 0:
                    return seat << 7 | at
                number -= 1
    return seat << 7


def aim_at_any(state: np.record, knobs: np.record) -> int:
    """Aim at any card that may be hit, each equally likely (or at any player)."""
    found = 0
    seat = state.seat
    for _ in range(state.rules.players - 1):
        seat = follow(state, seat)
        found += ways_to_hit(state, seat)
    steps = pick(state, found)
    for _ in range(state.rules.players - 1):
        seat = follow(state, seat)
        if seat == state.seat:
            seat = follow(state, seat)
        here = ways_to_hit(state, seat)
        if steps < here:
            return way_to_hit(state, seat, steps)
        steps -= here
    return NONE


@jit
def any_reaction(state: np.record) -> int:
    """Choose a Reaction that may be laid, each equally likely."""
    seat = state.seat
    found = 0
    for at in range(state.cards[seat]):
        found += may_react(state, seat, at)
    steps = pick(state, found)
    for at in range(state.cards[seat]):
        if may_react(state, seat, at):
            if steps == 0:
                return at
            steps -= 1
    return NONE


def react_at_times(state: np.record, knobs: np.record) -> int:
    """React half of the time, with any Reaction."""
    return any_reaction(state) if pick(state, 2) else NONE


def react_always(state: np.record, knobs: np.record) -> int:
    """React with the card of the lowest value."""
    seat = state.seat
    best, least = NONE, 1 << 20
    for at in range(state.cards[seat]):
        warrior = state.hand[seat, at]
        rank = (state.rules.value[warrior] + 8 << 5) + warrior  # ties to the first in the list
        if rank < least and may_react(state, seat, at):
            best, least = at, rank
    return best


@jit
def may_give(state: np.record, at: int) -> bool:
    """Tell whether the asked player may give up a card of the own cocktail: for a swap any, else what the Power is about."""
    return state.attack != NONE or may_discard(state, state.card, state.seat, at)


def give_any(state: np.record, knobs: np.record) -> int:
    """Give up any card, each equally likely."""
    seat = state.seat
    if state.what == 0:
        return pick(state, state.cards[seat])
    found = 0
    for at in range(state.placed[seat]):
        found += may_give(state, at)
    steps = pick(state, found)
    for at in range(state.placed[seat]):
        if may_give(state, at):
            if steps == 0:
                return at
            steps -= 1
    return NONE


def take_any(state: np.record, knobs: np.record) -> int:
    """Take any card of the Platter that may be taken, each equally likely."""
    found = 0
    for at in range(state.thrown):
        found += may_take(state, state.card, at)
    steps = pick(state, found)
    for at in range(state.thrown):
        if may_take(state, state.card, at):
            if steps == 0:
                return at
            steps -= 1
    return NONE


def any_colour(state: np.record, knobs: np.record) -> int:
    """Choose any colour in use, each equally likely."""
    found = 0
    for colour in range(COLOURS):
        found += state.decks >> colour & 1
    steps = pick(state, found)
    for colour in range(COLOURS):
        if state.decks >> colour & 1:
            if steps == 0:
                return colour
            steps -= 1
    return NONE


def redirect_to_any(state: np.record, knobs: np.record) -> int:
    """Redirect an Attack to anyone who may be hit, each equally likely."""
    found = 0
    for seat in range(state.rules.players):
        found += may_redirect(state, seat)
    steps = pick(state, found)
    seat = state.attacker
    for _ in range(state.rules.players - 1):
        seat = follow(state, seat)
        if may_redirect(state, seat):
            if steps == 0:
                return seat
            steps -= 1
    return NONE
