"""Strategies for Wojowoce."""

import numpy as np

from simulators.cocktail import (
    COLOURS,
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
from simulators.dice import pick
from simulators.jit import jit
from strategies import Strategy


def random(state: np.record, knobs: np.record) -> int:
    """Lay any card, use every ability on anyone, and react half of the time."""
    return pick(state, state.cards[state.seat])


def use(state: np.record, knobs: np.record) -> int:
    """Use every ability."""
    return 1


@jit
def targets_at(state: np.record, seat: int) -> int:
    """In how many ways a player may be hit now."""
    if not may_aim(state, seat):
        return 0
    if state.rules.op[state.attack] > SWAP_COCKTAIL:
        return 1
    found = 0
    for at in range(state.placed[seat]):
        found += may_hit(state, state.attack, seat, at)
    return found


def aim_at_any(state: np.record, knobs: np.record) -> int:
    """Attack any card of any opponent, each equally likely."""
    found = 0
    seat = state.seat
    for _ in range(state.rules.players - 1):
        seat = follow(state, seat)
        found += targets_at(state, seat)
    steps = pick(state, found)
    seat = follow(state, state.seat)
    while steps >= targets_at(state, seat):
        steps -= targets_at(state, seat)
        seat = follow(state, seat)
    if state.rules.op[state.attack] > SWAP_COCKTAIL:
        return seat << 7
    at = 0
    while True:
        if may_hit(state, state.attack, seat, at):
            if steps == 0:
                return seat << 7 | at
            steps -= 1
        at += 1


def react_half(state: np.record, knobs: np.record) -> int:
    """React half of the time, with any Reaction."""
    if pick(state, 2) == 0:
        return NONE
    found = 0
    for at in range(state.cards[state.seat]):
        found += may_react(state, state.seat, at)
    steps = pick(state, found)
    for at in range(state.cards[state.seat]):
        if may_react(state, state.seat, at):
            if steps == 0:
                return at
            steps -= 1
    return NONE


def react_lowest(state: np.record, knobs: np.record) -> int:
    """React whenever possible, with the Reaction of the lowest value."""
    best, least = NONE, 1 << 20
    for at in range(state.cards[state.seat]):
        warrior = state.hand[state.seat, at]
        rank = state.rules.value[warrior] * 32 + warrior
        if rank < least and may_react(state, state.seat, at):
            best, least = at, rank
    return best


def give_any(state: np.record, knobs: np.record) -> int:
    """Give up any card, each equally likely."""
    seat = state.seat
    if state.what == 0:
        return pick(state, state.cards[seat])
    if state.attack != NONE:
        return pick(state, state.placed[seat])
    found = 0
    for at in range(state.placed[seat]):
        found += may_discard(state, state.card, seat, at)
    steps = pick(state, found)
    for at in range(state.placed[seat]):
        if may_discard(state, state.card, seat, at):
            if steps == 0:
                return at
            steps -= 1
    return NONE


def take_any(state: np.record, knobs: np.record) -> int:
    """Take any card of the Platter that may be taken."""
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
    """Choose any colour in use."""
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
    """Redirect an Attack to anyone."""
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


def highest(state: np.record, knobs: np.record) -> int:
    """Lay the card of the highest value, use every ability on anyone, and always react."""
    best, most = 0, -(1 << 20)
    for at in range(state.cards[state.seat]):
        warrior = state.hand[state.seat, at]
        rank = state.rules.value[warrior] * 32 - warrior
        if rank > most:
            best, most = at, rank
    return best


ANYHOW = {
    "use": use,
    "aim": aim_at_any,
    "react": react_half,
    "give": give_any,
    "take": take_any,
    "colour": any_colour,
    "redirect": redirect_to_any,
}
ORDINARY = ANYHOW
DEFAULT = "highest"
STRATEGIES = {
    "random": Strategy({"lay": random, **ANYHOW}),
    "highest": Strategy({"lay": highest, **ANYHOW, "react": react_lowest}),
}
