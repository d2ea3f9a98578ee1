"""How Kokoriko is played: the die, the hens, the thief, the worm, the score."""

from typing import Any

import numpy as np

from simulators import course as courses
from simulators import dice
from simulators.jit import ask as answer_of
from simulators.jit import jit
from simulators.kokoriko.table import (
    BLUE,
    BROWN,
    FACES,
    GREY,
    LAY,
    NOBODY,
    OUT_OF_TURNS,
    SEATS,
    SUPPLY_TAKEN,
    TAKE,
    THOUSAND,
    TURN_LIMIT,
    WHITE,
    Asks,
    may_give_egg,
    score_of,
)


@jit
def set_up(state: Any, luck: Any) -> None:
    """Nobody has anything, but for what house rules give; luck is the dice to come."""
    rules = state.rules
    for colour in range(2):
        state.middle[colour] = rules.hens[colour]
    for seat in range(rules.players):
        owner = dice.owner(luck, seat, rules.players)
        state.eggs[seat] = rules.start_eggs[seat]
        for colour in range(2):
            state.hens[colour, seat] = rules.start_hens[colour, seat]
        state.worms[seat] = state.hens_stolen[seat] = state.eggs_stolen[seat] = state.eggs_lost[seat] = 0
        state.dice[seat] = dice.stream(luck.seed, luck.of[dice.DICE], dice.DICE, owner)
        state.whims[seat] = dice.stream(luck.seed, luck.of[dice.WHIMS], dice.WHIMS, owner)
    state.races[0] = dice.stream(luck.seed, luck.of[dice.DICE], dice.DICE, SEATS)  # the table's own
    state.rooster = rules.start_rooster - 1
    state.golden = NOBODY
    state.supply = rules.eggs
    state.over = 0
    state.thefts = 0
    state.game = luck.game


@jit
def take_eggs(state: Any, seat: int, count: int) -> None:
    """Take eggs from the supply, as many as are left (O7); the golden one comes last (O13), and the last one ends the game."""
    got = min(count, state.supply)
    state.supply -= got
    state.eggs[seat] += got
    if state.rules.golden == 0:
        state.over |= (state.supply == 0) & (count > 0)
    elif count > got:
        state.golden = seat
        state.over = 1


@jit
def lay(state: Any, seat: int, hens: int, doubles: int) -> None:
    """Lay an egg for each of these hens, or two with the rooster."""
    twice = doubles & (state.rooster == seat) & (hens > 0)
    if twice > state.rules.lasts:  # the other reading of O5: he doubles once
        state.rooster = NOBODY
    take_eggs(state, seat, hens << twice)


@jit
def first_of_all(state: Any) -> int:
    """Draw who is first in a race of reflexes, in proportion to the speeds."""
    ends = state.rules.fastness
    mark: Any = dice.draw(state.races, 0, ends[SEATS - 1])
    # Sums of comparisons instead of branches, which a processor couldn't predict.
    return int(mark >= ends[0]) + int(mark >= ends[1]) + int(mark >= ends[2])


@jit
def first_of(state: Any, out: int) -> int:
    """Draw who is first of those who take part; `out` are the seats (bits) that don't. NOBODY if the rest have no reflexes."""
    rules = state.rules
    total = 0
    for seat in range(rules.players):
        total += rules.speeds[seat] * (1 - (out >> seat & 1))
    left = dice.draw(state.races, 0, total)
    for seat in range(rules.players):
        if not out >> seat & 1:
            left -= rules.speeds[seat]
            if left < 0:
                return seat
    return NOBODY


@jit
def grab(state: Any) -> int:
    """Draw who catches the worm: the first of all, or with Heads or Tails the first to grab the right part (O14)."""
    if state.rules.grab_right == THOUSAND:
        return first_of_all(state)
    out = 0
    for _ in range(state.rules.players):
        seat = first_of(state, out)
        if seat == NOBODY:
            break
        if dice.draw(state.races, 0, THOUSAND) < state.rules.grab_right:
            return seat
        out |= 1 << seat
        lost = state.eggs[seat] > 0
        state.eggs[seat] -= lost  # at once, so that the bonus may take it
        state.supply += lost
        state.eggs_lost[seat] += lost
    return NOBODY


@jit
def steal(state: Any, seat: int, of: int, course: Any) -> None:
    """Take an egg from another player; or with `from_supply` from the supply, if that player has none (O10)."""
    if state.eggs[of]:
        state.thefts += 1
        taken = np.int64(state.thefts != state.rules.spare)
        if course.follow_attacks:
            mark_theft(state, course, of, taken)
        state.eggs[of] -= taken
        state.eggs[seat] += taken
        state.eggs_stolen[seat] += taken
    elif state.face == WHITE:
        take_eggs(state, seat, 1)


@jit
def eggs_of_others(state: Any, seat: int) -> int:
    """Eggs that could be taken from other players."""
    eggs = state.eggs
    return eggs[0] + eggs[1] + eggs[2] + eggs[3] - eggs[seat]


@jit
def score(state: Any, result: Any) -> None:
    """Write the result row."""
    players = state.rules.players
    most = winners = 0
    for seat in range(players):
        total = score_of(state, seat)
        most = max(most, total)
        result.scores[seat] = total
        result.grey[seat] = state.hens[GREY, seat]
        result.brown[seat] = state.hens[BROWN, seat]
        result.worms[seat] = min(np.int64(255), state.worms[seat])
        result.hens_stolen[seat] = min(np.int64(255), state.hens_stolen[seat])
        result.eggs_stolen[seat] = min(np.int64(255), state.eggs_stolen[seat])
        result.eggs_lost[seat] = min(np.int64(255), state.eggs_lost[seat])
    for seat in range(players):
        winners |= (result.scores[seat] == most) << seat  # those who tie share the win (O12)
    result.winners = winners
    result.turns = state.turns
    result.ended = OUT_OF_TURNS if state.over == 0 else SUPPLY_TAKEN
    result.rooster = 1 << state.rooster if state.rooster != NOBODY else 0
    result.golden = 1 << state.golden if state.golden != NOBODY else 0


@jit
def mark(state: Any, course: Any) -> None:
    """Keep how all stand."""
    at = courses.next_round(course)
    for seat in range(state.rules.players):
        course.marks[at, seat] = score_of(state, seat)


@jit
def mark_theft(state: Any, course: Any, of: int, taken: int) -> None:
    """Keep whom an egg is taken from, how all stand, and whom it could have been."""
    could = 0
    at = np.int64(course.outline.attacks)
    for seat in range(state.rules.players):
        could |= (state.eggs[seat] > 0) << seat
        if at < courses.ATTACKS:
            course.outline.attack_standing[at, seat] = score_of(state, seat)
    courses.attack(course, state.seat, of, could, taken)


@jit
def outline(state: Any, course: Any) -> None:
    """Mark the end, and tell how all stood at each tenth of the game."""
    mark(state, course)
    course.outline.rounds = course.rounds
    for tenth in range(courses.TENTHS):
        over = courses.look(course, tenth + 1)
        for seat in range(state.rules.players):
            course.outline.standing[tenth, seat] = course.marks[over, seat]


@jit
def hen_turn(state: Any, ask: Any, knobs: Any) -> None:
    """Grey or brown: take a hen of that colour, from the middle or else from another player, or lay (O1 to O3)."""
    seat, colour = state.seat & 3, state.face & 1
    mine = state.hens[colour, seat]
    can_take, can_lay = state.rules.hens_in_all[colour] > mine, mine > 0
    choice: Any = LAY if can_lay else TAKE
    if can_take and can_lay:
        choice = answer_of(ask.hen[seat], state, knobs[seat])
        if choice != TAKE and choice != LAY:
            state.fault, state.answer = 1, choice
            return
    if choice == LAY:
        lay(state, seat, mine, 1)
    elif can_take:
        if state.middle[colour]:
            state.middle[colour] -= 1
        else:
            of = answer_of(ask.whose_hen[seat], state, knobs[seat])
            if not 0 <= of < state.rules.players or of == seat or state.hens[colour, of] == 0:
                state.fault, state.answer = 2, of
                return
            state.hens[colour, of] -= 1
            state.hens_stolen[seat] += 1
        state.hens[colour, seat] = mine + 1


@jit
def thief(state: Any, ask: Any, knobs: Any, course: Any) -> None:
    """White, or a call by who has the rooster: take an egg from another player; on white else from the supply (O10, O15)."""
    seat = state.seat & 3
    if state.rules.from_supply or eggs_of_others(state, seat):
        of = answer_of(ask.whose_egg[seat], state, knobs[seat])
        if not 0 <= of < state.rules.players or not may_give_egg(state, of):
            state.fault, state.answer = 3, of
            return
        steal(state, seat, of, course)
    elif state.face == WHITE:
        take_eggs(state, seat, 1)


def play(state: Any, result: Any, ask: Asks, knobs: Any, luck: Any, course: Any) -> None:
    """Play one game to its end and write its result; an illegal choice sets state.fault instead."""
    set_up(state, luck)
    rules = state.rules
    follow_rounds, watched = course.follow_rounds != 0, course.watched != 0
    seat: Any = 0
    turns = 0
    while turns < TURN_LIMIT:
        if follow_rounds and seat == 0 and turns:  # a round is over
            mark(state, course)
        turns += 1
        state.turns = turns
        state.seat = seat
        face = rules.die[dice.draw(state.dice, seat, FACES)]
        state.face = face
        if watched:
            answer_of(ask.rolled[seat], state, knobs[seat])
        if face <= BROWN:
            hen_turn(state, ask, knobs)
        elif face == WHITE:
            thief(state, ask, knobs, course)
        elif face == BLUE:
            owner = first_of_all(state) if rules.call else seat
            if rules.call and state.rooster == owner:
                state.seat = owner
                thief(state, ask, knobs, course)
            else:
                state.rooster = owner  # from the middle, or from whoever has him (O4)
        else:
            winner = grab(state)
            if winner != NOBODY:
                state.worms[winner] += 1
                lay(state, winner, state.hens[GREY, winner] + state.hens[BROWN, winner], rules.worm_doubles)
        if state.fault:
            return
        if state.over:
            break
        seat += 1
        seat = (seat - rules.players * (seat == rules.players)) & 3  # tells the compiler that it isn't negative
    if follow_rounds:
        outline(state, course)
    score(state, result)
