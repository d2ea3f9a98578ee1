"""What a game is to everything else: its name, its records, its questions and its one `play`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simulators.columns import MASKS, Column
from simulators.declared import check_game
from simulators.rules import Rule, RuleSet, Value

Function = Callable[..., Any]  # a kernel or a strategy: plain Python source that numba can compile
Values = dict[str, Any]


def no_caveat(values: Values) -> str:
    """Return no caveat."""
    return ""


@dataclass(frozen=True)
class Decision:
    """One question put to a player, as `replay` and the contract check see it; or a moment, with the choice 0."""

    question: str
    seat: int
    before: np.record  # a copy of the State as it was asked
    choice: int


@dataclass(frozen=True)
class Attack:
    """How players of a game attack one another."""

    name: str  # what they attack with
    questions: tuple[str, ...]  # that ask whom
    spare: str  # the rule by which the first, second, ... attack of a game takes nothing
    switch: str | None = None  # the rule without which there are no attacks
    column: str = ""  # of Result: how often each player attacked, if the game counts it
    one: str = "attack"  # what is followed, and numbered by `spare`


@dataclass(frozen=True)
class Extra:
    """Something that brings whoever has it points at the end."""

    name: str
    column: str  # of Result: who has it, or how much of it each has
    worth: int | str  # points each, or the rule that says so


@dataclass(frozen=True)
class Holding:
    """Things that players may have had in a game, or that may have been in play: a report tells what became of it."""

    name: str  # how they had it, as in "laid"
    column: str  # of Result: bit n stands for thing n
    things: Callable[[Values], Sequence[str]]  # their names, under these rules


@dataclass(frozen=True, eq=False)
class Game:
    """A game module's declaration; `docs/add-a-game.md` goes through it field by field."""

    name: str
    title: str
    players: tuple[int, ...]  # player counts in the rulebook
    most_players: int  # seats in the records
    questions: tuple[str, ...]  # what the game asks its players; the first is what a bare function answers
    asks: Any  # a NamedTuple class: one table of functions a question, and a moment
    state: np.dtype[Any]
    result: np.dtype[Any]
    play: Function  # (state, result, ask, knobs, luck, course)
    columns: Mapping[str, Column]
    rules: Sequence[Rule]
    variants: Mapping[str, Mapping[str, Any]]
    check_rules: Callable[[int, Values], Values]  # (players, values) -> complete values, or BadInput
    write_rules: Callable[[np.record, RuleSet], None]  # fills state.rules
    hide: Callable[[np.record, np.random.Generator], None]  # reshuffles all that the asked player can't know
    # (decisions, last state, result; None for a game that failed, rules) -> events in order, each with "turn" (None: not a turn), "seat" (from 1), "text",
    # and in "decisions" the positions of the decisions that belong to it.
    tell: Callable[[Sequence[Decision], np.record, np.record | None, RuleSet], list[dict[str, Any]]]
    standing: str = "what the scores would be if the game ended then"  # by which players lead, for followed games
    busts: tuple[str, ...] = ()  # columns that count how often a player pushed too far
    attack: Attack | None = None
    extras: tuple[Extra, ...] = ()  # a report says how often games are decided by these
    holdings: tuple[Holding, ...] = ()  # by seat: a report says how often those who had each thing won
    parts: tuple[Holding, ...] = ()  # of a whole game: a report says how games with each differ
    # Rules by seat that are worth something to a player, and how much of it a report gives to one alone.
    gifts: Mapping[str, Sequence[int]] = field(default_factory=dict)
    turn_seconds: float = 15  # what a turn takes, about
    moments: tuple[str, ...] = ()  # further tables of `asks`, called in a game that is watched when something happens
    # Open rules that are tried in all combinations of their plausible values, not one by one.
    grid: tuple[str, ...] = ()
    readings: tuple[
        str, ...
    ] = ()  # open rules under each value of which the seats are judged in each of these combinations
    # What of these rules is an assumption, if much is: said with every result.
    caveat: Callable[[Values], str] = no_caveat
    # Rules by which a designer could make seats more alike, and the values to try: for each seat, where there is one a seat.
    adjustable: Mapping[str, Sequence[Value]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse a declaration that can't be played, counted or reported."""
        check_game(self)

    @property
    def events(self) -> list[str]:
        """The columns that count what happens in a whole game, turns aside."""
        whole = {name: column for name, column in self.columns.items() if not self.result[name].shape}
        return [
            name for name, column in whole.items() if name != "turns" and not column.words and column.unit not in MASKS
        ]

    @property
    def counted(self) -> list[str]:
        """The columns that count what each player does."""
        by_seat = [name for name in self.result.names or () if self.result[name].shape and name != "scores"]
        return [name for name in by_seat if self.result[name].base != np.uint32]  # which are bits, and no count


def count_in_words(count: int, word: str) -> str:
    """Write a count and its word, as in "1 ducat" and "2 ducats"."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
