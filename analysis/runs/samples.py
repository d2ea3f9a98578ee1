"""Games played to be looked at one by one: a frame of games, or of games and seats, with the blocks they came in."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.runs.rows import Results, game_rows, seat_rows, win_shares
from analysis.statistics.intervals import beyond_rounding
from simulators.engine import CHUNK, Chunk, Match

ATTACK_COLUMNS = ("attack_by", "attack_on", "attack_could", "attack_taken")
Progress = Callable[[int], None]  # told how many more games are done


class SeatSample(NamedTuple):
    """What the seats won in games that were played."""

    means: NDArray[np.float64]  # (blocks, seats): share of wins in games that share luck, or a table
    spread: NDArray[np.float64]  # (seats): variance of the win share of one game
    games: int

    def totals(self) -> "Totals":
        """Add up."""
        squares = (self.means**2).sum(axis=0)
        return Totals(self.means.sum(axis=0), squares, self.spread * self.games, len(self.means), self.games)


class Totals(NamedTuple):
    """Sums over blocks, seat by seat, from which shares and their errors follow; those of more games can be added."""

    means: NDArray[np.float64]
    squares: NDArray[np.float64]  # of the means
    spreads: NDArray[np.float64]  # variance of the win share of one game, times games
    blocks: int
    games: int

    def plus(self, more: "Totals") -> "Totals":
        """Return the sums of both."""
        means, squares, spreads = (one + two for one, two in zip(self[:3], more[:3], strict=True))
        return Totals(means, squares, spreads, self.blocks + more.blocks, self.games + more.games)

    def shares(self) -> NDArray[np.float64]:
        """Return each seat's share of wins."""
        return self.means / self.blocks

    def errors(self) -> NDArray[np.float64]:
        """Return the standard errors of the shares; 0 where all blocks are alike."""
        variances = beyond_rounding(self.squares / self.blocks - self.shares() ** 2)
        return np.sqrt(variances / max(1, self.blocks - 1))


def chunks(
    match: Match, games: int, threads: int, progress: Progress | None = None, start: int = 0
) -> Iterator[tuple[Chunk, Results]]:
    """Play whole blocks from game `start` on, `games` games or a few more, in chunks small enough to keep all threads busy."""
    whole = -(-games // match.block) * match.block
    turns = max(2, -(-whole // (threads * CHUNK)))  # as many chunks for each thread
    size = max(1024, -(-whole // (threads * turns)))
    with closing(match.play(whole, threads, keep_rows=True, chunk=size, start=start)) as played:
        for chunk in played:
            if chunk.rows is not None:
                yield chunk, chunk.rows
            if progress:
                progress(chunk.games)


def block_of(match: Match, chunk: Chunk) -> pl.Series:
    """Number the blocks of a chunk's games."""
    return pl.Series("block", np.arange(chunk.first, chunk.first + chunk.games, dtype=np.uint32) // match.block)


def array(name: str, values: NDArray[Any]) -> pl.Series:
    """Return numbers as a column, of arrays if there are several a game."""
    kept = np.ascontiguousarray(values)
    inner = pl.Series(kept.reshape(-1)[:0]).dtype
    return pl.Series(name, kept, dtype=pl.Array(inner, kept.shape[1:]) if kept.ndim > 1 else inner)


def sample_games(match: Match, games: int, threads: int = 1, progress: Progress | None = None) -> pl.DataFrame:
    """Play a match: one row a game, with `block` and, if it is followed, how it went.

    How it went are the columns of simulators.course: `standing` is (tenths, seats), `attack_by` and the like list attacks.
    """
    players, frames = len(match.players), []
    for chunk, rows in chunks(match, games, threads, progress):
        frame = game_rows(match.game, rows, chunk.first, games, match.seatings)
        columns = [block_of(match, chunk)]
        if chunk.outlines is not None:
            kept = chunk.outlines
            columns += [pl.Series("rounds", kept["rounds"]), array("standing", kept["standing"][:, :, :players])]
            columns += [array(name, kept[name]) for name in ("attacks", *ATTACK_COLUMNS)]
            columns.append(array("attack_standing", kept["attack_standing"][:, :, :players]))
        frames.append(frame.with_columns(columns))
    return pl.concat(frames)


def sample_seats(match: Match, games: int, threads: int = 1, wins_only: bool = False) -> pl.DataFrame:
    """Play a match: one row a game and seat, with `block` and all that `seat_rows` has, or only who won."""
    labels, frames = [player.label for player in match.players], []
    for chunk, rows in chunks(match, games, threads):
        results = rows[["winners"]] if wins_only else rows
        frame = seat_rows(match.game, results, chunk.first, games, match.seatings, labels)
        frames.append(frame.with_columns(pl.Series("block", np.repeat(block_of(match, chunk).to_numpy(), len(labels)))))
    return pl.concat(frames)


def sample_shares(match: Match, games: int, threads: int = 1, start: int = 0) -> SeatSample:
    """Play a match from game `start` (that of a block) on: the win share of each seat, block by block."""
    seats = np.arange(len(match.players))
    parts = [win_shares(rows["winners"][:, None], seats) for _, rows in chunks(match, games, threads, start=start)]
    wins = np.concatenate(parts)
    return SeatSample(
        wins.reshape(-1, match.block, len(seats)).mean(axis=1), wins.var(axis=0, ddof=min(1, len(wins) - 1)), len(wins)
    )


def sample_wins(match: Match, games: int, threads: int = 1) -> NDArray[np.float64]:
    """Play a match: the win share of each player in each game, (blocks, games of a block, players as listed)."""
    sits, parts = np.argsort(match.seatings, axis=1), []  # where each player sits
    for chunk, rows in chunks(match, games, threads):
        seating = np.arange(chunk.first, chunk.first + chunk.games) % len(sits)
        parts.append(win_shares(rows["winners"][:, None], sits[seating]))
    return np.concatenate(parts).reshape(-1, match.block, len(match.players))
