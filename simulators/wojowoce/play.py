"""How Wojowoce is played: the turns, the end, the score; what warriors do is in actions.py."""

from typing import Any

import numpy as np

from simulators import course as courses
from simulators.jit import ask as answer_of
from simulators.jit import jit
from simulators.wojowoce.actions import lay, use
from simulators.wojowoce.table import (
    ACTING,
    IN_TURN,
    LEAST_HAND,
    LEAST_VALUES,
    TO_HAVE_TWO,
    Asks,
    draw_card,
    effects,
    premiums,
    set_up,
    standing,
)


@jit
def have_two(state: Any, seat: int) -> None:
    """Draw until there are two cards in hand, if there are any to draw (R7)."""
    state.step = TO_HAVE_TWO
    while state.cards[seat] < LEAST_HAND:
        heat = state.heat
        if draw_card(state, seat) == 0 and state.heat == heat:  # not even Heat came
            break
    state.step = IN_TURN


@jit
def score(state: Any, result: Any) -> None:
    """Write the result row."""
    players = state.rules.players
    most = np.int64(LEAST_VALUES)
    winners = np.int64(0)
    full = np.int64(255)
    for seat in range(players):
        total = standing(state, seat)
        most = max(most, total)
        result.scores[seat] = total
        result.values[seat] = state.values[seat]
        result.premiums[seat] = premiums(state, seat)
        result.effects[seat] = effects(state, seat)
        result.cards[seat] = state.placed[seat]
        result.hand[seat] = state.cards[seat]
        result.attacks[seat] = min(full, state.attacks[seat])
        result.reactions[seat] = min(full, state.reactions[seat])
        result.lost[seat] = min(full, state.lost[seat])
        result.drawn[seat] = min(full, state.drawn[seat])
        result.laid[seat] = state.laid[seat]
        result.opened[seat] = state.opened[seat]
    for seat in range(players):
        winners |= np.int64(result.scores[seat] == most) << seat  # those who tie share the win (R27)
    result.winners = winners
    result.turns = state.turns
    result.ended = state.ended
    result.decks = state.decks
    result.moved = min(full, state.moved)
    result.hits = min(full, state.hits)


@jit
def mark(state: Any, course: Any) -> None:
    """Keep how all stand."""
    at = courses.next_round(course)
    for seat in range(state.rules.players):
        course.marks[at, seat] = standing(state, seat)


@jit
def outline(state: Any, course: Any) -> None:
    """Mark the end, and tell how all stood at each tenth of the game."""
    mark(state, course)
    course.outline.rounds = course.rounds
    for tenth in range(courses.TENTHS):
        over = courses.look(course, tenth + 1)
        for seat in range(state.rules.players):
            course.outline.standing[tenth, seat] = course.marks[over, seat]


def play(state: Any, result: Any, ask: Asks, knobs: Any, luck: Any, course: Any) -> None:
    """Play one game to its end and write its result; an illegal choice sets state.fault instead."""
    set_up(state, luck)
    rules = state.rules
    follow_rounds, watched = course.follow_rounds != 0, course.watched != 0
    seat = turns = np.int64(0)  # of numpy, since numba would compile everything once more for a seat that is a plain 0
    while turns != state.last_turn:  # every turn takes a card from above Heat, so that the last one comes
        if follow_rounds and seat == 0 and turns:  # a round is over
            mark(state, course)
        turns += 1
        state.turns = turns
        if watched:
            state.seat = seat
            answer_of(ask.turn[seat], state, knobs[seat])
        if state.cards[seat] < LEAST_HAND:
            have_two(state, seat)
        if state.cards[seat]:  # else there is nothing to lay (R8)
            warrior = lay(state, ask, knobs, seat)
            if state.fault:
                return
            if rules.kind[warrior] == ACTING:
                use(state, ask, knobs, course, seat, warrior)
                if state.fault:
                    return
        if watched:
            state.seat = seat
            answer_of(ask.draw[seat], state, knobs[seat])
        draw_card(state, seat)
        seat += 1
        seat = (seat - rules.players * (seat == rules.players)) & 7  # tells the compiler that it isn't negative
    if follow_rounds:
        outline(state, course)
    score(state, result)
