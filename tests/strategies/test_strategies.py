"""Finding strategies: by name, with knobs, in a file, as functions."""

import pytest

import simulate
import strategies
from simulators import load
from simulators.errors import BadInput
from strategies import Strategy

KAJKO = load("kajko")

MINE = '''
"""Strategies of my own."""
from simulators.dice import pick
from simulators.kajko import SEND, ducats
from strategies import Strategy


def patient(state, knobs):
    """Send at 20 ducats."""
    return SEND if ducats(state.front[state.seat]) >= 20 else state.open[pick(state, state.opened)]


def turn(state, knobs):
    return SEND if ducats(state.front[state.seat]) >= knobs.hold else state.open[0]


tuned = Strategy({"turn": turn}, knobs={"hold": 12})
odd = Strategy({"trun": turn})
number = 3


def three(state, knobs, more):
    return 0
'''


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    return path


def test_names_and_knobs():
    found = strategies.find(KAJKO, "cautious:bank_at=18:afraid_at=9")
    assert found.knobs == {"bank_at": 18, "afraid_at": 9}
    assert found.label == "cautious:bank_at=18:afraid_at=9"


def test_files(mine):
    found = strategies.find(KAJKO, f"{mine}:patient")
    assert found.idea == "Send at 20 ducats."
    assert found.answers["rob"].__name__ == "rob_anyone"
    assert strategies.find(KAJKO, f"{mine}:tuned:hold=30").knobs == {"hold": 30}


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("cautius", "did you mean 'cautious'"),
        ("random:x=1", "no knob of random is called 'x'"),
        ("random:start_ducats=-1", "start_ducats=-1: expected a whole number from 0 to 20, a player's own"),
        ("random:start_ducats=1,2", "start_ducats=1,2: expected a whole number from 0 to 20"),
        ("counting:bank=1", "did you mean 'bank_at'"),
        ("counting:bank_at=many", "expected a number"),
        ("{mine}", "say which function of the file plays"),
        ("{mine}:patent", "did you mean 'patient'"),
        ("{mine}:odd", "did you mean 'turn'"),
        ("{mine}:number", "no strategy in"),
        ("{mine}:three", "must take two arguments, (state, knobs)"),
        ("{mine}:tuned:hodl=3", "did you mean 'hold'"),
        ("nowhere.py:patient", "there is no file nowhere.py"),
    ],
)
def test_mistakes(mine, spec, says):
    with pytest.raises(BadInput) as error:
        strategies.find(KAJKO, spec.format(mine=mine))
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_with_a_mistake(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("def patient(state, knobs)\n    return 0\n")
    with pytest.raises(BadInput, match=r"broken.py can't be loaded: SyntaxError.*line 1"):
        strategies.find(KAJKO, f"{path}:patient")


def test_seats():
    assert [p.name for p in strategies.seat(KAJKO, 3, ["bold"])] == ["bold"] * 3
    with pytest.raises(BadInput, match="2 strategies for 3 players"):
        strategies.seat(KAJKO, 3, ["bold", "random"])


def test_too_many_knobs():
    many = Strategy({"turn": strategies.find(KAJKO, "random").answers["turn"]}, {f"k{n}": 0.0 for n in range(9)})
    with pytest.raises(BadInput, match="8 is the most"):
        strategies.complete(many, KAJKO, "many")


def test_digests_know_knobs_and_sources(mine):
    first = strategies.find(KAJKO, f"{mine}:patient").digest
    mine.write_text(MINE.replace(">= 20", ">= 21"))
    assert strategies.find(KAJKO, f"{mine}:patient").digest != first
    assert strategies.find(KAJKO, "bold").digest != strategies.find(KAJKO, "bold:bank_at=26").digest


def test_those_that_ship_are_known():
    assert strategies.is_shipped(strategies.find(KAJKO, "bold"))
    assert not strategies.is_shipped(strategies.complete(lambda state, knobs: 0, KAJKO, "mine"))


def closed_over(limit):
    def closed(state, knobs):
        return -1 if state.front[state.seat] & 0xFFFFFF >= limit else state.open[0]

    return closed


def test_closures_of_one_factory_stay_apart():
    seated = strategies.seat(KAJKO, 4, [closed_over(10), closed_over(20), closed_over(30), "random"])
    assert [player.label for player in seated] == ["closed", "closed (2)", "closed (3)", "random"]
    assert len({player.digest for player in seated}) == 4


def test_a_compiled_function_in_a_file_is_taken_as_it_is(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("from simulators.jit import jit\n\n@jit\ndef eager(state, knobs):\n    return state.open[0]\n")
    assert strategies.find(KAJKO, f"{path}:eager").name == "eager"


@pytest.mark.parametrize("knobs", [["a"], {"x": "abc"}, {"x": None}, {"a b": 1}, {"x": float("nan")}], ids=str)
def test_knobs_that_are_none_are_said_in_one_line(knobs):
    with pytest.raises(BadInput, match="expected"):
        Strategy({"turn": closed_over(1)}, knobs=knobs)


@pytest.mark.parametrize(
    "answers", [closed_over(1), {}, {1: closed_over(1)}], ids=["a function", "nothing", "a number"]
)
def test_answers_that_are_none_are_said_in_one_line(answers):
    with pytest.raises(BadInput, match="expected answers by question"):
        Strategy(answers)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("1 / 0", "ZeroDivisionError.*line 2"),
        ("import sys; sys.exit(3)", "SystemExit"),
        ("raise BaseException('x')", "BaseException: x .line 2"),
        ("raise GeneratorExit", "GeneratorExit .line 2"),
    ],
)
def test_a_file_that_fails_says_where(tmp_path, code, says):
    path = tmp_path / "fails.py"
    path.write_text(f"\n{code}\n")
    with pytest.raises(BadInput, match=says):
        strategies.find(KAJKO, f"{path}:patient")


@pytest.mark.parametrize(
    ("why", "says"),
    [
        (lambda question, state, knobs, choice: 1 / 0, "its `why` raised ZeroDivisionError"),
        (lambda question, state: "because", "its `why` raised TypeError: .* takes 2 positional arguments"),
        (lambda question, state, knobs, choice: 5, "its `why` returned 5; expected a sentence"),
        ("because", "why='because'.*: expected a function"),
    ],
    ids=["raises", "takes two", "a number", "no function"],
)
def test_a_why_that_doesnt_tell_is_said_in_one_line(why, says):
    with pytest.raises(BadInput, match=says):
        simulate.replay("kajko", strategy=Strategy({"turn": lambda state, knobs: state.open[0]}, why=why))
