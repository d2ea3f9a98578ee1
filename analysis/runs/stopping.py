"""Signals that ask a job to stop: Ctrl-C, and those that systems send."""

import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

log = logging.getLogger("millionfold")
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
# Seconds in which signals are one: `timeout`, make and terminals send theirs to a process, and to its group.
AT_ONCE = 1.0


class Asked:
    """Whether a signal asked to stop, and which."""

    def __init__(self) -> None:
        self.number, self.at = 0, 0.0  # which signal, and when
        self.handler: Callable[..., Any] | None = None  # what would have become of it

    def __call__(self) -> bool:
        """Tell whether one did."""
        return self.number > 0

    def stop(self) -> None:
        """Stop at once, as it would have."""
        if self.handler:
            self.handler(self.number, None)


@contextmanager
def deferred(says: str) -> Iterator[Asked]:
    """Only note the first signal, and say something, so that it can't break what is being written; the second one stops at once.

    Does nothing for signals that are ignored or end the process, and where they belong to someone else (another thread).
    """
    asked = Asked()
    here = SIGNALS if threading.current_thread() is threading.main_thread() else []
    before = {number: handler for number in here if callable(handler := signal.getsignal(number))}

    def note(number: int, _frame: Any) -> None:
        now = time.monotonic()
        if asked() and now - asked.at < AT_ONCE:
            return
        again = asked()
        asked.number, asked.handler, asked.at = number, before[number], now
        if again:
            asked.stop()
        log.warning(says)

    for number in before:
        signal.signal(number, note)
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def unbroken(says: str) -> Iterator[None]:
    """Let what is short be done before a signal stops; `deferred`, and then it does."""
    with deferred(says) as asked:
        yield
    asked.stop()
