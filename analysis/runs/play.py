"""Plays a match, and keeps what is asked for: counters always, rows in memory or in a file."""

import os
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import polars as pl

from analysis.runs.files import RowFile
from analysis.runs.rows import game_rows, seat_rows
from analysis.runs.run import Run
from analysis.runs.stopping import deferred
from simulators.engine import Match
from simulators.errors import MOST_THREADS, BadInput, NotWritten, whole

ROWS = ("games", "seats")


def check_rows(rows: str | None) -> None:
    """Refuse what no row can be about."""
    if rows is not None and rows not in ROWS:
        raise BadInput(f"rows={rows}: expected {' or '.join(ROWS)}")


def threads_of(asked: int | None) -> int:
    """Return how many threads to play on: those asked for, or one for each core; `BadInput` for an impossible number."""
    return whole("threads", cores() if asked is None else asked, 1, MOST_THREADS)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play(
    match: Match,
    games: int,
    provenance: Mapping[str, Any],
    threads: int = 1,
    rows: str | None = None,
    out: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Run:
    """Play games 0 to `games` - 1 of a match, or as many as there are until Ctrl-C.

    `rows` is None, "games" or "seats"; they are kept in memory, or written to `out`. `progress` is told how many
    games are done, and of how many. Raises `NotWritten` if the disk is full.
    """
    kind = rows or ("games" if out else None)
    labels = [player.label for player in match.players]
    frames: list[pl.DataFrame] = []
    counts: Any = 0
    done, cpu, problem = 0, 0.0, None
    started = time.perf_counter()

    def told() -> dict[str, Any]:
        return {**provenance, "games": done, "asked": games, "partial": done < games}

    try:
        with ExitStack() as stack:
            stop = stack.enter_context(deferred("stopping after the games at hand; once more stops at once"))
            file = stack.enter_context(RowFile(out)) if out else None
            chunks = match.play(games, threads, keep_rows=kind is not None, stopped=stop)
            for chunk in stack.enter_context(closing(chunks)):
                counts = counts + chunk.counts
                done += chunk.games
                cpu += chunk.cpu_seconds
                if chunk.rows is not None:
                    where = (match.game, chunk.rows, chunk.first, games, match.seatings)
                    frame = game_rows(*where) if kind == "games" else seat_rows(*where, labels)
                    file.append(frame) if file else frames.append(frame)
                if progress:
                    progress(done, games)
                if stop():
                    break
            if not done:
                stop.stop()
            if file:
                file.metadata = told()
    except NotWritten as error:
        if not done:
            raise
        problem = error
    kept = pl.concat(frames, rechunk=False) if frames else None
    seconds = time.perf_counter() - started
    played = Run(
        match.rules, labels, match.seatings, done, games, match.seed, counts, match.layout, seconds, cpu,
        told(), kept, stop.number,
    )  # fmt: skip
    if problem:
        raise NotWritten(str(problem), played) from problem.__cause__
    return played
