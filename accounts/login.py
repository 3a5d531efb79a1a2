"""Log-in: the password backend, known browsers, an administrator's first code, and guessed passwords."""

import re
import secrets
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db.models import Exists, OuterRef, Q, Value
from django.http import HttpRequest, HttpResponseBase
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from accounts.links import absolute
from accounts.mails import automatic_headers
from accounts.models import User
from accounts.row_query import RowQuery


class PasswordBackend(ModelBackend):
    """Django's backend, for user names and email addresses. It hashes one password even if the account is unknown.

    Otherwise the response time would reveal who has an account.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:  # type: ignore[override]
        """Return the account with this password. allauth sends suspended ones to a page of their own."""
        user = account_of(credentials)
        password = credentials.get("password") or ""
        if user is None:
            User().set_password(password)
            return None
        return user if user.check_password(password) else None

    def get_user(self, user_id: int) -> User | None:
        """Return the user of a session, unless suspended. Django's own takes five times as long."""
        user = _USER.first(user_id)
        return user if user is not None and self.user_can_authenticate(user) else None


_USER = RowQuery(User, "SELECT {columns} FROM accounts_user WHERE id = %s")


def account_of(credentials: dict[str, Any]) -> User | None:
    """The account for a user name or address, in one query. A confirmed address takes precedence over a name."""
    login = str(credentials.get("email") or credentials.get("username") or "").strip()
    address = login.lower()
    confirmed = EmailAddress.objects.filter(email=address, verified=True)
    people = User.objects.filter(
        Q(username__iexact=login) | Q(email=address) | Q(pk__in=confirmed.values("user"))
        if "@" in login
        else Q(username__iexact=login)
    ).annotate(is_confirmed=Exists(confirmed.filter(user=OuterRef("pk"))) if "@" in login else Value(False))
    return min(
        people, key=lambda user: (not user.is_confirmed, user.username != login, user.pk), default=None
    )


DEVICE_REMEMBERED = timedelta(days=400)  # the maximum that browsers allow for a cookie
DEVICE_ACCOUNTS = 5  # accounts per browser
_DEVICE_SALT = "accounts.devices"


def device_of(request: HttpRequest, user: User | None) -> str | None:
    """The browser's id if this account has logged in with it, otherwise None."""
    name, marks = _device_read(request)
    return name if user is not None and _device_mark(user) in marks else None


def device_remember(request: HttpRequest, response: HttpResponseBase, user: User) -> str:
    """Record in a cookie that this account has logged in with the browser; returns the browser's id."""
    name, marks = _device_read(request)
    name = name or secrets.token_hex(8)
    mine = _device_mark(user)
    marks = [mine, *(mark for mark in marks if mark != mine)][:DEVICE_ACCOUNTS]
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps([name, marks], salt=_DEVICE_SALT),
        max_age=DEVICE_REMEMBERED, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax",
    )  # fmt: skip
    return name


def _device_read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        value: Any = signing.loads(
            request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=_DEVICE_SALT, max_age=DEVICE_REMEMBERED
        )
    except signing.BadSignature:
        return "", []
    name, marks = value
    return name, marks


def _device_mark(user: User) -> str:
    return salted_hmac(_DEVICE_SALT, f"{user.pk}:{user.password}").hexdigest()[:20]


GOOD_FOR = timedelta(days=1)  # since the creation of the account
_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no ambiguous letters, and no vowels, to avoid words
_LENGTH = 16  # letters, 69 bits


def awaits_first_code(user: User | None) -> bool:
    """Whether the account belongs to a new superuser who has never logged in."""
    if user is None or not (user.is_superuser and user.is_active and user.email):
        return False
    return user.last_login is None and user.date_joined > timezone.now() - GOOD_FOR


def first_code(user: User) -> str:
    """A superuser's one-time code for the first log-in, as printed: "BCDF-GHJK-LMNP-QRST"."""
    about = f"{user.pk} {user.password} {user.email} {user.date_joined.isoformat()}"
    digest = salted_hmac("accounts.first_code", about, algorithm="sha256").digest()
    letters = "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:_LENGTH])
    return "-".join(letters[start : start + 4] for start in range(0, _LENGTH, 4))


def is_first_code(user: User | None, given: str) -> bool:
    """Whether this is the account's code and still valid, ignoring case and spacing."""
    if user is None or not awaits_first_code(user):
        return False
    return constant_time_compare(_bare_code(given), _bare_code(first_code(user)))


def _bare_code(code: str) -> str:
    return "".join(each for each in code.upper() if each.isalnum())


def guesses_notify(person_id: int) -> None:
    """Mail the person, if the account exists and can log in. Raises any error of the mail backend."""
    user = User.objects.filter(pk=person_id, is_active=True).exclude(email="").first()
    if user is None:
        return
    context = {
        "user": user, "guesses": settings.RATES["wrong-password"][0],
        "password_url": absolute("account_change_password"),
        "second_url": absolute("mfa_index"),
    }  # fmt: skip
    with translation.override(user.reads):
        EmailMessage(
            subject=settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + _("Wrong passwords tried for your account"),
            body=render_to_string("accounts/guesses.txt", context), to=[user.email],
            headers=automatic_headers(),
        ).send()  # fmt: skip


# Listed in docs/security.md.
WORDS = (
    "captain", "captains", "table", "tables", "captivate", "cardline", "cannonade", "cannonades", "captneli", "eli",
    "nautilus", "undersea", "adventures", "game", "games", "card", "cards", "board", "play", "player", "admin",
    "administrator", "moderator", "the", "my",
)  # fmt: skip
_NOTHING_ELSE = re.compile(f"(?:{'|'.join(WORDS)})+")


class SiteWordsValidator:
    """Rejects passwords that consist of the site's words, digits and signs."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError if all letters of the password form words of the site."""
        letters = "".join(each for each in password.casefold() if each.isalpha())
        if _NOTHING_ELSE.fullmatch(letters):
            raise ValidationError(
                _("That password is easy to guess for anybody who knows this site. Choose another one."),
                code="password_site_words",
            )

    def get_help_text(self) -> str:
        """The requirement as a sentence."""
        return _("Your password can't consist of words from this site.")
