"""What numba says of functions that it can't compile, in one line."""

import os
import sys

import numpy as np
import pytest

import simulate
from simulators.errors import BadInput
from simulators.jit import PLAIN, jit

TABLE, LIST, DICT = np.array([1, 2, 3]), [1, 2], {"a": 1}


class Memory:
    """What compiled code can't read."""


MEMORY = Memory()


def helper(state):
    return 1


@jit
def good(state):
    return 1


def text_or_number(state, knobs):
    return "send" if state.turns else 0


def writes(state, knobs):
    TABLE[0] += 1
    return 0


def reads_a_list(state, knobs):
    return LIST[0]


def reads_a_dict(state, knobs):
    return DICT["a"]


def reads_an_object(state, knobs):
    return MEMORY.x


def forgets_jit(state, knobs):
    return helper(state)


def adds_text(state, knobs):
    return state.turns + "a"


def takes_a_key(state, knobs):
    return max([1, 2], key=lambda value: -value)


def calls_a_number(state, knobs):
    return state.turns(3)


def indexes_a_number(state, knobs):
    return state.turns[3]


def no_such_field(state, knobs):
    return state.front.nosuch


def no_such_name(state, knobs):
    return nobody(state)  # noqa: F821


def imports(state, knobs):
    import math

    return math.floor(1.5)


def empty(state, knobs):
    found = []
    for one in found:
        return one
    return 0


def formats(state, knobs):
    return int(f"{state.turns:.2f}")


def a_fraction(state, knobs):
    return 0.5


def sometimes(state, knobs):  # noqa: RET503
    if state.turns > 3:
        return 1


def opens(state, knobs):
    open("x.txt")  # noqa: PTH123, SIM115
    return 0


def asks_the_system(state, knobs):
    return len(os.environ)


def generates(state, knobs):
    yield 1


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("strategy", "says"),
    [
        (text_or_number, " in one place and "),
        (writes, "an array from outside can't be written to (test_wording.py, line "),
        (reads_a_list, "'LIST' is a list, which may change: make it a tuple (test_wording.py, line "),
        (reads_a_dict, "'DICT' is a dict: compiled code reads numbers, tuples and arrays from outside"),
        (reads_an_object, "Memory: compiled code reads numbers, tuples and arrays from outside"),
        (forgets_jit, "'helper' is plain Python: put @jit above it (from simulators.jit import jit)"),
        (adds_text, "+ isn't possible with a whole number and text (test_wording.py, line "),
        (takes_a_key, "max(...) isn't possible with a list and a function (test_wording.py, line "),
        (calls_a_number, "a whole number is called like a function (test_wording.py, line "),
        (indexes_a_number, "x[...] isn't possible with a whole number and a whole number"),
        (no_such_field, "an array has no 'nosuch' (test_wording.py, line "),
        (no_such_name, "name 'nobody' is not defined"),
        (imports, "an import isn't possible in compiled code (test_wording.py, line "),
        (empty, "'found' is an empty list, so that nobody knows of what (test_wording.py, line "),
        (
            formats,
            " in f-strings"
            if sys.version_info < (3, 13)
            else "a format in an f-string isn't possible in compiled code",
        ),
        (opens, "'open' isn't possible in compiled code (test_wording.py, line "),
        (asks_the_system, "'os.environ' isn't possible in compiled code (test_wording.py, line "),
        (a_fraction, "a_fraction returns a number with decimals; a choice is a whole number, on every path"),
        (sometimes, "sometimes returns a whole number or nothing; a choice is a whole number, on every path"),
        (generates, "generates returns a generator (`yield`); a choice is a whole number, on every path"),
    ],
)
def test_it_is_one_line_without_jargon(strategy, says):
    with pytest.raises(BadInput) as error:
        simulate.run("kajko", games=10, strategy=strategy)
    text = str(error.value)
    assert says in text and len(text) < 200 and "\n" not in text
    assert not any(word in text for word in ("Literal", "int64", "reflected", "Cannot", "setitem", "numba"))
