"""What lies on the table of Kajko: records, packed words, and what a player may ask of them."""

from typing import Any, NamedTuple

import numpy as np

from simulators.columns import Column
from simulators.jit import jit

SEATS = 6
STACKS = 10
CARDS = 70  # in the box
CHARACTERS = 12  # in the box
MOST_START = 20  # ducats that a seat may start with
SEND = -1  # the choice on a turn that isn't a stack

# Kinds of card; 0 stands for no card.
THUGS, BANDITS, CHAMBERLAIN, COIN_IN_HAND, TEN_DUCATS, COIN, FIVE_DUCATS = range(1, 8)
CARD_NAMES = (
    "nothing",
    "Thugs of Jomsborg",
    "Bandits",
    "Underhanded Chamberlain",
    "Coin in Hand",
    "item worth 10",
    "coin",
    "item worth 5",
)
DUCATS = (0, 0, 0, 0, 1, 10, 1, 5)  # by kind

# What lies in front, or in a Keep: one of each.
ONE_COIN, ONE_FIVE, ONE_TEN, ONE_ABOVE = 1, 1 << 8, 1 << 16, 1 << 24
ITEMS = ONE_ABOVE - 1

# What is left in a stack: one bit for each of the five kinds that every stack has once, three bits
# each for coins and fives.
UNIT = (0, 1, 2, 4, 8, 16, 32, 256)
LEFT_STATES = 2048

TURN_LIMIT = 250  # three times what the cards allow; reached only where a house rule lets players pass for ever
ALL_OUT, STACKS_EMPTY, OUT_OF_TURNS = range(3)  # how a game ended
BY_THUGS, BY_BANDITS = 1, 1 << 8  # busts, packed

Rules = np.dtype((np.record, [
    ("players", np.int64),
    ("characters", np.int64),               # each player's at the start
    ("coin_bonus", np.int64),               # 1: the Coin Bonus is in the game
    ("bonus", np.int64),                    # its ducats
    ("bonus_shared", np.int64),             # 1: all who tie for most coins get it
    ("coin_in_hand", np.int64),             # 1: a Coin in Hand takes from another player
    ("choose_out", np.int64),               # 1: also from one who is out of the game
    ("spare", np.int64),                    # the Coin in Hand that takes nothing: the first, second, ... of a game
    ("empty_send", np.int64),               # 1: sending nothing is a legal pass
    ("later_wins", np.int64),               # 1: of those with the most ducats, who sits latest wins
    ("start", np.int64, SEATS),             # ducats that each seat's score starts with
    ("box", np.int64, STACKS),              # the stacks, unshuffled
    ("size_at_start", np.int64, STACKS),    # cards in each stack
    ("left_at_start", np.int64, STACKS),    # and which
    ("left_unit", np.int64, 8),             # what a kind takes from what is left
    ("safety", np.int32, (LEFT_STATES, 2)), # of what is left in a stack, without and with Bandits in front
    ("keep", np.int64, 16),                 # effect of card 2 * kind + Bandits in front:
    ("add", np.int64, 16),                  #   front = (front & keep) + add - (dearest & loses_dearest),
    ("loses_dearest", np.int64, 16),        #   and, if there were items,
    ("bust", np.int64, 16),                 #   busts += bust
]))  # fmt: skip

State = np.dtype((np.record, [
    ("seat", np.int64),             # who is asked
    ("open", np.int64, STACKS),     # the stacks that still have cards, ascending
    ("opened", np.int64),           # how many those are
    ("cards", np.int64, STACKS),    # cards left in each stack
    ("left", np.int64, STACKS),     # and which: see `left_in`
    ("front", np.int64, SEATS),     # what lies in front of each player: see `ducats`, `items`, `coins`, `bandits`
    ("kept", np.int64, SEATS),      # what lies on each player's characters
    ("free", np.int64, SEATS),      # characters without items; 0: out of the game
    ("next", np.int64, SEATS),      # who follows among those still in the game
    ("active", np.int64),           # players still in the game
    ("turns", np.int64),            # turns taken, this one included
    ("busts", np.int64, SEATS),     # times that all items were lost, packed
    ("rules", Rules),
    # Hidden from players: the order of the cards, and the whims of others.
    ("stacks", np.int64, STACKS),
    ("whims", np.uint64, SEATS),
    # For the engine: which question was answered illegally (1, 2, ...), and with what.
    ("game", np.int64),
    ("fault", np.int64),
    ("answer", np.int64),
]))  # fmt: skip

Result = np.dtype((np.record, [
    ("turns", np.uint8),
    ("winners", np.uint8),          # bit s: seat s won, or shared the win
    ("ended", np.uint8),
    ("tiebreak", np.uint8),
    ("bonus", np.uint8),            # bit s: seat s got the Coin Bonus
    ("scores", np.int16, SEATS),
    ("ducats", np.uint8, SEATS),
    ("items", np.uint8, SEATS),
    ("sends", np.uint8, SEATS),
    ("thugs", np.uint8, SEATS),
    ("bandits", np.uint8, SEATS),
]))  # fmt: skip

COLUMNS = {
    "turns": Column("turns", "actions of all players together; the last, automatic sending is none", 1, TURN_LIMIT),
    "winners": Column("seats", "who won: bit s (from 0) stands for seat s + 1; several bits are a shared win", 1, 63),
    "ended": Column("", "how the game ended", 0, 2, ("everyone was out", "the stacks were empty", "turn limit")),
    "tiebreak": Column(
        "",
        "players tied for most ducats, and the items sent (or the seat, by the rule `ties`) parted them",
        0,
        1,
        ("no", "yes"),
    ),
    "bonus": Column("seats", "who got the Coin Bonus, bit by bit as for winners", 0, 63),
    "scores": Column(
        "ducats", "on the player's characters at the end, Coin Bonus and starting ducats included", 0, 320 + MOST_START
    ),
    "ducats": Column("ducats", "sent to the Keep, the automatic sending included", 0, 220),
    "items": Column("cards", "items sent to the Keep, the automatic sending included", 0, 40),
    "sends": Column("sendings", "sendings on the player's own turns", 0, 12),
    "thugs": Column("busts", "times that the Thugs took all items, of one at least", 0, 10),
    "bandits": Column("busts", "times that the second Bandits took all items, of one at least", 0, 10),
}


class Asks(NamedTuple):
    """What players are asked: a table of functions (state, knobs) -> choice by seat for each question."""

    turn: Any  # SEND, or the stack to reveal from
    rob: Any  # whose coins to take with a Coin in Hand: a seat


@jit
def coins(pile: int) -> int:
    """Coins in a packed pile (state.front[s] or state.kept[s]), Coins in Hand included."""
    return pile & 255


@jit
def ducats(pile: int) -> int:
    """Value of a packed pile.

    >>> ducats(2 * ONE_COIN + ONE_TEN + ONE_ABOVE)
    12
    """
    return (pile & 255) + 5 * ((pile >> 8) & 255) + 10 * ((pile >> 16) & 255)


@jit
def items(pile: int) -> int:
    """Cards in a packed pile, Bandits not counted."""
    return (pile & 255) + ((pile >> 8) & 255) + ((pile >> 16) & 255)


@jit
def bandits(front: int) -> int:
    """1 if Bandits lie in front, else 0."""
    return front >> 24


@jit
def loot(pile: int) -> int:
    """What a Coin in Hand takes from a pile: all coins, else a five, else a ten, else nothing."""
    if pile & 255:
        return pile & 255
    if pile & 0xFF00:
        return ONE_FIVE
    return ONE_TEN if pile & 0xFF0000 else 0


@jit
def left_in(state: np.record, stack: int, kind: int) -> int:
    """How many cards of a kind are left in a stack; all players have seen what was revealed."""
    left = state.left[stack]
    if kind == COIN:
        return (left >> 5) & 7
    if kind == FIVE_DUCATS:
        return left >> 8
    return (left >> (kind - 1)) & 1


@jit
def after(state: np.record, seat: int) -> int:
    """Who comes after `seat` among those whom a Coin in Hand may take from; loops back to the asked."""
    if state.rules.choose_out:
        return (seat + 1) % state.rules.players
    return state.next[seat]


@jit
def can_send(state: np.record) -> bool:
    """Tell whether the asked player may send."""
    return ((state.front[state.seat] & ITEMS) != 0) | (state.rules.empty_send != 0)
