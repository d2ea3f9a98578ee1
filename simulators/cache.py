"""Compiled code on disk: a sealed file for each function and signature, in a folder for each state of the sources.

* Numba's own cache stamps code with the hash of the one file that defines it, so it would keep running the old code
  of a helper from another file (numba issue 9483); it loads whatever lies there, damaged or not; and it needs a lock,
  since its index and its code are two files. Here a file is whole, as its seal says, or it is made anew.
* What is there is loaded without a lock. Processes that compile take turns, so that one of them does the work, but
  none waits for ever.
"""

import hashlib
import logging
import os
import pickle
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite
import numba
import numpy as np
from numba.core import caching, compiler
from numba.core import config as numba_config
from numba.core import serialize as numba_serialize

from simulators import packages
from simulators.locks import locked, unlock

config: Any = numba_config
serialize: Any = numba_serialize
CompileResult: Any = compiler.CompileResult
log = logging.getLogger("millionfold")
ROOT = Path(__file__).resolve().parent.parent
ROOM = 8_000_000  # bytes that must be free to keep compiled code
KEPT_STATES = 4  # of the sources, whose compiled code stays on disk
LEFT = 3600  # seconds after which a file that isn't whole was left by a process that was killed
SEAL = hashlib.sha256().digest_size  # bytes at the head of a file
patience = 30.0  # seconds that this process still waits for others that compile
POLL = 0.1  # seconds


class Sources(NamedTuple):
    """What compiled code can depend on: files and folders; and a name for them together."""

    name: str
    places: tuple[Path, ...]


ENGINE = Sources("engine", tuple(sorted((ROOT / "simulators").glob("*.py"))))


def sources(function: Callable[..., Any]) -> Sources | None:
    """Return what the compiled code of `function` can depend on: the engine, its game, and for strategies these.

    None for what is in a single file of a user's, which may import what nobody here knows of.
    """
    where = Path(function.__code__.co_filename)
    for name, package in packages().items():
        if where.is_relative_to(package.place):
            return Sources(name, (*ENGINE.places, package.place)) if package.place.is_dir() else None
        if where.is_relative_to(package.plays):
            return Sources(f"{name}-strategies", (*ENGINE.places, package.place, package.plays))
    return ENGINE if where in ENGINE.places else None


def files(place: Path) -> list[Path]:
    """List the sources in a folder, or the one that a file is."""
    return sorted(place.rglob("*.py")) if place.is_dir() else [place]


@cache
def digest(places: tuple[Path, ...]) -> str:
    """First 16 hex digits of a SHA-256 over the names and bytes of the sources in folders and files."""
    total = hashlib.sha256()
    for place in places:
        for path in files(place):
            total.update(path.relative_to(place.parent).as_posix().encode() + b"\0" + path.read_bytes())
        watched(place)
    return total.hexdigest()[:16]


def code_digest(play: Callable[..., Any]) -> str:
    """Return the digest of a game's sources, with the engine's; of a single file, that of the file."""
    own = sources(play) or Sources("", (*ENGINE.places, Path(play.__code__.co_filename)))
    return digest(own.places)


def stamps(place: Path) -> list[tuple[str, int, int]]:
    """Return name, time and size of the sources in a place."""
    return [(str(path), (stat := path.stat()).st_mtime_ns, stat.st_size) for path in files(place)]


FIRST: dict[Path, list[tuple[str, int, int]]] = {}  # stamps of what was read


def watched(place: Path) -> None:
    """Remember how the sources in a place are now."""
    FIRST.setdefault(place, stamps(place))


for _place in (ROOT / "simulators", ROOT / "strategies"):
    watched(_place)


def have_changed() -> bool:
    """Tell whether sources were edited while this process ran: then nobody knows which of them are in memory."""
    return any(stamps(place) != first for place, first in FIRST.items())


def cache_root() -> Path:
    """Where compiled code is kept: millionfold in $NUMBA_CACHE_DIR, else in the user's cache folder.

    Raises RuntimeError for a user without a home.
    """
    user = config.CACHE_DIR or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(user) / "millionfold"


def own_root() -> Path:
    """Make the place of compiled code the user's alone: whoever can write there can run code.

    What lies in a folder that others could write to is removed. Raises OSError where that can't be.
    """
    root = cache_root()
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    stat = root.stat()
    if hasattr(os, "getuid") and stat.st_uid != os.getuid():
        raise PermissionError(f"{root} is another user's")
    if stat.st_mode & 0o022:
        clear()
    if stat.st_mode & 0o777 != 0o700:
        root.chmod(0o700)
    return root


@cache
def cache_folder(of: Sources) -> Path | None:
    """Return the cache of this state of sources; None where nothing can be written, and nothing is to be read.

    Caches of the oldest states are removed, so that edits don't fill the disk.
    """
    versions = (sys.version_info[:2], numba.__version__, llvmlite.__version__, np.__version__)
    try:
        made_by = (digest(of.places), versions, config.OPT, config.BOUNDSCHECK)
        state = hashlib.sha256(repr(made_by).encode()).hexdigest()[:16]
        folder = own_root() / of.name / state
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    try:
        if shutil.disk_usage(folder).free < ROOM:
            raise OSError("there is no room")
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)
        states = sorted((p for p in folder.parent.iterdir() if p.is_dir()), key=lambda p: -p.stat().st_mtime)
        for old in states[KEPT_STATES:]:
            shutil.rmtree(old, ignore_errors=True)
        for part in folder.glob(".*.part"):
            if time.time() - part.stat().st_mtime > LEFT:
                part.unlink()
    except OSError:
        return folder if any(folder.glob("*-*")) else None
    return folder


class Kept(caching._Cache):
    """The compiled code of one function on disk, as numba asks for it: a file for each signature and processor."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self.function, self.folder = function, folder

    def path(self, signature: Any, codegen: Any) -> Path:
        """Return where the code for a signature is kept."""
        code = self.function.__code__
        key = hashlib.sha256(repr((code.co_firstlineno, signature, codegen.magic_tuple())).encode()).hexdigest()[:16]
        return self.folder / f"{name_of(self.function)}-{key}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code for a signature, None if there is none; what is damaged is removed."""
        if have_changed():
            return None
        path = self.path(sig, target_context.codegen())
        try:
            content = path.read_bytes()
        except OSError:
            return None
        code = content[SEAL:]
        if content == sealed(path.name, code):
            target_context.refresh()
            return CompileResult._rebuild(target_context, *pickle.loads(code))
        warn_once(f"compiled code in {cache_root()} was damaged; it is made anew")
        with suppress(OSError):
            path.unlink()
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature: whole, or not at all."""
        if have_changed() or data.library.has_dynamic_globals or data.lifted:
            return  # lifted code and dynamic globals are addresses of this process
        try:
            code = serialize.dumps(data._reduce())
        except RuntimeError:  # a signal came while LLVM handed the code over, and stops this process in a moment
            return
        path = self.path(sig, data.codegen)
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            part.write_bytes(sealed(path.name, code))
            part.replace(path)
        except OSError as error:
            warn_once(f"compiled code can't be kept in {cache_root()}: {error.strerror}")
            with suppress(OSError):
                part.unlink(missing_ok=True)

    @contextmanager
    def turn(self, sig: Any, codegen: Any) -> Iterator[None]:
        """Where there is nothing yet, wait until no other process compiles, or until patience ends."""
        lock = -1
        if not self.path(sig, codegen).exists():
            with suppress(OSError):  # the folder was removed meanwhile
                lock = wait_for(self.folder / "lock")
        try:
            yield
        finally:
            unlock(lock)

    cache_path = property(lambda self: str(self.folder))

    def enable(self) -> None:
        """It always is."""

    def disable(self) -> None:
        """It never is."""

    def flush(self) -> None:
        """It is never out of date: sources that changed have another folder."""


def sealed(name: str, code: bytes) -> bytes:
    """Return code behind a seal that fits no other code, and no other name."""
    return hashlib.sha256(name.encode() + b"\0" + code).digest() + code


@cache
def warn_once(text: str) -> None:
    """Say something once a process."""
    log.warning(text)


def name_of(function: Callable[..., Any]) -> str:
    """Return how the files of a function's code begin."""
    return f"{function.__module__}.{function.__qualname__}"


def wait_for(path: Path) -> int:
    """Take a lock, which may be held by others as long as this process has patience for them."""
    global patience
    path.touch()
    start = patience
    while True:
        with suppress(BlockingIOError):
            return locked(path)
        if patience <= 0:
            warn_once("the other process doesn't end (is it stopped?), so this one compiles on its own")
            return -1
        time.sleep(POLL)
        patience -= POLL
        if patience < start - 1:
            warn_once("another process is compiling; waiting for it (Ctrl-C stops)")


def sizes() -> list[int]:
    """List the sizes of all files that are kept, in bytes."""
    found = []
    for path in cache_root().rglob("*"):
        with suppress(FileNotFoundError):  # another process has removed it
            found += [path.stat().st_size] if path.is_file() else []
    return found


def clear() -> None:
    """Remove all compiled code. Raises OSError where that can't be."""
    for found in cache_root().iterdir() if cache_root().is_dir() else ():
        shutil.rmtree(found) if found.is_dir() and not found.is_symlink() else found.unlink()
