"""Every strategy of every game keeps to the contract; and the contract catches those who don't."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import simulate
import strategies
from simulators import dice, games, load
from simulators.engine import Match
from simulators.errors import BadInput
from simulators.jit import PLAIN, jit
from simulators.kajko import after
from simulators.rules import settle
from strategies import Strategy
from strategies.contract import check
from tests.passes import BOUNDS

ROOT = Path(__file__).resolve().parent.parent.parent
KAJKO = load("kajko")
DIVISION = "RuntimeWarning: divide by zero" if PLAIN else "ZeroDivisionError"  # numpy's answer, and numba's
CASES = [
    (game, name, variant, players)
    for game in games()
    for name in strategies.shipped(load(game))
    for variant in load(game).variants
    for players in load(game).players
    if not PLAIN or players in (min(load(game).players), max(load(game).players))  # plain Python takes minutes for all
]


@pytest.mark.parametrize(("game", "name", "variant", "players"), CASES, ids=lambda v: str(v))
def test_every_strategy_keeps_to_it(game, name, variant, players, games):
    loaded = load(game)
    player = strategies.find(loaded, name)
    match = Match(settle(loaded, players, variant), [player] * players, 5)
    if not BOUNDS:  # where this one compiles strategies once more, with bounds checked as they are
        check(match, [player], checked=games(12, 1))
    count = games(500, 2)
    assert sum(chunk.games for chunk in match.play(count)) == count


SHIPPED = [(load(game), name) for game in games() for name in strategies.shipped(load(game))]
WITH_KNOBS = [(game, name) for game, name in SHIPPED if strategies.find(game, name).knobs]


def label(value):
    return getattr(value, "name", value)


@pytest.mark.parametrize(("game", "name"), SHIPPED, ids=label)
def test_every_strategy_says_what_its_idea_is(game, name):
    strategy = strategies.find(game, name)
    assert strategy.idea.endswith(".") and len(strategy.idea) < 110
    for knob in strategy.knobs:
        source = "".join(Path(f.__code__.co_filename).read_text() for f in strategy.answers.values())
        assert f"knobs.{knob}" in source


@pytest.mark.parametrize(("game", "name"), WITH_KNOBS, ids=label)
def test_every_knob_matters(game, name, games):
    """In some variant: one may leave out what a knob is about."""
    count, step = games((400, 100), (40, 4))

    def matches(who):
        seated = strategies.seat(game, 4, [who, "random", "random", "random"])
        return [Match(settle(game, 4, variant), seated, 1) for variant in game.variants]

    def differ(first, pair):
        one, other = (match.chunk(first, step, keep_rows=True).rows for match in pair)
        return one.tobytes() != other.tobytes()

    as_it_is = matches(name)
    for knob, value in strategies.find(game, name).knobs.items():
        turned = [match for other in (value + 8, value / 2) for match in matches(f"{name}:{knob}={other:g}")]
        pairs = [*zip(as_it_is * 2, turned, strict=True)]
        # The first game that differs is enough: all are rarely played.
        assert any(differ(first, pair) for first in range(0, count, step) for pair in pairs), knob


def peeks(state, knobs):
    """Reveal from the stack whose top card is dearest."""
    for kind in (5, 7, 6, 4):
        for at in range(state.opened):
            if state.stacks[state.open[at]] & 7 == kind:
                return state.open[at]
    return state.open[0]


def peeks_at_whims(state, knobs):
    return state.open[state.whims[(state.seat + 1) % 4] % 2] if state.opened > 1 else state.open[0]


def steals(state, knobs):
    state.kept[state.seat] += 1 << 16
    return state.open[0]


def steals_later(state, knobs):
    if state.game > 500:
        state.kept[state.seat] += 1 << 16
    return state.open[0]


def robs_twice(state, knobs):
    state.front[state.next[state.seat]] = 0
    return state.next[state.seat]


def wild(state, knobs):
    return 12


def fraction(state, knobs):
    return 0.5


def nothing(state, knobs):
    if state.turns > 10:
        return state.open[0]
    return None


def crashes(state, knobs):
    return 7 // (state.turns - 3) * 0 + state.open[0]


def helper(state):
    return state.open[0] + 99


def unjitted(state, knobs):
    return helper(state)


CALLS = 0


def counts_calls(state, knobs):
    global CALLS
    CALLS += 1
    return 99


def forgets_a_seat(state, knobs):
    return after(state)


def reads_beyond(state, knobs):
    return state.open[1_000_000 * state.opened]


def misspells(state, knobs):
    return state.opne[0]


def wrong_knob(state, knobs):
    return state.open[0] if knobs.bank > 3 else -1


def shuffles_from_whims(state, knobs):
    return state.open[dice.pick(state, state.opened)]


@pytest.mark.parametrize(
    ("strategy", "says"),
    [
        (peeks, "peeks, seat 1 in game 0, asked 'turn': it looks at what its player can't know"),
        (peeks_at_whims, "it looks at what its player can't know"),
        (steals, "steals, seat 1 in game 0, asked 'turn': it changes state.kept"),
        (Strategy({"turn": shuffles_from_whims, "rob": robs_twice}), "asked 'rob': it changes state.front"),
        (wild, "wild, seat 1 in game 0: 12 is no legal answer to 'turn'"),
        (crashes, f"crashes, seat 3 in game 0, asked 'turn': {DIVISION}"),
        (steals_later, "it changes state.kept"),
        (reads_beyond, "reads_beyond, seat 1 in game 0, asked 'turn': IndexError"),
    ],
    ids=lambda value: value if isinstance(value, str) else getattr(value, "__name__", "rob"),
)
def test_breaches_are_named(strategy, says):
    with pytest.raises(BadInput) as error:
        simulate.run("kajko", games=1000, strategy=strategy, variant="advanced")
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("strategy", "says"),
    [
        (fraction, "TypeError" if PLAIN else "fraction returns a number with decimals; a choice is a whole number"),
        (nothing, "TypeError" if PLAIN else "a choice is a whole number, on every path"),
        (unjitted, "" if PLAIN else "'helper' is plain Python: put @jit above it"),
        (
            forgets_a_seat,
            "after() missing"
            if PLAIN
            else "seat: int) -> int was called otherwise: missing a required argument: 'seat' (test_contract.py",
        ),
        (counts_calls, "" if PLAIN else "counts_calls can't be compiled"),
        (misspells, "opne" if PLAIN else "is called 'opne'; did you mean 'opened'?"),
        (wrong_knob, "bank"),
    ],
)
def test_what_cant_be_compiled_is_said_in_one_line(strategy, says):
    with pytest.raises((BadInput, AttributeError, TypeError)) as error:
        simulate.run("kajko", games=10, strategy=strategy)
    assert says in str(error.value)


def test_a_good_one_passes():
    assert simulate.run("kajko", games=10, strategy=shuffles_from_whims).games == 10


@jit
def runs_down(number):
    """Call itself; compiled, it never ends or overflows the stack."""
    return 0 if number < -9 else runs_down(number + 1)


@jit
def ping(number):
    """Call one that calls this one."""
    return pong(number)


@jit
def pong(number):
    """Call one that calls this one."""
    return 0 if number < -9 else ping(number + 1)


def calls_one_that_calls_itself(state, knobs):
    """Reveal from the first stack, some day."""
    return state.open[0] + runs_down(state.turns)


def calls_two_that_call_each_other(state, knobs):
    """Reveal from the first stack, some day."""
    return state.open[0] + ping(state.turns)


LATER = (ping, runs_down)
HELPERS, HELPERS.more = ModuleType("helpers"), ModuleType("more")
HELPERS.more.runs_down = runs_down


def calls_one_of_a_tuple(state, knobs):
    """Reveal from the first stack, some day."""
    return state.open[0] + LATER[1](state.turns)


def calls_one_two_modules_away(state, knobs):
    """Reveal from the first stack, some day."""
    return state.open[0] + HELPERS.more.runs_down(state.turns)


def calls_itself(state, knobs):
    """Ask itself."""
    return calls_itself(state, knobs)


@pytest.mark.skipif(PLAIN, reason="plain Python raises RecursionError")
@pytest.mark.parametrize(
    ("strategy", "says"),
    [
        (calls_one_that_calls_itself, "runs_down calls itself, which may never end; write a loop"),
        (calls_two_that_call_each_other, "p[io]ng calls itself, which may never end; write a loop"),
        (calls_one_of_a_tuple, "calls itself, which may never end; write a loop"),
        (calls_one_two_modules_away, "runs_down calls itself, which may never end; write a loop"),
        (calls_itself, "calls_itself calls itself, which may never end; write a loop"),
    ],
)
def test_functions_that_call_themselves_are_refused(strategy, says):
    with pytest.raises(BadInput, match=says):
        simulate.run("kajko", games=10, strategy=strategy)


def spins_in_game_30(state, knobs):
    """Never answer, in one game."""
    while state.game == 30:
        pass
    return state.open[0]


def spins_late(state, knobs):
    """Never answer, in one game of the second chunk."""
    while state.game == 20_001:
        pass
    return state.open[0]


def spins(state, knobs):
    """Never answer."""
    while state.turns >= 0:
        pass
    return state.open[0]


SPIN = """
import logging, os, signal, simulate, simulators.engine as engine
from tests.strategies.test_contract import spins, spins_in_game_30, spins_late
engine.STALL = 0.5
class Press(logging.Handler):
    def emit(self, record):
        print(record.getMessage(), flush=True)
        if "no answer" in record.getMessage():
            os.kill(os.getpid(), signal.SIGINT)
logging.getLogger("millionfold").addHandler(Press())
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    {call}
except KeyboardInterrupt:
    print("KeyboardInterrupt")
"""


@pytest.mark.skipif(PLAIN, reason="plain Python is interrupted anywhere")
@pytest.mark.parametrize(
    ("call", "says"),
    [
        (
            "r = simulate.run('kajko', games=40_000, strategy=spins_late); print(r.games, r.stopped_by)",
            [
                "spins_late, seat 1 in game 20001: no answer for 0.5 s (a loop without end?); Ctrl-C stops",
                "stopping after the games at hand; once more stops at once",
                "16384 2",
            ],
        ),
        (
            "simulate.run('kajko', games=40_000, strategy=spins)",
            ["spins, seat 1 in game 0: no answer for 0.5 s (a loop without end?); Ctrl-C stops", "KeyboardInterrupt"],
        ),
        (
            "simulate.replay('kajko', 30, strategy=spins_in_game_30)",
            ["spins_in_game_30, seat 1 in game 30: no answer for 0.5 s (a loop without end?); Ctrl-C stops"],
        ),
        (
            "simulate.fair('kajko', players=2, games=200, strategies=[spins_in_game_30])",
            ["spins_in_game_30, seat 1 in game 30: no answer for 0.5 s (a loop without end?); Ctrl-C stops"],
        ),
    ],
    ids=["late", "check", "replay", "fair"],
)
def test_who_never_answers_is_named_and_one_ctrl_c_ends_it(call, says):
    done = subprocess.run(
        [sys.executable, "-c", SPIN.format(call=call)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.splitlines()[: len(says)] == says
