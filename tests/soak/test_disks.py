"""Disks that are full, and processes that were killed: what was played is shown, what was there stays."""

import fcntl
import os
import signal
import subprocess
import time

import pytest

from simulators.jit import PLAIN
from tests.soak.conftest import ended, rows_are_written

pytestmark = pytest.mark.skipif(PLAIN, reason="too slow to fill a disk")
STUDY = ["kajko", "--players", "2", "--games", "200", "--strategies", "cautious,bold"]
CASES = {
    "parquet": ["kajko", "--games", "50000", "--out", "disk/x.parquet"],
    "figure": ["kajko", "--games", "200", "--figure", "disk/x.png"],
    "csv": ["kajko", "--games", "50000", "--out", "disk/x.csv"],
    "arrow": ["kajko", "--games", "50000", "--out", "disk/x.arrow"],
    "excel": ["kajko", "--games", "2000", "--out", "disk/x.xlsx"],
    "report": ["report", *STUDY, "--out", "disk/r"],
    "page": ["fair", *STUDY, "--report", "disk/x.html"],
    "comparison": ["compare", *STUDY[:-2], "--variants", "base,advanced", "--figure", "disk/x.png"],
}


@pytest.fixture
def disk(tmp_path):
    """A disk of 32 kB; only root can have one."""
    place = tmp_path / "disk"
    place.mkdir()
    if (
        os.getuid() != 0
        or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32k", "x", place], check=False).returncode
    ):
        pytest.skip("no disk can be mounted here")
    yield place
    subprocess.run(["umount", place], check=True)


def test_a_full_disk_costs_no_result_and_no_older_file(case, shell, disk):
    target = disk / case[-1].removeprefix("disk/")
    old = target / "index.html" if target.name == "r" else target
    old.parent.mkdir(exist_ok=True)
    old.write_text("old")
    code, out, err = ended(shell([*case, "--force"] if target.name == "r" else case))
    assert code == 1 and "No space left on device" in err, err
    assert "verdict" in out or "wins" in out or "change" in out or "INCONCLUSIVE" in out, "what was played is shown"
    assert old.read_text() == "old"
    assert [path for path in disk.rglob("*") if path.is_file()] == [old]


def test_what_a_killed_run_left_is_removed_by_the_next(shell, tmp_path):
    words = ["kajko", "--out", "x.csv", "--games"]
    killed = shell([*words, "1e9"])
    while not rows_are_written(tmp_path):
        time.sleep(0.05)
        assert killed.poll() is None
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    (left,) = tmp_path.glob(".x.csv.*.part")
    code, _, err = ended(shell([*words, "100"]))
    assert code == 0
    assert f"{left.name}, which a killed run had left" in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.csv", "x.csv.json"]


def test_a_stopped_process_that_was_compiling_stops_nobody(shell, tmp_path):
    environment = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    words = ["kajko", "--games", "100", "--seed", "3"]
    holder = shell(words, environment)
    while not is_held(tmp_path):
        time.sleep(0.02)
        assert holder.poll() is None
    holder.send_signal(signal.SIGSTOP)
    impatient = shell(words, environment)
    time.sleep(6)
    impatient.send_signal(signal.SIGINT)
    started = time.monotonic()
    assert ended(impatient)[0] == 130 and time.monotonic() - started < 5
    code, out, err = ended(shell(words, environment))
    assert code == 0 and "waiting for it" in err and "compiles on its own" in err, err
    holder.send_signal(signal.SIGCONT)
    same, again, _ = ended(holder)
    assert same == 0 and again.split("seed 3")[0] == out.split("seed 3")[0]


def is_held(folder):
    """Tell whether a process is compiling into a cache."""
    for path in (folder / "cache").rglob("lock"):
        with path.open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
    return False
