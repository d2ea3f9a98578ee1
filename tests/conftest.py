"""What tests share: options, how many games to play, players who do as they are told."""

import signal
from pathlib import Path

import hypothesis
import pytest

from simulators.jit import PLAIN


def pytest_addoption(parser):
    parser.addoption("--write-generated", action="store_true", help="write playthroughs and generated pages anew")
    parser.addoption("--soak", action="store_true", help="all of what is long in tests/soak, not a sample of it")
    parser.addoption("--save-figures", metavar="FOLDER", help="keep the figures that tests draw, for eyes")


def interruptible():
    """Undo what a shell does to jobs in the background: they ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def games():
    """How many games to play: `games(compiled, plain)`; plain Python is a thousand times slower."""
    return lambda compiled, plain: plain if PLAIN else compiled


@pytest.fixture
def save_figure(request):
    """Keep a figure if --save-figures asks for it."""

    def save(figure, name):
        folder = request.config.getoption("--save-figures")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            figure.savefig(Path(folder) / f"{name}.png", dpi=110)

    return save


@pytest.fixture
def cli(monkeypatch, capsys):
    """Run the command line in this process: `cli("kajko --games 10")` gives (exit code, stdout, stderr)."""
    import shlex

    from simulate.terminal import main

    def call(line):
        monkeypatch.setattr("sys.argv", ["simulate", *shlex.split(line)])
        monkeypatch.setenv("COLUMNS", "120")
        with pytest.raises(SystemExit) as ended:
            main()
        out = capsys.readouterr()
        return ended.value.code, out.out, out.err

    return call


hypothesis.settings.register_profile("project", deadline=None, derandomize=True)
hypothesis.settings.load_profile("project")
