"""What a user gets: our own packages, a command that answers at once, the version everywhere."""

import importlib
import pickle
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import simulate
from simulators import games

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("name", ["simulators", "strategies", "analysis", "reports", "simulate"])
def test_packages_are_ours(name):
    """Other distributions have folders of these names too."""
    assert Path(importlib.import_module(name).__file__).is_relative_to(ROOT)


def test_help_and_typos_import_nothing_slow():
    code = """
import sys
from simulate.terminal import main
for line in (["--help"], ["kajko", "--help"], ["kajko", "--variant"], ["games"]):
    sys.argv = ["simulate", *line]
    try:
        main()
    except SystemExit:
        pass
slow = {"numba", "numpy", "polars", "pandas", "pyarrow", "matplotlib", "scipy"} & set(sys.modules)
sys.exit(f"imported {slow}" if slow else 0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr


def test_a_run_imports_no_matplotlib():
    code = """
import sys, simulate
simulate.run("kajko", games=2)
sys.exit("matplotlib" in sys.modules or "pandas" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == simulate.VERSION
    assert f"## {simulate.VERSION}" in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.parametrize("package", ["simulators", "strategies", "analysis", "reports", "simulate"])
def test_types_are_shipped(package):
    assert (ROOT / package / "py.typed").is_file()


TYPED = """
import numpy as np
import simulate
from simulators.dice import pick
from simulators.kajko import SEND, ducats
from strategies import Strategy

def patient(state: np.record, knobs: np.record) -> int:
    return SEND if ducats(state.front[state.seat]) >= 20 else int(state.open[pick(state, state.opened)])

run = simulate.run("kajko", seats=[patient, Strategy({"turn": patient}, knobs={"hold": 20}), "bold", "cautious"])
reveal_type(run.by_seat)
reveal_type(simulate.fair("kajko").word)
simulate.run("kajko", gmaes=3)
"""


def test_a_user_who_checks_types_sees_ours(tmp_path):
    (tmp_path / "mine.py").write_text(TYPED)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(ROOT / ".mypy_cache" / "user"), "mine.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    told = done.stdout.splitlines()
    assert 'Revealed type is "polars.dataframe.frame.DataFrame"' in told[0] and 'Revealed type is "str"' in told[1]
    wrong = [line for line in told if ": error:" in line]
    assert len(wrong) == 1 and 'Unexpected keyword argument "gmaes"' in wrong[0]


@pytest.mark.parametrize("game", games())
def test_a_run_can_be_pickled(game):
    run = simulate.run(game, games=20, rows="seats")
    again = pickle.loads(pickle.dumps(run))
    assert again.by_game.equals(run.by_game) and again.by_seat.equals(run.by_seat) and again.rows.equals(run.rows)
    assert again.to_json() == run.to_json()


def test_another_process_returns_a_run():
    """As a pool of processes does."""
    code = (
        "import pickle, simulate, sys; sys.stdout.buffer.write(pickle.dumps(simulate.run('kajko', games=50, seed=3)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert pickle.loads(done.stdout).by_seat.equals(simulate.run("kajko", games=50, seed=3).by_seat)


@pytest.mark.parametrize("name", ["analysis/__init__.py", "strategies.py"])
def test_a_folder_of_the_users_that_hides_ours_is_named(tmp_path, name):
    """A script's own folder comes first; one without __init__.py does no harm."""
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.touch()
    (tmp_path / "mine.py").write_text(f"import sys; sys.path.append({str(ROOT)!r}); import simulate")
    done = subprocess.run([sys.executable, tmp_path / "mine.py"], capture_output=True, text=True, check=False)
    own = name.split("/")[0].removesuffix(".py")
    assert done.stderr.splitlines()[-1].startswith(f"ImportError: {path} hides millionfold's own '{own}': rename yours")
    path.unlink()
    (tmp_path / own).mkdir(exist_ok=True)
    assert subprocess.run([sys.executable, tmp_path / "mine.py"], check=False).returncode == 0
