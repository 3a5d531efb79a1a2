"""Who makes a request, what the token allows, and how often."""

import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from accounts.models import User
from games.api.problems import Refusal
from games.api.tokens import name_of, token_of
from games.errors import TooOften
from games.pages.rate_limit import address_of, check_rate_limit, count, rate_limit_unit

ACTION, UNKNOWN = "api", "api-unknown"  # in settings.RATES


@dataclass(frozen=True)
class Grant:
    """The permission to act for a person."""

    user: User
    scopes: frozenset[str]
    name: str  # of the token, for its rate limit


class ApiRequest(HttpRequest):
    """A request with a valid token, for type checkers."""

    user: User
    grant: Grant


def grant_of(request: HttpRequest) -> Grant | None:
    """The grant of the request's token, found once. Raises TooOften after too many unknown tokens of an address."""
    found: Any = request
    if not hasattr(found, "grant"):
        found.grant = _grant_of(request)
    grant: Grant | None = found.grant
    return grant


def _grant_of(request: HttpRequest) -> Grant | None:
    scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    found = token_of(secret.strip())
    if found is None:
        check_rate_limit(rate_limit_unit(address_of(request)), UNKNOWN)
        return None
    grant = Grant(found.user, frozenset(found.scopes.split()), name_of(found.pk))
    request.user = grant.user
    timezone.activate(grant.user.zone)
    _take(request, grant)
    return grant


def _take(request: Any, grant: Grant) -> None:
    """Count the request. Raises TooOften above the token's limit."""
    most, span = settings.RATES[ACTION]
    reset = span - int(time.time()) % span
    used = count(ACTION, grant.name)
    request.rate = (most, max(0, most - used), reset)
    if used > most:
        raise TooOften(retry_after=reset)


class Scope(HttpBearer):
    """Lets requests through whose token has a scope."""

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.scope = scope

    def __call__(self, request: HttpRequest) -> Grant | None:
        """The grant; None without a valid token. Raises Refusal without the scope, TooOften."""
        grant = grant_of(request)
        if grant is not None and self.scope not in grant.scopes:
            words = {"scope": self.scope}
            raise Refusal("scope", _("This token may not do that. It needs the scope “%(scope)s”.") % words)
        return grant

    def authenticate(self, request: HttpRequest, token: str) -> Grant | None:
        """The grant; for ninja, which asks for this method."""
        return self(request)
