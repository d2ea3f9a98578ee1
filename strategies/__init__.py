"""What players do: strategies by name, from a user's file, or as plain functions."""

import hashlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from math import isfinite, nan
from pathlib import Path
from types import ModuleType
from typing import Any

from simulators import packages
from simulators.engine import MOST_KNOBS, numbers_outside
from simulators.errors import BadInput, Stopped, short, unknown, what_failed
from simulators.game import Function, Game
from simulators.rules import Rule
from strategies.sources import check_sources


@dataclass(frozen=True, eq=False)
class Strategy:
    """A way to play: one function (state, knobs) -> choice for each question that the game asks.

    Questions without an answer of its own get the game's ordinary one. A knob is a number that the
    functions read as `knobs.NAME`. Traits are what the player brings to a seat: values of the game's rules by seat. `why(question, state, knobs, choice)` may tell `replay` in words
    why the choice was made; it runs as plain Python.
    """

    answers: Mapping[str, Function]
    knobs: Mapping[str, float] = field(default_factory=dict)
    why: Callable[[str, Any, Any, int], str] | None = None
    name: str = ""
    file: str = ""  # a user's own
    traits: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse what is no strategy, in one line."""
        answers: Any = self.answers
        knobs: Any = self.knobs
        if not isinstance(answers, Mapping) or not answers or not all(isinstance(name, str) for name in answers):
            raise BadInput(f'Strategy({answers!r}): expected answers by question, as in {{"turn": my_function}}')
        if not isinstance(knobs, Mapping):
            raise BadInput(f'Strategy(..., knobs={knobs!r}): expected numbers by name, as in {{"hold": 20}}')
        traits: Any = self.traits
        if not isinstance(traits, Mapping) or not all(type(value) is int for value in traits.values()):
            raise BadInput(
                f'Strategy(..., traits={traits!r}): expected whole numbers by name, as in {{"start_ducats": 2}}'
            )
        if self.why is not None and not callable(self.why):
            raise BadInput(f"Strategy(..., why={self.why!r}): expected a function (question, state, knobs, choice)")
        for name, value in knobs.items():
            if not str(name).isidentifier() or not isinstance(value, int | float) or not isfinite(value):
                raise BadInput(f"Strategy(..., knobs={{{name!r}: {value!r}}}): expected a name and a number")

    @property
    def idea(self) -> str:
        """The first sentence of the docstring of the strategy's first function."""
        text = inspect.getdoc(next(iter(self.answers.values()))) or "(no docstring says what it does)"
        return text.splitlines()[0]

    @property
    def label(self) -> str:
        """The strategy as a person would type it, with every knob and trait."""
        knobs = [f"{name}={write_number(value)}" for name, value in {**self.knobs, **self.traits}.items()]
        return ":".join([f"{self.file}:{self.name}" if self.file else self.name, *knobs])

    @property
    def digest(self) -> str:
        """First 12 hex digits of a SHA-256 over the label and the sources of the functions, and of the package that they are in."""
        total = hashlib.sha256(repr(sorted({**self.knobs, **self.traits}.items())).encode())
        for question, function in sorted(self.answers.items()):
            code, path = function.__code__, Path(function.__code__.co_filename)
            total.update(f"{question} {function.__qualname__} {numbers_outside(function)}".encode())
            if path.is_file():
                for file in neighbours(path):
                    total.update(file.read_bytes())
            else:  # typed at a prompt
                total.update(repr((code.co_code, code.co_names, code.co_consts)).encode())
        return total.hexdigest()[:12]

    def reason(self, question: str, state: Any, knobs: Any, choice: int) -> str:
        """Say why a choice was made: what `why` says, else the idea of the function that chose."""
        try:
            told = self.why(question, state, knobs, choice) if self.why else ""
        except Exception as error:
            raise BadInput(f"{self.label}: its `why` raised {type(error).__name__}: {error}") from error
        if not isinstance(told, str):
            raise BadInput(f"{self.label}: its `why` returned {told!r}; expected a sentence")
        if told or question == next(iter(self.answers)):
            return told
        idea = re.split("[.;]", inspect.getdoc(self.answers[question]) or "")[0]
        return idea[:1].lower() + idea[1:]

    def turned(self, turns: Sequence[str], game: Game) -> "Strategy":
        """Return the strategy with some knobs or traits set, as in ["bank_at=20", "start_ducats=1"]."""
        knobs, traits, can = dict(self.knobs), dict(self.traits), traits_of(game)
        seen: set[str] = set()
        for turn in turns:
            name, _, value = turn.partition("=")
            if name in seen:
                raise BadInput(f"{short(self.name)}: {short(name)} is there twice: give it once")
            seen.add(name)
            if name in can:
                traits[name] = trait(can[name], value)
            elif name not in knobs:
                raise unknown(f"knob of {self.name}", name, [*knobs, *can])
            else:
                knobs[name] = number(value)
                if not isfinite(knobs[name]):
                    raise BadInput(f"{self.name}:{turn}: expected a number")
        return replace(self, knobs=knobs, traits=traits)


def neighbours(path: Path) -> list[Path]:
    """List the files that a strategy's file may call: those of its package, if that is of one game."""
    alone = path.parent == Path(__file__).parent or not (path.parent / "__init__.py").is_file()
    return [path] if alone else sorted(path.parent.glob("*.py"))


def number(text: str) -> float:
    """Read a number; NaN if it is none."""
    try:
        return float(text)
    except ValueError:
        return nan


def traits_of(game: Game) -> dict[str, Rule]:
    """Return the rules of which a player may bring a value of its own to a seat, by name."""
    return {rule.name: rule for rule in game.rules if rule.kind == "seats"}


def trait(rule: Rule, text: str) -> int:
    """Read a player's value of a rule by seat."""
    try:
        value = rule.read(text)
    except BadInput:
        value = ()
    if not isinstance(value, int):
        raise BadInput(
            f"{rule.name}={short(text)}: expected a whole number from {rule.low} to {rule.high}, a player's own"
        )
    return value


def write_number(value: float) -> str:
    """Write a knob shortly, but so that it is read as the same number.

    >>> write_number(15.0), write_number(15.00001)
    ('15', '15.00001')
    """
    return brief if float(brief := f"{value:g}") == value else repr(value)


def declared(game: Game, name: str) -> Any:
    """Return what the module of a game's strategies says under a name."""
    module = strategies_module(game)
    if not hasattr(module, name):
        raise BadInput(f"{module.__name__} has no {name}")
    return getattr(module, name)


def strategies_module(game: Game) -> ModuleType:
    """Import the module of a game's strategies."""
    package = packages()[game.name]
    try:
        return import_module(package.strategies)
    except ImportError as error:
        raise BadInput(f"{package.strategies} can't be loaded: {what_failed(error, package.plays)}") from error


def shipped(game: Game) -> dict[str, Strategy]:
    """Return the strategies that come with a game, by name."""
    return {name: complete(strategy, game, name) for name, strategy in declared(game, "STRATEGIES").items()}


def complete(strategy: Strategy | Function, game: Game, name: str, file: str = "") -> Strategy:
    """Give a strategy its name, and the game's ordinary answer where it has none.

    A bare function answers the game's first question.
    """
    if not isinstance(strategy, Strategy):
        strategy = Strategy({game.questions[0]: strategy})
    for question in strategy.answers:
        if question not in game.questions:
            raise unknown(f"question of {game.name}", question, game.questions)
    can = traits_of(game)
    for knob in strategy.knobs:
        if knob in can:
            raise BadInput(f"{name}: its knob {knob} needs another name, since a rule of {game.name} is called so")
    for own, value in strategy.traits.items():
        if own not in can:
            raise unknown(f"trait of {game.name}", own, can)
        trait(can[own], str(value))
    if len(strategy.knobs) > MOST_KNOBS:
        raise BadInput(f"{name} has {len(strategy.knobs)} knobs; {MOST_KNOBS} is the most")
    ordinary = declared(game, "ORDINARY")
    answers = {question: strategy.answers.get(question, ordinary.get(question)) for question in game.questions}
    for question, answer in answers.items():
        if not inspect.isfunction(answer):
            raise BadInput(f"{name}: the answer to '{question}' must be a plain function, and is {answer!r}")
        if len(inspect.signature(answer).parameters) != 2:
            raise BadInput(f"{name}: {answer.__name__} must take two arguments, (state, knobs)")
    first = {question: answers[question] for question in strategy.answers}  # its idea comes first
    whole = replace(strategy, answers={**first, **answers}, name=name, file=file)
    if not is_shipped(whole):
        check_sources(whole.label, answers.values())
    return whole


def default(game: Game) -> str:
    """Return the name of the strategy that plays a game when none is named."""
    name: str = declared(game, "DEFAULT")
    if name not in (known := declared(game, "STRATEGIES")):
        raise unknown(f"strategy of {game.name} (DEFAULT)", name, known)
    return name


def is_shipped(strategy: Strategy) -> bool:
    """Tell whether all of a strategy's functions come with the project, so that tests have checked them."""
    here = Path(__file__).parent
    return all(Path(f.__code__.co_filename).is_relative_to(here) for f in strategy.answers.values())


def find(game: Game, spec: str) -> Strategy:
    """Return the strategy that was asked for: NAME, FILE.py:NAME, either with :KNOB=VALUE after it (or a trait).

    >>> from simulators import load
    >>> find(load("kajko"), "threshold:bank_at=20").label
    'threshold:bank_at=20'
    >>> find(load("kajko"), "threshold:bank_on=20")
    Traceback (most recent call last):
    simulators.errors.BadInput: no knob of threshold is called 'bank_on'; did you mean 'bank_at'? (there are: bank_at, start_ducats)
    """
    name, *turns = parts_of(spec)
    if name.endswith(".py"):
        if not turns or "=" in turns[0]:
            raise BadInput(f"{short(spec)}: say which function of the file plays, as in {short(name)}:my_strategy")
        return from_file(game, name, turns[0]).turned(turns[1:], game)
    if re.search(r"[/\\]", name):
        raise BadInput(f"{short(spec)}: expected FILE.py:NAME, as in mine.py:patient")
    strategies = shipped(game)
    if name not in strategies:
        raise unknown(f"strategy for {game.name}", name, strategies)
    return strategies[name].turned(turns, game)


def parts_of(spec: str) -> list[str]:
    r"""Split what was typed for a strategy at its colons; those in the path of a file stay.

    >>> parts_of("threshold:bank_at=20"), parts_of(r"C:\me\mine.py:patient:hold=3")
    (['threshold', 'bank_at=20'], ['C:\\me\\mine.py', 'patient', 'hold=3'])
    """
    file, ends, turns = spec.rpartition(".py:")
    if ends:
        return [f"{file}.py", *turns.split(":")]
    return [spec] if spec.endswith(".py") else spec.split(":")


def listed(text: str) -> list[str]:
    """Split strategies at commas; those in the path of a file that there is stay.

    >>> listed("cautious, bold:bank_at=9")
    ['cautious', 'bold:bank_at=9']
    """
    pieces, found = text.split(","), []
    while pieces:
        joined = (",".join(pieces[:count]) for count in range(1, len(pieces) + 1))
        files = (spec for spec in joined if parts_of(spec.strip())[0].endswith(".py"))
        first = next((spec for spec in files if is_file(parts_of(spec.strip())[0])), pieces[0])
        found.append(first.strip())
        del pieces[: first.count(",") + 1]
    return found


def from_file(game: Game, file: str, name: str) -> Strategy:
    """Return a strategy from a user's Python file: a function, or a `Strategy`."""
    module = load_file(Path(file))
    found = getattr(module, name, None)
    found = getattr(found, "py_func", found)  # one that was compiled already
    if not isinstance(found, Strategy) and not inspect.isfunction(found):
        here = [n for n, v in vars(module).items() if isinstance(v, Strategy) or inspect.isfunction(v)]
        raise unknown(f"strategy in {file}", name, here)
    return complete(found, game, name, file)


def is_file(path: str | Path) -> bool:
    """Tell whether there is such a file; none has a name that can't be one."""
    try:
        return Path(path).is_file()
    except OSError:
        return False


def load_file(path: Path) -> ModuleType:
    """Run a Python file as a module; what is wrong with it comes back as one line.

    As long as it stays as it is, it runs once in a process.
    """
    if not is_file(path):
        raise BadInput(f"there is no file {short(path)}")
    try:
        return _load_file(path, path.absolute(), path.read_bytes())
    except OSError as error:
        raise BadInput(f"{short(path)} can't be read: {error.strerror}") from error


@cache
def _load_file(path: Path, _place: Path, _content: bytes) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"millionfold_user_{path.stem}", path)
    assert spec is not None and spec.loader is not None  # since its name ends in .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(path.resolve().parent))  # for its neighbours
    try:
        spec.loader.exec_module(module)
    except (KeyboardInterrupt, Stopped):
        raise
    except BaseException as error:
        raise BadInput(f"{short(path)} can't be loaded: {what_failed(error, path.absolute())}") from error
    finally:
        sys.path.pop(0)
    return module


def seat(game: Game, players: int, choices: Sequence[str | Strategy | Function]) -> list[Strategy]:
    """Return who plays: one strategy for each seat, from one for all or one for each.

    Different strategies that would have the same label are numbered, as in "bank (2)".
    """
    if isinstance(choices, str):
        raise BadInput(f"seats={choices!r}: expected a list, one strategy for each seat")
    found: dict[Any, Strategy] = {}
    seated = []
    for choice in choices:
        if not isinstance(choice, str | Strategy) and not inspect.isfunction(choice):
            raise BadInput(f"{choice!r} is no strategy: expected a name, a function or a Strategy")
        if choice not in found:
            strategy = find(game, choice) if isinstance(choice, str) else complete(choice, game, name_of(choice))
            taken = [other.label for other in found.values() if other.digest != strategy.digest]
            number, name = 2, strategy.name
            while strategy.label in taken:
                strategy, number = replace(strategy, name=f"{name} ({number})"), number + 1
            found[choice] = strategy
        seated.append(found[choice])
    if len(seated) == 1:
        return seated * players
    if len(seated) != players:
        raise BadInput(f"{len(seated)} strategies for {players} players: give one, or one for each seat")
    return seated


def name_of(choice: Strategy | Function) -> str:
    """Return what a strategy that was passed from Python is called."""
    if isinstance(choice, Strategy):
        return choice.name or next(iter(choice.answers.values())).__name__
    return choice.__name__
