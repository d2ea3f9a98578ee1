"""Threads that play: compiled code can't be interrupted, and may never end, so none of them keeps a process alive."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

Done = TypeVar("Done")
Task = tuple[Future[Any], Callable[[], Any]]


class Threads:
    """So many daemon threads, which do what is submitted in its order."""

    def __init__(self, number: int) -> None:
        self.tasks: SimpleQueue[Task | None] = SimpleQueue()
        self.number, self.closed = number, False
        for _ in range(number):
            threading.Thread(target=self.work, daemon=True).start()

    def work(self) -> None:
        """Do one task after another until there are no more."""
        while task := self.tasks.get():
            future, do = task
            if self.closed or not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(do())
            except BaseException as error:  # noqa: BLE001 - it is raised by the one who waits
                future.set_exception(error)

    def submit(self, do: Callable[[], Done]) -> Future[Done]:
        """Let a thread do something; return what will tell of it."""
        future: Future[Done] = Future()
        self.tasks.put((future, do))
        return future

    def close(self) -> None:
        """Begin nothing more; what was begun goes on."""
        self.closed = True
        for _ in range(self.number):
            self.tasks.put(None)
