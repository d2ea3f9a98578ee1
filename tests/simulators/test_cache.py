"""The cache on disk: quick when nothing changed, fresh when anything did, harmless when damaged, locked or read-only."""

import fcntl
import os
import shutil
import stat
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from simulators import games, load
from simulators.cache import KEPT_STATES, name_of
from simulators.jit import PLAIN
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
    """One place for all copies, with one cache."""
    return tmp_path_factory.mktemp("copy")


@pytest.fixture
def copy(place):
    """A copy of the project to edit, with a cache of its own that others may have filled."""
    for name in ("simulate", "simulators", "strategies", "analysis", "reports"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    return place


@pytest.fixture
def cold(copy, tmp_path):
    """The same with nothing compiled."""
    return tmp_path / "cache"


def do(folder, code, cache=None, said=None):
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
    if said is not None:
        said += done.stderr.splitlines()
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
    edit(copy / "simulators" / "kajko" / "table.py", "return (pile & 255) + 5 *", "return (pile & 255) + 6 *")
    said, second = run(copy)
    assert "compiling" in said and second != first
    # A helper of the strategies: the game itself isn't compiled anew.
    edit(copy / "strategies" / "kajko.py", "ducats(front) >= least", "ducats(front) > least")
    third = run(copy)
    assert len(third) == 1 and third[0] != second


EDIT = """
import importlib, os, sys
from pathlib import Path
import simulate, strategies.kajko
def mean(game, **options):
    return simulate.run(game, games=300, **options).to_json()["turns_mean"]
path = Path("{path}")
text = path.read_text()
{code}
"""


def test_code_edited_while_a_process_runs_is_neither_loaded_nor_kept(copy):
    """As in a notebook that reloads; and other processes aren't given what this one made of a passing edit."""
    path = copy / "strategies" / "kajko.py"
    code = """
print(mean("kajko", strategy="cautious"))
path.write_text(text.replace("ducats(front) >= least", "ducats(front) > 5 * least"))
importlib.reload(strategies.kajko)
print(mean("kajko", strategy="cautious"))
path.write_text(text)
"""
    assert "ducats(front) >= least" in path.read_text()
    before, after = do(copy, EDIT.format(path=path, code=code))
    assert before != after
    assert do(copy, EDIT.format(path=path, code='print(mean("kajko", strategy="cautious"))')) == [before]
    path = copy / "simulators" / "kokoriko" / "play.py"
    right = do(copy, EDIT.format(path=path, code='print(mean("kokoriko", players=2))'), copy / "other")
    code = """
mean("kajko")
path.write_text(text.replace("        turns += 1", "        turns += 2"))
print(mean("kokoriko", players=2))
path.write_text(text)
"""
    assert "        turns += 1" in path.read_text()
    assert do(copy, EDIT.format(path=path, code=code)) != right
    assert do(copy, EDIT.format(path=path, code='print(mean("kokoriko", players=2))')) == right


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
    ours, foreign = cache / "millionfold" / "engine", cache / "millionfold-not"
    for at in range(9):
        for folder in (ours, foreign, cache):
            (folder / f"old{at}").mkdir(parents=True)
            os.utime(folder / f"old{at}", (at, at))
    do(copy, "from simulators.cache import ENGINE, cache_folder; cache_folder(ENGINE)", cache)
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
    code = "from simulators.cache import ENGINE, cache_folder; print(cache_folder(ENGINE))"
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


def flip(path):
    """Flip three bits, as a failing disk does."""
    content = bytearray(path.read_bytes())
    for at in (len(content) // 3, len(content) // 2, len(content) - 9):
        content[at] ^= 4
    path.write_bytes(content)


DAMAGES = {
    "emptied": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "garbage": lambda path: path.write_bytes(b"\x00garbage" * 99),
    "bits flipped": flip,
    "another's code": lambda path: path.write_bytes(next(path.parent.glob("simulators.kajko.play.score-*")).read_bytes()),
}  # fmt: skip


@pytest.mark.parametrize(
    ("damage", "many"), [*((damage, False) for damage in DAMAGES.values()), (flip, True)], ids=[*DAMAGES, "all flipped"]
)
def test_damaged_code_is_made_anew_once_and_says_so(copy, damage, many):
    right = run(copy)[-1:]
    kept = [path for path in (copy / "cache").rglob("*-*") if path.is_file()]
    for path in kept if many else [path for path in kept if path.name.startswith("simulators.kajko.play.play-")]:
        damage(path)
    said: list[str] = []
    assert do(copy, RUN.format("threshold:bank_at=15"), said=said)[-1:] == right
    assert said == [f"compiled code in {copy / 'cache' / 'millionfold'} was damaged; it is made anew"]
    said.clear()
    assert do(copy, RUN.format("threshold:bank_at=15"), said=said) == right
    assert said == []


def test_whoever_compiles_takes_turns_but_waits_for_nobody_for_ever(copy, cold):
    run(copy, cache=cold)
    for path in cold.rglob("simulators.kajko.play.play-*"):
        path.unlink()
    impatient = "import simulators.cache; simulators.cache.patience = 1.5; "
    said: list[str] = []
    with ExitStack() as stack:
        for lock in cold.rglob("lock"):  # as a process does that was stopped while it compiled
            fcntl.flock(stack.enter_context(lock.open("w")), fcntl.LOCK_EX)
        score = do(copy, impatient + RUN.format("threshold:bank_at=15"), cold, said)[-1]
        assert [line.split(";")[0].split("(")[0] for line in said] == [
            "another process is compiling",
            "the other process doesn't end ",
        ]
        said.clear()
        assert do(copy, RUN.format("threshold:bank_at=15"), cold, said) == [score], "what is there is just loaded"
        assert said == []


def test_the_folder_is_the_users_alone(copy, cold):
    ours = cold / "millionfold"
    (ours / "planted").mkdir(parents=True)
    ours.chmod(0o777)
    run(copy, cache=cold)
    assert not (ours / "planted").exists()
    assert stat.S_IMODE(ours.stat().st_mode) == 0o700


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_code_in_anothers_folder_is_not_loaded(copy, cold):
    run(copy, cache=cold)
    os.chown(cold / "millionfold", 1234, 1234)
    before = sorted(path.stat().st_mtime_ns for path in cold.rglob("*-*"))
    assert run(copy, cache=cold)[0].startswith("can't keep compiled code")
    assert sorted(path.stat().st_mtime_ns for path in cold.rglob("*-*")) == before


def test_code_that_could_not_be_kept_is_said_and_does_no_harm(copy, cold):
    """A disk that fills up while code is written."""
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)); "
    said: list[str] = []
    assert do(copy, full + RUN.format("threshold:bank_at=15"), cold, said)[-1:] == run(copy)[-1:]
    assert said == [f"compiled code can't be kept in {cold / 'millionfold'}: File too large"]
    assert not list(cold.rglob("*.part"))


def test_compiled_code_of_each_game_has_a_name_of_its_own():
    plays = [load(name).play for name in games()]
    assert len({name_of(play) for play in plays}) == len(plays)
