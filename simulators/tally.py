"""Plays games one after another, and counts their results as they come."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators import dice
from simulators.course import ROUNDS, begin
from simulators.game import Game

OUT_OF_RANGE = -1  # fill's answer where a result doesn't fit its column
TOO_LONG = -2  # and where a game has more rounds than can be followed

# One value that is counted: where its bytes are (`high` only if `wide`), what it may be, its first counter.
# The unsigned fields are indexes: numba then leaves out what it does for negative ones.
Line = np.dtype((np.record, [
    ("byte", np.uint64), ("high", np.uint64), ("wide", np.int64),
    ("low", np.int64), ("values", np.uint64), ("first", np.uint64),
]))  # fmt: skip


class Desk(NamedTuple):
    """The memory in which one game at a time is played."""

    state: Any  # one State
    result: Any  # one Result
    seen: Any  # the result again, byte by byte
    scores: Any  # int64, one a seat
    luck: Any  # one dice.Luck
    course: Any  # one course.Course


class Span(NamedTuple):
    """Which games to play: `games` of them, first, first + step, ..., into rows at, at + step, ...

    `chance` games in a row share the game's own luck, `whims` games that of their players.
    """

    first: int
    step: int
    games: int
    at: int
    chance: int
    whims: int


class Plan(NamedTuple):
    """What to do with a result: the bytes that make a row, and the values that are counted."""

    takes: Any  # int64
    lines: Any  # Line; the scores come first
    products: int  # the first counter of scores multiplied


class Layout:
    """Where the fields of a game's Result go, for a number of players.

    `row` is the dtype of one game in memory: the fields of Result, cut to the seats in use. Those of uint32, which hold
    one bit for each of many things, are kept and not counted. In a line of counters, `bins[name]` lists the slices of a column by seat (one, if it isn't by seat), and `products` is the
    slice of the sums of two seats' scores multiplied, for seats (1, 0), (2, 0), (2, 1), (3, 0), ...
    """

    def __init__(self, game: Game, players: int) -> None:
        fields: list[Any] = []
        takes: list[int] = []
        lines: dict[str, list[tuple[int, ...]]] = {}
        self.bins: dict[str, list[slice]] = {}
        first = 0
        for name in game.result.names or ():
            field, offset = game.result.fields[name][:2]  # type: ignore[index]
            column = game.columns[name]
            kind, seats = (field.base, players) if field.shape else (field, 1)
            fields.append((name, kind, (players,)) if field.shape else (name, kind))
            takes += range(offset, offset + seats * kind.itemsize)
            if kind == np.uint32:
                continue
            values = column.high - column.low + 1
            self.bins[name], lines[name] = [], []
            for seat in range(seats):
                byte = offset + seat * kind.itemsize
                lines[name].append((byte, byte + kind.itemsize - 1, kind.itemsize == 2, column.low, values, first))
                self.bins[name].append(slice(first, first + values))
                first += values
        self.row = np.dtype(fields)
        self.products = slice(first, first + players * (players - 1) // 2)
        self.width = self.products.stop
        counted = lines.pop("scores") + [line for by_seat in lines.values() for line in by_seat]
        self.plan = Plan(np.array(takes, np.int64), np.array(counted, Line), first)


def fill(
    play: Any, desk: Desk, table: Any, span: Span, plan: Plan, out: tuple[NDArray[Any], NDArray[Any], NDArray[Any]]
) -> int:
    """Play a span of games at a desk; `table` is (ask, knobs), `out` is (rows, outlines, counts).

    Rows aren't written if there are none, nor outlines. Returns how many games were played: less than asked for
    after a fault, which the state tells, or OUT_OF_RANGE or TOO_LONG.
    """
    ask, knobs = table
    rows, outlines, counts = out
    players = desk.state[0].rules.players
    luck, course = desk.luck[0], desk.course[0]
    for number in range(span.games):
        game = span.first + number * span.step
        of = game // span.chance
        luck.game = game
        for purpose in range(dice.PURPOSES):
            luck.of[purpose] = of
        luck.of[dice.WHIMS] = game // span.whims
        begin(course)
        play(desk.state[0], desk.result[0], ask, knobs, luck, course)
        if desk.state[0].fault:
            return number
        if course.rounds > ROUNDS:
            return TOO_LONG
        if len(outlines):
            outlines[span.at + number * span.step] = course.outline
        if len(rows):
            for place in range(len(plan.takes)):
                rows[span.at + number * span.step, place] = desk.seen[plan.takes[place]]
        for at in range(len(plan.lines)):
            line = plan.lines[at]
            value = np.int64(desk.seen[line.byte])
            if line.wide:
                value |= np.int64(desk.seen[line.high]) << 8
                value = (value ^ 0x8000) - 0x8000  # its sign
            if at < players:
                desk.scores[at] = value
            cell = np.uint64(value - line.low)
            if cell >= line.values:
                return OUT_OF_RANGE
            counts[line.first + cell] += 1
        product = plan.products
        for seat in range(1, players):
            for other in range(seat):
                counts[product] += desk.scores[seat] * desk.scores[other]
                product += 1
    return span.games
