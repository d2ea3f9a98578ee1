"""The cache on disk: quick when nothing changed, fresh when anything did, harmless when it can't be written."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from simulators.jit import KEPT_STATES, PLAIN
from tests.passes import BOUNDS

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = [
    pytest.mark.skipif(PLAIN, reason="plain Python has no cache"),
    # Each of these compiles anew, in processes of its own.
    pytest.mark.skipif(BOUNDS, reason="the cache is the same whether or not bounds are checked"),
]
RUN = "import simulate; r = simulate.run('kajko', games=300, strategy='{}', say=print); print(r.by_seat['score_mean'].sum())"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """One place for all copies: compiled code is found again under the same paths only, and takes seconds to make."""
    return tmp_path_factory.mktemp("copy")


@pytest.fixture
def copy(place):
    """A copy of the project to edit, with a cache of its own that others may have filled."""
    for name in ("simulate", "simulators", "strategies", "analysis", "reports"):
        # Files keep their times, so that compiled code of what was edited and is as it was counts again.
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    return place


@pytest.fixture
def cold(copy, tmp_path):
    """The same with nothing compiled."""
    return tmp_path / "cache"


def do(folder, code, cache=None):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache or folder / "cache"), "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def run(folder, strategy="threshold:bank_at=15", cache=None):
    return do(folder, RUN.format(strategy), cache)


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_edits_are_noticed_everywhere(copy):
    first = run(copy)[-1]
    assert run(copy) == [first], "the second run finds its code on disk, and says nothing"
    # A helper in another file than the strategy that calls it.
    edit(copy / "simulators" / "kajko.py", "return (pile & 255) + 5 *", "return (pile & 255) + 6 *")
    said, second = run(copy)
    assert "compiling" in said and second != first
    # A helper of the strategies: the game itself isn't compiled anew.
    edit(copy / "strategies" / "kajko.py", "ducats(front) >= least", "ducats(front) > least")
    third = run(copy)
    assert len(third) == 1 and third[0] != second


def test_an_edit_of_a_users_file_is_noticed(copy):
    mine = copy / "mine.py"
    mine.write_text("def patient(state, knobs):\n    return state.open[0]\n")
    first = run(copy, "mine.py:patient")[-1]
    mine.write_text(
        "def patient(state, knobs):\n    return -1 if state.front[state.seat] & 0xFFFFFF else state.open[0]\n"
    )
    assert run(copy, "mine.py:patient")[-1] != first


def test_old_code_is_removed_and_nothing_else(copy, cold):
    cache = cold
    ours, foreign = cache / "millionfold" / "simulators", cache / "millionfold-not"
    for at in range(9):
        for folder in (ours, foreign, cache):
            (folder / f"old{at}").mkdir(parents=True)
            os.utime(folder / f"old{at}", (at, at))
    do(copy, "from simulators.jit import cache_folder; cache_folder('simulators')", cache)
    assert not (ours / "old0").exists()
    assert len(list(ours.iterdir())) <= 4
    assert len(list(foreign.iterdir())) == 9
    assert all((cache / f"old{at}").exists() for at in range(9))


def test_edits_of_strategies_keep_the_game_compiled(copy):
    run(copy)
    for at in range(KEPT_STATES + 1):
        edit(copy / "strategies" / "kajko.py", "DEFAULT =", f"EDIT_{at} = 0\nDEFAULT =")
        assert len(run(copy)) == 1, "nothing was said, so the game's code was still there"


def test_bounds_checked_code_is_kept_apart(copy):
    code = "from simulators.jit import cache_folder; print(cache_folder('simulators'))"
    digests = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=copy, text=True, capture_output=True, check=True,
            env={**os.environ, "NUMBA_BOUNDSCHECK": bounds, "PYTHONPATH": str(copy)},
        ).stdout
        for bounds in "01"
    }  # fmt: skip
    assert len(digests) == 2


def test_two_processes_may_compile_at_once(copy, cold):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cold), "PYTHONPATH": str(copy)}
    both = [
        subprocess.Popen(
            [sys.executable, "-c", RUN.format("counting")], cwd=copy, env=environment, stdout=subprocess.PIPE
        )
        for _ in range(2)
    ]
    said = [process.communicate()[0].splitlines()[-1] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert said[0] == said[1] == run(copy, "counting", cold)[-1].encode()


def test_a_cache_that_cant_be_written_is_said_and_does_no_harm(copy, tmp_path):
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    said, score = run(copy, cache=blocked)
    assert said.startswith(f"can't keep compiled code in {blocked / 'millionfold'}")
    assert [score] == run(copy)[-1:]
