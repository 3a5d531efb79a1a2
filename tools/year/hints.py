"""The year's task queue: runs each task in the process that queued it, as soon as no other task is running."""

import logging
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from celery import current_app

log = logging.getLogger(__name__)

# Evaluating finished games takes half a second of CPU time per position, and notifies nobody.
_LEFT_OUT = ("games.web.tasks.estimates_make",)


class _Queue:
    """Waiting tasks.

    A task queued by a task runs after it, not inside it, because recursion would deepen with each bot's move.
    """

    def __init__(self) -> None:
        self._waiting = deque[tuple[Any, Any, Any]]()
        self._is_running = False

    def take(self, task: Any, args: Any = (), kwargs: Any = None, **_: object) -> None:
        """The replacement for each task's `apply_async`: run it now, or after the running task."""
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
    """Run tasks here instead of queueing them for a worker. The sweep makes up for tasks lost in a crash."""
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
