"""Where allauth asks the site: what somebody is told who cannot log in, and what ends with a session."""

from collections.abc import Iterable
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.ledger import announce
from games.moderation.selectors import in_force

__all__ = ["AccountAdapter", "SessionsAdapter"]


class AccountAdapter(DefaultAccountAdapter):
    """allauth's own, but for the page of closed accounts."""

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> HttpResponse:
        """Say why the account is closed and until when; whoever gets here has given its password or its passkey."""
        context = {"line": in_force(user), "until": None if user.is_banned else user.suspended_until}
        return render(request, "accounts/closed.html", context, status=403)


class SessionsAdapter(DefaultUserSessionsAdapter):
    """allauth's own, but open pages hear of it."""

    def end_sessions(self, sessions: Iterable[Any]) -> None:
        """End them, and have every open page of the person look for itself whether it is still logged in."""
        ended = list(sessions)
        super().end_sessions(ended)
        for person in {session.user_id for session in ended}:
            announce.dismiss(person)
