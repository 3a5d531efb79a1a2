"""The queue of the year: a task runs as soon as nothing else does, in the process that asks for it."""

import logging
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from celery import current_app

__all__ = ["hints_at_once"]

log = logging.getLogger(__name__)

# Judging games that are over takes half a second of CPU for each position, and tells nobody anything.
_LEFT_OUT = ("games.web.tasks.estimates_make",)


class _Queue:
    """Tasks that wait. One that a task asks for runs after it, not within: bots would go deeper with each move."""

    def __init__(self) -> None:
        self._waiting = deque[tuple[Any, Any, Any]]()
        self._is_running = False

    def take(self, task: Any, args: Any = (), kwargs: Any = None, **_: object) -> None:
        """What `apply_async` of each task is: run it now, or after the one that is running."""
        self._waiting.append((task, args or (), kwargs or {}))
        if self._is_running:
            return
        self._is_running = True
        try:
            while self._waiting:
                self._run(*self._waiting.popleft())
        finally:
            self._is_running = False
            self._waiting.clear()

    def _run(self, task: Any, args: Any, kwargs: Any) -> None:
        try:
            task.run(*args, **kwargs)
        except Exception:
            log.exception("the task %s of %s failed", task.name, args)


@contextmanager
def hints_at_once() -> Iterator[None]:
    """Run tasks here instead of queueing them for a worker; what a crash loses of them is left to the sweep."""
    current_app.finalize()
    queue = _Queue()
    tasks = [task for name, task in current_app.tasks.items() if name.startswith("games.")]
    for task in tasks:
        is_left_out = task.name in _LEFT_OUT
        vars(task)["apply_async"] = (lambda *_, **__: None) if is_left_out else partial(queue.take, task)
    try:
        yield
    finally:
        for task in tasks:
            del vars(task)["apply_async"]
