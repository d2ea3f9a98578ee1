"""Luck as a pure function of (seed, game, what it is for, whose it is).

A stream is one 64-bit word, started by hashing those four numbers and stepped by a constant; a draw
is the mixed word (SplitMix64: Steele, Lea and Flood 2014, with their variant 13 of Stafford's mixers).
No stream depends on threads, chunks, other games, or on how much anyone else has drawn.

Every constant here is at least 2**63 or a small shift, so that compiled arithmetic stays in uint64;
`& ALL` is free there, and gives plain Python, whose integers never wrap, the same bits.
"""

import numpy as np

from simulators.jit import jit

ALL = 0xFFFFFFFFFFFFFFFF
STEP = 0x9E3779B97F4A7C15
PURPOSE = 0xD1342543DE82EF95  # odd constants that keep purposes and owners apart
OWNER = 0xA0761D6478BD642F

DECKS, WHIMS, DICE = 1, 2, 3  # what luck is for
PURPOSES = 4

# Which luck a game is played on; the engine fills it in.
Luck = np.dtype((np.record, [
    ("seed", np.int64),
    ("game", np.int64),                 # the game's number
    ("of", np.int64, PURPOSES),         # by purpose: the number of the game whose luck it is (games may share it)
    ("turned", np.int64),               # seat s has the luck of player (s + turned) % players
]))  # fmt: skip

FRACTION = 59  # bits of a shuffling word; 2**59 times at most 15 stays below 2**63
BELOW_ONE = (1 << FRACTION) - 1


@jit
def mix(word: int) -> int:
    """Scramble 64 bits, one to one."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & ALL
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & ALL
    return word ^ (word >> 31)


@jit
def stream(seed: int, game: int, purpose: int, owner: int) -> int:
    """Start of the stream for one purpose and owner (a seat, a stack) in one game of one run.

    All four are non-negative and below 2**63.
    """
    run = mix((int(np.uint64(seed)) + STEP) & ALL)
    table = mix((run + int(np.uint64(game)) * STEP) & ALL)
    return mix((table + int(np.uint64(purpose)) * PURPOSE + int(np.uint64(owner)) * OWNER) & ALL)


@jit
def draw(words: np.ndarray, at: int, options: int) -> int:
    """Uniform in 0..options-1, from the stream whose word is words[at].

    `options` lies in 1..2**31. The chance of an option is off by at most 2**-32.
    """
    word = (int(words[at]) + STEP) & ALL
    words[at] = word
    return (int(np.int64(mix(word) >> 32)) * options) >> 32


@jit
def owner(luck: np.record, seat: int, players: int) -> int:
    """Whose luck a seat has: the player's, where luck goes round with players."""
    of = seat + luck.turned
    return of - players * (of >= players)


@jit
def pick(state: np.record, options: int) -> int:
    """Uniform in 0..options-1: a whim of the player who is asked (state.seat).

    `options` lies in 1..2**31. The chance of an option is off by at most 2**-32.
    """
    return draw(state.whims, state.seat & 15, options)  # `& 15` tells the compiler that it isn't negative


@jit
def chance(state: np.record) -> float:
    """Uniform in [0, 1): a whim of the player who is asked, in steps of 2**-53."""
    word = (int(state.whims[state.seat]) + STEP) & ALL
    state.whims[state.seat] = word
    return np.int64(mix(word) >> 11) / 9007199254740992.0


@jit
def shuffle(cards: int, size: int, word: int) -> int:
    """Return `size` four-bit cards, packed in an integer with the top card lowest, in random order.

    `word` holds 64 random bits, taken as a fraction and spent digit by digit (base size, size - 1,
    ...): a uniform shuffle up to size! / 2**59, below 1e-12 for nine cards.
    """
    word = int(np.int64(word >> 5))
    shuffled = 0
    for place in range(size):
        word *= size - place
        at = (word >> FRACTION) << 2
        word &= BELOW_ONE
        rest = cards >> at
        shuffled |= (rest & 15) << (place << 2)
        cards = (cards & ((1 << at) - 1)) | ((rest >> 4) << at)
    return shuffled
