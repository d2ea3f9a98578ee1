"""Plays a match, and keeps what is asked for: counters always, rows in memory or in a file."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import polars as pl

from analysis.files import RowFile
from analysis.rows import game_rows, seat_rows
from analysis.run import Run
from simulators.engine import Match
from simulators.errors import BadInput, NotWritten, whole

ROWS = ("games", "seats")


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Turn the first Ctrl-C into an answer to "stopped?", so that it can't break what is being written.

    The second one interrupts at once. Where signals belong to someone else (another thread), it does nothing.
    """
    pressed: list[bool] = []
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = signal.getsignal(signal.SIGINT)

    def press(*_: Any) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(True)
        print("stopping after the games at hand; Ctrl-C again stops at once", file=sys.stderr)  # noqa: T201

    signal.signal(signal.SIGINT, press if callable(before) else before)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


def threads_of(asked: int | None) -> int:
    """Return how many threads to play on: those asked for, or one for each core; `BadInput` for an impossible number."""
    return whole("threads", cores() if asked is None else asked, 1, 1024)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play(
    match: Match,
    games: int,
    provenance: Mapping[str, Any],
    threads: int | None = None,
    rows: str | None = None,
    out: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Run:
    """Play games 0 to `games` - 1 of a match, or as many as there are until Ctrl-C.

    `rows` is None, "games" or "seats"; they are kept in memory, or written to `out`. `progress` is told how many
    games are done, and of how many. Raises `BadInput` for what can't be asked for, `NotWritten` if the disk is full.
    """
    if rows is not None and rows not in ROWS:
        raise BadInput(f"rows={rows}: expected {' or '.join(ROWS)}")
    threads = threads_of(threads)
    kind = rows or ("games" if out else None)
    labels = [player.label for player in match.players]
    frames: list[pl.DataFrame] = []
    counts: Any = 0
    done, cpu, problem = 0, 0.0, None
    started = time.perf_counter()
    try:
        with ExitStack() as stack:
            file = stack.enter_context(RowFile(out)) if out else None
            stopped = stack.enter_context(interrupts())
            for chunk in stack.enter_context(closing(match.play(games, threads, keep_rows=kind is not None))):
                counts = counts + chunk.counts
                done += chunk.games
                cpu += chunk.cpu_seconds
                if chunk.rows is not None:
                    where = (match.game, chunk.rows, chunk.first, games, match.rotations)
                    frame = game_rows(*where) if kind == "games" else seat_rows(*where, labels)
                    file.append(frame) if file else frames.append(frame)
                if progress:
                    progress(done, games)
                if file:
                    file.metadata = {**provenance, "games": done, "asked": games}
                if stopped():
                    break
    except OSError as error:
        if not done:
            raise OSError(error.errno, error.strerror or str(error), str(out)) from error
        problem = error
    kept = pl.concat(frames, rechunk=False) if frames else None
    seconds = time.perf_counter() - started
    told = {**provenance, "games": done, "asked": games}
    played = Run(match.rules, labels, done, games, match.seed, counts, match.layout, seconds, cpu, told, kept)
    if problem:
        raise NotWritten(f"{out}: {problem.strerror or problem}; nothing was left there", played) from problem
    return played
