"""What can't be done, said in one line: why, and what would do."""

import re
import signal
import traceback
from collections.abc import Iterable
from decimal import Decimal
from difflib import get_close_matches
from operator import index
from pathlib import Path
from textwrap import shorten
from typing import Any

MOST_GAMES = 10**12  # in one run
MOST_SEED = 2**63 - 1
MOST_THREADS = 1024
MOST_LETTERS, HEAD = 60, 23  # of what was typed, in an error, and how many of these from its start
MOST_LINE = 180  # letters of an error with a list
MOST_PLAIN = 10_000  # numbers above are said to be typed like 1e6, too


class BadInput(ValueError):
    """A request that can't be carried out; its text is one line for the person who made it."""


class NotWritten(OSError):
    """A file couldn't be written; `result` is what was to be there: a run's summaries, a report's frames; None if there is none."""

    def __init__(self, text: str, result: Any) -> None:
        super().__init__(text)
        self.result = result


class Stopped(BaseException):
    """A signal asked to stop: Ctrl-C, or one that systems send. It is no KeyboardInterrupt, which libraries catch."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


def printable(text: str) -> str:
    """Write out what would move a terminal's cursor or change its colours."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def short(typed: Any) -> str:
    r"""Write what somebody typed on one short line: start and end, which tells a file.

    >>> short("two" + chr(10) + "lines"), short("/folder" * 100 + "/mine.py")
    ('two\\nlines', '/folder/folder/folder/f...older/folder/folder/folder/mine.py')
    """
    text = printable(str(typed))
    return text if len(text) <= MOST_LETTERS else f"{text[:HEAD]}...{text[HEAD + 3 - MOST_LETTERS :]}"


def what_failed(error: BaseException, place: Path) -> str:
    """Write on one line what went wrong in a user's file, or in a folder of them, and where."""
    frames = [at for at in traceback.extract_tb(error.__traceback__) if Path(at.filename).is_relative_to(place)]
    line = getattr(error, "lineno", None) or (frames[-1].lineno if frames else None)
    file = f"{Path(frames[-1].filename).name}, " if frames and place.is_dir() else ""
    where = f" ({file}line {line})" if line and "line" not in str(error) else ""
    told = str(error) if isinstance(error, BadInput) else f"{type(error).__name__}: {error}".removesuffix(": ")
    return shorten(told, MOST_LINE) + where


def unknown(kind: str, name: str, names: Iterable[str]) -> BadInput:
    """Return the error for a misspelt `name`, with the nearest valid one.

    >>> print(unknown("strategy for kajko", "cautius", ["bold", "cautious"]))
    no strategy for kajko is called 'cautius'; did you mean 'cautious'? (there are: bold, cautious)
    """
    names = list(names)
    near = get_close_matches(name, names, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    start = f"no {kind} is called '{short(name)}'{hint} (there are: "
    return BadInput(f"{start}{shorten(', '.join(names), MOST_LINE - len(start), placeholder=' ...')})")


def whole(name: str, value: Any, low: int, high: int) -> int:
    """Return a whole number that may be written as 1000000, 1_000_000, 1,000,000, 1e6, 1000k or 1M.

    >>> [whole("games", text, 1, MOST_GAMES) for text in ("1e6", "1M", "2.5k", "1,000,000")]
    [1000000, 1000000, 2500, 1000000]
    >>> whole("players", 2.5, 1, 6)
    Traceback (most recent call last):
    simulators.errors.BadInput: players=2.5: expected a whole number from 1 to 6
    """
    try:
        number = exactly(value)
        if low <= number <= high and number == int(number):
            return int(number)
    except (ValueError, TypeError, ArithmeticError):
        pass
    example = " (as in 1000000 or 1e6)" if high > MOST_PLAIN else ""
    raise BadInput(f"{name}={short(value)}: expected a whole number from {low} to {high}{example}")


def exactly(value: Any) -> Any:
    """Return a number as it is, or what a text says, exactly."""
    if not isinstance(value, str):
        return index(value) if hasattr(value, "__index__") else float(value)
    text = re.sub(r"(?<=\d),(?=\d{3}(\D|$))", "", value.strip())
    thousands = {"k": 3, "m": 6}.get(text[-1:].lower(), 0)
    return Decimal(text[:-1] if thousands else text).scaleb(thousands)


def within(name: str, value: Any, low: float, high: float) -> float:
    """Return a number above `low` and at most `high`.

    >>> within("margin", "2.5", 0, 50)
    2.5
    """
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not low < number <= high:
        raise BadInput(f"{name}={short(value)}: expected a number above {low:g} and at most {high:g}")
    return number


def ending(path: Path, formats: Iterable[str]) -> str:
    """Return the format that a file's name asks for.

    >>> ending(Path("runs/x.parqet"), ["parquet", "csv"])
    Traceback (most recent call last):
    simulators.errors.BadInput: runs/x.parqet: no format is called 'parqet'; did you mean 'parquet'? (there are: parquet, csv)
    """
    found = path.suffix.removeprefix(".")
    if found not in formats:
        raise BadInput(f"{short(path)}: {unknown('format', found, formats)}")
    if path.exists() and not path.is_file():
        raise BadInput(f"{path} is {'a folder' if path.is_dir() else 'no ordinary file'}")
    return found
