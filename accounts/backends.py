"""Password log-in with one query and one hash, whether the account exists or not."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, Value
from django.http import HttpRequest

from accounts.models import User

__all__ = ["PasswordBackend", "account_of"]


class PasswordBackend(AuthenticationBackend):
    """allauth's backend, changed so that it hashes once for any address, known or unknown.

    Otherwise the response time would reveal who has an account. Django's own backend runs first and always hashes once.
    """

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        user: User | None = self._check_password(account_of(credentials), credentials["password"])
        return user


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
