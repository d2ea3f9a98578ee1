"""What warriors of Wojowoce do: Powers, Attacks, and Reactions to them.

R13 to R23 are the decisions for what the rulebook leaves open, listed with their sources in docs/games/wojowoce.md.
After any of these, `state.fault` says whether a player answered illegally.
"""

from typing import Any

import numpy as np

from simulators import course as courses
from simulators import dice
from simulators.jit import ask as answer_of
from simulators.jit import jit
from simulators.wojowoce.abilities import ALL_TARGETS, ATTACK, CHOICE, TO_HAND
from simulators.wojowoce.cards import COLOURS
from simulators.wojowoce.table import (
    ACTING,
    BY_ABILITY,
    CANCEL_AND_DISCARD_ATTACKER,
    DISCARD_COCKTAIL,
    DISCARD_HAND,
    DISCARD_OWN,
    DRAW_DISCARD,
    EXTRA_PLAY,
    GIFT_SELF,
    IN_TURN,
    NOBODY,
    NONE,
    REDIRECT,
    SAVE_TO_HAND,
    STEAL_COCKTAIL,
    STEAL_HAND,
    SWAP_COCKTAIL,
    TAKE_PLATTER,
    WILD_COLOUR,
    add,
    can_act,
    draw_card,
    follow,
    has_target,
    holds_reaction,
    is_target,
    lift,
    lift_and_settle,
    may_aim,
    may_discard,
    may_hit,
    may_react,
    may_redirect,
    may_take,
    place_of,
    play_out,
    put,
    settle,
    standing,
    take_up,
    throw,
)

# The questions by number; of numpy, since numba compiles a function anew for each plain number it gets.
FAULTS = tuple(map(np.int64, range(1, 9)))
LAY_FAULT, USE_FAULT, AIM_FAULT, REACT_FAULT, GIVE_FAULT, TAKE_FAULT, COLOUR_FAULT, REDIRECT_FAULT = FAULTS
UNANSWERED, ANSWERED, REDIRECTED = range(3)  # what becomes of an Attack on a player


@jit
def blame(state: Any, question: int, answer: int) -> int:
    """Note an illegal answer."""
    state.fault, state.answer = question, answer
    return NONE


@jit
def coloured(state: Any, ask: Any, knobs: Any, seat: int, warrior: int) -> int:
    """Return a card as it comes into a cocktail: a wild one counts as a colour of the player's choice (R33)."""
    if state.rules.op[warrior] != WILD_COLOUR:
        return state.rules.printed[warrior]
    doing, card = state.doing, state.card
    state.seat, state.card, state.doing = seat, warrior, WILD_COLOUR
    colour = answer_of(ask.colour[seat], state, knobs[seat])
    state.doing, state.card = doing, card
    if not 0 <= colour < COLOURS or not state.decks >> colour & 1:
        return blame(state, COLOUR_FAULT, colour)
    return warrior | colour << 5


@jit
def lay(state: Any, ask: Any, knobs: Any, seat: int) -> int:
    """Let a player add a card from hand, which isn't empty, to the own cocktail: which warrior (R9)."""
    state.seat = seat
    at = answer_of(ask.lay[seat], state, knobs[seat])
    if not 0 <= at < state.cards[seat]:
        return blame(state, LAY_FAULT, at)
    warrior = play_out(state, seat, at)
    state.laid[seat] |= 1 << warrior
    card = coloured(state, ask, knobs, seat, warrior)
    if state.fault:
        return NONE
    add(state, seat, card)
    return warrior


@jit
def wants_to(state: Any, ask: Any, knobs: Any, seat: int, warrior: int) -> bool:
    """Tell whether a card that was just added can act, and its player wants it to."""
    if not can_act(state, warrior, seat):
        return False
    state.seat, state.card = seat, warrior
    choice = answer_of(ask.use[seat], state, knobs[seat])
    if choice != 0 and choice != 1:
        blame(state, USE_FAULT, choice)
    return choice == 1


@jit
def use(state: Any, ask: Any, knobs: Any, course: Any, seat: int, warrior: int) -> None:
    """Let the card that was just added act, if it can and its player wants to, and what an extra play adds (R23)."""
    rules = state.rules
    by, extra = NONE, np.int64(0)  # what brings extra plays, and how many are to come
    while True:
        op = rules.op[warrior]
        # Those that were added by an extra play act only if that card says so, and none is an extra play once more.
        may = by == NONE or (rules.use_ability[by] and rules.kind[warrior] == ACTING and op != EXTRA_PLAY)
        if may and wants_to(state, ask, knobs, seat, warrior):
            if op == EXTRA_PLAY:
                by, extra = warrior, rules.count[warrior]
            elif rules.type[warrior] == ATTACK:
                attack(state, ask, knobs, course, seat, warrior)
            else:
                power(state, ask, knobs, seat, warrior)
        if state.fault or extra == 0 or state.cards[seat] == 0:
            break
        extra -= 1
        state.doing = EXTRA_PLAY
        warrior = lay(state, ask, knobs, seat)
        state.doing = 0
        if state.fault:
            break


@jit
def power(state: Any, ask: Any, knobs: Any, seat: int, warrior: int) -> None:
    """Use a Power, but for an extra play."""
    rules = state.rules
    op = rules.op[warrior]
    state.seat, state.card, state.doing = seat, warrior, op
    if op <= DRAW_DISCARD:
        state.step = BY_ABILITY
        for _ in range(rules.count[warrior]):
            draw_card(state, seat)
        state.step = IN_TURN
    if op == DRAW_DISCARD:
        state.what = 0
        for _ in range(rules.discards[warrior]):
            if state.cards[seat] > 0 and not state.fault:
                at = answer_of(ask.give[seat], state, knobs[seat])
                if 0 <= at < state.cards[seat]:
                    throw(state, play_out(state, seat, at))
                else:
                    blame(state, GIVE_FAULT, at)
    elif op == DISCARD_OWN:
        state.what = 1
        for _ in range(rules.count[warrior]):
            if can_act(state, warrior, seat) and not state.fault:
                at = answer_of(ask.give[seat], state, knobs[seat])
                if 0 <= at < state.placed[seat] and may_discard(state, warrior, seat, at):
                    throw(state, lift_and_settle(state, seat, at))
                else:
                    blame(state, GIVE_FAULT, at)
    elif op == TAKE_PLATTER:
        for _ in range(rules.count[warrior]):
            if can_act(state, warrior, seat) and not state.fault:
                take_platter(state, ask, knobs, seat, warrior)
    state.doing = state.what = 0


@jit
def take_platter(state: Any, ask: Any, knobs: Any, seat: int, warrior: int) -> None:
    """Take a card from the Platter into the hand or the cocktail, where it doesn't act (R22)."""
    rules = state.rules
    at: Any = state.thrown - 1
    if rules.which[warrior] == CHOICE:
        at = answer_of(ask.take[seat], state, knobs[seat])
        if not 0 <= at < state.thrown or not may_take(state, warrior, at):
            blame(state, TAKE_FAULT, at)
            return
    taken = state.platter[at]
    state.thrown -= 1
    for place in range(at, state.thrown):
        state.platter[place] = state.platter[place + 1]
    if rules.to[warrior] == TO_HAND:
        take_up(state, seat, taken)
    else:
        card = coloured(state, ask, knobs, seat, taken)
        if not state.fault:
            add(state, seat, card)


@jit
def attack(state: Any, ask: Any, knobs: Any, course: Any, seat: int, warrior: int) -> None:
    """Attack one opponent after the other: those whom the attacker names, or all in turn order (R19)."""
    rules = state.rules
    state.attack, state.attacker = warrior, seat
    state.attacks[seat] += 1
    state.doing = rules.op[warrior]
    everyone = rules.targets[warrior] == ALL_TARGETS
    victim = seat
    for _ in range(rules.players - 1 if everyone else rules.targets[warrior]):
        state.aimed = NOBODY
        if everyone:
            victim = follow(state, victim)
            if state.hit >> victim & 1 or not is_target(state, warrior, seat, victim):
                continue
            state.aimed = victim
        elif not has_target(state, warrior, seat):
            break
        strike(state, ask, knobs, course)
        if state.fault:
            break
    state.attack = state.attacker = state.target = state.target_card = state.aimed = NONE
    state.hit = state.reacted = state.doing = 0
    for other in range(rules.players):
        state.fresh[other] = 0


@jit
def strike(state: Any, ask: Any, knobs: Any, course: Any) -> None:
    """Attack one opponent, or whoever it is redirected to: card by card, until he answers."""
    op, count = state.rules.op[state.attack], state.rules.count[state.attack]
    struck = 0
    aims = op <= SWAP_COCKTAIL or state.aimed == NOBODY
    while True:
        if aims:
            aim(state, ask, knobs)
            if state.fault:
                return
        else:
            state.target = state.aimed
        state.hit |= 1 << state.target
        answer = react(state, ask, knobs, course)
        if state.fault or answer == ANSWERED:  # the Attack is used up (R17)
            return
        if answer == REDIRECTED:
            struck = 0
        else:
            harm(state, ask, knobs, course)
            struck += 1
            if state.fault or struck >= count or not is_target(state, state.attack, state.attacker, state.target):
                return
        state.aimed = state.target  # the same once more, or the new one
        aims = op <= SWAP_COCKTAIL


@jit
def aim(state: Any, ask: Any, knobs: Any) -> None:
    """Let the attacker name an opponent, or the one that is hit already, and a card of that cocktail if it is about one."""
    seat = state.attacker
    state.target = state.target_card = NONE
    state.seat = seat
    choice = answer_of(ask.aim[seat], state, knobs[seat])
    victim, at = choice >> 7, choice & 127
    if not 0 <= victim < state.rules.players or not may_aim(state, victim):
        blame(state, AIM_FAULT, choice)
        return
    if state.rules.op[state.attack] <= SWAP_COCKTAIL:
        if at >= state.placed[victim] or not may_hit(state, state.attack, victim, at):
            blame(state, AIM_FAULT, choice)
            return
        state.target_card = at
    elif at:
        blame(state, AIM_FAULT, choice)
        return
    state.target = victim


@jit
def lay_reaction(state: Any, ask: Any, knobs: Any, seat: int) -> int:
    """Let a player react, who holds a card to do so: which warrior, or NONE (R14, R15, R18)."""
    state.seat = seat
    at = answer_of(ask.react[seat], state, knobs[seat])
    if at == NONE:
        return NONE
    if not 0 <= at < state.cards[seat] or not may_react(state, seat, at):
        return blame(state, REACT_FAULT, at)
    warrior = play_out(state, seat, at)
    state.laid[seat] |= 1 << warrior
    state.reactions[seat] += 1
    fresh = state.fresh[seat]
    state.fresh[seat] = 0
    add(state, seat, state.rules.printed[warrior])  # behind those that are fresh
    state.fresh[seat] = fresh + (seat != state.attacker)  # who doesn't attack his own (R21)
    return warrior


@jit
def react(state: Any, ask: Any, knobs: Any, course: Any) -> int:
    """Let the attacked player react, or with R13 any other opponent of the attacker: what becomes of the Attack."""
    seat, other = state.target, state.attacker
    for _ in range(state.rules.players - 1 if state.rules.anyone else 1):
        if not state.reacted >> seat & 1 and holds_reaction(state, seat):
            warrior = lay_reaction(state, ask, knobs, seat)
            if state.fault:
                return ANSWERED
            if warrior != NONE:
                state.reacted |= 1 << seat
                if state.rules.chain and is_void(state, ask, knobs, seat):
                    return UNANSWERED
                if state.fault:
                    return ANSWERED
                if course.watched:
                    state.seat = seat
                    answer_of(ask.answer[seat], state, knobs[seat])
                return answer(state, ask, knobs, seat, warrior)
        other = follow(state, other)
        if other == state.target:
            other = follow(state, other)
        seat = other
    return UNANSWERED


@jit
def is_void(state: Any, ask: Any, knobs: Any, reactor: int) -> bool:
    """Let attacker and reactor answer one another: whether the Reaction comes to nothing (the other reading of R16)."""
    void = False
    seat, other = state.attacker, reactor
    state.answering = 1
    while holds_reaction(state, seat) and lay_reaction(state, ask, knobs, seat) != NONE:
        void = not void
        seat, other = other, seat
    state.answering = 0
    return void


@jit
def answer(state: Any, ask: Any, knobs: Any, seat: int, warrior: int) -> int:
    """Do what a Reaction does, beyond that the Attack fails: what becomes of it."""
    op, victim = state.rules.op[warrior], state.target
    if op == CANCEL_AND_DISCARD_ATTACKER:
        at = place_of(state, state.attacker, state.attack)
        if at != NONE:
            throw(state, lift_and_settle(state, state.attacker, at))
    elif op == SAVE_TO_HAND:
        take_up(state, victim, lift_and_settle(state, victim, state.target_card))
    elif op == REDIRECT:
        state.seat = seat
        for other in range(state.rules.players):
            if may_redirect(state, other):
                chosen = answer_of(ask.redirect[seat], state, knobs[seat])
                if not 0 <= chosen < state.rules.players or not may_redirect(state, chosen):
                    blame(state, REDIRECT_FAULT, chosen)
                    return ANSWERED
                state.target = chosen
                return REDIRECTED
    return ANSWERED


@jit
def harm(state: Any, ask: Any, knobs: Any, course: Any) -> None:
    """Let an Attack that nobody answered take effect, unless it is the one that takes nothing."""
    attacker, victim = state.attacker, state.target
    op = state.rules.op[state.attack]
    if (op == STEAL_HAND or op == DISCARD_HAND) and state.cards[victim] == 0:
        return  # the last card was a Reaction, to no avail
    if course.watched:
        state.seat = attacker
        answer_of(ask.hit[attacker], state, knobs[attacker])
    could = before = np.int64(0)
    if course.follow_attacks:
        could, before = who_could(state), standing(state, victim)
        mark_attack(state, course)
    state.hits += 1
    if state.hits != state.rules.spare:
        if op == GIFT_SELF:
            at = place_of(state, attacker, state.attack)
            if at != NONE:
                card = lift(state, attacker, at)
                put(state, victim, card)
                settle(state, card >> 5)
        elif op >= STEAL_HAND:
            at = dice.draw(state.grabs, 0, state.cards[victim])
            warrior = play_out(state, victim, at)
            state.lost[victim] += 1
            if op == STEAL_HAND:
                take_up(state, attacker, warrior)
            else:
                throw(state, warrior)
        elif op == DISCARD_COCKTAIL:
            throw(state, lift_and_settle(state, victim, state.target_card))
            state.lost[victim] += 1
        else:
            take_card(state, ask, knobs)
    if course.follow_attacks:
        courses.attack(course, attacker, victim, could, before - standing(state, victim))


@jit
def take_card(state: Any, ask: Any, knobs: Any) -> None:
    """Take the card aimed at into the attacker's cocktail, in exchange for one from there if it is a swap; colours stay (R33)."""
    attacker, victim = state.attacker, state.target
    steals = state.rules.op[state.attack] == STEAL_COCKTAIL
    given: Any = NONE
    if not steals:
        state.seat, state.what = attacker, 1
        at = answer_of(ask.give[attacker], state, knobs[attacker])
        state.what = 0
        if not 0 <= at < state.placed[attacker]:
            blame(state, GIVE_FAULT, at)
            return
        given = lift(state, attacker, at)
    taken = lift(state, victim, state.target_card)
    put(state, attacker, taken)
    if not steals:
        put(state, victim, given)
        settle(state, given >> 5)
    settle(state, taken >> 5)
    state.lost[victim] += 1


@jit
def who_could(state: Any) -> int:
    """Whom an Attack hits, or could still have hit, bit by bit."""
    could = np.int64(1) << state.target
    for seat in range(state.rules.players):
        if not state.hit >> seat & 1 and is_target(state, state.attack, state.attacker, seat):
            could |= 1 << seat
    return could


@jit
def mark_attack(state: Any, course: Any) -> None:
    """Keep how all stand before an Attack."""
    at = np.int64(course.outline.attacks)
    if at < courses.ATTACKS:
        for seat in range(state.rules.players):
            course.outline.attack_standing[at, seat] = standing(state, seat)
