"""The games, and what plays them by the million."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from simulators.errors import unknown

if TYPE_CHECKING:
    from simulators.game import Game


def games() -> dict[str, str]:
    """Return the games by name: each is a folder here, and the first line of its docstring says what it is.

    That line is read, not imported: help and typos answer at once.
    """
    found = {}
    for path in sorted(Path(__file__).parent.glob("*/__init__.py")):
        with path.open(encoding="utf-8") as source:
            found[path.parent.name] = source.readline().strip('"\n.')
    return found


GAMES = games()


def load(name: str) -> "Game":
    """Return the game of that name, importing it (and numba) only now.

    >>> load("kajok")
    Traceback (most recent call last):
    simulators.errors.BadInput: no game is called 'kajok'; did you mean 'kajko'? (there are: kajko, kaskaria, kokoriko, wojowoce)
    """
    if name not in GAMES:
        raise unknown("game", name, GAMES)
    game: Game = import_module(f"simulators.{name}").GAME
    return game
