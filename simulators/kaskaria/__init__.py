"""The Heroes of Kaskaria (Benjamin Schwer, HABA 301869): sets of cards that bring gold and move a runner and a griffin.

Rules: the publisher's rulebook; H1 to H18 are the decisions for what it leaves open, listed with their sources in
docs/games/kaskaria.md. A card's type is 4 * colour + kind, and cards of a type are alike.

Two packed words keep a turn short:

* cards of one colour (in a hand, in a set, discarded) are one integer below 64: a number of cards of each kind,
  two bits for gold, one for the griffin, two for runners, one for "+2";
* how many cards of each colour a player has is one integer, four bits a colour.

Strategies read them through `size`, `gold_in`, `griffin_in`, `runners_in`, `two_in` and `held_by`.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from simulators import course as courses
from simulators import dice
from simulators.columns import Column
from simulators.errors import BadInput
from simulators.game import Decision, Extra, Game, Values, count_in_words
from simulators.jit import ask as answer_of
from simulators.jit import jit
from simulators.rules import Rule, RuleSet

SEATS = 4
NOBODY = -1
COLOURS = 9
GOLD, GRIFFIN, RUNNER, TWO = range(4)  # kinds of card; TWO is "+2"
COPIES = (2, 1, 2, 1)  # of each, in each colour
CARDS = COLOURS * 6  # the waterfall aside
SLOTS = 3  # open cards
START_HAND, MOST_CARDS = 5, 10
AMULET_WORTH = 2
TURN_LIMIT = 500  # five times what a game takes; reached only where players hardly play any sets

# Choices: decline to draw, the pile, the first of the open cards, or a set: SET + 64 * colour + its packed cards.
NONE, PILE, OPEN, SET = -1, 0, 1, 64
VOLCANO, OUT_OF_TURNS = range(2)  # how a game ended

Rules = np.dtype((np.record, [
    ("players", np.int64),
    ("griffin_path", np.int64),     # steps from the village to the volcano
    ("runner_path", np.int64),
    ("gold_for", np.int64, 4),      # pieces of gold, by gold cards in a set
    ("steps_for", np.int64, 4),     # a runner's steps, by runner cards in a set
    ("may_end", np.int64),          # the first seat whose turn may be the last one
    ("box", np.int64, CARDS),       # all cards by type, unshuffled
    ("start_gold", np.int64, SEATS),
    ("start_griffin", np.int64, SEATS),
    ("start_runner", np.int64, SEATS),
]))  # fmt: skip

State = np.dtype((np.record, [
    ("seat", np.int64),             # who is asked
    ("turns", np.int64),            # turns taken, this one included
    ("left", np.int64),             # cards in the pile, the waterfall not counted
    ("display", np.int64, SLOTS),   # the open cards: types
    ("cards", np.int64, SEATS),     # in each hand
    ("held", np.int64, SEATS),      # cards of each colour in hand: see `held_by`; those of others are hidden
    ("gold", np.int64, SEATS),      # pieces of gold in front of each player
    ("griffin", np.int64, SEATS),   # steps from the village
    ("runner", np.int64, SEATS),
    ("amulet", np.int64),           # whose it is, or NOBODY
    ("over", np.int64),             # 1: a figure has reached the volcano
    ("known", np.int64, (SEATS, COLOURS)),  # packed: what all know of each hand, as it lay open before; the least that is there
    ("discarded", np.int64, COLOURS),       # packed: what lies on the discard pile
    ("rules", Rules),
    ("sets", np.int64, SEATS),      # counts for the result
    ("set_cards", np.int64, SEATS),
    ("opened", np.int64, SEATS),
    ("waterfalls", np.int64),
    ("thrown", np.int64),           # cards on the discard pile, and in which order they came there; one place
    ("discards", np.int64, CARDS + 1),  # more, so that cards can be laid down without looking whether they are there
    # Hidden from players: other hands beyond what is known, the pile, the luck to come, and the whims of others.
    ("hand", np.int64, (SEATS, COLOURS)),   # packed; one's own isn't hidden
    ("pile", np.int64, CARDS),      # in no order: which card comes is drawn when it comes
    ("below", np.int64),            # cards of the pile that lie below the waterfall
    ("deck", np.uint64, 1),
    ("falls", np.uint64, 1),
    ("whims", np.uint64, SEATS),
    # For the engine: which question was answered illegally (1, 2, ...), and with what.
    ("game", np.int64),
    ("fault", np.int64),
    ("answer", np.int64),
]))  # fmt: skip

Result = np.dtype((np.record, [
    ("turns", np.int16),
    ("winners", np.uint8),          # bit s: seat s won, or shared the win
    ("ended", np.uint8),
    ("amulet", np.uint8),           # bit s: seat s has it
    ("waterfalls", np.uint8),
    ("tiebreak", np.uint8),
    ("scores", np.int16, SEATS),
    ("gold", np.int16, SEATS),
    ("griffin", np.uint8, SEATS),
    ("runner", np.uint8, SEATS),
    ("griffin_gold", np.uint8, SEATS),
    ("runner_gold", np.uint8, SEATS),
    ("sets", np.uint8, SEATS),
    ("set_cards", np.uint8, SEATS),
    ("open", np.uint8, SEATS),
    ("blind", np.uint8, SEATS),
]))  # fmt: skip

MOST_PATH, MOST_START_GOLD, MOST_START_STEPS = 20, 9, 3
MOST_GOLD = 650  # of a player, who plays at most 255 cards in 250 turns (+2 aside), each of which brings 2.5 at most
MOST_FOR_TRACK = 7
COLUMNS = {
    "turns": Column("turns", "draws and sets of all players together", 1, TURN_LIMIT),
    "winners": Column("seats", "who won: bit s (from 0) stands for seat s + 1; several bits are a shared win", 1, 15),
    "ended": Column("", "how the game ended", 0, 1, ("a figure reached the volcano", "turn limit")),
    "amulet": Column("seats", "who has the amulet, bit by bit as for winners", 0, 15),
    "waterfalls": Column("times", "times that the waterfall turned up", 0, 255),
    "tiebreak": Column("", "players tied for most gold, and the amulet parted them", 0, 1, ("no", "yes")),
    "scores": Column(
        "gold", "gold pieces at the end, those for both tracks and the amulet included",
        0, MOST_GOLD + 2 * MOST_FOR_TRACK + AMULET_WORTH,
    ),
    "gold": Column("gold", "gold pieces from cards, and those to start with", 0, MOST_GOLD),
    "griffin": Column("steps", "the griffin's way from the village", 0, MOST_PATH),
    "runner": Column("steps", "the runner's way from the village", 0, MOST_PATH),
    "griffin_gold": Column("gold", "gold pieces for the griffin's place", 0, MOST_FOR_TRACK),
    "runner_gold": Column("gold", "gold pieces for the runner's place", 0, MOST_FOR_TRACK),
    "sets": Column("sets", "sets played", 0, 250),
    "set_cards": Column("cards", "cards in those sets", 0, 255),
    "open": Column("cards", "open cards taken", 0, 255),
    "blind": Column("cards", "cards drawn from the pile, those dealt not counted", 0, 255),
}  # fmt: skip


class Asks(NamedTuple):
    """What players are asked: a table of functions (state, knobs) -> choice by seat for each question."""

    turn: Any  # PILE, OPEN + slot, or SET + 64 * colour + the cards of it to play, packed
    draw: Any  # twice for a "+2" card: NONE, PILE or OPEN + slot


@jit
def size(packed: int) -> int:
    """Cards in a packed word of one colour.

    >>> size(2 | 1 << 2 | 1 << 3)
    4
    """
    return (packed & 3) + (packed >> 2 & 1) + (packed >> 3 & 3) + (packed >> 5)


@jit
def gold_in(packed: int) -> int:
    """Gold cards in a packed word."""
    return packed & 3


@jit
def griffin_in(packed: int) -> int:
    """1 if the griffin card is in a packed word, else 0."""
    return packed >> 2 & 1


@jit
def runners_in(packed: int) -> int:
    """Runner cards in a packed word."""
    return packed >> 3 & 3


@jit
def two_in(packed: int) -> int:
    """1 if the "+2" card is in a packed word, else 0."""
    return packed >> 5


@jit
def one_of(card: int) -> int:
    """A card of this type as a packed word."""
    kind = card & 3
    return 1 << (kind + (kind + 1 >> 1))


@jit
def held_by(state: np.record, seat: int, colour: int) -> int:
    """Cards of a colour in a hand."""
    return state.held[seat] >> (colour << 2) & 15


@jit
def holds(hand: int, played: int) -> bool:
    """Tell whether cards (packed) are all in a hand of their colour."""
    return ((played & 3) <= (hand & 3)) & ((played & 24) <= (hand & 24)) & (played & ~hand & 36 == 0)


@jit
def without(known: int, played: int) -> int:
    """Take cards away, as far as they are there.

    >>> without(2 | 1 << 3, 1 | 1 << 2 | 2 << 3)
    1
    """
    gold, runners = (known & 3) - (played & 3), (known & 24) - (played & 24)
    return gold * (gold > 0) + runners * (runners > 0) + (known & ~played & 36)


@jit
def may_draw(state: np.record) -> bool:
    """Tell whether the asked player may draw on a turn (H6)."""
    return state.cards[state.seat] < MOST_CARDS


@jit
def may_play(state: np.record, choice: int) -> bool:
    """Tell whether a choice is a set: at least two cards of a colour that the asked player holds (H1)."""
    colour, played = (choice >> 6) - 1, choice & 63
    return 0 <= colour < COLOURS and size(played) >= 2 and holds(state.hand[state.seat, colour], played)


@jit
def money(taken: int, steps: int) -> int:
    """Gold for a place on a track: 7, 4, 1 or 0, and no place is skipped (H14); bit f of `taken`: a figure is on field f.

    >>> money(1 << 6 | 1 << 4 | 1, 6), money(1 << 6 | 1 << 4 | 1, 4), money(1 << 6 | 1 << 4 | 1, 0)
    (7, 4, 1)
    """
    first = taken >> (steps + 1)  # the fields ahead that are taken
    second = first & (first - 1)  # but for one of them
    third = second & (second - 1)
    return MOST_FOR_TRACK - 3 * (first != 0) - 3 * (second != 0) - (third != 0)


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


NOT_FOUND = "no source tells (facts 3.1); a guess within bounds"
EXPERIMENT = "no rule of the game"
BRAVE = "rulebook, Versions for particularly brave Kaskarians"

RULES = (
    Rule(
        "griffin_path", "number", 6, "steps", "steps of a griffin from the village to the volcano",
        ("4", "5", "6", "7", "8", "9"), "inferred", f"{NOT_FOUND}: in the rulebook's example four griffins stand on four fields before the volcano", 1, MOST_PATH,
    ),
    Rule(
        "runner_path", "number", 10, "steps", "steps of a runner from the village to the volcano",
        ("7", "8", "9", "10", "11", "12", "13", "14"), "inferred", f"{NOT_FOUND}: somewhat longer than the griffins' (spieletest.at), and at most twice, as there are twice the cards", 1, MOST_PATH,
    ),
    Rule(
        "finish_round", "switch", False, "", "the round is finished after a figure has reached the volcano, so that all have as many turns",
        (), "certain", f"H18: rulebook, End of the game: at once; {EXPERIMENT}, what would make up for a seat (a reviewer on ludovox.fr finds the end abrupt)",
    ),
    Rule("pair_steps", "number", 2, "steps", "steps for two runner cards in a set", (), "certain", f"rulebook, How to play; {BRAVE}: 3", 2, 3),
    Rule("pair_gold", "number", 2, "gold", "gold pieces for two gold cards in a set", (), "certain", f"rulebook, How to play; {BRAVE}: 5", 2, 5),
    Rule("start_gold", "seats", 0, "gold", "gold pieces to start with", (), "certain", f"{EXPERIMENT}; what would make up for a seat", 0, MOST_START_GOLD),
    Rule("start_griffin", "seats", 0, "steps", "steps of the griffin to start with", (), "certain", f"{EXPERIMENT}; what a step is worth", 0, MOST_START_STEPS),
    Rule("start_runner", "seats", 0, "steps", "steps of the runner to start with", (), "certain", f"{EXPERIMENT}; what a step is worth", 0, MOST_START_STEPS),
)  # fmt: skip

VARIANTS = {"base": {}, "brave": {"pair_steps": 3, "pair_gold": 5}}


def check_rules(players: int, values: Values) -> Values:
    """Check the rules together."""
    if players not in GAME.players:
        raise BadInput(f"players={players}: kaskaria is for {GAME.players[0]} to {GAME.players[-1]}")
    for figure in ("griffin", "runner"):
        path, most = values[f"{figure}_path"], max(values[f"start_{figure}"])
        if most >= path:
            raise BadInput(f"start_{figure}={most}: nobody may start at the end of a path of {path} ({figure}_path)")
    return values


def write_rules(rules: np.record, chosen: RuleSet) -> None:
    """Fill the record that the kernel reads."""
    values: dict[str, Any] = dict(chosen.values)
    rules.players = chosen.players
    rules.griffin_path = values["griffin_path"]
    rules.runner_path = values["runner_path"]
    rules.gold_for[:] = 0, 1, values["pair_gold"], 0
    rules.steps_for[:] = 0, 1, values["pair_steps"], 0
    rules.may_end = chosen.players - 1 if values["finish_round"] else 0
    rules.box[:] = [4 * colour + kind for colour in range(COLOURS) for kind in range(4) for _ in range(COPIES[kind])]
    for name in ("start_gold", "start_griffin", "start_runner"):
        rules[name][: chosen.players] = values[name]


def cards_in(packed: Sequence[int]) -> list[int]:
    """List the types of packed cards, given by colour."""
    return [
        4 * colour + kind
        for colour, cards in enumerate(map(int, packed))
        for kind, count in enumerate((cards & 3, cards >> 2 & 1, cards >> 3 & 3, cards >> 5))
        for _ in range(count)
    ]


def packed_of(cards: Sequence[int]) -> list[int]:
    """Pack cards, colour by colour; the inverse of `cards_in`."""
    units = (1, 4, 8, 32)
    return [sum(units[card & 3] for card in cards if card >> 2 == colour) for colour in range(COLOURS)]


def hide(state: np.record, random: np.random.Generator) -> None:
    """Reshuffle what the asked player can't know: pile and other hands, where the waterfall lies, luck and whims, the game's number."""
    players, left = int(state.rules.players), int(state.left)
    others = [seat for seat in range(players) if seat != state.seat]
    secret = {seat: cards_in(state.hand[seat] - state.known[seat]) for seat in others}  # as packed, kind by kind
    unseen = [*map(int, state.pile[:left]), *(card for cards in secret.values() for card in cards)]
    unseen = [int(card) for card in random.permutation(unseen)]
    state.pile[:left] = unseen[:left]
    at = left
    for seat in others:
        hand = cards_in(state.known[seat]) + unseen[at : at + len(secret[seat])]
        at += len(secret[seat])
        state.hand[seat] = packed_of(hand)
        state.held[seat] = sum(1 << (card & -4) for card in hand)
        state.whims[seat] = random.integers(2**63)
    # In the lower half at first, anywhere once it has turned up, but not above the cards that have come since.
    lowest = (CARDS - START_HAND * players - SLOTS) // 2 if state.waterfalls == 0 else left
    state.below = random.integers(min(lowest, left) + 1)
    state.deck[:] = random.integers(2**63, size=1)
    state.falls[:] = random.integers(2**63, size=1)
    state.game = random.integers(2**40)


COLOUR_NAMES = ("blue", "orange", "red", "green", "yellow", "purple", "brown", "pink", "grey")  # the names are ours
KIND_NAMES = ("gold", "griffin", "runner", "+2")


def card_name(card: int) -> str:
    """Name a card.

    >>> card_name(4 * 1 + RUNNER)
    'orange runner'
    """
    return f"{COLOUR_NAMES[card >> 2]} {KIND_NAMES[card & 3]}"


def tell(
    decisions: Sequence[Decision], state: np.record, result: np.record | None, rules: RuleSet
) -> list[dict[str, Any]]:
    """Tell a game as events, one a turn and one for the end (if it came to one), each with a sentence in `text`.

    Seats are numbered from 1.
    """
    turns = [at for at, decision in enumerate(decisions) if decision.question == "turn"]
    states = [*[decision.before for decision in decisions], state]
    events = []
    for at, following in pairwise([*turns, len(decisions)]):
        told = tell_turn(decisions[at:following], states[at : following + 1])
        events.append(told | {"decisions": [*range(at, following)]})
    return [*events, tell_end(state, result) | {"decisions": []}] if result is not None else events


def tell_draw(choice: int, before: np.record, then: np.record) -> tuple[str, str | None]:
    """Tell a draw, from the states before and after it: (what was done, the card or None)."""
    if choice == NONE:
        return "draws nothing", None
    seat = int(before.seat)
    (card,) = cards_in(then.hand[seat] - before.hand[seat])
    did = f"draws {card_name(card)} from the pile" if choice == PILE else f"takes the open {card_name(card)}"
    falls = int(then.waterfalls) - int(before.waterfalls)
    if falls:
        did += f", and the waterfall turns up{f' {falls} times' if falls > 1 else ''}"
    return did, card_name(card)


def tell_turn(decisions: Sequence[Decision], states: Sequence[np.record]) -> dict[str, Any]:
    """Tell a turn, from its decisions and the states before and after each."""
    asked, then, choice = states[0], states[-1], decisions[0].choice
    seat = decisions[0].seat
    event: dict[str, Any] = {"turn": int(asked.turns), "seat": seat + 1}
    event["open"] = [card_name(int(card)) for card in asked.display]
    event["hand"] = [card_name(card) for card in cards_in(asked.hand[seat])]
    steps = [*zip(decisions, states[1:], strict=True)][choice >= SET :]  # all draws
    drawn = [tell_draw(made.choice, made.before, after) for made, after in steps]
    parts = [did for did, _ in drawn]
    if choice >= SET:
        colour, played = (choice >> 6) - 1, choice & 63
        cards = cards_in([played if c == colour else 0 for c in range(COLOURS)])
        event |= {"action": "set", "cards": [card_name(card) for card in cards]}
        kinds = ", ".join(KIND_NAMES[card & 3] for card in cards)
        did = f"plays {len(cards)} {COLOUR_NAMES[colour]} cards ({kinds})"
        parts = [did + effects_in_words(asked, then, seat), *parts]
    else:
        event["action"] = "pile" if choice == PILE else "open"
    event |= {"drawn": [card for _, card in drawn if card], "cards_after": int(then.cards[seat])}
    for name in ("gold", "griffin", "runner"):
        event[name] = [int(count) for count in then[name][: int(asked.rules.players)]]
    left = count_in_words(int(then.cards[seat]), "card")
    return event | {"text": f"{'; '.join(parts)}. {left.capitalize()} in hand."}


def effects_in_words(asked: np.record, then: np.record, seat: int) -> str:
    """Say what a set brought."""
    parts = []
    if then.gold[seat] > asked.gold[seat]:
        parts.append(f"{int(then.gold[seat]) - int(asked.gold[seat])} gold, now {int(then.gold[seat])}")
    for figure in ("griffin", "runner"):
        if then[figure][seat] > asked[figure][seat]:
            parts.append(f"the {figure} goes to {int(then[figure][seat])} of {int(asked.rules[f'{figure}_path'])}")
    if then.amulet == seat != asked.amulet:
        parts.append("the amulet")
    return f": {', '.join(parts)}" if parts else ""


def tell_end(state: np.record, result: np.record) -> dict[str, Any]:
    """Tell how a game ended, and who won."""
    seats = range(int(state.rules.players))
    scores = [int(result.scores[seat]) for seat in seats]
    winners = [seat + 1 for seat in seats if int(result.winners) >> seat & 1]
    parts = [f"The game ends: {COLUMNS['ended'].words[int(result.ended)]}."]
    for seat in seats:
        gold, griffin, runner = (int(result[name][seat]) for name in ("gold", "griffin_gold", "runner_gold"))
        amulet = f" + {AMULET_WORTH} for the amulet" if int(result.amulet) >> seat & 1 else ""
        tracks = f"{griffin} for the griffin + {runner} for the runner"
        parts.append(f"Seat {seat + 1}: {gold} + {tracks}{amulet} = {scores[seat]}.")
    won = " and ".join(f"seat {seat}" for seat in winners)
    by = " by the amulet" if result.tiebreak else ""
    parts.append(f"{won.capitalize()} {'share the win' if len(winners) > 1 else 'wins'}{by}.")
    return {"turn": None, "scores": scores, "winners": winners, "text": " ".join(parts)}


GAME = Game(
    name="kaskaria",
    title="The Heroes of Kaskaria",
    players=(2, 3, 4),
    most_players=SEATS,
    questions=("turn", "draw"),
    asks=Asks,
    state=State,
    result=Result,
    play=play,
    columns=COLUMNS,
    rules=RULES,
    variants=VARIANTS,
    check_rules=check_rules,
    write_rules=write_rules,
    hide=hide,
    tell=tell,
    extras=(
        Extra("gold from cards", "gold", 1),
        Extra("gold for the griffin", "griffin_gold", 1),
        Extra("gold for the runner", "runner_gold", 1),
        Extra("the amulet", "amulet", AMULET_WORTH),
    ),
    gifts={"start_gold": (1, 2, 3), "start_griffin": (1, 2), "start_runner": (1, 2)},
    grid=("griffin_path", "runner_path"),
    adjustable={"finish_round": (True,), "start_gold": range(6)},
)
