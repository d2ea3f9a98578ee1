"""What a person typed or passed can't be used: one line that says why and what would do."""

from collections.abc import Iterable
from difflib import get_close_matches


class BadInput(ValueError):
    """A request that can't be carried out; its text is one line for the person who made it."""


def unknown(kind: str, name: str, names: Iterable[str]) -> BadInput:
    """Return the error for a misspelt `name`, with the nearest valid one.

    >>> print(unknown("strategy for kajko", "cautius", ["bold", "cautious"]))
    no strategy for kajko is called 'cautius'; did you mean 'cautious'? (there are: bold, cautious)
    """
    names = list(names)
    near = get_close_matches(name, names, n=1)
    hint = f"did you mean '{near[0]}'? " if near else ""
    return BadInput(f"no {kind} is called '{name}'; {hint}(there are: {', '.join(names)})")
