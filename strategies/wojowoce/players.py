"""Our own strategies for Wojowoce: they lay, attack and react by what cards are worth."""

from collections.abc import Callable

import numpy as np

from simulators.game import count_in_words
from simulators.jit import jit
from simulators.wojowoce.abilities import ATTACK, POWER, REACTION, TO_HAND
from simulators.wojowoce.cards import COLOURS, COPIES
from simulators.wojowoce.table import (
    DISCARD_COCKTAIL,
    DRAW,
    DRAW_DISCARD,
    EXTRA_PLAY,
    GIFT_SELF,
    HAND_POINTS,
    NONE,
    SAVE_TO_HAND,
    STEAL_HAND,
    SWAP_COCKTAIL,
    TAKE_PLATTER,
    WILD_COLOUR,
    follow,
    may_aim,
    may_hit,
    may_react,
    may_redirect,
    may_take,
    standing,
)
from strategies.wojowoce.values import (
    HARM,
    HOLD,
    LITTLE,
    attack_worth,
    best_colour,
    card_loss,
    cheapest,
    deed_worth,
    hit_of_colour,
    is_last_turn,
    loss,
    pays,
    power_worth,
    sharpness,
    turns_left,
    worth,
    worth_in_hand,
    worth_of_holding,
)


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
