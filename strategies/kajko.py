"""Strategies for Kajko i Kokosz: (state, knobs) -> a stack to reveal from, or SEND.

`state` is simulators.kajko.State; see docs/games/kajko.md for a tour of it. The three reference
strategies, `random`, `threshold` and `counting`, mean exactly what docs/games/kajko.md says, so that
other simulators can be compared with this one. All others are our own.

Where an index is masked (`& 7`), the mask changes nothing: it tells the compiler that the index isn't negative.
"""

import numpy as np

from simulators.dice import pick
from simulators.jit import jit
from simulators.kajko import (
    BANDITS,
    CHAMBERLAIN,
    COIN,
    COIN_IN_HAND,
    FIVE_DUCATS,
    ITEMS,
    LEFT_STATES,
    SEND,
    STACKS,
    TEN_DUCATS,
    THUGS,
    UNIT,
    after,
    bandits,
    can_send,
    coins,
    ducats,
    ducats_in,
    left_in,
    loot,
)
from strategies import Strategy


@jit
def in_front(state: np.record) -> int:
    """What lies in front of the asked player."""
    return state.front[state.seat & 7]


@jit
def any_stack(state: np.record) -> int:
    """A stack at random."""
    return state.open[pick(state, state.opened) & 15]


# A rank orders stacks by the risk of losing everything, above bit 24, then by ducats a card, and leaves its lowest byte free: there
# the lowest stack wins ties.
WORTH = 0xFFFF00  # its bits for ducats a card


@jit
def rank_in(state: np.record, stack: int, by_bandits: int) -> int:
    """How a stack ranks by `safety` for whom Bandits would take everything from, or else Thugs."""
    return state.rules.safety[state.left[stack] & (LEFT_STATES - 1), by_bandits & 1]


@jit
def rank_by_worth(rank: int) -> int:
    """Rank by ducats a card first, then by safety."""
    return ((rank & WORTH) << 4) + (rank >> 24 << 8)


@jit
def rank_with_items(rank: int) -> int:
    """Rank what holds no item behind everything else."""
    return rank if rank & WORTH else rank >> 16


@jit
def safest_stack(state: np.record) -> int:
    """The stack least likely to take everything, then the one with the most ducats a card."""
    by_bandits = bandits(in_front(state))
    best = 0
    for stack in range(STACKS):
        best = max(best, rank_in(state, stack, by_bandits) + (STACKS - stack))
    return STACKS - (best & 255)


@jit
def richest_stack(state: np.record) -> int:
    """The stack with the most ducats a card; of several the safest, then the lowest."""
    by_bandits = bandits(in_front(state))
    best = 0
    for stack in range(STACKS):
        best = max(best, rank_by_worth(rank_in(state, stack, by_bandits)) + (STACKS - stack))
    return STACKS - (best & 255)


@jit
def careful_stack(state: np.record) -> int:
    """The safest of the stacks that still hold an item; the richest for who has nothing to lose."""
    front = in_front(state)
    if front & ITEMS == 0:
        return richest_stack(state)
    by_bandits = bandits(front)
    best = 0
    for stack in range(STACKS):
        best = max(best, rank_with_items(rank_in(state, stack, by_bandits)) + (STACKS - stack))
    return STACKS - (best & 255)


@jit
def ducats_in_stack(state: np.record, stack: int) -> int:
    """Ducats of the items that are left in a stack."""
    total = 10 * left_in(state, stack, TEN_DUCATS) + 5 * left_in(state, stack, FIVE_DUCATS)
    return total + left_in(state, stack, COIN) + left_in(state, stack, COIN_IN_HAND)


@jit
def threat_in(state: np.record, stack: int) -> int:
    """1 if the card that would take everything from the asked player is still in the stack, else 0."""
    return left_in(state, stack, BANDITS if bandits(in_front(state)) else THUGS)


@jit
def has(state: np.record, least: float) -> bool:
    """Tell whether the asked player has items worth at least `least` ducats in front."""
    front = in_front(state)
    return (front & ITEMS) != 0 and ducats(front) >= least


def random(state: np.record, knobs: np.record) -> int:
    """Choose uniformly among the legal actions."""
    at = pick(state, state.opened + can_send(state))
    return SEND if at == state.opened else state.open[at]


def threshold(state: np.record, knobs: np.record) -> int:
    """Send at `bank_at` ducats; until then reveal from any stack."""
    return SEND if has(state, knobs.bank_at) else any_stack(state)


def counting(state: np.record, knobs: np.record) -> int:
    """Send at `bank_at` ducats; until then reveal where the risk of losing everything is least."""
    return SEND if has(state, knobs.bank_at) else safest_stack(state)


@jit
def ducats_left(state: np.record) -> int:
    """Ducats that are still in the stacks."""
    total = 0
    for at in range(state.opened):
        total += ducats_in_stack(state, state.open[at])
    return total


@jit
def sent(state: np.record, seat: int) -> int:
    """Ducats that a player has for certain: those sent, and those to start with."""
    return ducats(state.kept[seat]) + state.rules.start[seat]


@jit
def lead_by_sending(state: np.record) -> int:
    """Ducats that the asked player, sending now, would have more than any other has for certain."""
    most = 0
    for seat in range(state.rules.players):
        if seat != state.seat:
            most = max(most, sent(state, seat))
    return sent(state, state.seat) + ducats(in_front(state)) - most


@jit
def wins_by_sending(state: np.record) -> bool:
    """Tell whether all others are out, and behind if the asked player sends now."""
    return state.active == 1 and lead_by_sending(state) > state.rules.bonus * state.rules.coin_bonus


@jit
def loses_by_sending(state: np.record) -> bool:
    """Tell whether sending now would put the asked player out and behind, while there is enough left to catch up."""
    if state.free[state.seat] > 1:
        return False
    behind = -lead_by_sending(state)
    bonus = state.rules.bonus * state.rules.coin_bonus
    return bonus < behind <= bonus + ducats_left(state)


@jit
def outweighs(state: np.record, stack: int, to_win: int) -> bool:
    """Tell whether the ducats that the stack's next card puts at risk weigh more than those to be won."""
    return ducats(in_front(state)) * threat_in(state, stack) > to_win * (state.cards[stack] - 1)


@jit
def in_vain(state: np.record, stack: int) -> bool:
    """Tell whether no item is left in a stack, or its next card puts more at risk than all that is left could bring."""
    here = ducats_in_stack(state, stack)
    # What all that is left can't outweigh, this stack can't: asked first, since that is quick.
    return here == 0 or (outweighs(state, stack, here) and outweighs(state, stack, ducats_left(state)))


@jit
def sure_gain(state: np.record) -> int:
    """The stack with the most ducats a card of those that hold nothing but items; SEND if there is none."""
    best = 0
    for stack in range(STACKS):
        left = state.left[stack] & (LEFT_STATES - 1)
        items_only = (left & UNIT[THUGS] + UNIT[BANDITS] + UNIT[CHAMBERLAIN] == 0) & (left > 0)
        best = max(best, ((rank_in(state, stack, 0) & WORTH) + (STACKS - stack)) * items_only)
    return STACKS - (best & 255) if best else SEND


@jit
def send_or_reveal(state: np.record, enough: bool, stack: int) -> int:
    """Send if that is `enough`, else reveal from a stack, unless nobody with sense would.

    Who wins by sending does, and who reveals in vain sends; but nobody goes out to lose, or sends before taking what is sure.
    """
    if in_front(state) & ITEMS == 0:
        return stack
    if enough or in_vain(state, stack):
        return stack if loses_by_sending(state) else sure_gain(state)
    return SEND if wins_by_sending(state) else stack


def bold(state: np.record, knobs: np.record) -> int:
    """Send late, at `bank_at` ducats; until then reveal where the cards are worth most, even at a high risk."""
    return send_or_reveal(state, has(state, knobs.bank_at), richest_stack(state))


def cautious(state: np.record, knobs: np.record) -> int:
    """Send at `bank_at` ducats, or already at `afraid_at` if the safest stack still hides a threat."""
    stack = careful_stack(state)
    afraid_at = knobs.afraid_at if threat_in(state, stack) else knobs.bank_at
    return send_or_reveal(state, has(state, min(knobs.bank_at, afraid_at)), stack)


@jit
def gain(state: np.record, stack: int) -> float:
    """Expected change of the ducats in front by one more card of a stack, by all that was revealed."""
    front = in_front(state)
    worth = ducats(front)
    dearest = 10 if front & 0xFF0000 else 5 if front & 0xFF00 else 1 if front & 0xFF else 0
    lost = worth * threat_in(state, stack) + dearest * left_in(state, stack, CHAMBERLAIN)
    return (ducats_in_stack(state, stack) - lost) / state.cards[stack]


DEAR = 1000  # more than any card can cost


@jit
def promise(state: np.record, stack: int) -> float:
    """What is expected of a stack; a stack without items is behind all others."""
    return gain(state, stack) - DEAR * (ducats_in_stack(state, stack) == 0)


@jit
def best_stack(state: np.record) -> int:
    """The stack with the largest expected gain of those that still hold an item; the lowest of them."""
    best = state.open[0]
    most = promise(state, best)
    for at in range(1, state.opened):
        here = promise(state, state.open[at])
        if here > most:
            best, most = state.open[at], here
    return best


def lookahead(state: np.record, knobs: np.record) -> int:
    """Send when the best stack's next card would bring less than `least` ducats on average."""
    stack = best_stack(state)
    return send_or_reveal(state, gain(state, stack) < knobs.least, stack)


def pacing(state: np.record, knobs: np.record) -> int:
    """Send at a fair share of the ducats left in the game, spread over the characters still free.

    The share is `greed` times (ducats in the stacks / players still in + ducats in front) / characters.
    """
    mine = ducats(in_front(state))
    to_come = ducats_left(state) / state.active + mine
    enough = mine * state.free[state.seat] >= knobs.greed * to_come
    return send_or_reveal(state, enough, careful_stack(state))


def endgame(state: np.record, knobs: np.record) -> int:
    """Bank like `counting`, but keep the last character for the end, when sending is free.

    With one character left it sends only at `last_at` ducats, unless the safest stack hides a threat
    and `bank_at` is reached while more than `cards` cards a player are still to come.
    """
    stack = careful_stack(state)
    if state.free[state.seat] > 1:
        return send_or_reveal(state, has(state, knobs.bank_at), stack)
    cards = 0
    for at in range(state.opened):
        cards += state.cards[state.open[at]]
    far = cards > knobs.cards * state.active
    afraid = far and has(state, knobs.bank_at) and threat_in(state, stack)
    return send_or_reveal(state, afraid or has(state, knobs.last_at), stack)


def rob_anyone(state: np.record, knobs: np.record) -> int:
    """Take from anyone, each equally likely."""
    others = 0
    seat = after(state, state.seat)
    while seat != state.seat:
        others += 1
        seat = after(state, seat)
    steps = pick(state, others)
    seat = after(state, state.seat)
    while steps > 0:
        seat = after(state, seat)
        steps -= 1
    return seat


LOOT, FRONT, DUCATS, COINS = range(4)  # what can be compared between players


@jit
def wealth(state: np.record, seat: int, of: int) -> int:
    """What a player has, of one of the kinds above."""
    if of == LOOT:
        return ducats(loot(state.front[seat]))
    if of == FRONT:
        return ducats(state.front[seat])
    if of == DUCATS:
        return ducats(state.kept[seat]) + ducats(state.front[seat]) + state.rules.start[seat]
    return coins(state.kept[seat]) + coins(state.front[seat])


@jit
def wealthiest(state: np.record, of: int) -> int:
    """Who has the most of a kind, of those who have anything in front if anyone does; the first in turn order."""
    best = seat = after(state, state.seat)
    while seat != state.seat:
        if wealth(state, seat, LOOT) and (
            wealth(state, seat, of) > wealth(state, best, of) or not wealth(state, best, LOOT)
        ):
            best = seat
        seat = after(state, seat)
    return best


def rob_most(state: np.record, knobs: np.record) -> int:
    """Take where the most ducats are to be had; the first of them in turn order."""
    return wealthiest(state, LOOT)


def rob_richest(state: np.record, knobs: np.record) -> int:
    """Take from the richest table (most ducats in front); otherwise play like `cautious`."""
    return wealthiest(state, FRONT)


def rob_leader(state: np.record, knobs: np.record) -> int:
    """Take from the leader (most ducats, sent and in front); otherwise play like `cautious`."""
    return wealthiest(state, DUCATS)


def rob_collector(state: np.record, knobs: np.record) -> int:
    """Take from the coin collector (most coins, sent and in front); otherwise play like `cautious`."""
    return wealthiest(state, COINS)


def rob_next(state: np.record, knobs: np.record) -> int:
    """Take from the next player in turn order who has anything; otherwise play like `cautious`."""
    seat = after(state, state.seat)
    while wealth(state, seat, LOOT) == 0 and seat != state.seat:
        seat = after(state, seat)
    return seat if seat != state.seat else after(state, state.seat)


def sense(state: np.record, enough: bool, choice: int) -> str:
    """Say why `send_or_reveal` overrules a strategy for which it is `enough` or not; nothing if it doesn't."""
    front = int(state.front[state.seat])
    if not front & ITEMS:
        return f"nothing in front to lose; the next card brings {gain(state, choice):.1f} ducats on average"
    if choice == SEND:
        return "sending wins the game" if wins_by_sending(state) and not enough else ""
    if choice == sure_gain(state):
        return f"{ducats_in(front)} in front, and only items are left there"
    return f"sending {ducats_in(front)} now would lose the game" if enough and loses_by_sending(state) else ""


def why(question: str, state: np.record, knobs: np.record, choice: int) -> str:
    """Say what the player counted: the ducats in front, and the risk of the chosen stack."""
    if question != "turn":
        return ""
    front = int(state.front[state.seat])
    worth = f"{ducats_in(front)} in front"
    if choice == SEND:
        return f"{worth} is enough" if ducats_in(front) >= knobs.bank_at else f"{worth}, and no stack is worth the risk"
    threat, name = (BANDITS, "Bandits") if front >> 24 else (THUGS, "Thugs")
    if int(state.left[choice]) >> (threat - 1) & 1:
        return f"{worth}; the chance of {name} is 1 in {state.cards[choice]}"
    return f"{worth}; no {name} are left there"


def why_sensibly(question: str, state: np.record, knobs: np.record, choice: int) -> str:
    """Say what overruled the strategy, if anything did; else what the player counted."""
    if question != "turn":
        return ""
    least = min(float(knobs[name]) for name in knobs.dtype.names or () if name.endswith("_at"))
    return sense(state, ducats_in(int(state.front[state.seat])) >= least, choice) or why(question, state, knobs, choice)


def why_gain(question: str, state: np.record, knobs: np.record, choice: int) -> str:
    """Say what one more card would bring."""
    if question != "turn":
        return ""
    stack = best_stack(state)
    change = gain(state, stack)
    counted = f"the best next card, from stack {stack + 1}, changes {change:+.1f} ducats on average"
    return sense(state, change < knobs.least, choice) or counted


def why_pace(question: str, state: np.record, knobs: np.record, choice: int) -> str:
    """Say how what lies in front compares with a fair share."""
    if question != "turn":
        return ""
    mine = ducats_in(int(state.front[state.seat]))
    share = knobs.greed * (ducats_left(state) / state.active + mine) / state.free[state.seat]
    afraid = choice == SEND and mine < share
    counted = f"{mine} in front, and {'no stack is worth the risk' if afraid else f'a fair share would be {share:.1f}'}"
    return sense(state, mine >= share, choice) or counted


DEFAULT = "cautious"  # plays when none is named
PUSH = ("counting", "bank_at", range(3, 43, 3))  # a strategy, its knob that says how far to push, and what to try
ORDINARY = {"rob": rob_anyone}  # answers of a strategy that has none of its own

BANKING = {"bank_at": 15.0}
CAUTION = {"bank_at": 15.0, "afraid_at": 10.0}
STRATEGIES = {
    "random": Strategy({"turn": random}),
    "threshold": Strategy({"turn": threshold}, BANKING, why),
    "counting": Strategy({"turn": counting, "rob": rob_most}, BANKING, why),
    "cautious": Strategy({"turn": cautious, "rob": rob_most}, CAUTION, why_sensibly),
    "bold": Strategy({"turn": bold, "rob": rob_most}, {"bank_at": 25.0}, why_sensibly),
    "lookahead": Strategy({"turn": lookahead, "rob": rob_most}, {"least": 0.0}, why_gain),
    "pacing": Strategy({"turn": pacing, "rob": rob_most}, {"greed": 1.0}, why_pace),
    "endgame": Strategy(
        {"turn": endgame, "rob": rob_most}, {"bank_at": 15.0, "last_at": 25.0, "cards": 2.0}, why_sensibly
    ),
    "rob_richest": Strategy({"rob": rob_richest, "turn": cautious}, CAUTION, why_sensibly),
    "rob_leader": Strategy({"rob": rob_leader, "turn": cautious}, CAUTION, why_sensibly),
    "rob_collector": Strategy({"rob": rob_collector, "turn": cautious}, CAUTION, why_sensibly),
    "rob_next": Strategy({"rob": rob_next, "turn": cautious}, CAUTION, why_sensibly),
}
