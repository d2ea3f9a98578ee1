"""What a game declares, checked when it is declared: one line names the field that is wrong, and what was expected."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from simulators.course import SEATS
from simulators.errors import BadInput, short, unknown

TAKEN = frozenset(dir(np.record))  # `state.round` would be the method of this name
ASKED = {"seat": np.int64, "whims": np.uint64, "game": np.int64, "fault": np.int64, "answer": np.int64}  # of State
TOLD = ("turns", "winners", "ended", "scores")  # of Result
WHOLE = (np.uint8, np.int16, np.uint32)  # what rows are made of
FUNCTIONS = ("play", "check_rules", "write_rules", "hide", "tell")


def check_game(game: Any) -> None:
    """Refuse a declaration that can't be played, counted or reported; `BadInput` names game and field."""
    try:
        check_frame(game)
        check_records(game)
        check_columns(game)
        check_rules(game)
        check_questions(game)
    except BadInput as error:
        raise BadInput(f"{short(game.name)}: {error}") from None


def check_frame(game: Any) -> None:
    """Check names, numbers of players and functions."""
    if not isinstance(game.name, str) or not game.name.isidentifier():
        raise BadInput("name: expected a Python identifier, as in 'my_game'")
    for name in FUNCTIONS:
        if not callable(getattr(game, name)):
            raise BadInput(f"{name}={short(getattr(game, name))}: expected a function")
    if not 1 <= game.most_players <= SEATS:
        raise BadInput(f"most_players={game.most_players}: expected 1 to {SEATS}")
    counts = list(game.players)
    if not counts or counts != sorted(set(counts)) or counts[0] < 1 or counts[-1] > game.most_players:
        raise BadInput(f"players={short(game.players)}: expected ascending numbers from 1 to {game.most_players}")


def check_questions(game: Any) -> None:
    """Check what is asked, and of whom."""
    if not game.questions:
        raise BadInput("questions: expected one or more")
    asked = (*game.questions, *game.moments)
    if game.asks._fields != asked:
        raise BadInput(f"asks has {short(game.asks._fields)}; questions and moments are {short(asked)}")
    each_of("attack.questions", game.attack.questions if game.attack else (), "question", game.questions)


def check_records(game: Any) -> None:
    """Check State, Rules and Result for the fields that the engine reads and writes."""
    check_fields("State", game.state)
    for name, kind in ASKED.items():
        shape = (game.most_players,) if name == "whims" else ()
        found = field_of("State", game.state, name)
        if found.base != kind or found.shape != shape:
            raise BadInput(f"State.{name} is {short(found)}; expected {np.dtype((kind, shape))}")
    rules = field_of("State", game.state, "rules")
    check_fields("Rules", rules)
    field_of("Rules", rules, "players")
    check_fields("Result", game.result)
    for name in TOLD:
        by_seat = name == "scores"
        shape = (game.most_players,) if by_seat else ()
        if field_of("Result", game.result, name).shape != shape:
            expected = f"one for each of {game.most_players} seats" if by_seat else "one number"
            raise BadInput(f"Result.{name} has shape {game.result[name].shape}; expected {expected}")


def check_columns(game: Any) -> None:
    """Check that each field of Result can hold what its column says."""
    names = game.result.names or ()
    each_of("columns", game.columns, "field of Result", names)
    for name in names:
        if name not in game.columns:
            raise BadInput(f"columns: Result.{name} has none")
        kind, column = game.result[name].base, game.columns[name]
        if kind not in WHOLE:
            raise BadInput(f"Result.{name} is {kind}; uint8, int16 and uint32 are what rows are made of")
        room = np.iinfo(kind)
        if not room.min <= column.low <= column.high <= room.max:
            raise BadInput(f"columns: {name} says {column.low} to {column.high}; {kind} holds {room.min} to {room.max}")
        if column.words and len(column.words) != column.high - column.low + 1:
            raise BadInput(f"columns: {name} has {len(column.words)} words for {column.low} to {column.high}")
    if game.columns["winners"].unit != "seats" or game.columns["winners"].low < 1:
        raise BadInput("columns: winners is a mask of 'seats', 1 at least: somebody wins")


def check_rules(game: Any) -> None:
    """Check that what is said of rules and columns, in other fields, is said of those that there are."""
    rules = {rule.name: rule for rule in game.rules}
    if len(rules) < len(game.rules):
        raise BadInput("rules: two have the same name")
    if "base" not in game.variants:
        raise BadInput(f"variants: expected 'base' among them; there are: {short(', '.join(game.variants))}")
    for variant, values in game.variants.items():
        each_of(f"variants[{variant!r}]", values, "rule", rules)
    by_seat = [name for name, rule in rules.items() if rule.kind == "seats"]
    each_of("gifts", game.gifts, "rule by seat", by_seat)
    for field in ("adjustable", "grid", "readings"):
        each_of(field, getattr(game, field), "rule", rules)
    each_of("busts", game.busts, "column by seat", game.counted)
    if game.attack:
        each_of("attack.spare", [game.attack.spare], "rule", rules)
        each_of("attack.switch", [game.attack.switch] if game.attack.switch else [], "rule", rules)
        each_of("attack.column", [game.attack.column] if game.attack.column else [], "column", game.columns)
    for field in ("extras", "holdings", "parts"):
        each_of(field, [item.column for item in getattr(game, field)], "column", game.columns)
    each_of("extras", [extra.worth for extra in game.extras if isinstance(extra.worth, str)], "rule", rules)


def each_of(field: str, names: Iterable[str], kind: str, known: Iterable[str]) -> None:
    """Refuse a name that a field uses and nothing has."""
    known = list(known)
    for name in names:
        if name not in known:
            raise BadInput(f"{field}: {unknown(kind, name, known)}")


def field_of(record: str, dtype: np.dtype[Any], name: str) -> np.dtype[Any]:
    """Return the type of a field that must be there."""
    if name not in (dtype.names or ()):
        raise BadInput(f"{record} has no field '{name}'")
    return dtype[name]


def check_fields(record: str, dtype: Any) -> None:
    """Check that a record is one, and that no field has the name of something else in Python."""
    if not isinstance(dtype, np.dtype) or dtype.type is not np.record or not dtype.names:
        raise BadInput(f"{record}: expected np.dtype((np.record, [(name, type), ...]))")
    for name in dtype.names:
        if name in TAKEN:
            raise BadInput(f"{record}.{name} needs another name: NumPy's records have a '{name}' of their own")
