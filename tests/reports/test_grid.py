"""What is said and drawn of a grid of open rules."""

import polars as pl
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from reports import figures_grid, grid
from reports.fair import plain
from reports.fair_tables import held
from reports.figures_seats import TINTS
from reports.style import INK, MUTED
from tests.reports.reading import words

RULES, SIDES = "griffin × runner", (("4", "6"), ("7", "9", "10"))


def cells(question, players, answers, **options):
    """A cell for each answer, in order; the one with 6 and 9 was judged."""
    values = [f"{up} × {across}" for up in SIDES[0] for across in SIDES[1]]
    judged = answers[values.index("6 × 9")]
    lines = []
    for value, answer in zip(values, answers, strict=True):
        unsettled = answer in ("INCONCLUSIVE", "may be")
        state = (
            "open" if unsettled else "settled" if judged == "INCONCLUSIVE" else "holds" if answer == judged else "flips"
        )
        lines.append({"players": players, "rule": RULES, "value": value, "here": value == "6 × 9", "question": question,
                      "answer": answer, "near": "", "seat": 1, "share": 0.53, "low": 0.52, "high": 0.54, "games": 1000, "state": state} | options)  # fmt: skip
    return lines


def frames_of(*lines):
    """The frames of a study with these cells."""
    found = pl.DataFrame([line for each in lines for line in each])
    keys = dict.fromkeys((line["players"], line["question"]) for line in found.to_dicts())
    counted = []
    for players, question in keys:
        here = found.filter(players=players, question=question)
        states = here["state"].to_list()
        counts = {state: states.count(state) for state in ("holds", "flips", "open", "settled")}
        answer = here.filter(here=True)["answer"][0]
        counted.append({"players": players, "question": question, "answer": answer, "cells": len(states), **counts})
    return {"grid": found, "held": pl.DataFrame(counted)}


SOME = frames_of(
    cells("seats", 2, ["UNFAIR"] * 6),
    cells("best strategy", 2, ["closer", "griffin", "may be", "closer", "closer", "griffin"]),
    cells("best set of patient", 2, ["3", "3", "3", "2", "2", "4"]),
    cells("seats", 4, ["FAIR", "INCONCLUSIVE", "UNFAIR", "FAIR", "FAIR", "FAIR"]),
    cells("best strategy", 4, ["closer"] * 6),
    cells("best set of patient", 4, ["2"] * 6),
)
ABOUT = {"players": [2, 4], "open_rules": [{"name": "griffin", "value": "8"}, {"name": "runner", "value": "14"}]}


def test_it_is_said_which_answers_hold_and_where_the_others_flip():
    first, *told = grid.grid(SOME, ABOUT)
    assert first == (
        "The rulebook leaves `griffin` (4 and 6) and `runner` (7, 9 and 10) open, so what follows was asked again under all combinations "
        "(as judged: `griffin=6 runner=9`): on the same luck, each by itself at 95\N{NO-BREAK SPACE}%."
    )
    assert told == [
        "**2 players, seats:** UNFAIR in all 6.",
        (
            "**2 players, best strategy:** `closer` in 3 of 6; instead surely `griffin` in 2 (`griffin=4 runner=9` and "
            "`griffin=6 runner=10`); 1 is open."
        ),
        (
            "**2 players, best set of patient:** `2` in 2 of 6; instead surely `3` in 3 (`griffin=4 runner=7`, "
            "`griffin=4 runner=9` and `griffin=4 runner=10`) and `4` in 1 (`griffin=6 runner=10`)."
        ),
        "**4 players, seats:** FAIR in 4 of 6; instead surely UNFAIR in 1 (`griffin=4 runner=10`); 1 is open.",
        "**4 players, best strategy:** `closer` in all 6.",
        "**4 players, best set of patient:** `2` in all 6.",
    ]


def test_up_to_four_cells_are_named_and_more_are_counted():
    four = frames_of(cells("seats", 2, ["FAIR", "FAIR", "FAIR", "FAIR", "UNFAIR", "UNFAIR"]))
    assert grid.grid(four, ABOUT)[1].count("griffin=") == 4
    five = frames_of(cells("seats", 2, ["FAIR", "FAIR", "FAIR", "FAIR", "UNFAIR", "FAIR"]))
    assert grid.grid(five, ABOUT)[1].endswith("UNFAIR in 1 of 6; instead surely FAIR in 5.")


def test_where_nothing_is_shown_to_flip_that_is_said():
    frames = frames_of(cells("seats", 2, ["INCONCLUSIVE", "UNFAIR", "UNFAIR", "UNFAIR", "UNFAIR", "UNFAIR"]))
    assert grid.grid(frames, ABOUT)[1].endswith("UNFAIR in 5 of 6; no other answer is sure; 1 is open.")


def test_what_was_open_as_judged_neither_holds_nor_flips():
    frames = frames_of(cells("seats", 2, ["FAIR", "UNFAIR", "UNFAIR", "UNFAIR", "INCONCLUSIVE", "FAIR"]))
    assert grid.grid(frames, ABOUT)[1].endswith(
        "INCONCLUSIVE as judged; of all 6, UNFAIR in 3, FAIR in 2 and INCONCLUSIVE in 1."
    )


def test_what_was_judged_may_not_be_among_the_cells():
    frames = frames_of(cells("seats", 2, ["FAIR"] * 6))
    frames["grid"] = frames["grid"].with_columns(here=False)
    assert "(as judged: `griffin=8` and `runner=14`, which is none of them)" in grid.grid(frames, ABOUT)[0]


def test_the_short_answer():
    (told,) = grid.short(SOME, ABOUT, ", when all play `patient`,")
    assert plain(told) == (
        "Under all combinations of griffin and runner, which the rulebook leaves open, seats are, when all play patient, "
        "UNFAIR in 6 of 6 with 2 players and FAIR in 4 of 6 (another verdict in 1 and open in 1) with 4 players."
    )
    assert grid.short({}, ABOUT) == grid.grid({}, ABOUT) == []
    (told,) = grid.short(frames_of(cells("seats", 2, ["FAIR"] * 6)), ABOUT)
    assert told.endswith("which the rulebook leaves open, seats are FAIR in 6 of 6 with 2 players.")


def test_of_one_rule_each_value_is_told():
    frames = frames_of(cells("seats", 2, ["FAIR"] * 6, rule="griffin"))
    frames["grid"] = frames["grid"].with_columns(value=pl.col("value").str.replace(" × ", ""))
    assert (
        "(47 to 610) open, so what follows was asked again under each value (as judged: `griffin=69`)"
        in grid.grid(frames, ABOUT)[0]
    )
    assert grid.short(frames, ABOUT)[0].startswith("Under each value of `griffin`, which")


def test_the_short_answer_where_nothing_was_settled():
    frames = frames_of(cells("seats", 2, ["FAIR", "UNFAIR", "UNFAIR", "UNFAIR", "INCONCLUSIVE", "FAIR"]))
    assert grid.short(frames, ABOUT)[0].endswith(
        "seats are INCONCLUSIVE as judged (UNFAIR in 3 and FAIR in 2 of 6) with 2 players."
    )


def test_the_table_of_an_answer():
    table = held(SOME, ABOUT)
    assert table.lines == [
        ["seats", "UNFAIR: 6/0/0", "FAIR: 4/1/1"],
        ["best strategy", "closer: 3/2/1", "closer: 6/0/0"],
        ["best set of patient", "2: 2/4/0", "2: 6/0/0"],
    ]
    assert held(
        frames_of(cells("seats", 2, ["FAIR", "UNFAIR", "UNFAIR", "UNFAIR", "INCONCLUSIVE", "FAIR"])), ABOUT
    ).lines == [["seats", "INCONCLUSIVE: 5 settled", "–"]]
    assert held({}, ABOUT).lines == []


@pytest.fixture
def drawn(save_figure):
    figure = figures_grid.verdict_map(SOME["grid"], margin=0.025, default="patient")
    save_figure(figure, "grid")
    return figure


def tiles(axes):
    """What is written in a map, by place, with its look."""
    return {
        (int(text.get_position()[0]), int(text.get_position()[1])): text
        for text in axes.findobj(Text)
        if text.get_ha() == text.get_va() == "center" and text.get_fontsize() == 6.5
    }


def test_a_map_has_a_tile_for_each_cell(drawn):
    maps = drawn.axes
    assert [axes.get_title(loc="left") for axes in maps] == [
        "2 players: seats", "4 players: seats", "2 players: best strategy", "4 players: best strategy",
        "2 players: best set of patient", "4 players: best set of patient",
    ]  # fmt: skip
    for axes in maps:
        assert set(tiles(axes)) == {(x, y) for x in range(3) for y in range(2)}
        assert [label.get_text() for label in axes.get_xticklabels()] == list(SIDES[1])
        assert [label.get_text() for label in axes.get_yticklabels()] == list(SIDES[0])
        assert (axes.get_xlabel(), axes.get_ylabel()) == ("runner", "griffin")
        frames = [patch for patch in axes.findobj(Rectangle) if patch.get_linewidth() == 1.6]
        assert [(round(patch.get_x() + 0.5), round(patch.get_y() + 0.5)) for patch in frames] == [(1, 1)]


def fills(axes):
    """The colours of a map, by place."""
    boxes = [patch for patch in axes.findobj(Rectangle) if patch.get_linewidth() == 1 and patch.get_width() == 1]
    return {(round(box.get_x() + 0.5), round(box.get_y() + 0.5)): to_hex(box.get_facecolor(), True) for box in boxes}


def test_a_tile_says_its_answer_and_whether_it_holds(drawn):
    seats, strategy, knob = (tiles(drawn.axes[at]) for at in (1, 2, 4))
    assert seats[0, 0].get_text() == "✓\n+28.0" and seats[2, 0].get_text() == "✗\n+28.0"  # of 25 %
    assert seats[2, 0].get_weight() == "bold" and seats[0, 0].get_weight() == "normal"
    assert seats[1, 0].get_text().startswith("?")
    assert seats[1, 0].get_color() == MUTED and {seats[0, 0].get_color(), seats[2, 0].get_color()} == {INK}
    colours = fills(drawn.axes[1])
    assert [colours[x, 0] for x in range(3)] == [
        to_hex(TINTS[word], True) for word in ("FAIR", "INCONCLUSIVE", "UNFAIR")
    ]
    assert [strategy[x, y].get_text() for y in range(2) for x in range(3)] == list("ABCAAB")
    assert [knob[x, y].get_text() for y in range(2) for x in range(3)] == list("333224")
    keys = words(drawn)
    assert "A: closer, B: griffin and C: may be." in keys and "✓ FAIR" in keys
    shades = fills(drawn.axes[4])
    assert len({shades[x, y] for x, y in ((0, 0), (0, 1), (2, 1))}) == 3  # a shade for each of 3, 2 and 4


def test_luck_is_told_by_a_letter_and_how_much_is_explained():
    frame = pl.DataFrame(cells("luck or skill", 2, ["LUCK"] * 4 + ["SKILL", "INCONCLUSIVE"], share=0.126))
    figure = figures_grid.verdict_map(frame, margin=0.025, default="patient")
    told = tiles(figure.axes[0])
    assert [told[x, y].get_text() for y in range(2) for x in range(3)] == [*["L\n13"] * 4, "S\n13", "?\n13"]
    colours = fills(figure.axes[0])
    assert len({colours[place] for place in ((0, 0), (1, 1), (2, 1))}) == 3
    assert "Luck or skill: L or S" in words(figure)
    assert "Luck" not in words(figures_grid.verdict_map(SOME["grid"], margin=0.025, default="patient"))


def test_what_is_not_settled_has_a_question_mark_and_no_letter():
    frame = pl.DataFrame(cells("best strategy", 2, ["INCONCLUSIVE"] * 5 + ["closer"]))
    figure = figures_grid.verdict_map(frame, margin=0.025, default="patient")
    assert [text.get_text() for text in tiles(figure.axes[0]).values()].count("?") == 5
    assert "A: closer." in words(figure)
    frame = pl.DataFrame(cells("best set of patient", 2, ["INCONCLUSIVE", "-1", "1e+06", "2.5", "2", "2"]))
    told = tiles(figures_grid.verdict_map(frame, margin=0.025, default="patient").axes[0])
    assert [told[x, y].get_text() for y in range(2) for x in range(3)] == ["?", "-1", "1e+06", "2.5", "2", "2"]


def test_rare_answers_share_a_letter():
    assert figures_grid.lettered([*"aabbcd", "INCONCLUSIVE"]) == {"a": "A", "b": "B", "c": "C", "d": "D"}
    many = figures_grid.lettered([*"aaabbbccd", *"aef"])
    assert many == {"a": "A", "b": "B", "c": "C", "another": "D"}
    line = {"question": "best strategy", "answer": "f"}
    assert figures_grid.look(line, many, [])[0] == "D" and figures_grid.look(line | {"answer": "a"}, many, [])[0] == "A"


@pytest.mark.parametrize(
    "names", [["a_long_name_" * 5, "/home/someone/mine.py:patient:hold=5", "neighbour", "spreader", "builder", "$x$"]]
)
def test_the_key_fits_whatever_the_names(names, save_figure):
    lines = [line for at in (2, 3, 4) for line in cells("best strategy", at, names)]
    figure = figures_grid.verdict_map(pl.DataFrame(lines), margin=0.025, default=names[0])
    save_figure(figure, "long-names")
    figure.draw_without_rendering()
    box = figure.get_tightbbox()
    assert box.x0 >= 0 and box.x1 <= figure.get_figwidth()


@pytest.mark.parametrize("count", [3, 12, 51])
def test_one_rule_has_a_line_for_each_number_of_players(count, save_figure):
    values = [f"list:{at}" for at in range(count)]
    lines = [
        {"players": players, "rule": "cards", "value": value, "here": value == "list:2", "question": question, "answer": answer, "near": "",
         "seat": 1, "share": 0.5, "low": 0.4, "high": 0.6, "games": 1000, "state": "holds"}
        for players in (2, 5) for value in values for question, answer in (("seats", "FAIR"), ("best strategy", "builder"))
    ]  # fmt: skip
    figure = figures_grid.verdict_map(pl.DataFrame(lines), margin=0.025, default="patient")
    save_figure(figure, f"lines-{count}")
    seats, strategy = figure.axes
    for axes in (seats, strategy):
        assert set(tiles(axes)) == {(x, y) for x in range(count) for y in range(2)}
        assert [label.get_text() for label in axes.get_yticklabels()] == ["5 players", "2 players"]
        named = [label.get_text() for label in axes.get_xticklabels()]
        assert named == (values if count <= 12 else values[::10])
    assert tiles(seats)[0, 0].get_text() == ("✓\n+30.0" if count <= 12 else "✓")
    assert (seats.get_title(loc="left"), seats.get_xlabel(), seats.get_ylabel()) == ("seats", "cards", "")
