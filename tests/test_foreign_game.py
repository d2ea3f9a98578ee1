"""A game that isn't ours is played like ours: from an installed package, from a folder, from a file."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from simulators.jit import PLAIN
from tests.passes import BOUNDS

ROOT = Path(__file__).resolve().parent.parent
SOURCE = (ROOT / "tests" / "race.py").read_text()
STRATEGIES = """
DEFAULT = "large"
ORDINARY = {}
STRATEGIES = {name: Strategy({"turn": player}) for name, player in (("large", large), ("small", small), ("any_die", any_die))}
"""
COMMANDS = {
    "race --games 300 --seats large,small,small,any_die": "again: ",
    "race --games 300 --goal 20": "rules changed: goal=20",
    "replay race --game 3": "rolls one of 6 faces.",
    "rules race": "goal = 12",
    "strategies race": "Roll a small die.",
    "compare race --a goal=8 --b goal=20 --players 2 --games 60": "turns",
    "fair race --players 2 --games 60 --margin 20": "again: simulate fair race",
    "report race --players 2 --games 40 --out report": "2 players, large",
}
pytestmark = [
    pytest.mark.skipif(PLAIN, reason="games come from elsewhere in any Python"),
    pytest.mark.skipif(BOUNDS, reason="the same whether or not bounds are checked"),
]


def written(folder):
    """The race as a package in a folder."""
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(SOURCE)
    (folder / "strategies.py").write_text(
        "from strategies import Strategy\n\nfrom . import any_die, large, small\n" + STRATEGIES
    )
    return folder


def wheel(folder):
    """A wheel with the race in it, and the entry point by which it is found."""
    package, info = written(folder / "dicerace"), "dicerace-1.0.dist-info"
    path = folder / "dicerace-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as file:
        for source in package.iterdir():
            file.write(source, f"dicerace/{source.name}")
        file.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: dicerace\nVersion: 1.0\n")
        file.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        file.writestr(f"{info}/entry_points.txt", "[millionfold.games]\nrace = dicerace\n")
        file.writestr(f"{info}/RECORD", "")
    return path


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A Python with our packages and a foreign game, both installed."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder / "env", with_pip=False)
    python = folder / "env" / "bin" / "python"
    site = next((folder / "env").glob("lib/python*/site-packages"))
    (site / "ours.pth").write_text(f"{ROOT}\nimport site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    command = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*command, "--disable-pip-version-check", wheel(folder)], check=True)
    return python


def simulate(words, folder, python=sys.executable, **around):
    """Run a command line in a folder: (exit code, stdout, stderr)."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache"), "COLUMNS": "160", **around}
    done = subprocess.run(
        [python, "-m", "simulate", *words.split()],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def plays(words, says, folder, **options):
    """Tell that a command does what it should."""
    code, out, err = simulate(words, folder, **options)
    assert code in ((0, 3, 4) if "fair" in words else (0,)), err
    assert says in out, out


@pytest.mark.parametrize(("words", "says"), COMMANDS.items())
def test_a_game_of_an_installed_package_is_played_like_ours(installed, tmp_path_factory, words, says):
    folder = installed.parents[2]
    plays(words, says, folder, python=installed)
    assert "race" in simulate("games", folder, installed)[1]


@pytest.mark.parametrize(("words", "says"), COMMANDS.items())
def test_a_game_in_a_folder_is_played_like_ours(tmp_path_factory, words, says):
    folder = tmp_path_factory.getbasetemp() / "folder"
    if not folder.exists():
        written(folder / "race")
    plays(f"{words} --game-file race", says, folder, PYTHONPATH=str(ROOT))


def test_a_game_in_a_file_is_played_and_its_command_says_where_it_is(tmp_path):
    (tmp_path / "race.py").write_text(SOURCE + STRATEGIES)
    code, out, _ = simulate("--game-file race.py race --games 40 --json", tmp_path, PYTHONPATH=str(ROOT))
    assert (
        code == 0 and json.loads(out)["provenance"]["command"] == "simulate --game-file race.py race --games 40 --json"
    )
    command = "fair race --players 2 --games 40 --game-file=race.py --json"
    told = json.loads(simulate(command, tmp_path, PYTHONPATH=str(ROOT))[1])["about"]["command"]
    assert "--game-file race.py" in told
    assert simulate(told.removeprefix("simulate "), tmp_path, PYTHONPATH=str(ROOT))[0] == 4
    code = "import simulate; print(simulate.run(simulate.add_game('race.py'), games=40).by_seat.height)"
    around = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert subprocess.check_output([sys.executable, "-c", code], cwd=tmp_path, env=around, text=True) == "4\n"


def test_compiled_code_of_a_foreign_folder_is_kept_and_made_anew_when_it_changes(tmp_path):
    folder = written(tmp_path / "race")
    words = "race --games 40 --game-file race"
    said = [simulate(words, tmp_path, PYTHONPATH=str(ROOT))[2] for _ in range(2)]
    assert "compiling race" in said[0] and "compiling" not in said[1]
    init = folder / "__init__.py"
    init.write_text(SOURCE.replace("points[seat] += 1 +", "points[seat] += 2 +"))
    _, out, err = simulate(words, tmp_path, PYTHONPATH=str(ROOT))
    assert "compiling race" in err
    shutil.rmtree(tmp_path / "cache")
    fresh = simulate(words, tmp_path, PYTHONPATH=str(ROOT))[1]
    assert [line for line in fresh.splitlines() if "a second" not in line] == [
        line for line in out.splitlines() if "a second" not in line
    ]


@pytest.mark.parametrize(
    ("name", "source", "says"),
    [
        ("nothing", None, "nothing: expected a game's folder, with an __init__.py in it, or a .py file"),
        ("kajko", SOURCE, "kajko: there is another game or module called kajko; give yours another name"),
        ("sub/json", SOURCE, "json: there is another game or module called json; give yours another name"),
        ("report", SOURCE, "report is a command; the game of that name needs another one"),
        ("two-player", SOURCE, "a game's folder is a module, so two-player is no name for it"),
        ("dice_race", SOURCE, "expected GAME, a Game whose name is 'dice_race'"),
        ("race", "1 / 0", "race can't be loaded: ZeroDivisionError: division by zero (__init__.py, line 1)"),
        ("race", "import nowhere", "race can't be loaded: ModuleNotFoundError: No module named 'nowhere'"),
        ("race", SOURCE, "race.strategies can't be loaded: ModuleNotFoundError: No module named 'race.strategies'"),
    ],
)
def test_what_is_no_game_is_said_in_one_line(tmp_path, name, source, says):
    if source is not None:
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "__init__.py").write_text(source)
    code, out, err = simulate(f"{name} --games 40 --game-file {name}", tmp_path, PYTHONPATH=str(ROOT))
    assert (code, out, err.count("\n")) == (2, "", 1) and says in err
