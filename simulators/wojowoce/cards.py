"""The warriors of Wojowoce: 24 kinds of card in six colours, read from a file or drawn at random.

What is printed on them is hardly known, so a list of them is a rule: one of those that come with the game, the
user's own file, or one of ten thousand random completions of what is known (completions.py). Reading is
strict, and an error is one line that names file, warrior and field. docs/wojowoce-cards.md is about such files.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from simulators.errors import MOST_LETTERS, BadInput, short, unknown
from simulators.rules import Named
from simulators.wojowoce import completions
from simulators.wojowoce.abilities import ABSENT, BY_NAME, COLUMNS, HAND, OPS, TYPES, describe, numbers_of

SHIPPED = ("proposed", "harsh")
CHOICES = (
    *SHIPPED,
    f"completion:1 to completion:{completions.MOST}",
    "a file that ends in .toml",
)  # what `load_cards` takes

WARRIORS, COLOURS, EACH, COPIES = 24, 6, 4, 4  # EACH: kinds of a colour
LOW, HIGH = -3, 5  # values on the cards
PROVENANCE = ("certain", "likely", "inferred", "assumption")
ATTRIBUTES = ("name", "colour", "value", "type", "ability")
FIELDS = ("name", "colour", "value", "copies", "type", "ability", "provenance")
MOST_LISTS = 1000  # in an ensemble
MOST_BYTES = 100_000  # of a file


@dataclass(frozen=True)
class Warrior:
    """A kind of card, four copies of each. Parameters that its ability hasn't are 0, `about` is -1 (any colour)."""

    id: str
    name: str  # in brackets: a placeholder
    colour: int  # by its place in the list of colours
    value: int
    type: int  # by its place in TYPES
    op: int  # by its place in OPS
    about: int  # the colour that the ability is about
    count: int
    targets: int
    scope: int
    which: int
    to: int
    points: int
    discards: int
    use_ability: int
    others_only: int
    provenance: tuple[str, ...]  # of ATTRIBUTES


class CardList(Named):
    """The 24 warriors and the names of the six colours, as a value of a rule; equal to another by content.

    >>> load_cards("proposed").warriors[0].name, load_cards("proposed").columns["value"][:4]
    ('Sir Ananas', (0, 3, 4, 3))
    """

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The colours' names."""
        return tuple(name for name, _ in self[0])

    @cached_property
    def warriors(self) -> tuple[Warrior, ...]:
        """The warriors, in the list's order."""
        return tuple(Warrior(*fields) for fields in self[1])

    def lines(self) -> list[str]:
        """Say what is printed on each warrior, and what of that isn't certain."""
        return [described(warrior, self.colours) for warrior in self.warriors]

    @cached_property
    def columns(self) -> dict[str, tuple[int, ...]]:
        """What the kernel reads: for each attribute its 24 numbers."""
        names = ("colour", "value", "type", "op", *COLUMNS)
        return {name: tuple(getattr(warrior, name) for warrior in self.warriors) for name in names}


def described(warrior: Warrior, colours: Sequence[str]) -> str:
    """Say what is printed on a warrior, and what of that isn't certain."""
    marks = dict(zip(ATTRIBUTES, warrior.provenance, strict=True))
    by = {mark: [name for name in ATTRIBUTES if marks[name] == mark] for mark in PROVENANCE[1:]}
    unsure = "; ".join(f"{mark}: {', '.join(names)}" for mark, names in by.items() if names)
    kind = f"{colours[warrior.colour]} {warrior.value}, {TYPES[warrior.type]}"
    return f"{warrior.name} ({kind}): {describe(warrior, colours)}" + (f" [{unsure}]" if unsure else "")


def load_cards(text: str) -> CardList:
    """Return the list of that name, or in that file.

    >>> load_cards("completion:7") == load_cards("completion:7"), load_cards("completion:7") == load_cards("completion:8")
    (True, False)
    >>> load_cards("propsed")
    Traceback (most recent call last):
    simulators.errors.BadInput: no list of cards is called 'propsed'; did you mean 'proposed'? (there are: proposed, \
harsh, completion:1 to completion:10000, a file that ends in .toml)
    """
    if text in SHIPPED:
        return shipped(text)
    if text.endswith(".toml") and text.isprintable():
        return read_list(parse(Path(text), text), text)
    name, colon, number = text.partition(":")
    if name == "completion" and colon:
        if number.isascii() and number.isdigit() and len(number) <= 5 and 1 <= int(number) <= completions.MOST:
            return completion(int(number))
        raise BadInput(f"{said(text)}: expected completion:1 to completion:{completions.MOST}")
    if several(text):
        raise BadInput(
            f"{said(text)}: these are {number} lists, for reports and answers; one of them is completion:{number}"
        )
    raise unknown("list of cards", said(text), CHOICES)


def several(text: str) -> list[str]:
    """Return the names of the lists that an ensemble stands for: the first completions; none if it is one list.

    >>> several("ensemble:3"), several("proposed")
    (['completion:1', 'completion:2', 'completion:3'], [])
    >>> several("ensemble:many")
    Traceback (most recent call last):
    simulators.errors.BadInput: ensemble:many: expected ensemble:2 to ensemble:1000
    """
    name, colon, number = text.partition(":")
    if name != "ensemble" or not colon:
        return []
    if number.isascii() and number.isdigit() and len(number) <= 4 and 2 <= int(number) <= MOST_LISTS:
        return [f"completion:{at}" for at in range(1, int(number) + 1)]
    raise BadInput(f"{said(text)}: expected ensemble:2 to ensemble:{MOST_LISTS}")


@cache
def shipped(name: str) -> CardList:
    """Return a list that comes with the game."""
    return read_list(shipped_file(name), name)


@cache
def shipped_file(name: str) -> dict[str, Any]:
    """Return a list that comes with the game as it was typed; nobody may change it."""
    return parse(Path(__file__).parent / "lists" / f"{name}.toml", name)


@lru_cache(256)
def completion(number: int) -> CardList:
    """Return a random completion of what is known."""
    return read_list(completions.complete(shipped_file("proposed"), number), f"completion:{number}")


def said(typed: Any) -> str:
    """Write what somebody typed on one short line, as TOML has it.

    >>> said(True), said("two")
    ('true', 'two')
    """
    return short(str(typed).lower() if isinstance(typed, bool) else typed)


def parse(path: Path, source: str) -> dict[str, Any]:
    """Read a TOML file."""
    try:
        path = path.expanduser()  # a shell leaves the ~ of `--set cards=~/mine.toml` alone
        size, is_file = path.stat().st_size, path.is_file()
        read = path.read_bytes() if is_file and size <= MOST_BYTES else b""
    except (OSError, RuntimeError) as error:
        raise BadInput(f"{source}: can't be read: {getattr(error, 'strerror', error)}") from None
    if not is_file:
        raise BadInput(f"{source}: isn't a file")
    if size > MOST_BYTES:
        raise BadInput(f"{source}: {size} bytes are too many for a list of cards; at most {MOST_BYTES} will do")
    try:
        return tomllib.loads(read.decode("utf-8-sig"))  # some editors begin with a byte order mark
    except UnicodeDecodeError:
        raise BadInput(f"{source}: isn't UTF-8 text; save it as UTF-8") from None
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits; tables of tables of tables
        raise BadInput(f"{source}: isn't TOML: {str(error)[:200]}") from None


def read_list(typed: Mapping[str, Any], source: str) -> CardList:
    """Check a list as it was typed, and return it."""
    named = table(typed.get("colours"), f"{source}: colours")
    if len(named) != COLOURS:
        raise BadInput(f"{source}: colours: expected {COLOURS} of them, and there are {len(named)}")
    colours = [line_of_text(name, f"{source}: colours") for name in named]
    if "any" in colours:
        raise BadInput(f"{source}: colours: 'any' can't be the name of a colour, since it stands for all")
    if any("," in colour for colour in colours):
        raise BadInput(f"{source}: colours: commas go between names of colours, not into them")
    known = tuple(
        (colour, one_of(PROVENANCE, named[colour], f"provenance of colour {colour} in {source}")) for colour in colours
    )
    warriors = [read_warrior(typed[key], key, colours, source) for key in typed if key != "colours"]
    if len(warriors) != WARRIORS:
        raise BadInput(f"{source}: expected {WARRIORS} warriors, and there are {len(warriors)}")
    for number, colour in enumerate(colours):
        count = sum(warrior.colour == number for warrior in warriors)
        if count != EACH:
            raise BadInput(f"{source}: expected {EACH} warriors of colour {colour}, and there are {count}")
    names: dict[str, str] = {}
    for warrior in warriors:
        if warrior.name.casefold() in names:
            raise BadInput(f"{source}: {names[warrior.name.casefold()]} and {warrior.id} have the same name")
        names[warrior.name.casefold()] = warrior.id
    return CardList((known, tuple(astuple(warrior) for warrior in warriors)), source)


def read_warrior(typed: Any, key: str, colours: Sequence[str], source: str) -> Warrior:
    """Check what was typed about a warrior."""
    where = f"{source}: {line_of_text(key, source)}"
    typed = table(typed, where)
    of = f"of {key} in {source}"
    for name in typed:
        one_of(FIELDS, name, f"field {of}")
    for name in FIELDS[:-1]:
        if name not in typed and name != "copies":
            raise BadInput(f"{where}: {name} is missing")
    value, copies = typed["value"], typed.get("copies", COPIES)
    if type(value) is not int or not LOW <= value <= HIGH:
        raise BadInput(f"{where}: value={said(value)}: expected a whole number from {LOW} to {HIGH}")
    if type(copies) is not int or copies != COPIES:
        raise BadInput(f"{where}: copies={said(copies)}: expected {COPIES}")
    told = table(typed.get("provenance", {}), f"{where}: provenance")
    for name in told:
        one_of(ATTRIBUTES, name, f"provenance {of}")
    op, columns = read_ability(table(typed["ability"], f"{where}: ability"), where, of, colours)
    kind = TYPES.index(one_of(TYPES, typed["type"], f"type {of}"))
    if kind != OPS[op].type:
        raise BadInput(f"{where}: type={TYPES[kind]}: an ability {OPS[op].name} is for type {TYPES[OPS[op].type]}")
    return Warrior(
        id=key,
        name=line_of_text(typed["name"], f"{where}: name"),
        colour=colours.index(one_of(colours, typed["colour"], f"colour {of}")),
        value=value,
        type=kind,
        op=op,
        **columns,
        provenance=tuple(
            one_of(PROVENANCE, told.get(name, "certain"), f"provenance of the {name} {of}") for name in ATTRIBUTES
        ),
    )


def read_ability(typed: Mapping[str, Any], where: str, of: str, colours: Sequence[str]) -> tuple[int, dict[str, int]]:
    """Check an ability: return its number in OPS, and its columns."""
    if "op" not in typed:
        raise BadInput(f"{where}: ability: op is missing")
    number = BY_NAME[one_of(BY_NAME, typed["op"], f"op {of}")]
    op = OPS[number]
    parameters = {parameter.name: parameter for parameter in op.parameters}
    columns = {**dict.fromkeys(COLUMNS, 0), **ABSENT, **op.fixed}
    for name in typed.keys() - {"op"} if not parameters else ():
        raise BadInput(f"{where}: ability: {op.name} has no parameters, and there is {said(name)}")
    for name in typed:
        if name != "op":
            one_of(parameters, name, f"parameter of {op.name} ({of.removeprefix('of ')})")
    for name, parameter in parameters.items():
        numbers = numbers_of(parameter, colours)
        chosen = typed.get(name, parameter.default)
        if chosen is None:
            raise BadInput(f"{where}: ability: {op.name} needs a {name}")
        same = [its for word, its in numbers.items() if type(word) is type(chosen) and word == chosen]
        if not same and isinstance(chosen, str) and any(isinstance(word, str) for word in numbers):
            raise unknown(f"{name} of the ability {of}", said(chosen), map(str, numbers))
        if not same:
            possible = ", ".join(str(word).lower() for word in numbers)
            raise BadInput(f"{where}: ability: {name}={said(chosen)}: expected one of {possible}")
        columns[parameter.column] = same[0]
    if op.name == "cancel" and columns["scope"] == HAND and columns["about"] != ABSENT["about"]:
        raise BadInput(
            f"{where}: ability: colour={typed['colour']}: only cards of a cocktail have a colour, not scope=hand"
        )
    return number, columns


def table(typed: Any, where: str) -> dict[str, Any]:
    """Return what must be a table in the file."""
    if not isinstance(typed, dict):
        raise BadInput(f"{where}: {'missing' if typed is None else said(typed)}: expected a table")
    return typed


def line_of_text(typed: Any, where: str) -> str:
    """Return what must be a short text."""
    if (
        not isinstance(typed, str)
        or not typed.isprintable()
        or typed != typed.strip()
        or not 0 < len(typed) <= MOST_LETTERS
    ):
        raise BadInput(f"{where}: {said(typed)}: expected a name of 1 to {MOST_LETTERS} letters")
    return typed


def one_of(words: Iterable[str], typed: Any, kind: str) -> str:
    """Return what must be one of some words."""
    if not isinstance(typed, str) or typed not in words:
        raise unknown(kind, said(typed), words)
    return typed
