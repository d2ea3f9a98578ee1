"""House rules: everything a game's rulebook leaves open or a variant changes, as named values."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Self

from simulators.errors import BadInput, short, unknown, whole

if TYPE_CHECKING:
    from simulators.game import Game

Value = int | bool | str | tuple[int, ...] | tuple[str, ...]
SWITCH = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}


class Named(tuple[Any, ...]):
    """A value that nobody types: plain nested tuples, equal by content, and the name that they are read by.

    >>> Named([(1, "a")], "mine") == Named([(1, "a")], "yours"), write(Named([(1, "a")], "mine"))
    (True, 'mine')
    """

    name: str

    def __new__(cls, contents: Iterable[Any], name: str) -> Self:
        """Take the contents, and what was typed for them."""
        made = super().__new__(cls, contents)
        made.__dict__["name"] = name
        return made

    def lines(self) -> list[str]:
        """Say what it holds, a line for each part."""
        return []

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} can't be changed")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (tuple(self), self.name)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


@dataclass(frozen=True)
class Rule:
    """One rule that `--set NAME=VALUE` changes.

    One of kind "seats" is a number for each seat; a player may bring one along, as in `collect:speed=2`.
    One of kind "names" is a tuple of words; which of them there are, the game's `check_rules` knows.
    One of kind "named" is a `Named` value that `reader` makes of its name, such as a list of cards; a name may stand for `several`, as in an
    ensemble, each of which a report or an answer tries.
    `default` is a value, or one for each number of players. `low` and `high` bound what is possible
    (a number outside is refused); `plausible` are the values, as typed, that the rulebook's silence leaves
    room for, the default among them (none where it is certain): an answer should hold for all.
    """

    name: str
    kind: Literal["switch", "number", "numbers", "seats", "names", "choice", "named"]
    default: Value | Mapping[int, int]
    unit: str
    meaning: str
    plausible: tuple[str, ...]
    confidence: Literal["certain", "likely", "inferred", "unknown"]
    source: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    reader: Callable[[str], Named] | None = None
    several: Callable[[str], list[str]] | None = None

    def read(self, text: str) -> Value:
        """Turn what was typed after `NAME=` into a value.

        >>> bonus = Rule("bonus", "number", 10, "ducats", "", (), "certain", "", low=0, high=100)
        >>> bonus.read("12")
        12
        >>> bonus.read("a dozen")
        Traceback (most recent call last):
        simulators.errors.BadInput: bonus=a dozen: expected a whole number from 0 to 100 (ducats)
        """
        text = text.strip()
        if self.kind == "switch":
            if text.lower() in SWITCH:
                return SWITCH[text.lower()]
            raise BadInput(f"{self.name}={short(text)}: expected on or off")
        if self.kind == "choice":
            if text in self.choices:
                return text
            raise unknown(f"value of {self.name}", text, self.choices)
        if self.kind == "names":
            return tuple(name.strip() for name in text.split(","))
        if self.reader is not None:
            return self.reader(text)
        try:
            numbers = tuple(int(part) for part in text.split(","))
        except ValueError:
            raise BadInput(f"{self.name}={short(text)}: expected {self.expected()}") from None
        if (self.kind == "number" and len(numbers) != 1) or any(not self.low <= n <= self.high for n in numbers):
            raise BadInput(f"{self.name}={short(text)}: expected {self.expected()}")
        return numbers[0] if len(numbers) == 1 else numbers

    def expected(self) -> str:
        """Say in words which values are possible."""
        if self.kind == "switch":
            return "on or off"
        if self.kind in ("names", "choice", "named"):
            return " or ".join(self.choices)
        what = {"number": "a whole number", "seats": "a whole number, or one for each seat,"}.get(
            self.kind, "whole numbers, separated by commas, each"
        )
        return f"{what} from {self.low} to {self.high}" + (f" ({self.unit})" if self.unit else "")

    def default_for(self, players: int) -> Value | None:
        """Return the rulebook's value at this number of players; None where it gives none."""
        return self.default.get(players) if isinstance(self.default, Mapping) else self.default


def write(value: Value | None) -> str:
    """Write a value as `--set` reads it.

    >>> write((5, 5, 6)), write(("red", "blue")), write(True), write(10)
    ('5,5,6', 'red,blue', 'on', '10')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Named):
        return value.name
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def by_seat(name: str, value: Any, players: int) -> tuple[int, ...]:
    """Return a rule's value for each seat, from one for all or one for each; `BadInput` for another number of them.

    >>> by_seat("start", 2, 3), by_seat("start", (1, 0), 2)
    ((2, 2, 2), (1, 0))
    """
    each = (value,) * players if isinstance(value, int) else value
    if not isinstance(each, tuple) or len(each) != players:
        raise BadInput(f"{name}={short(write(value))}: expected one number, or {players}, one for each seat")
    return each


@dataclass(frozen=True)
class RuleSet:
    """The rules of one run: every value, and those that differ from the variant's defaults."""

    game: "Game"
    variant: str
    players: int
    values: Mapping[str, Value]
    changed: Mapping[str, Value]

    @property
    def digest(self) -> str:
        """First 12 hex digits of a SHA-256 over game, players and every value."""
        text = json.dumps([self.game.name, self.players, sorted(self.values.items())])
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def extras(self) -> dict[str, tuple[str, int]]:
        """The game's extras by name: the column that says who has them, and how many points they are worth."""
        return {
            extra.name: (
                extra.column,
                int(str(self.values[extra.worth])) if isinstance(extra.worth, str) else extra.worth,
            )
            for extra in self.game.extras
        }


def players_of(game: "Game", typed: Any) -> int:
    """Read a number of players; which of them can play by which rules, `settle` says.

    >>> from simulators import load
    >>> players_of(load("kajko"), "six")
    Traceback (most recent call last):
    simulators.errors.BadInput: players=six: kajko is for 2 to 5
    """
    try:
        return whole("players", typed, 1, 99)
    except BadInput:
        raise BadInput(f"players={short(typed)}: {game.name} is for {game.players[0]} to {game.players[-1]}") from None


def settle(game: "Game", players: int, variant: str = "base", changes: Mapping[str, Any] | None = None) -> RuleSet:
    """Fix every rule of a run: the rulebook's, then the variant's, then `changes` (text or values).

    Raises `BadInput` for an unknown variant or rule, and for a value that is impossible, with the reason.

    >>> from simulators import load
    >>> settle(load("kajko"), 5, "advanced", {"bonus": "12"}).values["characters"]
    2
    """
    if variant not in game.variants:
        raise unknown(f"variant of {game.name}", variant, game.variants)
    by_name = {rule.name: rule for rule in game.rules}
    seats = [rule.name for rule in game.rules if rule.kind == "seats"]
    values: dict[str, Any] = {rule.name: rule.default_for(players) for rule in game.rules}
    values.update(game.variants[variant])
    values.update({name: by_seat(name, values[name], players) for name in seats})
    defaults = dict(values)
    for name, value in (changes or {}).items():
        if name not in by_name:
            raise unknown(f"rule of {game.name}", name, by_name)
        typed = value if isinstance(value, str) else write(value)
        values[name] = value if isinstance(value, Named) else by_name[name].read(typed)
    values.update({name: by_seat(name, values[name], players) for name in seats})
    check_players(game, players, values)
    values = game.check_rules(players, values)
    ordinary = {name: values[name] if value is None else value for name, value in defaults.items()}
    ordinary = game.check_rules(players, ordinary)
    changed = {name: v for name, v in values.items() if v != ordinary[name] or defaults[name] is None}
    return RuleSet(game, variant, players, values, changed)


def check_players(game: "Game", players: int, values: Mapping[str, Any]) -> None:
    """Refuse numbers of players that the rulebook doesn't know, unless its rules by number of players got values of their own."""
    if players in game.players:
        return
    by_number = [rule.name for rule in game.rules if isinstance(rule.default, Mapping)]
    needed = [name for name in by_number if values[name] is None]
    more = by_number and game.players[-1] < players <= game.most_players
    if needed or not more:
        hint = f"; {players} need --set {needed[0]}=..., which is no official rule" if needed and more else ""
        raise BadInput(f"players={players}: {game.name} is for {game.players[0]} to {game.players[-1]}{hint}")


def with_traits(rules: RuleSet, traits: Sequence[Mapping[str, int]]) -> RuleSet:
    """Return the rules at a table whose players, seat by seat, bring values of rules by seat along.

    >>> from simulators import load
    >>> with_traits(settle(load("kajko"), 2), [{}, {"start_ducats": 3}]).values["start_ducats"]
    (0, 3)
    """
    if not any(traits):
        return rules
    values: dict[str, Any] = dict(rules.values)
    for name in dict.fromkeys(name for own in traits for name in own):
        values[name] = tuple(own.get(name, value) for own, value in zip(traits, values[name], strict=True))
    return replace(rules, values=rules.game.check_rules(rules.players, values))
