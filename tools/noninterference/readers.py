"""The readers who look at a table in both worlds, and their browsers and programs."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from urllib.parse import urlsplit
from uuid import uuid4

from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import Permission
from django.db import transaction
from django.http import HttpRequest
from django.test import Client

from accounts.models import User
from games.api.tokens import SCOPES, token_create
from games.models import ApiToken, Circle, Decision, Member, Preferences, Table, TalkLine


@dataclass(frozen=True)
class Reader:
    """A reader with or without an account, and with or without a seat."""

    name: str  # in the report
    user: User | None
    seat: int | None
    token: str = ""  # for the API


class _Undo(Exception):
    """Raised to roll back a transaction."""


@contextmanager
def undone() -> Iterator[None]:
    """A transaction that is rolled back at its end."""
    try:
        with transaction.atomic():
            yield
            raise _Undo
    except _Undo:
        pass


def readers_of(table: Table) -> Iterator[Reader]:
    """The players of all seats, an outsider, a moderator with a second factor, and an anonymous reader.

    This creates the outsider and the moderator. Everybody gets feeds, and the table gets a chat message, a warning and
    a circle, so that those pages exist. Call it inside `undone`.
    """
    _leave_traces(table)
    for seat in table.seats.exclude(user=None).select_related("user").order_by("number"):
        if not seat.has_bot:
            yield _with_feeds(Reader(f"seat {seat.number}", seat.user, seat.number))
    outsider = User.objects.create_user("noninterference-outsider", "outsider@example.invalid")
    yield _with_feeds(Reader("outsider", outsider, None))
    yield _with_feeds(Reader("moderator", _moderator(), None))
    yield Reader("anonymous", None, None)


def _leave_traces(table: Table) -> None:
    person = table.seats.exclude(user=None).first()
    if person is not None and person.user is not None:
        TalkLine.objects.create(table=table, user=person.user, seat_number=person.number, text="Ahoy")
        Decision.objects.create(kind=Decision.Kind.WARN, person=person.user, by=person.user, reason="Ahoy")
        _put_in_circle(table, person.user)


def _put_in_circle(table: Table, owner: User) -> None:
    """Make the table one of a public circle, whose page everybody sees, unless it is one of a circle."""
    if table.circle_id is None:
        circle = Circle.objects.create(name="noninterference", owner=owner, is_public=True)
        Member.objects.create(circle=circle, user=owner)
        Table.objects.filter(pk=table.pk).update(circle=circle)


def _with_feeds(reader: Reader) -> Reader:
    token = {"feed_token": uuid4()}
    Preferences.objects.update_or_create(user=reader.user, defaults=token)
    if reader.user is None:
        return reader
    ApiToken.objects.filter(user=reader.user).delete()  # there may be as many as allowed
    return replace(reader, token=token_create(reader.user, name="noninterference", scopes=list(SCOPES))[1])


def _moderator() -> User:
    user = User.objects.create_user("noninterference-moderator", "moderator@example.invalid", is_staff=True)
    rights = Permission.objects.filter(content_type__app_label__in=["accounts", "games"])
    user.user_permissions.set(rights.exclude(codename="see_full_state"))
    data = {"secret": "A" * 32}  # matches no real app; the user is never stored
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data=data)
    return user


def client_of(reader: Reader) -> Client:
    """A browser in which the reader is logged in, which also has a token; staff have used their second factor."""
    client = Client(raise_request_exception=False, SERVER_NAME=urlsplit(settings.SITE_URL).hostname)
    if reader.token:
        client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {reader.token}"
    if reader.user is not None:
        client.force_login(reader.user)
        if reader.user.is_staff:
            _give_second_factor(client, reader.user)
    return client


def _give_second_factor(client: Client, user: User) -> None:
    request = HttpRequest()
    request.session, request.user = client.session, user
    factor = Authenticator.objects.filter(user=user).first()
    if factor is not None:
        record_authentication(request, user, "mfa", id=factor.pk, type=factor.type)
        request.session.save()
