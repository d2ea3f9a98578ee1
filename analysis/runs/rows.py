"""One row a game, or one a seat: results as typed polars frames."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from simulators.game import Game

Results = NDArray[Any]  # structured, dtype simulators.engine.Layout.row


def words_of(game: Game, name: str, values: NDArray[Any]) -> pl.Series:
    """Return a column's values, as words where they stand for some."""
    column = game.columns[name]
    if not column.words:
        return pl.Series(name, np.ascontiguousarray(values))
    codes = pl.Series(name, np.ascontiguousarray(values) - column.low, dtype=pl.UInt8)
    return codes.cat.to(pl.Enum(column.words))


def win_shares(winners: NDArray[Any], seats: NDArray[Any]) -> NDArray[np.float64]:
    """Return what seats (from 0) win of games with these winners (bit masks): a win shared by k counts 1/k."""
    shares: NDArray[np.float64] = (winners >> seats & 1) / np.bitwise_count(winners)
    return shares


def game_numbers(first: int, games: int, of: int) -> pl.Series:
    """Number games of a run of `of`, in 32 bits if they all fit."""
    return pl.Series("game", np.arange(first, first + games, dtype=np.uint32 if of <= 2**32 else np.uint64))


def game_rows(game: Game, results: Results, first: int, of: int, seatings: NDArray[np.uint8]) -> pl.DataFrame:
    """One row a game: its number, who sat where, and every column; `scores_1` is that of seat 1.

    Who sat where is told by `order` and `rotation`, if there are several seatings: seat s is taken by player
    (s + rotation) % players of that circular order. `winners` and other columns of seats are bit masks: seat 1 is bit 0.
    """
    columns = [game_numbers(first, len(results), of)]
    if len(seatings) > 1:
        order, rotation = divmod(np.arange(first, first + len(results)) % len(seatings), seatings.shape[1])
        columns += [pl.Series("order", order.astype(np.uint8)), pl.Series("rotation", rotation.astype(np.uint8))]
    for name in results.dtype.names or ():
        values = results[name]
        if values.ndim == 1:
            columns.append(words_of(game, name, values))
        else:
            columns += [words_of(game, name, values[:, s]).rename(f"{name}_{s + 1}") for s in range(values.shape[1])]
    return pl.DataFrame(columns)


def seat_rows(
    game: Game, results: Results, first: int, of: int, seatings: NDArray[np.uint8], strategies: Sequence[str]
) -> pl.DataFrame:
    """One row a game and seat (tidy): game, seat (from 1), strategy, win_share, and every column.

    A win shared by k counts 1/k. Columns of the whole game are repeated; columns of seats (bit
    masks) become true or false.
    """
    games, players = len(results), len(strategies)
    numbers = game_numbers(first, games, of)
    seats = np.tile(np.arange(players), games)
    seated = seatings[np.arange(first, first + games) % len(seatings)].reshape(-1)
    names = list(dict.fromkeys(strategies))
    who = np.array([names.index(label) for label in strategies], np.uint8)[seated]
    columns = [
        pl.Series("game", np.repeat(numbers.to_numpy(), players)),
        pl.Series("seat", (seats + 1).astype(np.uint8)),
        pl.Series("strategy", who).cat.to(pl.Enum(names)),
        pl.Series("win_share", win_shares(np.repeat(results["winners"], players), seats)),
    ]
    for name in results.dtype.names or ():
        values = results[name]
        if values.ndim == 2:
            columns.append(words_of(game, name, values.reshape(-1)))
        elif game.columns[name].unit == "seats":
            if name != "winners":
                columns.append(pl.Series(name, (np.repeat(values, players) >> seats & 1).astype(bool)))
        else:
            columns.append(words_of(game, name, np.repeat(values, players)))
    return pl.DataFrame(columns)
