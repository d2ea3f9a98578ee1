"""What the author of a game is told: single mistakes, each in one line that names the field."""

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

import strategies
from simulators import Package, packages
from simulators import course as courses
from simulators.columns import Column
from simulators.engine import Match
from simulators.errors import BadInput
from simulators.game import Attack, Extra, Holding
from simulators.jit import PLAIN
from simulators.rules import settle
from strategies import Strategy
from tests import race
from tests.race import COLUMNS, GAME, SEATS

RECORD = np.record


def fields(dtype, **changes):
    """A record with other types, or without a field (None), or with one more."""
    known = {name: dtype[name] for name in dtype.names} | changes
    return np.dtype((RECORD, [(name, kind) for name, kind in known.items() if kind is not None]))


class Asks(NamedTuple):
    """Another question than is declared."""

    roll: Any


def column(name, **changes):
    return {**COLUMNS, name: replace(COLUMNS[name], **changes)}


MISTAKES = {
    "name": ({"name": "two dice"}, "two dice: name: expected a Python identifier"),
    "no function": ({"tell": None}, "race: tell=None: expected a function"),
    "eight seats": ({"most_players": 8}, "most_players=8: expected 1 to 6"),
    "players beyond": ({"players": (2, 7)}, "players=(2, 7): expected ascending numbers from 1 to 6"),
    "no players": ({"players": ()}, "players=(): expected ascending numbers"),
    "no question": ({"questions": ()}, "questions: expected one or more"),
    "questions differ": ({"asks": Asks}, "asks has ('roll',); questions and moments are ('turn',)"),
    "no seat": ({"state": fields(race.State, seat=None)}, "State has no field 'seat'"),
    "no whims": ({"state": fields(race.State, whims=None)}, "State has no field 'whims'"),
    "whims for four": ({"state": fields(race.State, whims=(np.uint64, 4))}, "State.whims is ('<u8', (4,)); expected"),
    "seat of 32 bits": ({"state": fields(race.State, seat=np.int32)}, "State.seat is int32; expected int64"),
    "no rules": ({"state": fields(race.State, rules=None)}, "State has no field 'rules'"),
    "no players in rules": (
        {"state": fields(race.State, rules=fields(race.Rules, players=None))}, "Rules has no field 'players'",
    ),
    "a field called round": (
        {"state": fields(race.State, round=np.int64)},
        "State.round needs another name: NumPy's records have a 'round' of their own",
    ),
    "a field called size": ({"result": fields(race.Result, size=np.uint8)}, "Result.size needs another name"),
    "no record": ({"state": np.dtype([("seat", np.int64)])}, "State: expected np.dtype((np.record, [(name, type)"),
    "no turns": ({"result": fields(race.Result, turns=None)}, "Result has no field 'turns'"),
    "one score": ({"result": fields(race.Result, scores=np.int16)}, "Result.scores has shape (); expected one for each"),
    "a type that no row has": (
        {"result": fields(race.Result, turns=np.int32)}, "Result.turns is int32; uint8, int16 and uint32",
    ),
    "a column missing": ({"result": fields(race.Result, busts=np.uint8)}, "columns: Result.busts has none"),
    "a column too many": (
        {"columns": {**COLUMNS, "scors": Column("", "", 0, 1)}},
        "columns: no field of Result is called 'scors'; did you mean 'scores'?",
    ),
    "a column too wide": (
        {"columns": column("turns", high=300)}, "columns: turns says 1 to 300; uint8 holds 0 to 255",
    ),
    "words missing": ({"columns": column("ended", high=1, words=("so",))}, "columns: ended has 1 words for 0 to 1"),
    "nobody may win": ({"columns": column("winners", low=0)}, "columns: winners is a mask of 'seats', 1 at least"),
    "two rules of a name": ({"rules": (*GAME.rules, GAME.rules[0])}, "rules: two have the same name"),
    "no base": ({"variants": {"short": {}}}, "variants: expected 'base' among them; there are: short"),
    "a variant's rule": (
        {"variants": {"base": {}, "short": {"gaol": 9}}},
        "variants['short']: no rule is called 'gaol'; did you mean 'goal'?",
    ),
    "a gift that is none": ({"gifts": {"goal": (1,)}}, "gifts: no rule by seat is called 'goal'"),
    "busts": ({"busts": ("bust",)}, "busts: no column by seat is called 'bust'"),
    "adjustable": ({"adjustable": {"stort": (1,)}}, "adjustable: no rule is called 'stort'; did you mean 'start'?"),
    "grid": ({"grid": ("gol",)}, "grid: no rule is called 'gol'; did you mean 'goal'?"),
    "readings": ({"readings": ("hole",)}, "readings: no rule is called 'hole'; did you mean 'whole'?"),
    "attack": ({"attack": Attack("dice", ("trun",), "goal")}, "attack.questions: no question is called 'trun'"),
    "spared": ({"attack": Attack("dice", ("turn",), "spare")}, "attack.spare: no rule is called 'spare'"),
    "extras": ({"extras": (Extra("bonus", "bonus", 5),)}, "extras: no column is called 'bonus'"),
    "holdings": ({"holdings": (Holding("laid", "laid", list),)}, "holdings: no column is called 'laid'"),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "says"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_refused_when_the_game_is_declared(changes, says):
    with pytest.raises(BadInput) as error:
        replace(GAME, **changes)
    text = str(error.value)
    assert says in text and text.startswith(("race: ", "two dice: ")) and len(text) < 200 and "\n" not in text


def play_one(game, players=2, follow=(), strategy=race.large):
    """Play a game once; the whole of what its author can get wrong."""
    seated = [Strategy({"turn": strategy}, name=strategy.__name__)] * players
    chunks = [*Match(settle(game, players), seated, 1, follow=follow).play(1)]
    return chunks[0]


def misspells(state, result, ask, knobs, luck, course):
    state.pionts[0] = 1


def mixes_types(state, result, ask, knobs, luck, course):
    state.turns = state.turns + None


def nobody_wins(state, result, ask, knobs, luck, course):
    result.turns = 1


def too_many_turns(state, result, ask, knobs, luck, course):
    result.turns, result.winners = 101, 1


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("play", "says"),
    [
        (misspells, "no field of race's records (read by play) is called 'pionts'; did you mean 'points'?"),
        (
            mixes_types,
            "race: play can't be compiled: + isn't possible with a whole number and nothing (test_declared.py",
        ),
        (nobody_wins, "game 0: winners=0, where COLUMNS says 1 to 63: a mistake of race's"),
        (too_many_turns, "game 0: turns=101, where COLUMNS says 1 to 100: a mistake of race's"),
    ],
)
def test_a_mistake_in_play_is_one_line(play, says):
    with pytest.raises(BadInput) as error:
        play_one(replace(GAME, play=play))
    assert says in str(error.value) and len(str(error.value)) < 220


ROUNDS = np.int64(255)


def marks(rounds):
    """A game that marks so many rounds, and no more is to be said of it."""

    def play(state, result, ask, knobs, luck, course):
        for at in range(rounds):
            where = courses.next_round(course)
            for seat in range(SEATS):
                course.marks[where, seat] = at
        result.turns, result.winners = 1, 1
        course.outline.rounds = course.rounds
        for tenth in range(courses.TENTHS):
            course.outline.standing[tenth, 0] = course.marks[courses.look(course, tenth + 1), 0]

    return replace(GAME, play=play)


@pytest.mark.parametrize("rounds", [1, 10, 255])
def test_rounds_that_can_be_followed(rounds):
    told = play_one(marks(rounds), follow=["rounds"]).outlines[0]
    assert told["rounds"] == rounds
    assert told["standing"][:, 0].tolist() == [-(-tenth * rounds // 10) - 1 for tenth in range(1, 11)]


@pytest.mark.parametrize("rounds", [256, 257, 2250])
def test_more_rounds_are_refused_and_write_nowhere_else(rounds):
    with pytest.raises(BadInput, match="game 0: more than 255 rounds, which is the most that can be followed"):
        play_one(marks(rounds), follow=["rounds"])


def test_a_fault_of_one_game_is_none_of_the_next():
    """A game needn't reset `state.fault`, nor begin its course."""

    def wrong_once(state, knobs):
        return 6 if state.game else 5

    with pytest.raises(BadInput, match="game 0: 5 is no legal answer"):
        play_one(GAME, strategy=wrong_once)
    match = Match(settle(GAME, 2), [Strategy({"turn": race.large}, name="large")] * 2, 1, follow=["rounds"])
    rounds = np.concatenate([chunk.outlines["rounds"] for chunk in match.play(50)])
    assert rounds.max() < 50


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"DEFAULT": None}, "strategies.race has no DEFAULT"),
        ({"DEFAULT": "lagre"}, "no strategy of race (DEFAULT) is called 'lagre'; did you mean 'large'?"),
        ({"ORDINARY": None}, "strategies.race has no ORDINARY"),
        ({"STRATEGIES": {"large": Strategy({"trun": race.large})}}, "no question of race is called 'trun'"),
        ({"PUSH": ("large", "at", [1])}, "no knob of large is called 'at'"),
    ],
)
def test_a_mistake_in_the_strategies_of_a_game_is_one_line(monkeypatch, changes, says):
    module = ModuleType("strategies.race")
    usual = {"DEFAULT": "large", "ORDINARY": {}, "STRATEGIES": {"large": Strategy({"turn": race.large})}}
    for name, value in (usual | changes).items():
        if value is not None:
            setattr(module, name, value)
    monkeypatch.setitem(sys.modules, "strategies.race", module)
    place = Path(race.__file__)
    monkeypatch.setitem(packages(), "race", Package("tests.race", "strategies.race", place, place))
    from strategies import cast

    with pytest.raises(BadInput) as error:
        strategies.shipped(GAME)
        strategies.default(GAME)
        cast.push(GAME)
    assert says in str(error.value)
