"""What a study found, job by job: frames by name, each with a column `players`."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
from polars import selectors

Frames = Mapping[str, pl.DataFrame]
Progress = Callable[[int, int], None]  # told how many games are done, and of how many


@dataclass(frozen=True)
class Job:
    """One match of a study, and what becomes of it."""

    games: int
    play: Callable[[], None]


class Findings:
    """The frames that jobs keep."""

    def __init__(self) -> None:
        self.frames: dict[str, list[pl.DataFrame]] = defaultdict(list)

    def keep(self, name: str, players: int, frame: pl.DataFrame | Iterable[Mapping[str, Any]]) -> None:
        """Add lines to a frame."""
        lines = frame if isinstance(frame, pl.DataFrame) else pl.DataFrame(list(frame))
        if lines.height:
            floats = selectors.float()
            known = lines.with_columns(pl.when(floats.is_finite()).then(floats))  # an interval without an end is none
            count = pl.lit(players).cast(pl.Int64).alias("players")
            self.frames[name].append(known.select(count, pl.exclude("players")))

    def kept(self, name: str, players: int) -> pl.DataFrame:
        """Return what was kept in a frame for a number of players; no lines if there is nothing."""
        frames = [frame for frame in self.frames.get(name, []) if frame["players"][0] == players]
        return pl.concat(frames, how="vertical_relaxed") if frames else pl.DataFrame()

    def lines(self, name: str, players: int) -> list[dict[str, Any]]:
        """Return what was kept in a frame for a number of players, line by line."""
        return self.kept(name, players).to_dicts()

    def whole(self) -> Frames:
        """Return all frames."""
        return {name: pl.concat(frames, how="vertical_relaxed") for name, frames in self.frames.items()}


def work(jobs: Sequence[Job], progress: Progress | None = None) -> None:
    """Do jobs in order."""
    total, done = sum(job.games for job in jobs), 0
    for job in jobs:
        job.play()
        done += job.games
        if progress:
            progress(done, total)
