"""Odd surroundings: the right result, or one line that says what is wrong."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from simulators.jit import PLAIN
from tests.soak.conftest import ended

pytestmark = pytest.mark.skipif(PLAIN, reason="surroundings are the same in plain Python")
SMALL = ["--players", "2", "--games", "20", "--strategies", "cautious"]
RUN, JSON = ["kajko", "--games", "200"], ["kajko", "--games", "200", "--json"]
FAIR, REPORT = ["fair", "kajko", *SMALL], ["report", "kajko", *SMALL, "--out", "r"]
OLD_LOCALE = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
UNDRAWN = "error: figures can't be drawn, since matplotlib can't be loaded: 'utf-8' codec"
ODD_FIGURES = "text.usetex: True\nfont.family: cursive\nsvg.fonttype: none\nfont.size: 40\n"


class Case(NamedTuple):
    """What is typed in which surroundings, and what must come of it."""

    words: list
    environment: dict | None = None
    code: int = 0
    out: str = ""
    err: str = ""
    flags: tuple = ()
    place: Callable = lambda folder: {}  # makes a place, and returns how to start there


def gone(folder):
    """Remove the folder that a process is started in."""
    here = folder / "gone"
    here.mkdir()
    return {"cwd": here, "preexec_fn": lambda: os.chdir(here) or here.rmdir()}


def unreadable(folder):
    """Start in a folder whose name isn't UTF-8."""
    here = Path(os.fsdecode(os.fsencode(folder) + b"/\xff"))
    here.mkdir()
    return {"cwd": here}


def own_figures(folder):
    """Put a matplotlibrc where the process starts."""
    (folder / "matplotlibrc").write_text(ODD_FIGURES)
    return {}


def broken_figures(folder):
    """Put a matplotlibrc there that matplotlib can't read."""
    (folder / "matplotlibrc").write_bytes(b"font.size: 10\n\xff\xfe")
    return {}


def a_file(folder):
    """Put a file where a folder is expected."""
    (folder / "file").touch()
    return {}


CASES = {
    "ascii run": Case(RUN, {"PYTHONIOENCODING": "ascii"}, out="Przygody Wojow, base rules"),
    "ascii help": Case(["--help"], {"PYTHONIOENCODING": "ascii"}, out="kaskaria"),
    "ascii games": Case(["games"], {"PYTHONIOENCODING": "ascii"}, out="Przygody Wojow"),
    "cp1252 rules": Case(["rules", "wojowoce"], {"PYTHONIOENCODING": "cp1252"}, out="cards = proposed"),
    "cp1252 replay": Case(["replay", "wojowoce"], {"PYTHONIOENCODING": "cp1252"}, out="game 0 of seed 1"),
    "latin-1 strategies": Case(["strategies", "kajko"], {"PYTHONIOENCODING": "latin-1"}, out="threshold"),
    "C locale, --json": Case(JSON, OLD_LOCALE),
    "C locale, fair": Case(FAIR, OLD_LOCALE, code=4, out="INCONCLUSIVE: Kajko"),
    "C locale, report": Case(REPORT, OLD_LOCALE, err="wrote r/index.html"),
    "C locale, a Polish path": Case([*RUN, "--out", "ż.csv"], OLD_LOCALE, code=2, err="expected UTF-8"),
    "no columns": Case(RUN, {"COLUMNS": "0"}, out="26."),
    "one column": Case(["kajko", "--help"], {"COLUMNS": "1"}, out="--strategy"),
    "columns that are none": Case(RUN, {"COLUMNS": "wide"}, out="by seat (seat 1 starts)"),
    "a backend that is none": Case([*RUN, "--figure", "x.png"], {"MPLBACKEND": "nonsense"}, err="wrote x.png"),
    "a matplotlibrc, run": Case([*RUN, "--figure", "x.svg"], err="wrote x.svg", place=own_figures),
    "a matplotlibrc, report": Case(REPORT, err="wrote r/index.html", place=own_figures),
    "a matplotlibrc that is none, run": Case(JSON, place=broken_figures),
    "a matplotlibrc that is none, figure": Case([*RUN, "--figure", "x.svg"], code=2, err=UNDRAWN, place=broken_figures),
    "a matplotlibrc that is none, report": Case(REPORT, code=2, err=UNDRAWN, place=broken_figures),
    "a matplotlibrc that is none, page": Case([*FAIR, "--report", "x.html"], code=2, err=UNDRAWN, place=broken_figures),
    "no threads for numba": Case(JSON, {"NUMBA_NUM_THREADS": "0"}),
    "threads for numba that are none": Case(JSON, {"NUMBA_NUM_THREADS": "x"}),
    "a level that numba hasn't": Case(RUN, {"NUMBA_OPT": "9"}, err="warning: Environment variable 'NUMBA_OPT'"),
    "no threads for polars": Case(JSON, {"POLARS_MAX_THREADS": "0"}),
    "no threads for linear algebra": Case(JSON, {"OMP_NUM_THREADS": "0", "OPENBLAS_NUM_THREADS": "0"}),
    "an older processor's linear algebra": Case(REPORT, {"OPENBLAS_CORETYPE": "Haswell"}, err="wrote r/index.html"),
    "a current folder that is gone": Case(RUN, code=2, err="error: the current folder is gone", place=gone),
    "a current folder that isn't UTF-8": Case([*RUN, "--out", "x.parquet"], err="wrote x.parquet", place=unreadable),
    "a report in such a folder": Case(REPORT, err="wrote r/index.html", place=unreadable),
    "a path that isn't UTF-8": Case([*RUN, "--out", b"\xff.csv"], code=2, err="error: b'\\xff.csv': expected UTF-8"),
    "a strategy that isn't UTF-8": Case([*RUN, "--strategy", b"\xff.py:f"], code=2, err="expected UTF-8"),
    "-OO, run": Case(JSON, flags=("-OO",), err="python -OO leaves out"),
    "-OO, strategies": Case(["strategies", "kajko"], flags=("-OO",), out="cautious"),
    "-OO, report": Case(REPORT, flags=("-OO",), err="wrote r/index.html"),
    "no home": Case(JSON, {"HOME": None, "XDG_CACHE_HOME": None}),
    "a home that is a file": Case(JSON, {"HOME": "/etc/passwd", "NUMBA_CACHE_DIR": ""}, err="can't keep compiled code"),
    "no place for temporary files": Case(JSON, {"TMPDIR": "/nonexistent"}),
    "a report in .": Case(["report", "kajko", *SMALL, "--out", "."], err="wrote index.html"),
    "a report in ./": Case(["report", "kajko", *SMALL, "--out", "./"], err="wrote index.html"),
    "a report under a file": Case([*REPORT[:-1], "file/r"], code=2, err="file is a file; expected", place=a_file),
    "a report in /proc": Case([*REPORT[:-1], "/proc/r"], code=2, err="nothing can be written to /proc/r"),
    "rows in /proc": Case([*RUN, "--out", "/proc/x.csv"], code=2, err="nothing can be written to /proc"),
    "a figure in /proc": Case([*RUN, "--figure", "/proc/x.svg"], code=2, err="nothing can be written to /proc"),
    "a page in /proc": Case([*FAIR, "--report", "/proc/x.html"], code=2, err="nothing can be written to /proc"),
}  # fmt: skip


def test_the_right_result_or_one_line(case, shell, tmp_path):
    code, out, err = ended(shell(case.words, case.environment, case.flags, **case.place(tmp_path)))
    assert (code, case.out in out, case.err in err) == (case.code, True, True), (code, out, err)
    if case.code == 2:
        assert out == "" and err.count("\n") == 1
    elif case.words == JSON:
        usual = json.loads(ended(shell(JSON))[1])
        assert json.loads(out)["win_share"] == usual["win_share"]
    elif "--figure" in case.words:
        usual = tmp_path / "usual"
        usual.mkdir()
        ended(shell(case.words, cwd=usual))
        assert (tmp_path / case.words[-1]).read_bytes() == (usual / case.words[-1]).read_bytes()
