"""What is said and drawn of how far numbers go over a grid."""

import polars as pl
import pytest

from reports import grid_page
from reports.figures_ranges import ranges as draw
from reports.ranges import ranges
from tests.reports.reading import words


def line(players, kind, thing, more, less, least=-0.02, most=0.05, judged=0.01, unit="of games", either=False):
    return {"players": players, "either": either, "kind": kind, "thing": thing, "unit": unit, "judged": judged, "least": least, "middle": (least + most) / 2,
            "most": most, "more": more, "less": less, "cells": 30}  # fmt: skip


FOUND = pl.DataFrame([
    line(2, "one among builder", "random", 0, 30, -0.4, -0.3),
    line(2, "one among builder", "leader", 12, 3, either=True), line(2, "one among builder", "hurry", 1, 1),
    line(2, "one among builder", "keeper", 12, 0),
    line(2, "laid", "pear", 30, 0), line(2, "laid", "plum", 30, 0, judged=None), line(2, "laid", "apple", 29, 0),
    line(2, "in hand", "pear", 30, 0), line(2, "in hand", "plum", 0, 30), line(2, "in hand", "apple", 0, 0),
    *[line(4, "deck: turns", colour, 1, 1, unit="turns", either=True) for colour in ("red", "blue", "green", "pink", "grey")],
    line(4, "deck: turns", "white", 0, 0, unit="turns"),
    line(4, "a game", "turns, mean", None, None, 33.5, 33.5, 33.6, "turns"),
    line(4, "a game", "ended: never", None, None, 0.0, 0.0, 0.0),
    line(4, "a game", "shared win", None, None),
    line(4, "a game", "decided", None, None, 0.5, 0.5, 0.4),
], infer_schema_length=None)  # fmt: skip
ABOUT = {"players": [2, 4], "default": "builder", "margin": 0.025, "caveat": "made up"}


def test_it_is_said_what_all_agree_on_and_what_goes_either_way():
    first, *told = ranges({"ranges": FOUND}, ABOUT)
    assert "than an equal share" in first
    assert told == [
        "**2 players, one among builder:** less in all 30 `random`; either way `leader`.",
        "**2 players, laid:** more in all 30 `pear` and `plum`; more in most `apple` (29).",
        "**2 players, in hand:** more in all 30 `pear`; less in all 30 `plum`.",
        "**4 players, deck: turns:** either way 5 of 6.",
        "**4 players, a game:** exactly the same in all 30: `turns, mean`.",
    ]
    assert ranges({}, ABOUT) == []


def test_of_what_nobody_agrees_on_nothing_is_said():
    frames = {"ranges": FOUND.filter(pl.col("thing").is_in(["hurry", "keeper", "shared win"]))}
    assert ranges(frames, ABOUT) == []


def test_a_figure_for_each_family_of_things():
    assert grid_page.families(FOUND) == [["one among builder"], ["laid", "in hand"]]


@pytest.fixture
def figure(save_figure):
    made = draw(FOUND, ["laid", "in hand"], rule="values of cards", default="builder")
    save_figure(made, "ranges")
    return made


def test_bars_go_from_the_least_to_the_most(figure):
    (axes,) = figure.axes
    assert axes.get_title(loc="left") == "2 players"
    assert [label.get_text() for label in axes.get_yticklabels()] == ["pear", "plum", "apple"]
    laid, hand = axes.collections
    assert [segment[:, 0].tolist() for segment in laid.get_segments()] == [pytest.approx([-2, 5])] * 3
    assert len(hand.get_segments()) == 3
    middle, judged = axes.lines[1:3]  # after the line of an equal share
    assert list(middle.get_xdata()) == [pytest.approx(1.5)] * 3
    assert [value == pytest.approx(1) for value in judged.get_xdata()] == [True, False, True]  # plum wasn't there
    told = words(figure)
    assert "all 30 values of cards" in told and "as judged" in told
