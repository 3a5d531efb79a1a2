"""Everything is announced in `on_commit`, because a transaction may still be rolled back.

While any test runs, `tests/exits.py` watches what leaves inside an open transaction. The tests below check that
watch, and also read the source, to find code that no test runs.
"""

import ast
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection

import pytest
from celery.exceptions import AlwaysEagerIgnored
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction

from config.celery import app
from games.web.tasks import notice_send
from tests.exits import is_in_transaction, watch_exits

# Functions that pass something on: to the channel layer, the queue, or by email.
EXITS = {
    "delay", "apply_async", "send_task", "publish", "group_send", "send_mail", "mail_admins", "mail_managers",
    "send_messages", "EmailMessage", "EmailMultiAlternatives", "_MailWithPictures",
}  # fmt: skip
# Functions that may call them, or one another, outside `on_commit`, each with the reason.
ALLOWED = {
    "announce": "called from on_commit alone",
    "announce_talk": "called from on_commit alone",
    "token_dismiss": "called from on_commit alone",
    "dismiss": "called from on_commit, and where a session ends",
    "bulk_extension_soon": "called from on_commit alone",
    "person_job_soon": "called from on_commit alone",
    "send_soon": "called from on_commit alone",
    "_explain": "the chat's transaction has ended",
    "_reply_take": "called by the next alone",
    "mail_take": "called by the next two and a command, which open no transaction around it",
    "inbox_read": "called by a task",
    "inbox_visit": "the task itself",
    "_webhook_take": "the view of anymail",
    "think_soon": "called from on_commit alone",
    "hint_soon": "called where a transaction has ended",
    "hint_ask": "its transaction has ended",
    "hint": "the view of that",
    "hint_make": "the task itself",
    "bot_think": "the task itself",
    "bot_play": "part of a task, which opens no transaction around it",
    "_delay_move": "part of a task; its transaction has ended",
    "_nudge": "what those have in common",
    "_hint": "what those have in common",
    "middleware": "tells pages after the response, outside any transaction",
    "end_sessions": "an act of allauth, which opens no transaction",
    "sweep": "a task; each of its services has committed",
    "logs_end": "a task; each of its services has committed",
    "notices_end": "a task; each of its services has committed",
    "replay_scan": "a task; each of its services has committed",
    "claims_enqueue": "part of a task; the claims are committed",
    "apply_async": "the task itself",
    "publish": "the channel layer itself",
    "_publish": "the channel layer itself",
    "group_send": "the channel layer itself",
    "_channel_layer": "a question after its health",
    "_invitation_email": "only creates the email",
    "seat_invite_view": "the view of the next",
    "mail_invite": "its view, which opens no transaction around it",
    "_mail": "of errors to operators, on a thread of its own",
    "_send": "of errors to operators, on a thread of its own",
    "mail_for": "delivery, which opens no transaction around it",
    "_mail_showing": "the previous",
    "mail_send": "delivery, which opens no transaction around it",
    "send_mail": "allauth, which sends its emails within the request",
    "authentication_failed": "the log-in, which opens no transaction around it",
    "guesses_warn": "the task itself",
    "guesses_soon": "the log-in, which opens no transaction around it",
    "guesses_notify": "a task, which opens no transaction around it",
}
SOURCES = sorted(
    file
    for folder in ("accounts", "config", "games")
    for file in (settings.BASE_DIR / folder).rglob("*.py")
    if "migrations" not in file.parts
)


class Calls(ast.NodeVisitor):
    """Collect every call as (calling function, called name), except calls deferred to commit."""

    def __init__(self):
        self.found, self.inside = set(), ["module"]

    def visit_FunctionDef(self, node):
        self.inside.append(node.name)
        self.generic_visit(node)
        self.inside.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815  # as ast names it

    def visit_Call(self, node):
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        self.found.add((self.inside[-1], called))
        for part in ast.iter_child_nodes(node):
            if not (called == "on_commit" and isinstance(part, ast.Lambda)):
                self.visit(part)


def calls_in(text):
    calls = Calls()
    calls.visit(ast.parse(text))
    return calls.found


def who_announces(calls):
    """Return the functions that announce something, directly or through an allowed function."""
    found = {caller for caller, called in calls if called in EXITS | set(ALLOWED)}
    return found - {"handle"}  # a command, which opens no transaction


def test_only_allowed_functions_announce_outside_of_on_commit():
    calls = {call for file in SOURCES for call in calls_in(file.read_text())}
    assert who_announces(calls) == set(ALLOWED)


@pytest.mark.parametrize(
    ("line", "is_early"),
    [
        ("transaction.on_commit(lambda: announce.send_soon(notices))", False),
        ("transaction.on_commit(partial(announce.send_soon, notices))", False),
        ("transaction.on_commit(announce.send_soon(notices))", True),
        ("announce.send_soon(notices)", True),
        ("later(lambda: send_soon(notices))", True),
        ("get_channel_layer().publish(groups, message)", True),
    ],
)
def test_early_announcements_are_told_from_late_ones(line, is_early):
    assert who_announces(calls_in(f"def tell():\n    {line}")) == ({"tell"} if is_early else set())


WAYS_OUT = {
    "nudge": lambda: get_channel_layer().publish(["table.1"], {"type": "table.changed"}),
    "task": partial(notice_send.delay, 0),
    "task by name": lambda: app.send_task("games.web.tasks.notice_send", [0]),
    "mail": partial(send_mail, "Ahoy", "", None, ["alice@example.org"]),
    "post": lambda: HTTPConnection("localhost", 0).request("POST", "/"),
}
NOWHERE = (AlwaysEagerIgnored, OSError)  # tests have no queue and no such port


@pytest.fixture
def separate_watch(monkeypatch):
    """Return a separate watch for this test, which announces things too early on purpose."""
    return watch_exits(monkeypatch)


@pytest.mark.parametrize("way", WAYS_OUT)
@pytest.mark.django_db
def test_the_watch_notices_what_leaves_before_the_commit(way, separate_watch, announced_early):
    assert not is_in_transaction()
    with suppress(*NOWHERE):
        WAYS_OUT[way]()
    assert separate_watch == []
    with transaction.atomic(), suppress(*NOWHERE):
        WAYS_OUT[way]()
    assert len(separate_watch) == 1 and "test_on_commit.py" in separate_watch[0]
    announced_early.clear()
