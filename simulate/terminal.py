"""How `simulate` meets its surroundings: streams, signals, progress, notes, exit codes."""

from __future__ import annotations

import codecs
import errno
import faulthandler
import logging
import os
import re
import signal
import sys
import threading
import time
import unicodedata
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from analysis.runs.stopping import AT_ONCE, SIGNALS, unbroken
from simulators.errors import BadInput, NotWritten, Stopped, printable, short

if TYPE_CHECKING:
    from simulate import Progress

AGAIN = 0.05  # seconds until a signal is sent once more that came where nothing can be raised
NARROWEST = 20  # columns; what says less (Emacs and others say 0) says nothing


def note(text: str) -> None:
    """Say something that isn't the result."""
    # Whoever listened may have gone; a signal may have come while something was said.
    with suppress(OSError, RuntimeError):
        print(printable(text), file=sys.stderr, flush=True)


class Notes(logging.Handler):
    """Says what the packages below want to be said."""

    def emit(self, record: logging.LogRecord) -> None:
        """Say it."""
        note(record.getMessage())


NOTES = Notes()


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """Show how far a run is, and when it will be done, if someone is looking."""
    if not sys.stderr.isatty():
        with aside():
            yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    columns = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=4)
    task, streams = bar.add_task(""), (sys.stdout, sys.stderr)
    bar.start()
    try:
        with aside():
            yield lambda done, of: bar.update(task, completed=done, total=of)
    finally:
        with suppress(OSError):  # the terminal has closed
            bar.stop()
        sys.stdout, sys.stderr = streams  # which it had taken, and doesn't give back then


def aside() -> AbstractContextManager[Any]:
    """Let what strategies print go where notes go: stdout is for the result."""
    return redirect_stdout(sys.stderr)


@contextmanager
def stopping(says: str = "stopped; nothing more was written") -> Iterator[None]:
    """Say what becomes of a job that was stopped."""
    try:
        yield
    except Stopped:
        note(says)
        raise


@contextmanager
def shown_last(show: Callable[[Any], None]) -> Iterator[Callable[[Any], None]]:
    """Show the result that is handed to what is yielded, when all else is done or has failed: nothing played is lost."""
    results: list[Any] = []
    try:
        yield results.append
    except NotWritten as error:
        results += [error.result] if error.result is not None else []
        if error.__cause__ and not isinstance(error.__cause__, OSError | BadInput | MemoryError):
            raise error.__cause__ from None  # a signal, or a mistake of ours
        raise
    finally:
        if results:
            with unbroken("stopping when the result is shown"):
                show(results[-1])


def console() -> Any:
    """Return where results go: as wide as the terminal, or wide enough if there is none."""
    from rich.console import Console

    return Console(
        width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else 120, soft_wrap=False, highlight=False
    )


def print_json(data: Any) -> None:
    """Print plain data on stdout, in ASCII where stdout can't show more."""
    import json

    print(json.dumps(data, ensure_ascii=codecs.lookup(sys.stdout.encoding or "ascii").name != "utf-8"))


def command_line() -> str:
    """Return what was typed."""
    import shlex

    return shlex.join(["simulate", *sys.argv[1:]])


def nearest(error: UnicodeError) -> tuple[str, int]:
    """Write what a stream can't show in the nearest ASCII letters.

    >>> "26.15–26.32 pp, Rafał Pabierowski: −1 中".encode("ascii", "nearest")
    b'26.15-26.32 pp, Rafal Pabierowski: -1 ?'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(NEAREST)
    letters = [unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?" for letter in text]
    return "".join(letters), error.end


NEAREST = str.maketrans({"–": "-", "—": "-", "−": "-", "→": "->", "×": "x", "·": "*", "’": "'", "ł": "l", "Ł": "L"})
codecs.register_error("nearest", nearest)


@contextmanager
def signals() -> Iterator[None]:
    """Let signals that ask to stop raise `Stopped`, unless they are ignored (nohup, a script's job in the background)."""
    raised = -AT_ONCE  # when

    def stop(number: int, _frame: Any) -> None:
        nonlocal raised
        if time.monotonic() - raised >= AT_ONCE:
            raised = time.monotonic()
            raise Stopped(number)

    def unraisable(lost: Any) -> None:
        nonlocal raised
        if isinstance(lost.exc_value, Stopped):  # in a callback from machine code, say: once more, a moment later
            raised = -AT_ONCE
            threading.Timer(AGAIN, os.kill, (os.getpid(), lost.exc_value.number)).start()
        else:
            hook(lost)

    now = {number: signal.getsignal(number) for number in SIGNALS}
    before = {number: handler for number, handler in now.items() if handler not in (signal.SIG_IGN, None)}
    for number in before:
        signal.signal(number, stop)
    hook, sys.unraisablehook = sys.unraisablehook, unraisable
    try:
        yield
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)


def settle_in() -> None:
    """Make do with the surroundings: streams, and what the environment says to libraries that we use otherwise.

    Raises `BadInput` for words that aren't UTF-8, and for a current folder that is gone.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by who called
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        if hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors="nearest")
    logging.getLogger("millionfold").addHandler(NOTES)
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it warns of a user's settings, which aren't used
    if sys.__stderr__ and not faulthandler.is_enabled():  # a strategy that reads what isn't there can end the process
        faulthandler.enable(sys.__stderr__)
    for name in ("MPLBACKEND", "NUMBA_NUM_THREADS"):  # figures are drawn without a screen, threads are our own
        os.environ.pop(name, None)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its matrices are small, and each thread takes memory
    if not os.environ.get("COLUMNS", "80").isdecimal() or int(os.environ.get("COLUMNS", "80")) < NARROWEST:
        os.environ.pop("COLUMNS")
    warnings.showwarning = lambda message, *_: note("warning: " + str(message).partition("\n")[0])
    try:
        Path.cwd()
    except OSError:
        raise BadInput("the current folder is gone: change to another one") from None
    for word in sys.argv[1:]:
        if not is_text(word):
            raise BadInput(f"{os.fsencode(word)!r}: expected UTF-8; where names are other letters, set PYTHONUTF8=1")
    if sys.flags.optimize > 1:
        note("python -OO leaves out what commands and strategies say of themselves")


def is_text(word: str) -> bool:
    """Tell whether a word of the command line was UTF-8."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def main() -> None:
    """Run the command line: bad input is one line on stderr and exit code 2, a failed job exit code 1."""
    with signals():
        code = ended_with()
        if code > 128:
            with suppress(OSError):
                sys.stderr.flush()
            os._exit(code)  # a strategy that never answers would keep its thread, and so the process, alive
        sys.exit(code)


def ended_with() -> int:
    """Run the command line; return the exit code."""
    try:
        settle_in()
        from simulate.commands import main as run

        try:
            return run(sys.argv[1:])
        finally:
            sys.stdout.flush()
    except BadInput as error:
        return fail(str(error), 2)
    except typer.Exit as ended:
        return ended.exit_code
    except Stopped as stopped:
        return 128 + stopped.number
    except BrokenPipeError:  # whoever reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except NotWritten as error:
        return fail(str(error), 1)
    except OSError as error:
        code = fail(f"{error.filename or 'output'}: {error.strerror or error}", 1)
        # The terminal has closed, as SIGHUP says, too.
        return 129 if error.errno == errno.EIO and not error.filename else code
    except MemoryError:
        return fail("not enough memory", 1)
    except typer.Abort as error:
        raise error.__cause__ or error from None  # typer's answer to an EOFError, which nobody may raise here
    except typer.TyperException as error:
        told = error.format_message() if hasattr(error, "format_message") else str(error)
        text = re.sub(r"[^\s']+", lambda word: short(word[0]), told)
        return fail(text, 2) if text else 2  # without a command, the help has been shown
    except BaseException as error:
        if not re.search("start new thread|spawn .*thread", str(error)):
            raise
        return fail("no thread can be started: too many run already (see ulimit -u)", 1)


def fail(text: str, code: int) -> int:
    """Say what went wrong in one line, and return the exit code."""
    note("error: " + " ".join(text.split()))
    return code
