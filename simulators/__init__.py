"""The games, and what plays them by the million."""

from importlib import import_module
from typing import TYPE_CHECKING

from simulators.errors import unknown

if TYPE_CHECKING:
    from simulators.game import Game

GAMES = {
    "kajko": "Kajko i Kokosz: Przygody Wojów: push your luck over ten stacks of cards",
    "kokoriko": "LEGO Kokoriko: collect hens, lay eggs, and be quick to grab the worm",
    "kaskaria": "The Heroes of Kaskaria: collect sets of cards, for gold and for two races to the volcano",
    "wojowoce": "Wojowoce: lay fruit warriors, attack those of others, and hold most of a colour",
}


def load(name: str) -> "Game":
    """Return the game of that name, importing it (and numba) only now.

    >>> load("kajok")
    Traceback (most recent call last):
    simulators.errors.BadInput: no game is called 'kajok'; did you mean 'kajko'? (there are: kajko, kokoriko, kaskaria, wojowoce)
    """
    if name not in GAMES:
        raise unknown("game", name, GAMES)
    game: Game = import_module(f"simulators.{name}").GAME
    return game
