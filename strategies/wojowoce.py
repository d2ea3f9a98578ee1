"""Strategies for Wojowoce: (state, knobs) -> an index of the hand to lay, and answers to seven more questions.

`state` is simulators.wojowoce.table.State; simulators.wojowoce.Asks says what is asked. The reference strategies, `random` and
`highest`, mean exactly what docs/games/wojowoce.md says, so that other simulators can be compared with this one. All others
are our own. They value cards by the points that those bring their owner (`worth`, `loss`), and what others lose at a share, `harm`.

Of other hands, strategies may read `state.cards`; of the Basket `state.left` and `state.heat`.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from simulators.dice import pick
from simulators.game import count_in_words
from simulators.jit import jit
from simulators.wojowoce.abilities import ALL_TARGETS, ANY, ATTACK, POWER, REACTION, TO_HAND
from simulators.wojowoce.cards import COLOURS, COPIES
from simulators.wojowoce.table import (
    DISCARD_COCKTAIL,
    DISCARD_OWN,
    DRAW,
    DRAW_DISCARD,
    EXTRA_PLAY,
    GIFT_SELF,
    HAND_POINTS,
    NOBODY,
    NONE,
    POINTS_PER_COLOUR,
    SAVE_TO_HAND,
    SEATS,
    STEAL_HAND,
    SWAP_COCKTAIL,
    TAKE_PLATTER,
    WILD_COLOUR,
    follow,
    is_target,
    may_aim,
    may_discard,
    may_hit,
    may_react,
    may_redirect,
    may_take,
    standing,
)
from strategies import Strategy

LITTLE = -1e9  # less than any card is worth
HARM = 0.5  # points that it is worth that another player loses one
HOLD = 2.0  # points that a Reaction is worth in hand
MISSED = 0.7  # of Attacks, as others react


# The reference strategies


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


# What cards are worth, in points


@jit
def turns_left(state: np.record) -> float:
    """How many more turns the asked player has, about: each takes a card from above Heat."""
    players = state.rules.players
    if state.last_turn != NONE:
        return (state.last_turn - state.turns) / players
    return (state.left - state.heat) / players + 1.5


@jit
def is_last_turn(state: np.record) -> bool:
    """Tell whether the asked player, whose turn it is, has no other one: what is in hand then stays there."""
    return state.last_turn != NONE and state.last_turn - state.turns < state.rules.players


@jit
def sharpness(state: np.record) -> float:
    """How much more likely a card more of a colour makes it to hold the Premium at the end: the more, the fewer turns are left."""
    return 2.0 if state.turns == state.last_turn else 1 / (1.0 + 0.5 * turns_left(state))  # in the end it is certain


@jit
def most_of_others(state: np.record, seat: int, colour: int) -> int:
    """The most cards of a colour that anyone else has; 1 at least, since a Premium needs two."""
    most: Any = state.top[colour]
    if state.colours[seat, colour] < most and most > 1:
        return most
    most = 1
    for other in range(SEATS):  # a constant, so that it is done in one go; those who aren't there have nothing
        most = max(most, state.colours[other, colour] * (other != seat))
    return most


@jit
def hold_chance(lead: int, sharp: float) -> int:
    """A guess at the chance, in 4096ths, to have a Premium at the end, with so many quarters of a card more than others."""
    return min(4096, max(0, 2048 + int(1024 * sharp) * lead))  # whole numbers, since it is asked most often


@jit
def premium_gain(state: np.record, seat: int, colour: int, more: int, sharp: float) -> float:
    """Points that a Premium is worth more to a player with one more card of its colour (or with one less, `more` = -1)."""
    lead = state.colours[seat, colour] - most_of_others(state, seat, colour)
    holds = state.holder[colour] == seat
    before = hold_chance(4 * lead + 2 * holds - 1, sharp)  # to hold it is worth half a card
    after = hold_chance(4 * (lead + more) + 2 * (holds | (lead + more > 0)) - 1, sharp)
    return state.rules.premium * (after - before) / 4096


@jit
def colour_worth(state: np.record, seat: int, colour: int, sharp: float) -> float:
    """Points that any card of a colour brings in somebody's cocktail, beyond what is printed on it."""
    return state.per_colour[seat, colour] + premium_gain(state, seat, colour, 1, sharp)


@jit
def colour_loss(state: np.record, seat: int, colour: int, sharp: float) -> float:
    """Points that somebody loses with any card of a colour, beyond what is printed on it."""
    return state.per_colour[seat, colour] - premium_gain(state, seat, colour, -1, sharp)


@jit
def card_worth(state: np.record, seat: int, warrior: int) -> float:
    """Points that a warrior brings in somebody's cocktail, whatever colour it counts as."""
    rules = state.rules
    op, points = rules.op[warrior], 1.0 * rules.value[warrior]
    if op == POINTS_PER_COLOUR:
        about = rules.about[warrior]
        count = state.colours[seat, about] + (rules.colour[warrior] == about)  # itself included
        points += rules.points[warrior] * (count + 0.25 * turns_left(state))
    elif op == HAND_POINTS:
        points += max(0, rules.points[warrior] - state.per_hand[seat]) * max(2, state.cards[seat] - 1)
    return points


@jit
def card_loss(state: np.record, seat: int, warrior: int) -> float:
    """Points that somebody loses with a warrior of the cocktail, whatever colour it counts as."""
    rules = state.rules
    op, points = rules.op[warrior], 1.0 * rules.value[warrior]
    if op == POINTS_PER_COLOUR:
        points += rules.points[warrior] * (state.colours[seat, rules.about[warrior]] - 1 + 0.25 * turns_left(state))
    elif op == HAND_POINTS:
        points += (state.per_hand[seat] - rules.hand_point) * max(2, state.cards[seat])
    return points


@jit
def worth(state: np.record, seat: int, card: int, sharp: float) -> float:
    """Points that a card brings in somebody's cocktail."""
    return card_worth(state, seat, card & 31) + colour_worth(state, seat, card >> 5, sharp)


@jit
def loss(state: np.record, seat: int, at: int, sharp: float) -> float:
    """Points that somebody loses with a card of the cocktail."""
    card = state.cocktail[seat, at]
    return card_loss(state, seat, card & 31) + colour_loss(state, seat, card >> 5, sharp)


@jit
def best_colour(state: np.record, seat: int, warrior: int, sharp: float) -> int:
    """The colour as which a card is worth most: its own, unless it is wild."""
    best: Any = state.rules.colour[warrior]
    if state.rules.op[warrior] == WILD_COLOUR:
        most = LITTLE
        for colour in range(COLOURS):
            if state.decks >> colour & 1:
                points = colour_worth(state, seat, colour, sharp)
                if points > most:
                    best, most = colour, points
    return best


@jit
def worth_in_hand(state: np.record, seat: int, warrior: int, sharp: float) -> float:
    """Points that a card in hand brings when it is laid."""
    return worth(state, seat, warrior | best_colour(state, seat, warrior, sharp) << 5, sharp)


@jit
def cheapest(state: np.record, seat: int, warrior: int, sharp: float) -> int:
    """Which card of a cocktail its owner misses least, among those that the warrior's ability is about (any for NONE)."""
    best, least = NONE, -LITTLE
    for at in range(state.placed[seat]):
        card = state.cocktail[seat, at]
        points = card_loss(state, seat, card & 31)
        if points < least and (warrior == NONE or may_discard(state, warrior, seat, at)):
            points += colour_loss(state, seat, card >> 5, sharp)  # 0 at least
            if points < least:
                best, least = at, points
    return best


@jit
def hit_of_colour(state: np.record, warrior: int, victim: int, colour: int, harm: float, sharp: float) -> float:
    """What it is worth to the asked player to hit any card of a colour in a cocktail, beyond what is printed on it."""
    points = harm * colour_loss(state, victim, colour, sharp)
    if state.rules.op[warrior] != DISCARD_COCKTAIL:
        points += colour_worth(state, state.seat, colour, sharp)
    return points


@jit
def best_hit_of_colour(state: np.record, warrior: int, harm: float, sharp: float) -> float:
    """About what colour adds to a hit: where it costs a holder the Premium, or brings most."""
    about, seat = state.rules.about[warrior], state.seat
    takes = state.rules.op[warrior] != DISCARD_COCKTAIL
    most = 0.0
    for colour in range(COLOURS):
        if state.decks >> colour & 1 and (about == ANY or about == colour):
            points, holder = 0.0, state.holder[colour]
            if holder != NOBODY and holder != seat and state.shields[holder, colour] == 0:
                points = harm * colour_loss(state, holder, colour, sharp)
            if takes:
                points += colour_worth(state, seat, colour, sharp)
            most = max(most, points)
    return most


@jit
def good_hit(state: np.record, warrior: int, victim: int, harm: float, sharp: float) -> float:
    """What a hit on a player is worth at least, whom an Attack can hit: the first that brings anything, or else the best."""
    rules, seat = state.rules, state.seat
    op = rules.op[warrior]
    if op == GIFT_SELF:
        own = card_loss(state, seat, warrior) + colour_loss(state, seat, rules.colour[warrior], sharp)
        return -own - harm * worth(state, victim, rules.printed[warrior], sharp)
    if op >= STEAL_HAND:
        return 1.0
    share, cost = harm if op == DISCARD_COCKTAIL else 1 + harm, 0.0  # share: of what is printed
    if op == SWAP_COCKTAIL:
        cost = (1 + harm) * loss(state, seat, cheapest(state, seat, NONE, sharp), sharp)
    most = LITTLE
    for at in range(state.placed[victim]):
        if may_hit(state, warrior, victim, at):
            card = state.cocktail[victim, at]
            points = share * card_loss(state, victim, card & 31) - cost
            if points <= 0:  # colour adds to it
                points += hit_of_colour(state, warrior, victim, card >> 5, harm, sharp)
            most = max(most, points)
            if most > 0:
                return most
    return most


@jit
def attack_pays(state: np.record, warrior: int, harm: float, sharp: float) -> bool:
    """Tell whether an Attack that can act brings something: a hit, or if it hits all who can be hit, all hits together."""
    rules, victim = state.rules, state.seat
    total, found = 0.0, 0
    pays_once = False
    for _ in range(rules.players - 1):
        victim = follow(state, victim)
        if is_target(state, warrior, state.seat, victim):
            points = good_hit(state, warrior, victim, harm, sharp)
            if points > 0 and rules.targets[warrior] == 1:
                return True
            pays_once |= points > 0
            total, found = total + points, found + 1
    return pays_once if rules.targets[warrior] < found else total > 0


@jit
def attack_worth(state: np.record, warrior: int, harm: float, sharp: float) -> float:
    """About what an Attack is worth: that of a good hit, as often as it hits, but for Reactions."""
    rules, seat = state.rules, state.seat
    op, about = rules.op[warrior], rules.about[warrior]
    most, found = LITTLE, 0
    for victim in range(rules.players):
        if victim == seat:
            continue
        if op == GIFT_SELF:
            here = -(1 + harm) * worth(state, victim, rules.printed[warrior], sharp)
        elif op >= STEAL_HAND:
            here = harm * 2.0 + 2.0 * (op == STEAL_HAND) if state.cards[victim] else LITTLE
        elif state.placed[victim] and (about == ANY or state.colours[victim, about]):
            here = 1.0 + state.values[victim] / state.placed[victim]
        else:
            here = LITTLE
        found += here != LITTLE
        most = max(most, here)
    if found == 0 or not attack_pays(state, warrior, harm, sharp):
        return 0.0
    if op <= SWAP_COCKTAIL:
        most = most * (harm if op == DISCARD_COCKTAIL else 1 + harm) + best_hit_of_colour(state, warrior, harm, sharp)
    if op == SWAP_COCKTAIL:
        given = cheapest(state, seat, NONE, sharp)
        if given != NONE:
            most -= (1 + harm) * loss(state, seat, given, sharp)
    hits = found if rules.targets[warrior] == ALL_TARGETS else min(found, rules.targets[warrior])
    return MISSED * most * hits * rules.count[warrior]


@jit
def discard_worth(state: np.record, warrior: int, sharp: float) -> float:
    """What it is worth to discard as many cards of the own cocktail as a Power says: those that are missed least, each as if it went alone."""
    total, before, given = 0.0, LITTLE, NONE
    for _ in range(state.rules.count[warrior]):
        least, best = -LITTLE, NONE
        for at in range(state.placed[state.seat]):
            if may_discard(state, warrior, state.seat, at):
                points = loss(state, state.seat, at, sharp)
                later = points > before or (points == before and at > given)
                if later and points < least:
                    least, best = points, at
        if best == NONE:
            return total
        total, before, given = total - least, least, best
    return total


@jit
def power_worth(state: np.record, warrior: int, sharp: float, index: int = NONE) -> float:
    """What the Power of a card is worth, which is in the hand yet at an index, or laid already (NONE)."""
    rules, seat = state.rules, state.seat
    op, count = rules.op[warrior], rules.count[warrior]
    last = is_last_turn(state)
    if op == DRAW or op == DRAW_DISCARD:
        drawn = 1.0 * state.per_hand[seat] if last else 3.0
        return drawn * count - (drawn if last else 1.5) * rules.discards[warrior]
    most = 0.0
    if op == TAKE_PLATTER:
        to_hand = rules.to[warrior] == TO_HAND
        for at in range(state.thrown):
            if may_take(state, warrior, at):
                points = 0.0 if last and to_hand else worth_in_hand(state, seat, state.platter[at], sharp)
                most = max(most, points, 1.0 * state.per_hand[seat] * to_hand)
    elif op == EXTRA_PLAY:
        for at in range(state.cards[seat]):
            extra = state.hand[seat, at]
            # A Reaction can be laid without taking a turn, while there are Attacks to come.
            if at != index and (rules.type[extra] != REACTION or state.turns == state.last_turn):
                most = max(most, worth_in_hand(state, seat, extra, sharp) - state.per_hand[seat])
    elif op == DISCARD_OWN:
        most = discard_worth(state, warrior, sharp)
    return most


@jit
def deed_worth(state: np.record, index: int, harm: float, sharp: float) -> float:
    """What it is worth to the asked player that the Attack or Power of a card in hand is used."""
    warrior = state.hand[state.seat, index]
    if state.rules.type[warrior] == ATTACK:
        return attack_worth(state, warrior, harm, sharp)
    return power_worth(state, warrior, sharp, index)


@jit
def pays(state: np.record, warrior: int, harm: float) -> bool:
    """Tell whether it brings the asked player anything that the Attack or Power of the card just laid is used."""
    sharp = sharpness(state)
    if state.rules.type[warrior] == ATTACK:
        return attack_pays(state, warrior, harm, sharp)
    return power_worth(state, warrior, sharp) > 0


@jit
def worth_of_holding(state: np.record, hold: float) -> float:
    """Points that a Reaction is worth in hand: none on the last turn of all, after which nobody attacks."""
    return 0.0 if state.turns == state.last_turn else hold


@jit
def best_to_lay(state: np.record, sharp: float, harm: float, hold: float, attacks: float, draws: float) -> int:
    """The card that brings most with what it does: Attacks count `attacks` times, Powers that draw `draws` times.

    A Reaction in hand is worth `hold`: it saves a card, and is laid without taking a turn.
    """
    seat = state.seat & 7
    acts = state.doing != EXTRA_PLAY  # as a rule
    best, most = 0, LITTLE
    for at in range(state.cards[seat]):
        warrior = state.hand[seat, at] & 31
        kind, op = state.rules.type[warrior], state.rules.op[warrior]
        points = worth_in_hand(state, seat, warrior, sharp)
        if kind == REACTION:
            points -= worth_of_holding(state, hold)
        elif acts and kind == ATTACK and attacks > 0:
            points += attacks * max(0.0, attack_worth(state, warrior, harm, sharp))
        elif acts and kind == POWER:
            times = draws if op == DRAW or op == DRAW_DISCARD else 1.0
            points += times * max(0.0, power_worth(state, warrior, sharp, at))
        if points > most:
            best, most = at, points
    return best


@jit
def build(state: np.record, harm: float, hold: float) -> int:
    """The card that brings most with what it does."""
    return best_to_lay(state, sharpness(state), harm, hold, 1.0, 1.0)


def builder(state: np.record, knobs: np.record) -> int:
    """Lay what brings most: value, Effects, Premium, and what its ability takes or, at the share `harm`, spoils."""
    return build(state, knobs.harm, knobs.hold)


def keeper(state: np.record, knobs: np.record) -> int:
    """Build as `builder`, but keep Reactions in hand, until attacked or until nothing else is `hold` points worse."""
    return build(state, HARM, knobs.hold)


def open_handed(state: np.record, knobs: np.record) -> int:
    """Build as `builder`, but lay Reactions for their value like any other card."""
    return build(state, HARM, 0.0)


def use_by_share(state: np.record, knobs: np.record) -> int:
    """Use an ability that brings something, what it spoils counted at a share."""
    return pays(state, state.card, knobs.harm)


def aim_by_share(state: np.record, knobs: np.record) -> int:
    """Aim where it brings most, what it spoils counted at a share; of equals at who stands best."""
    return best_aim(state, knobs.harm, 0.01, 0.0)


def peaceful(state: np.record, knobs: np.record) -> int:
    """Build as `builder`, but never attack."""
    return best_to_lay(state, sharpness(state), 0.0, HOLD, 0.0, 1.0)


def use_in_peace(state: np.record, knobs: np.record) -> int:
    """Use a Power that brings something, but no Attack."""
    attacks = state.rules.type[state.card] == ATTACK
    return not attacks and power_worth(state, state.card, sharpness(state)) > 0


def raider(state: np.record, knobs: np.record) -> int:
    """Lay an Attack whenever one can hit; what others lose counts `harm` times."""
    return best_to_lay(state, sharpness(state), knobs.harm, HOLD, 5.0, 1.0)


def hurry(state: np.record, knobs: np.record) -> int:
    """Hasten Heat: build as `builder`, but until it comes Powers that draw count `draws` times."""
    return best_to_lay(state, sharpness(state), HARM, HOLD, 1.0, knobs.draws if state.last_turn == NONE else 1.0)


def delay(state: np.record, knobs: np.record) -> int:
    """Put off Heat: build as `builder`, but until it comes never draw more than the one card of a turn."""
    return best_to_lay(state, sharpness(state), HARM, HOLD, 1.0, 0.0 if state.last_turn == NONE else 1.0)


def use_without_drawing(state: np.record, knobs: np.record) -> int:
    """Use an ability that brings something, without drawing before Heat."""
    op = state.rules.op[state.card]
    draws = op == DRAW or op == DRAW_DISCARD
    return not (draws and state.last_turn == NONE) and pays(state, state.card, HARM)


@jit
def fills_hand(state: np.record, warrior: int) -> bool:
    """Tell whether a card brings more cards into the hand, or more for each there."""
    op = state.rules.op[warrior]
    if op == TAKE_PLATTER:
        return state.rules.to[warrior] == TO_HAND and state.thrown > 0
    draws = op == DRAW or (op == DRAW_DISCARD and state.rules.count[warrior] > state.rules.discards[warrior])
    return draws or op == STEAL_HAND or op == HAND_POINTS


def hoarder(state: np.record, knobs: np.record) -> int:
    """Build as `builder`, but in the last `near` turns, save the very last, fill the hand for its points.

    Nothing extra is played then.
    """
    seat, sharp = state.seat, sharpness(state)
    best, most = build(state, HARM, HOLD), LITTLE
    if turns_left(state) > knobs.near or is_last_turn(state):
        return best
    for at in range(state.cards[seat]):
        warrior = state.hand[seat, at]
        points = worth_in_hand(state, seat, warrior, sharp) + 5.0 * fills_hand(state, warrior)
        if points > most:
            best, most = at, points
    return best


def use_to_hoard(state: np.record, knobs: np.record) -> int:
    """Use an ability that brings something, but no extra play near the end, up to the last turn."""
    if state.rules.op[state.card] == EXTRA_PLAY and turns_left(state) <= knobs.near and not is_last_turn(state):
        return 0
    return pays(state, state.card, HARM)


@jit
def is_for_points(state: np.record) -> bool:
    """Tell whether a card is laid for its points alone: on the last turn, or extra, where none need be laid."""
    return state.doing == EXTRA_PLAY or is_last_turn(state)


@jit
def lay_of_colour(state: np.record, wanted: int) -> int:
    """The dearest card of a colour (a wild one is of any); the dearest of all if there is none."""
    seat = state.seat
    best, most = 0, -(1 << 20)
    for at in range(state.cards[seat]):
        warrior = state.hand[seat, at]
        fits = state.rules.colour[warrior] == wanted or state.rules.op[warrior] == WILD_COLOUR
        rank = state.rules.value[warrior] + 100 * fits
        if rank > most:
            best, most = at, rank
    return best


@jit
def fullest(state: np.record) -> int:
    """The colour that the asked player has most cards of in the cocktail, then with the hand; ties to the first."""
    seat = state.seat
    best, most = 0, -1
    for colour in range(COLOURS):
        count = 8 * state.colours[seat, colour]
        for at in range(state.cards[seat]):
            count += state.rules.colour[state.hand[seat, at]] == colour
        if state.decks >> colour & 1 and count > most:
            best, most = colour, count
    return best


def collector(state: np.record, knobs: np.record) -> int:
    """Collect one colour: lay the dearest card of what there is most of, and last of all what brings most."""
    return build(state, HARM, HOLD) if is_for_points(state) else lay_of_colour(state, fullest(state))


def colour_to_collect(state: np.record, knobs: np.record) -> int:
    """Choose the colour that there is most of."""
    return fullest(state)


@jit
def nearest(state: np.record, at: int) -> int:
    """How many cards are missing for the Premium of the colour of a card in hand, this one included; 9 if it is held."""
    colour = state.rules.colour[state.hand[state.seat, at]]
    if state.holder[colour] == state.seat:
        return 9
    return state.top[colour] + 1 - state.colours[state.seat, colour]


def spreader(state: np.record, knobs: np.record) -> int:
    """Spread over colours for many Premiums: lay what is nearest to one that is not held, ties to the dearest.

    On the last turn, lay what brings most.
    """
    if is_for_points(state):
        return build(state, HARM, HOLD)
    seat = state.seat
    best, most = 0, -(1 << 20)
    for at in range(state.cards[seat]):
        rank = state.rules.value[state.hand[seat, at]] - 16 * nearest(state, at)
        if rank > most:
            best, most = at, rank
    return best


@jit
def to_come(state: np.record, colour: int) -> int:
    """How many cards of a colour the asked player hasn't seen."""
    rules, seat = state.rules, state.seat
    left = 4 * COPIES
    for other in range(rules.players):
        for at in range(state.placed[other]):
            left -= rules.colour[state.cocktail[other, at] & 31] == colour  # as printed
    for at in range(state.thrown):
        left -= rules.colour[state.platter[at]] == colour
    for at in range(state.cards[seat]):
        left -= rules.colour[state.hand[seat, at]] == colour
    return left


def counter(state: np.record, knobs: np.record) -> int:
    """Count the cards: build as `builder`, but fight for a Premium by how many cards of its colour can still come."""
    seat, rules = state.seat, state.rules
    usual, hold, last = sharpness(state), worth_of_holding(state, HOLD), is_last_turn(state)
    best, most = 0, LITTLE
    for at in range(state.cards[seat]):
        warrior = state.hand[seat, at]
        colour = best_colour(state, seat, warrior, usual)
        sharp = usual if last else 1 / (1 + knobs.spread * to_come(state, colour) / rules.players)
        points = worth(state, seat, warrior | colour << 5, sharp) - hold * (rules.type[warrior] == REACTION)
        if (rules.type[warrior] == ATTACK or rules.type[warrior] == POWER) and state.doing != EXTRA_PLAY:
            points += max(0.0, deed_worth(state, at, HARM, usual))
        if points > most:
            best, most = at, points
    return best


def use_to_gain(state: np.record, knobs: np.record) -> int:
    """Use an ability that brings something."""
    return pays(state, state.card, HARM)


@jit
def best_aim(state: np.record, harm: float, best_standing: float, next_first: float) -> int:
    """Where an Attack brings most; with more for who stands better, and for who comes sooner, if it brings anything there."""
    seat, sharp, rules = state.seat, sharpness(state), state.rules
    warrior = state.attack
    op = rules.op[warrior]
    share = harm if op == DISCARD_COCKTAIL else 1 + harm  # of what is printed
    swing = (1 + harm) * (
        12 + 1.5 * sharp * rules.premium
    )  # colours bring no more: four cards of an Effect, and a Premium
    victim, chosen, most = seat, NONE, LITTLE
    for steps in range(rules.players - 1):
        victim = follow(state, victim)
        if may_aim(state, victim):
            whom = best_standing * standing(state, victim) + next_first * (rules.players - steps)
            if op > SWAP_COCKTAIL:
                points = 1.0 * state.cards[victim]
                if op == GIFT_SELF:
                    points = -worth(state, victim, rules.printed[warrior], sharp)
                points += whom * (points > 0)
                if points > most:
                    chosen, most = victim << 7, points
                continue
            for at in range(state.placed[victim]):
                card = state.cocktail[victim, at]
                points = share * card_loss(state, victim, card & 31)
                if points + swing + whom > most and may_hit(state, warrior, victim, at):
                    points += hit_of_colour(state, warrior, victim, card >> 5, harm, sharp)
                    points += whom * (points > 0)
                    if points > most:
                        chosen, most = victim << 7 | at, points
    return chosen


def aim_to_gain(state: np.record, knobs: np.record) -> int:
    """Aim where it brings most; of equals at who stands best."""
    return best_aim(state, HARM, 0.01, 0.0)


def aim_at_leader(state: np.record, knobs: np.record) -> int:
    """Play as `builder`, but aim every Attack at who stands best."""
    return best_aim(state, knobs.harm, 1000.0, 0.0)


def aim_at_next(state: np.record, knobs: np.record) -> int:
    """Play as `builder`, but aim every Attack at the next player in turn order."""
    return best_aim(state, knobs.harm, 0.0, 1e5)


@jit
def spared(state: np.record, sharp: float) -> float:
    """Points that the asked player is spared if the Attack, or the Reaction to the own one, fails."""
    if state.target != state.seat:
        return 0.0
    if state.answering == 0 and state.target_card != NONE:
        return loss(state, state.seat, state.target_card, sharp)
    if state.answering == 0 and state.rules.op[state.attack] == GIFT_SELF:
        return -worth(state, state.seat, state.rules.printed[state.attack], sharp)
    return 1.0


@jit
def best_reaction(state: np.record) -> int:
    """The Reaction that brings most in the own cocktail, if that and what it saves are more than a card in hand."""
    seat, sharp = state.seat, sharpness(state)
    saved, in_hand = spared(state, sharp), 1.0 * state.per_hand[seat]
    best, most = NONE, in_hand
    for at in range(state.cards[seat]):
        if may_react(state, seat, at):
            warrior = state.hand[seat, at]
            points = worth_in_hand(state, seat, warrior, sharp)
            points += in_hand if state.rules.op[warrior] == SAVE_TO_HAND else saved
            if points > most:
                best, most = at, points
    return best


def react_to_gain(state: np.record, knobs: np.record) -> int:
    """React if that brings more than it costs."""
    return best_reaction(state)


def give_least(state: np.record, knobs: np.record) -> int:
    """Give up the card that brings least."""
    seat, sharp = state.seat, sharpness(state)
    if state.what:
        return cheapest(state, seat, NONE if state.attack != NONE else state.card, sharp)
    best, least = 0, 1e9
    for at in range(state.cards[seat]):
        points = worth_in_hand(state, seat, state.hand[seat, at], sharp)
        if points < least:
            best, least = at, points
    return best


def take_best(state: np.record, knobs: np.record) -> int:
    """Take the card that brings most."""
    sharp = sharpness(state)
    best, most = NONE, LITTLE
    for at in range(state.thrown):
        if may_take(state, state.card, at):
            points = worth_in_hand(state, state.seat, state.platter[at], sharp)
            if points > most:
                best, most = at, points
    return best


def colour_to_gain(state: np.record, knobs: np.record) -> int:
    """Choose the colour that brings most."""
    return best_colour(state, state.seat, state.card, sharpness(state))


def redirect_to_leader(state: np.record, knobs: np.record) -> int:
    """Redirect to who stands best."""
    best, most = NONE, -(1 << 20)
    for seat in range(state.rules.players):
        if may_redirect(state, seat) and standing(state, seat) > most:
            best, most = seat, standing(state, seat)
    return best


def acts(state: np.record, warrior: int) -> bool:
    """Tell whether an Attack or a Power is used by most, who don't act where they play extra."""
    return bool(state.rules.type[warrior] in (ATTACK, POWER) and state.doing != EXTRA_PLAY)


def acts_in_peace(state: np.record, warrior: int) -> bool:
    """Tell whether a card is used by who never attacks."""
    return acts(state, warrior) and state.rules.type[warrior] != ATTACK


def acts_without_drawing(state: np.record, warrior: int) -> bool:
    """Tell whether a card is used by who doesn't draw before Heat."""
    draws = state.rules.op[warrior] in (DRAW, DRAW_DISCARD) and state.last_turn == NONE
    return acts(state, warrior) and not draws


def best_as(state: np.record, warrior: int) -> int:
    """The colour as which a card is worth most."""
    return best_colour(state, int(state.seat), warrior, sharpness(state))


def fullest_as(state: np.record, warrior: int) -> int:
    """The colour as which who collects lays a card."""
    return fullest(state) if state.rules.op[warrior] == WILD_COLOUR else int(state.rules.colour[warrior])


def why(
    question: str, state: np.record, knobs: np.record, choice: int,
    acting: Callable[[np.record, int], bool] = acts, laid_as: Callable[[np.record, int], int] = best_as,
) -> str:  # fmt: skip
    """Say what a card is reckoned to bring, in the cocktail and by what it does, if it does that."""
    if question == "use" and choice == 0 and not pays(state, state.card, HARM):
        return "it would bring nothing"
    if question != "lay":
        return ""
    seat, sharp = int(state.seat), sharpness(state)
    warrior = int(state.hand[seat, choice])
    colour = laid_as(state, warrior)
    there = count_in_words(int(state.colours[seat, colour]), "card")
    points = worth(state, seat, warrior | colour << 5, sharp)
    told = f"about {points:.1f} points in the cocktail, with {there} of that colour there"
    harm = float(getattr(knobs, "harm", HARM))
    deed = deed_worth(state, choice, harm, sharp) if acting(state, warrior) else 0.0
    return told + (f", and {deed:.1f} by what it does" if deed > 0 else "")


ANYHOW = {
    "use": use, "aim": aim_at_any, "react": react_at_times, "give": give_any, "take": take_any, "colour": any_colour,
    "redirect": redirect_to_any,
}  # fmt: skip
ORDINARY = {
    "use": use_to_gain, "aim": aim_to_gain, "react": react_to_gain, "give": give_least, "take": take_best,
    "colour": colour_to_gain, "redirect": redirect_to_leader,
}  # fmt: skip
DEFAULT = "builder"  # plays when none is named
BUILD = {"harm": HARM, "hold": HOLD}
STRATEGIES = {
    "random": Strategy({"lay": random, **ANYHOW}),
    "highest": Strategy({"lay": highest, **ANYHOW, "react": react_always}),
    "builder": Strategy({"lay": builder, "use": use_by_share, "aim": aim_by_share}, BUILD, why),
    "leader": Strategy({"aim": aim_at_leader, "lay": builder, "use": use_by_share}, BUILD, why),
    "neighbour": Strategy({"aim": aim_at_next, "lay": builder, "use": use_by_share}, BUILD, why),
    "peaceful": Strategy({"lay": peaceful, "use": use_in_peace}, why=partial(why, acting=acts_in_peace)),
    "raider": Strategy({"lay": raider, "use": use_by_share, "aim": aim_by_share}, {"harm": 1.5}, why),
    "keeper": Strategy({"lay": keeper}, {"hold": 8.0}, why),
    "open": Strategy({"lay": open_handed}, why=why),
    "collector": Strategy({"lay": collector, "colour": colour_to_collect}, why=partial(why, laid_as=fullest_as)),
    "spreader": Strategy({"lay": spreader}, why=why),
    "counter": Strategy({"lay": counter}, {"spread": 2.0}, why),
    "hurry": Strategy({"lay": hurry}, {"draws": 3.0}, why),
    "delay": Strategy({"lay": delay, "use": use_without_drawing}, why=partial(why, acting=acts_without_drawing)),
    "hoarder": Strategy({"lay": hoarder, "use": use_to_hoard}, {"near": 3.0}, why),
}
PUSH = ("builder", "hold", (0.0, 2.0, 4.0, 8.0, 16.0))  # how far to push it: to keep Reactions in hand
