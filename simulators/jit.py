"""The one place that compiles: `jit`, its disk cache, and calls through a table of addresses.

* Numba stamps cached code with the hash of the one file that defines it, so it would keep running
  the old code of a helper from another file (numba issue 9483). Here each state of the sources has a
  cache folder of its own.
* `ask` calls a strategy by its address in memory, taken from an array by seat. Numba's own tuples of
  functions are indexed by a jump table, which costs Kajko 15 % (docs/architecture.md).
* With NUMBA_DISABLE_JIT=1 the same sources run as plain Python, with the same bits.
"""

import ctypes
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from operator import index
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import types
from numba.core import config as numba_config
from numba.core.extending import intrinsic

config: Any = numba_config
njit: Any = numba.njit
try:
    import fcntl
except ImportError:  # Windows has none
    fcntl = None  # type: ignore[assignment]

PLAIN = bool(config.DISABLE_JIT)
ROOT = Path(__file__).resolve().parent.parent
ROOM = 8_000_000  # bytes that must be free to keep compiled code
KEPT_STATES = 4  # of the sources, whose compiled code stays on disk


@cache
def digest(*folders: str) -> str:
    """First 16 hex digits of a SHA-256 over the names and bytes of the sources in `folders`."""
    total = hashlib.sha256()
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            total.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code is kept: millionfold in $NUMBA_CACHE_DIR, else in the user's cache folder.

    Raises RuntimeError for a user without a home.
    """
    user = config.CACHE_DIR or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(user) / "millionfold"


@cache
def cache_folder(*folders: str) -> Path | None:
    """Return the cache of this state of `folders`; None where nothing can be written.

    Caches of the oldest states are removed, so that edits don't fill the disk.
    """
    try:
        compiler = (sys.version_info[:2], numba.__version__, llvmlite.__version__, config.OPT, config.BOUNDSCHECK)
        state = hashlib.sha256(repr((digest(*folders), compiler)).encode()).hexdigest()[:16]
        folder = cache_root() / "-".join(folders) / state
        folder.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(folder).free < ROOM:
            return None
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)
        states = sorted((p for p in folder.parent.iterdir() if p.is_dir()), key=lambda p: -p.stat().st_mtime)
        for old in states[KEPT_STATES:]:
            shutil.rmtree(old, ignore_errors=True)
    except (OSError, RuntimeError):
        return None
    return folder


def sources(function: Callable[..., Any]) -> tuple[str, ...]:
    """Which folders the compiled code of `function` can depend on; none for a user's own file."""
    where = Path(function.__code__.co_filename)
    if where.parent == ROOT / "simulators":
        return ("simulators",)
    return ("simulators", "strategies") if where.parent == ROOT / "strategies" else ()


def jit(
    function: Callable[..., Any], signature: Any = None, like: Callable[..., Any] | None = None, checked: bool = False
) -> Any:
    """Compile `function` to machine code that runs without the GIL, kept on disk where that's safe.

    A user's own file isn't kept: it may import what no digest of ours knows of. What serves such a function, `like`,
    isn't kept either. `checked` code raises IndexError where other code would read what isn't there, and isn't kept.
    """
    depends_on = () if PLAIN or checked else sources(like or function)
    folder = cache_folder(*depends_on) if depends_on else None
    arguments: Any = () if signature is None else (signature,)
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder or "")
    try:
        with alone_in(folder if arguments else None):
            return njit(*arguments, nogil=True, cache=folder is not None, boundscheck=checked or None)(function)
    except OSError as error:
        raise OSError(error.errno, f"compiled code can't be kept: {error.strerror}", str(folder)) from error
    finally:
        config.CACHE_DIR = before


@contextmanager
def alone_in(folder: Path | None) -> Iterator[None]:
    """Let one process at a time compile into a cache folder: numba's index and code could be mixed up."""
    if folder is None or fcntl is None:
        yield
        return
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def is_kept(function: Callable[..., Any]) -> bool:
    """Tell whether compiled code of `function` already lies on disk."""
    folder = cache_folder(*sources(function))
    name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}-*.nbc"
    return folder is not None and any(folder.rglob(name))


def address(compiled: Any) -> int:
    """Return where the machine code of a function compiled for one signature starts."""
    code = compiled.overloads[compiled.signatures[0]]
    return int(code.library.get_pointer_to_function(code.fndesc.llvm_func_name))


@intrinsic
def _ask(typingctx: Any, function: Any, state: Any, knobs: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        convention, takes = context.call_conv, signature.args[1:]
        kind = convention.get_function_type(types.int64, takes)
        pointer = builder.inttoptr(arguments[0], kind.as_pointer())
        status, answer = convention.call_function(builder, pointer, types.int64, takes, arguments[1:])
        with builder.if_then(status.is_error, likely=False):
            convention.return_status_propagate(builder, status)
        return answer

    return types.int64(function, state, knobs), generate


def _ask_plainly(function: Callable[..., Any], state: Any, knobs: Any) -> int:
    answer = function(state, knobs)
    return int(answer) if isinstance(answer, bool | np.bool_) else index(answer)


# Ask a player: the answer of the function at an address (plain Python: of the function itself).
# What lies at `knobs` is read by the strategy's own names, whatever record the caller has there.
ask: Any = _ask_plainly if PLAIN else _ask

# How numba lays out such a function: status, answer and error by pointer, then the arguments.
_Native = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p, ctypes.c_void_p
)


def native(function: Callable[[], int]) -> tuple[int, Any]:
    """Return an address that compiled code can ask, and what must be kept alive meanwhile.

    `function` takes no arguments: whoever watches a game owns its state. It must not raise.
    """

    def answer(result: Any, _error: Any, _state: Any, _knobs: Any) -> int:
        result[0] = function()
        return 0

    kept = _Native(answer)
    return ctypes.cast(kept, ctypes.c_void_p).value or 0, kept


def ask_at(function: int, state: Any, knobs: Any) -> int | None:
    """Ask the compiled strategy at an address from Python; None if it raised an error.

    `state` and `knobs` are arrays of one record, whose memory is handed over.
    """
    result, error = ctypes.c_int64(), ctypes.c_void_p()
    status = _Native(function)(ctypes.byref(result), ctypes.byref(error), state.ctypes.data, knobs.ctypes.data)
    return int(result.value) if status == 0 else None
