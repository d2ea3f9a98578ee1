"""What can't be done, said in one line: why, and what would do."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

MOST_GAMES = 10**12  # in one run
MOST_SEED = 2**63 - 1


class BadInput(ValueError):
    """A request that can't be carried out; its text is one line for the person who made it."""


class NotWritten(OSError):
    """A file couldn't be written; `result` is what was to be there: a run's summaries, a report's frames; None if there is none."""

    def __init__(self, text: str, result: Any) -> None:
        super().__init__(text)
        self.result = result


def unknown(kind: str, name: str, names: Iterable[str]) -> BadInput:
    """Return the error for a misspelt `name`, with the nearest valid one.

    >>> print(unknown("strategy for kajko", "cautius", ["bold", "cautious"]))
    no strategy for kajko is called 'cautius'; did you mean 'cautious'? (there are: bold, cautious)
    """
    names = list(names)
    near = get_close_matches(name, names, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    return BadInput(f"no {kind} is called '{name}'{hint} (there are: {', '.join(names)})")


def whole(name: str, value: Any, low: int, high: int) -> int:
    """Return a whole number that may be written as 1000000, 1_000_000 or 1e6.

    >>> whole("games", "1e6", 1, MOST_GAMES), whole("seed", MOST_SEED, 0, MOST_SEED) == MOST_SEED
    (1000000, True)
    """
    try:
        exact = int(value) if isinstance(value, int | str) and "e" not in str(value).lower() else int(float(value))
        number = exact if low <= exact <= high and (isinstance(value, str) or exact == value) else None
    except (ValueError, TypeError, OverflowError):
        number = None
    if number is None or ("e" in str(value).lower() and float(value) != number):
        raise BadInput(f"{name}={value}: expected a whole number from {low} to {high}")
    return number


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
        raise BadInput(f"{name}={value}: expected a number above {low:g} and at most {high:g}")
    return number


def ending(path: Path, formats: Iterable[str]) -> str:
    """Return the format that a file's name asks for.

    >>> ending(Path("runs/x.parqet"), ["parquet", "csv"])
    Traceback (most recent call last):
    simulators.errors.BadInput: no format is called 'parqet'; did you mean 'parquet'? (there are: parquet, csv)
    """
    found = path.suffix.removeprefix(".")
    if found not in formats:
        raise unknown("format", found, formats)
    if path.exists() and not path.is_file():
        raise BadInput(f"{path} is {'a folder' if path.is_dir() else 'no ordinary file'}")
    return found
