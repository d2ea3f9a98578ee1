"""Files of strategies as their authors write them, by the command line: what works, and what is said of the rest."""

import json

import pytest

KAJKO = """
import numpy as np
from simulators.dice import pick
from simulators.jit import jit
from simulators.kajko import BANDITS, SEND, THUGS, ducats, left_in
from strategies import Strategy

HOLD, TUPLE, LIST, DICT = 17, (30, 25, 20, 15, 12, 10, 9, 8, 7, 6), [30, 25], {"a": 1}
TABLE = np.array(TUPLE)

@jit
def mine(state):
    return ducats(state.front[state.seat])

def plain(state):
    return ducats(state.front[state.seat])

def constant(state, knobs):
    return SEND if mine(state) >= HOLD else state.open[0]

def knobby(state, knobs):
    return SEND if mine(state) >= knobs.hold else state.open[pick(state, state.opened)]

def array(state, knobs):
    return SEND if mine(state) >= TABLE[10 - state.opened] else state.open[0]

def tup(state, knobs):
    return SEND if mine(state) >= TUPLE[10 - state.opened] else state.open[0]

def comp(state, knobs):
    best = max([left_in(state, state.open[at], THUGS) for at in range(state.opened)])
    return state.open[0] if best >= 0 else SEND

def lst(state, knobs):
    return SEND if mine(state) >= LIST[0] else state.open[0]

def dct(state, knobs):
    return SEND if mine(state) >= DICT["a"] else state.open[0]

def nojit(state, knobs):
    return SEND if plain(state) >= 15 else state.open[0]

def wrong(state, knobs):
    return "send" if mine(state) >= 15 else state.open[0]

def flt(state, knobs):
    return 1.0 * state.open[0]

def none(state, knobs):
    if mine(state) >= 15:
        return SEND

def forever(state, knobs):
    while True:
        pass
    return 0

def peek(state, knobs):
    for at in range(state.opened):
        kind = state.stacks[state.open[at]] & 15
        if kind != THUGS and kind != BANDITS:
            return state.open[at]
    return state.open[0]

def mutate(state, knobs):
    state.kept[state.seat] += 1
    return state.open[0]

def crash(state, knobs):
    return state.open[0] // (state.game - 1700) * 0 + state.open[0]

def crash_rare(state, knobs):
    return SEND if mine(state) >= 50 else state.open[0] + 0 * (1 // (mine(state) - 43))

def illegal_rare(state, knobs):
    return 19 if mine(state) >= 30 else state.open[0]

def noargs():
    return 0

def slow(state, knobs):
    print(state.seat)
    return state.open[0]

def rnd(state, knobs):
    return state.open[np.random.randint(state.opened)]

def cached(state, knobs):
    TABLE[0] += 1
    return state.open[0]

knobs2 = Strategy({"turn": knobby}, knobs={"hold": 20})
"""
WOJOWOCE = """
from strategies import Strategy

def first(state, knobs):
    return 0

def basket(state, knobs):
    return state.basket[0] % max(1, state.cards[state.seat])

def handless(state, knobs):
    return 9

def crash(state, knobs):
    return 0 // (state.game - 1700)

def mutate(state, knobs):
    state.hand[state.seat, 0] = 3
    return 0

named = Strategy({"lay": first}, knobs={"a": 1})
"""
CASES = {  # what is said; nothing if it plays
    "kajko constant": "", "kajko array": "", "kajko tup": "", "kajko comp": "", "kajko slow": "", "kajko knobs2:hold=3": "",
    "kajko knobby": "(read by knobby; knobs come with Strategy(..., knobs={...})) is called 'hold'", "kajko lst": "'LIST' is a list", "kajko dct": "'DICT' is a dict",
    "kajko nojit": "put @jit above it", "kajko wrong": " in one place and ", "kajko flt": "returns a number with decimals",
    "kajko none": "returns a whole number or nothing", "kajko forever": "returns nothing", "kajko peek": "it looks at what its player can't know",
    "kajko mutate": "it changes state.kept", "kajko crash": "seat 1 in game 1700: ZeroDivisionError", "kajko crash_rare": "ZeroDivisionError",
    "kajko illegal_rare": "19 is no legal answer to 'turn'", "kajko noargs": "must take two arguments, (state, knobs)",
    "kajko rnd": "np.random is random whatever the seed: use pick and chance", "kajko cached": "an array from outside can't be written to",
    "kajko nobody": "is called 'nobody'", "wojowoce first": "", "wojowoce named:a=2": "", "wojowoce basket": "it looks at what its player can't know",
    "wojowoce handless": "9 is no legal answer to 'lay'", "wojowoce crash": "in game 1700: ZeroDivisionError", "wojowoce mutate": "it changes state.hand",
}  # fmt: skip


@pytest.mark.parametrize("line", CASES)
def test_it_plays_or_is_told_why_not(line, cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(KAJKO if line.startswith("kajko") else WOJOWOCE)
    game, name = line.split()
    code, out, err = cli(f"{game} --games 2000 --strategy ./mine.py:{name} --json")
    if not CASES[line]:
        assert code == 0 and json.loads(out)["games"] == 2000
        return
    said = [text for text in err.splitlines() if text.startswith("error: ")]
    assert (code, out, len(said)) == (2, "", 1), err
    assert CASES[line] in said[0] and name.split(":")[0] in said[0] and len(said[0]) <= 200, said[0]
