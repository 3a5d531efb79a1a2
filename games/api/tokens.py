"""Tokens with which programs act for a person: made, found and revoked."""

import hashlib
import secrets
import zlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import MalformedInput, NotAllowed, NotPossible
from games.ledger.announce import token_dismiss
from games.models import ApiToken
from games.models.api import TOKEN_NAME
from games.pages.read_only import writing_if_possible

PREFIX = "captain_"  # lets scanners of published code find our tokens: `captain_[0-9a-f]{48}`
SCOPES = {
    "read": _("See everything that you see, such as your cards and chats"),
    "play": _("Create and join tables, and play"),
    "chat": _("Write chat messages"),
    "account": _("See and change your settings, and follow or block players"),
}
TOKENS = 20  # of a person's own, at most
OF_APPLICATION = 5  # of one person for one application; the oldest ends
LENT = timedelta(days=90)  # how long an application may act for a person
USED_EVERY = timedelta(hours=1)  # precision of the last use


def digest_of(secret: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_secret() -> str:
    """A random token: the prefix, 40 random hexadecimal digits, and 8 to recognise typing errors."""
    digits = secrets.token_hex(20)
    return f"{PREFIX}{digits}{zlib.crc32(digits.encode()):08x}"


@transaction.atomic
def token_create(
    user: User, *, name: str, scopes: Sequence[str], expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """A new token and its text, which nobody can read again. Raises MalformedInput, NotAllowed or NotPossible."""
    if not name.strip() or len(name) > TOKEN_NAME or not scopes or not set(scopes) <= set(SCOPES):
        raise MalformedInput
    if user.is_guest:
        raise NotAllowed(_("Sign up to use programs."))
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if ApiToken.objects.filter(user=user, application=None).count() >= TOKENS:
        raise NotPossible(_("You have the maximum number of tokens. Revoke one first."))
    return _new_token(user, name, scopes, expires_at=expires_at)


def _new_token(user: User, name: str, scopes: Sequence[str], **columns: Any) -> tuple[ApiToken, str]:
    secret, ordered = new_secret(), " ".join(scope for scope in SCOPES if scope in scopes)
    facts = {"digest": digest_of(secret), "ending": secret[-4:], "scopes": ordered, **columns}
    return ApiToken.objects.create(user=user, name=name.strip(), **facts), secret


@transaction.atomic
def token_of_application(user: User, application: Any, *, scopes: Sequence[str]) -> tuple[ApiToken, str]:
    """A new token that an application gets, and its text. Of several, the oldest ends."""
    former = ApiToken.objects.filter(user=user, application=application).order_by("-pk")
    for token_id in former.values_list("pk", flat=True)[OF_APPLICATION - 1 :]:
        token_revoke(user, token_id)
    until = timezone.now() + LENT
    return _new_token(user, application.name[:TOKEN_NAME], scopes, application=application, expires_at=until)


def token_revoke(user: User, token_id: int) -> bool:
    """Delete one of the user's tokens, which stops working at once; returns whether there was one."""
    is_gone = ApiToken.objects.filter(user=user, pk=token_id).delete()[0] > 0
    transaction.on_commit(lambda: token_dismiss(name_of(token_id)))
    return is_gone


def name_of(token_id: int) -> str:
    """A token's name in rate limits and groups."""
    return f"token {token_id}"


def token_of(secret: str) -> ApiToken | None:
    """The valid token with this text, with its person; records the use. None if there is none."""
    if not secret.startswith(PREFIX):
        return None
    token = ApiToken.objects.select_related("user").filter(digest=digest_of(secret)).first()
    now = timezone.now()
    if token is None or not token.user.is_active or (token.expires_at and token.expires_at <= now):
        return None
    if token.used_at is None or now - token.used_at >= USED_EVERY:
        with writing_if_possible():
            ApiToken.objects.filter(pk=token.pk).update(used_at=now)
    return token


def tokens_of(user: User) -> list[ApiToken]:
    """The user's tokens, newest first."""
    return list(ApiToken.objects.filter(user=user).order_by("-pk"))
