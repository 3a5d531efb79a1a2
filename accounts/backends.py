"""Who logs in with a password: one look for the account and one hash, whether there is such an account or not."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, Value
from django.http import HttpRequest

from accounts.models import User

__all__ = ["PasswordBackend", "account_of"]


class PasswordBackend(AuthenticationBackend):
    """allauth's backend, which would hash twice for an address that somebody has, and once for another one.

    The time of an answer would tell who has an account. Before this backend, Django's own hashes once in any case.
    """

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        user: User | None = self._check_password(account_of(credentials), credentials["password"])
        return user


def account_of(credentials: dict[str, Any]) -> User | None:
    """The account that a user name or address stands for; one query. A confirmed address goes before a name."""
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
