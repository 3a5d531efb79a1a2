"""Adapters for allauth: links in emails, names, log-in limits, and closed accounts."""

import logging
import time
from dataclasses import dataclass
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.login import account_of, awaits_first_code, device_of, device_remember
from accounts.mails import automatic_headers
from accounts.models import User
from accounts.names import expect_free
from games.ledger import announce
from games.lessons.progress import lessons_done, progress_add, progress_save
from games.moderation.selectors import in_force
from games.moderation.services.people import trace_write
from games.pages.rate_limit import address_of, count, rate_limit_unit
from games.pages.read_only import writing_if_possible
from games.puzzles.progress import puzzles_add, puzzles_in, puzzles_of, puzzles_save
from games.tables.players import notes_add, notes_of

log = logging.getLogger(__name__)

UNCONFIRMED_KEPT = timedelta(days=1)  # then an account whose address was never confirmed is deleted


@dataclass(frozen=True)
class _Site:
    """The site's name and domain in allauth's emails. Otherwise allauth would use the request's Host header."""

    name: str
    domain: str


class AccountAdapter(DefaultAccountAdapter):
    """allauth's adapter with links to SITE_URL, distinct names, guests, and limits that can't lock the owner out."""

    def new_user(self, request: HttpRequest) -> User:
        """A new user, or the guest who is signing up, who keeps their seats, tables and everything else.

        Until the first log-in they are only kept for a while: a guest as long as before.
        """
        guest: User | None = getattr(request, "guest", None)
        if guest is None:
            return User(guest_until=timezone.now() + UNCONFIRMED_KEPT)
        guest.kind, guest.display_name, guest.mail_turns = User.Kind.PERSON, "", True
        guest.last_login = None  # allauth then treats the account as new: its address can be changed
        request.ended = guest.pk  # type: ignore[attr-defined]  # for the middleware
        for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
            request.session.pop(key, None)  # without a confirmed address they can't be logged in
        return guest

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send an email whose links point to SITE_URL, whatever host the request came to. If that fails, say so."""
        links = {name: _link_to_site(value) for name, value in context.items() if name.endswith("_url")}
        site = _Site(_("Captain's Table"), urlsplit(settings.SITE_URL).netloc)
        user = context.get("user")
        reads = user.reads if isinstance(user, User) and user.language else get_language()
        try:
            with translation.override(reads):
                super().send_mail(template_prefix, email, {**context, **links, "current_site": site})
        except SMTPRecipientsRefused as error:  # anybody can cause this, so it's no error of the site
            log.warning(
                "the mail server refused an address: %s", [each[0] for each in error.recipients.values()]
            )
            messages.error(
                self.request,
                _("The mail server doesn't accept %(email)s. Check the address.") % {"email": email},
            )
        except Exception:
            log.exception("could not send an email about an account")
            messages.error(self.request, self._not_sent(email, context.get("user")))

    def _not_sent(self, email: str, user: User | None) -> str:
        """The sentence about an email that could not be sent. A new superuser has a printed code."""
        if awaits_first_code(user):
            return _("We couldn't send the email. Enter the code that createsuperuser printed instead.")
        return _("We couldn't send the email to %(email)s. Try again in a few minutes.") % {"email": email}

    def render_mail(self, *args: Any, headers: dict[str, str] | None = None, **more: Any) -> EmailMessage:
        """The email, with the headers of automatic emails."""
        mail: EmailMessage = super().render_mail(
            *args, headers={**automatic_headers(), **(headers or {})}, **more
        )
        return mail

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Send the code by email. If the address belongs to another account, tell its owner instead."""
        request.session["code_sent_at"] = time.time()
        address: EmailAddress = emailconfirmation.email_address
        if signup and not address.can_set_verified():
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Reject what allauth rejects, and names that are reserved or look like another person's."""
        cleaned: str = super().clean_username(username, shallow=shallow)
        if not shallow:
            expect_free(cleaned)
        return cleaned

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Limit tries per address, and per account and address. The account's known browsers have their own limits.

        So strangers who guess passwords can't lock the owner out, either in the owner's browser or at another
        address.
        """
        self._guessed = account_of(credentials)
        self._device = device_of(request, self._guessed)
        tries, failures = _LIMITS[self._device is not None]
        key = _limit_key(request, self._guessed, self._device, credentials)
        # allauth undoes the second one if the password is right.
        tried = _consume(request, "login", tries, key)
        self._login_failed_rl_usage = tried and _consume(request, "login_failed", failures, key)
        if not self._login_failed_rl_usage:
            raise self.validation_error("too_many_login_attempts")

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Reset the count of failures. allauth calls this after the owner sets a new password by email."""
        user = account_of(credentials)
        key = _limit_key(request, user, None, credentials)
        limits = {"login_failed": _LIMITS[False][1]}
        ratelimit.clear(request, app="allauth.account", action="login_failed", config=limits, key=key)

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Count wrong passwords from unknown browsers, and warn the owner after too many.

        This takes just as long for an unknown name.
        """
        if self._device is None:
            account = _account_key(self._guessed, credentials)
            if count("wrong-password", account) == settings.RATES["wrong-password"][0]:
                announce.guesses_soon(self._guessed.pk if self._guessed is not None else 0)

    def login(self, request: HttpRequest, user: User) -> None:
        """Log in, and move a guest's progress and settings to the account, because logging in empties the session."""
        guest: User | None = getattr(request, "guest", None)
        done = lessons_done(guest, request.session) if guest is not None else {}
        held = [puzzles_of(guest), puzzles_in(request.session)] if guest is not None else []
        notes = notes_of(guest) if guest is not None else {}
        super().login(request, user)
        if guest is not None:
            request.ended = guest.pk  # type: ignore[attr-defined]
        with writing_if_possible():
            if user.guest_until is not None or not user.language:
                user.guest_until, user.language = None, user.language or get_language()
                user.save(update_fields=["guest_until", "language"])
            progress_add(user, done)
            notes_add(user, notes)
            for tried, streak in held:
                puzzles_add(user, tried, streak)

    def post_login(self, request: HttpRequest, user: User, **details: Any) -> HttpResponse:
        """Respond like allauth, remember browser and address, and save lessons and puzzles done before the log-in."""
        response: HttpResponse = super().post_login(request, user, **details)
        browser, address = device_remember(request, response, user), address_of(request)
        trace_write(user, address=rate_limit_unit(address) if address else "", browser=browser)
        with writing_if_possible():
            progress_save(user, request.session)
            puzzles_save(user, request.session)
        return response

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Show why the account is closed and until when. The reader has given its password or passkey."""
        context = {"line": in_force(user), "until": None if user.is_banned else user.suspended_until}
        return render(request, "accounts/closed.html", context, status=403)


def _account_key(user: User | None, credentials: dict[str, Any]) -> str:
    """The account's key for limits, whether or not the account exists."""
    if user is not None:
        return f"account {user.pk}"
    return f"name {credentials.get('email') or credentials.get('username')}".lower()


# Limits for all log-in attempts and for wrong passwords: first for unknown browsers, then for the account's own.
_LIMITS = {False: ("30/m/ip", "10/m/ip,60/h/ip,5/5m/key"), True: ("30/m/key", "10/5m/key")}


def _limit_key(
    request: HttpRequest, user: User | None, device: str | None, credentials: dict[str, Any]
) -> str:
    """The key for limits: the account and its known browser, or else the account and the client's address."""
    where = rate_limit_unit(address_of(request)) if device is None else device
    return f"{_account_key(user, credentials)} at {where}"


def _consume(request: HttpRequest, action: str, rates: str, key: str) -> Any:
    return ratelimit.consume(request, app="allauth.account", action=action, config={action: rates}, key=key)


def _link_to_site(link: str) -> str:
    return f"{settings.SITE_URL}{urlsplit(link)._replace(scheme='', netloc='').geturl()}"
