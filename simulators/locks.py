"""Locks on files and folders: they end with the process that holds them."""

import os
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

fcntl: Any = None
with suppress(ImportError):  # Windows has none
    fcntl = import_module("fcntl")


def locked(path: Path) -> int:
    """Lock what is at a path until the returned descriptor is closed; -1 where there are no locks.

    Raises BlockingIOError if it is locked already, and OSError if there is nothing.
    """
    if fcntl is None:
        return -1
    lock = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise
    except OSError:  # a file system without locks
        os.close(lock)
        return -1
    return lock


def unlock(lock: int) -> None:
    """Give a lock back."""
    if lock >= 0:
        os.close(lock)
