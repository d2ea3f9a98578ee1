"""How `simulate` meets its surroundings: streams, signals, progress, notes, exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from simulators.errors import BadInput, NotWritten

if TYPE_CHECKING:
    from simulate import Progress


def note(text: str) -> None:
    """Say something that isn't the result."""
    print(text, file=sys.stderr)


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """Show how far a run is, and when it will be done, if someone is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    columns = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=4) as bar:
        task = bar.add_task("")
        yield lambda done, of: bar.update(task, completed=done, total=of)


@contextmanager
def stopping() -> Iterator[None]:
    """Say that a job that was interrupted wrote nothing."""
    try:
        yield
    except KeyboardInterrupt:
        note("stopped; nothing was written")
        raise


def console() -> Any:
    """Return where results go: as wide as the terminal, or wide enough if there is none."""
    from rich.console import Console

    return Console(
        width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else 120, soft_wrap=False, highlight=False
    )


def print_json(data: Any) -> None:
    """Print plain data on stdout."""
    import json

    print(json.dumps(data, ensure_ascii=False))


def command_line() -> str:
    """Return what was typed."""
    import shlex

    return shlex.join(["simulate", *sys.argv[1:]])


def main() -> None:
    """Run the command line: bad input is one line on stderr and exit code 2, a failed job exit code 1."""
    from simulate.commands import app

    code = 0
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by who called
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
    try:
        try:
            code = app(standalone_mode=False) or 0
        finally:
            sys.stdout.flush()
    except BadInput as error:
        code = fail(str(error), 2)
    except typer.Exit as ended:
        code = ended.exit_code
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except BrokenPipeError:  # whoever reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except NotWritten as error:
        code = fail(str(error), 1)
    except OSError as error:
        code = fail(f"{error.filename or 'output'}: {error.strerror or error}", 1)
    except typer.TyperException as error:
        text = error.format_message() if hasattr(error, "format_message") else str(error)
        code = fail(text, 2) if text else 2  # without a command, the help has been shown
    if code == 130:
        os._exit(130)  # a strategy that never answers would keep its thread, and so the process, alive
    sys.exit(code)


def fail(text: str, code: int) -> int:
    """Say what went wrong in one line, and return the exit code."""
    note("error: " + " ".join(text.split()))
    return code
