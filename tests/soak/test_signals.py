"""Signals at random moments: what was played is told and kept, nothing is left half-written, the next run is right."""

import fcntl
import json
import os
import pty
import select
import signal
import termios
import time
from itertools import cycle
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow.parquet
import pytest

from simulators.jit import PLAIN
from tests.soak.conftest import ended, rows_are_written

pytestmark = pytest.mark.skipif(PLAIN, reason="plain Python is interrupted anywhere")
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
STUDY = ["kajko", "--players", "2", "--games", "2000", "--strategies", "cautious,bold,random"]
JOBS = {
    "run": (["kajko", "--games", "1e9", "--json", "--out", "x.parquet"], 8),
    "csv": (["kajko", "--games", "1e9", "--json", "--out", "x.csv"], 8),
    "report": (["report", *STUDY, "--out", "r"], 14),
    "fair": (["fair", *STUDY, "--report", "x.html"], 6),
    "compile": (["kajko", "--games", "100", "--json"], 6),
}  # what is typed, and about how long it takes, in seconds
CASES = {
    f"{job} {number}": (job, number, which)
    for (number, job), which in zip(enumerate([*JOBS] * 5, 1), cycle(SIGNALS), strict=False)
}


def wait_until_up(process):
    """Wait until the command listens to signals: until then they end it in Python's own way."""
    caught = 0
    while not caught >> (signal.SIGTERM - 1) & 1 and process.poll() is None:
        time.sleep(0.01)
        status = Path(f"/proc/{process.pid}/status").read_text().split("SigCgt:")[1:]
        caught = int(status[0].split()[0], 16) if status else caught


def test_a_signal_at_any_moment_loses_nothing(case, shell, tmp_path):
    job, number, which = case
    words, length = JOBS[job]
    environment = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")} if job == "compile" else {}
    process = shell(words, environment)
    wait_until_up(process)
    time.sleep(np.random.default_rng(number).uniform(0, length))
    process.send_signal(which)
    code, out, err = ended(process)
    stopped = code == 128 + which
    assert stopped or (code in (0, 3, 4, -which) and words[-1] != "x.parquet" and words[-1] != "x.csv"), (
        code,
        out,
        err,
    )
    assert not [path for path in tmp_path.rglob("*") if path.name.endswith(".part")]
    if words[-1] in ("x.parquet", "x.csv"):
        path = tmp_path / words[-1]
        assert path.is_file() == bool(out)
        if out:
            told = json.loads(out)
            frame = pl.read_parquet(path) if path.suffix == ".parquet" else pl.read_csv(path)
            assert 0 < frame.height == told["games"] < told["asked"] == 10**9
            assert made(path)["partial"] is True and made(path)["games"] == told["games"]
    elif job == "compile":
        _, again, says = ended(shell(words, environment))
        assert json.loads(again)["win_share"] == json.loads(ended(shell(words))[1])["win_share"]
        assert "damaged" not in says
    else:
        assert not stopped or "stopped; nothing more was written" in err
        there = {path.name for path in tmp_path.rglob("*") if path.is_file()}
        if job == "report" and there:
            assert there == {".files", *(tmp_path / "r" / ".files").read_text().split()}, "nothing is half-written"
        elif there:
            assert (tmp_path / "x.html").read_text().endswith("</html>\n")
        assert there or stopped


def made(path):
    """Return what a file of rows says of itself."""
    if path.suffix == ".parquet":
        return json.loads(pyarrow.parquet.read_metadata(path).metadata[b"millionfold"])
    return json.loads(path.with_name(path.name + ".json").read_text())


IN_A_TERMINAL = {"start_new_session": True, "preexec_fn": lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)}


def close_while_it_plays(process, terminal, inside, folder):
    """Close the terminal of a run when it has played some games, and wait for it to end as that asks."""
    os.close(inside)
    while not rows_are_written(folder):
        if select.select([terminal], [], [], 0.1)[0]:
            os.read(terminal, 4096)
    os.close(terminal)
    assert process.wait(60) == 128 + signal.SIGHUP


def test_a_terminal_that_closes_loses_nothing(shell, tmp_path):
    """The kernel sends SIGHUP then, and nothing can be said any more."""
    terminal, inside = pty.openpty()
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), inside)
    process = shell(JOBS["csv"][0], **streams, **IN_A_TERMINAL)
    close_while_it_plays(process, terminal, inside, tmp_path)
    assert made(tmp_path / "x.csv")["partial"] is True
    assert pl.read_csv(tmp_path / "x.csv").height == made(tmp_path / "x.csv")["games"]
    assert len(list(tmp_path.iterdir())) == 2


def test_a_terminal_that_closes_loses_no_result_that_goes_to_a_file(shell, tmp_path):
    terminal, inside = pty.openpty()
    with (tmp_path / "result.txt").open("w") as result:
        process = shell(JOBS["csv"][0], stdin=inside, stdout=result, stderr=inside, **IN_A_TERMINAL)
    close_while_it_plays(process, terminal, inside, tmp_path)
    assert json.loads((tmp_path / "result.txt").read_text())["stopped"] is True
