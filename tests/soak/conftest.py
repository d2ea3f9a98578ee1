"""How the command line is run in odd surroundings: all cases with --soak, a sample without."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import interruptible

ROOT = Path(__file__).resolve().parent.parent.parent
SAMPLED = 8  # one in so many cases is tried without --soak


def pytest_generate_tests(metafunc):
    """Give a test the cases of its module (a dictionary by name)."""
    if "case" in metafunc.fixturenames:
        cases = metafunc.module.CASES
        names = list(cases) if metafunc.config.getoption("--soak") else list(cases)[::SAMPLED]
        metafunc.parametrize("case", [cases[name] for name in names], ids=names)


def rows_are_written(folder):
    """Tell whether a run that writes x.csv there has played some games."""
    return any(part.stat().st_size > 100_000 for part in folder.glob(".x.csv.*.part"))


@pytest.fixture
def shell(tmp_path):
    """Start the command in a folder of its own: `shell(["kajko"], environment)`; None takes a variable away."""
    started = []

    def start(words, environment=None, flags=(), **options):
        around = {**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})}
        usual = {"cwd": tmp_path, "preexec_fn": interruptible, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        known = {name: value for name, value in around.items() if value is not None}
        command = [sys.executable, *flags, "-m", "simulate", *words]
        started.append(subprocess.Popen(command, env=known, **(usual | options)))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def ended(process, seconds=200):
    """Wait for a process; return (exit code, stdout, stderr), neither of which holds a traceback."""
    out, err = (stream.decode("latin-1") if stream else "" for stream in process.communicate(timeout=seconds))
    assert "Traceback" not in out + err, out + err
    return process.returncode, out, err
