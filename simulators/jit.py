"""The one place that compiles: `jit`, and calls through a table of addresses.

* Compiled code is kept on disk by simulators.cache.
* `ask` calls a strategy by its address in memory, taken from an array by seat. Numba's own tuples of
  functions are indexed by a jump table, which costs Kajko 15 % (docs/architecture.md).
* With NUMBA_DISABLE_JIT=1 the same sources run as plain Python, with the same bits.
"""

import ctypes
from collections.abc import Callable
from contextlib import nullcontext
from operator import index
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import types
from numba.core.extending import intrinsic

from simulators.cache import Kept, cache_folder, config, have_changed, name_of, sources

if TYPE_CHECKING:
    from pathlib import Path

njit: Any = numba.njit
PLAIN = bool(config.DISABLE_JIT)


def jit(
    function: Callable[..., Any], signature: Any = None, like: Callable[..., Any] | None = None, checked: bool = False
) -> Any:
    """Compile `function` to machine code that runs without the GIL, kept on disk where that's safe.

    A user's own file isn't kept: it may import what no digest of ours knows of. What serves such a function, `like`,
    isn't kept either. `checked` code raises IndexError where other code would read what isn't there, and isn't kept.
    """
    code: Any = njit(nogil=True, boundscheck=checked or None)(function)
    if PLAIN:
        return code
    folder = None if checked else kept_in(like or function)
    if folder:
        code._cache = Kept(function, folder)
    if signature is not None:
        with code._cache.turn(signature, code.targetctx.codegen()) if folder else nullcontext():
            code.compile(signature)
        code.disable_compile()
    return code


def kept_in(function: Callable[..., Any]) -> "Path | None":
    """Return the folder of the compiled code of `function`; None if it isn't kept."""
    depends_on = sources(function)
    return cache_folder(depends_on) if depends_on else None


def is_kept(function: Callable[..., Any]) -> bool:
    """Tell whether compiled code of `function` already lies on disk."""
    folder = kept_in(function)
    return folder is not None and not have_changed() and any(folder.glob(f"{name_of(function)}-*"))


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
