"""How Kaskaria is played: the deal, the three kinds of turn, the score."""

from typing import Any

import numpy as np

from simulators import course as courses
from simulators import dice
from simulators.jit import ask as answer_of
from simulators.jit import jit
from simulators.kaskaria.table import (
    AMULET_WORTH,
    CARDS,
    COLOURS,
    GRIFFIN,
    NOBODY,
    NONE,
    OPEN,
    OUT_OF_TURNS,
    PILE,
    RUNNER,
    SEATS,
    SLOTS,
    START_HAND,
    TURN_LIMIT,
    TWO,
    VOLCANO,
    Asks,
    may_draw,
    may_play,
    money,
    one_of,
    size,
    without,
)


@jit
def deal(state: Any, luck: Any) -> None:
    """Deal hands that follow their player where luck goes round, then the open cards, and hide the waterfall (H10)."""
    players = state.rules.players
    for _ in range(START_HAND):
        for owner in range(players):
            seat = owner - luck.turned
            seat += players * (seat < 0)
            card = turn_up(state)
            state.hand[seat, card >> 2] += one_of(card)
            state.held[seat] += 1 << (card & -4)
    for slot in range(SLOTS):
        state.display[slot] = turn_up(state)
    state.below = dice.draw(state.falls, 0, (state.left >> 1) + 1)


@jit
def set_up(state: Any, luck: Any) -> None:
    """All figures are in their villages and all have five cards, but for what house rules give."""
    rules = state.rules
    state.deck[0] = dice.stream(luck.seed, luck.of[dice.DECKS], dice.DECKS, 0)
    state.falls[0] = dice.stream(luck.seed, luck.of[dice.DECKS], dice.DECKS, 1)
    for at in range(CARDS):
        state.pile[at] = rules.box[at]
    for colour in range(COLOURS):
        state.discarded[colour] = 0
    for seat in range(rules.players):
        state.held[seat] = state.sets[seat] = state.set_cards[seat] = state.opened[seat] = 0
        state.cards[seat] = START_HAND
        state.gold[seat] = rules.start_gold[seat]
        state.griffin[seat] = rules.start_griffin[seat]
        state.runner[seat] = rules.start_runner[seat]
        for colour in range(COLOURS):
            state.hand[seat, colour] = state.known[seat, colour] = 0
        owner = dice.owner(luck, seat, rules.players)
        state.whims[seat] = dice.stream(luck.seed, luck.of[dice.WHIMS], dice.WHIMS, owner)
    state.left = CARDS
    state.below = NOBODY  # the waterfall is aside
    state.amulet = NOBODY
    state.over = state.waterfalls = state.thrown = 0
    deal(state, luck)
    state.game = luck.game


@jit
def fall(state: Any) -> None:
    """The waterfall turns up: pile, discard pile and waterfall are a new pile (H8)."""
    for at in range(state.thrown):
        state.pile[state.left + at] = state.discards[at]
    state.left += state.thrown
    state.thrown = 0
    for colour in range(COLOURS):
        state.discarded[colour] = 0
    state.below = dice.draw(state.falls, 0, state.left + 1)
    state.waterfalls += 1


@jit
def turn_up(state: Any) -> int:
    """Take the next card of the pile."""
    while state.left == state.below:
        fall(state)
    left = state.left
    at = dice.draw(state.deck, 0, left) & 63  # `& 63` tells the compiler that it isn't negative
    card = state.pile[at]
    state.pile[at] = state.pile[left - 1]
    state.left = left - 1
    return card


@jit
def draw(state: Any, seat: int, choice: int) -> None:
    """Take an open card, which is replaced at once, or the next one of the pile: one card comes from there either way."""
    opened = choice != PILE
    slot = choice - opened  # OPEN + slot
    card, other = turn_up(state), state.display[slot]
    state.display[slot] = card if opened else other
    card = other if opened else card
    one = one_of(card)
    state.hand[seat, card >> 2] += one
    state.known[seat, card >> 2] += one * opened
    state.held[seat] += 1 << (card & -4)
    state.cards[seat] += 1
    state.opened[seat] += opened


@jit
def play_set(state: Any, seat: int, colour: int, played: int) -> bool:
    """Take the gold and move both figures; tell whether one of them has reached the volcano (H11 to H13)."""
    rules = state.rules
    hand = state.hand[seat, colour]
    state.known[seat, colour] = without(state.known[seat, colour], played)
    state.hand[seat, colour] = hand - played
    count = size(played)
    state.held[seat] -= count << (colour << 2)
    state.cards[seat] -= count
    state.set_cards[seat] += count
    state.sets[seat] += 1
    state.gold[seat] += rules.gold_for[played & 3]
    griffin = min(state.griffin[seat] + (played >> 2 & 1), rules.griffin_path)
    runner = min(state.runner[seat] + rules.steps_for[played >> 3 & 3], rules.runner_path)
    state.griffin[seat] = griffin
    state.runner[seat] = runner
    if griffin == rules.griffin_path or runner == rules.runner_path:
        state.over = 1
        if state.amulet == NOBODY:
            state.amulet = seat
        return True
    return False


@jit
def discard(state: Any, colour: int, played: int) -> None:
    """Lay a set on the discard pile, after its actions (H9): gold, the griffin, runners, "+2"."""
    state.discarded[colour] += played
    card, at = colour << 2, state.thrown
    # Each is written, and stays if there is such a card: no branches, which a processor couldn't predict.
    state.discards[at] = card
    at += (played & 3) > 0
    state.discards[at] = card
    at += (played & 3) > 1
    state.discards[at] = card + GRIFFIN
    at += played >> 2 & 1
    state.discards[at] = card + RUNNER
    at += (played & 24) > 0
    state.discards[at] = card + RUNNER
    at += (played & 24) > 8
    state.discards[at] = card + TWO
    at += played >> 5
    state.thrown = at


@jit
def score(state: Any, result: Any) -> None:
    """Write the result row."""
    players = state.rules.players
    griffins = runners = most = richest = 0
    for seat in range(players):
        griffins |= 1 << state.griffin[seat]
        runners |= 1 << state.runner[seat]
    for seat in range(players):
        for_griffin, for_runner = money(griffins, state.griffin[seat]), money(runners, state.runner[seat])
        total = state.gold[seat] + for_griffin + for_runner + AMULET_WORTH * (state.amulet == seat)
        most = max(most, total)
        result.scores[seat] = total
        result.gold[seat] = state.gold[seat]
        result.griffin[seat] = state.griffin[seat]
        result.runner[seat] = state.runner[seat]
        result.griffin_gold[seat] = for_griffin
        result.runner_gold[seat] = for_runner
        result.sets[seat] = state.sets[seat]
        result.set_cards[seat] = min(np.int64(255), state.set_cards[seat])
        result.open[seat] = min(np.int64(255), state.opened[seat])
        drawn = state.cards[seat] + state.set_cards[seat] - START_HAND
        result.blind[seat] = min(np.int64(255), drawn - state.opened[seat])
    for seat in range(players):
        richest |= (result.scores[seat] == most) << seat
    amulet = 1 << state.amulet if state.amulet != NOBODY else 0
    winners = richest & amulet or richest  # who tie share the win, unless one of them has the amulet (H17)
    result.winners = winners
    result.tiebreak = winners != richest
    result.amulet = amulet
    result.turns = state.turns
    result.ended = VOLCANO if state.over else OUT_OF_TURNS
    result.waterfalls = min(np.int64(255), state.waterfalls)


@jit
def mark(state: Any, course: Any) -> None:
    """Keep how all stand: gold, both tracks, the amulet, 16, 8, 8 and 1 bits."""
    at = courses.next_round(course)
    for seat in range(SEATS):  # a constant, so that it is done in one go; those who aren't there have nothing
        tracks = state.griffin[seat] << 16 | state.runner[seat] << 24
        course.marks[at, seat] = state.gold[seat] | tracks | (state.amulet == seat) << 32


@jit
def outline(state: Any, course: Any) -> None:
    """Mark the end, and tell how all stood at each tenth of the game: what they would score if it had ended then."""
    mark(state, course)
    course.outline.rounds = course.rounds
    for tenth in range(courses.TENTHS):
        over = courses.look(course, tenth + 1)
        griffins = runners = 0
        for seat in range(state.rules.players):
            griffins |= 1 << (course.marks[over, seat] >> 16 & 255)
            runners |= 1 << (course.marks[over, seat] >> 24 & 255)
        for seat in range(state.rules.players):
            stood = course.marks[over, seat]
            tracks = money(griffins, stood >> 16 & 255) + money(runners, stood >> 24 & 255)
            course.outline.standing[tenth, seat] = (stood & 0xFFFF) + tracks + AMULET_WORTH * (stood >> 32)


def play(state: Any, result: Any, ask: Asks, knobs: Any, luck: Any, course: Any) -> None:
    """Play one game to its end and write its result; an illegal choice sets state.fault instead."""
    set_up(state, luck)
    rules = state.rules
    follow_rounds = course.follow_rounds != 0
    seat: Any = 0
    turns = 0
    while turns < TURN_LIMIT:
        if follow_rounds and seat == 0 and turns:  # a round is over
            mark(state, course)
        turns += 1
        state.turns = turns
        state.seat = seat
        choice = answer_of(ask.turn[seat], state, knobs[seat])
        if PILE <= choice < OPEN + SLOTS and may_draw(state):
            draw(state, seat, choice)
        elif may_play(state, choice):
            colour, played = (choice >> 6) - 1, choice & 63
            at_once = play_set(state, seat, colour, played) and seat >= rules.may_end
            questions: Any = 0 if at_once else played >> 5 << 1  # two draws for a "+2", but not when all is over
            for _ in range(questions):
                choice = answer_of(ask.draw[seat], state, knobs[seat])
                if choice != NONE:
                    if not PILE <= choice < OPEN + SLOTS:
                        state.fault, state.answer = 2, choice
                        return
                    draw(state, seat, choice)
            discard(state, colour, played)
        else:
            state.fault, state.answer = 1, choice
            return
        if state.over and seat >= rules.may_end:
            break
        seat += 1
        seat -= rules.players * (seat == rules.players)
        seat &= 3  # tells the compiler that it isn't negative
    if follow_rounds:
        outline(state, course)
    score(state, result)
