"""Adapters for allauth: links in mails, the page of closed accounts, and what happens when sessions end."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import expect_free
from games.ledger import announce
from games.moderation.selectors import in_force

__all__ = ["AccountAdapter", "SessionsAdapter"]


@dataclass(frozen=True)
class _Site:
    """What allauth's mails say about the site: allauth would take both from the Host of the request."""

    name: str
    domain: str


class AccountAdapter(DefaultAccountAdapter):
    """allauth's adapter: links by SITE_URL, a page of our own for closed accounts, and guests who sign up."""

    def new_user(self, request: HttpRequest) -> User:
        """A new user; or the guest who signs up, and so keeps seats, tables and the rest."""
        guest: User | None = getattr(request, "guest", None)
        if guest is None:
            return User()
        guest.kind, guest.guest_until, guest.display_name, guest.mail_turns = User.Kind.PERSON, None, "", True
        for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
            request.session.pop(key, None)  # whoever has no confirmed address is not logged in
        return guest

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail whose links lead to SITE_URL, by whatever name the site was asked for it."""
        links = {name: _on_site(value) for name, value in context.items() if name.endswith("_url")}
        site = _Site(_("Captain's Table"), urlsplit(settings.SITE_URL).netloc)
        super().send_mail(template_prefix, email, {**context, **links, "current_site": site})

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse what allauth refuses, and names that are reserved or look like somebody else's."""
        cleaned: str = super().clean_username(username, shallow=shallow)
        if not shallow:
            expect_free(cleaned)
        return cleaned

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Say why the account is closed and until when, to somebody who has given its password or passkey."""
        context = {"line": in_force(user), "until": None if user.is_banned else user.suspended_until}
        return render(request, "accounts/closed.html", context, status=403)


class SessionsAdapter(DefaultUserSessionsAdapter):
    """allauth's adapter, which also tells open pages that a session has ended."""

    def end_sessions(self, sessions: Iterable[Any]) -> None:
        """End the sessions, and have every open page of these people check whether it is still logged in."""
        ended = list(sessions)
        super().end_sessions(ended)
        for person in {session.user_id for session in ended}:
            announce.dismiss(person)


def _on_site(link: str) -> str:
    return f"{settings.SITE_URL}{urlsplit(link)._replace(scheme='', netloc='').geturl()}"
