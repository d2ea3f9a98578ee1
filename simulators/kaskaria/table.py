"""What lies on the table of Kaskaria: records, packed hands, and what a player may ask of them."""

from typing import Any, NamedTuple

import numpy as np

from simulators.columns import Column
from simulators.jit import jit

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
