"""Watch what leaves the site: nudges, tasks, emails, webhook posts. Nothing may leave during an open transaction."""

import traceback
from functools import wraps
from http.client import HTTPConnection
from typing import Any

import pytest
from celery import Celery, Task
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connections
from django.utils.module_loading import import_string

LAYER = import_string(settings.CHANNEL_LAYERS["default"]["BACKEND"])
EXITS = (
    (LAYER, "publish"), (Task, "apply_async"), (Celery, "send_task"), (EmailMessage, "send"),
    (HTTPConnection, "request"),
)  # fmt: skip


def is_in_transaction() -> bool:
    """Whether this thread has an open transaction, other than the one that wraps the test."""
    return any(
        not block._from_testcase
        for connection in connections.all(initialized_only=True)
        for block in connection.atomic_blocks
    )


def watch_exits(patch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that records everything that leaves too early, and how. Everything is still delivered."""
    early: list[str] = []
    for owner, name in EXITS:
        patch.setattr(owner, name, _watched(getattr(owner, name), early))
    return early


def _watched(leave: Any, early: list[str]) -> Any:
    @wraps(leave)
    def watched(*args: Any, **named: Any) -> Any:
        if is_in_transaction():
            early.append(f"{leave.__qualname__} inside of a transaction:\n{_way_here()}")
        return leave(*args, **named)

    return watched


def _way_here() -> str:
    """Return the lines of our own code in the call stack."""
    root = str(settings.BASE_DIR)
    frames = [frame for frame in traceback.extract_stack() if frame.filename.startswith(root)]
    return "".join(traceback.format_list(frame for frame in frames if "/.venv/" not in frame.filename))
