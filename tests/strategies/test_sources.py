"""What shows of a strategy before it is compiled, and what it prints."""
# ruff: noqa: NPY002, RUF015 - dice of all kinds

import json
import random
import time
from random import randint

import numpy as np
import pytest

import simulate
from simulators.dice import chance, pick
from simulators.errors import BadInput
from simulators.jit import PLAIN, jit
from strategies import Strategy

GENERATOR = np.random.default_rng(1)
DRAWS = (randint, np.random.rand)


@jit
def helper(state):
    """Draw where a strategy doesn't see it."""
    return np.random.randint(state.opened)


def numpys(state, knobs):
    """Draw."""
    return state.open[np.random.randint(state.opened)]


def pythons(state, knobs):
    """Draw."""
    return state.open[int(random.random() * state.opened)]


def by_name(state, knobs):
    """Draw."""
    return state.open[randint(0, 0)]


def under_another_name(state, knobs):
    """Draw."""
    dice = np.random
    return state.open[dice.randint(state.opened)]


def in_a_comprehension(state, knobs):
    """Draw."""
    return state.open[[np.random.randint(1) for _ in range(3)][0]]


def of_a_tuple(state, knobs):
    """Draw."""
    return state.open[int(DRAWS[1]() * 1)]


def by_a_helper(state, knobs):
    """Draw."""
    return state.open[helper(state)]


def by_a_generator(state, knobs):
    """Draw."""
    return state.open[int(GENERATOR.random())]


def by_the_clock(state, knobs):
    """Look at the clock."""
    return state.open[int(time.time()) % state.opened]


def closed_over(dice):
    """Make one whose dice come from where it was made."""

    def drawn(state, knobs):
        return state.open[dice(1)]

    return drawn


@pytest.mark.parametrize(
    ("strategy", "dice"),
    [
        (numpys, "np.random"),
        (pythons, "random"),
        (by_name, "randint"),
        (under_another_name, "np.random"),
        (in_a_comprehension, "np.random"),
        (of_a_tuple, r"DRAWS\[0\]"),
        pytest.param(by_a_helper, "np.random", marks=pytest.mark.skipif(PLAIN, reason="then it isn't compiled")),
        (by_a_generator, "GENERATOR"),
        (by_the_clock, "time"),
        (closed_over(np.random.randint), "dice"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
@pytest.mark.parametrize("play", [simulate.run, simulate.replay])
def test_dice_of_its_own_are_refused(strategy, dice, play):
    with pytest.raises(
        BadInput, match=f": {dice} is random whatever the seed: use pick and chance of simulators.dice$"
    ):
        play("kajko", strategy=strategy)


def not_random(state, knobs):
    """Use numpy, and whims, and a name that is only called random."""
    random = pick(state, state.opened) * (np.abs(-1) if chance(state) < 0.5 else 1)
    return state.open[random]


def test_whims_are_no_dice_of_its_own():
    assert simulate.run("kajko", games=20, strategy=not_random).games == 20


def test_what_a_strategy_prints_is_no_result(cli, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("print('loaded')\n\ndef prints(state, knobs):\n    print('seen', 1)\n    return state.open[0]\n")
    for line in ("kajko --games 2", "replay kajko", "compare kajko --variants base,advanced --games 2 --players 2"):
        code, out, err = cli(f"{line} --strategy {path}:prints --json")
        assert code == 0 and json.loads(out) and "seen 1" in err and "seen" not in out
    code, out, err = cli(f"fair kajko --games 2 --players 2 --strategies {path}:prints --json")
    assert json.loads(out)["word"] == "INCONCLUSIVE" and "seen 1" in err


def test_a_strategy_is_checked_once_in_a_process(monkeypatch):
    looked = []
    monkeypatch.setattr("strategies.contract.watch_closely", lambda match, suspects, number: looked.append(number))

    def first(state, knobs):
        return state.open[0]

    own = Strategy({"turn": first}, knobs={"hold": 1})
    for seed in range(3):
        simulate.run("kajko", games=30, strategy=own, seed=seed)
    assert len(looked) == 24
    simulate.run("kajko", games=30, strategy=own, variant="advanced")  # other situations
    assert len(looked) == 48
    simulate.run("kajko", games=30, strategy=Strategy({"turn": first}, knobs={"hold": 2}))
    assert len(looked) == 72


def test_few_games_checked_are_not_all(monkeypatch):
    looked = []
    monkeypatch.setattr("strategies.contract.watch_closely", lambda match, suspects, number: looked.append(number))

    def first(state, knobs):
        return state.open[0]

    for games in (1, 1, 30, 30, 1):
        simulate.run("kajko", games=games, strategy=first)
    assert len(looked) == 1 + 24


def test_a_file_runs_once_until_it_changes(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from pathlib import Path\nwith Path(__file__).with_name('log').open('a') as log:\n    log.write('x')\n\ndef first(state, knobs):\n    return state.open[0]\n"
    )
    for _ in range(3):
        simulate.run("kajko", games=2, strategy=f"{path}:first")
    assert (tmp_path / "log").read_text() == "x"
    path.write_text(path.read_text() + "\n")
    simulate.run("kajko", games=2, strategy=f"{path}:first")
    assert (tmp_path / "log").read_text() == "xx"
