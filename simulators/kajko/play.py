"""How Kajko is played: the deal, the turns, the score."""

from typing import Any

import numpy as np

from simulators import course as courses
from simulators import dice
from simulators.jit import ask as answer_of
from simulators.jit import jit
from simulators.kajko.table import (
    ALL_OUT,
    COIN_IN_HAND,
    ITEMS,
    ONE_ABOVE,
    ONE_COIN,
    ONE_FIVE,
    ONE_TEN,
    OUT_OF_TURNS,
    SEATS,
    SEND,
    STACKS,
    STACKS_EMPTY,
    TURN_LIMIT,
    Asks,
    coins,
    ducats,
    items,
    loot,
)


@jit
def set_up(state: Any, luck: Any) -> None:
    """Deal: the k-th card of a stack depends on luck alone, whatever the players do."""
    rules = state.rules
    seed, decks, whims = luck.seed, luck.of[dice.DECKS], luck.of[dice.WHIMS]
    for stack in range(STACKS):
        size = rules.size_at_start[stack]
        state.stacks[stack] = dice.shuffle(rules.box[stack], size, dice.stream(seed, decks, dice.DECKS, stack))
        state.cards[stack] = size
        state.left[stack] = rules.left_at_start[stack]
    state.opened = 0
    for stack in range(STACKS):
        if state.cards[stack]:
            state.open[state.opened] = stack
            state.opened += 1
    for seat in range(rules.players):
        state.front[seat] = 0
        state.kept[seat] = 0
        state.busts[seat] = 0
        state.free[seat] = rules.characters
        state.next[seat] = seat + 1
        state.whims[seat] = dice.stream(seed, whims, dice.WHIMS, dice.owner(luck, seat, rules.players))
    state.next[rules.players - 1] = 0
    state.active = rules.players
    state.game = luck.game


@jit
def close(state: Any, stack: int) -> None:
    """Strike a stack without cards off the list of open ones."""
    place = 0
    while state.open[place] != stack:
        place += 1
    state.opened -= 1
    while place < state.opened:
        state.open[place] = state.open[place + 1]
        place += 1


@jit
def tie_break(rules: Any, seat: int, sent: int) -> int:
    """What the largest of decides among those who have the most ducats: the items sent (K19), or the seat."""
    return seat if rules.later_wins else sent


@jit
def score(state: Any, result: Any, ended: int) -> None:
    """Write the result row."""
    rules = state.rules
    most_coins = 1  # no coins never win the bonus (K17)
    having_most = 0
    for seat in range(rules.players):
        if state.free[seat]:  # whoever is still in sends what lies in front (K6)
            state.kept[seat] += state.front[seat] & ITEMS
        count = coins(state.kept[seat])
        if count > most_coins:
            most_coins = count
            having_most = 0
        having_most += count == most_coins
    bonus = 0
    most = most_score = -1  # of tie-breaks and of ducats
    for seat in range(rules.players):
        kept = state.kept[seat]
        total = ducats(kept)
        result.ducats[seat] = total
        total += rules.start[seat]
        if rules.coin_bonus and coins(kept) == most_coins and (having_most == 1 or rules.bonus_shared):
            total += rules.bonus
            bonus |= 1 << seat
        result.scores[seat] = total
        result.items[seat] = items(kept)
        result.sends[seat] = kept >> 24
        result.thugs[seat] = state.busts[seat] & 255
        result.bandits[seat] = state.busts[seat] >> 8
        most_score = max(most_score, total)
        most = max(most, (total << 8) + tie_break(rules, seat, items(kept)))
    winners = richest = 0
    for seat in range(rules.players):
        total = np.int64(result.scores[seat])
        if total == most_score:
            richest |= 1 << seat
            if (total << 8) + tie_break(rules, seat, np.int64(result.items[seat])) == most:
                winners |= 1 << seat
    result.winners = winners
    result.bonus = bonus
    result.tiebreak = winners != richest
    result.turns = state.turns
    result.ended = ended


@jit
def mark(state: Any, marks: Any, at: int) -> None:
    """Keep what all have, sent and in front: scores if the game ended now, the bonus aside."""
    kept, front = state.kept, state.front
    # All read before any is written, so that the compiler can add them in one go.
    a, b, c, d = kept[0] + front[0], kept[1] + front[1], kept[2] + front[2], kept[3] + front[3]
    marks[at, 0], marks[at, 1], marks[at, 2], marks[at, 3] = a, b, c, d
    if state.rules.players > 4:
        e, f = kept[4] + front[4], kept[5] + front[5]
        marks[at, 4], marks[at, 5] = e, f


@jit
def mark_attack(state: Any, course: Any, robbed: int, could: int, taken: int) -> None:
    """Keep whom a Coin in Hand takes what from, and whom it could have been."""
    mark(state, course.attack_marks, min(np.int64(course.outline.attacks), courses.ATTACKS - 1))
    courses.attack(course, state.seat, robbed, could, ducats(taken))


@jit
def outline(state: Any, course: Any) -> None:
    """Mark the end, and tell how all stood at each tenth of the game and at each attack."""
    mark(state, course.marks, courses.next_round(course))
    told = course.outline
    told.rounds = course.rounds
    looks: Any = courses.TENTHS if course.follow_rounds else 0
    for tenth in range(looks):
        round_over: Any = np.uint64(courses.look(course, tenth + 1))
        for seat in range(SEATS):  # a constant, so that it is done in one go; those who aren't there have nothing
            told.standing[tenth, seat] = ducats(course.marks[round_over, seat]) + state.rules.start[seat]
    attacks: Any = min(told.attacks, courses.ATTACKS)
    for at in range(attacks):
        for seat in range(SEATS):
            told.attack_standing[at, seat] = ducats(course.attack_marks[at, seat]) + state.rules.start[seat]


def play(state: Any, result: Any, ask: Asks, knobs: Any, luck: Any, course: Any) -> None:
    """Play one game to its end and write its result; an illegal choice sets state.fault instead."""
    set_up(state, luck)
    rules = state.rules
    robbing = rules.coin_in_hand != 0
    follow_rounds, follow_attacks = course.follow_rounds != 0, course.follow_attacks != 0
    asked = -1
    turns = 0
    robberies = 0
    robbable = (1 << rules.players) - 1  # bit s: seat s
    seat = 0
    before = rules.players - 1
    ended = OUT_OF_TURNS
    while turns < TURN_LIMIT:
        if follow_rounds and seat <= asked:  # a round is over
            mark(state, course.marks, courses.next_round(course))
        asked = seat
        turns += 1
        state.turns = turns
        state.seat = seat
        choice = answer_of(ask.turn[seat], state, knobs[seat])
        front = state.front[seat]
        if choice == SEND:
            if front & ITEMS:
                # The Bandits in front, if any, go back to the box: `sends` takes their place.
                state.kept[seat] += (front & ITEMS) + ONE_ABOVE
                state.front[seat] = 0
                state.free[seat] -= 1
                if state.free[seat] == 0:  # out of the game (K4)
                    state.active -= 1
                    robbable &= ~((1 - rules.choose_out) << seat)
                    if state.active == 0:
                        ended = ALL_OUT
                        break
                    state.next[before] = state.next[seat]
                    seat = state.next[seat] & 7
                    continue
            elif rules.empty_send:  # a pass (K2)
                state.front[seat] = 0
            else:
                state.fault = 1
                state.answer = choice
                return
        else:
            stack = choice & 15
            if stack != choice or stack >= STACKS or state.cards[stack] == 0:
                state.fault = 1
                state.answer = choice
                return
            cards = state.stacks[stack]
            kind = cards & 7
            cards >>= 4
            state.stacks[stack] = cards
            state.cards[stack] -= 1
            state.left[stack] -= rules.left_unit[kind]
            if cards == 0:
                close(state, stack)
            if robbing and kind == COIN_IN_HAND and (state.active > 1 or rules.choose_out):
                robbed = answer_of(ask.rob[seat], state, knobs[seat])
                if not 0 <= robbed < rules.players or robbed == seat or not (state.free[robbed] or rules.choose_out):
                    state.fault = 2
                    state.answer = robbed
                    return
                robberies += 1
                taken = 0 if robberies == rules.spare else loot(state.front[robbed])
                if follow_attacks:
                    mark_attack(state, course, robbed, robbable, ducats(taken))
                state.front[robbed] += ONE_COIN - taken  # the Coin in Hand goes to whom it took from (K13)
                state.front[seat] = front + taken  # still unsafe (K14)
            else:
                # A table and sums of comparisons instead of branches, which a processor couldn't predict.
                effect = (2 * kind + (front >> 24)) & 15
                in_front = front & ITEMS
                some, a_five, a_ten = in_front > 0, in_front >= ONE_FIVE, in_front >= ONE_TEN
                dearest = (some ^ a_five) * ONE_COIN + (a_five ^ a_ten) * ONE_FIVE + a_ten * ONE_TEN
                state.front[seat] = (
                    (front & rules.keep[effect]) + rules.add[effect] - (dearest & rules.loses_dearest[effect])
                )
                state.busts[seat] += rules.bust[effect] * some
            if cards == 0 and state.opened == 0:
                ended = STACKS_EMPTY  # at once, in the middle of a round (K5)
                break
        before = seat
        # `& 7` only tells the compiler that a seat is never negative.
        seat = state.next[seat] & 7
    if follow_rounds or follow_attacks:
        outline(state, course)
    score(state, result, ended)
