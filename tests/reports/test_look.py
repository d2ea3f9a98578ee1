"""Figures look the same, byte for byte, whatever a user's own matplotlibrc says, and leave matplotlib as it was."""

import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from matplotlib import rcParams, rcParamsDefault

import simulate
from reports import figures, figures_compare, style

ROOT = Path(__file__).resolve().parent.parent.parent
LINE = {
    "players": 2, "measure": "turns", "unit": "turns", "one": 9.0, "two": 8.5, "difference": -0.5, "low": -0.75, "high": -0.25,
    "spread": 1.0, "games": 800,
}  # fmt: skip


def compared(kind):
    """Draw the figure of a comparison."""
    frame = pl.DataFrame([LINE, LINE | {"measure": "shared win", "unit": "of games", "low": None, "high": None}])
    return style.drawn(figures_compare.differences(frame, one="base", two="other", strategy="bold"), kind, "made up")


@pytest.fixture(scope="module")
def run():
    return simulate.run("kajko", games=50, seats=["cautious", "bold"], players=2)


def pictures(run):
    """Draw both figures that a command draws alone, in all formats."""
    return [
        picture for kind in style.FORMATS for picture in (style.drawn(figures.run_figure(run), kind), compared(kind))
    ]


@pytest.fixture(scope="module")
def usual(run):
    return pictures(run)


def test_a_figure_is_made_and_drawn_in_our_look(usual, run, set_otherwise):
    assert pictures(run) == usual


def test_our_look_is_matplotlibs_own_but_for_two_settings(set_otherwise):
    with style.own_look():
        changed = {name for name in rcParamsDefault if name != "backend" and rcParams[name] != rcParamsDefault[name]}
    assert changed == {"text.hinting", "svg.hashsalt"}


def test_a_matplotlibrc_in_the_current_folder(tmp_path):
    """It is read when matplotlib is first imported, so here by a process of its own."""
    (tmp_path / "matplotlibrc").write_text("font.family: cursive\nsvg.fonttype: none\nfont.size: 17\n")
    code = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from matplotlib import rcParams
from tests.reports.test_look import compared
before = rcParams.copy()
assert before["font.size"] == 17
sys.stdout.buffer.write(compared("svg"))
assert rcParams.copy() == before
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == compared("svg")
