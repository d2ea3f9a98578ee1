"""Gifts: how much of a thing decides the game, by hand and in a game whose players start with points."""

from dataclasses import replace

import polars as pl
import pytest

from analysis.lab import Lab
from analysis.plan import Cast, StudyPlan
from analysis.questions.gifts import decisive
from analysis.questions.gifts import gifts as gifts_of
from analysis.report import study
from simulators.game import Game
from strategies.cast import gifts
from tests import race


def line(value, share, rule="speed"):
    return {"rule": rule, "value": value, "share": share, "low": share - 0.02, "high": share + 0.02, "games": 100}


def test_what_decides_is_where_all_that_follow_win_surely():
    """0.81 isn't surely above 80 %; 0.9 at 4 doesn't count, since 8 falls back."""
    lines = [line(8, 0.81), line(1, 0.5), line(4, 0.9), line(16, 0.84), line(32, 0.9)]
    (found,) = decisive(pl.DataFrame(lines)).to_dicts()
    assert (found["rule"], found["value"], found["most"], found["share"]) == ("speed", 16, 32, 0.9)


def test_what_never_decides_says_so_with_the_most():
    curve = [line(value, share) for value, share in ((0, 0.5), (1, 0.6), (2, 0.7), (3, 0.75), (4, 0.79))]
    found = decisive(pl.DataFrame([*curve, *[line(value, 0.9, "rooster") for value in (0, 1, 2, 3)]]))
    assert found.select("rule", "value", "most").rows() == [("speed", None, 4)]  # four values are no curve


@pytest.fixture
def given(games):
    """A study of the race, in which one of two or three players starts with points."""
    game = Game(**{**vars(race.GAME), "gifts": {"start": (1, 8)}})
    small = race.PLAYERS["small"]
    lab = Lab(StudyPlan(
        game, Cast({"small": small}, "small", gifts=gifts(game, small)), [2, 3], "base", {}, 4, games(4000, 40), 0.025, 10, 2,
    ))  # fmt: skip
    return study(lab)["gifts"]


def test_what_not_all_have_alike_is_no_gift():
    """A gift is measured against equal shares: not where seats differ, nor of what all have."""
    small = race.PLAYERS["small"]
    game = Game(**{**vars(race.GAME), "gifts": {"start": (1, 8)}})

    def given(player, **changes):
        cast = Cast({"small": player}, "small", gifts=gifts(game, player))
        return list(gifts_of(Lab(StudyPlan(game, cast, [2], "base", changes, 4, 40, 0.025, 10, 1)), 2))

    assert given(small) == [("start", 1), ("start", 8)]
    assert given(small, start="1") == given(replace(small, traits={"start": 1})) == [("start", 8)]
    assert given(small, start="1,0") == []
    assert given(replace(small, traits={"start": 1}), start="1,0") == [("start", 8)]


def test_points_to_start_with_are_worth_something(given, games):
    by = {(row["players"], row["value"]): row for row in given.to_dicts()}
    assert set(by) == {(players, value) for players in (2, 3) for value in (0, 1, 8)}
    for players in (2, 3):
        assert by[players, 0]["share"] == 1 / players and by[players, 0]["games"] == 0
        if games(1, 0):
            assert 1 / players < by[players, 1]["low"] < by[players, 1]["share"] < by[players, 8]["low"]
