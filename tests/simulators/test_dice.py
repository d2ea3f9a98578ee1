"""Luck: the right bits, uniform, and independent from game to game, seed to seed, purpose to purpose."""

import hashlib
import os
import subprocess
import sys
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from simulators import dice
from simulators.jit import PLAIN, jit

ODDS = 1e-4  # a test at a fixed seed fails for no reason with this chance


RECORD = np.dtype((np.record, [("seat", np.int64), ("whims", np.uint64, 2)]))


def state_with(*whims, seat=0):
    state = np.zeros(1, RECORD)
    state[0].whims[:] = whims
    state[0].seat = seat
    return state


@jit
def draw(first, out):
    """Fill `out` with the draws of a stream."""
    word = int(np.uint64(first))
    for at in range(len(out)):
        word = (word + dice.STEP) & dice.ALL
        out[at] = dice.mix(word)


@jit
def pick_many(state, options, out):
    for at in range(len(out)):
        out[at] = dice.pick(state[0], options)


@jit
def chance_many(state, out):
    for at in range(len(out)):
        out[at] = dice.chance(state[0])


@jit
def starts(seed, game, purpose, owner, vary, out):
    """Fill `out` with the starts of streams of which one number goes up."""
    for n in range(len(out)):
        out[n] = dice.stream(
            n if vary == 0 else seed, n if vary == 1 else game, n if vary == 2 else purpose, n if vary == 3 else owner
        )


@jit
def shuffle_many(cards, size, seed, out):
    for game in range(len(out)):
        out[game] = dice.shuffle(cards, size, dice.stream(seed, game, dice.DECKS, 0))


def draws(first, count):
    out = np.zeros(count, np.uint64)
    draw(np.int64(first), out)
    return out


def test_splitmix_reference():
    """The first numbers of SplitMix64 from seed 1234567, as published with Java's and Vigna's versions."""
    assert [int(word) for word in draws(1234567, 5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def bits_of_everything():
    """A digest of draws, picks, chances and shuffles from many streams."""
    total = hashlib.sha256()
    random = np.random.default_rng(5)
    for seed, game, purpose, owner in random.integers(0, 2**63 - 1, (40, 4)):
        out = np.zeros(3, np.uint64)
        starts(seed, game, purpose, owner, 4, out)
        state, picks, chances, decks = state_with(out[0], 1), np.zeros(5, np.int64), np.zeros(5), np.zeros(4, np.int64)
        pick_many(state, 11, picks)
        chance_many(state, chances)
        shuffle_many(0x987654321, 9, seed, decks)
        for array in (out, picks, chances, decks, state):
            total.update(array.tobytes())
    return total.hexdigest()


@pytest.mark.skipif(PLAIN, reason="the compiled pass compares the same two")
def test_compiled_and_plain_python_draw_the_same_bits():
    code = "import runpy, sys; print(runpy.run_path(sys.argv[1])['bits_of_everything']())"
    other = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code, __file__], env=other, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == bits_of_everything()


def uniform(words):
    return words.astype(np.float64) / 2.0**64


@jit
def first_draws(seed, game, purpose, owner, vary, out):
    starts(seed, game, purpose, owner, vary, out)
    for n in range(len(out)):
        out[n] = dice.mix((int(out[n]) + dice.STEP) & dice.ALL)


@pytest.mark.parametrize("vary", range(4), ids=["seed", "game", "purpose", "owner"])
def test_neighbours_are_independent(vary):
    """Streams whose numbers differ by one look like draws of one good generator."""
    words = np.zeros(20_000, np.uint64)
    first_draws(3, 5, 1, 2, vary, words)
    values = uniform(words)
    assert stats.kstest(values, "uniform").pvalue > ODDS
    lag = np.corrcoef(values[:-1], values[1:])[0, 1]
    assert abs(lag) * np.sqrt(len(values)) < 4
    bits = (words[:-1] ^ words[1:])[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
    assert np.all(np.abs(bits.mean(axis=0) - 0.5) * 2 * np.sqrt(len(bits)) < 5)  # each bit flips half the time


def test_first_and_later_draws_of_a_stream_are_independent():
    first = np.zeros(4000, np.uint64)
    starts(1, 0, dice.WHIMS, 0, 1, first)
    words = np.array([draws(start.astype(np.int64), 4) for start in first])
    correlation = np.corrcoef(uniform(words).T)
    assert np.max(np.abs(correlation - np.eye(4))) * np.sqrt(len(words)) < 4.5


@pytest.mark.parametrize("options", [2, 3, 6, 11])
def test_pick_is_uniform(options):
    picks = np.zeros(20_000, np.int64)
    pick_many(state_with(12345, 1), options, picks)
    counts = np.bincount(picks, minlength=options)
    assert len(counts) == options
    assert stats.chisquare(counts).pvalue > ODDS


def test_chance_is_uniform():
    values = np.zeros(20_000)
    chance_many(state_with(99, 1), values)
    assert 0 <= min(values) < max(values) < 1
    assert stats.kstest(values, "uniform").pvalue > ODDS


def test_whims_belong_to_the_asked_player():
    state = state_with(7, 7, seat=1)
    pick_many(state, 6, np.zeros(1, np.int64))
    assert state[0].whims[0] == 7 != state[0].whims[1]


@pytest.mark.parametrize("size", range(1, 10))
def test_shuffles_are_permutations(size):
    cards = list(range(1, size + 1))
    out = np.zeros(200, np.int64)
    shuffle_many(sum(card << 4 * at for at, card in enumerate(cards)), size, size, out)
    for shuffled in out.tolist():
        assert sorted(shuffled >> 4 * at & 15 for at in range(size)) == cards
        assert shuffled >> 4 * size == 0


def test_all_orders_of_five_cards_are_equally_likely():
    out = np.zeros(24_000, np.int64)
    shuffle_many(0x54321, 5, 1, out)
    orders = [sum(c << 4 * at for at, c in enumerate(order)) for order in permutations(range(1, 6))]
    counts = [int((out == order).sum()) for order in orders]
    assert sum(counts) == len(out)
    assert stats.chisquare(counts).pvalue > ODDS


def test_every_card_of_nine_is_equally_likely_everywhere():
    out = np.zeros(18_000, np.int64)
    shuffle_many(0x987654321, 9, 2, out)
    counts = [np.bincount(out >> 4 * place & 15, minlength=10)[1:] for place in range(9)]
    for line in (*counts, *np.transpose(counts)):
        assert stats.chisquare(line).pvalue > ODDS
