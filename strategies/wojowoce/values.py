"""What cards of Wojowoce are worth, in points: to lay, to lose, to hit, and by what they do."""

from typing import Any

import numpy as np

from simulators.jit import jit
from simulators.wojowoce.abilities import ALL_TARGETS, ANY, ATTACK, REACTION, TO_HAND
from simulators.wojowoce.cards import COLOURS
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
    SEATS,
    STEAL_HAND,
    SWAP_COCKTAIL,
    TAKE_PLATTER,
    WILD_COLOUR,
    follow,
    is_target,
    may_discard,
    may_hit,
    may_take,
)

LITTLE = -1e9  # less than any card is worth
HARM = 0.5  # points that it is worth that another player loses one
HOLD = 2.0  # points that a Reaction is worth in hand
MISSED = 0.7  # of Attacks, as others react


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
