"""Plays any game many times: chunks of games on threads, each game on luck of its own.

The engine knows no strategy and no game. It compiles a game's `play` once for all player counts,
puts the players' functions in a table, and hands out chunks of results in the order of the games, so
that whoever reads them can stop at any time and still have games 0, 1, ..., n - 1.
"""

import inspect
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from itertools import permutations
from typing import Any, Literal, NamedTuple, Protocol

import numba
import numpy as np
from numpy.typing import NDArray

from simulators.course import FOLLOWED, ROUNDS, Course, Outline
from simulators.dice import WHIMS, Luck
from simulators.errors import BadInput, unknown
from simulators.game import Decision, Function, Game
from simulators.jit import PLAIN, address, ask, ask_at, is_kept, jit, native
from simulators.rules import RuleSet, with_traits
from simulators.tally import OUT_OF_RANGE, TOO_LONG, Desk, Layout, Line, Plan, Span, fill
from simulators.threads import Done, Threads
from simulators.wording import in_one_line, kind

CHUNK = 1 << 14  # games a chunk: about 20 ms
A_SEATING = 256  # games of each seating in a chunk, or more
MOST_KNOBS = 8  # of a strategy
NO_ANSWER = -(2**40)  # legal in no game
POLL = 0.1  # seconds between looks at games that others play
STALL = 10.0  # seconds until who doesn't answer is named
GRACE = 3.0  # seconds without a new game after which games at hand are given up, once it was asked to stop
log = logging.getLogger("millionfold")
Counts = NDArray[np.int64]
Luckiness = Literal["game", "seat", "player", "deal"]
types: Any = numba.types


class Player(Protocol):
    """Who sits in a seat: functions (state, knobs) -> choice by question, and the knobs' values."""

    @property
    def label(self) -> str:
        """The strategy as a person would type it."""

    @property
    def idea(self) -> str:
        """What it does, in a sentence."""

    @property
    def answers(self) -> Mapping[str, Function]:
        """The functions by question."""

    @property
    def digest(self) -> str:
        """What tells players apart who are called the same."""

    @property
    def knobs(self) -> Mapping[str, float]:
        """The knobs' values by name."""

    @property
    def traits(self) -> Mapping[str, int]:
        """What the player brings to a seat: values of rules by seat."""


def knobs_record(names: Sequence[str]) -> np.dtype[Any]:
    """Return the record in which a strategy finds its knobs by name."""
    return np.dtype((np.record, [(name, np.float64) for name in names] or [("none", np.float64)]))


class Table(NamedTuple):
    """The players of one seating, as `play` asks them."""

    ask: Any  # the game's NamedTuple of functions (or their addresses) by seat
    knobs: Any  # by seat


@cache
def _play_and_fill(game: Game) -> tuple[Any, Any]:
    """Compile (play, fill) for a game, or load them from disk."""
    if PLAIN:
        return game.play, fill
    kinds = (game.state, game.result, _knobs_by_seat(), Luck, Course, Outline)
    state, result, knobs, luck, course, outline = (numba.from_dtype(kind) for kind in kinds)
    number, byte = types.int64, types.uint8
    ask = numba.from_dtype(asks_record(game))

    def array(kind: Any, axes: int = 1) -> Any:
        return types.Array(kind, axes, "C")

    play = types.void(state, result, ask, array(knobs), luck, course)
    filling = number(
        types.FunctionType(play),
        types.NamedTuple((array(state), array(result), array(byte), array(number), array(luck), array(course)), Desk),
        types.NamedTuple((ask, array(knobs)), Table),
        types.NamedUniTuple(number, len(Span._fields), Span),
        types.NamedTuple((array(number), array(numba.from_dtype(Line)), number), Plan),
        types.Tuple((array(byte, 2), array(outline), array(number))),
    )
    records = (game.state, game.result, game.state["rules"])
    fields = sorted({name for record in records for name in record.names or ()})
    with compiling(f"{game.name}: play", f"{game.name}'s records (read by play)", fields):
        # What is kept of `fill` names the game's own types, which only those who know the game can load.
        return jit(game.play, play), jit(fill, filling, like=game.play)


@contextmanager
def compiling(what: str, records: str, fields: Sequence[str]) -> Iterator[None]:
    """Let what numba says of a function be one line: `BadInput`. Errors of the disk stay what they are."""
    try:
        yield
    except OSError:
        raise
    except KeyError as error:  # its answer to a field that a record doesn't have
        raise unknown(f"field of {records}", str(error.args[0]), fields) from error
    except Exception as error:
        raise BadInput(f"{what} can't be compiled: {in_one_line(error)}") from error


@cache
def _knobs_by_seat() -> np.dtype[Any]:
    return knobs_record([f"knob{at}" for at in range(MOST_KNOBS)])


@cache
def asks_record(game: Game) -> np.dtype[Any]:
    """Return the record in which compiled code finds the addresses of players' functions, as in the game's NamedTuple.

    One record is one pointer. Nine arrays are 63 words for each function that they are passed to, and references that are counted.
    """
    return np.dtype((np.record, [(name, np.int64, game.most_players) for name in game.asks._fields]))


def must_compile(game: Game) -> bool:
    """Tell whether `play` of this game has to be compiled first, which takes seconds."""
    return not PLAIN and not is_kept(game.play)


def numbers_outside(function: Function) -> dict[str, Any]:
    """Return the numbers that a function reads from outside, by name: numba makes constants of them."""
    outside = inspect.getclosurevars(function)
    everything = {**outside.globals, **outside.nonlocals}
    return {name: value for name, value in sorted(everything.items()) if isinstance(value, int | float | tuple)}


def compiled(function: Function, game: Game, knobs: tuple[str, ...], checked: bool = False) -> Any:
    """Compile a strategy's function for a game: one machine-code function (state, knobs) -> int64.

    It is compiled anew when a number that it reads from outside has changed. Raises `BadInput` if numba can't
    compile it, or if it doesn't always return a whole number.
    """
    return _compiled(function, game, knobs, checked, repr(numbers_outside(function)))


@cache
def _compiled(function: Function, game: Game, knobs: tuple[str, ...], checked: bool, _numbers: str) -> Any:
    takes = (numba.from_dtype(game.state), numba.from_dtype(knobs_record(knobs)))
    name = function.__name__
    records = f"state or knobs (read by {name}; knobs come with Strategy(..., knobs={{...}}))"
    with compiling(name, records, [*(game.state.names or ()), *knobs]):
        code = jit(function, takes, checked=checked)
    returns = code.overloads[takes].signature.return_type
    if returns == numba.int64:
        return code
    if isinstance(returns, types.Integer | types.Boolean):
        return jit(function, types.int64(*takes), checked=checked)
    raise BadInput(f"{name} returns {kind(returns)}; a choice is a whole number, on every path")


def knob_values(player: Player) -> Any:
    """Return a player's knobs as an array of one record with their names."""
    return np.array([tuple(player.knobs.values()) or (0.0,)], knobs_record(tuple(player.knobs)))


def codes_of(game: Game, player: Player) -> list[int]:
    """Return the addresses of a player's machine code, question by question."""
    return [address(compiled(player.answers[question], game, tuple(player.knobs))) for question in game.questions]


def seat_table(game: Game, players: Sequence[Player], codes: Mapping[int, Sequence[int]]) -> Table:
    """Seat the players: the table that `play` asks, and their knobs; `codes` are their `codes_of` by id."""
    if PLAIN:
        ask: Any = [tuple(player.answers[question] for player in players) for question in game.questions]
        return Table(game.asks(*ask, *[()] * len(game.moments)), [knob_values(player)[0] for player in players])
    asks = np.zeros((len(game.asks._fields), game.most_players), np.int64)  # questions, then moments
    asks[: len(game.questions), : len(players)] = np.transpose([codes[id(player)] for player in players])
    knobs = np.zeros((game.most_players, MOST_KNOBS))
    for seat, player in enumerate(players):
        knobs[seat, : len(player.knobs)] = list(player.knobs.values())
    return Table(asks.reshape(-1).view(asks_record(game))[0], knobs.view(_knobs_by_seat()).reshape(-1))


def circular_orders(labels: Sequence[str]) -> list[tuple[int, ...]]:
    """List the orders in which players can sit round a table, the listed one first; those with one label are alike.

    Where labels repeat, each circular order comes up as often as it would if they didn't.

    >>> circular_orders(["a", "b", "c"]), circular_orders(["a", "b", "b"])
    ([(0, 1, 2), (0, 2, 1)], [(0, 1, 2)])
    """
    orders = ((0, *others) for others in permutations(range(1, len(labels))))
    distinct: dict[tuple[str, ...], tuple[int, ...]] = {}
    for order in orders:
        distinct.setdefault(tuple(labels[player] for player in order), order)
    return list(distinct.values())


class Record(NamedTuple):
    """A game, decision by decision; without a result and with an error if a strategy failed."""

    decisions: list[Decision]
    state: np.record
    result: np.record | None
    error: str | None


@dataclass(frozen=True)
class Chunk:
    """Consecutive games, played."""

    first: int
    games: int
    counts: Counts  # (seatings, Layout.width): how often each value of each column came up
    rows: NDArray[Any] | None  # one a game, dtype Layout.row, if they were asked for
    outlines: NDArray[Any] | None  # one a game, dtype course.Outline, if the games were followed
    cpu_seconds: float  # in the kernel


class Match:
    """Players who sit down to play by some rules: everything about a run but its games.

    Game g has seating g % len(seatings), which says for each seat which player sits there, by index. Where players
    differ, n of them in a circular order take each of the `rotations` = n seats in turn, in n games in a row; the next n
    games have the next circular order. So each player sits everywhere, and next to everybody, equally often. If all
    are alike, or `rotate` is off, there is one seating, as listed.

    `luck` says which games share luck: a block of games in a row that stands at its whole (`block` games).

    * "game": none; a block is one game.
    * "seat": the games of a rotation, a player finding the luck of the seat: what differs is who plays there.
    * "player": the games of a rotation, a player's own luck going round with the player, even where all play
      alike: what differs is where they sit. Players sit in the listed order only.
    * "deal": two games, but not the whims of players: what differs is chance that isn't the game's.

    `follow` says what is kept of how each game went, "rounds" or "attacks" or both: see simulators.course.
    """

    def __init__(
        self,
        rules: RuleSet,
        players: Sequence[Player],
        seed: int,
        rotate: bool = True,
        luck: Luckiness = "game",
        follow: Sequence[str] = (),
    ) -> None:
        self.game, self.rules, self.players, self.seed = rules.game, rules, players, seed
        labels = [player.label for player in players]
        turns = rotate and (luck == "player" or len(set(labels)) > 1)
        self.rotations = len(players) if turns else 1
        orders = circular_orders(labels) if turns and luck != "player" else [tuple(range(len(players)))]
        self.seatings = np.array(
            [(*order[by:], *order[:by]) for order in orders for by in range(self.rotations)], np.uint8
        )
        self.luck, self.follow = luck, follow
        self.block = {"game": 1, "deal": 2}.get(luck, self.rotations)
        self.whims = 1 if luck == "deal" else self.block
        self.layout = Layout(self.game, len(players))
        self.at_hand: dict[int, Any] = {}  # by thread: the state of the game that is played there
        self.code = _play_and_fill(self.game)
        distinct = {id(player): player for player in players}
        self.codes = {} if PLAIN else {key: codes_of(self.game, player) for key, player in distinct.items()}
        self.starts: dict[str, Any] = {}  # by what players bring along: see `place`
        self.places: dict[int, tuple[Any, Table]] = {}  # by seating

    def place(self, game: int) -> tuple[Any, Table]:
        """Return a state that holds the rules of a game's seating, as an array of one record, and its table of players."""
        seating = game % len(self.seatings)
        if seating not in self.places:
            players = self.seating(game)
            traits = [player.traits for player in players]
            alike = repr(traits)
            if alike not in self.starts:
                start = np.zeros(1, self.game.state)
                self.game.write_rules(start[0].rules, with_traits(self.rules, traits))
                self.starts[alike] = start  # other threads may look for it at any time, so only when it is whole
            self.places[seating] = self.starts[alike], seat_table(self.game, players, self.codes)
        return self.places[seating]

    def desk(self, number: int) -> Desk:
        """Return memory to play game `number` in, or others of its rotation, with its luck."""
        state, result = self.place(number)[0].copy(), np.zeros(1, self.game.result)
        luck, course = np.zeros(1, Luck), np.zeros(1, Course)
        luck["seed"], luck["game"] = self.seed, number
        luck["of"] = number // self.block
        luck["of"][:, WHIMS] = number // self.whims
        luck["turned"] = number % self.rotations if self.luck == "player" else 0
        for what in FOLLOWED:
            course[f"follow_{what}"] = what in self.follow
        return Desk(state, result, result.view(np.uint8), np.zeros(self.game.most_players, np.int64), luck, course)

    def seating(self, game: int) -> Sequence[Player]:
        """Return who sits where in a game, seat by seat."""
        return [self.players[player] for player in self.seatings[game % len(self.seatings)]]

    def chunk(self, first: int, games: int, keep_rows: bool) -> Chunk:
        """Play consecutive games."""
        layout, (play, fill) = self.layout, self.code
        rows = np.zeros((games if keep_rows else 0, layout.row.itemsize), np.uint8)
        outlines = np.zeros(games if self.follow else 0, Outline)
        seatings = len(self.seatings)
        counts = np.zeros((seatings, layout.width), np.int64)
        started = time.thread_time()
        for start in range(first, first + min(seatings, games)):
            desk, table = self.desk(start), self.place(start)[1]
            here = len(range(start, first + games, seatings))
            span = Span(start, seatings, here, start - first, self.block, self.whims)
            out = (rows, outlines, counts[start % seatings])
            try:
                with self.playing(desk):
                    played = fill(play, desk, table, span, layout.plan, out)
            except Exception as error:
                raise BadInput(f"{self.blame(desk.state[0])}: {type(error).__name__}: {error}") from error
            if played < here:
                raise self.refusal(played, desk)
        cpu = time.thread_time() - started
        kept = rows.view(layout.row).reshape(-1) if keep_rows else None
        return Chunk(first, games, counts, kept, outlines if self.follow else None, cpu)

    def refusal(self, played: int, desk: Desk) -> BadInput:
        """Return the error for a game that can't be counted: by `fill`'s answer, and what lies on its desk."""
        number = int(desk.state[0].game)
        if played == TOO_LONG:
            return BadInput(f"game {number}: more than {ROUNDS} rounds, which is the most that can be followed")
        if played != OUT_OF_RANGE:
            return self.illegal(desk.state[0])
        for name, column in self.game.columns.items():
            found = np.atleast_1d(desk.result[0][name])[: len(self.players)]
            wrong = found[(found < column.low) | (found > column.high)]
            if len(wrong) and name in self.layout.bins:
                return BadInput(
                    f"game {number}: {name}={wrong[0]}, where COLUMNS says {column.low} to {column.high}: "
                    f"a mistake of {self.game.name}'s, or a strategy that changes the state"
                )
        raise AssertionError("fill found no value that its column can't hold, and said so")

    @contextmanager
    def playing(self, desk: Desk) -> Iterator[None]:
        """Let those who wait see what is played on this thread."""
        self.at_hand[threading.get_ident()] = desk.state
        try:
            yield
        finally:
            del self.at_hand[threading.get_ident()]

    def blame(self, state: np.record) -> str:
        """Name game, seat and player of the decision at hand."""
        player = self.seating(int(state.game))[int(state.seat)]
        return f"{player.label}, seat {state.seat + 1} in game {state.game}"

    def illegal(self, state: np.record) -> BadInput:
        """Return the error for an illegal choice."""
        question = self.game.questions[int(state.fault) - 1]
        return BadInput(f"{self.blame(state)}: {state.answer} is no legal answer to '{question}'")

    def play(
        self,
        games: int,
        threads: int = 1,
        keep_rows: bool = False,
        chunk: int | None = None,
        start: int = 0,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Generator[Chunk, None, None]:
        """Yield chunks in the order of the games from number `start` on, as they are done.

        The games are the same whatever the threads and the size of a chunk. Few chunks are in the air
        at a time, so memory doesn't grow with the number of games. Ends early where a chunk isn't done soon after
        `stopped`: compiled code can't be interrupted.
        """
        # Few games of each seating would take less time than to begin with them.
        chunk = chunk or max(CHUNK, min(A_SEATING * len(self.seatings), games // (2 * threads)))
        waiting: deque[Future[Chunk]] = deque()
        pool = Threads(threads)
        try:
            end = start + games
            for first in range(start, end, chunk):
                waiting.append(pool.submit(partial(self.chunk, first, min(chunk, end - first), keep_rows)))
                while len(waiting) > (2 * threads if first + chunk < end else 0):
                    if not self.is_done(waiting[0], stopped):
                        return
                    yield waiting.popleft().result()
        finally:
            pool.close()

    def apart(self, work: Callable[[], Done]) -> Done:
        """Do work on a thread of its own: compiled code can't be interrupted, but who waits for it can."""
        threads = Threads(1)
        try:
            future = threads.submit(work)
            self.is_done(future)
            return future.result()
        finally:
            threads.close()

    def is_done(self, work: Future[Any], stopped: Callable[[], bool] = lambda: False) -> bool:
        """Wait for work on another thread; tell whether it was done, or wasn't soon after `stopped`.

        Soon is when no game has begun for a while: what is slow isn't given up. Who doesn't answer is named.
        """
        since: dict[int, tuple[int, float]] = {}  # by thread: the game that was seen there, and when for the first time
        told: set[int] = set()  # threads of whose game it was said that it doesn't end
        moved = time.monotonic()  # when a game was last seen to begin
        while not work.done() and not wait([work], POLL).done:
            now = time.monotonic()
            for thread, state in self.at_hand.copy().items():
                game, first = since.get(thread, (-1, now))
                if game != state[0].game:
                    since[thread], moved = (int(state[0].game), now), now
                    told.discard(thread)
                elif now - first > STALL and thread not in told:
                    told.add(thread)
                    log.warning(
                        f"{self.blame(state[0])}: no answer for {STALL:g} s (a loop without end?); Ctrl-C stops"
                    )
            if stopped() and now - moved > GRACE:
                return False
        return True

    def watch(
        self, number: int, decide: Callable[[str, int, Any], int], see: Callable[[str, int, Any], int] | None = None
    ) -> Desk:
        """Play game `number` once more and let `decide` answer every question; `see` is told of moments, in the same way.

        `decide(question, seat, state)` gets the state as an array of one record, to be left as it is;
        `answer` says what the player in that seat chooses. An illegal choice raises `BadInput`.
        """
        desk = self.desk(number)
        desk.course["watched"] = see is not None
        errors: list[BaseException] = []
        kept = []

        def decider(question: str, seat: int) -> Callable[..., int]:
            answer = (see or decide) if question in self.game.moments else decide

            def choose(*_: Any) -> int:
                try:
                    return answer(question, seat, desk.state)
                except BaseException as error:  # noqa: BLE001 - no error passes through compiled code
                    errors.append(error)
                    return NO_ANSWER

            return choose

        asks = np.zeros(1, asks_record(self.game))[0]
        plain: list[Any] = []
        for question in (*self.game.questions, *self.game.moments):
            choosers = [decider(question, seat) for seat in range(len(self.players))]
            if not PLAIN:
                natives = [native(choose) for choose in choosers]
                kept.append(natives)
                asks[question][: len(natives)] = [where for where, _ in natives]
            else:
                plain.append(tuple(choosers))
        ask = self.game.asks(*plain) if PLAIN else asks
        knobs = self.place(number)[1].knobs
        with self.playing(desk):
            self.code[0](desk.state[0], desk.result[0], ask, knobs, desk.luck[0], desk.course[0])
        if errors:
            raise errors[0]
        if desk.state[0].fault:
            raise self.illegal(desk.state[0])
        return desk

    def answer(self, number: int, question: str, seat: int, state: Any, checked: bool = False) -> int:
        """Return what the player in a seat of game `number` chooses in `state` (an array of one record).

        `checked` raises IndexError for a read of what isn't there.
        """
        player = self.seating(number)[seat]
        knobs = knob_values(player)
        if PLAIN:
            return int(ask(player.answers[question], state[0], knobs[0]))
        code = compiled(player.answers[question], self.game, tuple(player.knobs), checked)
        choice = ask_at(address(code), state, knobs)
        if choice is None:  # asked the slow way, it raises its error here
            choice = code(state[0], knobs[0])
        return int(choice)

    def record(self, number: int, suspects: Sequence[Player] = ()) -> Record:
        """Return every decision of game `number`, its last state and its result; or how it went wrong.

        Code of `suspects` raises IndexError for a read of what isn't there.
        """
        decisions: list[Decision] = []
        last: list[Any] = []

        def decide(question: str, seat: int, state: Any) -> int:
            last[:] = [state.copy()[0], self.blame(state[0])]
            suspected = any(self.seating(number)[seat] is suspect for suspect in suspects)
            choice = self.answer(number, question, seat, state, suspected)
            decisions.append(Decision(question, seat, last[0], choice))
            return choice

        def see(moment: str, seat: int, state: Any) -> int:
            decisions.append(Decision(moment, seat, state.copy()[0], 0))
            return 0

        try:
            desk = self.watch(number, decide, see)
        except BadInput as error:  # the last choice was illegal
            return Record(decisions[:-1], last[0], None, str(error))
        except Exception as error:  # noqa: BLE001 - whatever a strategy raises
            return Record(decisions, last[0], None, f"{last[1]}: {type(error).__name__}: {error}")
        return Record(decisions, desk.state[0], desk.result[0], None)
