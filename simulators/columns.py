"""What a result counts: the declaration that frames, tables, docs and tests read."""

from dataclasses import dataclass

MASKS = ("seats", "colours", "warriors")  # units of columns that are no quantities, but a bit for each of these


@dataclass(frozen=True)
class Column:
    """One field of a game's `Result`.

    The values of a column lie in low..high, both included; the kernel refuses to count anything
    else, so a histogram of a column never clips.
    """

    unit: str
    meaning: str
    low: int
    high: int
    words: tuple[str, ...] = ()  # what the values stand for, if they aren't quantities
