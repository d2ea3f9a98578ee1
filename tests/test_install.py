"""What a user gets: our own packages, a command that answers at once, the version everywhere."""

import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import simulate

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
