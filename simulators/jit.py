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
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core import config as numba_config
from numba.core.errors import NumbaError
from numba.core.extending import intrinsic

config: Any = numba_config
njit: Any = numba.njit
PLAIN = bool(config.DISABLE_JIT)
ROOT = Path(__file__).resolve().parent.parent
KEPT_FOLDERS = 6  # states of the sources whose compiled code stays on disk

CompileError = NumbaError


@cache
def digest(*folders: str) -> str:
    """First 16 hex digits of a SHA-256 over the names and bytes of the sources in `folders`."""
    total = hashlib.sha256(f"{sys.version_info[:2]} {numba.__version__}".encode())
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            total.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code is kept: $NUMBA_CACHE_DIR, else millionfold in the user's cache folder."""
    user = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(config.CACHE_DIR or Path(user) / "millionfold")


@cache
def cache_folder(*folders: str) -> Path | None:
    """Return the cache of this state of `folders`; None where nothing can be written.

    The oldest folders beside it are removed, so that edits don't fill the disk.
    """
    folder = cache_root() / digest(*folders)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        states = sorted((p for p in folder.parent.iterdir() if p.is_dir()), key=lambda p: -p.stat().st_mtime)
        for old in states[KEPT_FOLDERS:]:
            if old != folder:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return None
    return folder


def sources(function: Callable[..., Any]) -> tuple[str, ...]:
    """Which folders the compiled code of `function` can depend on; none for a user's own file."""
    where = Path(function.__code__.co_filename)
    if where.parent == ROOT / "simulators":
        return ("simulators",)
    return ("simulators", "strategies") if where.parent == ROOT / "strategies" else ()


def jit(function: Callable[..., Any], signature: Any = None) -> Any:
    """Compile `function` to machine code that runs without the GIL, kept on disk where that's safe.

    A user's own file isn't kept: it may import what no digest of ours knows of.
    """
    depends_on = () if PLAIN else sources(function)
    folder = cache_folder(*depends_on) if depends_on else None
    arguments: Any = () if signature is None else (signature,)
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder or "")
    try:
        compiler = njit(*arguments, nogil=True, cache=folder is not None)
        return compiler(function)
    finally:
        config.CACHE_DIR = before


def is_kept(function: Callable[..., Any]) -> bool:
    """Tell whether compiled code of `function` already lies on disk."""
    folder = cache_folder(*sources(function))
    return folder is not None and any(folder.rglob(f"*.{function.__name__}-*.nbc"))


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
    return int(function(state, knobs))


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
