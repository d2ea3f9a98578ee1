"""Strategies for The Heroes of Kaskaria: (state, knobs) -> PILE, OPEN + slot or a set; for a "+2" no set, but NONE.

`state` is simulators.kaskaria.State. The reference strategies, `random` and `patient`, mean exactly what
docs/games/kaskaria.md says, so that other simulators can be compared with this one. All others are our own, and `mindful`
of the end: they play a set that wins the game, and none that ends it while they are behind, if they can do anything else.

Of other hands, strategies may read `state.known` and `state.cards`.
"""

from functools import partial

import numpy as np

from simulators.dice import pick
from simulators.jit import jit
from simulators.kaskaria import (
    AMULET_WORTH,
    COLOUR_NAMES,
    COLOURS,
    GOLD,
    GRIFFIN,
    KIND_NAMES,
    NOBODY,
    NONE,
    OPEN,
    PILE,
    RUNNER,
    SET,
    SLOTS,
    gold_in,
    griffin_in,
    held_by,
    may_draw,
    money,
    one_of,
    runners_in,
    size,
    two_in,
)
from strategies import Strategy

ONES, EIGHTS = 0x111111111, 0x888888888  # a bit for each colour, as in `held`


@jit
def whole(state: np.record, colour: int) -> int:
    """The set of all cards of a colour that the asked player has; NONE for no colour (-1)."""
    return NONE if colour < 0 else SET + (colour << 6) + state.hand[state.seat, colour]


@jit
def mine(state: np.record, colour: int) -> int:
    """How many cards of a colour the asked player has."""
    return held_by(state, state.seat, colour)


@jit
def fullest(state: np.record) -> int:
    """The colour that the asked player has most cards of; ties to the first."""
    held = state.held[state.seat]
    best = 0
    for colour in range(COLOURS):
        best = max(best, (held >> (colour << 2) & 15) << 4 | (COLOURS - colour))
    return COLOURS - (best & 15)


@jit
def due(state: np.record, least: float) -> int:
    """The set of the colour that the asked player has most cards of, if they are so many or the hand is full; else NONE."""
    count = int(min(max(np.ceil(least), 2.0), 7.0))  # a set has two cards at least, a colour six
    enough = (state.held[state.seat] + (8 - count) * ONES) & EIGHTS  # a bit for each colour with so many
    return NONE if enough == 0 and may_draw(state) else whole(state, fullest(state))


@jit
def would_end(state: np.record, cards: int) -> bool:
    """Tell whether a set brings a figure of the asked player to the volcano."""
    seat, rules = state.seat, state.rules
    griffin_ends = state.griffin[seat] + griffin_in(cards) >= rules.griffin_path
    return griffin_ends or state.runner[seat] + rules.steps_for[runners_in(cards)] >= rules.runner_path


@jit
def lead_after(state: np.record, cards: int) -> int:
    """Gold that the asked player would have more than the best of the others, if this set were the last one."""
    asked, rules = state.seat, state.rules
    griffin_at = min(state.griffin[asked] + griffin_in(cards), rules.griffin_path)
    runner_at = min(state.runner[asked] + rules.steps_for[runners_in(cards)], rules.runner_path)
    griffins, runners = 1 << griffin_at, 1 << runner_at
    for seat in range(rules.players):
        if seat != asked:
            griffins |= 1 << state.griffin[seat]
            runners |= 1 << state.runner[seat]
    best = 0
    for seat in range(rules.players):
        if seat != asked:
            tracks = money(griffins, state.griffin[seat]) + money(runners, state.runner[seat])
            best = max(best, state.gold[seat] + tracks + AMULET_WORTH * (state.amulet == seat))
    amulet = AMULET_WORTH * (state.amulet == NOBODY)
    gained = rules.gold_for[gold_in(cards)] + money(griffins, griffin_at) + money(runners, runner_at)
    return state.gold[asked] + gained + amulet - best


@jit
def is_near(state: np.record) -> bool:
    """Tell whether any set could end the asked player's game: a figure is that near to the volcano, or it is the last turn."""
    seat, rules = state.seat, state.rules
    runner_is = state.runner[seat] + rules.steps_for[2] >= rules.runner_path
    return runner_is | (state.griffin[seat] + 1 >= rules.griffin_path) | (state.over == 1)


@jit
def short_of_end(state: np.record, cards: int) -> int:
    """Those cards of a set that bring no figure of the asked player to the volcano."""
    seat, rules = state.seat, state.rules
    if state.griffin[seat] + griffin_in(cards) >= rules.griffin_path:
        cards &= ~one_of(GRIFFIN)
    while runners_in(cards) and state.runner[seat] + rules.steps_for[runners_in(cards)] >= rules.runner_path:
        cards -= one_of(RUNNER)
    return cards


@jit
def mindful(state: np.record, choice: int, least: float) -> int:
    """Keep to a choice, a set or NONE to draw, but win where a set wins, and don't end the game while behind.

    Instead, play a set of `least` cards or more that doesn't end it, or draw; with a full hand any such set, or the one
    that loses by least. On a last turn (the round is finished) play what brings most, since nothing comes after it.
    """
    if not is_near(state):
        return choice
    best, lead = -1, -9999
    other, most = NONE, 1
    for colour in range(COLOURS):
        if mine(state, colour) < 2:
            continue
        cards = state.hand[state.seat, colour]
        kept = short_of_end(state, cards)
        if (kept != cards or state.over == 1) and lead_after(state, cards) > lead:
            best, lead = colour, lead_after(state, cards)
        if size(kept) > most:
            other, most = SET + (colour << 6) + kept, size(kept)
    if lead >= 0 or state.over == 1:  # a tie is won by the amulet
        return whole(state, best)
    if choice == NONE or not would_end(state, choice & 63):
        return choice
    if other != NONE and (most >= least or not may_draw(state)):
        return other
    return NONE if may_draw(state) else whole(state, best)


@jit
def smallest(state: np.record) -> int:
    """The colour of which the asked player has fewest cards, but two at least; ties to the first; -1 if there is none."""
    best, fewest = -1, 99
    for colour in range(COLOURS):
        count = mine(state, colour)
        if 2 <= count < fewest:
            best, fewest = colour, count
    return best


@jit
def dearest(state: np.record, gold: int, griffin: int, runner: int, two: int) -> int:
    """The colour whose set is worth most, card by card, then the largest, then the first; -1 if there is no set."""
    best, most = -1, 0
    for colour in range(COLOURS):
        cards = state.hand[state.seat, colour]
        count = size(cards)
        if count >= 2:
            worth = gold * gold_in(cards) + griffin * griffin_in(cards) + runner * runners_in(cards)
            worth = (worth + two * two_in(cards)) * 8 + count
            if worth > most:
                best, most = colour, worth
    return best


@jit
def collect(state: np.record) -> int:
    """Take the open card whose colour the hand holds most of, ties to the first; from the pile if it holds none."""
    held = state.held[state.seat]
    best = 0
    for slot in range(SLOTS):
        count = held >> (state.display[slot] & -4) & 15
        best = max(best, (count << 2) + SLOTS - slot)  # ties to the first
    return (OPEN + SLOTS - (best & 3)) * (best > SLOTS)  # PILE is 0


@jit
def fetch(state: np.record, kind: int) -> int:
    """Take an open card of a kind, of the colour that the hand holds most of; without any, collect."""
    best, most = NONE, -1
    for slot in range(SLOTS):
        card = state.display[slot]
        count = mine(state, card >> 2)
        if card & 3 == kind and count > most:
            best, most = OPEN + slot, count
    return best if best != NONE else collect(state)


def random(state: np.record, knobs: np.record) -> int:
    """Any legal action, each equally likely; sets are of all cards of a colour."""
    drawing = (OPEN + SLOTS) * may_draw(state)
    found = drawing
    for colour in range(COLOURS):
        found += mine(state, colour) >= 2
    steps = pick(state, found)
    if steps < drawing:
        return steps
    steps -= drawing
    for colour in range(COLOURS):
        if mine(state, colour) >= 2:
            if steps == 0:
                return whole(state, colour)
            steps -= 1
    return NONE


def draw_any(state: np.record, knobs: np.record) -> int:
    """Draw from the pile or take an open card, each equally likely."""
    return pick(state, OPEN + SLOTS)


def patient(state: np.record, knobs: np.record) -> int:
    """Collect open cards of the colours in hand, and play the largest set once it has `set` cards."""
    choice = due(state, knobs.set)
    return choice if choice != NONE else collect(state)


def draw_to_collect(state: np.record, knobs: np.record) -> int:
    """Draw the open card whose colour the hand holds most of, else from the pile."""
    return collect(state)


def blind(state: np.record, knobs: np.record) -> int:
    """Play as `patient` does, but draw from the pile alone, so that nobody learns what is collected."""
    choice = mindful(state, due(state, knobs.set), knobs.set)
    return choice if choice != NONE else PILE


def draw_blindly(state: np.record, knobs: np.record) -> int:
    """Draw from the pile."""
    return PILE


def pairs(state: np.record, knobs: np.record) -> int:
    """Play any two cards of a colour at once, the smallest set first."""
    choice = mindful(state, whole(state, smallest(state)), 2.0)
    return choice if choice != NONE else collect(state)


def fours(state: np.record, knobs: np.record) -> int:
    """Wait for sets of `set` cards; with a full hand play the smallest set, so that the large ones can grow."""
    colour = fullest(state)
    if mine(state, colour) < max(2.0, knobs.set):
        colour = -1 if may_draw(state) else smallest(state)
    choice = mindful(state, whole(state, colour), knobs.set)
    return choice if choice != NONE else collect(state)


def griffin(state: np.record, knobs: np.record) -> int:
    """Rush the griffin: play each set with its card at once, and take open ones."""
    colour = dearest(state, 0, 4, 0, 1)
    ready = not may_draw(state) or (colour >= 0 and griffin_in(state.hand[state.seat, colour]))
    choice = mindful(state, whole(state, colour if ready else -1), 2.0)
    return choice if choice != NONE else fetch(state, GRIFFIN)


def draw_griffin(state: np.record, knobs: np.record) -> int:
    """Draw an open griffin card, else collect."""
    return fetch(state, GRIFFIN)


def runner(state: np.record, knobs: np.record) -> int:
    """Rush the runner: play a set with `runners` of its cards at once, and take open ones."""
    colour = dearest(state, 0, 0, 4, 1)
    ready = not may_draw(state) or (colour >= 0 and runners_in(state.hand[state.seat, colour]) >= knobs.runners)
    choice = mindful(state, whole(state, colour if ready else -1), 2.0)
    return choice if choice != NONE else fetch(state, RUNNER)


def draw_runner(state: np.record, knobs: np.record) -> int:
    """Draw an open runner card, else collect."""
    return fetch(state, RUNNER)


def gold(state: np.record, knobs: np.record) -> int:
    """Gold first: play a set with `golds` gold cards at once, and take open ones."""
    colour = dearest(state, 4, 0, 0, 1)
    ready = not may_draw(state) or (colour >= 0 and gold_in(state.hand[state.seat, colour]) >= knobs.golds)
    choice = mindful(state, whole(state, colour if ready else -1), 2.0)
    return choice if choice != NONE else fetch(state, GOLD)


def draw_gold(state: np.record, knobs: np.record) -> int:
    """Draw an open gold card, else collect."""
    return fetch(state, GOLD)


@jit
def to_come(state: np.record, colour: int) -> int:
    """How many cards of a colour may still come to the asked player before the waterfall."""
    left = 6 - size(state.discarded[colour]) - mine(state, colour)
    for seat in range(state.rules.players):
        if seat != state.seat:
            left -= size(state.known[seat, colour])
    return left


@jit
def finish(state: np.record) -> int:
    """Take the open card of the colour that will have most cards: those in hand twice, and those that may come."""
    best, most = PILE, 0
    for slot in range(SLOTS):
        colour = state.display[slot] >> 2
        count = mine(state, colour)
        if count > 0 and 2 * count + to_come(state, colour) > most:
            best, most = OPEN + slot, 2 * count + to_come(state, colour)
    return best


def finisher(state: np.record, knobs: np.record) -> int:
    """Count cards: play a colour at `set` cards, or when no more can come of it, and collect what can grow."""
    best, most = -1, 1
    for colour in range(COLOURS):
        count = mine(state, colour)
        if count > most and (count >= knobs.set or to_come(state, colour) == 0):
            best, most = colour, count
    if best < 0 and not may_draw(state):
        best = fullest(state)
    choice = mindful(state, whole(state, best), knobs.set)
    return choice if choice != NONE else finish(state)


def draw_to_finish(state: np.record, knobs: np.record) -> int:
    """Draw of the colour that will have most cards."""
    return finish(state)


@jit
def deny_or_collect(state: np.record, weight: float) -> int:
    """Take the open card that oneself and, `weight` times, the next player hold most of, as far as known; else the pile."""
    following = (state.seat + 1) % state.rules.players
    best, most = PILE, 0.0
    for slot in range(SLOTS):
        colour = state.display[slot] >> 2
        value = mine(state, colour) + weight * size(state.known[following, colour])
        if value > most:
            best, most = OPEN + slot, value
    return best


def deny(state: np.record, knobs: np.record) -> int:
    """Play as `patient`, but take open cards that the next player collects, too, each counted `theirs` times."""
    choice = mindful(state, due(state, knobs.set), knobs.set)
    return choice if choice != NONE else deny_or_collect(state, knobs.theirs)


def draw_to_deny(state: np.record, knobs: np.record) -> int:
    """Draw what oneself or the next player collects."""
    return deny_or_collect(state, knobs.theirs)


def brave(state: np.record, knobs: np.record) -> int:
    """Wait for both gold or both runner cards of a colour, then play it."""
    best, most = -1 if may_draw(state) else fullest(state), 0
    for colour in range(COLOURS):
        cards = state.hand[state.seat, colour]
        count = (gold_in(cards) >> 1) + (runners_in(cards) >> 1)
        if count > most:
            best, most = colour, count
    choice = mindful(state, whole(state, best), 2.0)
    return choice if choice != NONE else match_up(state)


@jit
def has_twin(state: np.record, card: int) -> bool:
    """Tell whether the other gold or runner card of its colour is in the asked player's hand."""
    cards = state.hand[state.seat, card >> 2]
    return (card & 3 == GOLD and gold_in(cards) == 1) or (card & 3 == RUNNER and runners_in(cards) == 1)


@jit
def match_up(state: np.record) -> int:
    """Take the first open gold or runner card whose twin is in hand; without any, collect."""
    for slot in range(SLOTS):
        if has_twin(state, state.display[slot]):
            return OPEN + slot
    return collect(state)


def draw_to_match(state: np.record, knobs: np.record) -> int:
    """Draw the twin of a gold or runner card in hand, else collect."""
    return match_up(state)


def closer(state: np.record, knobs: np.record) -> int:
    """End the game with any set that wins it; else play as `patient`, but no set that ends it while behind."""
    choice = mindful(state, due(state, knobs.set), knobs.set)
    return choice if choice != NONE else collect(state)


def why(question: str, state: np.record, knobs: np.record, choice: int) -> str:
    """Say how many cards of the colour taken are in hand, or what the card is for if there are none; or why this set."""
    if choice == PILE:
        return "nothing open fits"
    if choice >= SET:
        wins = is_near(state) and would_end(state, choice & 63) and lead_after(state, choice & 63) >= 0
        return (
            "it wins the game" if wins and state.rules.may_end == 0 else "" if may_draw(state) else "the hand is full"
        )
    card = int(state.display[choice - OPEN])
    count = mine(state, card >> 2)
    return f"{count} {COLOUR_NAMES[card >> 2]} in hand" if count else f"a {KIND_NAMES[card & 3]}"


def why_kind(kind: int, question: str, state: np.record, knobs: np.record, choice: int) -> str:
    """Say that a card is of the kind that is sought."""
    told, a_kind = why(question, state, knobs, choice), f"a {KIND_NAMES[kind]}"
    sought = OPEN <= choice < SET and state.display[choice - OPEN] & 3 == kind and told != a_kind
    return f"{a_kind}, and {told}" if sought else told


def why_twin(question: str, state: np.record, knobs: np.record, choice: int) -> str:
    """Say that a card's twin is in hand."""
    twin = OPEN <= choice < SET and has_twin(state, state.display[choice - OPEN])
    return "its twin is in hand" if twin else why(question, state, knobs, choice)


def why_finish(question: str, state: np.record, knobs: np.record, choice: int) -> str:
    """Say how many cards of a colour may still come."""
    told = why(question, state, knobs, choice)
    if not OPEN <= choice < SET:
        return told
    return f"{told}, and {to_come(state, state.display[choice - OPEN] >> 2) - 1} more may come"


def why_deny(question: str, state: np.record, knobs: np.record, choice: int) -> str:
    """Say how many cards of a colour the next player is known to have."""
    told = why(question, state, knobs, choice)
    if not OPEN <= choice < SET:
        return told
    colour = state.display[choice - OPEN] >> 2
    theirs = size(state.known[(state.seat + 1) % state.rules.players, colour])
    ours = f"{mine(state, colour)} {COLOUR_NAMES[colour]} in hand"
    return f"{ours}, and the next player has {theirs}" if theirs else ours


DEFAULT = "patient"  # plays when none is named
PUSH = ("patient", "set", range(2, 7))  # a strategy, its knob that says how far to go, and what to try
ORDINARY = {"draw": draw_to_collect}  # answers of a strategy that has none of its own
THREE = {"set": 3.0}
STRATEGIES = {
    "random": Strategy({"turn": random, "draw": draw_any}),
    "patient": Strategy({"turn": patient}, THREE, why),
    "blind": Strategy({"turn": blind, "draw": draw_blindly}, THREE),
    "pairs": Strategy({"turn": pairs}, why=why),
    "fours": Strategy({"turn": fours}, {"set": 4.0}, why),
    "griffin": Strategy({"turn": griffin, "draw": draw_griffin}, why=partial(why_kind, GRIFFIN)),
    "runner": Strategy({"turn": runner, "draw": draw_runner}, {"runners": 2.0}, partial(why_kind, RUNNER)),
    "gold": Strategy({"turn": gold, "draw": draw_gold}, {"golds": 2.0}, partial(why_kind, GOLD)),
    "finisher": Strategy({"turn": finisher, "draw": draw_to_finish}, {"set": 4.0}, why_finish),
    "deny": Strategy({"turn": deny, "draw": draw_to_deny}, {**THREE, "theirs": 0.5}, why_deny),
    "brave": Strategy({"turn": brave, "draw": draw_to_match}, why=why_twin),
    "closer": Strategy({"turn": closer}, THREE, why),
}
