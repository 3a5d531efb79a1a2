"""The ends of sessions: open pages of the person close, and a reset of the second factor logs others out."""

from collections.abc import Callable, Iterable
from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from allauth.mfa.signals import authenticator_removed, authenticator_reset
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.internal.flows.sessions import end_other_sessions
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase

from accounts.models import User
from games.ledger import announce


def session_ends_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that closes open pages of the person whose sessions a request ended: its `ended` has their id."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if (person := getattr(request, "ended", None)) is not None:
            announce.dismiss(person)
        return response

    return middleware


@receiver([user_logged_out, password_changed, password_reset, password_set])
def _note_end(request: Any, user: User | None, **_: Any) -> None:
    """Record on the request who was logged out. A new password does that with all other sessions."""
    if user is not None:
        request.ended = user.pk


@receiver([authenticator_removed, authenticator_reset])
def _end_others(request: Any, user: User, **_: Any) -> None:
    """End the other sessions of a person who resets a second factor: somebody else may have used it."""
    end_other_sessions(request, user)


class SessionsAdapter(DefaultUserSessionsAdapter):
    """allauth's adapter, which also notifies open pages when a session ends."""

    def end_sessions(self, sessions: Iterable[Any]) -> None:
        """End the sessions. All open pages of these people then check whether they are still logged in."""
        ended = list(sessions)
        super().end_sessions(ended)
        for person in {session.user_id for session in ended}:
            announce.dismiss(person)
