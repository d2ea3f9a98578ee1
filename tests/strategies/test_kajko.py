"""Kajko's strategies: positions, and what they choose."""

from functools import cache

import numpy as np
import pytest

import simulate
import strategies
from simulators import kajko, load
from simulators.engine import Match
from simulators.rules import settle

KAJKO = load("kajko")
ALL = {"thugs": kajko.THUGS, "bandits": kajko.BANDITS, "chamberlain": kajko.CHAMBERLAIN}
ALL |= {"coin_in_hand": kajko.COIN_IN_HAND, "ten": kajko.TEN_DUCATS, "coin": kajko.COIN, "five": kajko.FIVE_DUCATS}


@cache
def match_of(name):
    """A table of one strategy; to seat it anew for each position takes longer than to ask it."""
    return Match(settle(KAJKO, 4, "advanced"), strategies.seat(KAJKO, 4, [name]), 1)


def position(stacks, front=(0, 0, 0, 0), kept=(0, 0, 0, 0), free=(3, 3, 3, 3), whims=1):
    """A position with seat 1 to move: the cards left in each stack, and what everyone has."""
    desk = match_of("random").desk(0)
    state = desk.state
    kajko.set_up(state[0], desk.luck[0])
    state[0].opened = 0
    for stack in range(kajko.STACKS):
        cards = stacks.get(stack, [])
        state[0].cards[stack] = len(cards)
        state[0].left[stack] = sum(kajko.UNIT[ALL[card]] for card in cards)
        if cards:
            state[0].open[state[0].opened] = stack
            state[0].opened += 1
    for seat in range(4):
        state[0].front[seat], state[0].kept[seat], state[0].free[seat] = front[seat], kept[seat], free[seat]
    state[0].whims[:] = whims
    return state


def choose(name, question, state):
    return match_of(name).answer(0, question, 0, state)


COIN, FIVE, TEN, BANDITS = kajko.ONE_COIN, kajko.ONE_FIVE, kajko.ONE_TEN, kajko.ONE_ABOVE
SAFE, RISKY = ["ten", "coin"], ["thugs", "ten", "five"]
FULL = ["thugs", "bandits", "chamberlain", "coin_in_hand", "ten"]


@pytest.mark.parametrize(
    ("name", "stacks", "front", "choice"),
    [
        # counting: no Thugs left beats everything; then the smaller chance; then the richer; then the lower stack
        ("counting", {3: FULL, 5: ["chamberlain"]}, 0, 5),
        ("counting", {3: FULL, 5: [*FULL, "coin"]}, 0, 5),
        ("counting", {3: ["coin"], 5: ["ten"]}, 0, 5),
        ("counting", {3: ["ten"], 5: ["ten"]}, 0, 3),
        ("counting", {3: ["thugs", "ten"], 5: ["bandits", "ten"]}, COIN + BANDITS, 3),
        ("counting", {3: FULL}, TEN + FIVE, kajko.SEND),
        ("counting", {3: FULL}, TEN + 4 * COIN, 3),
        ("counting:bank_at=0", {3: FULL}, BANDITS, 3),  # Bandits alone can't be sent
        ("counting:bank_at=0", {3: FULL}, COIN, kajko.SEND),
        ("threshold", {4: FULL}, 0, 4),
        ("threshold", {4: FULL}, TEN + FIVE, kajko.SEND),
        ("random", {4: FULL}, 0, 4),
        ("cautious", {3: FULL}, TEN, kajko.SEND),  # afraid of the Thugs in it
        ("cautious", {3: SAFE}, TEN, 3),
        ("cautious", {3: SAFE}, TEN + FIVE, kajko.SEND),
        ("bold", {3: FULL}, 2 * TEN, 3),
        ("bold", {3: FULL}, 2 * TEN + FIVE, kajko.SEND),
        ("lookahead", {3: RISKY}, TEN, 3),  # (10 + 5 - 10) / 3 is a gain
        ("lookahead", {3: RISKY}, 3 * TEN, kajko.SEND),  # (10 + 5 - 30) / 3 is none
        ("lookahead", {3: RISKY, 6: ["coin"]}, 3 * TEN, 6),
        ("lookahead", {3: RISKY, 6: SAFE}, 0, 6),  # 5 ducats a card against 5.5
        ("pacing", {3: ["ten"]}, TEN, kajko.SEND),  # 12.5 to come for three characters: 10 is more than a third
        ("endgame", {3: FULL}, TEN + FIVE, kajko.SEND),
    ],
)
def test_turns(name, stacks, front, choice):
    assert choose(name, "turn", position(stacks, (front, 0, 0, 0))) == choice


def test_pacing_waits_while_much_is_to_come():
    stacks = dict.fromkeys(range(10), FULL)
    assert choose("pacing", "turn", position(stacks, (FIVE, 0, 0, 0))) != kajko.SEND
    assert choose("pacing", "turn", position(stacks, (FIVE, 0, 0, 0), free=(9, 3, 3, 3))) == kajko.SEND


def test_endgame_keeps_its_last_character():
    stacks = dict.fromkeys(range(2), FULL)
    assert choose("endgame", "turn", position(stacks, (TEN + FIVE, 0, 0, 0), free=(2, 3, 3, 3))) == kajko.SEND
    few = {0: ["coin"], 1: ["ten"]}
    assert choose("endgame", "turn", position(few, (TEN + FIVE, 0, 0, 0), free=(1, 3, 3, 3))) == 1
    assert choose("endgame", "turn", position(few, (2 * TEN + FIVE, 0, 0, 0), free=(1, 3, 3, 3))) == kajko.SEND


@pytest.mark.parametrize(
    ("name", "front", "kept", "choice"),
    [
        ("rob_next", (0, 0, TEN, 0), (0,) * 4, 1),
        ("rob_richest", (0, 3 * COIN, 2 * TEN, 0), (0, 5 * TEN, 0, 0), 2),
        ("rob_leader", (0, 3 * COIN, 2 * TEN, 0), (0, 5 * TEN, 0, 0), 1),
        ("rob_collector", (0, 3 * COIN, 2 * TEN, 0), (0, 0, 0, 4 * COIN), 3),
        ("counting", (0, 3 * COIN + TEN, 2 * TEN, FIVE), (0,) * 4, 2),  # 3, 10 and 5 ducats to be had
        ("counting", (0, FIVE, 0, FIVE), (0,) * 4, 1),  # the first in turn order
        ("counting", (0, 0, 0, 0), (0,) * 4, 1),
        ("rob_richest", (0, 0, 0, 0), (0,) * 4, 1),
    ],
)
def test_whom_to_rob(name, front, kept, choice):
    assert choose(name, "rob", position({0: FULL}, front, kept)) == choice


def test_uniform_choices_are_uniform(games):
    """`random` takes each legal action equally often, and robs each other player equally often."""
    random, count = np.random.default_rng(1), games(4000, 400)
    turns, robbed = [], []
    for _ in range(count):
        whims = int(random.integers(2**62))
        turns.append(choose("random", "turn", position({0: FULL, 3: FULL, 9: FULL}, (TEN, 0, 0, 0), whims=whims)))
        robbed.append(choose("random", "rob", position({0: FULL}, whims=whims)))
    for found, options in ((turns, [kajko.SEND, 0, 3, 9]), (robbed, [1, 2, 3])):
        counts = [found.count(option) for option in options]
        assert sum(counts) == count
        share = 1 / len(options)
        assert max(abs(c / count - share) for c in counts) < 4 * np.sqrt(share * (1 - share) / count)


def test_known_win_shares(games):
    """Figures that independent simulators agree on: 4 players, `counting:bank_at=15` and `random` in every seat."""
    count = games(400_000, 120)
    known = {"counting:bank_at=15": ([0.2657, 0.2507, 0.2481, 0.2354], 75.97)}
    for name, (shares, turns) in known.items():
        run = simulate.run("kajko", games=count, strategy=name)
        errors = run.by_seat["win_se"].to_numpy() + 0.0005
        assert np.all(np.abs(run.by_seat["win_share"].to_numpy() - shares) < 4 * errors)
        histogram = run.histogram("turns")
        assert abs(histogram.mean - turns) < 4 * histogram.sd / np.sqrt(count) + 0.005
