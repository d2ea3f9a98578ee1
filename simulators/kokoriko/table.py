"""What lies on the table of Kokoriko: records, and what a player may ask of them."""

from typing import Any, NamedTuple

import numpy as np

from simulators.columns import Column
from simulators.jit import jit

SEATS = 4
NOBODY = -1
TAKE, LAY = 0, 1  # the choice on grey or brown
FACES = 6
GREY, BROWN, BLUE, PINK, WHITE, TAIL = range(6)  # what the die shows; a pink face shows the worm's head, or its tail
FACE_NAMES = ("grey", "brown", "blue", "pink (head)", "white", "pink (tail)")  # without a tail, pink is pink
DIE = (GREY, GREY, BROWN, BLUE, PINK, WHITE)
DIE_WITH_TAIL = (GREY, BROWN, BLUE, PINK, TAIL, WHITE)
GOLDEN_WORTH = 3
THOUSAND = 1000
TURN_LIMIT = (
    500  # ten times what a game takes; reached only where eggs go back to the supply, or from hand to hand, for ever
)
SUPPLY_TAKEN, OUT_OF_TURNS = range(2)  # how a game ended

Rules = np.dtype((np.record, [
    ("players", np.int64),
    ("die", np.int64, FACES),
    ("eggs", np.int64),             # in the supply at the start
    ("hens", np.int64, 2),          # grey and brown ones in the middle at the start
    ("golden", np.int64),           # 1: the golden egg lies with the supply
    ("lasts", np.int64),            # 1: the rooster stays after he has doubled
    ("worm_doubles", np.int64),     # 1: also what the worm brings
    ("call", np.int64),             # 1: whoever calls first gets the rooster
    ("grab_right", np.int64),       # in thousandths: who grabs takes the right part of the worm
    ("from_supply", np.int64),      # 1: whose victim has no egg takes one from the supply
    ("speeds", np.int64, SEATS),
    ("fastness", np.int64, SEATS),  # the sum of the speeds up to each seat
    ("hens_in_all", np.int64, 2),   # grey and brown hens in the game
    ("spare", np.int64),            # the theft that takes nothing: the first, second, ... of a game
    ("start_eggs", np.int64, SEATS),
    ("start_hens", np.int64, (2, SEATS)),
    ("start_rooster", np.int64),    # whose he is at the start: 1, 2, ... (0: nobody's)
]))  # fmt: skip

State = np.dtype((np.record, [
    ("seat", np.int64),             # who is asked
    ("face", np.int64),             # what was rolled
    ("middle", np.int64, 2),        # grey and brown hens in the middle
    ("hens", np.int64, (2, SEATS)), # grey and brown hens of each player
    ("rooster", np.int64),          # whose he is, or NOBODY
    ("eggs", np.int64, SEATS),      # of each player, the golden one not counted
    ("golden", np.int64),           # whose it is, or NOBODY
    ("supply", np.int64),           # eggs left, the golden one not counted
    ("over", np.int64),             # 1: the last egg has been taken
    ("turns", np.int64),            # turns taken, this one included
    ("rules", Rules),
    ("thefts", np.int64),           # eggs that players took from one another
    ("worms", np.int64, SEATS),     # counts for the result
    ("hens_stolen", np.int64, SEATS),
    ("eggs_stolen", np.int64, SEATS),
    ("eggs_lost", np.int64, SEATS),
    # Hidden from players: the dice to come, and the whims of others.
    ("dice", np.uint64, SEATS),
    ("races", np.uint64, 1),
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
    ("rooster", np.uint8),          # bit s: seat s has the rooster at the end
    ("golden", np.uint8),           # bit s: seat s has the golden egg
    ("scores", np.int16, SEATS),
    ("grey", np.uint8, SEATS),
    ("brown", np.uint8, SEATS),
    ("worms", np.uint8, SEATS),
    ("hens_stolen", np.uint8, SEATS),
    ("eggs_stolen", np.uint8, SEATS),
    ("eggs_lost", np.uint8, SEATS),
]))  # fmt: skip

MOST_EGGS, MOST_HENS, MOST_SPEED = 60, 12, 1000
COLUMNS = {
    "turns": Column("turns", "rolls of all players together", 1, TURN_LIMIT),
    "winners": Column("seats", "who won: bit s (from 0) stands for seat s + 1; several bits are a shared win", 1, 15),
    "ended": Column("", "how the game ended", 0, 1, ("the last egg was taken", "turn limit")),
    "rooster": Column("seats", "who has the rooster at the end, bit by bit as for winners", 0, 15),
    "golden": Column("seats", "who has the golden egg, bit by bit as for winners", 0, 15),
    "scores": Column("eggs", "at the end; the golden egg counts three", 0, SEATS * 9 + MOST_EGGS + GOLDEN_WORTH),
    "grey": Column("hens", "grey hens at the end", 0, 255),
    "brown": Column("hens", "brown hens at the end", 0, 255),
    "worms": Column("worms", "times that the player caught the worm", 0, 255),
    "hens_stolen": Column("hens", "hens taken from other players", 0, 255),
    "eggs_stolen": Column("eggs", "eggs taken from other players", 0, 255),
    "eggs_lost": Column("eggs", "eggs given back for grabbing the wrong part of the worm", 0, 255),
}


class Asks(NamedTuple):
    """What players are asked: a table of functions (state, knobs) -> choice by seat for each question."""

    hen: Any  # TAKE or LAY: a hen of the colour rolled, or an egg for each of one's own
    whose_hen: Any  # a seat: whose hen to take, if there is none in the middle
    whose_egg: Any  # a seat: whose egg to take
    rolled: Any  # no question: called after each roll if someone watches


@jit
def score_of(state: np.record, seat: int) -> int:
    """Eggs of a player, as they count at the end."""
    return state.eggs[seat] + GOLDEN_WORTH * (state.golden == seat)


@jit
def may_give_egg(state: np.record, seat: int) -> bool:
    """Tell whether the asked player may choose another to take an egg from."""
    return (seat != state.seat) & ((state.eggs[seat] > 0) | (state.rules.from_supply != 0))
