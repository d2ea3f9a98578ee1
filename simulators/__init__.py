"""The games, and what plays them by the million."""

import importlib
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.metadata import entry_points
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from simulators.errors import BadInput, Stopped, short, unknown, what_failed

if TYPE_CHECKING:
    from simulators.game import Game

HERE = Path(__file__).resolve().parent
GROUP = "millionfold.games"  # entry points by which installed packages bring games along


class Package(NamedTuple):
    """Where a game is: the module that declares it as GAME, that of its strategies, and the folder or file of each."""

    module: str
    strategies: str
    place: Path
    plays: Path
    file: str = ""  # how its place was typed, if Python wouldn't find it

    @property
    def summary(self) -> str:
        """The first line of the module's docstring, which is read, not imported: help and typos answer at once."""
        source = self.place / "__init__.py" if self.place.is_dir() else self.place
        try:
            with source.open(encoding="utf-8") as lines:
                return lines.readline().strip('"\n.')
        except (OSError, UnicodeError):
            return "(can't be read)"


def ours() -> Iterator[tuple[str, Package]]:
    """Go through the games that are folders here."""
    for path in sorted(HERE.glob("*/__init__.py")):
        name, beside = path.parent.name, HERE.parent / "strategies"
        plays = beside / name if (beside / name).is_dir() else beside / f"{name}.py"
        yield name, Package(f"simulators.{name}", f"strategies.{name}", path.parent, plays)


def installed() -> Iterator[tuple[str, Package]]:
    """Go through the games that other packages bring along."""
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            spec = find_spec(entry.module)
        except ImportError:
            spec = None
        if spec and spec.origin:
            yield entry.name, package_at(Path(spec.origin), entry.module)


def package_at(file: Path, module: str) -> Package:
    """Return the package of a game from outside: a folder with `strategies` in it, or a single file with all."""
    if file.name == "__init__.py":
        return Package(module, f"{module}.strategies", file.parent, file.parent)
    return Package(module, module, file, file)


@lru_cache
def packages() -> dict[str, Package]:
    """Return where each game is, by name. A name that is taken stays as it is."""
    return dict(sorted({**dict(installed()), **dict(ours())}.items()))


def games() -> dict[str, str]:
    """Return the games by name, and what each says of itself in a line."""
    return {name: package.summary for name, package in packages().items()}


def add_game(path: str | Path) -> str:
    """Make a game known that lies in a folder (a package) or a file of the user's; return its name, which is that of the folder or file.

    Raises BadInput for what is no game's place, or has a name that is taken.
    """
    place = Path(path).resolve()
    file = place / "__init__.py" if place.is_dir() else place
    name = place.stem
    if not file.is_file() or file.suffix != ".py":
        raise BadInput(f"{short(path)}: expected a game's folder, with an __init__.py in it, or a .py file")
    if not name.isidentifier():
        raise BadInput(f"{short(path)}: a game's folder is a module, so {short(name)} is no name for it")
    found = package_at(file, name)._replace(file=str(path))
    known = packages().get(name)
    if not known or known.place != found.place:
        there = find_spec(name)  # or what Python finds by itself, in the current folder
        if known or (there and Path(there.origin or "").resolve() != file):
            raise BadInput(f"{short(path)}: there is another game or module called {name}; give yours another name")
        packages()[name] = found
    return name


def load(name: str) -> "Game":
    """Return the game of that name, importing it (and numba) only now.

    >>> load("kajok")
    Traceback (most recent call last):
    simulators.errors.BadInput: no game is called 'kajok'; did you mean 'kajko'? (there are: kajko, kaskaria, kokoriko, wojowoce)
    """
    from simulators.game import Game

    if name not in packages():
        raise unknown("game", name, packages())
    module = module_of(packages()[name])
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game) or game.name != name:
        raise BadInput(f"{short(module.__file__)}: expected GAME, a Game whose name is {name!r}")
    return game


def module_of(package: Package) -> ModuleType:
    """Import the module that declares a game."""
    if package.module in sys.modules:
        return sys.modules[package.module]
    if package.module.startswith("simulators."):
        return importlib.import_module(package.module)
    try:
        if find_spec(package.module):
            return importlib.import_module(package.module)
        return imported_from(package)
    except (KeyboardInterrupt, Stopped):
        raise
    except BaseException as error:
        raise BadInput(f"{short(package.place)} can't be loaded: {what_failed(error, package.place)}") from error


def imported_from(package: Package) -> ModuleType:
    """Import a module from its place, which needn't be where Python looks."""
    is_folder = package.place.is_dir()
    file = package.place / "__init__.py" if is_folder else package.place
    inside = [str(package.place)] if is_folder else None
    spec = spec_from_file_location(package.module, file, submodule_search_locations=inside)
    assert spec is not None and spec.loader is not None  # since its name ends in .py
    module = module_from_spec(spec)
    sys.modules[package.module] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[package.module]
        raise
    return module
