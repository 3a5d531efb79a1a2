"""Refresh messages to open pages and hints to workers, sent after the change is committed."""

import logging
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from celery import current_app
from channels.layers import get_channel_layer

log = logging.getLogger(__name__)

Nudge = tuple[list[str], dict[str, Any]]  # groups and the message for them

_kept: ContextVar[list[Nudge] | None] = ContextVar("kept", default=None)


@contextmanager
def messages_collected() -> Iterator[list[Nudge]]:
    """Collect this thread's messages to pages instead of sending them, and skip hints; for work to be rolled back."""
    nudges: list[Nudge] = []
    before = _kept.set(nudges)
    try:
        yield nudges
    finally:
        _kept.reset(before)


def table_group(table_id: int) -> str:
    """The group of all sockets with this table open."""
    return f"table.{table_id}"


def user_group(user_id: int) -> str:
    """The group of all sockets of one person."""
    return f"user.{user_id}"


def token_group(name: str) -> str:
    """The group of all streams of one token."""
    return f"token.{name.replace(' ', '.')}"


def token_dismiss(name: str) -> None:
    """End all streams of a token, because it was revoked."""
    _nudge([token_group(name)], {"type": "token.out"})


def announce(table_id: int, ply: int, people: Iterable[int | None], notices: Iterable[int]) -> None:
    """Refresh all open pages of the table and of these people, and have the notices sent."""
    nudge = {"type": "table.changed", "table": table_id, "ply": ply, "stamp": secrets.token_hex(4)}
    _nudge(_groups(table_id, people), nudge)
    send_soon(notices)


def announce_talk(table_id: int, people: Iterable[int | None]) -> None:
    """Refresh the chat on all open pages of the table and of these people."""
    # A socket in two groups gets this twice and recognises the copy by its stamp. The text is not sent.
    nudge = {"type": "talk.changed", "table": table_id, "stamp": secrets.token_hex(4)}
    _nudge(_groups(table_id, people), nudge)


def _groups(table_id: int, people: Iterable[int | None]) -> list[str]:
    return [table_group(table_id), *(user_group(person) for person in people if person is not None)]


def _nudge(groups: list[str], message: dict[str, Any]) -> None:
    """Send a message to these groups. Errors are only logged: a lost message must not break the request."""
    if (kept := _kept.get()) is not None:
        kept.append((groups, message))
        return
    try:
        layer: Any = get_channel_layer()
        layer.publish(groups, message)
    except Exception:
        log.exception("%s was lost", message)


def dismiss(person: int) -> None:
    """Tell all open pages of a person that the person was logged out."""
    _nudge([user_group(person)], {"type": "person.out"})


def bulk_extension_soon(job: int) -> None:
    """Hint that a bulk extension has begun; the sweep continues it if the hint is lost."""
    _hint("bulk_extension_run", job)


def person_job_soon(job: int) -> None:
    """Hint that a job at a person's tables has begun; the sweep continues it if the hint is lost."""
    _hint("person_job_run", job)


def think_soon(seats: Iterable[int], *, after: float = 0) -> None:
    """Hint that in some seconds bots must act for these seats; the sweep finds them if the hint is lost."""
    for seat in seats:
        if not _hint("bot_think", seat, after):
            return


def hint_soon(seat: int) -> None:
    """Hint that a player wants advice for this seat; if the hint is lost, the player can ask again."""
    _hint("hint_make", seat)


def guesses_soon(person: int) -> None:
    """Hint that somebody is guessing a person's password; 0 for an unknown account, so that both take equally long."""
    _hint("guesses_warn", person)


def send_soon(notices: Iterable[int]) -> None:
    """Hint that these notices are due; the sweep finds them if the hint is lost."""
    for notice in notices:
        if not _hint("notice_send", notice):
            return  # the next hint would only wait for the same queue again


def _hint(task: str, number: int, after: float = 0) -> bool:
    """Queue a task by its name, because services must not import tasks; returns whether that worked."""
    if _kept.get() is not None:
        return True
    try:
        current_app.signature(f"games.web.tasks.{task}", args=[number]).apply_async(countdown=after)
    except Exception:
        log.exception("the hint %s %s was lost", task, number)
        return False
    return True
